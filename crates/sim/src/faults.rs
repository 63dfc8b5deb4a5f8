//! What goes wrong in a world, about once every twenty rounds, and how often each fault has happened.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::chance::Chance;
use crate::world::World;

/// What can go wrong for a card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, strum::VariantArray)]
pub enum InjectedFault {
    /// A node crashes before its group is committed.
    CrashBefore,
    /// A node crashes while its group is written; the torn end is discarded.
    CrashTorn,
    /// A node crashes after its group is committed and before anybody is answered.
    CrashAfter,
    /// All nodes crash at once.
    PowerCut,
    /// The store breaks off and has not written.
    UnknownLost,
    /// The store breaks off and has written.
    UnknownDone,
    /// The store breaks off and writes a while later.
    UnknownLate,
    /// The store refuses to write.
    Refused,
    /// A write takes many seconds.
    Slow,
    /// The store is not to be reached for a while.
    Outage,
    /// All players go away for an hour.
    Night,
    /// A node goes down for minutes, and all players go away.
    Deserted,
    /// All players lose their connections at once.
    Disconnected,
    /// Two nodes decided at the same end of a log, and one got a conflict.
    Collision,
    /// A wallet that another table had emptied meanwhile.
    Overdrawn,
    /// A command that never arrives.
    CommandLost,
    /// A command that arrives twice.
    CommandRepeated,
    /// A command that arrives again minutes later.
    CommandLate,
    /// A command that goes to another node than the one that is watched.
    CommandElsewhere,
    /// An answer that never arrives.
    AnswerLost,
    /// A connection that breaks by itself.
    ConnectionLost,
    /// A peer notice that never arrives.
    NoticeLost,
    /// A peer notice that arrives twice.
    NoticeRepeated,
    /// A peer notice that later ones overtake.
    NoticeLate,
    /// The store goes back in time, under running nodes or while they are down.
    RolledBack,
    /// The store goes back in time for one node, which goes on from there before the others are back.
    Forked,
    /// A replica takes over without the last commits, which were acknowledged.
    LossyFailover,
}

impl InjectedFault {
    /// The faults that are injected one by one, about one every twenty rounds: those up to `Disconnected`. The rest
    /// happens all the time, or in worlds of its own.
    pub(crate) const SINGLE: &[InjectedFault] =
        <InjectedFault as strum::VariantArray>::VARIANTS.split_at(InjectedFault::Disconnected as usize + 1).0;
}

/// How often each fault has happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FaultCounts(BTreeMap<InjectedFault, u64>);

impl FaultCounts {
    /// Counts a fault.
    pub fn count(&mut self, fault: InjectedFault) {
        *self.0.entry(fault).or_default() += 1;
    }

    /// Adds the counts of another world.
    pub fn add(&mut self, other: &FaultCounts) {
        for (fault, times) in &other.0 {
            *self.0.entry(*fault).or_default() += times;
        }
    }

    /// Returns how often a fault has happened.
    pub fn of(&self, fault: InjectedFault) -> u64 {
        self.0.get(&fault).copied().unwrap_or_default()
    }

    /// Returns how many faults were injected.
    pub fn injected(&self) -> u64 {
        InjectedFault::SINGLE.iter().map(|fault| self.of(*fault)).sum()
    }
}

/// Writes one line for each fault.
impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(fault, times)| writeln!(f, "{times:>12}  {fault:?}"))
    }
}

/// How many rounds are played from one fault to the next.
const ROUNDS_BETWEEN: Range<u64> = 1..38;

const MINUTE_MS: u64 = 60 * 1_000;

/// Injects faults until the world is calm.
pub(crate) async fn inject_faults(world: Arc<World>) {
    let mut chance = world.fork();
    let mut next = chance.within(&ROUNDS_BETWEEN);
    while !world.is_calm() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if let Some(morning) = world.night() {
            tokio::time::sleep_until(morning).await;
        }
        let rounds = world.auditor().rounds;
        // One at a time, so that the report of a violation names its cause.
        if rounds >= next && world.faults().armed.is_none() {
            next = rounds + chance.within(&ROUNDS_BETWEEN);
            inject(&world, &mut chance);
        }
    }
}

fn inject(world: &Arc<World>, chance: &mut Chance) {
    let Some(fault) = chance.pick(InjectedFault::SINGLE) else { return };
    match fault {
        // An hour passes quickly, but each one clears the tables.
        InjectedFault::Night if !chance.one_in(4) => return inject(world, chance),
        InjectedFault::Night => world.faults().night_until = world.later(20 * MINUTE_MS..90 * MINUTE_MS),
        InjectedFault::Deserted => {
            world.faults().night_until = world.later(2 * MINUTE_MS..10 * MINUTE_MS);
            let number = chance.below(world.nodes.len() as u64) as usize;
            world.take_down(number, world.delay(MINUTE_MS..8 * MINUTE_MS));
        }
        InjectedFault::PowerCut => world.crash_all(),
        InjectedFault::Outage => world.faults().cut_off_until = world.later(200..8_000),
        InjectedFault::Disconnected => world.faults().disconnections += 1,
        // A node alone on its store reads the log at once, which must then have what was written.
        InjectedFault::UnknownLate if world.nodes.len() == 1 => {
            world.faults().armed = Some(InjectedFault::UnknownDone);
            return;
        }
        // It is counted when it happens to a group.
        fault => {
            world.faults().armed = Some(fault);
            return;
        }
    }
    world.count(fault);
    world.auditor().note(("fault", fault as u64));
}
