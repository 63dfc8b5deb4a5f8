//! Results split into luck, decisions and cover, over HTTP.

use odds::Fraction;
use serde_json::{Value, json};

use crate::history::{played, played_rounds};
use crate::scene::{Client, House};

const PARTS: [&str; 6] = ["game", "hole", "flop", "turn_and_river", "dealer", "uncovered"];

/// Reads a fraction of any length, as a sum of such.
fn fraction(value: &Value) -> Fraction {
    let text = value["exact"].as_str().expect("a fraction");
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Fraction::new(above.parse().expect("digits"), below.parse().expect("digits")).expect("a fraction")
}

#[test]
fn the_parts_of_a_hand_and_of_a_session_sum_to_what_was_won() {
    let house = House::open();
    let mut guest = played(&house);
    let net = guest.get("/api/hands").ok()["hands"][0]["net"].as_i64().expect("a result");
    let split = guest.get("/api/hands/1/0/split").ok();
    let hand = &split["hands"][0];
    assert_eq!(hand["wagers"], json!({"ante": 500, "trips": 500, "bad_beat": 0}));
    assert_eq!(hand["void"], false);
    assert_eq!(hand["decisions"][0]["action"], "4x");
    assert_eq!(hand["decisions"][0]["street"], "preflop");
    let parts: Fraction = PARTS.iter().map(|part| fraction(&hand[part]["cents"])).sum();
    let cost = fraction(&hand["decisions"][0]["cost"]["cents"]);
    assert_eq!(parts + cost, Fraction::whole(net));
    assert_eq!(fraction(&hand["result"]["cents"]), Fraction::whole(net));
    assert_eq!(fraction(&hand["result"]["antes"]), Fraction::new(net.into(), 500).expect("a fraction"));

    let report = guest.get("/api/hands/split").ok();
    let sessions = report["sessions"].as_array().expect("sessions");
    assert_eq!(sessions.len(), 1);
    assert_eq!(sessions[0]["sum"], report["all"]);
    assert_eq!(report["all"]["hands"], 1);
    assert_eq!(fraction(&report["all"]["result"]), Fraction::whole(net));
    assert_eq!(report["all"]["game"]["exact"], hand["game"]["cents"]["exact"]);

    assert_eq!(report["earlier_left_out"], false);

    let file = guest.get("/api/hands/split/export");
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = String::from_utf8(file.body).expect("text");
    let [head, row] = text.lines().collect::<Vec<_>>()[..] else { panic!("a heading and a hand: {text}") };
    let [names, cells]: [Vec<&str>; 2] = [head, row].map(|line| line.split(',').collect());
    let cell = |name: &str| cells[names.iter().position(|other| *other == name).expect("a column")];
    assert_eq!((cell("net"), cell("ante"), cell("void")), (&*net.to_string(), "500", "false"));
    assert!(cell("exact").starts_with("game=") && cell("exact").contains(" uncovered=0"), "{row}");
}

/// The last column of an export.
fn earlier_left_out(guest: &mut Client, limit: u32) -> Vec<String> {
    let file = guest.get(&format!("/api/hands/split/export?limit={limit}"));
    let text = String::from_utf8(file.body).expect("text");
    text.lines().map(|line| line.rsplit(',').next().expect("a column").to_owned()).collect()
}

#[test]
fn a_sum_says_whether_earlier_rounds_are_left_out() {
    let house = House::open();
    let mut guest =
        played_rounds(&house, 3, |_| json!({"type": "wager", "seat": 1, "ante": 500, "trips": 0}));
    for (limit, hands, left_out) in [(2, 2, true), (3, 3, false), (4, 3, false)] {
        let report = guest.get(&format!("/api/hands/split?limit={limit}")).ok();
        assert_eq!((&report["all"]["hands"], &report["earlier_left_out"]), (&json!(hands), &json!(left_out)));
        let cells = earlier_left_out(&mut guest, limit);
        assert_eq!(cells[0], "earlier_left_out");
        assert_eq!(cells[1..], vec![left_out.to_string(); hands], "{limit}");
    }
    let player = guest.get("/api/me").ok()["id"].as_u64().expect("a player");
    let of_player = house.floor().get(&format!("/api/players/{player}/split?limit=2")).ok();
    assert_eq!(of_player["earlier_left_out"], true);
}

#[test]
fn a_split_is_for_those_who_played_the_hand_and_for_staff() {
    let house = House::open();
    let guest = played(&house);
    drop(guest);
    let mut stranger = house.guest();
    assert_eq!(stranger.get("/api/hands/1/0/split").failure(), (404, "no_such_round".into()));
    assert_eq!(stranger.get("/api/hands/split").ok()["all"]["hands"], 0);
    let mut floor = house.floor();
    let split = floor.get("/api/hands/1/0/split").ok();
    let player = split["hands"][0]["player"].as_u64().expect("a player");
    let report = floor.get(&format!("/api/players/{player}/split")).ok();
    assert_eq!(report["all"]["hands"], 1);
    assert_eq!(floor.get("/api/hands/1/7/split").failure(), (404, "no_such_round".into()));
}

/// A fold forfeits the Bad Beat, which three kings on the board win in nearly every showdown.
#[test]
fn the_coach_values_the_wagers_that_lie_there() {
    let house = House::open();
    let mut visitor = house.visitor();
    let ask = |bad_beat: i64| {
        json!({
            "hole": "3c 2d", "board": "Kh Kd Ks 8c 7d", "pay_table": "UTH-04", "bank_may_be_short": bad_beat > 0,
            "wagers": {"ante": 500, "trips": 500, "bad_beat": bad_beat},
        })
    };
    let without = visitor.post("/api/advise", ask(0)).ok();
    assert_eq!((&without["best"], &without["note"]), (&json!("fold"), &Value::Null));
    let with = visitor.post("/api/advise", ask(500)).ok();
    assert_eq!(with["best"], "1x");
    assert!(with["actions"][1]["cost"].as_f64().is_some_and(|cost| cost > 8.0), "{with}");
    assert!(with["note"].as_str().is_some_and(|note| note.contains("covers every wager")), "{with}");
    // Any two wagers make a game; no Ante makes none.
    assert_eq!(visitor.post("/api/advise", ask(499)).ok()["best"], "1x");
    let no_ante = json!({"hole": "3c 2d", "wagers": {"ante": 0, "trips": 0, "bad_beat": 0}});
    assert_eq!(visitor.post("/api/advise", no_ante).failure(), (422, "game".into()));
    let other_table = json!({"hole": "3c 2d", "pay_table": "UTH-05"});
    assert_eq!(visitor.post("/api/advise", other_table).failure(), (422, "game".into()));
    let drill = |bad_beat: i64| {
        json!({
            "points": [{"hole": "3c 2d", "board": "Kh Kd Ks 8c 7d"}],
            "wagers": {"ante": 500, "trips": 500, "bad_beat": bad_beat},
        })
    };
    let gap = |drilled: &Value| drilled[0]["gap_exact"].clone();
    let gaps = [0, 500].map(|bad_beat| gap(&visitor.post("/api/drill", drill(bad_beat)).ok()));
    assert_eq!(gaps[1], with["actions"][1]["cost_exact"]);
    assert_ne!(gaps[0], gaps[1]);
}
