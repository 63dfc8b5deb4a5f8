//! A hand as a card room exports it: the history of one round, settled from what its last view shows.

use protocol::{HandView, RoundHistory, Stage, Wager};
use uth::{Banker, Card, Cents, Person, Play, Wagers};

use super::document::{DocumentId, Fault};
use super::hand::{ParsedHand, ParsedSeat, Settled};

/// Reads an exported hand and settles its round again, by the rules and from the cards, whatever the export says about
/// the result.
pub(super) fn settle(text: &[u8]) -> Result<Settled, Fault> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let history: RoundHistory = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| Fault::new(error.path().to_string().trim_matches('.'), error.inner()))?;
    parsed_hand(&history)?.settle()
}

fn parsed_hand(history: &RoundHistory) -> Result<ParsedHand, Fault> {
    let last = history.steps.last().and_then(|step| step.view.round.as_ref());
    let round = last.ok_or_else(|| Fault::new("steps", "the last view has no round"))?;
    if round.stage != Stage::Settled {
        return Err(Fault::new("steps", "the round was not settled, so there is nothing to check"));
    }
    let settings = history.settings.settings().map_err(|error| Fault::new("settings", error))?;
    let hidden = || Fault::new("steps", "the last view does not show the dealer's hand and the board");
    let board: Vec<Card> = round.board.iter().map(|card| card.0).collect();
    Ok(ParsedHand {
        id: Some(DocumentId::Text(format!("{}/{}", history.proof.table, history.proof.round))),
        terms: *settings.terms(),
        banker: banker(&round.banker),
        seats: round.hands.iter().map(|hand| parsed_seat(history, hand)).collect::<Result<_, Fault>>()?,
        dealer: round.dealer.ok_or_else(hidden)?.map(|card| card.0),
        board: board.try_into().map_err(|_| hidden())?,
    })
}

fn parsed_seat(history: &RoundHistory, hand: &HandView) -> Result<ParsedSeat, Fault> {
    // The view hides the cards of other players' folded hands; an auditor's export lists them apart.
    let seat = hand.seat;
    let of_auditor = history.holes.iter().flatten().find(|hole| hole.seat == seat);
    let hole = hand.hole.or(of_auditor.map(|hole| hole.hole)).map(|hole| hole.map(|card| card.0));
    let play = match hand.play {
        Some(0) => Play::Fold,
        Some(times) => Play::Raise(times),
        None => return Err(Fault::new("steps", format!("the hand at seat {seat} did not decide"))),
    };
    if hole.is_none() && play != Play::Fold {
        let why = format!("the cards of seat {seat} are not in this export; an auditor's has them");
        return Err(Fault::new("steps", why));
    }
    let stake = |wager| Cents(hand.stake(wager));
    let wagers =
        Wagers { ante: stake(Wager::Ante), trips: stake(Wager::Trips), bad_beat: stake(Wager::BadBeat) };
    Ok(ParsedSeat { seat: hand.seat.into(), person: Person(hand.player.0), wagers, hole, play })
}

fn banker(banker: &protocol::Banker) -> Banker {
    match *banker {
        protocol::Banker::House {} => Banker::House,
        protocol::Banker::PlayerDealer { seat, player, wager } => {
            Banker::PlayerDealer { seat: seat.into(), person: Person(player.0), wager: wager.map(Cents) }
        }
    }
}
