//! The rotation of the bank: what happened to it, and the two-round rule over logs that no table would write.

use std::sync::Arc;

use audit::report::{RotationExport, RotationPeriod, rotation};
use fair::shuffle::RoundId;
use journal::chain::chained;
use journal::dedup::DedupCheckpoint;
use journal::record::{EventKey, RoundSummary, TableRoundRecord, put};
use journal::{CheckpointRecord, StoredCheckpoint, TableRecord};
use protocol::{EntryBody, ExportFormat, PayTable, RotationAct, RotationLog, TableMode, TableSettings};
use store::memory::Memory;
use store::sqlite::Sqlite;
use store::{Commit, GENESIS, LogId, LogReader, LogWriter, RecordWrite};
use table::{
    BankOffer, By, Checkpoint, Commitment, Event, Occupant, PlayerId, Seq, Settings, TableId, Timestamp,
};
use uth::{Book, Cents, PayTableId, Seat};

use crate::world::{CALIFORNIA_ROUNDS, PAIR, played};

const TABLE: TableId = TableId(7);
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const ALL: RotationPeriod = RotationPeriod { first_day: 0, last_day: 99_999, table: None, player: None };

/// A log that is written without a table that would refuse it.
struct Forged {
    store: Arc<Memory>,
    hash: [u8; 32],
    seq: u64,
}

impl Forged {
    async fn new() -> Forged {
        let mut log = Forged { store: Arc::default(), hash: GENESIS, seq: 0 };
        let record = TableRecord { name: "Forged".into(), house_players: 0, closed: false };
        log.put(put(&TABLE, &record)).await;
        let settings = Box::new(settings());
        log.write(0, &[Event::Opened { table: TABLE, settings, floor: PlayerId(9) }]).await;
        let sat = [1, 2].map(|number| Event::Sat { player: PlayerId(number.into()), seat: seat(number) });
        log.write(0, &sat).await;
        log
    }

    async fn write(&mut self, at_ms: u64, events: &[Event]) {
        self.write_body(at_ms, events.len() as u32, EntryBody::new(events).to_text()).await;
    }

    async fn write_body(&mut self, at_ms: u64, events: u32, body: String) {
        let entry = chained(&self.hash, LogId(TABLE.0), self.seq + 1, events, at_ms, body);
        (self.hash, self.seq) = (entry.hash, entry.last_seq());
        self.store.append(Commit { entry: Some(entry), ..Commit::default() }).await.expect("an entry");
    }

    /// Writes a round for each letter, one a day: `A` and `B` bank, and small letters stand for void rounds.
    async fn of(rounds: &str) -> Forged {
        Forged::with(rounds, false).await
    }

    /// The same, on request with the records that a card room writes beside its log: a summary of each round, and a
    /// checkpoint before every fourth.
    async fn with(rounds: &str, records: bool) -> Forged {
        let mut log = Forged::new().await;
        log.rounds(rounds, records).await;
        log
    }

    async fn rounds(&mut self, rounds: &str, records: bool) {
        for (number, banker) in (0..).zip(rounds.chars()) {
            if records && number % 4 == 0 {
                self.checkpoint(number).await;
            }
            let first_seq = self.seq + 1;
            let place = if banker.eq_ignore_ascii_case(&'A') { 1 } else { 2 };
            let at_ms = (number + 1) * DAY_MS;
            let (player, seat, moves) = (PlayerId(place.into()), seat(place), Vec::new());
            self.write(at_ms, &[Event::BankOffered { seat, until: Timestamp(at_ms) }]).await;
            let accepted = Event::BankAccepted { player, seat, wager: Cents(5_000), moves: moves.clone() };
            self.write(at_ms, &[accepted, Event::RoundOpened { number, commitment: Commitment([0; 32]) }])
                .await;
            let end = if banker.is_lowercase() {
                Event::Voided { by: By::Floor(PlayerId(9)), reason: "a card was exposed".into(), moves }
            } else {
                Event::Settled { moves }
            };
            self.write(at_ms + 60_000, &[end]).await;
            if records {
                self.summary(number, first_seq, at_ms + 60_000).await;
            }
        }
    }

    async fn checkpoint(&self, rounds: u64) {
        let seats = [1, 2].map(|number| {
            let player = PlayerId(number.into());
            (seat(number), Occupant { player, sits_out: false, leaves: false })
        });
        let checkpoint = Checkpoint {
            table: TABLE,
            settings: settings(),
            seq: Seq(self.seq),
            rounds,
            rounds_dealt: rounds,
            seats: seats.into(),
            // The button's own count, which is among what is checked.
            banked: None,
            declined: Vec::new(),
            bank: BankOffer::Nobody,
            next_commitment: None,
        };
        let table = StoredCheckpoint(checkpoint);
        let commands = DedupCheckpoint::default();
        let record = CheckpointRecord { table, hash: self.hash, commands, last_street_seq: 0 };
        self.put(put(&EventKey { table: TABLE, seq: self.seq }, &record)).await;
    }

    async fn summary(&self, number: u64, first_seq: u64, at_ms: u64) {
        let summary = RoundSummary {
            table: TABLE.into(),
            round: protocol::RoundId(number),
            at_ms: protocol::Timestamp(at_ms),
            first_seq: protocol::Seq(first_seq),
            last_seq: protocol::Seq(self.seq),
            book: Book::California.into(),
            seats: Vec::new(),
            banked: false,
            void: false,
            wagered: 0,
            net: 0,
        };
        let key = RoundId { table: TABLE.0, round: number };
        self.put(put(&key, &TableRoundRecord(summary))).await;
    }

    async fn put(&self, write: RecordWrite) {
        self.store.append(Commit { writes: vec![write], ..Commit::default() }).await.expect("a record");
    }

    async fn rotation(&self, period: RotationPeriod) -> RotationLog {
        let store: Arc<dyn LogReader> = self.store.clone();
        rotation(&store, period).await.expect("a log")
    }
}

fn settings() -> Settings {
    let mode = TableMode::Clock { betting_ms: 1_000, bank_ms: 1_000 };
    let pay_table = Some(PayTable(PayTableId::Uth01));
    let settings = TableSettings { pay_table, ..TableSettings::new(Book::California, mode) };
    settings.settings().expect("settings")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

// Clauses: R10, R23
#[tokio::test]
async fn a_third_round_in_a_row_is_named() {
    let rows: [(&str, &[u64]); 9] = [
        ("AABBAA", &[]),
        ("ABABAB", &[]),
        ("AAA", &[2]),
        ("AAAA", &[2, 3]),
        ("AaA", &[]),
        ("AAaA", &[3]),
        ("AAbA", &[3]),
        ("AABAAA", &[5]),
        ("aaa", &[]),
    ];
    for (rounds, expected) in rows {
        let log = Forged::of(rounds).await.rotation(ALL).await;
        let named: Vec<u64> = log.violations.iter().filter_map(|one| Some(one.round?.0)).collect();
        assert_eq!(named, expected, "{rounds}");
        assert!(log.violations.iter().all(|one| one.player.0 == 1 && one.in_a_row > 2), "{rounds}");
        assert_eq!(log.rounds, rounds.chars().filter(char::is_ascii_uppercase).count() as u64, "{rounds}");
    }
}

// Clauses: R10
#[tokio::test]
async fn a_period_knows_what_came_before_it() {
    let forged = Forged::of("AAA").await;
    let third = forged.rotation(RotationPeriod { first_day: 3, ..ALL }).await;
    assert_eq!((third.rounds, third.violations.len(), third.entries.len()), (1, 1, 3));
    let before = forged.rotation(RotationPeriod { last_day: 2, ..ALL }).await;
    assert_eq!((before.rounds, before.violations.len()), (2, 0));
    let other = forged.rotation(RotationPeriod { player: Some(PlayerId(2)), ..ALL }).await;
    assert_eq!((other.rounds, other.entries.len(), other.players.len()), (0, 0, 0));
    assert_eq!(forged.rotation(RotationPeriod { table: Some(TableId(8)), ..ALL }).await.rounds, 0);
}

// Clauses: R10, R23
#[tokio::test]
async fn a_period_that_is_read_from_a_checkpoint_says_the_same() {
    let logs = [
        "AABBAABBAABBAABBAABB",
        "AABBAABBaAbBAAABBABA",
        // The banker does not change between the checkpoints: only the beginning tells how many in a row it were.
        "ABBAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAB",
        "AABBaaaaaaaaaaaaAAaA",
        "aaaaaaaaaaaaaaaaaaaa",
    ];
    for rounds in logs {
        let [plain, indexed] = [Forged::with(rounds, false).await, Forged::with(rounds, true).await];
        for first_day in 0..=rounds.len() as u64 + 1 {
            for last_day in [first_day, first_day + 3, 99] {
                let period = RotationPeriod { first_day, last_day, ..ALL };
                let (one, other) = (plain.rotation(period).await, indexed.rotation(period).await);
                assert_eq!(one, other, "{rounds} from {first_day} to {last_day}");
            }
        }
    }
}

#[tokio::test]
async fn a_late_period_is_read_neither_from_the_beginning_nor_to_the_end() {
    let mut log = Forged::new().await;
    // Whatever reads these is refused.
    for _ in 0..20 {
        log.write_body(0, 1, "unreadable".to_owned()).await;
    }
    log.rounds("AABBAABBAABBAABB", true).await;
    log.write_body(99 * DAY_MS, 1, "unreadable".to_owned()).await;
    let told = log.rotation(RotationPeriod { first_day: 14, last_day: 15, ..ALL }).await;
    assert_eq!((told.rounds, told.violations.len()), (2, 0));
    let store: Arc<dyn LogReader> = log.store.clone();
    assert!(rotation(&store, ALL).await.is_err(), "all of it would be read");
}

#[tokio::test]
async fn every_answer_to_an_offer_is_told_by_player() {
    let mut log = Forged::new().await;
    let offered = |number| Event::BankOffered { seat: seat(number), until: Timestamp(5) };
    let declined = |number, by| Event::BankDeclined { seat: seat(number), by };
    let moves = Vec::new();
    let accepted =
        Event::BankAccepted { player: PlayerId(2), seat: seat(2), wager: Cents(1), moves: moves.clone() };
    log.write(1, &[offered(1), declined(1, By::Player(PlayerId(1)))]).await;
    log.write(2, &[offered(2), declined(2, By::Table)]).await;
    log.write(3, &[Event::BankOfferedAgain, offered(2), accepted.clone()]).await;
    log.write(4, &[Event::BankWithdrawn { seat: seat(2), moves: moves.clone() }, offered(1)]).await;
    log.write(5, &[Event::Left { player: PlayerId(1), seat: seat(1) }, Event::OfferLapsed]).await;
    let opened = Event::RoundOpened { number: 0, commitment: Commitment([0; 32]) };
    log.write(6, &[offered(2), accepted, opened]).await;
    let stands_down = Event::Voided { by: By::Player(PlayerId(2)), reason: "stood down".into(), moves };
    log.write(90_006, &[stands_down]).await;
    let told = log.rotation(ALL).await;
    let acts: Vec<(RotationAct, Option<u64>)> =
        told.entries.iter().rev().map(|entry| (entry.act, entry.player.map(|player| player.0))).collect();
    let expected = [
        (RotationAct::Offered, Some(1)),
        (RotationAct::Declined, Some(1)),
        (RotationAct::Offered, Some(2)),
        (RotationAct::TimedOut, Some(2)),
        (RotationAct::OfferedAgain, None),
        (RotationAct::Offered, Some(2)),
        (RotationAct::Accepted, Some(2)),
        (RotationAct::Withdrawn, Some(2)),
        (RotationAct::Offered, Some(1)),
        (RotationAct::Lapsed, Some(1)),
        (RotationAct::Offered, Some(2)),
        (RotationAct::Accepted, Some(2)),
        (RotationAct::Withdrawn, Some(2)),
    ];
    assert_eq!(acts, expected);
    let [first, second] = &told.players[..] else { panic!("two players: {told:?}") };
    assert_eq!((first.offered, first.declined, first.timed_out, first.accepted), (2, 1, 1, 0));
    assert_eq!((second.offered, second.timed_out, second.accepted, second.withdrawn), (3, 1, 2, 2));
    assert_eq!(second.banked_ms, 90_001);
}

async fn exported(store: Arc<dyn LogReader>, format: ExportFormat) -> String {
    let mut export = RotationExport::new(store, ALL, format).await.expect("an export");
    let mut text = String::new();
    while let Some(page) = export.page().await.expect("a page") {
        text.push_str(&page);
    }
    text
}

#[tokio::test]
async fn the_log_is_exported_line_by_line() {
    let forged = Forged::of("AAA").await;
    let csv = exported(forged.store.clone(), ExportFormat::Csv).await;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 1 + 9);
    assert!(rows[0].starts_with("time,table,seq,act,player,name,bot,seat,round,wager,banked_ms,"), "{csv}");
    assert_eq!(rows[3], "1970-01-02T00:01:00.000Z,7,7,banked,1,Player 1,false,1,0,5000,60000,1,false");
    assert!(rows[9].ends_with(",banked,1,Player 1,false,1,2,5000,60000,3,true"), "{csv}");
    let lines = exported(forged.store.clone(), ExportFormat::Jsonl).await;
    assert_eq!(lines.lines().count(), 9);
    assert!(lines.lines().last().is_some_and(|line| line.contains(r#""violation":true"#)), "{lines}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_room_keeps_the_rule() {
    let store: Arc<dyn LogReader> = Arc::new(Sqlite::open_read_only(played()).expect("a file"));
    let told = rotation(&store, ALL).await.expect("a log");
    assert_eq!((told.rounds, told.violations.len(), told.left_out), (CALIFORNIA_ROUNDS, 0, 0));
    for (player, bot) in PAIR.into_iter().zip([false, true]) {
        let own = told.players.iter().find(|one| one.player.id == player.into()).expect("a banker");
        assert_eq!((own.rounds, own.most_in_a_row, own.player.bot), (2, 2, bot));
        assert!(own.accepted >= 2 && own.offered >= own.accepted);
    }
}
