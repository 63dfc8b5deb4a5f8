//! The messages that the terminal is drawn from, in golden/play: played at tables with chosen decks, so that every
//! amount, clause and sentence in them is what a card room sends.

use protocol::{CollectionSchedule, Hex32, NamedPlayer, ServerMessage, TableMode, TableSettings, TableView};
use table::{
    Allowance, Awaits, Command, Commitment, Context, Deciding, PlayerId, Seed, Table, TableId, Timestamp,
    Viewer, decide, view,
};
use uth::{Book, Card, Cents, Decision, Deck, PayTableId, Seat, Wagers};

use crate::golden::check;

/// The player whose terminal it is.
const PLAYER: PlayerId = PlayerId(12);
const FLOOR: PlayerId = PlayerId(9);

/// A table at which rounds are played, without a ledger: all wallets are full.
struct Played(Table);

/// What everybody knows at the beginning of time.
fn with_context<T>(act: impl FnOnce(&Context<'_>) -> T) -> T {
    act(&Context {
        now: Timestamp(0),
        available: &|_| Cents::dollars(1_000_000),
        allowance: &|_| Allowance::Unlimited,
    })
}

impl Played {
    fn open(settings: &TableSettings) -> Played {
        let settings = Box::new(settings.settings().expect("settings"));
        let open = Command::Open { table: TableId(1), settings, floor: FLOOR };
        with_context(|context| Played(Deciding::open(open, context).expect("a table").finish().1))
    }

    /// A table of the house for one, at which the player sits.
    fn solo() -> Played {
        let mut played = Played::open(&TableSettings {
            places: Some(1),
            minimum: Some(500),
            maximum: Some(10_000),
            decision_ms: 60_000,
            ..TableSettings::new(Book::House, TableMode::Solo {})
        });
        played.sit(PLAYER, 1);
        played
    }

    /// A California table at which the player, two bots and another player sit.
    fn california() -> Played {
        let mode = TableMode::Clock { betting_ms: 12_000, bank_ms: 15_000 };
        let mut played = Played::open(&TableSettings {
            pay_table: Some(PayTableId::Uth04.into()),
            minimum: Some(1_000),
            maximum: Some(10_000),
            schedule: Some(CollectionSchedule::Printed(7)),
            decision_ms: 30_000,
            ..TableSettings::new(Book::CaliforniaBadBeat, mode)
        });
        for (player, number) in [(12, 1), (103, 3), (104, 4), (13, 6)] {
            played.sit(PlayerId(player), number);
        }
        played
    }

    fn does(&mut self, command: Command) {
        let asked = format!("{command:?}");
        let decided = with_context(|context| decide(&self.0, command, context));
        self.0 = decided.unwrap_or_else(|error| panic!("{asked}: {error}")).1;
        if self.0.awaits() == Awaits::Commitment {
            self.does(Command::Commit { commitment: Commitment([0x5f; 32]) });
        }
    }

    fn sit(&mut self, player: PlayerId, number: u8) {
        self.does(Command::Sit { player, seat: seat(number) });
    }

    fn player(&self, number: u8) -> PlayerId {
        self.0.occupant(seat(number)).expect("a player sits there").player
    }

    fn open_round(&mut self) {
        self.does(Command::OpenRound);
    }

    fn bank(&mut self, number: u8, dollars: i64) {
        let (player, wager) = (self.player(number), Cents::dollars(dollars));
        self.does(Command::AcceptBank { player, seat: seat(number), wager });
        self.open_round();
    }

    fn decline(&mut self, number: u8) {
        self.does(Command::DeclineBank { player: self.player(number), seat: seat(number) });
    }

    /// Puts down Ante, Trips and Bad Beat, in dollars.
    fn wager(&mut self, number: u8, [ante, trips, bad_beat]: [i64; 3]) {
        let [ante, trips, bad_beat] = [ante, trips, bad_beat].map(Cents::dollars);
        let (player, wagers) = (self.player(number), Wagers { ante, trips, bad_beat });
        self.does(Command::Wager { player, seat: seat(number), wagers });
    }

    /// Deals from a deck that begins with those cards.
    fn deal(&mut self, first: &str) {
        let mut cards: Vec<Card> =
            first.split_whitespace().map(|card| card.parse().expect("a card")).collect();
        cards.extend(Card::all().filter(|card| !first.contains(&card.to_string())));
        let deck = Deck::new(cards.try_into().expect("52 cards")).expect("a deck");
        self.does(Command::Deal { deck });
    }

    fn decide(&mut self, number: u8, decision: Decision) {
        let player = self.player(number);
        self.does(Command::Decide { player, seat: seat(number), decision });
    }

    fn reveal(&mut self) {
        self.does(Command::Reveal { seed: Seed([0x5e; 32]) });
    }

    /// Compares what the player's client is sent now.
    fn check(&self, name: &str) {
        let table = &self.0;
        let message = ServerMessage::Snapshot {
            table: table.id().into(),
            seq: table.seq().into(),
            hash: Hex32([0; 32]),
            name: "Table 1".to_owned(),
            settings: TableSettings::from(table.settings()),
            events: None,
            view: Box::new(TableView::new(view(table, Viewer::Player(PLAYER)), named)),
        };
        let text = serde_json::to_string_pretty(&message).expect("JSON") + "\n";
        check(&format!("golden/play/{name}.json"), &text);
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn named(player: PlayerId) -> NamedPlayer {
    let (name, bot) = match player.0 {
        12 => ("Guest 12", false),
        13 => ("A player with a long name", false),
        103 => ("Tara", true),
        _ => ("Sami", true),
    };
    NamedPlayer { id: player.into(), name: name.to_owned(), bot }
}

#[test]
fn the_messages_of_a_house_table_are_played() {
    let mut solo = Played::solo();
    solo.open_round();
    solo.wager(1, [5, 5, 0]);
    solo.does(Command::NoMoreBets { player: PLAYER });
    solo.deal("As Kd Qh Jc 7c 8d 9h Ac 2d");
    solo.decide(1, Decision::Check);
    solo.check("flop");

    let mut solo = Played::solo();
    solo.open_round();
    solo.wager(1, [5, 5, 0]);
    solo.does(Command::NoMoreBets { player: PLAYER });
    solo.deal("Jh Ts Qh Jc 7c 8d 9h Ac 2d");
    solo.decide(1, Decision::Raise(4));
    solo.reveal();
    solo.check("settled");
    solo.open_round();
    solo.wager(1, [5, 0, 0]);
    solo.check("betting_after_a_round");
}

#[test]
fn the_messages_of_a_california_table_are_played() {
    let mut california = Played::california();
    california.bank(1, 100);
    california.wager(3, [10, 10, 0]);
    california.wager(4, [20, 0, 0]);
    california.wager(6, [10, 0, 0]);
    with_context(|context| {
        let later = Context { now: Timestamp(12_000), ..*context };
        california.0 = decide(&california.0, Command::Tick, &later).expect("bets close").1;
    });
    california.deal("Jh Ts 7h 3s As Kd Qh Jc 7c 8d 9h Ac 2d");
    california.decide(3, Decision::Raise(4));
    california.decide(6, Decision::Raise(4));
    for decision in [Decision::Check, Decision::Check, Decision::Fold] {
        california.decide(4, decision);
    }
    california.reveal();
    california.check("banked");

    let mut california = Played::california();
    california.decline(1);
    california.bank(3, 500);
    california.wager(1, [10, 10, 10]);
    california.wager(4, [30, 15, 0]);
    california.does(Command::Void { floor: FLOOR, reason: "a card lay face up".to_owned() });
    california.reveal();
    for number in [3, 4, 6] {
        california.decline(number);
    }
    california.does(Command::OfferBankAgain { player: PLAYER });
    california.check("bank_offered");
}
