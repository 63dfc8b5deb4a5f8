//! The power is cut at random moments under load: what was answered is on the disk, whatever else is.

use std::thread;
use std::time::{Duration, Instant};

use crate::audit::Audit;
use crate::card_room::{CardRoom, Place, faults};
use crate::chance::Chance;
use crate::floor::Floor;
use crate::kills::TABLES;
use crate::player::Players;

/// How often the power is cut unless the environment says otherwise.
const CUTS: u64 = 50;
/// `cargo xtask cuts` sets it.
const CUTS_VARIABLE: &str = "UTH_CUTS";

#[test]
fn after_a_power_cut_everything_that_was_answered_is_there() {
    let began = Instant::now();
    let cuts = std::env::var(CUTS_VARIABLE).map_or(CUTS, |cuts| cuts.parse().expect("a number of cuts"));
    let place = Place::disk();
    let mut room = CardRoom::start(&place, 0);
    let port = room.port;
    let mut floor = Floor::of(&room);
    let mut players = Players::new();
    for (book, betting_ms, bots, at_sockets) in TABLES {
        let table = floor.open(book, betting_ms, bots);
        for _ in 0..at_sockets {
            players.join(&room.url(), table);
        }
    }
    let (mut audit, mut chance) = (Audit::default(), Chance::new(cuts));
    for _ in 0..cuts {
        thread::sleep(Duration::from_millis(chance.below(300)));
        // A promise is easiest to break just after it was made.
        if !chance.one_in(3) {
            players.wait_for_word();
        }
        room.kill();
        cut(&place, &mut chance);
        if chance.one_in(5) {
            CardRoom::start_and_kill(&place, port, Duration::from_millis(chance.below(120)));
            cut(&place, &mut chance);
        }
        place.look(async |store| audit.read_on(&*store).await);
        audit.confirm(&players.memory.lock().expect("no player found anything wrong"));
        // Whoever looked has tidied up, with syncs of its own.
        place.settle_disk();
        room = CardRoom::start(&place, port);
    }
    let memory = players.finish();
    room.stop();
    place.look(async |store| audit.read_on(&*store).await);
    audit.confirm(&memory);
    let verified = place.verify();
    assert_eq!(faults(&place), [""; 0]);
    assert!(memory.repeated > 0 && memory.resumed > 0, "the cuts met nothing under way");
    println!(
        "{cuts} power cuts in {:?}: {} rounds settled, {} commands done, {} sent again after a cut\n{verified}",
        began.elapsed(),
        audit.settled,
        memory.done.len(),
        memory.repeated,
    );
}

/// A disk loses all that was not synced, nothing, or any part of it.
fn cut(place: &Place, chance: &mut Chance) {
    let reaches = chance.below(5);
    place.cut(|| chance.below(4) < reaches);
}
