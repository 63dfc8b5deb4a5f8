//! What is drawn of the messages in golden/play, compared with the reviewed pictures next to them, and what keys do.

use protocol::{
    BankOffer, Banker, ClientCommand, LegalAction, LegalAmount, LobbyEntry, RoundId, RoundView,
    ServerMessage, Timestamp,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use serde::de::DeserializeOwned;
use uth::Seat;

use super::draw;
use super::keys::{Effect, Field, Form, effect};
use super::{PlayerId, Role, Scene, SignedIn, TableSettings, TableView};

fn golden(file: &str) -> String {
    format!("{}/../../golden/play/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn message<T: DeserializeOwned>(name: &str) -> T {
    let text = std::fs::read_to_string(golden(&format!("{name}.json"))).expect("a message");
    serde_json::from_str(&text).expect("a message of the protocol")
}

/// A table with all that is needed to draw it. The player is number 12.
struct Table {
    settings: TableSettings,
    view: TableView,
    form: Form,
    last: Option<RoundView>,
    message: &'static str,
}

impl Table {
    fn read(name: &str) -> Table {
        let ServerMessage::Snapshot { settings, view, .. } = message(name) else { panic!("a snapshot") };
        let mut form = Form::default();
        form.fit(&view);
        Table { settings, view: *view, form, last: None, message: "" }
    }

    /// The bank is offered to the player while bots wait, and the last round was void.
    fn bank_offered() -> Table {
        let mut table = Table::read("bank_offered");
        table.form.select(Field::Bank);
        table.message = "the bank is not offered to you now";
        table
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

#[test]
fn tables_look_as_they_were_reviewed() {
    let settled = Table::read("settled").view.round;
    let rows = [
        ("flop", Table::read("flop"), (80, 20)),
        ("settled", Table::read("settled"), (80, 20)),
        ("bank_offered", Table::bank_offered(), (90, 24)),
        ("betting_after_a_round", Table { last: settled, ..Table::read("betting_after_a_round") }, (72, 20)),
        ("too_small", Table::read("flop"), (40, 6)),
    ];
    for (name, table, size) in rows {
        table.with_scene(|scene| check(name, size, |frame| draw::table(frame, scene)));
    }
}

#[test]
fn the_lobby_looks_as_it_was_reviewed() {
    let tables: Vec<LobbyEntry> = message("lobby");
    check("lobby", (80, 8), |frame| draw::lobby(frame, &tables, 1));
}

/// Draws into a window of that size and compares; `UPDATE_GOLDEN=1` writes what is to be reviewed.
fn check(name: &str, (width, height): (u16, u16), draw: impl FnOnce(&mut ratatui::Frame<'_>)) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(draw).expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let line =
        |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    let drawn: String = (0..height).map(line).collect();
    let path = golden(&format!("{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &drawn).expect("it can be written");
    }
    let reviewed = std::fs::read_to_string(&path).expect("a reviewed picture");
    assert_eq!(drawn, reviewed, "{name}:\n{drawn}");
}

#[test]
fn keys_send_what_the_footer_says() {
    let (flop, settled, offered) = (Table::read("flop"), Table::read("settled"), Table::bank_offered());
    let seat = Seat::new(1).expect("a seat").into();
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
    form.fit(&Table::read("settled").view);
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
    // More seats than a window has lines, once.
    for (amount, count) in [(i64::MIN, 70_000), (-1, 1), (0, 0), (i64::MAX, 1)] {
        let mut message = message("settled");
        let ServerMessage::Snapshot { name, settings, view, .. } = &mut message else { panic!("a snapshot") };
        *name = "\u{7}".to_owned();
        (settings.minimum, settings.maximum, settings.chip) = (Some(amount), Some(amount), Some(amount));
        let seat = Seat::new(8).expect("a seat").into();
        let player = view.seats[0].player.as_mut().expect("a player");
        player.name = "\u{1b}[2J\u{202e}".to_owned();
        view.seats[0].seat = seat;
        view.seats = vec![view.seats[0].clone(); count];
        for offer in &mut view.offers {
            offer.amount = LegalAmount::Chosen { minimum: amount, maximum: amount, step: amount };
        }
        view.bank = BankOffer::Offered { seat, until_ms: Timestamp(u64::MAX) };
        view.until_ms = Some(Timestamp(u64::MAX));
        let round = view.round.as_mut().expect("a round");
        round.number = RoundId(u64::MAX);
        round.board = vec![round.board[0]; 300];
        round.banker = Banker::PlayerDealer { seat, player: PlayerId(12), wager: Some(i64::MIN) };
        (round.bank_net, round.collection) = (Some(i64::MIN), Some(i64::MIN));
        let hand = &mut round.hands[0];
        (hand.seat, hand.play, hand.net) = (seat, Some(255), Some(i64::MIN));
        hand.hole = hand.hole.map(|[one, _]| [one, one]);
        hand.actions = vec![LegalAction::Raise { times: 255, amount: i64::MIN }];
        hand.wagers[0].stake = i64::MIN;
        let drawn = super::picture(&message, 80, 24).expect("a picture");
        assert!(!drawn.contains(['\u{1b}', '\u{7}']), "no card room rules the terminal: {drawn:?}");
    }
}
