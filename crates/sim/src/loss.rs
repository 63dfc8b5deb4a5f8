//! Short worlds in which the store goes back in time: a volume that was restored, a history that forked, a failover to
//! a replica that was behind. What was confirmed is then lost, and must not be lost silently.

use std::sync::Arc;
use std::time::Duration;

use audit::verify::Receipts;
use protocol::{ErrorCode, Receipt};
use room::faults::FaultKind;
use room::{Outbox, Room};
use store::LogId;
use table::Viewer;
use tokio::time::sleep;

use crate::chance::Chance;
use crate::checker::{Checker, Mutant, Violation, ensure};
use crate::faults::InjectedFault;
use crate::node::{Life, Node};
use crate::run::{begin, check_panics, listen_for_panics, play};
use crate::storage::Link;
use crate::world::World;

/// How long players play on after a loss. Nodes compare their stores with what they know every second.
const AFTERMATH: Duration = Duration::from_secs(8);

/// The longest time for which a node goes on while the others are cut off.
const LONGEST_FORK: Duration = Duration::from_secs(12);

/// What became of a loss.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LossReport {
    /// How the store went back.
    pub fault: InjectedFault,
    /// Receipts for what the store no longer has.
    pub receipts_lost: u64,
    /// Whether a node noticed by itself that the store has another history.
    pub is_noticed_by_node: bool,
    /// One number for everything that has happened, in order.
    pub trace: u64,
    /// What is wrong, if anything.
    pub violation: Option<Violation>,
}

/// Plays some rounds in the world of a seed, has the store lose something, and checks that it is noticed: by a node
/// before it confirms anything on top, or by the receipt of a client.
///
/// # Panics
/// If there is no runtime to be had.
pub fn run_loss(seed: u64, mutant: Option<Mutant>) -> LossReport {
    listen_for_panics();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime without sockets and threads").block_on(async {
        let world = Arc::new(World::new(seed, mutant));
        world.disk().keep_history();
        let mut loss = Loss { fault: InjectedFault::RolledBack, is_noticed_by_node: false };
        let verdict = loss.live(&world).await;
        world.faults().is_over = true;
        world.nodes.iter().for_each(Node::clear);
        let mut auditor = world.auditor();
        auditor.blame(verdict);
        LossReport {
            fault: loss.fault,
            receipts_lost: auditor.receipts().filter(|(_, is_there)| !is_there).count() as u64,
            is_noticed_by_node: loss.is_noticed_by_node,
            trace: auditor.trace(),
            violation: auditor.violation.clone(),
        }
    })
}

/// A loss, and who noticed it.
struct Loss {
    fault: InjectedFault,
    is_noticed_by_node: bool,
}

impl Loss {
    async fn live(&mut self, world: &Arc<World>) -> Result<(), Violation> {
        begin(world).await?;
        let mut chance = world.fork();
        let opened = world.disk().written().len();
        play(world, chance.within(&(1..7))).await?;
        self.fault = injected(world, &mut chance);
        world.auditor().note(("loss", self.fault as u64));
        match self.fault {
            InjectedFault::Forked => fork(world, &mut chance, opened).await,
            InjectedFault::LossyFailover => fail_over(world, &mut chance),
            _ => roll_back(world, &mut chance, opened),
        }
        sleep(AFTERMATH).await;
        check_panics()?;
        // Every command that is under way gets its answer, and every node is up, before receipts are presented.
        world.set_calm(true);
        sleep(AFTERMATH).await;
        check_panics()?;
        self.is_noticed_by_node =
            world.nodes.iter().filter_map(Node::running).any(|(room, ..)| {
                room.faults().lasting().iter().any(|fault| fault.kind == FaultKind::Forked)
            });
        present_receipts(world).await?;
        prove(world).await
    }
}

/// Chooses how the store goes back. A fork needs a second node.
fn injected(world: &World, chance: &mut Chance) -> InjectedFault {
    let most = if world.nodes.len() > 1 { 3 } else { 2 };
    match chance.below(most) {
        0 => InjectedFault::RolledBack,
        1 => InjectedFault::LossyFailover,
        _ => InjectedFault::Forked,
    }
}

/// The store goes back by any time, under running nodes or while they are down.
fn roll_back(world: &Arc<World>, chance: &mut Chance, opened: usize) {
    if chance.one_in(2) {
        world.crash_all();
    }
    let written = world.disk().written().len();
    // Now and then so far that the tables and the players themselves are gone.
    let first = if chance.one_in(8) { 0 } else { opened };
    world.go_back(chance.within(&(first as u64..written as u64)) as usize);
}

/// A replica takes over that lacks the last commits.
fn fail_over(world: &World, chance: &mut Chance) {
    world.faults().cut_off_until = world.later(50..1_500);
    let written = world.disk().written().len() as u64;
    world.go_back((written - chance.within(&(1..6))) as usize);
}

/// The store goes back for one node, which starts on it and goes on, while the others are cut off from both.
async fn fork(world: &Arc<World>, chance: &mut Chance, opened: usize) {
    let survivor = chance.below(world.nodes.len() as u64) as usize;
    world.faults().isolated = (0..world.nodes.len()).filter(|node| *node != survivor).collect();
    let before = world.disk().contents.heads.clone();
    let written = world.disk().written().len() as u64;
    let lost = chance.within(&(1..40)).min(written - opened as u64).max(1);
    world.go_back((written - lost) as usize);
    world.restart(survivor);
    // The others come back just when a log is as long as the one that they know: then its length tells nothing.
    let began = tokio::time::Instant::now();
    while began.elapsed() < LONGEST_FORK {
        sleep(Duration::from_millis(5)).await;
        let disk = world.disk();
        let mut heads = disk.contents.heads.iter();
        let is_level = |(log, head): (&LogId, &store::Head)| {
            before.get(log).is_some_and(|known| known.seq == head.seq && known.hash != head.hash)
        };
        if heads.any(is_level) {
            break;
        }
    }
    world.faults().isolated.clear();
}

/// Presents every receipt that the store has lost to every node, which must say so or not be ready.
async fn present_receipts(world: &Arc<World>) -> Result<(), Violation> {
    let lost: Vec<Receipt> =
        world.auditor().receipts().filter(|(_, is_there)| !is_there).map(|(receipt, _)| receipt).collect();
    for node in &world.nodes {
        let Some((room, _, life)) = node.running() else { continue };
        for receipt in &lost {
            let (outbox, _frames) = Outbox::new();
            let table = receipt.table.into();
            let watched = room.watch(table, Viewer::Spectator, &outbox, None, Some(*receipt)).await;
            let is_told = match &watched {
                Err(refused) if refused.code == ErrorCode::Forgotten => true,
                Err(_) => is_forked(&room, LogId(receipt.table.0)),
                Ok(()) => false,
            };
            ensure(is_told, Checker::Forgotten, || {
                let (Receipt { table, seq, .. }, node) = (receipt, life.node);
                format!(
                    "table {table} has lost event {seq}, and node {node} answers {watched:?} to its receipt"
                )
            })?;
        }
    }
    Ok(())
}

/// Whether a node is not ready because a log, or the journal, has another history.
fn is_forked(room: &Room, log: LogId) -> bool {
    [log, LogId::ROOM].iter().any(|log| room.faults().has(FaultKind::Forked, Some(*log)))
}

/// Checks all receipts against the store without any node, as an auditor does: those that are lost prove it, and no
/// other does.
async fn prove(world: &Arc<World>) -> Result<(), Violation> {
    let (receipts, is_there): (Vec<Receipt>, Vec<bool>) = world.auditor().receipts().unzip();
    let file: String = receipts
        .iter()
        .map(|receipt| serde_json::to_string(receipt).expect("a receipt has a JSON form") + "\n")
        .collect();
    let link = Link::new(world, &Arc::new(Life::new(0, 1)));
    let unreadable =
        |failure: audit::verify::Failure| Violation { checker: Checker::Log, what: failure.to_string() };
    let mut kept = Receipts::default();
    kept.read("receipts", file.as_bytes()).map_err(unreadable)?;
    kept.look_up(&link).await.map_err(unreadable)?;
    let proved: Vec<usize> =
        kept.compare(&World::signer().public_key()).faults.iter().map(|fault| fault.number).collect();
    let lost: Vec<usize> =
        is_there.iter().zip(1..).filter(|(is_there, _)| !**is_there).map(|(_, number)| number).collect();
    ensure(proved == lost, Checker::Forgotten, || {
        format!("receipts {lost:?} are for what the store has lost, and receipts {proved:?} prove it")
    })
}
