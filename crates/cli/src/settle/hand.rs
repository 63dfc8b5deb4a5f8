//! Plays a written hand through the same round as every other hand, and settles it.

use uth::{
    Action, Banker, Banking, Book, Card, Cards, Cents, Deal, Dealing, Decision, Limits, PayTableId, Pays,
    Person, Play, Round, RulesError, Schedule, Seat, SeatOrder, Settlement, Setup, SetupError, Stage, Terms,
    Wager, Wagers, parse_cards,
};

use super::document::{Amount, Document, DocumentId, Fault, SeatDocument};

/// A settled hand with its round.
pub struct Settled {
    pub(super) id: Option<DocumentId>,
    /// The folded hands whose cards are not known.
    pub(super) hidden: Vec<Seat>,
    pub(super) round: Round,
    pub(super) settlement: Settlement,
}

impl Settled {
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
    pub(super) fn settle(mut self) -> Result<Settled, Fault> {
        let mut round = Round::open(self.terms, self.banker).map_err(|error| match error {
            RulesError::BankWager { .. } => Fault::new("bank", error),
            _ => Fault::new("button", error),
        })?;
        for (index, parsed) in self.seats.iter().enumerate() {
            let &ParsedSeat { seat, person, wagers, .. } = parsed;
            round
                .act(Action::Wager { seat, person, wagers })
                .map_err(|error| Fault::new(format!("seats[{index}]{}", field_of(error)), error))?;
        }
        let hidden = self.fill_hidden_cards();
        let deal = self.deal()?;
        play_out(&mut round, &self.seats, deal).map_err(|error| Fault::new("seats", error))?;
        let settlement = round.settlement().ok_or_else(|| Fault::new("seats", "the hand is not over"))?;
        Ok(Settled { id: self.id, hidden, round, settlement })
    }

    /// Gives hands without cards two that are nowhere else, and returns their seats. A folded hand loses whatever its
    /// cards are, so the settlement does not depend on them.
    fn fill_hidden_cards(&mut self) -> Vec<Seat> {
        let known = self.seats.iter().filter_map(|seat| seat.hole).flatten();
        let seen: Cards = known.chain(self.dealer).chain(self.board).collect();
        let mut unseen = Card::all().filter(|card| !seen.contains(*card));
        let mut hidden = Vec::new();
        for seat in self.seats.iter_mut().filter(|seat| seat.hole.is_none()) {
            seat.hole = unseen.next().zip(unseen.next()).map(|(one, other)| [one, other]);
            hidden.push(seat.seat);
        }
        hidden
    }

    fn deal(&self) -> Result<Deal, Fault> {
        let mut seen: Cards = self.board.into_iter().collect();
        for card in self.dealer {
            see(&mut seen, card).map_err(|why| Fault::new("dealer", why))?;
        }
        for (index, seat) in self.seats.iter().enumerate() {
            for card in seat.hole.into_iter().flatten() {
                see(&mut seen, card).map_err(|why| Fault::new("hole", why).inside(index))?;
            }
        }
        let holes = self.seats.iter().filter_map(|seat| Some((seat.seat, seat.hole?)));
        Deal::known(holes, self.dealer, self.board).map_err(|error| Fault::new("seats", error))
    }
}

impl Document {
    /// Plays the hand as it is written and settles it.
    pub fn settle(&self) -> Result<Settled, Fault> {
        let terms = self.terms()?;
        let hand = ParsedHand {
            id: self.id.clone(),
            banker: self.banker(&terms)?,
            terms,
            seats: self.hands()?,
            dealer: cards("dealer", &self.dealer)?,
            board: cards("board", &self.board)?,
        };
        hand.settle()
    }

    fn terms(&self) -> Result<Terms, Fault> {
        let book: Book = self.book.parse().map_err(|error| Fault::new("book", error))?;
        let mut setup = Setup::new(book);
        // A document need not say which chip the table used. Without it any even amount settles exactly (R22).
        setup.chip = self.chip.map_or(Cents(2), |chip| chip.0);
        if let Some(name) = &self.pay_table {
            let table: PayTableId = name.parse().map_err(|error| Fault::new("pay_table", error))?;
            setup.pays = Pays::approved(table);
        }
        if let Some(number) = self.collection_schedule {
            let schedule = Schedule::printed(number)
                .ok_or_else(|| Fault::new("collection_schedule", SetupError::Schedule))?;
            setup.schedule = Some(*schedule);
        }
        setup.limits = self.limits.map(|limits| Limits { minimum: limits.min.0, maximum: limits.max.0 });
        setup.places = self.places.unwrap_or(setup.places);
        if let Some(dealing) = &self.dealing {
            setup.dealing = dealing.parse::<Dealing>().map_err(|error| Fault::new("dealing", error))?;
        }
        setup.seat_order = match self.seat_order.as_deref() {
            None => setup.seat_order,
            Some("right-to-left") => SeatOrder::RightToLeft,
            Some("left-to-right") => SeatOrder::LeftToRight,
            Some(_) => return Err(Fault::new("seat_order", "seats settle right-to-left or left-to-right")),
        };
        setup.bad_beat_needs_trips = self.bad_beat_needs_trips.unwrap_or(true);
        setup.approved().map_err(|error| Fault::new(setting_of(error), error))
    }

    fn banker(&self, terms: &Terms) -> Result<Banker, Fault> {
        let Some(number) = self.button else {
            return match (terms.rules().banking, self.bank) {
                (Banking::PlayerDealer, _) => {
                    Err(Fault::new("button", "a player-banked hand needs the player-dealer's seat"))
                }
                (Banking::House, Some(_)) => Err(Fault::new("bank", RulesError::HouseBanks)),
                (Banking::House, None) => Ok(Banker::House),
            };
        };
        let seat = seat(number, terms.places()).map_err(|why| Fault::new("button", why))?;
        let wager = self.bank.map(|Amount(wager)| wager);
        Ok(Banker::PlayerDealer { seat, person: BANKER, wager })
    }

    fn hands(&self) -> Result<Vec<ParsedSeat>, Fault> {
        let mut hands: Vec<ParsedSeat> = Vec::with_capacity(self.seats.len());
        for (index, written) in self.seats.iter().enumerate() {
            let hand = self.hand(index, written).map_err(|fault| fault.inside(index))?;
            if hands.iter().any(|other| other.seat == hand.seat) {
                let why = format!("seat {} is taken twice", hand.seat);
                return Err(Fault::new("seat", why).inside(index));
            }
            hands.push(hand);
        }
        Ok(hands)
    }

    fn hand(&self, index: usize, written: &SeatDocument) -> Result<ParsedSeat, Fault> {
        let seat = seat(written.seat, Seat::MOST as u8).map_err(|why| Fault::new("seat", why))?;
        // A seat without a player's name is a person of its own.
        let same_player = |other: &SeatDocument| written.player.is_some() && other.player == written.player;
        let person = Person(self.seats.iter().position(same_player).unwrap_or(index) as u64);
        if written.blind.is_some_and(|blind| blind != written.ante) {
            return Err(Fault::new("blind", "the Blind must equal the Ante"));
        }
        let wagers = Wagers { ante: written.ante.0, trips: written.trips.0, bad_beat: written.bad_beat.0 };
        let hole = cards("hole", &written.hole)?;
        let play = match written.play.as_str() {
            "4x" => Play::Raise(4),
            "3x" => Play::Raise(3),
            "2x" => Play::Raise(2),
            "1x" => Play::Raise(1),
            "fold" => Play::Fold,
            _ => return Err(Fault::new("play", "a hand is played 4x, 3x, 2x, 1x or fold")),
        };
        Ok(ParsedSeat { seat, person, wagers, hole: Some(hole), play })
    }
}

/// The player-dealer, a person who plays no seat.
const BANKER: Person = Person(u64::MAX);

/// Makes each decision as soon as it is legal, and checks until then.
fn play_out(round: &mut Round, hands: &[ParsedSeat], deal: Deal) -> Result<(), RulesError> {
    round.act(Action::NoMoreBets)?;
    round.act(Action::Deal(deal))?;
    while round.stage() < Stage::Settled {
        let stage = round.stage();
        for &ParsedSeat { seat, play, .. } in hands {
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

fn cards<const N: usize>(field: &str, text: &str) -> Result<[Card; N], Fault> {
    parse_cards(text).map_err(|error| Fault::new(field, format!("{text:?} cannot be read: {error}")))
}

fn seat(number: u8, places: u8) -> Result<Seat, String> {
    Seat::new(number)
        .filter(|seat| seat.number() <= places)
        .ok_or_else(|| format!("there is no seat {number}; the seats are 1 to {places}"))
}

fn see(seen: &mut Cards, card: Card) -> Result<(), String> {
    if seen.contains(card) {
        return Err(format!("the card {card} is there twice"));
    }
    *seen = seen.with(card);
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

/// Returns the field of a document that makes a setup invalid.
fn setting_of(error: SetupError) -> &'static str {
    match error {
        SetupError::Places(_) => "places",
        SetupError::Dealing(_) => "dealing",
        SetupError::SeatOrder => "seat_order",
        SetupError::Chip | SetupError::Inexact => "chip",
        SetupError::Limits
        | SetupError::LimitRange(_)
        | SetupError::AuthorisedLimit(_)
        | SetupError::LimitsMissing(_) => "limits",
        SetupError::PayTable(_) => "pay_table",
        SetupError::Collection | SetupError::Schedule | SetupError::ScheduleMissing => "collection_schedule",
        SetupError::Aggregate => "aggregate",
    }
}
