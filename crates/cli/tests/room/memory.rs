//! What players remember: every answer that they got, and every card and commitment that they saw. A card room that
//! was killed must not contradict any of it.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::{Card, ErrorCode, Hex32, RoundView, SeatNumber};

use crate::doors::Strike;
use crate::history::History;

/// The memory of all players together.
#[derive(Default)]
pub(crate) struct Memory {
    /// Commands that were done: table, player and id, and where the table stood.
    pub(crate) done: BTreeMap<(u64, u64, String), u64>,
    /// Commands that were refused, with the reason.
    pub(crate) refused: BTreeMap<(u64, u64, String), ErrorCode>,
    /// Commands that went through two nodes and were refused by one: the other may still have done them.
    pub(crate) unsettled: Vec<(u64, u64, String)>,
    /// How often somebody went to another node.
    pub(crate) moved: u64,
    /// How long after something happened to a node those who were there had an answer from another.
    pub(crate) answered_after: Vec<(Strike, Duration)>,
    /// How often a connection broke while a command waited for its answer.
    pub(crate) repeated: u64,
    /// Rounds that were seen before and after a connection broke, by table and number.
    pub(crate) resumed: u64,
    /// All that was asked and heard, with the times.
    pub(crate) history: History,
    rounds: BTreeMap<(u64, u64), Seen>,
}

/// What was seen of a round.
#[derive(Default)]
struct Seen {
    commitment: Hex32,
    revealed: Option<Hex32>,
    board: Vec<Card>,
    dealer: Option<[Card; 2]>,
    holes: BTreeMap<SeatNumber, [Card; 2]>,
}

impl Memory {
    /// What was answered by now.
    pub(crate) fn promises(&self) -> Memory {
        Memory { done: self.done.clone(), refused: self.refused.clone(), ..Memory::default() }
    }

    /// Compares a round with what anybody saw of it before, and remembers the rest.
    pub(crate) fn look_at(&mut self, table: u64, round: &RoundView, is_after_break: bool) {
        let place = format!("table {table}, round {}", round.number);
        let known = self.rounds.contains_key(&(table, round.number.0));
        self.resumed += u64::from(known && is_after_break);
        let seen = self.rounds.entry((table, round.number.0)).or_default();
        if known {
            assert_eq!(seen.commitment, round.commitment, "{place}: another commitment");
        }
        seen.commitment = round.commitment;
        let both = seen.board.len().min(round.board.len());
        assert_eq!(seen.board[..both], round.board[..both], "{place}: another board");
        if round.board.len() > both {
            seen.board.clone_from(&round.board);
        }
        for hand in &round.hands {
            let Some(hole) = hand.hole else { continue };
            let before = seen.holes.insert(hand.seat, hole);
            assert!(before.is_none_or(|before| before == hole), "{place}: {before:?} became {hole:?}");
        }
        same(&mut seen.dealer, round.dealer.as_ref(), &place);
        same(&mut seen.revealed, round.revealed.as_ref(), &place);
    }
}

/// What is known must stay; what is not is learnt.
fn same<T: Clone + PartialEq + std::fmt::Debug>(before: &mut Option<T>, now: Option<&T>, place: &str) {
    if let (Some(before), Some(now)) = (&*before, now) {
        assert_eq!(before, now, "{place}");
    }
    if before.is_none() {
        *before = now.cloned();
    }
}
