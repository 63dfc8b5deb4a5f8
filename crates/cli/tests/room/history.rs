//! What all clients asked and heard, with the times, judged as one history: each table is linearizable, and each
//! balance that anybody was told was held at some moment.

use std::collections::BTreeMap;
use std::time::Instant;

use protocol::Receipt;

/// A command that was done, from when it was first asked for until the answer.
#[derive(Clone)]
pub(crate) struct DoneCommand {
    pub(crate) asked: Instant,
    pub(crate) answered: Instant,
    pub(crate) receipt: Receipt,
}

/// A table as a client found it when it connected, some time after `asked`.
#[derive(Clone)]
pub(crate) struct FirstSight {
    pub(crate) asked: Instant,
    pub(crate) table: u64,
    pub(crate) seq: u64,
}

/// The history of all clients.
#[derive(Default)]
pub(crate) struct History {
    pub(crate) commands: Vec<DoneCommand>,
    pub(crate) sights: Vec<FirstSight>,
    /// What players were told that their wallets hold.
    pub(crate) wallets: Vec<(u64, i64)>,
}

impl History {
    /// Fails unless the order in which the log has the commands of each table could be the order in which they
    /// happened: a command that was answered before another was asked for comes first, and whoever comes to a table
    /// sees everything that was answered before.
    pub(crate) fn confirm(&self) {
        let mut tables: BTreeMap<u64, Vec<(Instant, Step)>> = BTreeMap::new();
        for command in &self.commands {
            let (seq, steps) = (command.receipt.seq.0, tables.entry(command.receipt.table.0).or_default());
            steps.push((command.asked, Step::Asked { seq }));
            steps.push((command.answered, Step::Answered { seq }));
        }
        for sight in &self.sights {
            tables.entry(sight.table).or_default().push((sight.asked, Step::Sees { seq: sight.seq }));
        }
        for (table, mut steps) in tables {
            // At the same moment an answer comes last: it does not bind those who ask then.
            steps.sort_by_key(|(at, step)| (*at, matches!(step, Step::Answered { .. })));
            let mut answered = 0;
            for (_, step) in steps {
                match step {
                    Step::Answered { seq } => answered = answered.max(seq),
                    Step::Asked { seq } => {
                        assert!(
                            seq > answered,
                            "table {table}: {seq} was asked for after {answered} was answered"
                        );
                    }
                    Step::Sees { seq } => {
                        assert!(
                            seq >= answered,
                            "table {table}: {seq} was seen after {answered} was answered"
                        );
                    }
                }
            }
        }
    }
}

enum Step {
    /// A command is asked for that will end at `seq`.
    Asked { seq: u64 },
    /// A command is answered that ended at `seq`.
    Answered { seq: u64 },
    /// Somebody asks for the table and will see it at `seq`.
    Sees { seq: u64 },
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::time::{Duration, Instant};

    use protocol::{Hex32, Hex64, Receipt, Seq, TableId, Timestamp};

    use super::{DoneCommand, FirstSight, History};

    #[test]
    fn an_order_that_contradicts_the_times_is_noticed() {
        let began = Instant::now();
        let at = |second| began + Duration::from_secs(second);
        let done = |asked, answered, seq| DoneCommand {
            asked: at(asked),
            answered: at(answered),
            receipt: Receipt {
                table: TableId(1),
                seq: Seq(seq),
                hash: Hex32::default(),
                at_ms: Timestamp(0),
                signature: Hex64::default(),
            },
        };
        let sees = |asked, seq| FirstSight { asked: at(asked), table: 1, seq };
        // Commands (asked, answered, seq), what somebody sees (asked, seq), and whether that can be.
        let rows = [
            (vec![done(0, 1, 5), done(2, 3, 7)], vec![sees(2, 5)], true),
            (vec![done(0, 3, 7), done(1, 2, 5)], vec![], true),
            (vec![done(0, 1, 7), done(2, 3, 5)], vec![], false),
            (vec![done(0, 1, 5), done(2, 3, 5)], vec![], false),
            (vec![done(0, 1, 5)], vec![sees(2, 4)], false),
            (vec![done(0, 3, 5)], vec![sees(2, 4)], true),
        ];
        for (number, (commands, sights, expected)) in rows.into_iter().enumerate() {
            let history = History { commands, sights, wallets: Vec::new() };
            assert_eq!(catch_unwind(|| history.confirm()).is_ok(), expected, "row {number}");
        }
    }
}
