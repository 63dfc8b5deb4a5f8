//! What an event makes of the record of its account, and whether it may.

use std::collections::BTreeSet;

use protocol::{Role, TokenScope};
use uth::Cents;

use super::{
    AccountFault, BOT_GRANT, BOT_MINIMUM, GRANT, LEAST_TO_PLAY, LONGEST_EXCLUSION_DAYS, MOST_TOKENS,
    STACKS_PER_DAY,
};
use crate::record::{AccountDay, AccountRecord, AccountToken, LikenessKey, SecretHash};
use crate::room_log::{Authority, GrantReason, RoomEvent};
use crate::summary::DAY_MS;

/// How many recovery codes an account may have.
const MOST_RECOVERY_CODES: usize = 20;

impl AccountRecord {
    /// Returns the account after an event that is about it, or why the event may not happen to it.
    pub fn after(&self, event: &RoomEvent, at_ms: u64) -> Result<AccountRecord, AccountFault> {
        let mut after = self.clone();
        after.change(event, at_ms)?;
        Ok(after)
    }

    /// Returns what names have in common with this one that a quick look cannot tell apart, if its player has chosen
    /// it.
    pub fn likeness(&self) -> Option<LikenessKey> {
        self.password.map(|_| LikenessKey::of(&self.name))
    }

    /// Changes the record, or part of it before an error.
    fn change(&mut self, event: &RoomEvent, at_ms: u64) -> Result<(), AccountFault> {
        use RoomEvent as E;
        match event {
            E::Named { name, password, .. } => self.take_name(name, *password),
            E::PasswordSet { password, by, .. } => {
                self.require_password()?;
                by_owner_or_operator(*by)?;
                self.password = Some(*password);
                self.begin_epoch();
                Ok(())
            }
            E::DayBegun { player, day, wallet, on_tables } => {
                let due = self.begin_day(*player, *day, (*wallet, *on_tables), at_ms)?;
                require(due == 0, || grant_amount(*player, 0, due))
            }
            E::Granted { player, amount, why } => self.take_grant(*player, *amount, why, at_ms),
            E::RoleGiven { player, role, by, .. } => self.take_role(*player, *role, *by),
            E::LimitSet { player, daily_loss } => {
                require(daily_loss.is_none_or(|limit| limit > 0), || AccountFault::Limit {
                    player: *player,
                })?;
                self.protection.limit(*daily_loss, at_ms);
                Ok(())
            }
            E::Excluded { player, until_ms } => self.exclude(*player, *until_ms, at_ms),
            E::TokenCreated { .. } | E::TokenRevoked { .. } => self.change_tokens(event, at_ms),
            _ => self.change_access(event, at_ms),
        }
    }

    /// Changes with what the account is signed in to.
    fn change_access(&mut self, event: &RoomEvent, at_ms: u64) -> Result<(), AccountFault> {
        use RoomEvent as E;
        match event {
            E::SecondFactorSet { secret, .. } => {
                self.require_password()?;
                self.second_factor = Some(*secret);
                Ok(())
            }
            E::SecondFactorRemoved { player, by } => {
                by_owner_or_operator(*by)?;
                let removed = self.second_factor.take();
                require(removed.is_some(), || AccountFault::NoSecondFactor { player: *player })
            }
            E::RecoveryCodesSet { player, codes, by } => self.take_recovery_codes(*player, codes, *by),
            E::RecoveryCodeUsed { player, code } => {
                let used = self.recovery_codes.extract_if(.., |own| own == code).count();
                require(used == 1, || AccountFault::NoSuchRecoveryCode { player: *player })
            }
            // Attempts, locks and sessions are no part of the record: they only concern accounts with a password.
            E::SignedIn { .. } | E::SignInFailed { .. } => self.require_password(),
            E::LockedOut { player, until_ms } => {
                self.require_password()?;
                require(*until_ms > at_ms, || AccountFault::LockPassed { player: *player })
            }
            E::Unlocked { by, .. } => {
                self.require_password()?;
                require(*by != Authority::FirstStartCode, || AccountFault::WrongAuthority { by: *by })
            }
            E::SignedOutEverywhere { by, .. } => {
                by_owner_or_operator(*by)?;
                self.begin_epoch();
                Ok(())
            }
            _ => Err(AccountFault::NotOfAccounts { event: event.into() }),
        }
    }

    fn take_name(&mut self, name: &str, password: SecretHash) -> Result<(), AccountFault> {
        require(!self.bot && self.password.is_none(), || AccountFault::NamedAlready {
            name: name.to_owned(),
        })?;
        name.clone_into(&mut self.name);
        self.password = Some(password);
        // Sessions of the guest end: whoever has one on a shared computer does not inherit the name.
        self.begin_epoch();
        Ok(())
    }

    /// Ends all sessions and tokens.
    fn begin_epoch(&mut self) {
        self.epoch += 1;
        self.tokens.clear();
    }

    /// Begins a day and returns what is due then: the wallet is filled up and not added to, chips on tables included,
    /// so that a player who comes every day does not grow rich by that.
    fn begin_day(
        &mut self,
        player: u64,
        day: u64,
        (wallet, on_tables): (i64, i64),
        at_ms: u64,
    ) -> Result<i64, AccountFault> {
        self.require_person()?;
        let (today, before) = (at_ms / DAY_MS, self.day.number);
        require(day == today && day > before, || AccountFault::Day { player, day, today, before })?;
        require_holding(player, wallet)?;
        require_holding(player, on_tables)?;
        let due = GRANT.0.saturating_sub(wallet.saturating_add(on_tables)).max(0);
        // Chips on tables were counted as lost on the day on which they were wagered; if they come back, they are won.
        self.day = AccountDay { number: day, opening: wallet.saturating_add(due), stacks: 0 };
        Ok(due)
    }

    fn take_grant(
        &mut self,
        player: u64,
        amount: i64,
        why: &GrantReason,
        at_ms: u64,
    ) -> Result<(), AccountFault> {
        let due = match why {
            GrantReason::Starting {} => {
                self.require_person()?;
                self.day.opening = GRANT.0;
                GRANT.0
            }
            GrantReason::Daily { day, wallet, on_tables } => {
                self.begin_day(player, *day, (*wallet, *on_tables), at_ms)?
            }
            GrantReason::Stack { day, wallet } => self.take_stack(player, *day, *wallet, at_ms)?,
            GrantReason::Bot { wallet } => {
                require(self.bot, || AccountFault::NoBot { player })?;
                require_holding(player, *wallet)?;
                require(*wallet < BOT_MINIMUM.0, || holds_enough(player, *wallet))?;
                BOT_GRANT.0
            }
        };
        require(amount == due && due > 0, || grant_amount(player, amount, due))
    }

    fn take_stack(&mut self, player: u64, day: u64, wallet: i64, at_ms: u64) -> Result<i64, AccountFault> {
        self.require_person()?;
        let present = self.day.number;
        require(day == present, || AccountFault::OtherDay { player, day, present })?;
        require(self.protection.excluded_until(at_ms).is_none(), || AccountFault::Excluded { player })?;
        require(self.day.stacks < STACKS_PER_DAY, || AccountFault::NoStackLeft { player })?;
        require_holding(player, wallet)?;
        require(wallet < LEAST_TO_PLAY.0, || holds_enough(player, wallet))?;
        let due = GRANT.0 - wallet;
        self.day.stacks += 1;
        // The day's losses stay what they are, so that a limit cannot be played around with new chips.
        self.day.opening = self.day.opening.saturating_add(due);
        Ok(due)
    }

    fn take_role(&mut self, player: u64, role: Role, by: Authority) -> Result<(), AccountFault> {
        self.require_password()?;
        match by {
            Authority::Owner => return Err(AccountFault::WrongAuthority { by }),
            Authority::Floor(floor) => require(floor != player, || AccountFault::OwnRole { player })?,
            Authority::FirstStartCode => require(role == Role::Floor, || AccountFault::CodeRole { role })?,
            Authority::Operator => {}
        }
        self.role = role;
        Ok(())
    }

    fn exclude(&mut self, player: u64, until_ms: u64, at_ms: u64) -> Result<(), AccountFault> {
        let present_ms = self.protection.excluded_until(0).unwrap_or_default();
        require(until_ms >= present_ms, || AccountFault::ExclusionShortened {
            player,
            until_ms,
            present_ms,
        })?;
        let longest = at_ms.saturating_add(LONGEST_EXCLUSION_DAYS * DAY_MS);
        require(until_ms > at_ms && until_ms <= longest, || AccountFault::ExclusionDays { player })?;
        self.protection.exclude(until_ms);
        Ok(())
    }

    fn change_tokens(&mut self, event: &RoomEvent, at_ms: u64) -> Result<(), AccountFault> {
        match event {
            RoomEvent::TokenCreated { player, id, name, key, scopes, expires_ms } => {
                let player = *player;
                self.require_person()?;
                require(self.tokens.len() < MOST_TOKENS, || AccountFault::TokensFull { player })?;
                let is_named = (1..=40).contains(&name.chars().count());
                let is_scoped = !scopes.is_empty() && scopes.is_sorted_by(|one, next| one < next);
                let is_new = *id == self.next_token_id();
                require(is_new && is_named && is_scoped && *expires_ms > at_ms, || AccountFault::Token {
                    player,
                })?;
                let (id, name, key) = (*id, name.clone(), *key);
                let (scopes, expires_ms): (Vec<TokenScope>, u64) = (scopes.clone(), *expires_ms);
                self.tokens.push(AccountToken { id, name, key, created_ms: at_ms, scopes, expires_ms });
                Ok(())
            }
            RoomEvent::TokenRevoked { player, id } => {
                let revoked = self.tokens.extract_if(.., |token| token.id == *id).count();
                require(revoked == 1, || AccountFault::NoSuchToken { player: *player, id: *id })
            }
            _ => Err(AccountFault::NotOfAccounts { event: event.into() }),
        }
    }

    /// Returns the number of the next token. Numbers are not used again while a later token exists, so that a list that
    /// was read before revokes no other token.
    pub fn next_token_id(&self) -> u64 {
        self.tokens.iter().map(|token| token.id).max().unwrap_or(0) + 1
    }

    fn take_recovery_codes(
        &mut self,
        player: u64,
        codes: &[SecretHash],
        by: Authority,
    ) -> Result<(), AccountFault> {
        by_owner_or_operator(by)?;
        self.require_password()?;
        let distinct = codes.iter().collect::<BTreeSet<_>>().len();
        let fits = (1..=MOST_RECOVERY_CODES).contains(&codes.len()) && distinct == codes.len();
        require(fits, || AccountFault::RecoveryCodes { player })?;
        self.recovery_codes = codes.to_vec();
        Ok(())
    }

    fn require_password(&self) -> Result<(), AccountFault> {
        require(self.password.is_some(), || AccountFault::NoPassword { name: self.name.clone() })
    }

    fn require_person(&self) -> Result<(), AccountFault> {
        require(!self.bot, || AccountFault::Bot { name: self.name.clone() })
    }
}

fn require(holds: bool, fault: impl FnOnce() -> AccountFault) -> Result<(), AccountFault> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// No wallet is ever overdrawn, and no table holds less than nothing.
fn require_holding(player: u64, held: i64) -> Result<(), AccountFault> {
    require(held >= 0, || AccountFault::Holding { player, held: Cents(held) })
}

fn by_owner_or_operator(by: Authority) -> Result<(), AccountFault> {
    let may = matches!(by, Authority::Owner | Authority::Operator);
    require(may, || AccountFault::WrongAuthority { by })
}

fn grant_amount(player: u64, amount: i64, due: i64) -> AccountFault {
    AccountFault::GrantAmount { player, amount: Cents(amount), due: Cents(due) }
}

fn holds_enough(player: u64, held: i64) -> AccountFault {
    AccountFault::HoldsEnough { player, held: Cents(held) }
}
