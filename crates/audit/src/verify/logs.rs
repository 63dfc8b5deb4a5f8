//! All entries of a log in the storage, with the chips that each moved.

use table::Move;

use super::checkpoints::Checkpoints;
use super::log::Log;
use super::records::Records;
use super::{Failure, Progress, Verifier, Wrong, told};
use journal::ReadRecords;
use journal::record::SealedSeed;
use store::{Entry, Head, LogId, PostedTransfer, StoreError};

/// How many entries are read at a time.
const AT_ONCE: u32 = 500;

impl Verifier<'_> {
    /// Verifies a log up to its head, unless that is done. The journal names the tables that were opened.
    pub(super) async fn log(&mut self, id: LogId) -> Result<Vec<LogId>, Failure> {
        if self.read.contains_key(&id) {
            return Ok(Vec::new());
        }
        let Some(head) = self.head(id).await? else { return Ok(Vec::new()) };
        let mut log = Log::new(id);
        let mut checkpoints = Checkpoints::new(id);
        let mut records = Records::default();
        while log.seq() < head.seq {
            let entries = self.store.entries(id, log.seq(), AT_ONCE).await;
            let mut entries = entries.map_err(|error| located(id, log.seq() + 1, error))?;
            entries.retain(|entry| entry.seq <= head.seq);
            let Some(last) = entries.last() else {
                let why = format!("it is missing; the log should go on to event {}", head.seq);
                return Err(Wrong::at(id, log.seq() + 1, why).into());
            };
            let postings = self.store.transfers_of(id, log.seq() + 1, last.last_seq()).await;
            let mut postings = postings.map_err(|error| located(id, log.seq() + 1, error))?;
            // One that was slipped in later stands at the end, but is told where it claims to belong.
            postings.sort_by_key(|posting| posting.seq);
            let mut postings = postings.into_iter().peekable();
            for entry in &entries {
                checkpoints.compare(self.store, &log, &mut self.figures).await?;
                let moves = log.take(entry, &mut self.figures)?;
                let own = std::iter::from_fn(|| postings.next_if(|posting| posting.seq <= entry.last_seq()));
                self.figures.postings += compare(entry, &moves, own)?;
                records.compare(self.store, &log, entry).await?;
                (self.progress)(Progress::Events { done: self.figures.events, of: self.of });
            }
        }
        if (log.seq(), log.hash()) != (head.seq, head.hash) {
            let why = format!("the head of the log says otherwise: it is event {}", head.seq);
            return Err(Wrong::at(id, log.seq(), why).into());
        }
        checkpoints.finish(self.store, &log, &mut self.figures).await?;
        records.finish(self, &log).await?;
        self.under_way(&mut log).await?;
        self.read.insert(id, log.seq());
        self.figures.logs += 1;
        Ok(log.opened)
    }

    /// Where a log ends. Only the journal of a card room in which nothing has happened yet ends nowhere.
    async fn head(&self, id: LogId) -> Result<Option<Head>, Failure> {
        let read = async || self.store.head(id).await.map_err(|error| located(id, 0, error));
        if let Some(head) = read().await? {
            return Ok(Some(head));
        }
        let is_empty = self.store.entries(id, 0, 1).await?.is_empty();
        // It may have begun just now.
        match read().await? {
            None if is_empty && id == LogId::ROOM => Ok(None),
            None => Err(Wrong::at(id, 0, "the log has no head").into()),
            head => Ok(head),
        }
    }

    /// Opens the seed of a round that is not over, if there is a key.
    async fn under_way(&mut self, log: &mut Log) -> Result<(), Failure> {
        let Some((round, _)) = log.rounds.under_way() else { return Ok(()) };
        self.figures.rounds_under_way += 1;
        let Some(key) = self.key else { return Ok(()) };
        let sealed = self.store.get::<SealedSeed>(&round).await;
        let sealed = sealed.map_err(|error| located(log.id, log.seq(), error))?;
        let sealed = sealed.ok_or_else(|| Wrong::at(log.id, log.seq(), "there is no sealed seed"))?;
        let seed = key.open(&sealed.0, round).map_err(|error| Wrong::at(log.id, log.seq(), error))?;
        log.rounds.unseal(seed, &mut self.figures)?;
        self.figures.seeds_unsealed += 1;
        Ok(())
    }
}

/// Whether the postings of an entry are its moves, one to one; how many there are.
fn compare(
    entry: &Entry,
    moves: &[Move],
    mut postings: impl Iterator<Item = PostedTransfer>,
) -> Result<u64, Wrong> {
    let wrong = |why: String| Wrong::at(entry.log, entry.seq, why);
    for one in moves {
        let event = told(one.debit, one.credit, one.amount);
        match postings.next() {
            Some(posting) if posting.seq != entry.seq => {
                return Err(Wrong::at(entry.log, posting.seq, "a posting belongs to no entry"));
            }
            Some(PostedTransfer { moved, .. }) if moved == *one => {}
            Some(PostedTransfer { moved, .. }) => {
                let posted = told(moved.debit, moved.credit, moved.amount);
                return Err(wrong(format!("{event} by the event, and {posted} by the posting")));
            }
            None => return Err(wrong(format!("a posting is missing: {event}"))),
        }
    }
    match postings.next() {
        None => Ok(moves.len() as u64),
        Some(posting) if posting.seq != entry.seq => {
            Err(Wrong::at(entry.log, posting.seq, "a posting belongs to no entry"))
        }
        Some(PostedTransfer { moved, .. }) => {
            let posted = told(moved.debit, moved.credit, moved.amount);
            Err(wrong(format!("a posting is in no event: {posted}")))
        }
    }
}

/// What the storage could not make sense of, with its place.
pub(super) fn located(log: LogId, seq: u64, error: StoreError) -> Failure {
    match error {
        StoreError::Broken(why) => Wrong::at(log, seq, why).into(),
        error => error.into(),
    }
}
