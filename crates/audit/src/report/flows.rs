//! Who lost how much to whom where players bank: chips that go one way again and again, hand after hand between the
//! same two, are a sign of collusion.

use std::collections::BTreeMap;

use serde::Serialize;
use table::PlayerId;

use journal::history::RoundSummary;
use store::{KeyRange, RecordKind, Store, StoreError};

/// How many records are read at a time.
const AT_ONCE: u32 = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// What went from a player to a banker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Flow {
    pub banker: u64,
    pub player: u64,
    /// Rounds in which the one played against the other.
    pub rounds: u64,
    pub wagered: i64,
    /// What the banker won of the player, in cents.
    pub net: i64,
}

/// Who banked, and what the others wagered and won, by table and round.
#[derive(Default)]
struct Met {
    banker: Option<u64>,
    players: Vec<(u64, i64, i64)>,
}

/// The flows of those days, the largest first. Both ends belong to it.
pub async fn flows(store: &dyn Store, first_day: u64, last_day: u64) -> Result<Vec<Flow>, StoreError> {
    let mut met: BTreeMap<(u64, u64), Met> = BTreeMap::new();
    let players = store.records(KeyRange::prefix(RecordKind::Player, "", u32::MAX >> 1)).await?;
    let numbers = players.iter().filter_map(|(key, _)| u64::from_str_radix(key, 16).ok());
    for player in numbers.map(PlayerId) {
        let until = format!("p{:016x}/{:016x}", player.0, (last_day + 1).saturating_mul(DAY_MS));
        let mut from = Some(format!("p{:016x}/{:016x}", player.0, first_day.saturating_mul(DAY_MS)));
        while let Some(first) = from.take() {
            let span = KeyRange {
                kind: RecordKind::RoundSummary,
                from: first,
                until: until.clone(),
                limit: AT_ONCE,
                backwards: false,
            };
            let records = store.records(span).await?;
            if records.len() == AT_ONCE as usize {
                from = records.last().map(|(key, _)| format!("{key}!"));
            }
            for (key, text) in &records {
                let hand: RoundSummary = serde_json::from_str(text)
                    .map_err(|error| StoreError::Broken(format!("hand {key}: {error}")))?;
                if !hand.void {
                    met.entry((hand.table, hand.round)).or_default().add(player, &hand);
                }
            }
        }
    }
    Ok(summed(met.into_values()))
}

impl Met {
    fn add(&mut self, player: PlayerId, hand: &RoundSummary) {
        if hand.banked {
            self.banker = Some(player.0);
        } else {
            self.players.push((player.0, hand.wagered, hand.net));
        }
    }
}

fn summed(met: impl Iterator<Item = Met>) -> Vec<Flow> {
    let mut flows: BTreeMap<(u64, u64), Flow> = BTreeMap::new();
    for Met { banker, players } in met {
        // Where the house banks there is nobody to collude with.
        let Some(banker) = banker else { continue };
        for (player, wagered, net) in players {
            let empty = Flow { banker, player, rounds: 0, wagered: 0, net: 0 };
            let flow = flows.entry((banker, player)).or_insert(empty);
            flow.rounds += 1;
            flow.wagered += wagered;
            flow.net -= net;
        }
    }
    let mut flows: Vec<Flow> = flows.into_values().collect();
    flows.sort_by_key(|flow| std::cmp::Reverse(flow.net.unsigned_abs()));
    flows
}
