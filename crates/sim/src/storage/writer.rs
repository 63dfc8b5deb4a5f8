//! How a node's changes become durable, or do not.

use std::collections::BTreeMap;
use std::sync::Arc;

use store::batch::Plan;
use store::{Commit, CommitResult, StoreError};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

use crate::mutant::Mutant;
use crate::node::Life;
use crate::peer_notices::tell_others;
use crate::tally::Trouble;
use crate::world::World;

pub(crate) type Answer = oneshot::Sender<Result<CommitResult, StoreError>>;

/// Writes what a node asks for, group by group, until the node is no more.
pub(crate) async fn write_all(
    world: Arc<World>,
    life: Arc<Life>,
    mut changes: UnboundedReceiver<(Commit, Answer)>,
) {
    while let Some(first) = changes.recv().await {
        world.wait_for_disk().await;
        let mut group = vec![first];
        while let Ok(next) = changes.try_recv() {
            group.push(next);
        }
        if !life.is_alive() {
            return;
        }
        let (group, answers): (Vec<Commit>, Vec<Answer>) = group.into_iter().unzip();
        if world.mutant == Some(Mutant::AcknowledgeEarly) && !world.is_calm() {
            acknowledge_early(&world, life.node(), group, answers).await;
            continue;
        }
        // A node that has crashed answers nobody.
        let Some(written) = write(&world, &life, group).await else { return };
        world.wait_for_disk().await;
        if !life.is_alive() {
            return;
        }
        match written {
            Ok(outcomes) => answer(answers, outcomes),
            Err(error) => answers.into_iter().for_each(|answer| drop(answer.send(Err(error.clone())))),
        }
    }
}

fn answer(answers: Vec<Answer>, outcomes: Vec<CommitResult>) {
    for (answer, outcome) in answers.into_iter().zip(outcomes) {
        // Whoever has gone meanwhile finds out from the log.
        let _ = answer.send(Ok(outcome));
    }
}

/// Writes a group, unless something happens to the node or the storage at that moment.
async fn write(
    world: &Arc<World>,
    life: &Life,
    group: Vec<Commit>,
) -> Option<Result<Vec<CommitResult>, StoreError>> {
    let broke_off = || Some(Err(StoreError::Unknown("the connection broke".into())));
    match world.trouble_for_a_write() {
        Some(Trouble::CrashBefore) => {
            world.crash(life);
            None
        }
        Some(Trouble::CrashTorn) => {
            // The next start finds an unfinished write and discards it. A storage that would not is a mutant.
            let plan = world.disk().plan(group);
            if let (Some(Mutant::HalfGroup), Ok(plan)) = (world.mutant, plan) {
                world.carry_out(&Plan { transfers: Vec::new(), balances: BTreeMap::new(), ..plan });
            }
            world.crash(life);
            None
        }
        Some(Trouble::CrashAfter) => {
            let _ = commit(world, life.node(), group);
            world.crash(life);
            None
        }
        Some(Trouble::UnknownLost) => broke_off(),
        Some(Trouble::UnknownDone) => {
            let _ = commit(world, life.node(), group.clone());
            if world.mutant == Some(Mutant::RetryCommit) {
                let again = world.disk().again(group);
                let _ = commit(world, life.node(), again);
            }
            broke_off()
        }
        Some(Trouble::UnknownLate) => {
            let (world, node, delay) = (Arc::clone(world), life.node(), world.delay(10..3_000));
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                let _ = commit(&world, node, group);
            });
            broke_off()
        }
        Some(Trouble::Refused) => Some(Err(StoreError::Unavailable("the disk is full".into()))),
        Some(Trouble::Slow) => {
            life.wait(world.delay(1_000..15_000)).await;
            life.is_alive().then(|| commit(world, life.node(), group))
        }
        _ => Some(commit(world, life.node(), group)),
    }
}

/// Makes a group of a node durable in one step, and tells the others of it.
fn commit(world: &Arc<World>, node: usize, group: Vec<Commit>) -> Result<Vec<CommitResult>, StoreError> {
    let plan = world.disk().plan(group)?;
    world.carry_out(&plan);
    tell_others(world, node, &plan);
    for outcome in &plan.results {
        match outcome {
            CommitResult::Conflict => world.count(Trouble::Collision),
            CommitResult::Overdrawn(_) => world.count(Trouble::Overdrawn),
            _ => {}
        }
    }
    Ok(plan.results)
}

/// What a storage does that keeps its writes in memory for a while: the mutant of durability.
async fn acknowledge_early(world: &Arc<World>, node: usize, group: Vec<Commit>, answers: Vec<Answer>) {
    let Ok(plan) = world.disk().plan(group.clone()) else { return };
    answer(answers, plan.results);
    world.wait_for_disk().await;
    let _ = commit(world, node, group);
}
