//! Who lost how much to whom where players bank: chips that go one way again and again, hand after hand between the
//! same two, are a sign of collusion.

use std::collections::BTreeMap;

use journal::ReadRecords;
use journal::record::{AccountRecord, Pages, RecordRange, RoundSummary};
use journal::summary::DAY_MS;
use protocol::{Flow, PlayerId, RoundId, TableId};
use store::{LogReader, StoreError};

/// How many records are read at a time.
const AT_ONCE: u32 = 1_000;

/// Who banked, and what the others wagered and won, by table and round.
#[derive(Default)]
struct Met {
    banker: Option<PlayerId>,
    players: Vec<(PlayerId, i64, i64)>,
}

/// The flows of those days, the largest first. Both ends belong to it.
pub async fn flows(store: &dyn LogReader, first_day: u64, last_day: u64) -> Result<Vec<Flow>, StoreError> {
    let mut met: BTreeMap<(TableId, RoundId), Met> = BTreeMap::new();
    let (from_ms, until_ms) = (first_day.saturating_mul(DAY_MS), (last_day + 1).saturating_mul(DAY_MS));
    // By player and not by table, because only the records of players tell who banked.
    for (player, _) in store.scan(&RecordRange::<AccountRecord>::all()).await? {
        let mut pages = Pages::new(RecordRange::of_player_between(player, from_ms, until_ms), AT_ONCE);
        while let Some(page) = pages.next(store).await? {
            for hand in page.into_iter().map(|(_, stored)| stored.record.0).filter(|hand| !hand.void) {
                met.entry((hand.table, hand.round)).or_default().add(player.into(), &hand);
            }
        }
    }
    Ok(summed(met.into_values()))
}

impl Met {
    fn add(&mut self, player: PlayerId, hand: &RoundSummary) {
        if hand.banked {
            self.banker = Some(player);
        } else {
            self.players.push((player, hand.wagered, hand.net));
        }
    }
}

fn summed(met: impl Iterator<Item = Met>) -> Vec<Flow> {
    let mut flows: BTreeMap<(PlayerId, PlayerId), Flow> = BTreeMap::new();
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
