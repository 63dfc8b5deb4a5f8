//! A table as one viewer may see it, and what that viewer may do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::book::{Odds, PayRow, bracket_labels, pay_rows};
use super::convert::{Convert, from_both_ways, one_way};
use super::id::{Hex32, PlayerId, RoundId, SeatNumber, Seq, TableId, Timestamp};
use super::text::{Card, PayTable};

/// Declares a wire enum that has the same variants as a domain enum and is printed as it is written.
macro_rules! same_variants {
    ($(#[$doc:meta])* $wire:ident = $domain:ty { $($(#[$about:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $wire {
            $($(#[$about])* $variant,)*
        }

        from_both_ways! {
            $domain => $wire,
                |value| match value { $(<$domain>::$variant => $wire::$variant,)* },
                |value| match value { $($wire::$variant => <$domain>::$variant,)* };
        }

        impl std::fmt::Display for $wire {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                // A formatter is a serializer of names, so the names on the wire are not listed a second time.
                self.serialize(f)
            }
        }
    };
}

/// A player, as far as every viewer may know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedPlayer {
    /// The number of the account.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// Whether the card room plays for it.
    pub bot: bool,
}

/// A table as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableView {
    /// Which table.
    pub table: TableId,
    /// The last event of the table.
    pub seq: Seq,
    /// Whether the table takes players.
    pub status: TableStatus,
    /// Every seat, in order.
    pub seats: Vec<SeatView>,
    /// The wagers of the layout: which amounts they take and what they pay.
    pub offers: Vec<WagerOffer>,
    /// What the table posts for everybody to see; the odds of the wagers are in `offers`.
    pub posted: Posted,
    /// The seat that banked last.
    pub button: Option<SeatNumber>,
    /// How the bank of the next round stands.
    pub bank: BankOffer,
    /// What the table waits for.
    pub awaits: Awaits,
    /// When the table goes on by itself, if a clock runs.
    pub until_ms: Option<Timestamp>,
    /// The round that is under way, or the last one.
    pub round: Option<RoundView>,
    /// The round that opens next, with what the card room has committed to before anybody wagers or adds a seed; null
    /// while a round is under way.
    pub next_round: Option<NextRound>,
}

/// A round before it opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NextRound {
    /// The number of the round.
    pub number: RoundId,
    /// The hash of the card room's seed.
    pub commitment: Hex32,
}

same_variants! {
    /// Whether a table takes players.
    TableStatus = table::TableStatus {
        /// It takes players and opens rounds.
        Open,
        /// It finishes the hand that is under way and then closes.
        Closing,
        /// It is closed for good.
        Closed,
    }
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    /// A player, to sit down, wager or decide.
    Players,
    /// The first wager, which opens a round.
    Wagers,
    /// The card room, to deal or to reveal.
    Room,
    /// Nothing: the table is closed.
    Nothing,
}

/// A seat as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // On the wire each fact has a name of its own, and any of them may hold.
pub struct SeatView {
    /// Which seat.
    pub seat: SeatNumber,
    /// Who sits there.
    pub player: Option<NamedPlayer>,
    /// Whether they take no part for now.
    pub sits_out: bool,
    /// Whether they leave as soon as the hand is over.
    pub leaves: bool,
    /// Whether they have no connection to the card room at present. Bots are never away, and nobody is in a history.
    pub away: bool,
    /// Whether the viewer may wager there now, or with the next round.
    pub may_wager: bool,
}

/// How the bank of the next round stands at a player-banked table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum BankOffer {
    /// No seat is asked: a round is under way, the house banks, or no seat is left to ask.
    Nobody {},
    /// A seat is asked.
    Offered {
        /// The seat.
        seat: SeatNumber,
        /// How long the offer stands.
        until_ms: Timestamp,
    },
    /// A player has put up the bank, and the round is about to open.
    Accepted {
        /// The seat.
        seat: SeatNumber,
        /// The player.
        player: PlayerId,
        /// What the bank was put up with, in cents.
        wager: i64,
    },
}

/// A wagering area of a table's layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerOffer {
    /// Which wager.
    pub wager: Wager,
    /// Which amounts it takes.
    pub amount: LegalAmount,
    /// The wager without which it is not taken.
    pub requires: Option<Wager>,
    /// What it pays by kind of hand, best first; empty for even money.
    pub pays: Vec<PayRow>,
}

/// What a table posts: everything that its rule book wants on the layout or on a sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Posted {
    /// What the layout says.
    pub inscription: Option<String>,
    /// The minimum of each wager, in cents; null if there is none.
    pub minimum: Option<i64>,
    /// The maximum of each wager, in cents; null if there is none.
    pub maximum: Option<i64>,
    /// The name of the approved pay table; null if the table has pays of its own.
    pub pay_table: Option<PayTable>,
    /// The number of the printed collection schedule; null without a collection or with a schedule of the table's own.
    pub schedule: Option<u8>,
    /// What is collected from the player/dealer; null if nothing is.
    pub collection: Option<Vec<PostedFee>>,
    /// Everything else that is posted, a sentence each.
    pub notices: Vec<String>,
}

/// A line of the posted collection schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PostedFee {
    /// The total of all wagers before the deal, as it is printed, like `$1 - $49`.
    pub table_action: String,
    /// What the player/dealer pays, in cents.
    pub fee: i64,
}

/// Which amounts a wager takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LegalAmount {
    /// The player chooses a multiple of `step` from `minimum` to `maximum`, all in cents.
    Chosen {
        /// The least amount.
        minimum: i64,
        /// The largest amount.
        maximum: i64,
        /// The table's chip.
        step: i64,
    },
    /// Always as much as the Ante.
    EqualToAnte {},
    /// Antes as a raise says, once the cards are out.
    Raised {},
}

same_variants! {
    /// A wager of the layout.
    Wager = uth::Wager {
        /// Paid even money against a qualifying dealer.
        Ante,
        /// As high as the Ante; paid by its pay table.
        Blind,
        /// The raise.
        Play,
        /// A bonus on the player's own hand.
        Trips,
        /// A bonus on a strong hand that loses.
        BadBeat,
    }
}

same_variants! {
    /// How far a round has come.
    Stage = uth::Stage {
        /// Wagers are taken.
        Betting,
        /// No more bets; the cards are about to be dealt.
        Closed,
        /// Hole cards are dealt; the hands decide.
        Preflop,
        /// Three cards of the board are turned; the hands decide.
        Flop,
        /// All five cards of the board are turned; the hands decide.
        River,
        /// Every wager is settled.
        Settled,
        /// The round was declared void.
        Void,
    }
}

/// A round as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundView {
    /// The number of the round.
    pub number: RoundId,
    /// The deck in play: two decks alternate where the rule book has two.
    pub deck: DeckColour,
    /// How far the round has come.
    pub stage: Stage,
    /// Who banks it.
    pub banker: Banker,
    /// The hash of the card room's seed, published before anybody wagered or added a seed.
    pub commitment: Hex32,
    /// What players added to the shuffle.
    pub seeds: Vec<SeatSeed>,
    /// The card room's seed, once it is public.
    pub revealed: Option<Hex32>,
    /// What was collected from the player/dealer, in cents.
    pub collection: Option<i64>,
    /// The hands that play, seat by seat.
    pub hands: Vec<HandView>,
    /// The cards of the board that have been turned over.
    pub board: Vec<Card>,
    /// The dealer's hole cards, once they have been turned over.
    pub dealer: Option<[Card; 2]>,
    /// The dealer's best five, likewise.
    pub dealer_hand: Option<BestHand>,
    /// What a player/dealer's bank won or lost, once the round is over, in cents.
    pub bank_net: Option<i64>,
    /// Why the round was declared void.
    pub void_reason: Option<String>,
}

same_variants! {
    /// The colour of a deck's backs.
    DeckColour = uth::DeckColour {
        /// Red backs.
        Red,
        /// Blue backs.
        Blue,
    }
}

/// Who banks a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Banker {
    /// The house.
    House {},
    /// A player.
    PlayerDealer {
        /// The seat.
        seat: SeatNumber,
        /// The player.
        player: PlayerId,
        /// What the bank was put up with, in cents.
        wager: Option<i64>,
    },
}

/// What a player added to a shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatSeed {
    /// Where they sat.
    pub seat: SeatNumber,
    /// What they added.
    pub seed: Hex32,
}

/// A hand as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandView {
    /// Where it lies.
    pub seat: SeatNumber,
    /// Whose it is.
    pub player: PlayerId,
    /// The wagers that lie there.
    pub wagers: Vec<WagerView>,
    /// The Play wager in Antes, 0 for a fold; null until the hand raised or folded.
    pub play: Option<u8>,
    /// Whether the round waits for its decision.
    pub awaited: bool,
    /// What the viewer may decide for it now; empty for the hands of others.
    pub actions: Vec<LegalAction>,
    /// Its hole cards, if the viewer may see them.
    pub hole: Option<[Card; 2]>,
    /// Its best five, once the round is settled, if the viewer may see them.
    pub hand: Option<BestHand>,
    /// How it ended against the dealer's, once the round is settled.
    pub result: Option<HandResult>,
    /// What it won or lost in all, once the round is over, in cents.
    pub net: Option<i64>,
    /// What happened to the wagers, as the player is told it: a sentence for each, in the order of settlement, or one
    /// for all if the round was declared void. Empty until the round is over.
    pub explanation: Vec<String>,
}

/// A decision that is legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LegalAction {
    /// Pass.
    Check {},
    /// Make the Play wager.
    Raise {
        /// The Play wager in Antes.
        times: u8,
        /// The Play wager in cents.
        amount: i64,
    },
    /// Give the hand up.
    Fold {},
}

same_variants! {
    /// How a hand ended against the dealer's.
    HandResult = uth::HandResult {
        /// It beat the dealer's.
        Win,
        /// The dealer's beat it.
        Lose,
        /// Both are equal.
        Push,
        /// It was given up.
        Fold,
    }
}

/// The best five cards of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestHand {
    /// The kind of hand, like `Full house`.
    pub kind: String,
    /// The hand in words, like `Full house, kings full of tens`.
    pub name: String,
    /// The five cards.
    pub best: [Card; 5],
}

/// A wager of a hand. What is null is known once the round is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerView {
    /// Which wager.
    pub wager: Wager,
    /// The amount that lies there, in cents.
    pub stake: i64,
    /// How it ended.
    pub outcome: Option<WagerOutcome>,
    /// What the player gained, or lost if negative, in cents.
    pub net: Option<i64>,
    /// The odds at which it won; null if it did not win. A bank that did not reach far enough paid less than they say.
    pub odds: Option<Odds>,
    /// The clause of the rules that settles it so.
    pub clause: Option<String>,
    /// Its place in the order of settlement, from 1, over all hands of the round.
    pub order: Option<usize>,
    /// The bank's result after it, in cents.
    pub bank: Option<i64>,
}

same_variants! {
    /// How a wager ended.
    WagerOutcome = uth::WagerOutcome {
        /// Paid in full.
        Win,
        /// Taken in full.
        Lose,
        /// Given back by the rules of the game.
        Push,
        /// Given back because the bank did not reach it, or the round was void.
        Returned,
        /// Paid or taken as far as the bank reached.
        PartlyCovered,
    }
}

impl TableView {
    /// Marks the seats of players without a connection. No event tells who is connected, so that only the card room
    /// knows, and only for the present.
    #[must_use]
    pub fn with_away(mut self, is_away: impl Fn(table::PlayerId) -> bool) -> TableView {
        for seat in &mut self.seats {
            seat.away = seat.player.as_ref().is_some_and(|player| is_away(player.id.into()));
        }
        self
    }

    /// Writes a view down. `named` says who a player is.
    pub fn new(view: table::TableView, named: impl Fn(table::PlayerId) -> NamedPlayer) -> TableView {
        let (awaits, until_ms) = match view.awaits {
            table::Awaits::Players { until } => (Awaits::Players, until),
            table::Awaits::Opening => (Awaits::Wagers, None),
            // The card room does all three in the commit that makes them due, so that a client hardly ever sees this.
            table::Awaits::Commitment | table::Awaits::Deck | table::Awaits::Reveal => (Awaits::Room, None),
            table::Awaits::Nothing => (Awaits::Nothing, None),
        };
        TableView {
            table: view.table.into(),
            seq: view.seq.into(),
            status: view.status.into(),
            next_round: view
                .next_round
                .map(|next| NextRound { number: RoundId(next.number), commitment: Hex32(next.commitment.0) }),
            seats: view.seats.iter().map(|seat| SeatView::new(seat, &named)).collect(),
            offers: view.offers.convert(),
            posted: Posted::from(&view.posted),
            button: view.button.convert(),
            bank: view.bank.into(),
            awaits,
            until_ms: until_ms.convert(),
            round: view.round.convert(),
        }
    }

    /// Returns the seats of a player.
    pub fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = &SeatView> {
        self.seats.iter().filter(move |seat| seat.player.as_ref().is_some_and(|named| named.id == player))
    }

    /// Returns the round, as long as it is neither settled nor void.
    pub fn live(&self) -> Option<&RoundView> {
        // Stages are in the order of play, and the last two are its ends.
        self.round.as_ref().filter(|round| round.stage < Stage::Settled)
    }
}

impl RoundView {
    /// Returns the hands of a player.
    pub fn hands_of(&self, player: PlayerId) -> impl Iterator<Item = &HandView> {
        self.hands.iter().filter(move |hand| hand.player == player)
    }

    /// Returns whether that player banks it.
    pub fn is_banked_by(&self, id: PlayerId) -> bool {
        matches!(self.banker, Banker::PlayerDealer { player, .. } if player == id)
    }
}

impl HandView {
    /// Returns the amount that lies on a wager, in cents.
    pub fn stake(&self, wager: Wager) -> i64 {
        self.wagers.iter().find(|laid| laid.wager == wager).map_or(0, |laid| laid.stake)
    }
}

impl SeatView {
    fn new(seat: &table::SeatView, named: impl Fn(table::PlayerId) -> NamedPlayer) -> SeatView {
        let occupant = seat.occupant;
        SeatView {
            seat: seat.seat.into(),
            player: occupant.map(|occupant| named(occupant.player)),
            sits_out: occupant.is_some_and(|occupant| occupant.sits_out),
            leaves: occupant.is_some_and(|occupant| occupant.leaves),
            away: false,
            may_wager: seat.may_wager,
        }
    }
}

/// Declares that wire structs have the fields of domain structs, each in its wire form.
macro_rules! same_fields {
    ($($domain:ty => $wire:ident { $($field:ident),* })*) => {
        $(impl Convert<$wire> for $domain {
            fn convert(self) -> $wire {
                $wire { $($field: self.$field.convert()),* }
            }
        })*
    };
}

same_fields! {
    table::RoundView => RoundView {
        number, deck, stage, banker, commitment, seeds, revealed, collection, hands, board, dealer, dealer_hand,
        bank_net, void_reason
    }
    table::HandView => HandView {
        seat, player, wagers, play, awaited, actions, hole, hand, result, net, explanation
    }
}

one_way! {
    (uth::Seat, table::Seed) => SeatSeed, |(seat, seed)| SeatSeed { seat: seat.into(), seed: seed.convert() };
    uth::Play => u8, uth::Play::times;
    uth::Hand => BestHand, |hand| BestHand {
        kind: hand.category().name().to_owned(),
        name: hand.to_string(),
        best: hand.best().convert(),
    };
    uth::LegalAction => LegalAction, |action| match action.decision {
        uth::Decision::Check => LegalAction::Check {},
        uth::Decision::Raise(times) => LegalAction::Raise { times, amount: action.amount.0 },
        uth::Decision::Fold => LegalAction::Fold {},
    };
    uth::Stake => LegalAmount, |stake| match stake {
        uth::Stake::Chosen { minimum, maximum, step } => {
            LegalAmount::Chosen { minimum: minimum.0, maximum: maximum.0, step: step.0 }
        }
        uth::Stake::EqualToAnte => LegalAmount::EqualToAnte {},
        uth::Stake::Raised => LegalAmount::Raised {},
    };
    uth::WagerOffer => WagerOffer, |offer| WagerOffer {
        wager: offer.wager.convert(),
        amount: offer.stake.convert(),
        requires: offer.requires.convert(),
        pays: offer.pay_table.as_ref().map(pay_rows).unwrap_or_default(),
    };
    uth::Banker => Banker, |banker| match banker {
        uth::Banker::House => Banker::House {},
        uth::Banker::PlayerDealer { seat, person, wager } => Banker::PlayerDealer {
            seat: seat.convert(),
            player: PlayerId(person.0),
            wager: wager.convert(),
        },
    };
    table::WagerView => WagerView, |laid| match laid.settled {
        None => WagerView::laid(laid.wager, laid.stake),
        // Places are counted from 0 in the domain, and from 1 where people read them.
        Some(settled) => WagerView::settled(&settled.line, settled.order + 1),
    };
}

impl WagerView {
    /// Writes down a wager that is not settled.
    pub fn laid(wager: uth::Wager, stake: uth::Cents) -> WagerView {
        WagerView {
            wager: wager.into(),
            stake: stake.0,
            outcome: None,
            net: None,
            odds: None,
            clause: None,
            order: None,
            bank: None,
        }
    }

    /// Writes down a wager that was settled as that one of the round, counted from 1.
    pub fn settled(line: &uth::SettlementLine, order: usize) -> WagerView {
        WagerView {
            outcome: Some(line.outcome.into()),
            net: Some(line.net.0),
            odds: line.odds.map(Odds::from),
            clause: Some(line.clause.to_owned()),
            order: Some(order),
            bank: Some(line.bank.0),
            ..WagerView::laid(line.wager, line.stake)
        }
    }
}

impl From<&uth::Posting> for Posted {
    fn from(posting: &uth::Posting) -> Posted {
        let fees = |schedule: &uth::Schedule| {
            let brackets = schedule.brackets().iter().zip(bracket_labels(schedule));
            brackets.map(|(bracket, table_action)| PostedFee { table_action, fee: bracket.fee.0 }).collect()
        };
        Posted {
            inscription: posting.inscription.map(str::to_owned),
            minimum: posting.limits.map(|limits| limits.minimum.0),
            maximum: posting.limits.map(|limits| limits.maximum.0),
            pay_table: posting.pay_table.map(PayTable),
            schedule: posting.collection.and_then(|schedule| schedule.number()),
            collection: posting.collection.as_ref().map(fees),
            notices: posting.notices.iter().map(ToString::to_string).collect(),
        }
    }
}

from_both_ways! {
    table::BankOffer => BankOffer,
        |offer| match offer {
            table::BankOffer::Nobody => BankOffer::Nobody {},
            table::BankOffer::Offered { seat, until } => {
                BankOffer::Offered { seat: seat.into(), until_ms: until.into() }
            }
            table::BankOffer::Accepted { seat, player, wager } => {
                BankOffer::Accepted { seat: seat.into(), player: player.into(), wager: wager.0 }
            }
        },
        |offer| match offer {
            BankOffer::Nobody {} => table::BankOffer::Nobody,
            BankOffer::Offered { seat, until_ms } => {
                table::BankOffer::Offered { seat: seat.into(), until: until_ms.into() }
            }
            BankOffer::Accepted { seat, player, wager } => table::BankOffer::Accepted {
                seat: seat.into(),
                player: player.into(),
                wager: uth::Cents(wager),
            },
        };
}
