//! What the journal says that a player held, compared with the ledger at that point.
//!
//! A grant depends on what the player held: its event says what the wallet was found to hold, and what lay on tables.
//! The room commits it only if the wallet still holds that, so that the posting of the grant shows whether it is true.
//! Chips on tables are known to the ledger as well: what a wallet has put into the escrow of a table and not got back,
//! until the escrow is empty.

use std::collections::{BTreeMap, BTreeSet};

use journal::room_log::{GrantReason, RoomEvent};
use store::{LogId, PostedTransfer};
use table::{Account, PlayerId, TableId};
use uth::Cents;

use super::Wrong;

/// All that the journal says of what players held.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// Of grants, by the first event of their entry.
    granted: BTreeMap<u64, Vec<Claim>>,
    /// Of days that began without a grant, by the last entry before them that moved chips.
    begun: BTreeMap<u64, Vec<Claim>>,
    /// That entry, as far as the journal was read.
    last_moved: u64,
}

#[derive(Clone, Copy, Debug)]
struct Claim {
    seq: u64,
    player: PlayerId,
    wallet: Cents,
    on_tables: Cents,
}

impl Claims {
    /// Takes the next event of the journal, which is in the entry that begins with `seq`.
    pub(super) fn take(&mut self, event: &RoomEvent, seq: u64) {
        if event.moves().is_some() {
            self.last_moved = seq;
        }
        let (player, wallet, on_tables) = match event {
            RoomEvent::Granted { player, why: GrantReason::Starting {}, .. } => (*player, 0, 0),
            RoomEvent::Granted { player, why: GrantReason::Daily { wallet, on_tables, .. }, .. }
            | RoomEvent::DayBegun { player, wallet, on_tables, .. } => (*player, *wallet, *on_tables),
            RoomEvent::Granted { player, why: GrantReason::Stack { wallet, .. }, .. } => {
                (*player, *wallet, 0)
            }
            // Bots play on with what they have on tables.
            RoomEvent::Granted { player, why: GrantReason::Bot { wallet }, .. } => {
                (*player, *wallet, i64::MAX)
            }
            _ => return,
        };
        let claim =
            Claim { seq, player: PlayerId(player), wallet: Cents(wallet), on_tables: Cents(on_tables) };
        let claims = match event {
            RoomEvent::Granted { .. } => self.granted.entry(seq),
            _ => self.begun.entry(self.last_moved),
        };
        claims.or_default().push(claim);
    }
}

/// Compares the claims of the journal with the postings, which come in the order of the ledger.
#[derive(Default)]
pub(super) struct ClaimCheck {
    claims: Claims,
    /// Days that began since the last posting of the journal, and where the wallet did not hold what they say yet.
    awaited: Vec<Claim>,
    staked: Stakes,
}

impl ClaimCheck {
    pub(super) fn new(mut claims: Claims) -> ClaimCheck {
        let awaited = claims.begun.remove(&0).unwrap_or_default();
        let mut check = ClaimCheck { claims, awaited, staked: Stakes::default() };
        check.awaited.retain(|claim| claim.wallet != Cents::ZERO);
        check
    }

    /// Takes the next posting. `held` says what accounts hold after it.
    pub(super) fn take(
        &mut self,
        posting: &PostedTransfer,
        held: impl Fn(Account) -> Cents,
    ) -> Result<(), Wrong> {
        if posting.log == LogId::ROOM {
            self.finish()?;
            self.granted(posting)?;
            let begun = self.claims.begun.remove(&posting.seq).unwrap_or_default();
            self.awaited
                .extend(begun.iter().filter(|claim| held(Account::Wallet(claim.player)) != claim.wallet));
        } else {
            self.staked.take(posting);
            self.awaited.retain(|claim| held(Account::Wallet(claim.player)) != claim.wallet);
        }
        Ok(())
    }

    /// Compares a grant with the wallet to which it was paid, and with the tables at that moment.
    fn granted(&mut self, posting: &PostedTransfer) -> Result<(), Wrong> {
        let Account::Wallet(player) = posting.moved.credit else { return Ok(()) };
        let claims = self.claims.granted.get_mut(&posting.seq);
        let place = claims.as_ref().and_then(|claims| claims.iter().position(|claim| claim.player == player));
        let Some((claims, place)) = claims.zip(place) else { return Ok(()) };
        let claim = claims.remove(place);
        let (wallet, staked) = (posting.credit_after - posting.moved.amount, self.staked.of(player));
        if wallet != claim.wallet {
            let why = format!("player {player} held {wallet}, and the grant says {}", claim.wallet);
            return Err(Wrong::at(LogId::ROOM, claim.seq, why));
        }
        if staked > claim.on_tables {
            let why =
                format!("player {player} had {staked} on tables, and the grant says {}", claim.on_tables);
            return Err(Wrong::at(LogId::ROOM, claim.seq, why));
        }
        Ok(())
    }

    /// Checks that every day that has begun so far began with what its wallet held.
    pub(super) fn finish(&self) -> Result<(), Wrong> {
        let Some(Claim { seq, player, wallet, .. }) = self.awaited.first() else { return Ok(()) };
        let why =
            format!("the day begins with {wallet}, and the wallet of player {player} did not hold that then");
        Err(Wrong::at(LogId::ROOM, *seq, why))
    }
}

/// The chips of players on tables.
#[derive(Default)]
struct Stakes {
    staked: BTreeMap<(PlayerId, TableId), Cents>,
    /// Who has chips on each table.
    players: BTreeMap<TableId, BTreeSet<PlayerId>>,
}

impl Stakes {
    fn take(&mut self, posting: &PostedTransfer) {
        let moved = posting.moved;
        let (table, other, change, left) = match (moved.debit, moved.credit) {
            (other, Account::Escrow(table)) => (table, other, moved.amount, posting.credit_after),
            (Account::Escrow(table), other) => (table, other, -moved.amount, posting.debit_after),
            _ => return,
        };
        if let Account::Wallet(player) = other {
            *self.staked.entry((player, table)).or_default() += change;
            self.players.entry(table).or_default().insert(player);
        }
        // The round is over: what a player has not got back is lost.
        if left == Cents::ZERO {
            for player in self.players.remove(&table).unwrap_or_default() {
                self.staked.remove(&(player, table));
            }
        }
    }

    fn of(&self, player: PlayerId) -> Cents {
        let own = (player, TableId(0))..=(player, TableId(u64::MAX));
        // A winner of a round that is being settled has got back more than was put in.
        self.staked.range(own).map(|(_, staked)| (*staked).max(Cents::ZERO)).sum()
    }
}
