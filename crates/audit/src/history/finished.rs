//! The hands of a round that is over, for the mathematics.

use analysis::split::FinishedHand;
use odds::PlayedHand;
use uth::{Round, Seat};

use super::{History, Reader};

impl History {
    /// Returns the hands whose cards and results the reader may see together: a player's own, for auditors and the
    /// floor all.
    pub fn finished_hands(&self) -> Vec<FinishedHand> {
        let Some(table_round) = self.end.round() else { return Vec::new() };
        let round: &Round = &table_round.round;
        let hands = PlayedHand::of_round(round);
        let hand = |seat: Seat| {
            let player = table_round.owners[seat.index()]?;
            let may_see = match self.reader {
                Reader::Player(reader) => reader == player,
                Reader::Spectator => false,
                Reader::Auditor => true,
            };
            may_see.then_some(FinishedHand {
                seat,
                player: player.into(),
                wagers: round.wagers(seat)?,
                pays: *round.terms().pays(),
                played: hands.iter().find(|(of, _)| *of == seat).map(|(_, hand)| *hand),
            })
        };
        round.seats().filter_map(hand).collect()
    }
}
