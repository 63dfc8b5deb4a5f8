//! Adds the values of holes on a board to every flop contained in that board.

use crate::board_class::{BoardClass, Number, add_times};

use super::observation::{KINDS, ObservedCards};
use super::splits::FlopSplit;

/// One board in one class, with what is needed to add it to its flops.
pub(crate) struct Scatter<'a> {
    pub class: &'a BoardClass,
    pub splits: &'a [FlopSplit],
    pub left: &'a [i16; KINDS],
    pub observed: &'a ObservedCards,
}

/// Buffers of one thread.
pub(crate) struct Scratch<S> {
    ways: Vec<i16>,
    sums: Vec<S>,
}

impl<S: Number> Scratch<S> {
    pub(crate) fn new(width: usize) -> Scratch<S> {
        Scratch { ways: vec![0; width], sums: vec![S::default(); width] }
    }
}

impl Scatter<'_> {
    /// Adds the values of the first holes; those of the others are zero. Flops with the same runout share one product
    /// with its number of ways.
    pub(crate) fn add<V: Copy + Into<S>, S: Number>(
        &self,
        values: &[V],
        scratch: &mut Scratch<S>,
        out: &mut [S],
    ) {
        let river = self.observed.river;
        let sums = &mut scratch.sums[..values.len()];
        for alike in self.splits.chunk_by(|one, other| one.has_same_runout(*other)) {
            let mut flops =
                alike.iter().filter(|split| river.is_none_or(|river| split.holds(river))).peekable();
            if flops.peek().is_none() {
                continue;
            }
            let runout = alike[0].runout(self.left, river);
            sums.fill(S::default());
            add_times(sums, values, self.class.ways(runout, &mut scratch.ways));
            for split in flops {
                add_times(&mut out[split.flop as usize * self.class.width..], sums, None);
            }
        }
    }

    /// Adds the values of the first holes to the sums over all boards, times the number of ways to deal this one.
    pub(crate) fn add_to_total<S: Number>(&self, values: &[i16], scratch: &mut Scratch<S>, out: &mut [i32]) {
        // Splits are sorted, so the first one has in its runout all cards that can be dealt in several ways.
        let runout = self.splits[0].runout(self.left, None);
        match self.class.ways(runout, &mut scratch.ways) {
            None => out.iter_mut().zip(values).for_each(|(out, value)| *out += i32::from(*value)),
            Some(ways) => {
                for ((out, value), ways) in out.iter_mut().zip(values).zip(ways) {
                    *out += i32::from(*value) * i32::from(*ways);
                }
            }
        }
    }
}
