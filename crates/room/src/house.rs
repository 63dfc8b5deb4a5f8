//! Bots: accounts that the house plays for. Each decides from nothing but its own view.
//!
//! [`next`] reads a bot's own [`TableView`] and its balance, and returns a command that the table accepts. When a bot
//! acts is decided by the room. [`BotIdentity`] says which bots there are.

use std::fmt;

use analysis::strategies::{NamedStrategy, Shared};
use odds::GameError;
use table::{
    BankOffer, Command, Decision, HandView, Occupant, PlayerId, RoundView, TableMode, TableStatus, TableView,
};
use uth::{Banker, Cents, Seat, Stage, Stake, Terms, Wager, Wagers};

/// How a bot plays.
#[derive(Clone)]
pub struct BotProfile {
    /// How it decides.
    pub strategy: Shared,
    /// The preferred Ante; the bot wagers the nearest amount that the table takes and its balance covers.
    pub ante: Cents,
    /// Whether it puts half as much on Trips.
    pub likes_trips: bool,
    /// The most that it puts up as player/dealer; without it, it passes the bank on.
    pub bank: Option<Cents>,
}

/// Returns what a hand may cost in Antes: Ante, Blind and the largest Play wager.
fn hand_costs() -> i64 {
    Wagers::ante(Cents(1)).exposure().0
}

/// What a bank puts up for each opponent, in Antes: Ante and Play, and the Blind of most hands that are paid for it.
const OPPONENT_COSTS: i64 = 10;

/// A bot does not bank with less than covers this many opponents.
const FEWEST_COVERED: i64 = 2;

/// Returns the bot's next command, if it has anything to do. The view is the bot's own, and the balance is that of its
/// wallet.
pub fn next(view: &TableView, player: PlayerId, profile: &BotProfile, balance: Cents) -> Option<Command> {
    let policy = Policy { view, player, profile, balance };
    policy
        .decision()
        .or_else(|| policy.answer_to_offer())
        .or_else(|| policy.wager())
        .or_else(|| policy.no_more_bets())
        .or_else(|| policy.call_for_offer())
}

/// Everything that a bot knows.
struct Policy<'a> {
    view: &'a TableView,
    player: PlayerId,
    profile: &'a BotProfile,
    balance: Cents,
}

impl Policy<'_> {
    /// Decides for the first hand that is waited for.
    fn decision(&self) -> Option<Command> {
        let round = self.live()?;
        let hand = self.hands().find(|hand| hand.awaited)?;
        let hole = hand.hole?;
        let strategy = &self.profile.strategy;
        let raise = match round.stage {
            Stage::Preflop => strategy.preflop(hole),
            Stage::Flop => strategy.flop(hole, round.board.as_slice().try_into().ok()?).then_some(2),
            Stage::River => strategy.river(hole, round.board.as_slice().try_into().ok()?).then_some(1),
            Stage::Betting | Stage::Closed | Stage::Settled | Stage::Void => return None,
        };
        let wanted = raise.map(Decision::Raise);
        // The strategy does not know the wallet: a raise that cannot be paid becomes a check or a fold.
        let affordable = || hand.actions.iter().filter(|legal| legal.amount <= self.balance);
        let raise = affordable().find(|legal| Some(legal.decision) == wanted);
        let decision = raise.or_else(|| affordable().find(|legal| legal.amount == Cents::ZERO))?.decision;
        Some(Command::Decide { player: self.player, seat: hand.seat, decision })
    }

    /// Takes the bank that is offered, or passes it on.
    fn answer_to_offer(&self) -> Option<Command> {
        let BankOffer::Offered { seat, .. } = self.view.bank else { return None };
        let player = self.seats().any(|own| own == seat).then_some(self.player)?;
        Some(match self.bank() {
            Some(wager) => Command::AcceptBank { player, seat, wager },
            None => Command::DeclineBank { player, seat },
        })
    }

    /// Wagers at its first seat that has not: when wagers are taken, and at a house's table when a wager would open
    /// the round.
    fn wager(&self) -> Option<Command> {
        let may_wager = |seat: &Seat| self.view.seats.iter().any(|one| one.seat == *seat && one.may_wager);
        let has_no_hand = |seat: &Seat| self.hands().all(|hand| hand.seat != *seat);
        let seat = self.seats().filter(may_wager).find(has_no_hand)?;
        let wagers = self.wagers()?;
        Some(Command::Wager { player: self.player, seat, wagers })
    }

    /// Closes the bets of a solo table once it has wagered.
    fn no_more_bets(&self) -> Option<Command> {
        let betting = self.live().is_some_and(|round| round.stage == Stage::Betting);
        // Elsewhere the clock closes bets, and a bot must not cut other players short.
        let alone = self.view.settings.mode() == TableMode::Solo && self.opponents() == 0;
        let wagered = self.hands().next().is_some();
        (betting && alone && wagered).then_some(Command::NoMoreBets { player: self.player })
    }

    /// Has the bank offered again after all have declined, if it wants the bank. A bot that banked last may have to
    /// pass it on (R10), and does not ask.
    fn call_for_offer(&self) -> Option<Command> {
        let view = self.view;
        let nobody_asked = view.bank == BankOffer::Nobody && self.live().is_none();
        let seat = self.seats().next()?;
        let banked_last =
            view.button == Some(seat) || view.round.as_ref().is_some_and(|round| self.banked(round));
        if !nobody_asked || banked_last || !view.settings.is_player_banked() {
            return None;
        }
        self.bank().map(|_| Command::OfferBankAgain { player: self.player })
    }

    /// Returns its wagers at one more seat, within the limits, its balance and the number of games for a person (R14).
    fn wagers(&self) -> Option<Wagers> {
        let terms = self.view.settings.terms();
        let played: u8 = self.hands().map(games).sum();
        let games = terms.rules().games_per_person.map_or(u8::MAX, |most| most.saturating_sub(played));
        // What a hand may cost at its largest raise has to be there, so that the bot never has to fold for want of
        // chips.
        let most = Cents(self.balance.0 / hand_costs());
        let ante = amount(terms, self.profile.ante.min(most)).filter(|ante| games > 0 && *ante <= most)?;
        let likes_trips = self.profile.likes_trips && games > 1 && terms.rules().offers(Wager::Trips);
        let left = self.balance - ante * hand_costs();
        let trips = amount(terms, Cents(ante.0 / 2)).filter(|trips| likes_trips && *trips <= left);
        Some(Wagers { trips: trips.unwrap_or(Cents::ZERO), ..Wagers::ante(ante) })
    }

    /// Returns what it puts up as player/dealer: enough to cover opponents who wager as it does, up to its maximum.
    fn bank(&self) -> Option<Cents> {
        let terms = self.view.settings.terms();
        let most = self.profile.bank?.min(self.balance - largest_fee(terms)).min(Terms::MOST_BANKED);
        let opponents = i64::try_from(self.opponents()).ok().filter(|opponents| *opponents > 0)?;
        let each = amount(terms, self.profile.ante)? * OPPONENT_COSTS;
        let least = each * opponents.min(FEWEST_COVERED);
        // A bank that is exhausted by the first seat is no fun for the others: rather none.
        (most >= least).then(|| most.min(each * opponents))
    }

    /// Its active seats, as long as the table is open.
    fn seats(&self) -> impl Iterator<Item = Seat> {
        let open = self.view.status == TableStatus::Open;
        self.active().filter(move |(_, who)| open && who.player == self.player).map(|(seat, _)| seat)
    }

    fn opponents(&self) -> usize {
        self.active().filter(|(_, who)| who.player != self.player).count()
    }

    fn active(&self) -> impl Iterator<Item = (Seat, Occupant)> {
        let seated = self.view.seats.iter().filter_map(|seat| Some((seat.seat, seat.occupant?)));
        seated.filter(|(_, who)| !who.sits_out && !who.leaves)
    }

    fn live(&self) -> Option<&RoundView> {
        self.view.round.as_ref().filter(|round| round.stage < Stage::Settled)
    }

    /// Its hands in the round that is under way.
    fn hands(&self) -> impl Iterator<Item = &HandView> {
        let hands = self.live().map_or(&[][..], |round| &round.hands);
        hands.iter().filter(|hand| hand.player == self.player)
    }

    fn banked(&self, round: &RoundView) -> bool {
        matches!(round.banker, Banker::PlayerDealer { person, .. } if person == self.player.person())
    }
}

/// Returns the amount nearest to `preferred` that the table takes on Ante and bonus wagers.
fn amount(terms: &Terms, preferred: Cents) -> Option<Cents> {
    let ante = terms.wager_offers().find(|offer| offer.wager == Wager::Ante)?;
    let Stake::Chosen { minimum, maximum, step } = ante.stake else { return None };
    let in_chips = Cents(preferred.0 / step.0 * step.0);
    (minimum <= maximum).then(|| in_chips.clamp(minimum, maximum))
}

/// Returns how many games a hand is (R14).
fn games(hand: &HandView) -> u8 {
    1 + hand.wagers.iter().filter(|laid| laid.wager.is_bonus()).count() as u8
}

/// Returns the most that a player/dealer may have to pay to the drop (R11).
fn largest_fee(terms: &Terms) -> Cents {
    terms.setup().schedule.map_or(Cents::ZERO, |schedule| schedule.largest_fee())
}

/// A bot: the same number always has the same name and plays the same strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotIdentity {
    number: usize,
}

impl BotIdentity {
    /// How many have a first name to themselves.
    pub const COUNT: usize = BOTS.len();

    /// The one with that number, from 0. Beyond [`BotIdentity::COUNT`] first names come again, with a number.
    pub const fn new(number: usize) -> BotIdentity {
        BotIdentity { number }
    }

    /// The name of its strategy.
    pub const fn strategy(self) -> &'static str {
        BOTS[self.number % BotIdentity::COUNT].1
    }

    /// Returns how it plays at a table with those terms. Fails for pays for which best play cannot be computed.
    ///
    /// # Panics
    /// If a strategy that comes with the program were not sound, which a test rules out.
    pub fn profile(self, terms: &Terms) -> Result<BotProfile, GameError> {
        let strategy = NamedStrategy::built_in(self.strategy()).expect("it comes with the program");
        let minimum = terms.setup().limits.map_or(USUAL_MINIMUM, |limits| limits.minimum);
        let preferred = minimum * MINIMA[self.number % MINIMA.len()];
        let ante = amount(terms, preferred).unwrap_or(preferred);
        Ok(BotProfile {
            strategy: strategy.shared(terms.pays())?,
            ante,
            likes_trips: self.number.is_multiple_of(3),
            bank: (self.number % 4 != 3).then_some(ante * ANTES_BANKED),
        })
    }
}

/// Writes "Ada (house)", so that no player takes a bot for a person.
impl fmt::Display for BotIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = BOTS[self.number % BotIdentity::COUNT];
        match self.number / BotIdentity::COUNT {
            0 => write!(f, "{name} (house)"),
            again => write!(f, "{name} {} (house)", again + 1),
        }
    }
}

/// The Ante of a cautious player where the table has no minimum.
const USUAL_MINIMUM: Cents = Cents::dollars(5);

/// The preferred Antes of the bots in turn, in table minimums.
const MINIMA: [i64; 5] = [1, 2, 1, 3, 5];

/// How many of its Antes a player puts up as a bank.
const ANTES_BANKED: i64 = 50;

const BOTS: [(&str, &str); 24] = [
    ("Ada", "uth"),
    ("Ben", "practical"),
    ("Clara", "practical"),
    ("Dev", "uth"),
    ("Elena", "best-play"),
    ("Felix", "always-4x"),
    ("Grace", "practical"),
    ("Hugo", "wait-for-flop"),
    ("Iris", "uth"),
    ("Jonas", "practical"),
    ("Kira", "uth"),
    ("Leo", "three-times"),
    ("Mina", "practical"),
    ("Noah", "uth"),
    ("Olga", "best-play"),
    ("Paolo", "practical"),
    ("Quinn", "uth"),
    ("Rosa", "practical"),
    ("Sami", "wait-for-flop"),
    ("Tara", "uth"),
    ("Uma", "practical"),
    ("Viktor", "best-play"),
    ("Wanda", "practical"),
    ("Yusuf", "uth"),
];
