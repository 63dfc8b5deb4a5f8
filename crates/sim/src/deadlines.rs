//! Whether somebody acts on every deadline. It stands in the log, and any node may be the first: as long as one is
//! well, nothing stays due.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use store::LogId;
use tokio::time::sleep;

use crate::violation::{Checker, Violation, ensure};
use crate::world::World;

const LOOKS_EVERY: Duration = Duration::from_millis(100);

/// How late somebody may act while a node is well.
const LATEST_MS: u64 = 5_000;

/// What is due, and who could act on it.
struct Watch {
    /// Since when each node is well, and in which of its lives.
    well: Vec<Option<(u64, u64)>>,
    /// Since when each deadline is due and can be read. A slow write may come after the deadline that it sets.
    due: BTreeMap<(LogId, u64), u64>,
}

/// Looks at all deadlines until the world is over.
pub(crate) async fn watch_deadlines(world: Arc<World>) {
    let mut watch = Watch { well: vec![None; world.nodes.len()], due: BTreeMap::new() };
    while !world.is_over() {
        sleep(LOOKS_EVERY).await;
        let verdict = watch.look(&world);
        world.blame(verdict);
    }
}

impl Watch {
    fn look(&mut self, world: &World) -> Result<(), Violation> {
        let now_ms = world.now_ms();
        for (node, well) in world.nodes.iter().zip(&mut self.well) {
            let before = well.take();
            let life = node.well().filter(|_| !world.is_cut_off());
            *well = life.map(|life| before.filter(|(last, _)| *last == life).unwrap_or((life, now_ms)));
        }
        let since = |deadline: &(LogId, u64)| self.due.get(deadline).copied().unwrap_or(now_ms);
        let due = world.disk().deadlines(now_ms);
        self.due = due.into_iter().map(|deadline| (deadline, since(&deadline))).collect();
        let Some(well_ms) = self.well.iter().flatten().map(|(_, since_ms)| *since_ms).min() else {
            return Ok(());
        };
        self.due.iter().try_for_each(|((log, wake_ms), due_ms)| {
            ensure(now_ms - well_ms.max(*due_ms) <= LATEST_MS, Checker::Deadline, || {
                format!("table {log}: a deadline passed {} ms ago, and nobody acts", now_ms - wake_ms)
            })
        })
    }
}
