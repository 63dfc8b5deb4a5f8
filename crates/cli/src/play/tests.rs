//! What is drawn, compared with reviewed pictures in golden/play, and what keys do.

use protocol::{
    ClientCommand, LobbyEntry, PlayerId, Role, RoundView, SeatNumber, ServerMessage, SignedIn, TableSettings,
    TableView,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use serde_json::{Value, json};

use super::form::{Field, Form};
use super::keys::{Effect, effect};
use super::scene::Scene;
use super::{draw, lobby};
use uth::Seat;

/// A table with all that is needed to draw it. The player is number 12.
struct Table {
    settings: TableSettings,
    view: TableView,
    form: Form,
    last: Option<RoundView>,
    message: &'static str,
}

impl Table {
    fn new(settings: &Value, view: &Value) -> Table {
        let settings = serde_json::from_value(settings.clone()).expect("settings");
        let view: TableView = serde_json::from_value(view.clone()).expect("a view");
        let mut form = Form::default();
        form.fit(&view);
        Table { settings, view, form, last: None, message: "" }
    }

    fn with_scene<T>(&self, act: impl FnOnce(&Scene<'_>) -> T) -> T {
        act(&Scene {
            name: "Solo 1",
            settings: &self.settings,
            view: &self.view,
            player: &SignedIn { id: PlayerId(12), name: "Guest 12".into(), role: Role::Player, guest: true },
            wallet: 98_500,
            now_ms: 1_000,
            is_connected: true,
            form: &self.form,
            last: self.last.as_ref(),
            message: self.message,
        })
    }

    /// The commands that a key sends.
    fn press(&self, key: char) -> Vec<ClientCommand> {
        match self.with_scene(|scene| effect(KeyCode::Char(key), scene)) {
            Effect::Send(commands) => commands,
            Effect::Quit | Effect::Form(_) | Effect::Say(_) | Effect::Nothing => Vec::new(),
        }
    }
}

fn solo() -> Value {
    json!({"book": "house", "pay_table": "UTH-01", "minimum": 500, "maximum": 10_000, "chip": 100,
           "mode": {"type": "solo"}, "decision_ms": 60_000})
}

fn seat(number: u8, player: Option<(u64, &str)>) -> Value {
    let own = player.is_some_and(|(id, _)| id == 12);
    let player = player.map(|(id, name)| json!({"id": id, "name": name, "bot": id > 100}));
    json!({"seat": number, "player": player, "sits_out": false, "leaves": false, "may_wager": own})
}

fn hand(seat: u8, player: u64, wagers: &[(&str, i64)], rest: &Value) -> Value {
    let laid = |(wager, stake): &(&str, i64)| wager_of(wager, *stake, &json!({}));
    let wagers: Vec<Value> = wagers.iter().map(laid).collect();
    let hand = json!({"seat": seat, "player": player, "wagers": wagers, "play": null, "awaited": false,
        "actions": [], "hole": null, "hand": null, "result": null, "net": null});
    with(hand, rest)
}

fn wager_of(wager: &str, stake: i64, rest: &Value) -> Value {
    let laid = json!({"wager": wager, "stake": stake, "outcome": null, "net": null, "odds": null, "clause": null,
        "order": null, "bank": null});
    with(laid, rest)
}

/// An object with some of its fields replaced.
fn with(mut object: Value, rest: &Value) -> Value {
    object.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
    object
}

fn best(name: &str) -> Value {
    json!({"kind": "pair", "name": name, "best": ["As", "Ac", "9h", "8d", "7c"]})
}

fn round(stage: &str, banker: &Value, hands: &[Value], rest: &Value) -> Value {
    let round = json!({"number": 41, "deck": "red", "stage": stage, "banker": banker, "commitment": "5f".repeat(32),
        "seeds": [], "revealed": null, "collection": null, "hands": hands, "board": [], "dealer": null,
        "dealer_hand": null, "bank_net": null, "void_reason": null});
    with(round, rest)
}

fn offers(wagers: &[&str], minimum: i64, maximum: i64, step: i64) -> Value {
    let amount = json!({"type": "chosen", "minimum": minimum, "maximum": maximum, "step": step});
    let offer = |wager: &&str| json!({"wager": wager, "amount": amount, "requires": null, "pays": []});
    wagers.iter().map(offer).collect()
}

fn view(seats: &[Value], bank: &Value, awaits: &str, until_ms: Option<u64>, round: &Value) -> Value {
    json!({"table": 1, "seq": 9, "status": "open", "seats": seats,
           "offers": offers(&["ante", "trips"], 500, 10_000, 100), "button": null, "bank": bank, "awaits": awaits,
           "until_ms": until_ms, "round": round})
}

fn nobody() -> Value {
    json!({"type": "nobody"})
}

fn on_the_flop() -> Table {
    let actions = json!([{"type": "raise", "times": 2, "amount": 1_000}, {"type": "check"}]);
    let rest = json!({"awaited": true, "hole": ["As", "Kd"], "actions": actions});
    let hand = hand(1, 12, &[("ante", 500), ("blind", 500), ("trips", 500)], &rest);
    let board = json!({"board": ["7c", "8d", "9h"]});
    let round = round("flop", &json!({"type": "house"}), &[hand], &board);
    Table::new(&solo(), &view(&[seat(1, Some((12, "Guest 12")))], &nobody(), "players", Some(13_400), &round))
}

fn settled() -> Table {
    let line = |wager: &str, net: i64, outcome: &str, clause: &str| -> Value {
        wager_of(wager, 500, &json!({"net": net, "outcome": outcome, "clause": clause}))
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
        &[],
        &json!({"play": 1, "hole": ["As", "Kd"], "hand": best("pair of aces"), "result": "win", "net": 0,
            "wagers": wagers}),
    );
    let end = json!({"board": ["7c", "8d", "9h", "Ac", "2d"], "dealer": ["Qh", "Jc"],
        "dealer_hand": best("ace high")});
    let round = round("settled", &json!({"type": "house"}), &[hand], &end);
    Table::new(&solo(), &view(&[seat(1, Some((12, "Guest 12")))], &nobody(), "wagers", None, &round))
}

/// The bank is offered to the player while bots wait, and the last round was void.
fn bank_offered() -> Table {
    let settings = json!({"book": "california-bad-beat", "pay_table": "UTH-04", "minimum": 1_000,
        "maximum": 10_000, "chip": 100, "mode": {"type": "clock", "betting_ms": 12_000, "bank_ms": 15_000},
        "decision_ms": 30_000});
    let seats = [
        seat(1, Some((12, "Guest 12"))),
        seat(2, None),
        seat(3, Some((103, "Tara"))),
        seat(4, Some((104, "Sami"))),
        seat(5, None),
        seat(6, Some((13, "A player with a long name"))),
    ];
    let banker = json!({"type": "player_dealer", "seat": 3, "player": 103, "wager": 50_000});
    let hands = [
        hand(1, 12, &[("ante", 1_000), ("trips", 1_000), ("bad_beat", 1_000)], &json!({"net": 0})),
        hand(4, 104, &[("ante", 3_000), ("trips", 1_500)], &json!({"net": 0})),
    ];
    let void = json!({"void_reason": "a card lay face up"});
    let round = round("void", &banker, &hands, &void);
    let bank = json!({"type": "offered", "seat": 1, "until_ms": 12_001});
    let mut view = view(&seats, &bank, "players", Some(12_001), &round);
    view["offers"] = offers(&["ante", "trips", "bad_beat"], 1_000, 10_000, 100);
    view["button"] = 3.into();
    let mut table = Table::new(&settings, &view);
    table.form.select(Field::Bank);
    table.message = "the bank is not offered to you now";
    table
}

fn betting_after_a_round() -> Table {
    let before = settled();
    let mut table = settled();
    let hands = [hand(1, 12, &[("ante", 500), ("blind", 500)], &json!({}))];
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
    let table = |table: u64, name: &str, settings: &Value, players: &Value| -> LobbyEntry {
        let summary = json!({"table": table, "name": name, "settings": settings, "open": true,
            "players": players, "places": 7, "watchers": 0, "rounds": 0, "stage": null, "banker": null, "seq": 1});
        serde_json::from_value(summary).expect("a table")
    };
    let players = json!([{"id": 101, "name": "Ada", "bot": true}, {"id": 12, "name": "Bo", "bot": false}]);
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
fn keys_send_what_the_footer_says() {
    let (flop, settled, offered) = (on_the_flop(), settled(), bank_offered());
    let seat = SeatNumber(Seat::new(1).expect("a seat"));
    let wager = ClientCommand::Wager { seat, ante: 500, trips: 0, bad_beat: 0 };
    let rows = [
        (&flop, '2', vec![ClientCommand::Raise { seat, times: 2 }]),
        (&flop, '4', vec![]),
        (&flop, 'c', vec![ClientCommand::Check { seat }]),
        (&flop, 'f', vec![]),
        (&flop, 'd', vec![]),
        (&flop, 'b', vec![]),
        (&flop, 's', vec![]),
        (&settled, 'd', vec![wager, ClientCommand::NoMoreBets {}]),
        (&settled, '2', vec![]),
        (&settled, 'c', vec![]),
        (&settled, 'l', vec![ClientCommand::Leave { seat }]),
        (&settled, 'x', vec![ClientCommand::SitOut { seat }]),
        (&offered, 'b', vec![ClientCommand::AcceptBank { seat, wager: 50_000 }]),
        (&offered, 'n', vec![ClientCommand::DeclineBank { seat }]),
        (&offered, 'o', vec![ClientCommand::OfferBankAgain {}]),
    ];
    for (table, key, expected) in rows {
        assert_eq!(table.press(key), expected, "{key}");
    }
}

#[test]
fn amounts_are_stepped_and_typed() {
    let mut form = Form::default();
    form.fit(&settled().view);
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
fn whatever_a_card_room_sends_can_be_drawn() {
    let hands = [hand(
        8,
        12,
        &[("ante", i64::MIN)],
        &json!({"play": 255, "net": i64::MIN, "hole": ["As", "As"],
            "actions": [{"type": "raise", "times": 255, "amount": i64::MIN}]}),
    )];
    let banker = json!({"type": "player_dealer", "seat": 8, "player": 12, "wager": i64::MIN});
    let rest =
        json!({"number": u64::MAX, "board": vec!["2c"; 300], "bank_net": i64::MIN, "collection": i64::MIN});
    let over = round("settled", &banker, &hands, &rest);
    let offered = json!({"type": "offered", "seat": 8, "until_ms": u64::MAX});
    // More seats than a window has lines, once.
    for (amount, count) in [(i64::MIN, 70_000), (-1, 1), (0, 0), (i64::MAX, 1)] {
        let seats = vec![seat(8, Some((12, "\u{1b}[2J\u{202e}"))); count];
        let mut view = view(&seats, &offered, "nothing", Some(u64::MAX), &over);
        view["offers"] = offers(&["ante", "bad_beat"], amount, amount, amount);
        let mut settings = solo();
        for field in ["chip", "minimum", "maximum"] {
            settings[field] = json!(amount);
        }
        let message = json!({"type": "snapshot", "table": 1, "seq": 0, "hash": "00".repeat(32), "name": "\u{7}",
            "settings": settings, "events": null, "view": view});
        let message: ServerMessage = serde_json::from_value(message).expect("a snapshot");
        let drawn = super::picture(&message, 80, 24).expect("a picture");
        assert!(!drawn.contains(['\u{1b}', '\u{7}']), "no card room rules the terminal: {drawn:?}");
    }
}
