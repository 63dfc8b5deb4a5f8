//! The task that writes.

use tokio::sync::mpsc::UnboundedReceiver;
use tokio_postgres::Config;

use super::Answer;
use super::connection::{ANSWERED_WITHIN, RetryBudget};
use super::fault::Fault;
use super::session::Session;
use crate::batch::{Needs, plan};
use crate::fanout::{Fanout, PeerNotice};
use crate::{Commit, CommitResult, StoreError};

/// The most changes that are written together.
const MOST_TOGETHER: usize = 512;

/// Writes for one node, on a session that is made anew when it is lost.
pub(super) struct Writer {
    pub(super) config: Config,
    /// None after it was given up.
    pub(super) session: Option<Session>,
    /// How other nodes are told, if there are any.
    pub(super) fanout: Option<Fanout>,
}

impl Writer {
    /// Writes until nobody can send changes any more.
    pub(super) async fn write_all(mut self, mut changes: UnboundedReceiver<(Commit, Answer)>) {
        let mut waiting = Vec::new();
        while changes.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
            // While others write, more comes.
            self.take_turn().await;
            while waiting.len() < MOST_TOGETHER
                && let Ok(change) = changes.try_recv()
            {
                waiting.push(change);
            }
            let (group, answers): (Vec<Commit>, Vec<Answer>) = waiting.drain(..).unzip();
            let outcomes = self.settle(group).await;
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                // Whoever has gone meanwhile will find out from the log.
                let _ = answer.send(outcome);
            }
            // Whoever was answered and has more to say may say it before the next group is taken.
            tokio::task::yield_now().await;
        }
    }

    /// Waits until nobody else writes, on the session that there is. If it is lost meanwhile, that is found out later.
    async fn take_turn(&mut self) {
        if let Some(mut session) = self.session.take().filter(|session| !session.is_over())
            && in_time(async { Ok(session.take_turn().await?) }, Fault::silent).await.is_ok()
        {
            self.session = Some(session);
        }
    }

    /// Writes a group, or its changes one by one if the database refuses the group.
    async fn settle(&mut self, group: Vec<Commit>) -> Vec<Result<CommitResult, StoreError>> {
        let error = match self.persist(&group).await {
            Ok(outcomes) => return outcomes.into_iter().map(Ok).collect(),
            // A change that the database itself refuses must not take others with it.
            Err(Fault::Refused(_)) if group.len() > 1 => {
                let mut outcomes = Vec::new();
                for change in group {
                    outcomes.extend(Box::pin(self.settle(vec![change])).await);
                }
                return outcomes;
            }
            Err(Fault::Refused(error)) => error,
            Err(Fault::Disconnected(why)) => StoreError::Unavailable(why),
            Err(Fault::Unknown(why)) => StoreError::Unknown(why),
        };
        vec![Err(error); group.len()]
    }

    /// Tries as often as patience lasts, and never again once a commit was under way.
    async fn persist(&mut self, group: &[Commit]) -> Result<Vec<CommitResult>, Fault> {
        let mut patience = RetryBudget::new();
        loop {
            match self.attempt(group.to_vec()).await {
                Err(Fault::Disconnected(why)) => {
                    if !patience.lasts().await {
                        return Err(Fault::Disconnected(why));
                    }
                }
                settled => return settled,
            }
        }
    }

    /// A session that goes wrong in any way but a refusal is not used again.
    async fn attempt(&mut self, group: Vec<Commit>) -> Result<Vec<CommitResult>, Fault> {
        let mut session = match self.session.take().filter(|session| !session.is_over()) {
            Some(session) => session,
            None => in_time(async { Ok(Session::new(&self.config).await?) }, Fault::silent).await?,
        };
        let prepared = in_time(Box::pin(self.prepare(&mut session, group)), Fault::silent).await;
        let (outcomes, notices) = match prepared {
            Ok(prepared) => prepared,
            Err(Fault::Refused(error)) => {
                session.roll_back().await;
                self.session = Some(session);
                return Err(Fault::Refused(error));
            }
            Err(fault) => return Err(fault),
        };
        let silent = || Fault::Unknown("the database does not say whether it is done".into());
        in_time(async { session.commit().await.map_err(Fault::of_commit) }, silent).await?;
        self.session = Some(session);
        if let Some(fanout) = &self.fanout {
            fanout.have_written(&notices);
        }
        Ok(outcomes)
    }

    /// Does everything but to commit; what others are told once that is done.
    async fn prepare(
        &self,
        session: &mut Session,
        group: Vec<Commit>,
    ) -> Result<(Vec<CommitResult>, Vec<PeerNotice>), Fault> {
        let needs = Needs::of(&group);
        let known = session.begin(&needs).await?;
        let plan = plan(group, &needs, &known)?;
        let notices: Vec<PeerNotice> =
            plan.heads.iter().map(|(log, head)| PeerNotice::Log(*log, head.seq)).collect();
        let notifications = self.fanout.as_ref().map(|fanout| fanout.notifications(&notices));
        session.write(&plan, &notifications.unwrap_or_default()).await?;
        Ok((plan.outcomes, notices))
    }
}

/// What comes of it, unless that takes too long.
async fn in_time<T>(
    act: impl Future<Output = Result<T, Fault>>,
    otherwise: impl FnOnce() -> Fault,
) -> Result<T, Fault> {
    tokio::time::timeout(ANSWERED_WITHIN, act).await.unwrap_or_else(|_| Err(otherwise()))
}
