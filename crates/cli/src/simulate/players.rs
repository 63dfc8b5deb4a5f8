//! Turns the options of a command into the players of a table.

use std::cell::LazyCell;
use std::sync::Arc;

use analysis::strategies::{NamedStrategy, StrategyKind};
use anyhow::{Context, bail};
use odds::bank::StrategyValues;
use odds::simulate::{AlwaysRaise, BankingChoice, BestPlayTables, SeatedPlayer};
use odds::{Fraction, Game, Mix, Solver, Strategy};
use uth::{Banking, Book, Pays, Schedule, Seat, Setup, SetupError, Terms, Wagers};

use crate::options::{Dollars, PlayersOptions, SeatOption};

/// A player at a simulated table.
pub(crate) struct SimulatedPlayer {
    pub(crate) seat: Seat,
    pub(crate) strategy: String,
    pub(crate) wagers: Wagers,
    pub(crate) playable: Arc<PlayableStrategy>,
    pub(crate) banking: BankingChoice,
}

impl SimulatedPlayer {
    pub(crate) fn player(&self) -> SeatedPlayer<'_> {
        let SimulatedPlayer { seat, wagers, banking, .. } = *self;
        SeatedPlayer { seat, wagers, strategy: &*self.playable.strategy, banking }
    }
}

/// Returns the terms of a table of that book.
pub(crate) fn terms(
    book: Book,
    players: &PlayersOptions,
    collection_schedule: Option<u8>,
) -> anyhow::Result<Terms> {
    let mut setup = Setup::new(book);
    if let Some(table) = players.pay_table {
        setup.pays = Pays::approved(table);
    }
    if let Some(number) = collection_schedule {
        let schedule = Schedule::printed(number).ok_or(SetupError::Schedule);
        setup.schedule = Some(*schedule.context("--collection-schedule")?);
    }
    Ok(setup.approved()?)
}

/// Returns all players: those with a `--seat` of their own, and as many more that are alike.
pub(crate) fn players(
    arguments: &PlayersOptions,
    terms: &Terms,
    usual: u8,
) -> anyhow::Result<Vec<SimulatedPlayer>> {
    let own = arguments.seat.len();
    let count = match arguments.players {
        Some(count) if usize::from(count) < own => {
            bail!("--players is {count}, but --seat is given {own} times")
        }
        Some(count) => count.into(),
        None if own > 0 => own,
        None => usual.into(),
    };
    if count == 0 || count > usize::from(terms.places()) {
        bail!("--players: a {} table has from 1 to {} places", terms.rules().book, terms.places());
    }
    if arguments.bank.is_some() && terms.rules().banking == Banking::House {
        bail!("--bank: {}", uth::RulesError::HouseBanks);
    }
    // Seats that were asked for by number are kept free for those who asked.
    let taken: Vec<u8> = arguments.seat.iter().filter_map(|player| player.seat).collect();
    let mut free = (1..=terms.places()).filter(|number| !taken.contains(number));
    let mut strategies = StrategyCache::new(*terms.pays());
    let like_all = SeatOption::default();
    (0..count)
        .map(|index| {
            let own = arguments.seat.get(index).unwrap_or(&like_all);
            let number = own.seat.or_else(|| free.next()).unwrap_or(0);
            let seat = Seat::new(number).with_context(|| {
                format!("--seat: there is no seat {number}; the seats are 1 to {}", terms.places())
            })?;
            player(arguments, own, seat, &mut strategies).with_context(|| format!("seat {seat}"))
        })
        .collect()
}

fn player(
    all: &PlayersOptions,
    own: &SeatOption,
    seat: Seat,
    strategies: &mut StrategyCache,
) -> anyhow::Result<SimulatedPlayer> {
    let amount = |own: Option<Dollars>, all: Dollars| own.unwrap_or(all).0;
    let wagers = Wagers {
        ante: amount(own.ante, all.ante),
        trips: amount(own.trips, all.trips),
        bad_beat: amount(own.bad_beat, all.bad_beat),
    };
    let strategy = own.strategy.as_ref().unwrap_or(&all.strategy).clone();
    let banking = own.bank.unwrap_or(BankingChoice::Bank(all.bank.map(|Dollars(wager)| wager)));
    let playable = strategies.find(&strategy, wagers)?;
    Ok(SimulatedPlayer { seat, strategy, wagers, playable, banking })
}

/// A strategy that can be played.
pub(crate) struct PlayableStrategy {
    pub(crate) strategy: Box<dyn Strategy + Send>,
    /// The exact value of each wager, where it is known.
    pub(crate) values: Option<StrategyValues>,
}

/// Finds strategies by name, and prepares each of them only once.
struct StrategyCache {
    solver: LazyCell<Solver>,
    pays: Pays,
    prepared: Vec<(String, Fraction, Arc<PlayableStrategy>)>,
}

impl StrategyCache {
    fn new(pays: Pays) -> StrategyCache {
        StrategyCache { solver: LazyCell::new(Solver::new), pays, prepared: Vec::new() }
    }

    /// Returns the strategy of that name or file for a player with those wagers. The wagers matter: a Bad Beat wager
    /// changes best play, because a fold forfeits it.
    fn find(&mut self, name: &str, wagers: Wagers) -> anyhow::Result<Arc<PlayableStrategy>> {
        let bad_beat =
            Fraction::new(wagers.bad_beat.0.into(), wagers.ante.0.into()).unwrap_or(Fraction::ZERO);
        let is_same = |(other, mix, _): &&(String, Fraction, _)| other == name && *mix == bad_beat;
        if let Some((_, _, playable)) = self.prepared.iter().find(is_same) {
            return Ok(Arc::clone(playable));
        }
        let playable = Arc::new(self.prepare(name, bad_beat)?);
        self.prepared.push((name.into(), bad_beat, Arc::clone(&playable)));
        Ok(playable)
    }

    fn prepare(&self, name: &str, bad_beat: Fraction) -> anyhow::Result<PlayableStrategy> {
        let named = NamedStrategy::find(name)?;
        let mut game = Game::of(&self.pays);
        game.mix = Mix { trips: Fraction::ZERO, bad_beat };
        match named.kind {
            kind @ (StrategyKind::Best | StrategyKind::ThreeTimes | StrategyKind::WaitForFlop) => {
                self.best_play(&kind.restricted(game))
            }
            // Always raising has a closed form, so nothing has to be evaluated deal by deal.
            StrategyKind::Rules(_) if name == "always-4x" => {
                let values = StrategyValues::of_always_raising(&self.solver, &self.solver.solve(&game)?, 4);
                Ok(PlayableStrategy { strategy: Box::new(AlwaysRaise(4)), values: Some(values) })
            }
            StrategyKind::Rules(rules) => {
                let solution = self.solver.solve(&game)?;
                let evaluation = self.solver.evaluate(&game, &rules, &|_, _| ())?;
                // How often rules fold a hand that would have won the Bad Beat is not evaluated.
                let values = (bad_beat == Fraction::ZERO)
                    .then(|| StrategyValues::of_strategy(&evaluation, &solution, Fraction::ZERO));
                Ok(PlayableStrategy { strategy: Box::new(rules), values })
            }
        }
    }

    fn best_play(&self, game: &Game) -> anyhow::Result<PlayableStrategy> {
        let solution = self.solver.solve(game)?;
        let tables = BestPlayTables::new(&self.solver, &solution)
            .context("best play of this game raises by an amount that the rules do not have")?;
        let values = Some(StrategyValues::of(&solution));
        Ok(PlayableStrategy { strategy: Box::new(tables), values })
    }
}
