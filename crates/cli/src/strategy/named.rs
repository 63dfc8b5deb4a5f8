//! Strategies by name: those that come with the program, and files.

use std::fs;

use anyhow::{Context, bail};
use odds::{BestPlay, Fraction, Game, Raises, Rules, Solver, Strategy, WaitForFlop};

use super::file::StrategyFile;

/// A strategy that a user can name.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) source: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) way: Way,
}

/// How it plays.
pub(crate) enum Way {
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
pub(crate) struct BuiltIn {
    pub(crate) name: &'static str,
    /// The exact value of the base game, of one Ante; a test computes it anew.
    pub(crate) value: &'static str,
    text: Text,
}

enum Text {
    File(&'static str),
    Way { title: &'static str, about: &'static str, way: fn() -> Way },
}

/// All of them, the best first.
pub(crate) const BUILT_IN: [BuiltIn; 6] = [
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
    pub(crate) fn named(&self) -> anyhow::Result<Named> {
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

impl Named {
    /// The strategy of that name, or in the file of that name.
    pub(crate) fn find(name: &str) -> anyhow::Result<Named> {
        if let Some(built_in) = BUILT_IN.iter().find(|built_in| built_in.name == name) {
            return built_in.named();
        }
        if !name.to_ascii_lowercase().ends_with(".toml") {
            let names: Vec<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
            bail!(
                "there is no strategy {name:?}; there are {}, and files whose names end in .toml",
                names.join(", ")
            );
        }
        let text = fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
        Named::read(name, name, &text)
    }

    fn read(name: &str, path: &str, text: &str) -> anyhow::Result<Named> {
        let StrategyFile { title, about, source, notes, rules } = StrategyFile::parse(path, text)?;
        Ok(Named { name: name.to_owned(), title, about, source, notes, way: Way::Rules(rules) })
    }

    /// Does something with the strategy, solving the game first where it is best play of some kind.
    pub(crate) fn play<T>(
        &self,
        solver: &Solver,
        game: &Game,
        act: impl FnOnce(&dyn Strategy) -> T,
    ) -> anyhow::Result<T> {
        Ok(match &self.way {
            Way::Rules(rules) => act(rules),
            Way::Best => act(&BestPlay::new(solver, &solver.solve(game)?)),
            Way::WaitForFlop => act(&WaitForFlop(BestPlay::new(solver, &solver.solve(game)?))),
            Way::ThreeTimes => {
                let raises = Raises { preflop: vec![Fraction::whole(3)], ..game.raises.clone() };
                let without_four = Game { raises, ..game.clone() };
                act(&BestPlay::new(solver, &solver.solve(&without_four)?))
            }
        })
    }
}
