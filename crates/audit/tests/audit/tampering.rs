//! Whatever somebody changes in the file is found, with its place and the reason.

use std::path::PathBuf;

use audit::verify::{Failure, Keys, room};
use fair::receipt::PublicKey;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use journal::chain::{GENESIS, chained};
use rusqlite::{Connection, params};
use store::sqlite::Sqlite;
use store::{Entry, LogId};

use crate::world::{KEY, played, public_key};

/// A copy of the card room that can be tampered with.
pub(crate) struct Copy {
    _folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
    pub(crate) file: Connection,
}

impl Copy {
    pub(crate) fn new() -> Copy {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.db");
        let original = Connection::open(played()).expect("the original");
        original.execute("VACUUM INTO ?1", [path.to_str()]).expect("a copy");
        let file = Connection::open(&path).expect("the copy");
        file.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;")
            .expect("no checks");
        Copy { _folder: folder, path, file }
    }

    pub(crate) fn run(&self, sql: &str) {
        let changed = self.file.execute(sql, []).expect("a change");
        assert!(changed > 0, "nothing was changed by {sql}");
    }

    pub(crate) fn entries(&self, log: u64) -> Vec<Entry> {
        let mut query = self
            .file
            .prepare(
                "SELECT seq, events, at_ms, body, previous, hash FROM entries WHERE log = ?1 ORDER BY seq",
            )
            .expect("a query");
        let entry = |row: &rusqlite::Row<'_>| {
            Ok(Entry {
                log: LogId(log),
                seq: row.get::<_, i64>(0)?.cast_unsigned(),
                events: row.get(1)?,
                at_ms: row.get::<_, i64>(2)?.cast_unsigned(),
                body: row.get(3)?,
                previous: row.get(4)?,
                hash: row.get(5)?,
            })
        };
        query
            .query_map([log.cast_signed()], entry)
            .expect("rows")
            .map(|entry| entry.expect("a row"))
            .collect()
    }

    /// The first entry of the solo table, after so many, that says that.
    fn find(&self, words: &str, after: usize) -> Entry {
        let mut entries = self.entries(1).into_iter().filter(|entry| entry.body.contains(words));
        entries.nth(after).unwrap_or_else(|| panic!("no entry has {words}"))
    }

    /// Returns a number that the file holds.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        self.file.query_row(sql, [], |row| row.get(0)).expect("a number")
    }

    /// Writes something else into an entry of the solo table.
    fn forge(&self, seq: u64, forgery: impl Fn(&str) -> String) {
        self.forge_in(1, |entry| {
            if entry.seq == seq {
                entry.body = forgery(&entry.body);
            }
        });
    }

    /// Changes entries of a log, and chains all later ones to them as the card room would have done.
    pub(crate) fn forge_in(&self, log: u64, forgery: impl Fn(&mut Entry)) {
        let mut previous = GENESIS;
        for mut old in self.entries(log) {
            forgery(&mut old);
            let Entry { log, seq, events, at_ms, body, .. } = old;
            let new = chained(&previous, log, seq, events, at_ms, body);
            let set = "UPDATE entries SET at_ms = ?1, body = ?2, previous = ?3, hash = ?4";
            self.file
                .execute(
                    &format!("{set} WHERE log = ?5 AND seq = ?6"),
                    params![
                        at_ms.cast_signed(),
                        new.body,
                        new.previous,
                        new.hash,
                        log.0.cast_signed(),
                        seq.cast_signed()
                    ],
                )
                .expect("a forgery");
            previous = new.hash;
        }
        let head = "UPDATE heads SET hash = ?1 WHERE log = ?2";
        self.file.execute(head, params![previous, log.cast_signed()]).expect("a forged head");
    }

    /// Returns what is found to be wrong by an auditor who has the card room's keys.
    pub(crate) fn wrong(&self) -> String {
        self.verified(Some(public_key())).expect_err("nothing is found")
    }

    /// Verifies the card room with that public key, or without one.
    pub(crate) fn verified(&self, public: Option<PublicKey>) -> Result<(), String> {
        let path = self.path.clone();
        let verify = async move {
            let store = Sqlite::open_read_only(&path).expect("a file");
            let keys = Keys { seal: Some(&SealKey::from_bytes(&KEY)), public };
            room(&store, keys, None, &mut |_| {}).await
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        match runtime.block_on(verify) {
            Ok(_) => Ok(()),
            Err(Failure::Wrong(wrong)) => Err(wrong.to_string()),
            Err(failure) => panic!("{failure}"),
        }
    }
}

/// A forged body, and where and why it is found out.
#[track_caller]
fn check_forged(words: &str, after: usize, instead: &str, event: u64, why: &str) {
    let copy = Copy::new();
    let entry = copy.find(words, after);
    copy.forge(entry.seq, |body| body.replacen(words, instead, 1));
    assert_eq!(copy.wrong(), format!("table 1, event {}: {why}", entry.seq + event), "{words}");
}

#[test]
fn a_changed_entry_breaks_the_chain() {
    let copy = Copy::new();
    let seq = copy.find(r#""ante":1000"#, 5).seq;
    copy.run(&format!(
        "UPDATE entries SET body = replace(body, '\"ante\":1000', '\"ante\":1001') WHERE log = 1 AND seq = {seq}"
    ));
    let broken = |seq| {
        format!("table 1, event {seq}: the chain does not hold: the entry, or one before it, was changed")
    };
    assert_eq!(copy.wrong(), broken(seq));
    let copy = Copy::new();
    copy.run(&format!("UPDATE entries SET hash = zeroblob(32) WHERE log = 1 AND seq = {seq}"));
    assert_eq!(copy.wrong(), broken(seq));
    let copy = Copy::new();
    copy.run(&format!("UPDATE entries SET at_ms = at_ms + 1 WHERE log = 1 AND seq = {seq}"));
    assert_eq!(copy.wrong(), broken(seq));
}

#[test]
fn entries_that_are_exchanged_or_gone_are_missed() {
    let copy = Copy::new();
    let entries = copy.entries(1);
    let (one, other) = (&entries[20], &entries[21]);
    for (to, from) in [(one, other), (other, one)] {
        copy.file
            .execute(
                "UPDATE entries SET body = ?1, hash = ?2, events = ?3 WHERE log = 1 AND seq = ?4",
                params![from.body, from.hash, from.events, to.seq.cast_signed()],
            )
            .expect("an exchange");
    }
    assert!(copy.wrong().starts_with(&format!("table 1, event {}: the chain", one.seq)));

    let copy = Copy::new();
    copy.run(&format!("DELETE FROM entries WHERE log = 1 AND seq = {}", one.seq));
    let expected = format!("table 1, event {}: it is missing; {} comes next", one.seq, other.seq);
    assert_eq!(copy.wrong(), expected);

    let copy = Copy::new();
    let last = entries.last().expect("entries");
    copy.run(&format!("DELETE FROM entries WHERE log = 1 AND seq = {}", last.seq));
    let expected = format!("it is missing; the log should go on to event {}", last.last_seq());
    assert_eq!(copy.wrong(), format!("table 1, event {}: {expected}", last.seq));
}

#[test]
fn a_log_that_was_cut_off_is_missed() {
    let copy = Copy::new();
    let entries = copy.entries(1);
    let (last, before) = (&entries[entries.len() - 2], &entries[entries.len() - 3]);
    copy.run(&format!("DELETE FROM entries WHERE log = 1 AND seq >= {}", last.seq));
    copy.file
        .execute(
            "UPDATE heads SET seq = ?1, hash = ?2 WHERE log = 1",
            params![before.last_seq().cast_signed(), before.hash],
        )
        .expect("another head");
    let expected = format!("table 1, event {}: a posting belongs to no entry", last.seq);
    assert_eq!(copy.wrong(), expected);

    let copy = Copy::new();
    copy.run("UPDATE heads SET hash = zeroblob(32) WHERE log = 2");
    assert!(copy.wrong().contains("the head of the log says otherwise"), "{}", copy.wrong());

    let copy = Copy::new();
    for place in ["entries WHERE log = 2", "heads WHERE log = 2", "records WHERE key = '0000000000000002'"] {
        copy.run(&format!("DELETE FROM {place}"));
    }
    assert_eq!(copy.wrong(), "table 2, event 0: the log has no head");
}

#[test]
fn what_the_rules_do_not_allow_is_found_in_a_perfect_chain() {
    check_forged(
        r#""type":"raise","times":4"#,
        0,
        r#""type":"raise","times":5"#,
        0,
        "that is not possible now: before the flop a hand raises 4x or 3x or checks",
    );
    check_forged(
        r#""decision":{"type":"check"}"#,
        3,
        r#""decision":{"type":"fold"}"#,
        0,
        "that is not possible now: before the flop a hand raises 4x or 3x or checks",
    );
    check_forged(
        r#""type":"decided","seat":1,"decision":{"type":"check"},"by":"player:1000""#,
        2,
        r#""type":"decided","seat":1,"decision":{"type":"check"},"by":"player:1001""#,
        0,
        "player 1001 decides for a hand that is not theirs",
    );
    check_forged(
        r#""decision":{"type":"check"},"by":"player:1000""#,
        2,
        r#""decision":{"type":"check"},"by":"table""#,
        0,
        "the table acts before the players' time is up",
    );
    let copy = Copy::new();
    let sat = copy.find(r#""type":"sat""#, 0).seq;
    copy.forge(sat, |body| body.replace("sat", "stood"));
    assert!(copy.wrong().starts_with("table 1, event 3: unknown variant `stood`"), "{}", copy.wrong());
}

#[test]
fn other_money_is_found_in_a_perfect_chain() {
    let copy = Copy::new();
    let entry = copy.find(r#""type":"settled""#, 7);
    copy.forge(entry.seq, |body| {
        let (before, settled) = body.split_once(r#""type":"settled""#).expect("a settlement");
        let amount = settled.split(r#""amount":"#).nth(1).and_then(|rest| rest.split('}').next());
        let amount: i64 = amount.expect("an amount").parse().expect("a number");
        let other = settled.replacen(&amount.to_string(), &(amount + 1).to_string(), 1);
        format!(r#"{before}"type":"settled"{other}"#)
    });
    assert_eq!(
        copy.wrong(),
        format!("table 1, event {}: the event moves other chips than the rules say", entry.seq + 1)
    );
}

#[test]
fn another_seed_than_the_one_committed_to_is_found() {
    let copy = Copy::new();
    let entry = copy.find(r#""type":"revealed""#, 4);
    let seed = entry.body.split(r#""seed":""#).nth(1).and_then(|rest| rest.split('"').next());
    let seed = seed.expect("a seed").to_owned();
    copy.forge(entry.seq, |body| body.replace(&seed, &"ab".repeat(32)));
    let wrong = copy.wrong();
    let expected = "the seed of round 4 is not the one that the server committed to";
    assert!(wrong.ends_with(expected), "{wrong}");
}

#[test]
fn another_commitment_than_the_one_published_before_the_wagers_is_found() {
    let copy = Copy::new();
    let (opened, closed) = (copy.find(r#""type":"round_opened""#, 8), copy.find(r#""type":"revealed""#, 8));
    let commitment = ServerSeed::from_bytes([0xab; 32]).commitment().to_string();
    copy.forge(opened.seq, |body| {
        let (before, rest) = body.split_once(r#""commitment":""#).expect("a commitment");
        format!(r#"{before}"commitment":"{commitment}{}"#, &rest[64..])
    });
    assert!(closed.seq > opened.seq);
    assert_eq!(copy.wrong(), format!("table 1, event {}: the round is not as the event says", opened.seq));
}

#[test]
fn a_deck_from_another_seed_is_found_by_its_settlement() {
    let copy = Copy::new();
    let committed = copy.find(r#""type":"committed""#, 8);
    let opened = copy.find(r#""type":"round_opened""#, 8);
    let closed = copy.find(r#""type":"revealed""#, 8);
    let commitment = ServerSeed::from_bytes([0xab; 32]).commitment().to_string();
    let field = |entry: &Entry, name: &str| {
        let rest = entry.body.rsplit(&format!(r#""{name}":""#)).next().map(str::to_owned);
        rest.and_then(|rest| rest.split('"').next().map(str::to_owned)).expect("a field")
    };
    let (old_commitment, old_seed) = (field(&opened, "commitment"), field(&closed, "seed"));
    for entry in [committed, opened] {
        copy.forge(entry.seq, |body| body.replace(&old_commitment, &commitment));
    }
    copy.forge(closed.seq, |body| body.replace(&old_seed, &"ab".repeat(32)));
    assert_eq!(
        copy.wrong(),
        format!("table 1, event {}: the event moves other chips than the rules say", closed.seq + 1)
    );
}

#[test]
fn the_sealed_seed_of_a_round_under_way_must_open() {
    let copy = Copy::new();
    copy.run(
        "UPDATE records SET value = (SELECT value FROM records WHERE kind = 'seed' LIMIT 1)
         WHERE kind = 'seed' AND key =
             (SELECT max(key) FROM records WHERE kind = 'seed' AND key < '0000000000000002')",
    );
    assert!(copy.wrong().contains("the sealed seed was changed"), "{}", copy.wrong());
}

/// The number of an entry of table 1, up to which.
const ENTRY: &str = "(SELECT id FROM entries WHERE log = 1 AND seq =";

#[test]
fn postings_are_the_moves_of_the_events() {
    let copy = Copy::new();
    let seq = copy.find(r#""ante":1000"#, 5).seq;
    copy.run(&format!("UPDATE transfers SET amount = amount + 1 WHERE log = 1 AND seq = {seq}"));
    let expected = format!(
        "table 1, event {seq}: wallet:1000 pays $25.00 to escrow:1 by the event, \
         and wallet:1000 pays $25.01 to escrow:1 by the posting"
    );
    assert_eq!(copy.wrong(), expected);

    let copy = Copy::new();
    copy.run(&format!("DELETE FROM transfers WHERE log = 1 AND seq = {seq}"));
    let expected = format!("table 1, event {seq}: a posting is missing: wallet:1000 pays $25.00 to escrow:1");
    assert_eq!(copy.wrong(), expected);

    let copy = Copy::new();
    let insert = "INSERT INTO transfers (entry, log, seq, debit, credit, amount, debit_after, credit_after)";
    copy.run(&format!("{insert} VALUES ({ENTRY} {seq}), 1, {seq}, 'house', 'wallet:1000', 5, 0, 0)"));
    let expected = format!("table 1, event {seq}: a posting is in no event: house pays $0.05 to wallet:1000");
    assert_eq!(copy.wrong(), expected);

    let copy = Copy::new();
    copy.run(&format!("{insert} VALUES (1000000, 77, 1, 'house', 'wallet:1000', 5, 0, 0)"));
    assert_eq!(copy.wrong(), "table 77, event 1: a posting belongs to no entry");

    // One that its entry does not know, and that leaves no balance behind.
    let copy = Copy::new();
    for pair in ["'drop', 'house', 5, -5, 5", "'house', 'drop', 5, 0, 0"] {
        copy.run(&format!("{insert} VALUES (1000000, 1, {seq}, {pair})"));
    }
    assert!(copy.wrong().starts_with(&format!("table 1, event {seq}: ")), "{}", copy.wrong());
}

#[test]
fn balances_follow_from_postings() {
    let copy = Copy::new();
    let seq = copy.find(r#""ante":1000"#, 0).seq;
    copy.run(&format!("UPDATE transfers SET debit_after = debit_after + 1 WHERE log = 1 AND seq = {seq}"));
    let expected = "wallet:1000 holds $975.00 then, and the posting says $975.01";
    assert_eq!(copy.wrong(), format!("table 1, event {seq}: {expected}"));

    let copy = Copy::new();
    copy.run("UPDATE balances SET balance = balance + 100 WHERE account = 'drop'");
    assert!(copy.wrong().starts_with("drop holds $"), "{}", copy.wrong());

    let copy = Copy::new();
    copy.run("UPDATE balances SET balance = -5 WHERE account = 'drop'");
    assert!(copy.wrong().starts_with("drop holds -$0.05"), "{}", copy.wrong());

    let copy = Copy::new();
    copy.run("DELETE FROM balances WHERE account = 'house'");
    assert!(copy.wrong().starts_with("house holds $0.00"), "{}", copy.wrong());
}

#[test]
fn checkpoints_are_what_the_events_say() {
    let copy = Copy::new();
    copy.run(
        "UPDATE records SET value = replace(value, '\"rounds\":', '\"rounds\":1') WHERE kind = 'checkpoint'",
    );
    assert!(copy.wrong().ends_with("the checkpoint is not what the events say"), "{}", copy.wrong());
    let copy = Copy::new();
    copy.run("UPDATE records SET value = replace(value, 'rounds', 'round_s') WHERE kind = 'checkpoint'");
    let unreadable = "table 1, event 0: the checkpoint record 0000000000000001/";
    assert!(copy.wrong().starts_with(unreadable), "{}", copy.wrong());
    let copy = Copy::new();
    copy.run(
        "INSERT INTO records SELECT kind, '0000000000000001/0000000000ffffff', value FROM records
         WHERE kind = 'checkpoint' LIMIT 1",
    );
    assert!(copy.wrong().ends_with("there is a checkpoint, and no such event"), "{}", copy.wrong());
}

#[test]
fn records_of_rounds_and_days_are_what_the_events_say() {
    let round = "kind = 'table_round' AND key = '0000000000000001/0000000000000003'";
    let own = "kind = 'player_round' AND key LIKE '00000000000003e8/%/0000000000000003'";
    let day = "kind = 'daily_totals' AND key LIKE '%/0000000000000001'";
    let forged = |key: &str| format!("INSERT INTO records SELECT kind, {key}, value FROM records WHERE");
    let other = "'0000000000000007/0000000000000001/0000000000000001/0000000000000003'";
    for (sql, found) in [
        (format!("UPDATE records SET value = replace(value, 'net', 'nett') WHERE {round}"), "is not what"),
        (format!("UPDATE records SET value = replace(value, ':', ':1') WHERE {own}"), "is not what"),
        (
            format!("UPDATE records SET value = replace(value, 'rounds\":', 'rounds\":1') WHERE {day}"),
            "is not what",
        ),
        (format!("DELETE FROM records WHERE {round}"), "is missing"),
        (format!("DELETE FROM records WHERE {own}"), "is missing"),
        (format!("DELETE FROM records WHERE {day}"), "is missing"),
        (format!("{} {own}", forged(other)), "and the logs tell of"),
        (format!("{} {day}", forged("'0000000000000001/0000000000000001'")), "and no log tells of it"),
        (format!("{} {day}", forged("'yesterday'")), "the daily_totals record yesterday cannot be read"),
    ] {
        let copy = Copy::new();
        copy.run(&sql);
        assert!(copy.wrong().contains(found), "{sql}: {}", copy.wrong());
    }
    let copy = Copy::new();
    copy.run(&format!("{} {own}", forged(other)));
    let elsewhere = "value = replace(value, '\"table\":1', '\"table\":77')";
    copy.run(&format!("UPDATE records SET {elsewhere} WHERE key = {other}"));
    let expected =
        format!("there is a player_round record {}, and no log tells of it", other.trim_matches('\''));
    assert_eq!(copy.wrong(), expected);
}

#[test]
fn what_cannot_be_read_has_a_place_too() {
    let copy = Copy::new();
    copy.run("UPDATE entries SET hash = x'00' WHERE log = 2 AND seq = 1");
    assert!(copy.wrong().starts_with("table 2, event 1: "), "{}", copy.wrong());
    let copy = Copy::new();
    copy.run("UPDATE balances SET account = 'nobody' WHERE account = 'drop'");
    assert!(copy.wrong().contains("the accounts are"), "{}", copy.wrong());
}
