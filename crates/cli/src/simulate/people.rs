//! Who sits at the table: what was typed becomes players.

use std::sync::Arc;

use anyhow::{Context, bail};
use odds::simulate::{BankingChoice, SimulatedPlayer};
use uth::{Banking, Book, Pays, Schedule, Seat, Setup, SetupError, Terms, Wagers};

use super::arguments::{Amount, BankArgument, PlayersArguments, SeatArgument};
use super::ways::{Way, Ways};

/// Somebody at the table, with the way they play.
pub(crate) struct Guest {
    pub(crate) seat: Seat,
    pub(crate) strategy: String,
    pub(crate) wagers: Wagers,
    pub(crate) way: Arc<Way>,
    pub(crate) banking: BankingChoice,
}

impl Guest {
    pub(crate) fn player(&self) -> SimulatedPlayer<'_> {
        let Guest { seat, wagers, banking, .. } = *self;
        SimulatedPlayer { seat, wagers, strategy: &*self.way.strategy, banking }
    }
}

/// The terms of a table of that book.
pub(crate) fn terms(
    book: Book,
    players: &PlayersArguments,
    collection_schedule: Option<u8>,
) -> anyhow::Result<Terms> {
    let mut setup = Setup::new(book);
    if let Some(table) = players.paytable {
        setup.pays = Pays::approved(table);
    }
    if let Some(number) = collection_schedule {
        let schedule = Schedule::printed(number).ok_or(SetupError::Schedule);
        setup.schedule = Some(*schedule.context("--collection-schedule")?);
    }
    Ok(setup.approved()?)
}

/// All players: those with a seat of their own, and so many more that are alike.
pub(crate) fn guests(arguments: &PlayersArguments, terms: &Terms, usual: u8) -> anyhow::Result<Vec<Guest>> {
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
        bail!("--bank: {}", uth::Refusal::HouseBanks);
    }
    let taken: Vec<u8> = arguments.seat.iter().filter_map(|player| player.seat).collect();
    let mut free = (1..=terms.places()).filter(|number| !taken.contains(number));
    let mut ways = Ways::new(*terms.pays());
    let like_all = SeatArgument::default();
    (0..count)
        .map(|index| {
            let own = arguments.seat.get(index).unwrap_or(&like_all);
            let number = own.seat.or_else(|| free.next()).unwrap_or(0);
            let seat = Seat::new(number).with_context(|| {
                format!("--seat: there is no seat {number}; the seats are 1 to {}", terms.places())
            })?;
            guest(arguments, own, seat, &mut ways).with_context(|| format!("seat {seat}"))
        })
        .collect()
}

fn guest(all: &PlayersArguments, own: &SeatArgument, seat: Seat, ways: &mut Ways) -> anyhow::Result<Guest> {
    let amount = |own: Option<Amount>, all: Amount| own.unwrap_or(all).0;
    let wagers = Wagers {
        ante: amount(own.ante, all.ante),
        trips: amount(own.trips, all.trips),
        bad_beat: amount(own.bad_beat, all.bad_beat),
    };
    let strategy = own.strategy.as_ref().unwrap_or(&all.strategy).clone();
    let banking = match own.bank {
        BankArgument::Decline => BankingChoice::Decline,
        BankArgument::PutUp(Amount(wager)) => BankingChoice::Bank(Some(wager)),
        BankArgument::AsAll => BankingChoice::Bank(all.bank.map(|Amount(wager)| wager)),
    };
    let way = ways.find(&strategy, wagers)?;
    Ok(Guest { seat, strategy, wagers, way, banking })
}
