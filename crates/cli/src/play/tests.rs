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

use super::keys::{Effect, Field, Form, effect};
use super::{PlayerId, Role, Scene, SignedIn, TableSettings, TableView};
use super::{cards, draw};

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
        self.sent_by(KeyCode::Char(key))
    }

    fn enter(&self) -> Vec<ClientCommand> {
        self.sent_by(KeyCode::Enter)
    }

    fn sent_by(&self, key: KeyCode) -> Vec<ClientCommand> {
        match self.with_scene(|scene| effect(key, scene)) {
            Effect::Send(commands) => commands,
            Effect::Quit | Effect::Form(_) | Effect::Say(_) | Effect::Nothing => Vec::new(),
        }
    }
}

#[test]
fn tables_look_as_they_were_reviewed() {
    let settled = Table::read("settled").view.round;
    let mut pays = Table::read("flop");
    pays.form.shows_pays = true;
    let rows = [
        ("flop", Table::read("flop"), (80, 24)),
        ("flop_in_a_small_window", Table::read("flop"), (64, 18)),
        ("pays_in_a_small_window", pays, (64, 18)),
        ("settled", Table::read("settled"), (80, 24)),
        ("settled_in_a_large_window", Table::read("settled"), (120, 40)),
        ("bank_offered", Table::bank_offered(), (90, 26)),
        ("banked", Table::read("banked"), (80, 24)),
        ("betting_after_a_round", Table { last: settled, ..Table::read("betting_after_a_round") }, (80, 24)),
        ("too_small", Table::read("flop"), (40, 6)),
    ];
    for (name, table, size) in rows {
        table.with_scene(|scene| check(name, size, |frame| draw::table(frame, scene)));
    }
}

#[test]
fn a_terminal_without_utf_8_gets_ascii_alone() {
    let table = Table::read("settled");
    table.with_scene(|scene| {
        check("settled_in_ascii", (80, 24), |frame| {
            draw::table(frame, scene);
            cards::to_ascii(frame.buffer_mut());
            assert!(frame.buffer_mut().content.iter().all(|cell| cell.symbol().is_ascii()));
        });
    });
}

#[test]
fn the_locale_says_whether_a_terminal_has_utf_8() {
    let rows: [(&[(&str, &str)], bool); 6] = [
        (&[], true),
        (&[("LANG", "en_US.UTF-8")], true),
        (&[("LANG", "C")], false),
        (&[("LANG", "de_DE.utf8"), ("LC_CTYPE", "de_DE.ISO-8859-1")], false),
        (&[("LANG", "C"), ("LC_ALL", "C.UTF-8")], true),
        (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "")], true),
    ];
    for (variables, expected) in rows {
        let variable = |name: &str| {
            let set = variables.iter().find(|(other, _)| *other == name);
            set.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(cards::has_unicode(variable), expected, "{variables:?}");
    }
}

#[test]
fn enter_at_a_table_for_one_sits_down_and_deals() {
    let mut table = Table::read("settled");
    table.view.seats[0].player = None;
    let seat = Seat::new(1).expect("a seat").into();
    let wager = ClientCommand::Wager { seat, ante: 500, trips: 0, bad_beat: 0 };
    assert_eq!(table.enter(), [ClientCommand::Sit { seat }, wager, ClientCommand::NoMoreBets {}]);
    let mut table = Table::bank_offered();
    table.view.seats[0].player = None;
    assert_eq!(
        table.enter(),
        [ClientCommand::Sit { seat }],
        "with others, the cards come when all have wagered"
    );
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
