//! All holes on one board against all dealer hands, without comparing any two of them.
//!
//! Walk up the holes in the order of their strength, keeping count of the hands passed, in all and for each kind
//! of card. The hands below a hole that share no card with it are then `below − below[first] − below[second]`:
//! no weaker hand holds both of its cards. Once the hole's own group is passed the same sum tells wins and ties
//! together, where the hole itself has been taken off twice and added once.

use crate::deck::Deck;
use crate::showdown::{Made, Showdown};
use crate::view::View;

/// A hole and its strength on the board.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub strength: u16,
    /// Its place among the holes of the view.
    pub hole: u16,
    pub made: Made,
}

/// The hands passed so far.
#[derive(Clone, Copy)]
struct Below {
    hands: i32,
    /// How many of them hold a certain card of each kind.
    with: [i32; 32],
}

/// A kind of hole that can be dealt beside the board.
#[derive(Clone, Copy)]
struct Member {
    ranked: Ranked,
    first: u8,
    second: u8,
    hands: u8,
    with_first: u8,
    with_second: u8,
}

impl Below {
    const NONE: Below = Below { hands: 0, with: [0; 32] };

    #[inline]
    fn pass(&mut self, member: &Member) {
        self.hands += i32::from(member.hands);
        self.with[member.first as usize & 31] += i32::from(member.with_first);
        self.with[member.second as usize & 31] += i32::from(member.with_second);
    }

    #[inline]
    fn beside(&self, member: &Member) -> i32 {
        self.hands - self.with[member.first as usize & 31] - self.with[member.second as usize & 31]
    }
}

/// The memory of a walk, to be used again.
#[derive(Default)]
pub(crate) struct Walk {
    members: Vec<Member>,
}

impl Walk {
    /// Forgets the last board.
    pub(crate) fn start(&mut self) {
        self.members.clear();
    }

    /// The next hole in ascending order of strength, if there are cards left for it.
    #[inline]
    pub(crate) fn push(&mut self, ranked: Ranked, view: &View, left: &[u8; 26]) {
        let [first, second] = view.holes[ranked.hole as usize];
        let (one, other) = (left[first as usize], left[second as usize]);
        let (hands, with_first, with_second) = if first == second {
            let others = one.saturating_sub(1);
            (one * others / 2, others, 0)
        } else {
            (one * other, other, one)
        };
        if hands > 0 {
            self.members.push(Member { ranked, first, second, hands, with_first, with_second });
        }
    }

    /// The showdowns of all holes pushed. Hands below `weakest_pair` do not qualify.
    pub(crate) fn showdowns(&self, deck: Deck, weakest_pair: u16, out: &mut [Showdown]) {
        let mut below = Below::NONE;
        let mut unqualified = Below::NONE;
        for group in self.members.chunk_by(|a, b| a.ranked.strength == b.ranked.strength) {
            for member in group {
                out[member.ranked.hole as usize] = Showdown::new(below.beside(member), member.ranked.made);
            }
            for member in group {
                below.pass(member);
            }
            for member in group {
                let losses = deck.dealer_hands() - below.beside(member) - 1;
                out[member.ranked.hole as usize] = out[member.ranked.hole as usize].with_losses(losses);
            }
            if group[0].ranked.strength < weakest_pair {
                unqualified = below;
            }
        }
        if unqualified.hands > 0 {
            for member in &self.members {
                let itself = i32::from(member.ranked.strength < weakest_pair);
                let showdown = &mut out[member.ranked.hole as usize];
                *showdown = showdown.with_unqualified(unqualified.beside(member) + itself);
            }
        }
    }
}
