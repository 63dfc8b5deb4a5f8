//! A round in a few words, for tests that are rows.

use uth::{
    Action, Banker, Book, Cents, Deal, Person, Play, Round, Seat, Settlement, SettlementLine, Setup, Stage,
    Wagers, parse_cards,
};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A table of a book that takes every even amount, so that tests can use small numbers.
pub(crate) fn setup(book: Book) -> Setup {
    Setup { chip: Cents(2), ..Setup::new(book) }
}

/// Antes, bonus wagers, cards and decisions of a whole round.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) setup: Setup,
    pub(crate) button: u8,
    pub(crate) bank: Option<i64>,
    pub(crate) hands: Vec<(u8, Wagers, &'static str, Play)>,
    pub(crate) dealer: &'static str,
    pub(crate) board: &'static str,
}

pub(crate) fn scene(book: Book, dealer: &'static str, board: &'static str) -> Scene {
    Scene { setup: setup(book), button: 1, bank: None, hands: Vec::new(), dealer, board }
}

pub(crate) fn wagers(ante: i64, trips: i64, bad_beat: i64) -> Wagers {
    Wagers { ante: Cents(ante), trips: Cents(trips), bad_beat: Cents(bad_beat) }
}

impl Scene {
    pub(crate) fn hand(mut self, seat: u8, wagers: Wagers, hole: &'static str, play: Play) -> Scene {
        self.hands.push((seat, wagers, hole, play));
        self
    }

    pub(crate) fn button(self, button: u8) -> Scene {
        Scene { button, ..self }
    }

    pub(crate) fn bank(self, wager: i64) -> Scene {
        Scene { bank: Some(wager), ..self }
    }

    pub(crate) fn banker(&self) -> Banker {
        match self.setup.book {
            Book::Washington | Book::House => Banker::House,
            Book::California | Book::CaliforniaBadBeat => Banker::PlayerDealer {
                seat: seat(self.button),
                person: Person(100),
                wager: self.bank.map(Cents),
            },
        }
    }

    /// The round with all cards dealt and nothing decided.
    pub(crate) fn dealt(&self) -> Round {
        let mut round = Round::open(self.setup.custom().expect("terms"), self.banker()).expect("a round");
        for (number, wagers, ..) in &self.hands {
            let person = Person(u64::from(*number));
            round.act(Action::Wager { seat: seat(*number), person, wagers: *wagers }).expect("wagers");
        }
        round.act(Action::NoMoreBets).expect("no more bets");
        let holes =
            self.hands.iter().map(|(number, _, hole, _)| (seat(*number), parse_cards(hole).expect("hole")));
        let (dealer, board) =
            (parse_cards(self.dealer).expect("dealer"), parse_cards(self.board).expect("board"));
        round.act(Action::Deal(Deal::known(holes, dealer, board).expect("a deal"))).expect("dealt");
        round
    }

    /// The round played to its end.
    pub(crate) fn played(&self) -> Round {
        let mut round = self.dealt();
        while round.stage() < Stage::Settled {
            let stage = round.stage();
            for (number, _, _, play) in &self.hands {
                if round.stage() == stage && round.awaits(seat(*number)) {
                    round.act(decision(stage, seat(*number), *play)).expect("a decision");
                }
            }
        }
        round
    }

    pub(crate) fn settled(&self) -> Settlement {
        self.played().settlement().expect("a settlement")
    }

    /// Every wager in order: "1 Ante win +10".
    pub(crate) fn rows(&self) -> Vec<String> {
        self.settled().lines.iter().map(row).collect()
    }
}

pub(crate) fn decision(stage: Stage, seat: Seat, play: Play) -> Action {
    match (stage, play) {
        (Stage::Preflop, Play::Raise(times @ 3..)) | (Stage::Flop, Play::Raise(times @ 2)) => {
            Action::Raise(seat, times)
        }
        (Stage::River, Play::Raise(times)) => Action::Raise(seat, times),
        (Stage::River, Play::Fold) => Action::Fold(seat),
        _ => Action::Check(seat),
    }
}

pub(crate) fn row(line: &SettlementLine) -> String {
    format!("{} {} {} {:+}", line.seat, line.wager, line.outcome, line.net.0)
}
