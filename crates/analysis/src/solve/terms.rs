//! Pay tables, raises and mixes as they are typed.

use std::str::FromStr;

use odds::{ExactPayTable, Fraction, Game, Mix, Qualify, Raises};
use uth::{Category, PayTableId};

/// What the Blind pays, from the royal flush down to the straight.
pub const BLIND: &str = "500,50,10,3,3/2,1";
/// What Bad Beat pays, from the straight flush down to three of a kind.
pub const BAD_BEAT: &str = "7500,500,50,30,20,9";
/// The Play wager in Antes: before the flop, on the flop, on the river.
pub const RAISES: &str = "4,3/2/1";

/// A game as it is typed.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct GameTerms {
    /// The approved Trips table, where there is none of one's own.
    pub paytable: PayTableId,
    pub blind: PaysText<6>,
    pub trips: Option<PaysText<7>>,
    pub bad_beat: PaysText<6>,
    pub qualify: Qualify,
    pub raises: RaisesText,
    pub mix: MixText,
}

impl GameTerms {
    /// The game that is meant.
    pub fn game(self) -> Game {
        let trips = match &self.trips {
            Some(own) => ExactPayTable::descending(Category::RoyalFlush, &own.0),
            None => trips(self.paytable),
        };
        Game {
            blind: ExactPayTable::descending(Category::RoyalFlush, &self.blind.0),
            trips,
            bad_beat: ExactPayTable::descending(Category::StraightFlush, &self.bad_beat.0),
            qualify: self.qualify,
            raises: self.raises.0,
            mix: self.mix.0,
        }
    }
}

/// What a wager pays to one, from its best hand down.
#[derive(Clone, Debug)]
pub struct PaysText<const ROWS: usize>([Fraction; ROWS]);

impl<const ROWS: usize> FromStr for PaysText<ROWS> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pays = text.split(',').enumerate().map(|(index, pay)| {
            let pay =
                number(pay).map_err(|why| format!("pay {} is {:?}, but {why}", index + 1, pay.trim()))?;
            Ok(pay)
        });
        let pays: Vec<Fraction> = pays.collect::<Result<_, String>>()?;
        let count = pays.len();
        pays.try_into()
            .map(PaysText)
            .map_err(|_| format!("there must be {ROWS} pays, best hand first, not {count}"))
    }
}

/// `4,3/2/1`: the choices before the flop, the raise on the flop, the raise on the river.
#[derive(Clone, Debug)]
pub struct RaisesText(Raises);

impl FromStr for RaisesText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[preflop, flop, river] = &parts[..] else {
            return Err("raises are written before the flop/on the flop/on the river, like 4,3/2/1".into());
        };
        let raise = |text: &str| number(text).map_err(|why| format!("{:?} is no raise: {why}", text.trim()));
        let preflop = preflop.split(',').map(raise).collect::<Result<_, _>>()?;
        Ok(RaisesText(Raises { preflop, flop: raise(flop)?, river: raise(river)? }))
    }
}

/// `trips=1,bad-beat=0.5`: bonus wagers in Antes.
#[derive(Clone, Debug)]
pub struct MixText(Mix);

impl MixText {
    /// The mix that is meant.
    pub const fn mix(&self) -> Mix {
        self.0
    }
}

impl FromStr for MixText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut mix = Mix { trips: Fraction::ZERO, bad_beat: Fraction::ZERO };
        // An empty mix is no bonus wager, and a trailing comma is forgiven.
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (name, amount) = part.split_once('=').ok_or("a mix is written like trips=1,bad-beat=0.5")?;
            let wager = match name.trim() {
                "trips" => &mut mix.trips,
                "bad-beat" => &mut mix.bad_beat,
                other => return Err(format!("{other:?} is no bonus wager: they are trips and bad-beat")),
            };
            *wager = number(amount).map_err(|why| format!("{:?} is no amount: {why}", amount.trim()))?;
        }
        Ok(MixText(mix))
    }
}

fn number(text: &str) -> Result<Fraction, String> {
    let number: Fraction = text.parse().map_err(|error: odds::FractionError| error.to_string())?;
    if number < Fraction::ZERO { Err("it may not be negative".into()) } else { Ok(number) }
}

/// The approved Trips table in the solver's form.
fn trips(table: PayTableId) -> ExactPayTable {
    let pays = table.trips();
    let rows: Vec<Fraction> =
        pays.rows().filter_map(|(_, odds)| Fraction::new(odds.pays().into(), odds.per().into())).collect();
    ExactPayTable::descending(Category::RoyalFlush, &rows)
}
