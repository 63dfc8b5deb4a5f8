//! `uth play`: a table in the terminal, through the same protocol as every client.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use protocol::{PlayerId, Role, RoundView, ServerMessage, SignedIn, TableId};
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Terminal};

use crate::card_room::CardRoomOptions;
use client::{Client, ClientEvent};
use form::Form;
use keys::Effect;
use scene::Scene;

mod cards;
mod draw;
mod form;
mod keys;
mod lobby;
mod scene;
#[cfg(test)]
mod tests;

const EXAMPLES: &str = "Examples:
  uth play                                      choose a table in the lobby, as a guest
  uth play --server https://cards.example --table 7
  UTH_TOKEN=uth_… uth play                      with an account of your own";

/// Play at a table of a card room, in this terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    card_room: CardRoomOptions,
    /// The table; you choose one in the lobby if not given
    #[arg(long, value_name = "N")]
    table: Option<u64>,
}

/// How long a message to the player is shown.
const MESSAGE_DURATION: Duration = Duration::from_secs(5);

/// How long to wait for the card room before the keyboard is read again.
const LISTEN: Duration = Duration::from_millis(30);

pub(crate) fn run(arguments: PlayArguments) -> Result<ExitCode> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("`uth play` needs a terminal; programs play with `uth bot`");
    }
    let api = arguments.card_room.sign_in("uth play")?;
    let tables = if arguments.table.is_none() { api.tables()? } else { Vec::new() };
    // The terminal is restored at the end, also after an error; ratatui restores it in a panic.
    let mut terminal = ratatui::try_init()?;
    let result = (|| {
        let chosen = match arguments.table {
            Some(table) => Some(TableId(table)),
            None => lobby::choose(&mut terminal, &tables)?,
        };
        chosen.map_or(Ok(()), |table| play(&mut terminal, Client::new(api, table)?))
    })();
    ratatui::restore();
    result.map(|()| ExitCode::SUCCESS)
}

/// Returns what a window of that size shows player 12 of a snapshot. Fuzzers use it: a server may send anything.
pub fn picture(message: &ServerMessage, width: u16, height: u16) -> Option<String> {
    let ServerMessage::Snapshot { name, settings, view, .. } = message else { return None };
    let player = SignedIn { id: PlayerId(12), name: "Guest 12".to_owned(), role: Role::Player, guest: true };
    let mut form = Form::default();
    form.fit(view);
    let (form, last, message) = (&form, view.round.as_ref(), "");
    let (wallet, now_ms, is_connected) = (0, 0, true);
    let scene =
        Scene { name, settings, view, player: &player, wallet, now_ms, is_connected, form, last, message };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).ok()?;
    terminal.draw(|frame| draw::table(frame, &scene)).ok()?;
    Some(terminal.backend().to_string())
}

/// Draws the table and handles keys and messages until the player quits.
fn play(terminal: &mut DefaultTerminal, mut client: Client) -> Result<()> {
    let mut form = Form::default();
    let mut message = String::from("connecting");
    let mut shown_at = Instant::now();
    let mut last: Option<RoundView> = None;
    loop {
        if client.is_connected() && shown_at.elapsed() > MESSAGE_DURATION {
            message.clear();
        }
        if let Some(scene) = Scene::of(&client, &form, last.as_ref(), &message) {
            terminal.draw(|frame| draw::table(frame, &scene))?;
        } else {
            terminal.draw(|frame| frame.render_widget(message.as_str(), frame.area()))?;
        }
        match client.next(LISTEN)? {
            Some(ClientEvent::Lost(why)) => message = format!("{why}; connecting again"),
            Some(ClientEvent::Refused { reason, .. }) => (message, shown_at) = (reason, Instant::now()),
            Some(ClientEvent::Connected | ClientEvent::Done { .. }) => message.clear(),
            Some(ClientEvent::Table { .. }) => {
                client.view.iter().for_each(|view| form.fit(view));
                let finished =
                    Scene::of(&client, &form, None, "").and_then(|scene| scene.finished().cloned());
                last = finished.or(last);
            }
            Some(ClientEvent::Wallet | ClientEvent::Retrying { .. }) | None => {}
        }
        while event::poll(Duration::ZERO)? {
            let Some(key) = pressed(&event::read()?) else { continue };
            let effect = Scene::of(&client, &form, last.as_ref(), &message)
                .map_or_else(|| keys::without_table(key), |scene| keys::effect(key, &scene));
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Form(change) => change(&mut form),
                Effect::Send(commands) => {
                    for command in commands {
                        client.send(command)?;
                    }
                }
                Effect::Say(text) => (message, shown_at) = (text.to_owned(), Instant::now()),
                Effect::Nothing => {}
            }
        }
    }
}

/// Returns the key of an event. Ctrl-C counts as q. A resized window needs no event, because it is drawn again anyway.
fn pressed(event: &Event) -> Option<KeyCode> {
    match event {
        Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. }) => {
            Some(KeyCode::Char('q'))
        }
        Event::Key(KeyEvent { code, kind: KeyEventKind::Press, .. }) => Some(*code),
        _ => None,
    }
}
