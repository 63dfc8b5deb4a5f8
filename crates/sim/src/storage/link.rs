//! A node's way to the storage, for one life of that node.

use std::sync::Arc;

use store::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, LogReader, LogWriter, Pending, PostedTransfer,
    RecordKind, StoreError,
};
use table::Account;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use uth::Cents;

use super::disk::Disk;
use super::writer::{Answer, write_all};
use crate::mutant::Mutant;
use crate::node::Life;
use crate::world::World;

/// The storage as one node reaches it.
pub(crate) struct Link {
    world: Arc<World>,
    life: Arc<Life>,
    changes: UnboundedSender<(Commit, Answer)>,
}

impl Link {
    pub(crate) fn new(world: &Arc<World>, life: &Arc<Life>) -> Link {
        let (changes, queue) = unbounded_channel();
        tokio::spawn(write_all(Arc::clone(world), Arc::clone(life), queue));
        Link { world: Arc::clone(world), life: Arc::clone(life), changes }
    }

    fn read<T: Send + 'static>(&self, question: impl FnOnce(&Disk) -> T + Send + 'static) -> Pending<'_, T> {
        Box::pin(async move {
            self.reach().await?;
            Ok(question(&self.world.disk()))
        })
    }

    /// Whether the storage is to be reached just now. A question is asked when it gets there.
    async fn reach(&self) -> Result<(), StoreError> {
        self.world.wait_for_a_read().await;
        let unavailable = |why: &str| Err(StoreError::Unavailable(why.into()));
        match () {
            () if !self.life.is_alive() => unavailable("the node is no more"),
            () if self.world.is_cut_off() => unavailable("the network is down"),
            () => Ok(()),
        }
    }

    /// Whether this node reads something else than was written, because a mutant wants it so.
    fn misreads(&self, mutant: Mutant) -> bool {
        self.world.mutant == Some(mutant) && self.life.is_second()
    }
}

impl LogWriter for Link {
    fn append(&self, mut change: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async move {
            self.reach().await?;
            let seed = change.writes.iter_mut().find(|write| write.kind == RecordKind::Seed);
            if let Some(seed) = seed {
                if self.misreads(Mutant::RefuseSeed) {
                    return Ok(CommitResult::PreconditionFailed(RecordKind::Seed, seed.key.clone()));
                }
                if self.misreads(Mutant::NewSeed) {
                    seed.value = Some(self.world.another_seed(&seed.key));
                }
            }
            let stopped = || StoreError::Unknown("the node is no more".into());
            let (answer, answered) = oneshot::channel();
            self.changes.send((change, answer)).map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        })
    }
}

impl LogReader for Link {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.read(move |disk| disk.head(log))
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        if self.world.mutant == Some(Mutant::IgnoreDue) {
            return Box::pin(async { Ok(Vec::new()) });
        }
        self.read(move |disk| disk.deadlines(now_ms).into_iter().map(|(log, _)| log).collect())
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        self.read(move |disk| disk.entries(log, after, limit))
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |disk| disk.transfers_of(log, from, to))
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(move |disk| disk.transfers(after, limit))
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.read(move |disk| disk.balances(&accounts))
    }

    fn record(&self, place: RecordKind, key: String) -> Pending<'_, Option<String>> {
        if place == RecordKind::DailyTotals && self.misreads(Mutant::ForgetDay) {
            return Box::pin(async { Ok(None) });
        }
        self.read(move |disk| disk.record(place, &key).cloned())
    }

    fn records(&self, span: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        let forgets = span.kind == RecordKind::Checkpoint && self.misreads(Mutant::ForgetAnswers);
        Box::pin(async move {
            let mut found = self.read(move |disk| disk.records(&span)).await?;
            if forgets {
                for (_, text) in &mut found {
                    *text = without_answers(text);
                }
            }
            Ok(found)
        })
    }
}

/// A checkpoint that knows of no command.
fn without_answers(text: &str) -> String {
    let mut stored: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    stored["answers"]["done"] = serde_json::Value::Array(Vec::new());
    stored["answers"]["forgotten"] = 0.into();
    stored.to_string()
}
