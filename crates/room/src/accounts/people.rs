//! Who there is, for the floor and for auditors.

use serde::Serialize;
use table::{Account, PlayerId};

use super::record::{PlayerRecord, place, read};
use super::{AccountError, Accounts, Role, names};
use store::{KeyRange, RecordKind};

/// How many accounts are read at a time.
const AT_ONCE: u32 = 500;

/// Somebody, as the floor and auditors see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Person {
    pub id: u64,
    pub name: String,
    pub role: Role,
    /// Whether they have no name and password of their own.
    pub guest: bool,
    /// Whether the card room plays for them.
    pub house_run: bool,
    pub created_ms: u64,
    /// What the wallet holds, in cents.
    pub balance: i64,
}

/// A page of people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct PeoplePage {
    pub people: Vec<Person>,
    /// What to ask for next, if there may be more.
    pub next: Option<String>,
}

impl Accounts {
    /// Those with these numbers, as far as they are there.
    pub async fn people_numbered(&self, numbers: &[u64]) -> Result<PeoplePage, AccountError> {
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            let player = PlayerId(*number);
            if let Some(text) = self.room.archive().record(RecordKind::Player, place(player)).await? {
                found.push((player, read::<PlayerRecord>(&text)?));
            }
        }
        Ok(PeoplePage { people: self.people_of(found).await?, next: None })
    }

    /// Those whose name begins so, by name, or who has that number.
    pub async fn people_called(&self, words: &str, limit: u32) -> Result<PeoplePage, AccountError> {
        if let Ok(number) = words.trim().parse() {
            return self.people_numbered(&[number]).await;
        }
        let from = names::key(words);
        // Names have letters beyond ASCII, which a tilde would leave out.
        let until = format!("{from}{}", char::MAX);
        let span = KeyRange { kind: RecordKind::Name, from, until, limit, backwards: false };
        let numbers = self.room.archive().records(span).await?;
        let numbers = numbers.iter().map(|(_, number)| read(number)).collect::<Result<Vec<u64>, _>>()?;
        self.people_numbered(&numbers).await
    }

    /// Everybody, or everybody with that role, the newest account first.
    pub async fn people(
        &self,
        role: Option<Role>,
        next: Option<&str>,
        limit: u32,
    ) -> Result<PeoplePage, AccountError> {
        let mut until = next.map_or_else(|| "~".to_owned(), str::to_owned);
        let mut found = Vec::new();
        loop {
            let span = KeyRange {
                kind: RecordKind::Player,
                from: String::new(),
                until,
                limit: AT_ONCE,
                backwards: true,
            };
            let records = self.room.archive().records(span).await?;
            for (key, text) in &records {
                let record: PlayerRecord = read(text)?;
                if role.is_none_or(|role| record.role == role) {
                    found.push((PlayerId(u64::from_str_radix(key, 16).unwrap_or(0)), record));
                }
                if found.len() == limit as usize {
                    return Ok(PeoplePage { people: self.people_of(found).await?, next: Some(key.clone()) });
                }
            }
            match records.last() {
                Some((key, _)) if records.len() == AT_ONCE as usize => until = key.clone(),
                _ => return Ok(PeoplePage { people: self.people_of(found).await?, next: None }),
            }
        }
    }

    async fn people_of(&self, found: Vec<(PlayerId, PlayerRecord)>) -> Result<Vec<Person>, AccountError> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let wallets = found.iter().map(|(player, _)| Account::Wallet(*player)).collect();
        let balances = self.room.archive().balances(wallets).await?;
        let held = |player: PlayerId| {
            let wallet = Account::Wallet(player);
            balances.iter().find(|(account, _)| *account == wallet).map_or(0, |(_, held)| held.0)
        };
        let person = |(player, record): (PlayerId, PlayerRecord)| Person {
            id: player.0,
            role: record.role,
            guest: record.password.is_none() && !record.house_run,
            house_run: record.house_run,
            created_ms: record.created_ms,
            balance: held(player),
            name: record.name,
        };
        Ok(found.into_iter().map(person).collect())
    }
}
