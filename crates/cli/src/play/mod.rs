//! `uth play`: a table in the terminal, through the same protocol as everybody else.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Terminal};

use crate::entrance::Entrance;
use client::{Client, ClientEvent, Player, Round, ServerMessage};
use form::Form;
use keys::Act;
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
  uth play --table 7 --server http://127.0.0.1:8600
  UTH_TOKEN=uth_… uth play                      with an account of your own";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    entrance: Entrance,
    /// Which table; the lobby is shown if none is named
    #[arg(long, value_name = "N")]
    table: Option<u64>,
}

/// How long something that was said to the player stays.
const STAYS: Duration = Duration::from_secs(5);

/// How long to listen to the card room before the keyboard is asked again.
const LISTENS: Duration = Duration::from_millis(30);

pub(crate) fn run(arguments: PlayArguments) -> Result<ExitCode> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("`uth play` needs a terminal; programs play with `uth bot`");
    }
    let api = arguments.entrance.enter("uth play")?;
    let tables = if arguments.table.is_none() { api.tables()? } else { Vec::new() };
    // From here on the terminal is ours. It is given back at the end, after an error and in a panic.
    let mut terminal = ratatui::try_init()?;
    let result = (|| {
        let chosen = match arguments.table {
            Some(table) => Some(table),
            None => lobby::choose(&mut terminal, &tables)?,
        };
        chosen.map_or(Ok(()), |table| play(&mut terminal, Client::new(api, table)?))
    })();
    ratatui::restore();
    result.map(|()| ExitCode::SUCCESS)
}

/// What a window of that size shows player 12 of a snapshot. It is here for whoever looks for faults: a card room that
/// is none may say anything.
pub fn picture(said: &ServerMessage, width: u16, height: u16) -> Option<String> {
    let ServerMessage::Snapshot { name, settings, view, .. } = said else { return None };
    let player = Player { id: 12, name: "Guest 12".to_owned() };
    let mut form = Form::default();
    form.fit(settings);
    let (form, last, message) = (&form, view.round.as_ref(), "");
    let (wallet, now_ms, is_connected) = (0, 0, true);
    let scene =
        Scene { name, settings, view, player: &player, wallet, now_ms, is_connected, form, last, message };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).ok()?;
    terminal.draw(|frame| draw::table(frame, &scene)).ok()?;
    Some(terminal.backend().to_string())
}

/// Draws the table whenever something has changed, until the player quits. Seconds pass by themselves.
fn play(terminal: &mut DefaultTerminal, mut client: Client) -> Result<()> {
    let mut form = Form::default();
    let mut message = String::from("connecting");
    let mut said_at = Instant::now();
    let mut last: Option<Round> = None;
    loop {
        if client.is_connected() && said_at.elapsed() > STAYS {
            message.clear();
        }
        if let Some(scene) = Scene::of(&client, &form, last.as_ref(), &message) {
            terminal.draw(|frame| draw::table(frame, &scene))?;
        } else {
            terminal.draw(|frame| frame.render_widget(message.as_str(), frame.area()))?;
        }
        match client.next(LISTENS)? {
            Some(ClientEvent::Lost(why)) => message = format!("{why}; coming back"),
            Some(ClientEvent::Refused { reason, .. }) => (message, said_at) = (reason, Instant::now()),
            Some(ClientEvent::Connected | ClientEvent::Done { .. }) => message.clear(),
            Some(ClientEvent::Table(_)) => {
                client.settings.iter().for_each(|settings| form.fit(settings));
                let over = Scene::of(&client, &form, None, "").and_then(|scene| scene.over().cloned());
                last = over.or(last);
            }
            Some(ClientEvent::Wallet | ClientEvent::Retrying { .. }) | None => {}
        }
        while event::poll(Duration::ZERO)? {
            let Some(key) = pressed(&event::read()?) else { continue };
            let act = Scene::of(&client, &form, last.as_ref(), &message)
                .map_or_else(|| keys::without_table(key), |scene| keys::act(key, &scene));
            match act {
                Act::Quit => return Ok(()),
                Act::Form(change) => change(&mut form),
                Act::Ask(commands) => commands.iter().for_each(|command| drop(client.send(command))),
                Act::Say(words) => (message, said_at) = (words.to_owned(), Instant::now()),
                Act::Nothing => {}
            }
        }
    }
}

/// The key of an event. Ctrl-C is a q; that a window was resized is noticed when it is drawn.
fn pressed(event: &Event) -> Option<KeyCode> {
    match event {
        Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. }) => {
            Some(KeyCode::Char('q'))
        }
        Event::Key(KeyEvent { code, kind: KeyEventKind::Press, .. }) => Some(*code),
        _ => None,
    }
}
