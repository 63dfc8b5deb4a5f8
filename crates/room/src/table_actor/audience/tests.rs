//! No message tells what its viewer may not know: exchange the cards that they have not seen, and not one byte changes.

use table::{
    Allowance, Command, Commitment, Context, Decision, Event, PlayerId, Settings, Table, TableId, TableMode,
    Timestamp, Viewer, decide, view,
};
use uth::{Book, Card, Cents, Dealing, Deck, Destination, Seat, Setup, Stage, Wagers};

use super::{CommittedEvents, snapshot, update};
use protocol::{NamedPlayer, TableView};

/// Seat 1 banks in California and only watches elsewhere; seats 2 and 3 play; seat 3 folds.
const VIEWERS: [Viewer; 4] = [
    Viewer::Player(PlayerId(2)),
    Viewer::Player(PlayerId(3)),
    Viewer::Player(PlayerId(1)),
    Viewer::Spectator,
];

const MODE: TableMode = TableMode::Clock { betting_ms: 10, bank_ms: 10 };

fn context(now_ms: u64) -> Context<'static> {
    Context {
        now: Timestamp(now_ms),
        available: &|_| Cents::dollars(1_000_000),
        allowance: &|_| Allowance::Unlimited,
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// All messages of a round that goes to its end, each with the stage that the table had then.
struct Transcript {
    table: Table,
    messages: Vec<(Stage, Viewer, String)>,
}

impl Transcript {
    fn execute(&mut self, command: Command) {
        let context = context(100);
        let (events, next) = decide(&self.table, command, &context).expect("a legal command");
        self.table = next;
        let stage = self.table.round().map_or(Stage::Betting, |round| round.round.stage());
        for viewer in VIEWERS {
            let named =
                |player: PlayerId| NamedPlayer { id: player.into(), name: player.to_string(), bot: false };
            let committed = CommittedEvents {
                at: Timestamp(100),
                by: Some(PlayerId(2)),
                events: events.iter().map(Into::into).collect(),
            };
            let view = TableView::new(view(&self.table, viewer), named);
            let update = update(&self.table, [0; 32], &committed, view.clone());
            let snapshot = snapshot(&self.table, [0; 32], "Table", None, view);
            self.messages.push((stage, viewer, format!("{update}\n{snapshot}")));
        }
    }

    fn decide(&mut self, number: u8, decision: Decision) {
        self.execute(Command::Decide { player: PlayerId(number.into()), seat: seat(number), decision });
    }
}

fn told(setup: &Setup, deck: &Deck, is_void: bool) -> Vec<(Stage, Viewer, String)> {
    let settings = Settings::new(setup.approved().expect("terms"), MODE, 10).expect("settings");
    let opened = Event::Opened { table: TableId(1), settings: Box::new(settings), floor: PlayerId(9) };
    let mut telling = Transcript { table: Table::opened(&opened).expect("a table"), messages: Vec::new() };
    telling.execute(Command::Commit { commitment: Commitment([3; 32]) });
    for number in 1..=3 {
        telling.execute(Command::Sit { player: PlayerId(number), seat: seat(number as u8) });
    }
    if settings.is_player_banked() {
        let bank = Command::AcceptBank { player: PlayerId(1), seat: seat(1), wager: Cents::dollars(5_000) };
        telling.execute(bank);
    }
    telling.execute(Command::OpenRound);
    for number in 2..=3 {
        // Without Trips: what a folded hand wins there is turned up for all to see.
        let wagers = Wagers::ante(Cents::dollars(10));
        telling.execute(Command::Wager { player: PlayerId(number), seat: seat(number as u8), wagers });
    }
    telling.table_time();
    telling.execute(Command::Deal { deck: *deck });
    telling.decide(2, Decision::Check);
    telling.decide(3, Decision::Check);
    if is_void {
        telling.execute(Command::Void { floor: PlayerId(9), reason: "a fault".into() });
        return telling.messages;
    }
    telling.decide(2, Decision::Check);
    telling.decide(3, Decision::Check);
    telling.decide(2, Decision::Raise(1));
    telling.decide(3, Decision::Fold);
    telling.messages
}

impl Transcript {
    /// The betting time is up.
    fn table_time(&mut self) {
        let context = context(10_000);
        self.table = decide(&self.table, Command::Tick, &context).expect("no more bets").1;
    }
}

/// Whether the viewer has seen the card that goes there at that stage; `place` counts the cards of the board.
fn is_seen(viewer: Viewer, stage: Stage, to: Destination, place: usize) -> bool {
    match to {
        Destination::Seat(at) => {
            let own = viewer == Viewer::Player(PlayerId(at.number().into())) && stage > Stage::Closed;
            own || (stage == Stage::Settled && at == seat(2))
        }
        Destination::Dealer => stage == Stage::Settled,
        Destination::Board => match stage {
            Stage::Flop => place < 3,
            Stage::River | Stage::Settled => true,
            _ => false,
        },
    }
}

/// The deck with all cards that the viewer has not seen moved round by so many places.
fn exchanged(deck: &Deck, dealing: Dealing, viewer: Viewer, stage: Stage, turn: usize) -> Deck {
    let mut board = 0;
    let mut hidden: Vec<usize> = Vec::new();
    let mut order = dealing.order([seat(2), seat(3)].into_iter());
    for index in 0..52 {
        let to = order.next();
        if to.is_none_or(|to| !is_seen(viewer, stage, to, board)) {
            hidden.push(index);
        }
        board += usize::from(to == Some(Destination::Board));
    }
    let mut cards: [Card; 52] = *deck.cards();
    for (place, index) in hidden.iter().enumerate() {
        cards[*index] = deck.cards()[hidden[(place + turn) % hidden.len()]];
    }
    Deck::new(cards).expect("a deck")
}

#[test]
fn cards_that_a_viewer_may_not_see_change_no_byte_of_their_messages() {
    let (mut compared, mut different) = (0, 0);
    for (book, is_void) in Book::ALL.into_iter().flat_map(|book| [(book, false), (book, true)]) {
        for dealing in book.rules().dealings {
            let setup = Setup { dealing: *dealing, ..Setup::new(book) };
            let deck = Deck::unshuffled();
            let original = told(&setup, &deck, is_void);
            for (place, (stage, viewer, frame)) in original.iter().enumerate() {
                // What a void round had turned up is still known to those who saw it, and told to nobody.
                for turn in [1, 7, 20] {
                    let other = exchanged(&deck, *dealing, *viewer, *stage, turn);
                    let others = told(&setup, &other, is_void);
                    let Some((_, _, told)) = others.get(place) else { continue };
                    assert_eq!(told, frame, "{book} {dealing} {stage:?} {viewer:?}");
                    compared += 1;
                    different += usize::from(others.iter().zip(&original).any(|(one, two)| one.2 != two.2));
                }
            }
        }
    }
    assert!(compared > 1_000 && different > compared / 2, "{compared}, {different}: the test could not fail");
}
