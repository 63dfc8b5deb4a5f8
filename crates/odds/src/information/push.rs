//! Adds what holes do on a board to the flops of that board.

use crate::view::{Number, View, add_times};

use super::parts::Part;
use super::sight::{KINDS, Sight};

/// A board, ready to be added.
pub(crate) struct Push<'a> {
    pub view: &'a View,
    pub parts: &'a [Part],
    pub left: &'a [i16; KINDS],
    pub sight: &'a Sight,
}

/// Room for one thread.
pub(crate) struct Room<S> {
    ways: Vec<i16>,
    sums: Vec<S>,
}

impl<S: Number> Room<S> {
    pub(crate) fn new(width: usize) -> Room<S> {
        Room { ways: vec![0; width], sums: vec![S::default(); width] }
    }
}

impl Push<'_> {
    /// Adds the values of the first holes; those of the others are zero.
    pub(crate) fn add<V: Copy + Into<S>, S: Number>(&self, values: &[V], room: &mut Room<S>, out: &mut [S]) {
        let river = self.sight.river;
        let sums = &mut room.sums[..values.len()];
        for alike in self.parts.chunk_by(|one, other| one.is_like(*other)) {
            let mut flops =
                alike.iter().filter(|part| river.is_none_or(|river| part.holds(river))).peekable();
            if flops.peek().is_none() {
                continue;
            }
            let runout = alike[0].runout(self.left, river);
            sums.fill(S::default());
            add_times(sums, values, self.view.ways(runout, &mut room.ways));
            for part in flops {
                add_times(&mut out[part.flop as usize * self.view.width..], sums, None);
            }
        }
    }

    /// Adds the values of the first holes to the sums over all boards, times the ways to deal this one.
    pub(crate) fn add_up<S: Number>(&self, values: &[i16], room: &mut Room<S>, out: &mut [i32]) {
        // Of the parts that are sorted, the first has all cards in the runout that can be dealt in several ways.
        let runout = self.parts[0].runout(self.left, None);
        match self.view.ways(runout, &mut room.ways) {
            None => out.iter_mut().zip(values).for_each(|(out, value)| *out += i32::from(*value)),
            Some(ways) => {
                for ((out, value), ways) in out.iter_mut().zip(values).zip(ways) {
                    *out += i32::from(*value) * i32::from(*ways);
                }
            }
        }
    }
}
