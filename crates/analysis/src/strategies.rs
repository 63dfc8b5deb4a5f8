//! Strategies by name: those that come with the program, and files that people write.
//!
//! A [`NamedStrategy`] is what was asked for; [`NamedStrategy::shared`] is the same, ready for the tables of a card
//! room.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::{fs, io};

use odds::simulate::BestPlayTables;
use odds::{BestPlay, Fraction, Game, GameError, Rule, Rules, Solver, Strategy, Street, StreetRules};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;
use uth::{Card, Pays};

#[cfg(test)]
mod tests;

/// A strategy that many tables play by at once.
pub type Shared = Arc<dyn Strategy + Send>;

/// Why there is no such strategy.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum StrategyError {
    /// No strategy has that name, and it is not a file's.
    #[error(
        "there is no strategy {0:?}; there are {names}, and files whose names end in .toml",
        names = BUILT_IN.map(|built_in| built_in.name).join(", ")
    )]
    Unknown(String),
    /// The file cannot be read.
    #[error("cannot read {name}")]
    Unreadable {
        name: String,
        #[source]
        error: io::Error,
    },
    /// The file is no strategy: where, and why.
    #[error("{place}: {why}")]
    Faulty { place: String, why: String },
}

/// A strategy that a user can name.
#[derive(Clone, Debug)]
pub struct NamedStrategy {
    /// Its name, or that of its file.
    pub name: String,
    /// What it is called in a list.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// Where it was published.
    pub source: Option<String>,
    /// What else is to be said of it.
    pub notes: Option<String>,
    /// How it plays.
    pub kind: StrategyKind,
}

/// How a strategy plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrategyKind {
    /// Best play.
    Best,
    /// No raise before the flop, and best play afterwards.
    WaitForFlop,
    /// Best play of a player who never raises 4x.
    ThreeTimes,
    /// By rules.
    Rules(Rules),
}

/// A strategy that comes with the program.
pub struct BuiltIn {
    /// What it is asked for by.
    pub name: &'static str,
    /// The exact value of the base game, of one Ante; a test computes it anew.
    pub value: &'static str,
    text: Text,
}

enum Text {
    File(&'static str),
    Computed { title: &'static str, about: &'static str, kind: fn() -> StrategyKind },
}

/// All of them, the best first.
pub const BUILT_IN: [BuiltIn; 6] = [
    BuiltIn {
        name: "best-play",
        value: "-50643648973/2317817502000",
        text: Text::Computed {
            title: "Best play",
            about: "The best decision in every situation; no person can learn it.",
            kind: || StrategyKind::Best,
        },
    },
    BuiltIn {
        name: "uth",
        value: "-5850847953/257535278000",
        text: Text::File(include_str!("../../../strategies/uth.toml")),
    },
    BuiltIn {
        name: "practical",
        value: "-452323427/18592119000",
        text: Text::File(include_str!("../../../strategies/practical.toml")),
    },
    BuiltIn {
        name: "three-times",
        value: "-9740355089/100774674000",
        text: Text::Computed {
            title: "3x instead of 4x",
            about: "Best play of a player who never raises more than 3x before the flop.",
            kind: || StrategyKind::ThreeTimes,
        },
    },
    BuiltIn {
        name: "wait-for-flop",
        value: "-76968970453/496675179000",
        text: Text::Computed {
            title: "Never before the flop",
            about: "Check every hand before the flop, and play best afterwards.",
            kind: || StrategyKind::WaitForFlop,
        },
    },
    BuiltIn {
        name: "always-4x",
        value: "-6432686411/15803301150",
        text: Text::File(include_str!("../../../strategies/always-4x.toml")),
    },
];

impl BuiltIn {
    /// The strategy, read from its file if it has one.
    pub fn named(&self) -> Result<NamedStrategy, StrategyError> {
        match &self.text {
            Text::File(text) => {
                NamedStrategy::read(self.name, &format!("strategies/{}.toml", self.name), text)
            }
            Text::Computed { title, about, kind } => Ok(NamedStrategy {
                name: self.name.to_owned(),
                title: (*title).to_owned(),
                about: (*about).to_owned(),
                source: None,
                notes: None,
                kind: kind(),
            }),
        }
    }
}

impl StrategyKind {
    /// The game with only the raises that it ever makes. Unless it goes by rules, it is best play of that.
    pub fn restricted(&self, mut game: Game) -> Game {
        match self {
            StrategyKind::Best | StrategyKind::Rules(_) => {}
            StrategyKind::WaitForFlop => game.raises.preflop = Vec::new(),
            StrategyKind::ThreeTimes => game.raises.preflop = vec![Fraction::whole(3)],
        }
        game
    }
}

impl NamedStrategy {
    /// The strategy of that name among those that come with the program.
    pub fn built_in(name: &str) -> Result<NamedStrategy, StrategyError> {
        let built_in = BUILT_IN.iter().find(|built_in| built_in.name == name);
        built_in.ok_or_else(|| StrategyError::Unknown(name.to_owned()))?.named()
    }

    /// The strategy of that name, or in the file of that name.
    pub fn find(name: &str) -> Result<NamedStrategy, StrategyError> {
        match NamedStrategy::built_in(name) {
            Err(StrategyError::Unknown(_)) if name.to_ascii_lowercase().ends_with(".toml") => {
                let text = fs::read_to_string(name)
                    .map_err(|error| StrategyError::Unreadable { name: name.to_owned(), error })?;
                NamedStrategy::read(name, name, &text)
            }
            found => found,
        }
    }

    fn read(name: &str, path: &str, text: &str) -> Result<NamedStrategy, StrategyError> {
        let StrategyFile { title, about, source, notes, rules } = StrategyFile::parse(path, text)?;
        Ok(NamedStrategy {
            name: name.to_owned(),
            title,
            about,
            source,
            notes,
            kind: StrategyKind::Rules(rules),
        })
    }

    /// Does something with the strategy, solving the game first where it is best play of some kind.
    pub fn play<T>(
        &self,
        solver: &Solver,
        game: &Game,
        act: impl FnOnce(&dyn Strategy) -> T,
    ) -> Result<T, GameError> {
        if let StrategyKind::Rules(rules) = &self.kind {
            return Ok(act(rules));
        }
        let solution = solver.solve(&self.kind.restricted(game.clone()))?;
        Ok(act(&BestPlay::new(solver, &solution)))
    }

    /// The strategy for tables with those pays and no Bad Beat wager, as something to keep. Best play is worked out
    /// at the first decision and not before, once for all who play it.
    pub fn shared(&self, pays: &Pays) -> Result<Shared, GameError> {
        match &self.kind {
            StrategyKind::Rules(rules) => Ok(Arc::new(rules.clone())),
            kind => BestPlayOnDemand::of(kind.restricted(Game::of(pays))).map(|solved| solved as Shared),
        }
    }
}

/// A strategy file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    #[serde(default)]
    about: String,
    source: Option<String>,
    notes: Option<String>,
    preflop: Preflop,
    flop: Flop,
    river: River,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preflop {
    #[serde(rename = "raise-4x")]
    four: Spanned<String>,
    #[serde(rename = "raise-3x")]
    three: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flop {
    #[serde(rename = "raise-2x")]
    raise: Vec<Spanned<String>>,
    #[serde(default)]
    check: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct River {
    #[serde(rename = "raise-1x")]
    raise: Vec<Spanned<String>>,
    #[serde(default)]
    fold: Vec<Spanned<String>>,
}

/// A strategy file that has been understood.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct StrategyFile {
    pub title: String,
    pub about: String,
    pub source: Option<String>,
    pub notes: Option<String>,
    pub rules: Rules,
}

/// What is wrong, and where in the text it is.
struct Fault {
    at: usize,
    why: String,
}

impl StrategyFile {
    /// Reads the text of a file of that name; an error starts with the name, the line and the column.
    pub fn parse(name: &str, text: &str) -> Result<StrategyFile, StrategyError> {
        read(text).map_err(|fault| {
            let before = &text[..text.floor_char_boundary(fault.at.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            StrategyError::Faulty { place: format!("{name}:{line}:{column}"), why: fault.why }
        })
    }
}

fn read(text: &str) -> Result<StrategyFile, Fault> {
    let document: Document = toml::from_str(text).map_err(|error| Fault {
        at: error.span().map_or(0, |span| span.start),
        why: error.message().replace('\n', "; "),
    })?;
    let mut preflop = vec![(4, range(text, &document.preflop.four)?)];
    if let Some(three) = &document.preflop.three {
        preflop.push((3, range(text, three)?));
    }
    let flop = decision(text, &document.flop.raise, &document.flop.check, Street::Flop)?;
    let river = decision(text, &document.river.raise, &document.river.fold, Street::River)?;
    let Document { title, about, source, notes, .. } = document;
    Ok(StrategyFile { title, about, source, notes, rules: Rules { preflop, flop, river } })
}

fn range(text: &str, hands: &Spanned<String>) -> Result<odds::Range, Fault> {
    hands.get_ref().parse().map_err(|error: odds::RangeError| Fault {
        at: within(text, hands.span(), error.at),
        why: error.to_string(),
    })
}

fn decision(
    text: &str,
    raise: &[Spanned<String>],
    hold_back: &[Spanned<String>],
    street: Street,
) -> Result<StreetRules, Fault> {
    let rule = |line: &Spanned<String>| {
        Rule::parse(line.get_ref(), street)
            .map_err(|error| Fault { at: within(text, line.span(), error.at), why: error.why })
    };
    let rules = |lines: &[Spanned<String>]| lines.iter().map(rule).collect::<Result<_, _>>();
    Ok(StreetRules { raise: rules(raise)?, hold_back: rules(hold_back)? })
}

/// The place in the file of a place in a string that spans that part of it.
fn within(text: &str, span: Range<usize>, at: usize) -> usize {
    let quoted = &text[span.clone()];
    // Behind an escape or in a string of several lines the places differ; then the string's own place must do.
    if quoted.contains('\\') || quoted.starts_with("\"\"\"") || quoted.starts_with("'''") {
        return span.start;
    }
    span.start + 1 + at
}

/// Best play of a game. The tables are made at the first decision: that takes half a second and 80 MB for as long as it
/// takes, and what is kept afterwards is a few megabytes of bits.
pub struct BestPlayOnDemand {
    game: Game,
    tables: OnceLock<BestPlayTables>,
}

/// Everything that has been asked for. Pay tables that differ in Trips alone share their best play.
static ASKED_FOR: Mutex<Vec<Arc<BestPlayOnDemand>>> = Mutex::new(Vec::new());

/// The solver, as long as somebody solves.
static SOLVER: Mutex<Weak<Solver>> = Mutex::new(Weak::new());

impl BestPlayOnDemand {
    /// Best play of that game without bonus wagers, if it can be solved.
    pub fn of(game: Game) -> Result<Arc<BestPlayOnDemand>, GameError> {
        let Game { trips, bad_beat, mix, .. } = Game::standard();
        let game = Game { trips, bad_beat, mix, ..game };
        game.check()?;
        let mut asked_for = ASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solved) = asked_for.iter().find(|solved| solved.game == game) {
            return Ok(Arc::clone(solved));
        }
        let solved = Arc::new(BestPlayOnDemand { game, tables: OnceLock::new() });
        asked_for.push(Arc::clone(&solved));
        Ok(solved)
    }

    fn tables(&self) -> &BestPlayTables {
        self.tables.get_or_init(|| {
            let solver = solver();
            let solution = solver.solve(&self.game).expect("the game has been checked");
            BestPlayTables::new(&solver, &solution).expect("the raises are those of the rules")
        })
    }
}

impl Strategy for BestPlayOnDemand {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        self.tables().preflop(hole)
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.tables().flop(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.tables().river(hole, board)
    }
}

/// The solver. Whoever asks at the same time gets the same one, and when the last lets go of it, its memory is free.
pub fn solver() -> Arc<Solver> {
    let mut kept = SOLVER.lock().unwrap_or_else(PoisonError::into_inner);
    kept.upgrade().unwrap_or_else(|| {
        let solver = Arc::new(Solver::new());
        *kept = Arc::downgrade(&solver);
        solver
    })
}
