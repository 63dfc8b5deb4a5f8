//! Who there is, for the floor and for auditors.

use protocol::{PeoplePage, Person, Timestamp};
use table::{Account, PlayerId};

use super::{AccountFailure, Accounts, Role};
use ::journal::record::{AccountRecord, NameKey, NameRecord, RecordRange};
use ::journal::{ReadRecords, RecordKey};

/// How many accounts are read at a time.
const AT_ONCE: u32 = 500;

impl Accounts {
    /// Those with these numbers, as far as they are there.
    pub async fn people_numbered(&self, numbers: &[u64]) -> Result<PeoplePage, AccountFailure> {
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            let player = PlayerId(*number);
            if let Some(record) = self.room.archive().get::<AccountRecord>(&player).await? {
                found.push((player, record));
            }
        }
        Ok(PeoplePage { people: self.people_of(found).await?, next: None })
    }

    /// Those whose name begins so, by name, or who has that number.
    pub async fn people_called(&self, words: &str, limit: u32) -> Result<PeoplePage, AccountFailure> {
        if let Ok(number) = words.trim().parse() {
            return self.people_numbered(&[number]).await;
        }
        let range = NameKey::new(words).completions::<NameRecord>().limit(limit);
        let found = self.room.archive().scan(&range).await?;
        let numbers: Vec<u64> = found.into_iter().map(|(_, name)| name.record.player).collect();
        self.people_numbered(&numbers).await
    }

    /// Everybody, or everybody with that role, the newest account first.
    pub async fn people(
        &self,
        role: Option<Role>,
        next: Option<&str>,
        limit: u32,
    ) -> Result<PeoplePage, AccountFailure> {
        let all = RecordRange::<AccountRecord>::all().backwards().limit(AT_ONCE);
        let mut range = match next.and_then(PlayerId::decode) {
            Some(next) => all.before(&next),
            None => all,
        };
        let mut found = Vec::new();
        loop {
            let records = self.room.archive().scan(&range).await?;
            let last =
                records.last().map(|(player, _)| *player).filter(|_| records.len() == AT_ONCE as usize);
            for (player, stored) in records {
                if role.is_none_or(|role| stored.record.role == role) {
                    found.push((player, stored.record));
                }
                if found.len() == limit as usize {
                    let next = Some(player.encode());
                    return Ok(PeoplePage { people: self.people_of(found).await?, next });
                }
            }
            match last {
                Some(player) => range = range.before(&player),
                None => return Ok(PeoplePage { people: self.people_of(found).await?, next: None }),
            }
        }
    }

    async fn people_of(&self, found: Vec<(PlayerId, AccountRecord)>) -> Result<Vec<Person>, AccountFailure> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let wallets = found.iter().map(|(player, _)| Account::Wallet(*player)).collect();
        let balances = self.room.archive().balances(wallets).await?;
        let held = |player: PlayerId| {
            let wallet = Account::Wallet(player);
            balances.iter().find(|(account, _)| *account == wallet).map_or(0, |(_, held)| held.0)
        };
        let person = |(player, record): (PlayerId, AccountRecord)| Person {
            id: player.into(),
            role: record.role,
            guest: record.password.is_none() && !record.bot,
            bot: record.bot,
            created_ms: Timestamp(record.created_ms),
            balance: held(player),
            name: record.name,
        };
        Ok(found.into_iter().map(person).collect())
    }
}
