//! What each hole does on one board against the dealer hands that are possible.

use crate::deck::pair;
use crate::showdowns::Showdown;
use crate::view::View;
use crate::walk::{Left, Places, Step, walk};

use super::sight::{Dealer, KINDS, Sight, suit_place};
use super::strengths::Ranking;

/// Wins, losses and unqualified dealer hands of each hole.
pub(crate) struct Counts {
    wins: Vec<i16>,
    losses: Vec<i16>,
    unqualified: Vec<i16>,
}

/// A board in one view.
pub(crate) struct Table<'a> {
    pub view: &'a View,
    pub ranks: usize,
    /// Whether the view is by suit.
    pub suit: bool,
    pub ranking: &'a Ranking,
    /// The holes, weakest first, where the dealer's cards are unseen.
    pub steps: &'a [Step],
    /// How many cards of each kind are left beside the board.
    pub left: &'a [i16; KINDS],
    pub dealer_hands: i16,
    /// The weakest strength with which the dealer qualifies.
    pub weakest_pair: u16,
}

impl Counts {
    pub(crate) fn new(width: usize) -> Counts {
        Counts { wins: vec![0; width], losses: vec![0; width], unqualified: vec![0; width] }
    }

    pub(crate) fn showdown(&self) -> Showdown<'_> {
        Showdown { wins: &self.wins, losses: &self.losses, unqualified: &self.unqualified }
    }

    pub(crate) fn set(&mut self, table: &Table, sight: &Sight) {
        match sight.dealer {
            Dealer::Unseen => self.unseen(table),
            Dealer::One(kind) => self.one(table, kind),
            Dealer::Both(_) => unreachable!("a single hand is not counted"),
        }
    }

    /// Against any two cards that are left.
    fn unseen(&mut self, table: &Table) {
        let ranks = table.ranks;
        let holes = &table.view.holes;
        let mut left = Left::default();
        let (inside, off) = if table.suit { table.left.split_at(ranks) } else { (&[][..], &table.left[..]) };
        left.inside[..inside.len()].copy_from_slice(inside);
        left.off[..ranks].copy_from_slice(&off[..ranks]);
        left.all_off = off[..ranks].iter().sum();
        let none_in = if table.suit { holes.len() - ranks * (ranks + 1) / 2 } else { 0 };
        let one_in = none_in.saturating_sub(ranks * ranks);
        let places = Places { ranks, one_in, none_in };
        let out = [&mut self.wins[..], &mut self.losses[..]];
        let below = walk(table.steps, &left, places, table.dealer_hands, table.weakest_pair, out);
        let (hands, with) = below.counts(ranks);
        let with = if table.suit { &with[..] } else { &with[ranks..] };
        for ((out, [one, other]), group) in self.unqualified.iter_mut().zip(holes).zip(&table.ranking.groups)
        {
            // A hole that is itself among them has been taken off twice.
            let itself = i16::from(*group < table.ranking.qualified);
            *out = hands - with[*one as usize] - with[*other as usize] + itself;
        }
    }

    /// Against one card that is known and any other that is left: the hands of the dealer are counted by group, and
    /// those with a card of the hole are taken off.
    fn one(&mut self, table: &Table, known: usize) {
        let Ranking { groups, qualified, .. } = table.ranking;
        let mut with = [0; 32];
        let mut below = [0; 257];
        let mut unqualified = 0;
        for (kind, left) in table.left.iter().enumerate().filter(|(_, left)| **left > 0) {
            let group = groups[table.place(known, kind)];
            with[kind] = group;
            below[group as usize + 1] += left;
            unqualified += if group < *qualified { *left } else { 0 };
        }
        for group in 1..below.len() {
            below[group] += below[group - 1];
        }
        let counts = self.wins.iter_mut().zip(&mut self.losses).zip(&mut self.unqualified);
        for (((wins, losses), out), (hole, own)) in counts.zip(table.view.holes.iter().zip(groups)) {
            let [one, other] = hole.map(|kind| with[kind as usize % 32]);
            let taken = |is: fn(&u8, &u8) -> bool, group: &u8| {
                i16::from(is(&one, group)) + i16::from(is(&other, group))
            };
            *wins = below[*own as usize] - taken(u8::lt, own);
            *losses = table.dealer_hands - below[*own as usize + 1] + taken(u8::le, own);
            *out = unqualified - taken(u8::lt, qualified);
        }
    }
}

impl Table<'_> {
    /// The place of a hole of those two kinds.
    fn place(&self, one: usize, other: usize) -> usize {
        if self.suit { suit_place(self.ranks, one, other) } else { pair(one, other) }
    }
}
