//! What goes wrong, about once every twenty rounds.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::chance::Chance;
use crate::tally::Trouble;
use crate::world::World;

/// How many rounds are played from one fault to the next.
const ROUNDS_BETWEEN: Range<u64> = 1..38;

const MINUTE_MS: u64 = 60 * 1_000;

/// Lets things go wrong until the world is calm.
pub(crate) async fn rage(world: Arc<World>) {
    let mut chance = world.fork();
    let mut next = chance.within(&ROUNDS_BETWEEN);
    while !world.is_calm() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if let Some(morning) = world.night() {
            tokio::time::sleep_until(morning).await;
        }
        let rounds = world.auditor().rounds;
        if rounds >= next && !world.is_armed() {
            next = rounds + chance.within(&ROUNDS_BETWEEN);
            strike(&world, &mut chance);
        }
    }
}

fn strike(world: &Arc<World>, chance: &mut Chance) {
    let Some(fault) = chance.pick(&Trouble::FAULTS) else { return };
    match fault {
        // The hours pass quickly, but every hour clears the tables.
        Trouble::Night if !chance.one_in(4) => return strike(world, chance),
        Trouble::Night => world.fall_night(world.delay(20 * MINUTE_MS..90 * MINUTE_MS)),
        Trouble::Deserted => {
            world.fall_night(world.delay(2 * MINUTE_MS..10 * MINUTE_MS));
            let number = chance.below(world.nodes.len() as u64) as usize;
            world.take_down(number, world.delay(MINUTE_MS..8 * MINUTE_MS));
        }
        Trouble::PowerCut => world.crash_all(),
        Trouble::Outage => world.cut_off(world.delay(200..8_000)),
        Trouble::Disconnected => world.disconnect_all(),
        // What is alone with its storage has written by the time that it looks.
        Trouble::UnknownLate if world.nodes.len() == 1 => return world.arm(Trouble::UnknownDone),
        // It is counted when it happens to a group.
        fault => return world.arm(fault),
    }
    world.count(fault);
    world.auditor().note(("weather", fault as u64));
}
