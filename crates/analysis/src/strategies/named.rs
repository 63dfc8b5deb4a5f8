//! Strategies by name: those that come with the program, and files.

use std::fs;
use std::sync::Arc;

use odds::{BestPlay, Fraction, Game, GameError, Rules, Solver, Strategy};
use uth::Pays;

use super::file::StrategyFile;
use super::solved::Solved;
use super::{Shared, StrategyError};

/// A strategy that a user can name.
#[derive(Clone, Debug)]
pub struct Named {
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
    pub way: Way,
}

/// How a strategy plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
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
    Way { title: &'static str, about: &'static str, way: fn() -> Way },
}

/// All of them, the best first.
pub const BUILT_IN: [BuiltIn; 6] = [
    BuiltIn {
        name: "best-play",
        value: "-50643648973/2317817502000",
        text: Text::Way {
            title: "Best play",
            about: "The best decision in every situation; no person can learn it.",
            way: || Way::Best,
        },
    },
    BuiltIn {
        name: "uth",
        value: "-5850847953/257535278000",
        text: Text::File(include_str!("../../../../strategies/uth.toml")),
    },
    BuiltIn {
        name: "practical",
        value: "-452323427/18592119000",
        text: Text::File(include_str!("../../../../strategies/practical.toml")),
    },
    BuiltIn {
        name: "three-times",
        value: "-9740355089/100774674000",
        text: Text::Way {
            title: "3x instead of 4x",
            about: "Best play of a player who never raises more than 3x before the flop.",
            way: || Way::ThreeTimes,
        },
    },
    BuiltIn {
        name: "wait-for-flop",
        value: "-76968970453/496675179000",
        text: Text::Way {
            title: "Never before the flop",
            about: "Check every hand before the flop, and play best afterwards.",
            way: || Way::WaitForFlop,
        },
    },
    BuiltIn {
        name: "always-4x",
        value: "-6432686411/15803301150",
        text: Text::File(include_str!("../../../../strategies/always-4x.toml")),
    },
];

impl BuiltIn {
    /// The strategy, read from its file if it has one.
    pub fn named(&self) -> Result<Named, StrategyError> {
        match &self.text {
            Text::File(text) => Named::read(self.name, &format!("strategies/{}.toml", self.name), text),
            Text::Way { title, about, way } => Ok(Named {
                name: self.name.to_owned(),
                title: (*title).to_owned(),
                about: (*about).to_owned(),
                source: None,
                notes: None,
                way: way(),
            }),
        }
    }
}

impl Way {
    /// The game with only the raises that it ever makes. Unless it goes by rules, it is best play of that.
    pub fn restricted(&self, mut game: Game) -> Game {
        match self {
            Way::Best | Way::Rules(_) => {}
            Way::WaitForFlop => game.raises.preflop = Vec::new(),
            Way::ThreeTimes => game.raises.preflop = vec![Fraction::whole(3)],
        }
        game
    }
}

impl Named {
    /// The strategy of that name among those that come with the program.
    pub fn built_in(name: &str) -> Result<Named, StrategyError> {
        let built_in = BUILT_IN.iter().find(|built_in| built_in.name == name);
        built_in.ok_or_else(|| StrategyError::Unknown(name.to_owned()))?.named()
    }

    /// The strategy of that name, or in the file of that name.
    pub fn find(name: &str) -> Result<Named, StrategyError> {
        match Named::built_in(name) {
            Err(StrategyError::Unknown(_)) if name.to_ascii_lowercase().ends_with(".toml") => {
                let text = fs::read_to_string(name)
                    .map_err(|error| StrategyError::Unreadable { name: name.to_owned(), error })?;
                Named::read(name, name, &text)
            }
            found => found,
        }
    }

    fn read(name: &str, path: &str, text: &str) -> Result<Named, StrategyError> {
        let StrategyFile { title, about, source, notes, rules } = StrategyFile::parse(path, text)?;
        Ok(Named { name: name.to_owned(), title, about, source, notes, way: Way::Rules(rules) })
    }

    /// Does something with the strategy, solving the game first where it is best play of some kind.
    pub fn play<T>(
        &self,
        solver: &Solver,
        game: &Game,
        act: impl FnOnce(&dyn Strategy) -> T,
    ) -> Result<T, GameError> {
        if let Way::Rules(rules) = &self.way {
            return Ok(act(rules));
        }
        let solution = solver.solve(&self.way.restricted(game.clone()))?;
        Ok(act(&BestPlay::new(solver, &solution)))
    }

    /// The strategy for tables with those pays and no Bad Beat wager, as something to keep. Best play is worked out
    /// at the first decision and not before, once for all who play it.
    pub fn shared(&self, pays: &Pays) -> Result<Shared, GameError> {
        match &self.way {
            Way::Rules(rules) => Ok(Arc::new(rules.clone())),
            way => Solved::of(way.restricted(Game::of(pays))).map(|solved| solved as Shared),
        }
    }
}
