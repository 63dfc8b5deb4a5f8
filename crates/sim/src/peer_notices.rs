//! What nodes tell each other: how far a log goes. Words are lost, repeated and overtaken, which may only delay.

use std::sync::Arc;
use std::time::Duration;

use store::LogId;
use store::batch::Plan;

use crate::tally::Trouble;
use crate::world::World;

/// Tells all nodes but the one that has written. It is the storage that tells: a node that crashed just then has told.
pub(crate) fn tell_others(world: &Arc<World>, writer: usize, plan: &Plan) {
    for node in (0..world.nodes.len()).filter(|node| *node != writer) {
        for (log, head) in &plan.heads {
            send(world, node, *log, head.seq);
        }
    }
}

fn send(world: &Arc<World>, node: usize, log: LogId, seq: u64) {
    let carry = |delay_ms: u64| {
        tokio::spawn(carry(Arc::clone(world), node, Duration::from_millis(delay_ms), log, seq));
    };
    if world.is_calm() {
        return carry(1);
    }
    let mut chance = world.fork();
    if chance.one_in(12) {
        return world.count(Trouble::WordLost);
    }
    if chance.one_in(12) {
        world.count(Trouble::WordLate);
        carry(chance.within(&(100..5_000)));
    } else {
        carry(chance.below(20));
    }
    if chance.one_in(12) {
        world.count(Trouble::WordRepeated);
        carry(chance.below(5_000));
    }
}

async fn carry(world: Arc<World>, node: usize, delay: Duration, log: LogId, seq: u64) {
    tokio::time::sleep(delay).await;
    // Words come from the storage.
    if world.is_cut_off() {
        return world.count(Trouble::WordLost);
    }
    // A node that is down hears nothing.
    if let Some((room, _, _)) = world.nodes[node].running() {
        world.auditor().note(("word", node, log, seq));
        room.on_peer_notice(log, seq);
    }
}
