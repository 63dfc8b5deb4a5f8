//! Somebody who can write to the database and does not have the signing key forges accounts, roles and chips. Every
//! forgery is rejected, with a sentence that says what is wrong.

use std::collections::BTreeSet;

use fair::receipt::{Confirmation, Signer};
use journal::accounts::{AccountBook, GRANT, HOUSE_CHIPS, index_writes};
use journal::chain::chained;
use journal::record::{
    FloorCode, JournalHead, PasswordHash, SecondFactorRecord, SecretHash, Unkeyed, digest, encode, put,
};
use journal::room_log::{Authority, GrantReason, JournalEntry, RoomEvent};
use journal::summary::DAY_MS;
use protocol::{Receipt, Role, TokenScope};
use store::sqlite::Sqlite;
use store::{Commit, CommitResult, LogId, LogWriter, RecordWrite};
use table::PlayerId;

use crate::tampering::Copy;
use crate::world::{ALONE, CALIFORNIA, EXCLUDED, FLOOR, NODE, PAIR, RECOVERY_CODE, password};

/// A forger who knows the rules: what is appended to the journal has its hash, its chips and its records.
struct Forger {
    copy: Copy,
    book: AccountBook,
    seq: u64,
    hash: [u8; 32],
    at_ms: u64,
}

impl Forger {
    fn new() -> Forger {
        let copy = Copy::new();
        let mut book = AccountBook::default();
        let entries = copy.entries(0);
        for entry in &entries {
            for event in &JournalEntry::read(entry).expect("an entry").events {
                book.apply(event, entry.at_ms).expect("the journal keeps the rules");
            }
        }
        let last = entries.last().expect("entries");
        // The next day, on which the daily grant is due again.
        Forger { copy, book, seq: last.last_seq(), hash: last.hash, at_ms: last.at_ms + DAY_MS }
    }

    fn day(&self) -> u64 {
        self.at_ms / DAY_MS
    }

    fn wallet(&self, player: PlayerId) -> i64 {
        self.copy.number(&format!("SELECT balance FROM balances WHERE account = 'wallet:{player}'"))
    }

    /// Appends an event with everything that belongs to it; returns whether the rules allow it.
    fn append(&mut self, event: &RoomEvent) -> bool {
        let player = event.player().map(PlayerId);
        let before = player.and_then(|player| self.book.account(player).cloned());
        let is_allowed = self.book.apply(event, self.at_ms).is_ok();
        let after = player.and_then(|player| self.book.account(player));
        let mut writes: Vec<RecordWrite> = Vec::new();
        if let (Some(player), Some(after)) = (player, after) {
            writes.extend(index_writes(player, before.as_ref(), after));
            writes.push(put(&player, after));
        }
        match event {
            RoomEvent::Named { player, .. } | RoomEvent::PasswordSet { player, .. } => {
                writes.push(put(&PlayerId(*player), &forged_password()));
            }
            RoomEvent::SecondFactorSet { player, .. } => {
                writes.push(put(&PlayerId(*player), &forged_factor()));
            }
            RoomEvent::SecondFactorRemoved { player, .. } => {
                writes.push(journal::record::delete::<SecondFactorRecord>(&PlayerId(*player)));
            }
            RoomEvent::FloorCodeIssued { code } => {
                writes.push(put(&Unkeyed, &FloorCode::Open { key: *code }));
            }
            _ => {}
        }
        let body = JournalEntry { events: vec![event.clone()] }.body();
        let entry = chained(&self.hash, LogId::ROOM, self.seq + 1, 1, self.at_ms, body);
        (self.seq, self.hash) = (entry.last_seq(), entry.hash);
        let moves = event.moves().into_iter().collect();
        self.copy.append(Commit { entry: Some(entry), moves, writes, ..Commit::default() });
        is_allowed
    }
}

fn forged_password() -> PasswordHash {
    PasswordHash { hash: "22".repeat(32), ..password() }
}

fn forged_factor() -> SecondFactorRecord {
    SecondFactorRecord { sealed: "33".repeat(32) }
}

impl Copy {
    /// Writes as the card room writes.
    fn append(&self, commit: Commit) {
        let path = self.path.clone();
        let append = async move {
            let store = Sqlite::open(&path).expect("a file");
            store.append(commit).await.expect("an answer")
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let result = runtime.block_on(append);
        assert!(matches!(result, CommitResult::Done(_)), "{result:?}");
    }
}

/// An event of each kind that is as plausible as it can be.
fn forgeries(forger: &Forger) -> Vec<RoomEvent> {
    let (day, at_ms) = (forger.day(), forger.at_ms);
    let (player, floor, secret) = (ALONE.0, FLOOR.0, SecretHash::of("mine"));
    let (wallet, on_tables) = (forger.wallet(ALONE), 4_000);
    let granted = GrantReason::Daily { day, wallet, on_tables };
    let (name, reason, by) = (String::new(), "a reason".to_owned(), Authority::Operator);
    vec![
        RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 },
        RoomEvent::Joined { player: 4_000, name: "Guest 4000".to_owned(), bot: false },
        RoomEvent::Named { player, name: "Mallory".to_owned(), password: digest(&forged_password()) },
        RoomEvent::PasswordSet { player: floor, password: digest(&forged_password()), by },
        RoomEvent::DayBegun { player: floor, day, wallet: forger.wallet(FLOOR), on_tables: 0 },
        RoomEvent::Granted { player, amount: GRANT.0 - wallet - on_tables, why: granted },
        RoomEvent::FloorCodeIssued { code: secret },
        RoomEvent::RoleGiven { player: floor, role: Role::Auditor, by, reason: reason.clone() },
        RoomEvent::LimitSet { player, daily_loss: None },
        RoomEvent::Excluded { player, until_ms: at_ms + DAY_MS },
        RoomEvent::TokenCreated {
            player,
            id: 1,
            name: "mine".to_owned(),
            key: secret,
            scopes: vec![TokenScope::Play],
            expires_ms: at_ms + DAY_MS,
        },
        RoomEvent::TokenRevoked { player: EXCLUDED.0, id: 1 },
        RoomEvent::SecondFactorSet { player: floor, secret: digest(&forged_factor()) },
        RoomEvent::SecondFactorRemoved { player: floor, by },
        RoomEvent::RecoveryCodesSet { player: floor, codes: vec![secret], by },
        RoomEvent::RecoveryCodeUsed { player: floor, code: SecretHash::of(RECOVERY_CODE) },
        RoomEvent::SignedIn { player: floor },
        RoomEvent::SignInFailed { player: floor },
        RoomEvent::LockedOut { player: floor, until_ms: at_ms + 1 },
        RoomEvent::Unlocked { player: floor, by },
        RoomEvent::SignedOutEverywhere { player: floor, by },
        RoomEvent::TableOpened { table: CALIFORNIA.0, name, by: None },
        RoomEvent::RoundVoided { table: CALIFORNIA.0, by: floor, reason: reason.clone() },
        RoomEvent::TableClosed { table: CALIFORNIA.0, by: floor, reason },
        RoomEvent::Started { node: "b".to_owned(), version: "9".to_owned() },
        RoomEvent::Stopped { node: NODE.to_owned() },
        RoomEvent::ClockJumped { node: NODE.to_owned(), by_ms: 5 },
    ]
}

#[test]
fn an_event_of_every_kind_that_the_card_room_did_not_sign_is_rejected() {
    let events = forgeries(&Forger::new());
    let kinds: BTreeSet<&str> = events.iter().map(RoomEvent::kind).collect();
    assert_eq!(kinds, RoomEvent::KINDS.iter().copied().collect(), "a forgery of each kind");
    // These the rules do not allow a second time, so that no signature is needed to reject them.
    let never = [
        ("house_funded", "the house is given its chips a second time"),
        ("table_opened", "table 2 is opened a second time"),
    ];
    for event in events {
        let kind = event.kind();
        let mut forger = Forger::new();
        let is_allowed = forger.append(&event);
        let (seq, signed) = (forger.seq, forger.seq - 1);
        let why = never.iter().find(|(never, _)| *never == kind).map(|(_, why)| (*why).to_owned());
        assert_eq!(is_allowed, why.is_none(), "{kind} is as the rules want it");
        // What shows that nothing but the signature rejects it.
        assert_eq!(forger.copy.verified(None).is_ok(), why.is_none(), "{kind}");
        let unsigned =
            format!("the card room has signed that the log ends with event {signed}, and not this one");
        let expected = format!("the room log, event {seq}: {}", why.unwrap_or(unsigned));
        assert_eq!(forger.copy.wrong(), expected, "{kind}");
    }
}

#[test]
fn an_entry_of_the_journal_that_was_changed_in_a_perfect_chain_is_rejected() {
    let entries = Copy::new().entries(0);
    for entry in &entries {
        let copy = Copy::new();
        copy.forge_in(0, |old| {
            if old.seq == entry.seq {
                old.at_ms += 1;
            }
        });
        let last = entries.last().expect("entries").last_seq();
        let why = "the card room has signed another entry, here or before: the log was written anew";
        assert_eq!(copy.wrong(), format!("the room log, event {last}: {why}"));
    }
}

#[test]
fn an_invented_grant_with_its_postings_and_balances_is_rejected() {
    let nine_million = 900_000_000;
    let day = Forger::new().day();
    let reasons: [(PlayerId, GrantReason, &str); 5] = [
        (
            ALONE,
            GrantReason::Starting {},
            "player 1000 gets a starting grant, which comes once and with joining",
        ),
        (
            ALONE,
            GrantReason::Daily { day, wallet: 0, on_tables: 0 },
            "player 1000 is given $9,000,000.00, and $1,000.00 is due",
        ),
        (
            ALONE,
            GrantReason::Stack { day: day - 1, wallet: 0 },
            "player 1000 is given $9,000,000.00, and $1,000.00 is due",
        ),
        (ALONE, GrantReason::Bot { wallet: 0 }, "player 1000 gets what only bots get"),
        (
            PAIR[1],
            GrantReason::Bot { wallet: 0 },
            "player 1002 is given $9,000,000.00, and $20,000.00 is due",
        ),
    ];
    for (player, why, expected) in reasons {
        let mut forger = Forger::new();
        assert!(!forger.append(&RoomEvent::Granted { player: player.0, amount: nine_million, why }));
        assert_eq!(forger.copy.wrong(), format!("the room log, event {}: {expected}", forger.seq));
    }
}

#[test]
fn a_grant_that_misstates_what_the_player_held_is_rejected_by_the_ledger() {
    // Ann has $40.00 on a table, on Ante and Blind.
    let forger = Forger::new();
    let (day, wallet) = (forger.day(), forger.wallet(ALONE));
    let rows = [
        (
            wallet - 500,
            4_000,
            format!("player 1000 held {}, and the grant says {}", cents(wallet), cents(wallet - 500)),
        ),
        (wallet, 0, "player 1000 had $40.00 on tables, and the grant says $0.00".to_owned()),
    ];
    for (wallet, on_tables, why) in rows {
        let mut forger = Forger::new();
        let amount = GRANT.0 - wallet - on_tables;
        assert!(amount > 0, "she has lost");
        let why_granted = GrantReason::Daily { day, wallet, on_tables };
        assert!(forger.append(&RoomEvent::Granted { player: ALONE.0, amount, why: why_granted }));
        let found = forger.copy.verified(None).expect_err("it is found without the signature");
        assert_eq!(found, format!("the room log, event {}: {why}", forger.seq));
    }
    let mut forger = Forger::new();
    let begun = RoomEvent::DayBegun { player: FLOOR.0, day, wallet: GRANT.0 + 5, on_tables: 0 };
    assert!(forger.append(&begun));
    let found = forger.copy.verified(None).expect_err("it is found without the signature");
    let why = "the day begins with $1,000.05, and the wallet of player 9 did not hold that then";
    assert_eq!(found, format!("the room log, event {}: {why}", forger.seq));
}

fn cents(amount: i64) -> uth::Cents {
    uth::Cents(amount)
}

/// Replaces a text in all records of a kind.
fn update(kind: &str, from: &str, to: &str) -> String {
    format!("UPDATE records SET value = replace(value, '{from}', '{to}') WHERE kind = '{kind}'")
}

/// Copies a record of a kind to another key.
fn invent(kind: &str, key: &str) -> String {
    format!("INSERT INTO records SELECT kind, '{key}', value FROM records WHERE kind = '{kind}' LIMIT 1")
}

fn check_found(rows: impl IntoIterator<Item = (String, &'static str)>) {
    for (sql, found) in rows {
        let copy = Copy::new();
        copy.run(&sql);
        let wrong = copy.wrong();
        assert!(wrong.contains(found), "{sql}: {wrong}");
    }
}

#[test]
fn records_of_accounts_are_what_the_journal_says_and_there_are_no_others() {
    let zeros = "0".repeat(64);
    let of_ann = "key = '00000000000003e8'";
    check_found([
        (
            update("account", "\"role\":\"player\"", "\"role\":\"floor\""),
            "the account record 00000000000003e8 says \"role\" is \"floor\", and by the journal it is \"player\"",
        ),
        (
            update("account", "\"daily_loss\":50000", "\"daily_loss\":90000"),
            "the account record 00000000000003eb says \"protection\" is ",
        ),
        (
            update("account", "\"opening\":", "\"opening\":9"),
            "the account record 0000000000000009 says \"day\" is {\"number\":",
        ),
        (
            format!("DELETE FROM records WHERE kind = 'account' AND {of_ann}"),
            "the account record 00000000000003e8 is missing",
        ),
        (
            invent("account", "0000000000000fff"),
            "there is the account record 0000000000000fff, and the journal tells of none",
        ),
        (invent("account", "anything"), "the account record anything has a key that none has"),
        (
            update("name", "1000", "9"),
            "the name record ann says \"player\" is 9, and by the journal it is 1000",
        ),
        (
            "DELETE FROM records WHERE kind = 'name' AND key = 'ann'".to_owned(),
            "the name record ann is missing",
        ),
        (invent("name", "mallory"), "there is the name record mallory, and the journal tells of none"),
        (invent("name_likeness", "maiiory"), "there is the name_likeness record maiiory, and"),
        (invent("token", &zeros), "there is the token record 00000000"),
        (update("token", "1003", "9"), "says \"player\" is 9, and by the journal it is 1003"),
    ]);
}

#[test]
fn secrets_codes_and_funds_are_those_that_the_journal_names() {
    let zeros = "0".repeat(64);
    check_found([
        (
            update("password", "11", "22"),
            "the password record 0000000000000009 is not the one that the journal names",
        ),
        (
            "DELETE FROM records WHERE kind = 'password'".to_owned(),
            "the password record 0000000000000009 is missing",
        ),
        (
            invent("password", "00000000000003e8"),
            "there is the password record 00000000000003e8, and the journal tells of none",
        ),
        (
            invent("second_factor", "00000000000003e8"),
            "there is the second_factor record 00000000000003e8, and",
        ),
        (update("second_factor", "4", "5"), "the second_factor record 0000000000000009 is not the one"),
        ("DELETE FROM records WHERE kind = 'floor_code'".to_owned(), "the floor_code record  is missing"),
        (
            "UPDATE records SET value = '{\"type\":\"open\",\"key\":\"".to_owned()
                + &zeros
                + "\"}' WHERE kind = 'floor_code'",
            "the floor_code record  says \"key\" is \"0000",
        ),
        (update("house_funding", ":", ":1"), "the house_funding record  says \"amount\" is 11"),
        (update("account", "{\"name\"", "{ \"name\""), "is not written as the journal says"),
    ]);
}

#[test]
fn an_exclusion_that_was_deleted_from_record_and_journal_is_missed() {
    let copy = Copy::new();
    copy.run(
        "UPDATE records SET value = json_set(value, '$.protection.excluded_until_ms', null) \
         WHERE kind = 'account' AND key = '00000000000003eb'",
    );
    assert!(
        copy.wrong().contains("the account record 00000000000003eb says \"protection\""),
        "{}",
        copy.wrong()
    );
    // The event as well, with a chain that holds: it becomes one that says nothing.
    copy.forge_in(0, |entry| {
        let mut page = JournalEntry::read(entry).expect("an entry");
        for event in &mut page.events {
            if matches!(event, RoomEvent::Excluded { .. }) {
                *event = RoomEvent::LimitSet { player: EXCLUDED.0, daily_loss: Some(50_000) };
            }
        }
        entry.body = page.body();
    });
    assert_eq!(copy.verified(None), Ok(()), "record, journal and chain agree");
    let last = copy.entries(0).last().expect("entries").last_seq();
    let why = "the card room has signed another entry, here or before: the log was written anew";
    assert_eq!(copy.wrong(), format!("the room log, event {last}: {why}"));
}

#[test]
fn a_journal_that_was_cut_off_is_missed() {
    let copy = Copy::new();
    let entries = copy.entries(0);
    let [.., before, last] = &entries[..] else { panic!("two entries") };
    copy.run(&format!("DELETE FROM entries WHERE log = 0 AND seq = {}", last.seq));
    let head = "UPDATE heads SET seq = ?1, hash = ?2 WHERE log = 0";
    copy.file.execute(head, (before.last_seq().cast_signed(), before.hash)).expect("another head");
    assert_eq!(copy.verified(None), Ok(()), "the rest is in order");
    let why = format!("it is missing; the card room has signed that the log goes on to event {}", last.seq);
    assert_eq!(copy.wrong(), format!("the room log, event {}: {why}", last.seq));
}

#[test]
fn the_end_of_the_journal_is_signed_with_the_card_rooms_key_alone() {
    let copy = Copy::new();
    let last = copy.entries(0).last().expect("entries").clone();
    let confirmation = |log| Confirmation { log, seq: last.last_seq(), hash: last.hash, at_ms: last.at_ms };
    let stored = |receipt: Receipt| encode(&JournalHead(receipt)).replace('\'', "''");
    let mallory = Signer::from_key(&[8; 32]);
    let by_mallory = Receipt::new(&confirmation(0), &mallory);
    // A receipt of a table is signed with the right key, and proves nothing of the journal.
    let of_table = Receipt::new(&confirmation(1), &Signer::from_key(&crate::world::KEY));
    for receipt in [by_mallory, of_table] {
        copy.run(&format!("UPDATE records SET value = '{}' WHERE kind = 'journal_head'", stored(receipt)));
        let why = "its end is not signed with the card room's key";
        assert_eq!(copy.wrong(), format!("the room log, event {}: {why}", last.last_seq()));
    }
    copy.run("DELETE FROM records WHERE kind = 'journal_head'");
    let why = "the signature of its end is missing";
    assert_eq!(copy.wrong(), format!("the room log, event {}: {why}", last.last_seq()));
    assert!(
        Copy::new().verified(Some(mallory.public_key())).is_err(),
        "another card room's key fits no signature"
    );
}
