//! What is drawn, compared with reviewed pictures in golden/play, and what keys do.

use protocol::TableSettings;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use serde_json::{Value, json};

use super::form::{Field, Form};
use super::keys::{Act, act};
use super::scene::Scene;
use super::{draw, lobby};
use client::{self, Command, Player, Round, View};

/// A table with all that is needed to draw it. The player is number 12.
struct Table {
    settings: TableSettings,
    view: View,
    form: Form,
    last: Option<Round>,
    message: &'static str,
}

impl Table {
    fn new(settings: &Value, view: &Value) -> Table {
        let settings: TableSettings = serde_json::from_value(settings.clone()).expect("settings");
        let mut form = Form::default();
        form.fit(&settings);
        let view = serde_json::from_value(view.clone()).expect("a view");
        Table { settings, view, form, last: None, message: "" }
    }

    fn with_scene<T>(&self, act: impl FnOnce(&Scene<'_>) -> T) -> T {
        act(&Scene {
            name: "Solo 1",
            settings: &self.settings,
            view: &self.view,
            player: &Player { id: 12, name: "Guest 12".into() },
            wallet: 98_500,
            now_ms: 1_000,
            is_connected: true,
            form: &self.form,
            last: self.last.as_ref(),
            message: self.message,
        })
    }

    /// What a key asks the card room for.
    fn press(&self, key: char) -> Vec<Command> {
        match self.with_scene(|scene| act(KeyCode::Char(key), scene)) {
            Act::Ask(commands) => commands,
            Act::Quit | Act::Form(_) | Act::Say(_) | Act::Nothing => Vec::new(),
        }
    }
}

fn solo() -> Value {
    json!({"book": "house", "pay_table": "UTH-01", "minimum": 500, "maximum": 10_000, "chip": 100,
           "mode": {"type": "solo"}, "decision_ms": 60_000})
}

fn seat(number: u8, player: Option<(u64, &str)>) -> Value {
    let player = player.map(|(id, name)| json!({"id": id, "name": name, "bot": id > 100}));
    json!({"seat": number, "player": player, "sits_out": false, "leaves": false, "may_wager": false})
}

fn hand(seat: u8, player: u64, rest: &Value) -> Value {
    let mut rest = rest.as_object().expect("an object").clone();
    let stakes = [("ante", json!(500)), ("trips", json!(0)), ("bad_beat", json!(0))];
    let laid = stakes.map(|(name, usual)| wager(name, &rest.remove(name).unwrap_or(usual), &json!({})));
    let mut hand = json!({"seat": seat, "player": player, "wagers": laid, "play": null, "actions": [],
        "awaited": false, "hole": null, "hand": null, "result": null, "net": null});
    hand.as_object_mut().expect("an object").extend(rest);
    hand
}

fn wager(name: &str, stake: &Value, settled: &Value) -> Value {
    let mut wager = json!({"wager": name, "stake": stake, "outcome": null, "net": null, "odds": null,
        "clause": null, "order": null, "bank": null});
    wager.as_object_mut().expect("an object").extend(settled.as_object().expect("an object").clone());
    wager
}

fn best(name: &str) -> Value {
    json!({"kind": "any", "name": name, "best": ["As", "Ks", "Qs", "Js", "9s"]})
}

fn round(stage: &str, banker: &Value, hands: &[Value], rest: &Value) -> Value {
    let mut round = json!({"number": 41, "deck": "red", "stage": stage, "banker": banker, "seeds": [],
        "commitment": "5f2c".repeat(16), "revealed": null, "collection": null, "hands": hands, "board": [], "dealer": null, "dealer_hand": null, "bank_net": null,
        "void_reason": null});
    round.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
    round
}

fn view(seats: &[Value], bank: &Value, awaits: &str, until_ms: Option<u64>, round: &Value) -> Value {
    json!({"table": 1, "seq": 9, "status": "open", "seats": seats, "offers": [], "button": null, "bank": bank, "awaits": awaits,
           "until_ms": until_ms, "round": round})
}

fn nobody() -> Value {
    json!({"type": "nobody"})
}

fn on_the_flop() -> Table {
    let hand = hand(1, 12, &json!({"trips": 500, "awaited": true, "hole": ["As", "Kd"]}));
    let board = json!({"board": ["7c", "8d", "9h"]});
    let round = round("flop", &json!({"type": "house"}), &[hand], &board);
    Table::new(&solo(), &view(&[seat(1, Some((12, "Guest 12")))], &nobody(), "players", Some(13_400), &round))
}

fn settled() -> Table {
    let line = |wager: &str, net: i64, outcome: &str, clause: &str| -> Value {
        self::wager(wager, &json!(500), &json!({"net": net, "outcome": outcome, "clause": clause}))
    };
    let wagers = [
        line("play", 500, "win", "HB.7"),
        line("ante", 0, "push", "HB.9"),
        line("blind", 0, "push", "HB.10"),
        line("trips", -500, "lose", "HB.trips.1"),
    ];
    let hand = hand(
        1,
        12,
        &json!({"trips": 500, "play": 1, "hole": ["As", "Kd"], "hand": best("pair of aces"),
            "result": "win", "net": 0, "wagers": wagers}),
    );
    let end = json!({"board": ["7c", "8d", "9h", "Ac", "2d"], "dealer": ["Qh", "Jc"],
        "dealer_hand": best("ace high")});
    let round = round("settled", &json!({"type": "house"}), &[hand], &end);
    Table::new(&solo(), &view(&[seat(1, Some((12, "Guest 12")))], &nobody(), "wagers", None, &round))
}

/// The bank is offered to the player while house-run players wait, and the last round was void.
fn bank_offered() -> Table {
    let settings = json!({"book": "california-bad-beat", "pay_table": "UTH-04", "minimum": 1_000,
        "maximum": 10_000, "chip": 100, "mode": {"type": "clock", "betting_ms": 12_000, "bank_ms": 15_000},
        "decision_ms": 30_000});
    let seats = [
        seat(1, Some((12, "Guest 12"))),
        seat(2, None),
        seat(3, Some((103, "Tara (house)"))),
        seat(4, Some((104, "Sami (house)"))),
        seat(5, None),
        seat(6, Some((13, "Somebody with a long name"))),
    ];
    let banker = json!({"type": "player_dealer", "seat": 3, "player": 103, "wager": 50_000});
    let hands = [
        hand(1, 12, &json!({"ante": 1_000, "bad_beat": 1_000, "trips": 1_000, "net": 0})),
        hand(4, 104, &json!({"ante": 3_000, "trips": 1_500, "net": 0})),
    ];
    let void = json!({"void_reason": "a card lay face up"});
    let round = round("void", &banker, &hands, &void);
    let bank = json!({"type": "offered", "seat": 1, "until_ms": 12_001});
    let mut table = Table::new(&settings, &view(&seats, &bank, "players", Some(12_001), &round));
    table.view.button = Some(3);
    table.form.select(Field::Bank);
    table.message = "the bank is not offered to you now";
    table
}

fn betting_after_a_round() -> Table {
    let before = settled();
    let mut table = settled();
    let hands = [hand(1, 12, &json!({}))];
    let next = round("betting", &json!({"type": "house"}), &hands, &json!({"number": 42}));
    table.view.round = Some(serde_json::from_value(next).expect("a round"));
    table.last = before.view.round;
    table
}

#[test]
fn tables_look_as_they_were_reviewed() {
    let rows = [
        ("flop", on_the_flop(), (80, 20)),
        ("settled", settled(), (80, 20)),
        ("bank_offered", bank_offered(), (90, 24)),
        ("betting_after_a_round", betting_after_a_round(), (72, 20)),
        ("too_small", on_the_flop(), (40, 6)),
    ];
    for (name, table, size) in rows {
        table.with_scene(|scene| check(name, size, |frame| draw::table(frame, scene)));
    }
}

#[test]
fn the_lobby_looks_as_it_was_reviewed() {
    let table = |table: u64, name: &str, settings: &Value, players: &Value| -> client::Table {
        let summary = json!({"table": table, "name": name, "settings": settings, "open": true,
            "players": players, "places": 7, "rounds": 0});
        serde_json::from_value(summary).expect("a table")
    };
    let players = json!([{"name": "Ada (house)", "bot": true}, {"name": "Bo", "bot": false}]);
    let free = json!({"book": "washington", "mode": {"type": "clock", "betting_ms": 1, "bank_ms": 1},
        "decision_ms": 1});
    let tables = [table(1, "Solo 1", &solo(), &json!([])), table(6, "Washington", &free, &players)];
    check("lobby", (80, 8), |frame| lobby::draw(frame, &tables, 1));
}

/// Draws into a window of that size and compares; `UPDATE_GOLDEN=1` writes what is to be reviewed.
fn check(name: &str, (width, height): (u16, u16), draw: impl FnOnce(&mut ratatui::Frame<'_>)) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(draw).expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let line =
        |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    let drawn: String = (0..height).map(line).collect();
    let path = format!("{}/../../golden/play/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &drawn).expect("it can be written");
    }
    let reviewed = std::fs::read_to_string(&path).expect("a reviewed picture");
    assert_eq!(drawn, reviewed, "{name}:\n{drawn}");
}

#[test]
fn keys_ask_for_what_the_footer_says() {
    let (flop, settled, offered) = (on_the_flop(), settled(), bank_offered());
    let wager = Command::Wager { seat: 1, ante: 500, trips: 0, bad_beat: 0 };
    let rows = [
        (&flop, '2', vec![Command::Raise { seat: 1, times: 2 }]),
        (&flop, 'c', vec![Command::Check { seat: 1 }]),
        (&flop, 'f', vec![Command::Fold { seat: 1 }]),
        (&flop, 'd', vec![]),
        (&flop, 'b', vec![]),
        (&flop, 's', vec![]),
        (&settled, 'd', vec![wager, Command::NoMoreBets {}]),
        (&settled, '2', vec![]),
        (&settled, 'c', vec![]),
        (&settled, 'l', vec![Command::Leave { seat: 1 }]),
        (&settled, 'x', vec![Command::SitOut { seat: 1 }]),
        (&offered, 'b', vec![Command::AcceptBank { seat: 1, wager: 50_000 }]),
        (&offered, 'n', vec![Command::DeclineBank { seat: 1 }]),
        (&offered, 'o', vec![Command::OfferBankAgain {}]),
    ];
    for (table, key, expected) in rows {
        assert_eq!(table.press(key), expected, "{key}");
    }
}

#[test]
fn amounts_are_stepped_and_typed() {
    let mut form = Form::default();
    form.fit(&serde_json::from_value(solo()).expect("settings"));
    let mut seen = Vec::new();
    let steps: [fn(&mut Form); 8] = [
        |form| form.step(true),
        |form| form.step(false),
        |form| form.step(false),
        |form| form.digit(2),
        |form| form.digit(5),
        Form::erase,
        |form| form.digit(9),
        |form| form.digit(9),
    ];
    for step in steps {
        step(&mut form);
        seen.push(form.amount(Field::Ante));
    }
    assert_eq!(seen, [1_000, 500, 0, 200, 2_500, 200, 2_900, 10_000]);
    form.choose(true, |field| field != Field::BadBeat);
    form.choose(true, |field| field != Field::BadBeat);
    assert_eq!(form.field, Field::Bank);
}

#[test]
fn whatever_a_card_room_says_can_be_drawn() {
    let hands = [hand(8, 12, &json!({"ante": i64::MIN, "play": 255, "net": i64::MIN, "hole": ["As", "As"]}))];
    let banker = json!({"type": "player_dealer", "seat": 7, "player": 12, "wager": i64::MIN});
    let rest =
        json!({"number": u64::MAX, "board": vec!["2c"; 300], "bank_net": i64::MIN, "collection": i64::MIN});
    let over = round("settled", &banker, &hands, &rest);
    let offered = json!({"type": "offered", "seat": 8, "until_ms": u64::MAX});
    // More seats than a window has lines, once.
    for (amount, count) in [(i64::MIN, 70_000), (-1, 1), (0, 0), (i64::MAX, 1)] {
        let seats = vec![seat(8, Some((12, "\u{1b}[2J\u{202e}"))); count];
        let view = view(&seats, &offered, "players", Some(u64::MAX), &over);
        let mut settings = solo();
        for field in ["chip", "minimum", "maximum"] {
            settings[field] = json!(amount);
        }
        let said = json!({"type": "snapshot", "table": 1, "seq": 0, "hash": "00".repeat(32), "name": "\u{7}", "settings": settings,
                          "events": null, "view": view});
        let said: client::ServerMessage = serde_json::from_value(said).expect("a snapshot");
        let drawn = super::picture(&said, 80, 24).expect("a picture");
        assert!(!drawn.contains(['\u{1b}', '\u{7}']), "no card room rules the terminal: {drawn:?}");
    }
}
