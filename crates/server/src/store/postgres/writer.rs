//! The task that writes.

use tokio::sync::mpsc::UnboundedReceiver;
use tokio_postgres::Config;

use super::Answer;
use super::connection::Patience;
use super::fault::Fault;
use super::session::Session;
use crate::store::group::{Needs, plan};
use crate::store::{Change, Outcome, StoreError};

/// The most changes that are written together.
const MOST_TOGETHER: usize = 512;

/// Writes for one node, on a session that is made anew when it is lost.
pub(super) struct Writer {
    pub(super) config: Config,
    pub(super) session: Session,
}

impl Writer {
    /// Writes until nobody can send changes any more.
    pub(super) async fn write_all(mut self, mut changes: UnboundedReceiver<(Change, Answer)>) {
        let mut waiting = Vec::new();
        while changes.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
            let (group, answers): (Vec<Change>, Vec<Answer>) = waiting.drain(..).unzip();
            let outcomes = self.settle(group).await;
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                // Whoever has gone meanwhile will find out from the log.
                let _ = answer.send(outcome);
            }
            // Whoever was answered and has more to say may say it before the next group is taken.
            tokio::task::yield_now().await;
        }
    }

    /// Writes a group, or its changes one by one if the database refuses the group.
    async fn settle(&mut self, group: Vec<Change>) -> Vec<Result<Outcome, StoreError>> {
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
            Err(Fault::Lost(why)) => StoreError::Unavailable(why),
            Err(Fault::Unknown(why)) => StoreError::Unknown(why),
        };
        vec![Err(error); group.len()]
    }

    /// Tries as often as patience lasts, and never again once a commit was under way.
    async fn persist(&mut self, group: &[Change]) -> Result<Vec<Outcome>, Fault> {
        let mut patience = Patience::new();
        loop {
            match self.attempt(group.to_vec()).await {
                Err(Fault::Lost(why)) => {
                    if !patience.lasts().await {
                        return Err(Fault::Lost(why));
                    }
                }
                settled => return settled,
            }
        }
    }

    async fn attempt(&mut self, group: Vec<Change>) -> Result<Vec<Outcome>, Fault> {
        if self.session.is_over() {
            self.session = Session::new(&self.config).await?;
        }
        let prepared = self.prepare(group).await;
        if prepared.is_err() {
            self.session.roll_back().await;
        }
        let outcomes = prepared?;
        self.session.commit().await.map_err(Fault::of_commit)?;
        Ok(outcomes)
    }

    /// Does everything but to commit.
    async fn prepare(&self, group: Vec<Change>) -> Result<Vec<Outcome>, Fault> {
        let needs = Needs::of(&group);
        let known = self.session.begin(&needs).await?;
        let plan = plan(group, &needs, &known)?;
        self.session.write(&plan).await?;
        Ok(plan.outcomes)
    }
}
