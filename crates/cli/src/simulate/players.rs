//! Turns the options of a command into the players of a table.

use std::sync::Arc;

use anyhow::{Context, bail};
use odds::simulate::{BankingChoice, SeatedPlayer};
use uth::{Banking, Book, Pays, Schedule, Seat, Setup, SetupError, Terms, Wagers};

use super::strategies::{PlayableStrategy, StrategyCache};
use crate::money::Dollars;
use crate::options::{BankOption, PlayersOptions, SeatOption};

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
        Some(count) if usize::from(count) < own => bail!("--players is {count}, but there are {own} --seat"),
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
    let banking = match own.bank {
        BankOption::Decline => BankingChoice::Decline,
        BankOption::PutUp(Dollars(wager)) => BankingChoice::Bank(Some(wager)),
        BankOption::AsAll => BankingChoice::Bank(all.bank.map(|Dollars(wager)| wager)),
    };
    let playable = strategies.find(&strategy, wagers)?;
    Ok(SimulatedPlayer { seat, strategy, wagers, playable, banking })
}
