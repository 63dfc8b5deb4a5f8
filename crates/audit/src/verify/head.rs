//! The signed end of the journal. Chain and rules hold for a journal that somebody has written anew; the signature of
//! its end does not.

use super::{Failure, Verifier, Wrong};
use journal::ReadRecords;
use journal::record::{JournalHead, Unkeyed};
use store::LogId;

impl Verifier<'_> {
    /// Checks that the journal ends where the card room has signed that it ends, if its public key is known.
    pub(super) async fn signed_head(&mut self) -> Result<(), Failure> {
        let Some(key) = self.keys.public else { return Ok(()) };
        loop {
            self.follow_journal().await?;
            let signed = self.store.get::<JournalHead>(&Unkeyed).await?;
            let head = self.store.head(LogId::ROOM).await?.map_or(0, |head| head.seq);
            // Entry and signature are written by one commit. They fit each other if nothing was written between.
            if head != self.journal.seq() {
                continue;
            }
            let (last, hash) = (self.journal.seq(), self.journal.hash());
            let Some(JournalHead(signed)) = signed else {
                let is_empty = last == 0;
                return if is_empty {
                    Ok(())
                } else {
                    Err(wrong(last, "the signature of its end is missing"))
                };
            };
            if signed.table.0 != LogId::ROOM.0 || !signed.is_signed_by(&key) {
                return Err(wrong(last, "its end is not signed with the card room's key"));
            }
            let end = signed.seq.0;
            if end > last {
                let why =
                    format!("it is missing; the card room has signed that the log goes on to event {end}");
                return Err(wrong(last + 1, &why));
            }
            if end < last {
                let why =
                    format!("the card room has signed that the log ends with event {end}, and not this one");
                return Err(wrong(end + 1, &why));
            }
            if signed.hash.0 != hash {
                let why = "the card room has signed another entry, here or before: the log was written anew";
                return Err(wrong(last, why));
            }
            self.figures.journal_signed = true;
            return Ok(());
        }
    }
}

fn wrong(seq: u64, why: &str) -> Failure {
    Wrong::at(LogId::ROOM, seq, why).into()
}
