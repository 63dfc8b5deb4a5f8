//! Whether a viewer is shown the right cards, and no others.

use protocol::{Card as WireCard, TableView};
use table::{PlayerId, Viewer};
use uth::{Card, Cards};

use super::Turn;
use crate::checker::{Checker, Violation, ensure};

impl Turn {
    /// Whether a view tells what the log says: the same round, the same stage, the same cards.
    pub(super) fn compare(&self, viewer: Viewer, table: u64, view: &TableView) -> Result<(), Violation> {
        let shown = view.round.as_ref().map(|round| (round.number.0, round.stage));
        let expected = self.round.map(|(number, stage)| (number, stage.into()));
        let at = |what: &str| format!("table {table} at {}, seen by {viewer:?}: {what}", self.seq);
        ensure(shown == expected, Checker::Messages, || at(&format!("{shown:?} is shown for {expected:?}")))?;
        let Some(round) = &view.round else { return Ok(()) };
        let same =
            |shown: &[WireCard], dealt: &[Card]| shown.iter().map(|card| card.0).eq(dealt.iter().copied());
        ensure(same(&round.board, &self.board), Checker::Deck, || {
            at(&format!("the board is {:?}, and by the sealed seed {:?}", round.board, self.board))
        })?;
        for (seat, player, hole) in &self.holes {
            let hand = round.hands.iter().find(|hand| hand.seat.0 == *seat);
            let shown = hand.and_then(|hand| hand.hole.as_ref());
            let is_own = viewer == Viewer::Player(*player);
            // Hidden is right for everybody but the owner; whether too much is shown is checked on the text as a whole.
            let is_right = shown.map_or(!is_own, |shown| same(shown, hole));
            ensure(is_right, Checker::Deck, || {
                at(&format!("seat {seat} has {shown:?}, and by the sealed seed {hole:?}"))
            })?;
        }
        let dealer = round.dealer.as_ref();
        ensure(
            dealer.is_none_or(|shown| self.dealer.is_none_or(|dealer| same(shown, &dealer))),
            Checker::Deck,
            || at(&format!("the dealer has {dealer:?}, and by the sealed seed {:?}", self.dealer)),
        )
    }

    /// Whether no card and no seed is anywhere in a text that its reader may not know.
    pub(super) fn hides(&self, viewer: Viewer, table: u64, text: &str) -> Result<(), Violation> {
        let leaked = cards(text) - self.visible(viewer);
        ensure(leaked.is_empty(), Checker::Leak, || {
            format!("table {table} at {}: {viewer:?} is shown {leaked}", self.seq)
        })?;
        let tells_seed = self.secret.as_ref().is_some_and(|secret| text.contains(secret.as_str()));
        ensure(!tells_seed, Checker::Leak, || {
            format!("table {table} at {}: {viewer:?} is shown the seed before its time", self.seq)
        })
    }

    /// The cards that a viewer may know.
    pub(crate) fn visible(&self, viewer: Viewer) -> Cards {
        let own = |player: PlayerId| viewer == Viewer::Player(player);
        let holes = self.holes.iter().filter(|(_, player, _)| own(*player)).flat_map(|(_, _, hole)| *hole);
        let open = self.board.iter().copied().chain(self.dealer.into_iter().flatten());
        holes.chain(open).collect::<Cards>() | self.turned_up
    }
}

/// The words of a text that are cards. The id of a clause is one word, though a part of it may look like a card.
fn cards(text: &str) -> Cards {
    // The text and not the parsed message: a card in a field that nobody thought of is found as well.
    let words = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'.');
    let two = words.filter(|word| word.len() == 2 && word[1].is_ascii_lowercase());
    two.filter_map(|word| std::str::from_utf8(word).ok()?.parse::<Card>().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::cards;

    #[test]
    fn cards_are_found_wherever_they_stand() {
        let found = cards(
            r#"{"hole":["As","Td"],"name":"Ash","seed":"2c3d","clause":"book.part.3h","board":["2c"]}"#,
        );
        assert_eq!(found, "As Td 2c".parse().expect("cards"));
    }
}
