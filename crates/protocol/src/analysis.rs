//! Results of the mathematics. A value is written exactly, as a fraction, and as a number; values are in Antes unless
//! they are said to be in cents.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Wagers;

/// A value, to the last digit and as a number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exact {
    /// A fraction, like `-50643648973/2317817502000`.
    pub exact: String,
    /// The same as a number.
    pub value: f64,
}

/// A point of a hand: the cards that are known, separated by spaces, and the game that is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdviceRequest {
    /// Two cards, like `As Kd`.
    pub hole: String,
    /// No card, three or five.
    #[serde(default)]
    pub board: String,
    /// Cards that are known to be out.
    #[serde(default)]
    pub dead: String,
    /// Cards of the dealer that were seen.
    #[serde(default)]
    pub dealer: String,
    /// The pay table of Trips, UTH-01 to UTH-04; UTH-01 if left out.
    #[serde(default)]
    pub pay_table: Option<String>,
    /// The wagers that lie there; Ante and Blind alone if left out.
    #[serde(default)]
    pub wagers: Option<Wagers>,
    /// Whether the bank may be too short to cover this hand. Values assume full cover all the same; the note says so.
    #[serde(default)]
    pub bank_may_be_short: bool,
}

/// Each action and its exact value, best first; on the river also what the dealer may hold. Values are of all wagers
/// together, in Antes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The actions, best first.
    pub actions: Vec<ActionValue>,
    /// The best one.
    pub best: Option<String>,
    /// On the river: what the dealer's possible hands do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_hands: Option<DealerHands>,
    /// On the river: the cards that beat the hand, by what they make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outs: Option<Vec<DealerOuts>>,
    /// What the values assume, as a sentence; null if they assume nothing but best play.
    pub note: Option<String>,
}

/// An action and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActionValue {
    /// `4x`, `3x`, `2x`, `1x`, `check` or `fold`.
    pub action: String,
    /// Its value as a fraction.
    pub exact: String,
    /// Its value.
    pub value: f64,
    /// How much less it is worth than the best action.
    pub cost: f64,
    /// The same as a fraction.
    pub cost_exact: String,
}

/// How many of the dealer's possible hands win, tie and lose, seen from the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DealerHands {
    /// Those that beat the player.
    pub win: i64,
    /// Those that are equal.
    pub tie: i64,
    /// Those that the player beats.
    pub lose: i64,
}

/// Cards with which the dealer beats the hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DealerOuts {
    /// What they make.
    pub makes: String,
    /// How many there are.
    pub count: usize,
    /// The cards.
    pub cards: String,
}

/// Points of hands to practise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrillRequest {
    /// 1 to 24 points.
    pub points: Vec<DrillPoint>,
    /// The pay table of Trips, UTH-01 to UTH-04; UTH-01 if left out.
    #[serde(default)]
    pub pay_table: Option<String>,
    /// The wagers that lie there; Ante and Blind alone if left out.
    #[serde(default)]
    pub wagers: Option<Wagers>,
}

/// A point of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrillPoint {
    /// Two cards.
    pub hole: String,
    /// No card, three or five.
    #[serde(default)]
    pub board: String,
}

/// What a point teaches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrillValue {
    /// Whether best play reaches it.
    pub reached: bool,
    /// The gap between the best action and the next.
    pub gap: f64,
    /// The same as a fraction.
    pub gap_exact: String,
}

/// A game. What is left out is as in the standard game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// The approved Trips table, UTH-01 to UTH-04.
    pub paytable: Option<String>,
    /// What the Blind pays to 1, best hand first, like `500,50,10,3,3/2,1`.
    pub blind: Option<String>,
    /// What Trips pays to 1, instead of a pay table, like `50,40,30,9,7,4,3`.
    pub trips: Option<String>,
    /// What Bad Beat pays to 1, like `7500,500,50,30,20,9`.
    pub bad_beat: Option<String>,
    /// `pair`, or `none` if the Ante is always in action.
    pub qualify: Option<String>,
    /// The raises before the flop, on the flop and on the river, like `4,3/2/1`.
    pub raises: Option<String>,
    /// The bonus wagers in Antes, like `trips=1,bad-beat=0.5`.
    pub mix: Option<String>,
}

/// A game, solved exactly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Solution {
    /// How many deals were counted.
    pub deals: String,
    /// The game.
    pub game: SolvedGame,
    /// Ante, Blind and Play together.
    pub base: BaseValues,
    /// Each of the three.
    pub wagers: BaseWagers,
    /// The Trips bonus wager.
    pub trips: BonusValues,
    /// The Bad Beat bonus wager.
    pub bad_beat: BadBeatValues,
    /// All wagers of the mix together.
    pub mix: Exact,
    /// How a round ends.
    pub round: RoundOutcomes,
    /// Every starting hand.
    pub preflop: Vec<StartingHand>,
    /// What becomes of a bankroll, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruin: Option<RuinResult>,
}

/// The game that was solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolvedGame {
    /// What the Blind pays, by kind of hand.
    pub blind: BTreeMap<String, String>,
    /// What Trips pays, by kind of hand.
    pub trips: BTreeMap<String, String>,
    /// What Bad Beat pays, by kind of hand.
    pub bad_beat: BTreeMap<String, String>,
    /// `pair` or `none`.
    pub qualify: String,
    /// The raises of each street, in Antes.
    pub raises: StreetRaises,
    /// The bonus wagers, in Antes.
    pub mix: BonusMix,
}

/// The raises of each street, in Antes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StreetRaises {
    /// Before the flop.
    pub preflop: Vec<String>,
    /// On the flop.
    pub flop: String,
    /// On the river.
    pub river: String,
}

/// Bonus wagers, in Antes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BonusMix {
    /// Trips.
    pub trips: String,
    /// Bad Beat.
    pub bad_beat: String,
}

/// Ante, Blind and Play together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BaseValues {
    /// What a round is worth, as a fraction.
    pub exact: String,
    /// The same as a number.
    pub value: f64,
    /// What the player loses of an Ante.
    pub house_edge: f64,
    /// What the player loses of everything wagered.
    pub element_of_risk: f64,
    /// The same as a fraction.
    pub element_of_risk_exact: String,
    /// The standard deviation of a round.
    pub standard_deviation: f64,
    /// What is wagered on average.
    pub average_wager: f64,
    /// The same as a fraction.
    pub average_wager_exact: String,
    /// How often best play ends with which action.
    pub actions: BTreeMap<String, f64>,
    /// The same as fractions.
    pub actions_exact: BTreeMap<String, String>,
}

/// Ante, Blind and Play, each by itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BaseWagers {
    /// The Ante.
    pub ante: Exact,
    /// The Blind.
    pub blind: Exact,
    /// The Play wager.
    pub play: Exact,
}

/// A bonus wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BonusValues {
    /// Its value as a fraction.
    pub exact: String,
    /// Its value.
    pub value: f64,
    /// What the player loses of it.
    pub house_edge: f64,
    /// How often it wins.
    pub hit: f64,
    /// The same as a fraction.
    pub hit_exact: String,
}

/// The Bad Beat bonus wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BadBeatValues {
    /// For a player who plays the other wagers best.
    #[serde(flatten)]
    pub bonus: BonusValues,
    /// Its value for a player who never folds, as a fraction.
    pub no_fold_exact: String,
    /// Its value for a player who never folds.
    pub no_fold_value: f64,
    /// How often it wins for a player who never folds.
    pub no_fold_hit: f64,
}

/// How a round ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundOutcomes {
    /// The share of rounds that win.
    pub win: f64,
    /// The share of rounds that neither win nor lose.
    pub push: f64,
    /// The share of rounds that lose.
    pub lose: f64,
    /// The standard deviation.
    pub standard_deviation: f64,
    /// How often which result comes.
    pub distribution: Vec<RoundResult>,
}

/// A result of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundResult {
    /// What is won or lost, as a fraction.
    pub net: String,
    /// In how many deals.
    pub deals: String,
    /// In which share of the deals.
    pub share: Option<f64>,
}

/// A starting hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StartingHand {
    /// Like `AKs`.
    pub hand: String,
    /// In how many ways it is dealt.
    pub combos: u32,
    /// What each raise is worth, by its name: `4x`, `3x`.
    #[serde(flatten)]
    pub raises: BTreeMap<String, Exact>,
    /// What checking is worth.
    pub check: Exact,
    /// The best action.
    pub best: String,
}

/// A bankroll, and how long it is played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuinRequest {
    /// The game.
    #[serde(default)]
    pub game: GameRequest,
    /// The bankroll in Antes, like `100` or `201/2`.
    pub bankroll: String,
    /// How many hands are played, 10000 at most.
    pub hands: u32,
}

/// What becomes of a bankroll.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuinResult {
    /// The bankroll.
    pub bankroll: Exact,
    /// What a hand may need: with less the bankroll counts as ruined.
    pub needed: Exact,
    /// How many hands are played.
    pub hands: Option<u32>,
    /// The chance of ruin.
    pub ruin: Option<f64>,
    /// How much higher it may be at most.
    pub doubt: f64,
    /// The chance to have more at the end than at the beginning.
    pub ahead: f64,
    /// What is left.
    pub left: Quantiles,
    /// Numbers of hands, each with the chance of ruin by then.
    pub chances: Vec<(u32, f64)>,
}

/// Quantiles of 5, 50 and 95 percent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Quantiles {
    /// One in twenty has at most this.
    #[serde(rename = "5")]
    pub low: f64,
    /// Half have at most this.
    #[serde(rename = "50")]
    pub median: f64,
    /// Nineteen in twenty have at most this.
    #[serde(rename = "95")]
    pub high: f64,
}

/// Players who all wager the same against a bank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankRequest {
    /// The game, with the mix of bonus wagers.
    #[serde(default)]
    pub game: GameRequest,
    /// How many players there are beside the bank, 7 at most.
    pub players: u8,
    /// What each has on the Ante, in cents.
    pub ante: i64,
}

/// What a bank earns, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankResult {
    /// How many players there are.
    pub players: u8,
    /// What each has on the Ante.
    pub ante: i64,
    /// What each has on Trips.
    pub trips: i64,
    /// What each has on Bad Beat.
    pub bad_beat: i64,
    /// What a round is worth to one player.
    pub value: Exact,
    /// All wagers before the cards.
    pub action: i64,
    /// What the bank wins of them on average.
    pub gain: Exact,
    /// The same as a share of the action.
    pub rate: Exact,
    /// Each printed collection schedule.
    pub schedules: Vec<BankSchedule>,
}

/// A collection schedule for such a bank, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankSchedule {
    /// Its number.
    pub schedule: Option<u8>,
    /// From which action on the gain always covers the fee.
    pub covered_for_good_from: Option<Exact>,
    /// Its brackets.
    pub brackets: Vec<BankBracket>,
    /// What is collected for this action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<i64>,
    /// What is left of the gain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Exact>,
}

/// A bracket of the table action, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankBracket {
    /// Where it starts.
    pub from: i64,
    /// Where the next one starts.
    pub to_below: Option<i64>,
    /// The fee.
    pub fee: i64,
    /// What the bank gains where it starts.
    pub gain_at_start: Exact,
    /// The action for which the gain is the fee.
    pub break_even: Option<Exact>,
    /// `whole`, `from` or `never`: where in the bracket the gain covers the fee.
    pub covered: String,
    /// From which action on.
    pub covered_from: Option<Exact>,
}

/// What it is worth to see cards before the first decision of the standard game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Information {
    /// The value of the game to a player who sees nothing else.
    pub base: Exact,
    /// What is seen, exactly.
    pub scenarios: Vec<InformationScenario>,
    /// The hands of several neighbours, sampled.
    pub neighbours: Vec<SampledNeighbours>,
}

/// What a scenario is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct InformationScenario {
    /// Its name.
    pub scenario: String,
    /// The value of the game.
    pub value: Exact,
    /// What seeing gains.
    pub gain: Exact,
}

/// What seeing the hands of several neighbours is worth, sampled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SampledNeighbours {
    /// How many neighbours.
    pub players: u8,
    /// The value of the game.
    pub value: f64,
    /// What seeing gains.
    pub gain: f64,
    /// Where the gain lies 19 times in 20.
    pub gain_95: (f64, f64),
    /// How many samples were taken.
    pub samples: u32,
    /// The seed of the samples.
    pub seed: u64,
}

/// A clause of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clause {
    /// Like `CA.round.6a`.
    pub id: String,
    /// The heading of its document.
    pub document: String,
    /// The heading of its section; empty if the document has none.
    pub section: String,
    /// `rule`, `physical` or `notice`.
    pub kind: String,
    /// What it says.
    pub text: String,
}

/// A clause with what decides it and what proves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClauseDetail {
    /// The clause.
    pub clause: Clause,
    /// The rulings that say how it is read.
    pub rulings: Vec<Clause>,
    /// The tests that prove it.
    pub tests: Vec<CitingTest>,
}

/// A test that proves a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CitingTest {
    /// The file, from the root of the repository.
    pub file: String,
    /// Its name.
    pub name: String,
}

/// Whether the card room is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ok`.
    pub status: String,
    /// How one of several nodes hears of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fanout: Option<Fanout>,
}

/// How a node hears of the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fanout {
    /// The transport.
    pub way: String,
    /// `connected` or `lost`.
    pub state: String,
}
