//! Plays a hand that has been read through the same round as every other hand, and settles it.

use uth::{
    Action, Banker, Card, Cards, Cents, Deal, Decision, Person, Play, Round, RulesError, Seat, Settlement,
    Stage, Strength, Terms, Wager, Wagers,
};

use super::document::{DocumentError, DocumentId};

/// A settled hand with its round.
pub struct Settled {
    pub(super) id: Option<DocumentId>,
    /// The folded hands whose cards are not known.
    pub(super) hidden: Vec<Seat>,
    pub(super) round: Round,
    pub(super) settlement: Settlement,
}

impl Settled {
    /// Returns what happened to each wager of a seat, in words.
    pub(super) fn explanation(&self, seat: Seat) -> Vec<String> {
        self.settlement.explanation(self.round.terms().rules(), seat)
    }

    /// Returns whether the players won what the bank lost.
    pub fn is_balanced(&self) -> bool {
        let players: Cents = self.settlement.seats.iter().map(|seat| seat.net).sum();
        let bank = self.settlement.lines.last().map_or(Cents::ZERO, |line| line.bank);
        players + bank == Cents::ZERO
    }
}

/// A hand that has been read, whatever its form.
pub(super) struct ParsedHand {
    pub(super) id: Option<DocumentId>,
    pub(super) terms: Terms,
    pub(super) banker: Banker,
    pub(super) seats: Vec<ParsedSeat>,
    pub(super) dealer: [Card; 2],
    pub(super) board: [Card; 5],
}

/// A seat of a hand that has been read.
pub(super) struct ParsedSeat {
    pub(super) seat: Seat,
    pub(super) person: Person,
    pub(super) wagers: Wagers,
    /// The hole cards; a hand that folded may keep them to itself.
    pub(super) hole: Option<[Card; 2]>,
    pub(super) play: Play,
}

impl ParsedHand {
    /// Plays the hand through a round and settles it.
    pub(super) fn settle(mut self) -> Result<Settled, DocumentError> {
        let mut round = Round::open(self.terms, self.banker).map_err(|error| match error {
            RulesError::BankWager { .. } => DocumentError::new("bank", error),
            _ => DocumentError::new("button", error),
        })?;
        for (index, parsed) in self.seats.iter().enumerate() {
            let &ParsedSeat { seat, person, wagers, .. } = parsed;
            round
                .act(Action::Wager { seat, person, wagers })
                .map_err(|error| DocumentError::new(format!("seats[{index}]{}", field_of(error)), error))?;
        }
        let hidden = self.fill_hidden_cards();
        let deal = self.deal()?;
        play_out(&mut round, &self.seats, deal).map_err(|error| DocumentError::new("seats", error))?;
        let settlement =
            round.settlement().ok_or_else(|| DocumentError::new("seats", "the hand is not over"))?;
        Ok(Settled { id: self.id, hidden, round, settlement })
    }

    /// Gives hands without cards two that are nowhere else, and returns their seats. A folded hand loses whatever its
    /// cards are, but for Trips: what wins that is turned up, so the cards that stayed hidden are weak ones.
    fn fill_hidden_cards(&mut self) -> Vec<Seat> {
        let known = self.seats.iter().filter_map(|seat| seat.hole).flatten();
        let mut seen: Cards = known.chain(self.dealer).chain(self.board).collect();
        let board: Cards = self.board.into_iter().collect();
        let mut hidden = Vec::new();
        for seat in self.seats.iter_mut().filter(|seat| seat.hole.is_none()) {
            let unseen: Vec<Card> = Card::all().filter(|card| !seen.contains(*card)).collect();
            let pairs = unseen.iter().flat_map(|one| unseen.iter().map(move |other| [*one, *other]));
            let pairs = pairs.filter(|[one, other]| one != other);
            let weakest =
                pairs.min_by_key(|pair| Strength::of(pair.iter().copied().fold(board, Cards::with)));
            seen = weakest.into_iter().flatten().fold(seen, Cards::with);
            seat.hole = weakest;
            hidden.push(seat.seat);
        }
        hidden
    }

    /// Returns the deal, or the field with a card that another field has too.
    fn deal(&self) -> Result<Deal, DocumentError> {
        let mut seen: Cards = self.board.into_iter().collect();
        let holes = self.seats.iter().enumerate().filter_map(|(index, seat)| Some((Some(index), seat.hole?)));
        for (index, cards) in [(None, self.dealer)].into_iter().chain(holes) {
            for card in cards {
                if seen.contains(card) {
                    let field = index.map_or("dealer".to_owned(), |index| format!("seats[{index}].hole"));
                    return Err(DocumentError::new(field, format!("the card {card} is there twice")));
                }
                seen = seen.with(card);
            }
        }
        let holes = self.seats.iter().filter_map(|seat| Some((seat.seat, seat.hole?)));
        Deal::known(holes, self.dealer, self.board).map_err(|error| DocumentError::new("seats", error))
    }
}

/// Makes each decision as soon as it is legal, and checks until then.
fn play_out(round: &mut Round, hands: &[ParsedSeat], deal: Deal) -> Result<(), RulesError> {
    round.act(Action::NoMoreBets)?;
    round.act(Action::Deal(deal))?;
    while round.stage() < Stage::Settled {
        let stage = round.stage();
        for &ParsedSeat { seat, play, .. } in hands {
            // The last decision of a street turns the next one, which asks all seats again from the first.
            if round.stage() != stage || !round.awaits(seat) {
                continue;
            }
            let wanted = match play {
                Play::Raise(times) => Decision::Raise(times),
                Play::Fold => Decision::Fold,
            };
            let is_legal = round.legal_actions(seat).any(|legal| legal.decision == wanted);
            let decision = if is_legal { wanted } else { Decision::Check };
            round.act(decision.action(seat))?;
        }
    }
    Ok(())
}

/// Returns the field of a seat that a refusal is about.
fn field_of(refusal: RulesError) -> &'static str {
    match refusal {
        RulesError::NotOffered { wager }
        | RulesError::Amount { wager }
        | RulesError::OutOfLimits { wager, .. }
        | RulesError::NotInChips { wager, .. } => match wager {
            Wager::Ante | Wager::Blind | Wager::Play => ".ante",
            Wager::Trips => ".trips",
            Wager::BadBeat => ".bad_beat",
        },
        RulesError::BadBeatNeedsTrips => ".bad_beat",
        RulesError::NoSuchSeat { .. } | RulesError::BankerPlays { .. } => ".seat",
        RulesError::TooManyGames { .. } => ".player",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use uth::{Banker, Book, Cents, Person, Play, Seat, Setup, Wager, Wagers, parse_cards};

    use super::{ParsedHand, ParsedSeat};

    #[test]
    fn a_folded_hand_that_stayed_hidden_wins_no_trips() {
        let seat = Seat::new(1).expect("a seat");
        let wagers = Wagers { trips: Cents::dollars(5), ..Wagers::ante(Cents::dollars(5)) };
        let folded = ParsedSeat { seat, person: Person(1), wagers, hole: None, play: Play::Fold };
        let hand = ParsedHand {
            id: None,
            terms: Setup::new(Book::House).approved().expect("the usual table"),
            banker: Banker::House,
            seats: vec![folded],
            dealer: parse_cards("Ah Kd").expect("two cards"),
            // The two deuces that are left would make four of a kind.
            board: parse_cards("2s 2h 7c 9d Js").expect("five cards"),
        };
        let settled = hand.settle().expect("a settlement");
        assert_eq!(settled.hidden, [seat]);
        let mut trips = settled.settlement.lines.iter().filter(|line| line.wager == Wager::Trips);
        assert!(trips.all(|line| line.net == -line.stake), "{:?}", settled.settlement.lines);
    }
}
