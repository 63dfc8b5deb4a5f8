//! Thousands of rounds over real sockets, at tables of all four rule books, with house-run players.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use client::Api;

use crate::audit::Audit;
use crate::card_room::{CardRoom, Place, faults};
use crate::floor::Floor;
use crate::inspector::inspected;
use crate::player::Players;

/// How many rounds each storage sees, at least.
const ROUNDS: u64 = 1_050;
/// What each of the bots plays.
const BOT_ROUNDS: usize = 40;

/// A rule book, and how many house-run players keep a table of it company.
const TABLES: [(&str, u8); 4] =
    [("house", 2), ("washington", 3), ("california", 4), ("california-bad-beat", 4)];
const TABLES_OF_EACH: u64 = 3;

#[test]
fn thousands_of_rounds_are_played_and_everything_adds_up_on_sqlite() {
    play(&Place::file());
}

#[test]
fn thousands_of_rounds_are_played_and_everything_adds_up_on_postgres() {
    play(&Place::postgres());
}

fn play(place: &Place) {
    let began = Instant::now();
    let room = CardRoom::start(place, 0);
    let mut floor = Floor::of(&room);
    let mut players = Players::new();
    for (book, bots) in TABLES {
        for _ in 0..TABLES_OF_EACH {
            let table = floor.open(book, Some(30), bots);
            players.join(&room.url(), table);
        }
    }
    let tables = [
        floor.open("house", None, 0),
        floor.open("washington", None, 0),
        floor.open("california", Some(30), 3),
    ];
    let bots = tables.map(|table| {
        let mut bot = Command::new(env!("CARGO_BIN_EXE_uth"));
        bot.args(["bot", "--server", &inspected(&room.url()), "--table", &table.to_string()])
            .args(["--bank", "100", "--rounds", &BOT_ROUNDS.to_string(), "--ante", "1", "--trips", "1"])
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdout(Stdio::piped());
        bot.spawn().expect("the bot starts")
    });
    let api = Api::new(room.url().parse().expect("an address")).expect("an interface");
    let played = || -> u64 { api.tables().expect("a lobby").iter().map(|table| table.rounds).sum() };
    while played() < ROUNDS {
        assert!(began.elapsed() < Duration::from_mins(4), "only {} rounds were played", played());
        thread::sleep(Duration::from_millis(250));
    }
    for bot in bots {
        let said = bot.wait_with_output().expect("the bot ends");
        let said = String::from_utf8(said.stdout).expect("text");
        let lines = said.lines().filter(|line| line.starts_with("  ")).count();
        assert!(
            lines == BOT_ROUNDS && said.contains("The exact expectation of Practical strategy"),
            "{said}"
        );
    }
    let memory = players.finish();
    room.stop();
    let mut audit = Audit::default();
    place.look(async |store| audit.read_on(&*store).await);
    audit.confirm(&memory);
    let verified = place.verify();
    assert_eq!(faults(place), [""; 0]);
    assert!(audit.settled >= ROUNDS - 20, "{} rounds were settled", audit.settled);
    println!(
        "{} rounds settled, {} events, {} commands of players, in {:?}\n{verified}",
        audit.settled,
        audit.events,
        memory.done.len(),
        began.elapsed()
    );
}
