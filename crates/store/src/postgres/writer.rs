//! The task that writes: group commit, turns between nodes, and retries.

use tokio::sync::mpsc::UnboundedReceiver;
use tokio_postgres::Config;

use super::session::Session;
use super::{ANSWERED_WITHIN, Connected, Fault, RetryBudget, WRITING};
use crate::batch::{Needs, plan};
use crate::fanout::{Fanout, PeerNotice};
use crate::sql::{Answer, MAX_BATCH};
use crate::{Commit, CommitResult, StoreError};

/// Writes for one node. A lost session is replaced.
pub(super) struct Writer {
    pub(super) config: Config,
    /// `None` after a failure.
    pub(super) session: Option<Session>,
    /// Notifies other nodes, if there are any.
    pub(super) fanout: Option<Fanout>,
}

impl Writer {
    /// Writes commits until the queue is closed.
    pub(super) async fn write_all(mut self, mut commits: UnboundedReceiver<(Commit, Answer)>) {
        let mut waiting = Vec::new();
        while commits.recv_many(&mut waiting, MAX_BATCH).await > 0 {
            // While this node waits for its turn, more commits arrive: they join the batch.
            self.take_turn().await;
            while waiting.len() < MAX_BATCH
                && let Ok(commit) = commits.try_recv()
            {
                waiting.push(commit);
            }
            let (batch, answers): (Vec<Commit>, Vec<Answer>) = waiting.drain(..).unzip();
            let results = self.write(batch).await;
            for (answer, result) in answers.into_iter().zip(results) {
                // A client that has stopped waiting learns the result from the log.
                let _ = answer.send(result);
            }
            // The clients just answered get to send their next commits before the next batch is drained.
            tokio::task::yield_now().await;
        }
    }

    /// Waits for the writers' lock on the current session. A session that fails here is dropped; the attempt that
    /// follows opens another one.
    async fn take_turn(&mut self) {
        if let Some(mut session) = self.session.take().filter(|session| !session.is_over())
            && in_time(async { Ok(session.take_turn().await?) }, Fault::silent).await.is_ok()
        {
            self.session = Some(session);
        }
    }

    /// Writes a batch, or its commits one by one if the database refuses the batch.
    async fn write(&mut self, batch: Vec<Commit>) -> Vec<Result<CommitResult, StoreError>> {
        let error = match self.persist(&batch).await {
            Ok(results) => return results.into_iter().map(Ok).collect(),
            // A commit that the database itself refuses must not fail the others.
            Err(Fault::Refused(_)) if batch.len() > 1 => {
                let mut results = Vec::new();
                for commit in batch {
                    results.extend(Box::pin(self.write(vec![commit])).await);
                }
                return results;
            }
            Err(Fault::Refused(error)) => error,
            Err(Fault::Disconnected(why)) => StoreError::Unavailable(why),
            Err(Fault::Unknown(why)) => StoreError::Unknown(why),
        };
        vec![Err(error); batch.len()]
    }

    /// Tries until the retry budget is spent, but never again once COMMIT was sent: it may have been applied.
    async fn persist(&mut self, batch: &[Commit]) -> Result<Vec<CommitResult>, Fault> {
        let mut budget = RetryBudget::new();
        loop {
            match self.attempt(batch.to_vec()).await {
                Err(Fault::Disconnected(why)) => {
                    if !budget.lasts().await {
                        return Err(Fault::Disconnected(why));
                    }
                }
                result => return result,
            }
        }
    }

    /// Writes a batch once. A session that fails in any way but a refusal is not used again.
    async fn attempt(&mut self, batch: Vec<Commit>) -> Result<Vec<CommitResult>, Fault> {
        let mut session = match self.session.take().filter(|session| !session.is_over()) {
            Some(session) => session,
            None => {
                let session =
                    async { Ok(Session::new(Connected::open(&self.config, WRITING).await?).await?) };
                in_time(session, Fault::silent).await?
            }
        };
        let prepared = in_time(Box::pin(self.prepare(&mut session, batch)), Fault::silent).await;
        let (results, notices) = match prepared {
            Ok(prepared) => prepared,
            Err(Fault::Refused(error)) => {
                session.roll_back().await;
                self.session = Some(session);
                return Err(Fault::Refused(error));
            }
            Err(fault) => return Err(fault),
        };
        let silent = || Fault::Unknown("the database does not say whether it committed".into());
        in_time(async { session.commit().await.map_err(Fault::of_commit) }, silent).await?;
        self.session = Some(session);
        if let Some(fanout) = &self.fanout {
            fanout.have_written(&notices);
        }
        Ok(results)
    }

    /// Reads, plans and writes a batch without committing. Returns the results and what to tell other nodes afterwards.
    async fn prepare(
        &self,
        session: &mut Session,
        batch: Vec<Commit>,
    ) -> Result<(Vec<CommitResult>, Vec<PeerNotice>), Fault> {
        let needs = Needs::of(&batch);
        let loaded = session.begin(&needs).await?;
        let plan = plan(batch, &needs, &loaded)?;
        let notices: Vec<PeerNotice> =
            plan.heads.iter().map(|(log, head)| PeerNotice::Log(*log, head.seq)).collect();
        let notifications = self.fanout.as_ref().map(|fanout| fanout.notifications(&notices));
        session.write(&plan, &notifications.unwrap_or_default()).await?;
        Ok((plan.results, notices))
    }
}

/// Waits for a result, but not longer than the database may take to answer.
async fn in_time<T>(
    act: impl Future<Output = Result<T, Fault>>,
    otherwise: impl FnOnce() -> Fault,
) -> Result<T, Fault> {
    tokio::time::timeout(ANSWERED_WITHIN, act).await.unwrap_or_else(|_| Err(otherwise()))
}
