//! What a simulated player does next: mostly what keeps the game going, sometimes something else, now and then
//! nonsense. What is legal it reads from the view.

use protocol::{
    Awaits, BankOffer, Banker, ClientCommand, HandView, Hex32, LegalAction, LegalAmount, RoundView,
    SeatNumber, SeatView, Stage, TableView, Wager,
};
use table::PlayerId;
use uth::Seat;

use crate::chance::Chance;

/// Returns the next command of a player, if there is any.
pub(super) fn next(view: &TableView, player: PlayerId, chance: &mut Chance) -> Option<ClientCommand> {
    let is_own = |seat: &&SeatView| seat.player.as_ref().is_some_and(|who| who.id == player.into());
    let Some(own) = view.seats.iter().find(is_own) else { return sit(view, chance) };
    let seat = own.seat;
    if chance.one_in(80) {
        return nonsense(view, seat, chance);
    }
    if own.sits_out || own.leaves {
        return chance.one_in(2).then_some(ClientCommand::ComeBack { seat });
    }
    if chance.one_in(40) {
        return Some(if chance.one_in(2) {
            ClientCommand::Leave { seat }
        } else {
            ClientCommand::SitOut { seat }
        });
    }
    match view.bank {
        BankOffer::Offered { seat: asked, .. } if asked == own.seat => {
            let wager = chance.pick(&[20_000, 50_000, 100_000])?;
            return Some(if chance.one_in(5) {
                ClientCommand::DeclineBank { seat }
            } else {
                ClientCommand::AcceptBank { seat, wager }
            });
        }
        BankOffer::Accepted { seat: banks, .. } if banks == own.seat => {
            return chance.one_in(10).then_some(ClientCommand::WithdrawBank { seat });
        }
        _ => {}
    }
    match view.round.as_ref().filter(|round| !matches!(round.stage, Stage::Settled | Stage::Void)) {
        None if view.awaits == Awaits::Wagers => wager(view, seat, chance),
        None if matches!(view.bank, BankOffer::Nobody {}) && chance.one_in(3) => {
            Some(ClientCommand::OfferBankAgain {})
        }
        None => None,
        Some(RoundView { banker: Banker::PlayerDealer { player: banks, .. }, .. })
            if *banks == player.into() =>
        {
            chance.one_in(30).then_some(ClientCommand::WithdrawBank { seat })
        }
        Some(round) => in_round(view, round, player, seat, chance),
    }
}

fn sit(view: &TableView, chance: &mut Chance) -> Option<ClientCommand> {
    let free: Vec<SeatNumber> =
        view.seats.iter().filter(|seat| seat.player.is_none()).map(|seat| seat.seat).collect();
    Some(ClientCommand::Sit { seat: chance.pick(&free)? })
}

fn in_round(
    view: &TableView,
    round: &RoundView,
    player: PlayerId,
    seat: SeatNumber,
    chance: &mut Chance,
) -> Option<ClientCommand> {
    let hand = round.hands.iter().find(|hand| hand.player == player.into());
    match (hand, round.stage) {
        (None, Stage::Betting) => wager(view, seat, chance),
        (Some(_), Stage::Betting) if chance.one_in(20) => Some(ClientCommand::Withdraw { seat }),
        (Some(_), Stage::Betting) if chance.one_in(15) => wager(view, seat, chance),
        (Some(_), Stage::Betting) if chance.one_in(8) => {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&chance.next().to_le_bytes());
            Some(ClientCommand::AddSeed { seat, seed: Hex32(seed) })
        }
        (Some(_), Stage::Betting) => (view.seats.len() == 1).then_some(ClientCommand::NoMoreBets {}),
        // Some never answer, and the clock does it for them.
        (Some(hand), _) if hand.awaited && !chance.one_in(60) => decision(hand, chance),
        _ => None,
    }
}

/// Raises half of the time, by any amount that is legal.
fn decision(hand: &HandView, chance: &mut Chance) -> Option<ClientCommand> {
    let seat = hand.seat;
    let (raises, others): (Vec<_>, Vec<_>) =
        hand.actions.iter().partition(|action| matches!(action, LegalAction::Raise { .. }));
    let action = if chance.one_in(2) { chance.pick(&raises) } else { chance.pick(&others) };
    Some(match action.or_else(|| hand.actions.first().copied())? {
        LegalAction::Check {} => ClientCommand::Check { seat },
        LegalAction::Raise { times, .. } => ClientCommand::Raise { seat, times },
        LegalAction::Fold {} => ClientCommand::Fold { seat },
    })
}

/// Wagers the minimum or twice as much, often with every bonus that is offered.
fn wager(view: &TableView, seat: SeatNumber, chance: &mut Chance) -> Option<ClientCommand> {
    let minimum = |wanted: Wager| {
        view.offers.iter().find(|offer| offer.wager == wanted).and_then(|offer| match offer.amount {
            LegalAmount::Chosen { minimum, .. } => Some(minimum),
            _ => None,
        })
    };
    let (times, with_bonus) = (if chance.one_in(4) { 2 } else { 1 }, chance.one_in(2));
    let bonus = |wager| minimum(wager).filter(|_| with_bonus).unwrap_or(0);
    let ante = minimum(Wager::Ante)? * times;
    Some(ClientCommand::Wager { seat, ante, trips: bonus(Wager::Trips), bad_beat: bonus(Wager::BadBeat) })
}

/// Something that is mostly refused.
fn nonsense(view: &TableView, seat: SeatNumber, chance: &mut Chance) -> Option<ClientCommand> {
    let other = Seat::new(1 + chance.below(view.seats.len().max(1) as u64) as u8)?.into();
    Some(match chance.below(7) {
        0 => ClientCommand::Check { seat: other },
        1 => ClientCommand::Raise { seat, times: 5 },
        2 => ClientCommand::Sit { seat: other },
        3 => ClientCommand::NoMoreBets {},
        4 => ClientCommand::Wager { seat, ante: 100_000_000, trips: 0, bad_beat: 0 },
        5 => ClientCommand::DeclineBank { seat: other },
        _ => ClientCommand::Fold { seat: other },
    })
}
