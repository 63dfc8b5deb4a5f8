//! Replays every transfer through a fresh ledger and compares the balances with the stored ones.

use std::collections::BTreeMap;

use ledger::{Amount, Ledger, LedgerError, Transfer, TransferId};
use table::Account;
use uth::Cents;

use super::claims::ClaimCheck;
use super::{Failure, Progress, Verifier, Wrong, told};
use store::PostedTransfer;

/// How many postings are replayed at a time; a ledger remembers them all.
const AT_ONCE: u32 = 5_000;

/// What everybody holds after some number of postings.
#[derive(Default)]
struct ReplayedBalances {
    held: BTreeMap<Account, Cents>,
    postings: u64,
    /// How many postings were read; more than were replayed if others write meanwhile.
    read: u64,
    /// How many of those belong to logs that were read.
    of_logs: u64,
    claims: ClaimCheck,
}

impl Verifier<'_> {
    pub(super) async fn money(&mut self) -> Result<(), Failure> {
        let claims = ClaimCheck::new(std::mem::take(&mut self.journal.claims));
        let mut balances = ReplayedBalances { claims, ..ReplayedBalances::default() };
        while let Some(postings) = self.next(&mut balances).await? {
            balances.replay(&postings)?;
            (self.progress)(Progress::Postings { done: balances.postings, of: self.figures.postings });
        }
        balances.claims.finish()?;
        // Others may write meanwhile: what is stored must be what everybody held at some moment since.
        let stored: BTreeMap<Account, Cents> = self.store.balances(Vec::new()).await?.into_iter().collect();
        let mut difference = balances.difference(&stored);
        if difference.is_some()
            && let Some(postings) = self.next(&mut balances).await?
        {
            let mut postings = postings.iter();
            while difference.is_some()
                && let Some(posting) = postings.next()
            {
                balances.replay(std::slice::from_ref(posting))?;
                difference = balances.difference(&stored);
            }
        }
        if let Some((account, held)) = difference {
            let balance = stored.get(&account).copied().unwrap_or_default();
            let why = format!("{account} holds {balance}, and by all postings {held}");
            return Err(Wrong::anywhere(why).into());
        }
        // In 128 bits: forged balances could overflow to zero.
        let sum: i128 = stored.values().map(|balance| i128::from(balance.0)).sum();
        self.figures.sum = i64::try_from(sum).unwrap_or(i64::MAX);
        if sum != 0 {
            return Err(Wrong::anywhere(format!("all balances together are {sum} cents, not zero")).into());
        }
        self.figures.accounts = stored.len() as u64;
        // A log that was read again for one of the last postings may have gone on since these were read.
        while balances.of_logs < self.figures.postings && self.next(&mut balances).await?.is_some() {}
        let (of, counted) = (self.figures.postings, balances.of_logs);
        if counted != of {
            let why = format!("the logs move chips {of} times, and the ledger {counted} times");
            return Err(Wrong::anywhere(why).into());
        }
        Ok(())
    }

    /// The postings that come next, as far as each belongs to a log.
    async fn next(
        &mut self,
        balances: &mut ReplayedBalances,
    ) -> Result<Option<Vec<PostedTransfer>>, Failure> {
        let postings = self.store.transfers(balances.read, AT_ONCE).await?;
        balances.read += postings.len() as u64;
        for posting in &postings {
            if self.has_read(posting) || self.reads_now(posting).await? {
                balances.of_logs += 1;
            }
        }
        Ok(Some(postings).filter(|postings| !postings.is_empty()))
    }

    fn has_read(&self, posting: &PostedTransfer) -> bool {
        self.read.get(&posting.log).is_some_and(|read| posting.seq <= *read)
    }

    /// Reads the log of a posting that no entry read so far explains. The posting may have been written since; then its
    /// log has grown that far, or is a new one.
    async fn reads_now(&mut self, posting: &PostedTransfer) -> Result<bool, Failure> {
        let head = self.store.head(posting.log).await?;
        if head.is_none_or(|head| posting.seq > head.seq) {
            return Err(Wrong::at(posting.log, posting.seq, "a posting belongs to no entry").into());
        }
        self.log(posting.log).await?;
        Ok(self.has_read(posting))
    }
}

impl ReplayedBalances {
    /// Moves chips, if everybody has them and then has what the postings say.
    fn replay(&mut self, postings: &[PostedTransfer]) -> Result<(), Wrong> {
        // A ledger of its own for each batch, resumed at the balances so far: one ledger would remember all transfers.
        let mut ledger = Ledger::default();
        let mut touched: Vec<Account> =
            postings.iter().flat_map(|posting| [posting.moved.debit, posting.moved.credit]).collect();
        touched.sort_unstable();
        touched.dedup();
        for account in &touched {
            let held = self.held.get(account).copied().unwrap_or_default();
            ledger
                .resume(account.id(), account.kind(), Amount(held.0))
                .map_err(|refusal| Wrong::anywhere(format!("{account}: {refusal}")))?;
        }
        for posting in postings {
            let moved = posting.moved;
            let wrong = |why: String| Wrong::at(posting.log, posting.seq, why);
            let transfer = Transfer {
                // Postings are stored without the id of their transfer; their place serves as one.
                id: TransferId(u128::from(self.postings)),
                debit: moved.debit.id(),
                credit: moved.credit.id(),
                amount: Amount(moved.amount.0),
            };
            ledger.transfer(transfer).map_err(|refusal| {
                let event = told(&moved);
                wrong(match refusal {
                    LedgerError::WouldOverdraw { .. } => format!("{event} and does not hold so much"),
                    refusal => format!("{event}: {refusal}"),
                })
            })?;
            let recorded = [(moved.debit, posting.debit_after), (moved.credit, posting.credit_after)];
            for (account, recorded) in recorded {
                let held = Cents(ledger.balance(account.id()).unwrap_or_default().0);
                if held != recorded {
                    let why = format!("{account} holds {held} then, and the posting says {recorded}");
                    return Err(wrong(why));
                }
                self.held.insert(account, held);
            }
            let held = |account| self.held.get(&account).copied().unwrap_or_default();
            self.claims.take(posting, held)?;
            self.postings += 1;
        }
        Ok(())
    }

    /// The first account that holds something else, with what it should hold.
    fn difference(&self, stored: &BTreeMap<Account, Cents>) -> Option<(Account, Cents)> {
        let held = |account: &Account| self.held.get(account).copied().unwrap_or_default();
        let wrong = stored.iter().find(|(account, balance)| held(account) != **balance);
        // An account without a record holds nothing, so only one that should hold something is missed.
        let missing = || {
            self.held.iter().find(|(account, held)| **held != Cents::ZERO && !stored.contains_key(account))
        };
        wrong.map(|(account, _)| (*account, held(account))).or_else(|| missing().map(|(a, h)| (*a, *h)))
    }
}
