//! What somebody asks for next: mostly what keeps the game going, sometimes something else, now and then nonsense.

use protocol::ClientCommand;
use table::{PlayerId, Seed};
use uth::{Book, Cents, Seat};

use crate::chance::Chance;
use crate::frame::{Bank, Banker, Hand, Round, View};

/// The next thing that a player does at a table of that book, if anything.
pub(super) fn next(view: &View, book: Book, player: PlayerId, chance: &mut Chance) -> Option<ClientCommand> {
    let own = view.seats.iter().find(|chair| chair.player.as_ref().is_some_and(|who| who.id == player.0));
    let Some(own) = own else { return sit(view, chance) };
    let seat = Seat::new(own.seat)?;
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
        Bank::Offered { seat: asked } if asked == own.seat => {
            let wager = Cents(chance.pick(&[20_000, 50_000, 100_000])?);
            return Some(if chance.one_in(5) {
                ClientCommand::DeclineBank { seat }
            } else {
                ClientCommand::AcceptBank { seat, wager }
            });
        }
        Bank::Accepted { seat: banks } if banks == own.seat => {
            return chance.one_in(10).then_some(ClientCommand::WithdrawBank { seat });
        }
        _ => {}
    }
    match view.round.as_ref().filter(|round| !matches!(round.stage.as_str(), "settled" | "void")) {
        None if view.awaits == "wagers" => Some(wager(book, seat, chance)),
        None if matches!(view.bank, Bank::Nobody) && chance.one_in(3) => {
            Some(ClientCommand::OfferBankAgain {})
        }
        None => None,
        Some(Round { banker: Banker::PlayerDealer { player: banks }, .. }) if *banks == player.0 => {
            chance.one_in(30).then_some(ClientCommand::WithdrawBank { seat })
        }
        Some(round) => in_round(view, round, book, player, seat, chance),
    }
}

fn sit(view: &View, chance: &mut Chance) -> Option<ClientCommand> {
    let free: Vec<u8> =
        view.seats.iter().filter(|chair| chair.player.is_none()).map(|chair| chair.seat).collect();
    Some(ClientCommand::Sit { seat: Seat::new(chance.pick(&free)?)? })
}

fn in_round(
    view: &View,
    round: &Round,
    book: Book,
    player: PlayerId,
    seat: Seat,
    chance: &mut Chance,
) -> Option<ClientCommand> {
    let hand = round.hands.iter().find(|hand| hand.player == player.0);
    match (hand, round.stage.as_str()) {
        (None, "betting") => Some(wager(book, seat, chance)),
        (Some(_), "betting") if chance.one_in(20) => Some(ClientCommand::Withdraw { seat }),
        (Some(_), "betting") if chance.one_in(15) => Some(wager(book, seat, chance)),
        (Some(_), "betting") if chance.one_in(8) => {
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&chance.next().to_le_bytes());
            Some(ClientCommand::AddSeed { seat, seed: Seed(seed) })
        }
        (Some(_), "betting") => (view.seats.len() == 1).then_some(ClientCommand::NoMoreBets {}),
        // Some never answer, and the clock does it for them.
        (Some(Hand { awaited: true, .. }), _) if chance.one_in(60) => None,
        (Some(Hand { awaited: true, .. }), stage) => Some(decision(stage, seat, chance)),
        _ => None,
    }
}

fn decision(stage: &str, seat: Seat, chance: &mut Chance) -> ClientCommand {
    let times = match stage {
        "preflop" => 3 + chance.below(2) as u8,
        "flop" => 2,
        _ => 1,
    };
    match chance.one_in(2) {
        true => ClientCommand::Raise { seat, times },
        false if stage == "river" => ClientCommand::Fold { seat },
        false => ClientCommand::Check { seat },
    }
}

fn wager(book: Book, seat: Seat, chance: &mut Chance) -> ClientCommand {
    let ante = Cents(if chance.one_in(4) { 1_000 } else { 500 });
    let trips = if chance.one_in(2) { Cents(500) } else { Cents::ZERO };
    let bad_beat = if book == Book::CaliforniaBadBeat { trips } else { Cents::ZERO };
    ClientCommand::Wager { seat, ante, trips, bad_beat }
}

/// Something that is mostly refused.
fn nonsense(view: &View, seat: Seat, chance: &mut Chance) -> Option<ClientCommand> {
    let other = Seat::new(1 + chance.below(view.seats.len().max(1) as u64) as u8)?;
    Some(match chance.below(7) {
        0 => ClientCommand::Check { seat: other },
        1 => ClientCommand::Raise { seat, times: 5 },
        2 => ClientCommand::Sit { seat: other },
        3 => ClientCommand::NoMoreBets {},
        4 => {
            ClientCommand::Wager { seat, ante: Cents(100_000_000), trips: Cents::ZERO, bad_beat: Cents::ZERO }
        }
        5 => ClientCommand::DeclineBank { seat: other },
        _ => ClientCommand::Fold { seat: other },
    })
}
