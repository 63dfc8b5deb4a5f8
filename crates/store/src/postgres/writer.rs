//! The task that writes: group commit, turns between nodes, and retries.

use tokio::sync::mpsc::UnboundedReceiver;

use super::session::Session;
use super::{ANSWERED_WITHIN, ConnectOptions, Connected, Fault, Retries};
use crate::batch::{Needs, plan};
use crate::fanout::{Fanout, PeerNotice};
use crate::sql::{Answer, MAX_BATCH, Queued};
use crate::{Commit, CommitResult, StoreError};

/// Writes for one node. A lost session is replaced.
pub(super) struct Writer {
    pub(super) options: ConnectOptions,
    /// `None` after a failure.
    pub(super) session: Option<Session>,
    /// Notifies other nodes, if there are any.
    pub(super) fanout: Option<Fanout>,
}

impl Writer {
    /// Writes commits until the queue is closed.
    pub(super) async fn write_all(mut self, mut commits: UnboundedReceiver<Queued>) {
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
            && in_time(Fault::silent(), async { Ok(session.take_turn().await?) }).await.is_ok()
        {
            self.session = Some(session);
        }
    }

    /// Writes a batch, or its commits one by one if the database refuses the batch. Attempts are repeated, but never
    /// once COMMIT was sent: it may have been applied.
    async fn write(&mut self, batch: Vec<Commit>) -> Vec<Result<CommitResult, StoreError>> {
        let mut retries = Retries::new();
        let written = loop {
            match self.attempt(batch.clone()).await {
                // Nothing was committed yet in this attempt, so that it is safe to repeat it.
                Err(fault) if retries.allow(&fault).await => {}
                written => break written,
            }
        };
        match written {
            Ok(results) => results.into_iter().map(Ok).collect(),
            // A commit that the database itself refuses must not fail the others.
            Err(Fault::Refused(_)) if batch.len() > 1 => {
                let mut results = Vec::new();
                for commit in batch {
                    results.extend(Box::pin(self.write(vec![commit])).await);
                }
                results
            }
            Err(fault) => vec![Err(fault.into()); batch.len()],
        }
    }

    /// Writes a batch once. A session that fails in any way but a refusal is not used again.
    async fn attempt(&mut self, batch: Vec<Commit>) -> Result<Vec<CommitResult>, Fault> {
        let mut session = if let Some(session) = self.session.take().filter(|session| !session.is_over()) {
            session
        } else {
            let opened = async { Ok(Session::new(Connected::writing(&self.options).await?).await?) };
            in_time(Fault::silent(), opened).await?
        };
        let prepared = in_time(Fault::silent(), Box::pin(self.prepare(&mut session, batch))).await;
        let (results, notices) = match prepared {
            Ok(prepared) => prepared,
            Err(Fault::Refused(error)) => {
                session.roll_back().await;
                self.session = Some(session);
                return Err(Fault::Refused(error));
            }
            Err(fault) => return Err(fault),
        };
        // From here on, no answer means that nobody knows: the commit must not be sent again.
        let silence = Fault::Unknown("the database does not say whether it committed".into());
        in_time(silence, async { session.commit().await.map_err(Fault::of_commit) }).await?;
        self.session = Some(session);
        if let Some(fanout) = &self.fanout {
            // Only now: a notice before the commit would send nodes to look for what is not there yet.
            fanout.on_commit(&notices);
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
async fn in_time<T>(silence: Fault, act: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    tokio::time::timeout(ANSWERED_WITHIN, act).await.unwrap_or(Err(silence))
}
