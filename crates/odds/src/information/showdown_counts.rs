//! Showdown counts of each hole on one board against the dealer hands that an observation leaves.

use crate::board_class::BoardClass;
use crate::deck::pair_index;
use crate::showdowns::Showdown;
use crate::sweep::{HoleOffsets, RemainingCards, Step, sweep};

use super::observation::{Dealer, KINDS, ObservedCards, suit_hole_index};
use super::strengths::Ranking;

/// Wins, losses and unqualified dealer hands of each hole.
pub(crate) struct CountBuffers {
    wins: Vec<i16>,
    losses: Vec<i16>,
    unqualified: Vec<i16>,
}

/// A board in one class.
pub(crate) struct BoardContext<'a> {
    pub class: &'a BoardClass,
    pub ranks: usize,
    /// Whether the class is that with a suit.
    pub suit: bool,
    pub ranking: &'a Ranking,
    /// The holes in ascending strength, used if no card of the dealer is known.
    pub steps: &'a [Step],
    /// The number of cards of each kind left beside the board.
    pub left: &'a [i16; KINDS],
    pub dealer_hands: i16,
    /// The weakest strength with which the dealer qualifies.
    pub weakest_pair: u16,
}

impl CountBuffers {
    pub(crate) fn new(width: usize) -> CountBuffers {
        CountBuffers { wins: vec![0; width], losses: vec![0; width], unqualified: vec![0; width] }
    }

    pub(crate) fn showdown(&self) -> Showdown<'_> {
        Showdown { wins: &self.wins, losses: &self.losses, unqualified: &self.unqualified }
    }

    pub(crate) fn set(&mut self, context: &BoardContext, observed: &ObservedCards) {
        match observed.dealer {
            Dealer::Unseen => self.unseen(context),
            Dealer::One(kind) => self.one(context, kind),
            Dealer::Both(_) => unreachable!("a single hand is not counted"),
        }
    }

    /// Counts against any two cards that are left.
    fn unseen(&mut self, context: &BoardContext) {
        let ranks = context.ranks;
        let holes = &context.class.holes;
        let mut left = RemainingCards::default();
        let (inside, off) =
            if context.suit { context.left.split_at(ranks) } else { (&[][..], &context.left[..]) };
        left.inside[..inside.len()].copy_from_slice(inside);
        left.off[..ranks].copy_from_slice(&off[..ranks]);
        left.all_off = off[..ranks].iter().sum();
        let none_in = if context.suit { holes.len() - ranks * (ranks + 1) / 2 } else { 0 };
        let one_in = none_in.saturating_sub(ranks * ranks);
        let offsets = HoleOffsets { ranks, one_in, none_in };
        let out = [&mut self.wins[..], &mut self.losses[..]];
        let below = sweep(context.steps, &left, offsets, context.dealer_hands, context.weakest_pair, out);
        let (hands, with) = below.counts(ranks);
        let with = if context.suit { &with[..] } else { &with[ranks..] };
        for ((out, [one, other]), group) in
            self.unqualified.iter_mut().zip(holes).zip(&context.ranking.groups)
        {
            // A hole that is itself unqualified was added once and subtracted once with each of its cards.
            let itself = i16::from(*group < context.ranking.qualified);
            *out = hands - with[*one as usize] - with[*other as usize] + itself;
        }
    }

    /// Counts against one known card and any other card that is left. Dealer hands are counted by strength group, and
    /// those with a card of the hole are subtracted.
    fn one(&mut self, context: &BoardContext, known: usize) {
        let Ranking { groups, qualified, .. } = context.ranking;
        let mut with = [0; 32];
        let mut below = [0; 257];
        let mut unqualified = 0;
        for (kind, left) in context.left.iter().enumerate().filter(|(_, left)| **left > 0) {
            let group = groups[context.hole_index(known, kind)];
            with[kind] = group;
            below[group as usize + 1] += left;
            unqualified += if group < *qualified { *left } else { 0 };
        }
        for group in 1..below.len() {
            below[group] += below[group - 1];
        }
        let counts = self.wins.iter_mut().zip(&mut self.losses).zip(&mut self.unqualified);
        for (((wins, losses), out), (hole, own)) in counts.zip(context.class.holes.iter().zip(groups)) {
            let [one, other] = hole.map(|kind| with[kind as usize % 32]);
            let taken = |is: fn(&u8, &u8) -> bool, group: &u8| {
                i16::from(is(&one, group)) + i16::from(is(&other, group))
            };
            *wins = below[*own as usize] - taken(u8::lt, own);
            *losses = context.dealer_hands - below[*own as usize + 1] + taken(u8::le, own);
            *out = unqualified - taken(u8::lt, qualified);
        }
    }
}

impl BoardContext<'_> {
    /// Returns the index of a hole of two card kinds.
    fn hole_index(&self, one: usize, other: usize) -> usize {
        if self.suit { suit_hole_index(self.ranks, one, other) } else { pair_index(one, other) }
    }
}
