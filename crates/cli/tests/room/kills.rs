//! Killed at random moments under load: no answer is taken back, nothing is done twice, no card changes, and no chip
//! is lost.

use std::thread;
use std::time::{Duration, Instant};

use crate::audit::Audit;
use crate::card_room::{CardRoom, Place, faults};
use crate::chance::Chance;
use crate::floor::Floor;
use crate::player::Players;

/// How often the card room is killed unless the environment says otherwise.
const KILLS: u64 = 6;
/// `cargo xtask kills` sets it.
const KILLS_VARIABLE: &str = "UTH_KILLS";

/// A rule book, its clock for wagers, house-run players and players at sockets.
pub(crate) const TABLES: [(&str, Option<u64>, u8, u8); 6] = [
    ("house", None, 0, 1),
    ("washington", None, 0, 1),
    ("house", Some(60), 2, 2),
    ("washington", Some(60), 1, 3),
    ("california", Some(60), 2, 3),
    ("california-bad-beat", Some(60), 2, 3),
];

#[test]
fn killed_at_random_moments_it_goes_on_where_it_was_on_sqlite() {
    kill(&Place::file());
}

#[test]
fn killed_at_random_moments_it_goes_on_where_it_was_on_postgres() {
    kill(&Place::postgres());
}

fn kill(place: &Place) {
    let began = Instant::now();
    let kills =
        std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    let mut room = CardRoom::start(place, 0);
    let port = room.port;
    let mut floor = Floor::of(&room);
    let mut players = Players::new();
    for (book, betting_ms, bots, at_sockets) in TABLES {
        let table = floor.open(book, betting_ms, bots);
        for _ in 0..at_sockets {
            players.join(&room.url(), table);
        }
    }
    let (mut audit, mut chance) = (Audit::default(), Chance::new(kills));
    for _ in 0..kills {
        thread::sleep(Duration::from_millis(100 + chance.below(700)));
        // A promise is easiest to break just after it was made.
        if !chance.one_in(3) {
            players.wait_for_word();
        }
        room.kill();
        if chance.one_in(5) {
            CardRoom::start_and_kill(place, port, Duration::from_millis(chance.below(120)));
        }
        place.look(async |store| audit.read_on(&*store).await);
        audit.confirm(&players.memory.lock().expect("no player found anything wrong"));
        room = CardRoom::start(place, port);
    }
    let memory = players.finish();
    room.stop();
    place.look(async |store| audit.read_on(&*store).await);
    audit.confirm(&memory);
    let verified = place.verify();
    assert_eq!(faults(place), [""; 0]);
    assert!(memory.repeated > 0 && memory.resumed > 0, "the kills met nothing under way");
    println!(
        "{kills} kills in {:?}: {} rounds settled, {} commands done and {} refused; {} were sent again after a kill, \
         and {} times a player came back to a round that they had seen\n{verified}",
        began.elapsed(),
        audit.settled,
        memory.done.len(),
        memory.refused.len(),
        memory.repeated,
        memory.resumed
    );
}
