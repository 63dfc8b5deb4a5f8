//! A hand as a card room exports it: the history of one round, settled from what its last view shows.

use protocol::{HandView, RoundId, SeatNumber, Stage, TableId, TableSettings, TableView, Wager};
use serde::Deserialize;
use uth::{Banker, Card, Cents, Person, Play, Wagers};

use super::document::{DocumentId, Fault};
use super::hand::{ParsedHand, ParsedSeat, Settled};

/// The fields of a hand history that a settlement needs. There are many others.
#[derive(Deserialize)]
pub(super) struct ExportedHand {
    table: TableId,
    round: RoundId,
    settings: TableSettings,
    /// The cards of every seat, in an auditor's export.
    #[serde(default)]
    holes: Option<Vec<ExportedHole>>,
    steps: Vec<ExportedStep>,
}

#[derive(Deserialize)]
struct ExportedHole {
    seat: SeatNumber,
    #[serde(alias = "cards")]
    hole: [protocol::Card; 2],
}

#[derive(Deserialize)]
struct ExportedStep {
    view: TableView,
}

impl ExportedHand {
    /// Reads an exported hand.
    pub(super) fn parse(text: &[u8]) -> Result<ExportedHand, Fault> {
        let mut json = serde_json::Deserializer::from_slice(text);
        serde_path_to_error::deserialize(&mut json)
            .map_err(|error| Fault::new(error.path().to_string().trim_matches('.'), error.inner()))
    }

    /// Settles the round again, by the rules and from the cards, whatever the export says about its result.
    pub(super) fn settle(&self) -> Result<Settled, Fault> {
        let last = self.steps.last().and_then(|step| step.view.round.as_ref());
        let round = last.ok_or_else(|| Fault::new("steps", "the last view has no round"))?;
        if round.stage != Stage::Settled {
            return Err(Fault::new("steps", "the round was not settled, so there is nothing to check"));
        }
        let settings = self.settings.settings().map_err(|error| Fault::new("settings", error))?;
        let hidden = || Fault::new("steps", "the last view does not show the dealer's hand and the board");
        let board: Vec<Card> = round.board.iter().map(|card| card.0).collect();
        let hand = ParsedHand {
            id: Some(DocumentId::Text(format!("{}/{}", self.table, self.round))),
            terms: *settings.terms(),
            banker: banker(&round.banker),
            seats: round.hands.iter().map(|hand| self.seat(hand)).collect::<Result<_, Fault>>()?,
            dealer: round.dealer.ok_or_else(hidden)?.map(|card| card.0),
            board: board.try_into().map_err(|_| hidden())?,
        };
        hand.settle()
    }

    fn seat(&self, hand: &HandView) -> Result<ParsedSeat, Fault> {
        let of_auditor = self.holes.iter().flatten().find(|hole| hole.seat == hand.seat);
        let hole = hand.hole.or(of_auditor.map(|hole| hole.hole)).map(|hole| hole.map(|card| card.0));
        let play = match hand.play {
            Some(0) => Play::Fold,
            Some(times) => Play::Raise(times),
            None => {
                return Err(Fault::new("steps", format!("the hand at seat {} did not decide", hand.seat)));
            }
        };
        if hole.is_none() && play != Play::Fold {
            let why =
                format!("the cards of seat {} are not in this export; an auditor's has them", hand.seat);
            return Err(Fault::new("steps", why));
        }
        let stake = |wager| Cents(hand.stake(wager));
        let wagers =
            Wagers { ante: stake(Wager::Ante), trips: stake(Wager::Trips), bad_beat: stake(Wager::BadBeat) };
        Ok(ParsedSeat { seat: hand.seat.into(), person: Person(hand.player.0), wagers, hole, play })
    }
}

fn banker(banker: &protocol::Banker) -> Banker {
    match *banker {
        protocol::Banker::House {} => Banker::House,
        protocol::Banker::PlayerDealer { seat, player, wager } => {
            Banker::PlayerDealer { seat: seat.into(), person: Person(player.0), wager: wager.map(Cents) }
        }
    }
}
