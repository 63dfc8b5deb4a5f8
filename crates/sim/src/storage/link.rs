//! The store as one node reaches it, for one life of that node: how its commits become durable, or do not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use store::batch::Plan;
use store::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, LogReader, LogWriter, Pending, PostedTransfer,
    RecordKind, StoreError,
};
use table::Account;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use uth::Cents;

use super::disk::Disk;
use crate::checker::Mutant;
use crate::faults::InjectedFault;
use crate::network::tell_others;
use crate::node::Life;
use crate::world::{World, lock};

/// The store as one node reaches it.
pub(crate) struct Link {
    world: Arc<World>,
    life: Arc<Life>,
    /// The ends of logs that a mutant has seen.
    heads: Mutex<BTreeMap<LogId, Head>>,
    changes: UnboundedSender<(Commit, Answer)>,
}

impl Link {
    pub(crate) fn new(world: &Arc<World>, life: &Arc<Life>) -> Link {
        let (changes, queue) = unbounded_channel();
        tokio::spawn(write_all(Arc::clone(world), Arc::clone(life), queue));
        let (world, life) = (Arc::clone(world), Arc::clone(life));
        Link { world, life, heads: Mutex::default(), changes }
    }

    fn read<T: Send + 'static>(&self, question: impl FnOnce(&Disk) -> T + Send + 'static) -> Pending<'_, T> {
        Box::pin(async move {
            self.reach().await?;
            Ok(question(&self.world.disk()))
        })
    }

    /// Waits as long as a read takes, and fails if the store cannot be reached then.
    async fn reach(&self) -> Result<(), StoreError> {
        self.world.wait_for_a_read().await;
        let unavailable = |why: &str| Err(StoreError::Unavailable(why.into()));
        match () {
            () if !self.life.is_alive() => unavailable("the node is no more"),
            () if self.world.is_unreachable(self.life.node) => unavailable("the network is down"),
            () => Ok(()),
        }
    }

    /// Returns the end of a log, or the longer one that was there before.
    fn newest(&self, log: LogId, head: Option<Head>) -> Option<Head> {
        let mut heads = lock(&self.heads);
        let known = heads.get(&log).copied();
        let newest = head.filter(|head| known.is_none_or(|known| known.seq <= head.seq)).or(known)?;
        heads.insert(log, newest);
        Some(newest)
    }

    /// Whether a mutant that begins with a restart is at work in this node.
    fn is_mutant(&self, mutant: Mutant) -> bool {
        self.world.mutant == Some(mutant) && self.life.is_second()
    }
}

impl LogWriter for Link {
    fn append(&self, mut change: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async move {
            self.reach().await?;
            let seed = change.writes.iter_mut().find(|write| write.kind == RecordKind::Seed);
            if let Some(seed) = seed {
                if self.is_mutant(Mutant::RefuseSeed) {
                    return Ok(CommitResult::PreconditionFailed(RecordKind::Seed, seed.key.clone()));
                }
                if self.is_mutant(Mutant::NewSeed) {
                    seed.value = Some(self.world.another_seed(&seed.key));
                }
            }
            let stopped = || StoreError::Unknown("the node is no more".into());
            let (answer, answered) = oneshot::channel();
            let end = change.entry.as_ref().map(|entry| (entry.log, entry.last_seq(), entry.hash));
            self.changes.send((change, answer)).map_err(|_| stopped())?;
            let result = answered.await.map_err(|_| stopped())?;
            match (end, &result) {
                (Some((log, seq, hash)), Ok(CommitResult::Done(_))) => {
                    lock(&self.heads).insert(log, Head { seq, hash, wake_ms: None });
                }
                (Some((log, ..)), Ok(CommitResult::Conflict)) => self.life.note_conflict(log),
                _ => {}
            }
            result
        })
    }
}

impl LogReader for Link {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        Box::pin(async move {
            let head = self.read(move |disk| disk.contents.heads.get(&log).copied()).await?;
            Ok(if self.world.mutant == Some(Mutant::StaleHeads) { self.newest(log, head) } else { head })
        })
    }

    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        self.read(|disk| disk.contents.heads.iter().map(|(log, head)| (*log, *head)).collect())
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        if self.world.mutant == Some(Mutant::IgnoreDue) {
            return Box::pin(async { Ok(Vec::new()) });
        }
        self.read(move |disk| disk.contents.deadlines(now_ms).map(|(log, _)| log).collect())
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        if self.world.mutant == Some(Mutant::HideEntries) && self.life.has_conflict(log) {
            return Box::pin(async { Ok(Vec::new()) });
        }
        self.read(move |disk| disk.contents.entries(log, after, limit))
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |disk| disk.contents.transfers_of(log, from, to))
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |disk| disk.contents.transfers(after, limit))
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.read(move |disk| disk.balances(&accounts))
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        if kind == RecordKind::DailyTotals && self.is_mutant(Mutant::ForgetDay) {
            return Box::pin(async { Ok(None) });
        }
        let forgets_limits = kind == RecordKind::Account && self.world.mutant == Some(Mutant::ForgetLimits);
        self.read(move |disk| {
            let value = disk.contents.records.get(&(kind, key)).cloned();
            value.map(|value| if forgets_limits { without_limits(&value) } else { value })
        })
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        let forgets = range.kind == RecordKind::Checkpoint && self.is_mutant(Mutant::ForgetAnswers);
        Box::pin(async move {
            let mut found = self.read(move |disk| disk.contents.records(range)).await?;
            for (_, checkpoint) in found.iter_mut().filter(|_| forgets) {
                *checkpoint = without_commands(checkpoint);
            }
            Ok(found)
        })
    }
}

/// Returns a checkpoint that does not say where the commands before it are.
fn without_commands(value: &str) -> String {
    let mut stored: serde_json::Value = serde_json::from_str(value).expect("a record that the room wrote");
    stored["commands"]["entries"] = serde_json::Value::Array(Vec::new());
    stored.to_string()
}

/// Returns the record of an account without the player's own limits.
fn without_limits(value: &str) -> String {
    let mut stored: serde_json::Value = serde_json::from_str(value).expect("a record that the room wrote");
    let limits = stored.as_object_mut().and_then(|record| record.get_mut("protection"));
    let limits = limits.and_then(serde_json::Value::as_object_mut);
    limits
        .into_iter()
        .flat_map(serde_json::Map::values_mut)
        .for_each(|limit| *limit = serde_json::Value::Null);
    stored.to_string()
}

type Answer = oneshot::Sender<Result<CommitResult, StoreError>>;

/// Writes the commits of a node, group by group, until the node crashes.
async fn write_all(world: Arc<World>, life: Arc<Life>, mut changes: UnboundedReceiver<(Commit, Answer)>) {
    while let Some(first) = changes.recv().await {
        world.wait_for_disk().await;
        let mut group = vec![first];
        // Commits that wait together are one group, as in the real stores: that is how a crash can tear several at
        // once.
        while let Ok(next) = changes.try_recv() {
            group.push(next);
        }
        if !life.is_alive() {
            return;
        }
        let (group, answers): (Vec<Commit>, Vec<Answer>) = group.into_iter().unzip();
        if world.mutant == Some(Mutant::AcknowledgeEarly) && !world.is_calm() {
            acknowledge_early(&world, life.node, group, answers).await;
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
        // A task that no longer waits finds out from the log.
        let _ = answer.send(Ok(outcome));
    }
}

/// Writes a group, unless a fault is due. `None` if the node has crashed.
async fn write(
    world: &Arc<World>,
    life: &Life,
    group: Vec<Commit>,
) -> Option<Result<Vec<CommitResult>, StoreError>> {
    let broke_off = || Some(Err(StoreError::Unknown("the connection broke".into())));
    if world.is_unreachable(life.node) {
        return broke_off();
    }
    match world.fault_for_a_write() {
        Some(InjectedFault::CrashBefore) => {
            world.crash(life);
            None
        }
        Some(InjectedFault::CrashTorn) => {
            // The next start finds an unfinished write and discards it. A store that would not is a mutant.
            let plan = world.disk().plan(group);
            if let (Some(Mutant::HalfGroup), Ok(plan)) = (world.mutant, plan) {
                world.carry_out(&Plan { transfers: Vec::new(), balances: BTreeMap::new(), ..plan });
            }
            world.crash(life);
            None
        }
        Some(InjectedFault::CrashAfter) => {
            let _ = commit(world, life.node, group);
            world.crash(life);
            None
        }
        Some(InjectedFault::UnknownLost) => broke_off(),
        Some(InjectedFault::UnknownDone) => {
            let _ = commit(world, life.node, group.clone());
            if world.mutant == Some(Mutant::RetryCommit) {
                let again = world.disk().again(group);
                let _ = commit(world, life.node, again);
            }
            broke_off()
        }
        Some(InjectedFault::UnknownLate) => {
            let (world, node, delay) = (Arc::clone(world), life.node, world.delay(10..3_000));
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                let _ = commit(&world, node, group);
            });
            broke_off()
        }
        Some(InjectedFault::Refused) => Some(Err(StoreError::Unavailable("the disk is full".into()))),
        Some(InjectedFault::Slow) => {
            life.wait(world.delay(1_000..15_000)).await;
            life.is_alive().then(|| commit(world, life.node, group))
        }
        _ => Some(commit(world, life.node, group)),
    }
}

/// Makes a group of a node durable in one step, and tells the others of it.
fn commit(world: &Arc<World>, node: usize, group: Vec<Commit>) -> Result<Vec<CommitResult>, StoreError> {
    let plan = world.disk().plan(group)?;
    world.carry_out(&plan);
    tell_others(world, node, &plan);
    for outcome in &plan.results {
        match outcome {
            CommitResult::Conflict => world.count(InjectedFault::Collision),
            CommitResult::Overdrawn(_) => world.count(InjectedFault::Overdrawn),
            _ => {}
        }
    }
    Ok(plan.results)
}

/// Answers before writing, as a store does that keeps its writes in memory for a while: the mutant of durability.
async fn acknowledge_early(world: &Arc<World>, node: usize, group: Vec<Commit>, answers: Vec<Answer>) {
    let Ok(plan) = world.disk().plan(group.clone()) else { return };
    answer(answers, plan.results);
    world.wait_for_disk().await;
    let _ = commit(world, node, group);
}
