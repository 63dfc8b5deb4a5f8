//! `uth play`: a table in the terminal, through the same protocol as every client.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use client::{Client, ClientEvent, ReceiptKeeper, seed_before};
use protocol::{
    BankOffer, Banker, ClientCommand, HandView, LegalAction, LobbyEntry, PlayerId, Role, RoundView,
    SeatNumber, SeatView, ServerMessage, SignedIn, Stage, TableId, TableMode, TableSettings, TableView,
    Wager,
};
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Frame, Terminal};
use uth::Banking;

use crate::card_room::{CardRoomOptions, ReceiptOptions, with_receipt};
use keys::{Effect, Field, Form};

mod cards;
mod draw;
mod keys;
mod posted;
mod result;
#[cfg(test)]
mod tests;

const EXAMPLES: &str = "Examples:
  uth play                                      choose a table in the lobby, as a guest
  uth play --server https://cards.example --table 7
  UTH_TOKEN=uth_… uth play                      with an account of your own

The pay tables lie beside the cards in a window of 80 by 24 or more; in a smaller one the key p shows them. The row that
paid a wager is marked. A terminal whose locale is not UTF-8 gets plain letters.";

/// Play at a table of a card room, in this terminal
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    card_room: CardRoomOptions,
    /// The table; you choose one in the lobby if not given
    #[arg(long, value_name = "N")]
    table: Option<u64>,
    #[command(flatten)]
    receipts: ReceiptOptions,
}

/// How long a message to the player is shown.
const MESSAGE_DURATION: Duration = Duration::from_secs(5);

/// How long to wait for the card room before the keyboard is read again.
const LISTEN: Duration = Duration::from_millis(30);

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("`uth play` needs a terminal; programs play with `uth bot`");
    }
    let api = arguments.card_room.sign_in("uth play")?;
    // Both requests come before the terminal changes, so that their errors are ordinary lines.
    let tables = if arguments.table.is_none() { api.tables()? } else { Vec::new() };
    // The terminal is restored at the end, also after an error; ratatui restores it in a panic.
    let mut terminal = ratatui::try_init()?;
    let result = (|| {
        let chosen = match arguments.table {
            Some(table) => Some(TableId(table)),
            None => choose_table(&mut terminal, &tables)?,
        };
        let Some(table) = chosen else { return Ok(()) };
        let (client, mut keeper) = arguments.receipts.follow(api, table)?;
        play(&mut terminal, client, &mut keeper).map_err(|error| with_receipt(error, &keeper))
    })();
    ratatui::restore();
    result.map(|()| ExitCode::SUCCESS)
}

/// Returns the table that the player chooses, or nothing if they quit.
fn choose_table(terminal: &mut DefaultTerminal, tables: &[LobbyEntry]) -> Result<Option<TableId>> {
    let mut selected = 0;
    loop {
        show(terminal, |frame| draw::lobby(frame, tables, selected))?;
        match pressed(&event::read()?) {
            Some(KeyCode::Char('q') | KeyCode::Esc) => return Ok(None),
            Some(KeyCode::Up | KeyCode::Char('k')) => selected = selected.saturating_sub(1),
            Some(KeyCode::Down | KeyCode::Char('j')) => {
                selected = (selected + 1).min(tables.len().saturating_sub(1));
            }
            Some(KeyCode::Enter) if !tables.is_empty() => return Ok(Some(tables[selected].table)),
            _ => {}
        }
    }
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
fn play(terminal: &mut DefaultTerminal, mut client: Client, keeper: &mut ReceiptKeeper) -> Result<()> {
    let mut form = Form::default();
    let mut message = String::from("connecting");
    let mut shown_at = Instant::now();
    let mut last: Option<RoundView> = None;
    let mut queue = VecDeque::new();
    loop {
        if client.is_connected() && shown_at.elapsed() > MESSAGE_DURATION {
            message.clear();
        }
        show(terminal, |frame| match Scene::of(&client, &form, last.as_ref(), &message) {
            Some(scene) => draw::table(frame, &scene),
            None => frame.render_widget(message.as_str(), frame.area()),
        })?;
        match client.next(LISTEN)? {
            Some(ClientEvent::Lost(why)) => message = format!("{why}; connecting again"),
            Some(ClientEvent::Refused { reason, .. }) => {
                // What was to follow builds on what was refused: no wager without a seed, no cards without a wager.
                queue.clear();
                (message, shown_at) = (reason, Instant::now());
            }
            Some(ClientEvent::Connected) => message.clear(),
            Some(ClientEvent::Done { receipt, .. }) => {
                keeper.keep(&receipt)?;
                message.clear();
            }
            Some(ClientEvent::Table { .. }) => {
                client.view.iter().for_each(|view| form.fit(view));
                let finished =
                    Scene::of(&client, &form, None, "").and_then(|scene| scene.finished().cloned());
                last = finished.or(last);
            }
            Some(ClientEvent::Wallet | ClientEvent::Retrying { .. }) | None => {}
        }
        // All keys that were typed meanwhile are handled before the next frame; a slow card room must not eat them.
        while event::poll(Duration::ZERO)? {
            let Some(key) = pressed(&event::read()?) else { continue };
            let effect = match Scene::of(&client, &form, last.as_ref(), &message) {
                Some(scene) => keys::effect(key, &scene),
                // Before there is a table, the only key is the one that quits.
                None if key == KeyCode::Char('q') => Effect::Quit,
                None => Effect::Nothing,
            };
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Form(change) => change(&mut form),
                Effect::Send(commands) => queue.extend(commands),
                Effect::Say(text) => (message, shown_at) = (text.to_owned(), Instant::now()),
                Effect::Nothing => {}
            }
        }
        send_next(&mut client, &mut queue)?;
    }
}

/// Sends the first command that waits, once the one before is answered; before a wager, the player's seed.
fn send_next(client: &mut Client, queue: &mut VecDeque<ClientCommand>) -> Result<()> {
    let (Some(first), Some(view), false) = (queue.front(), &client.view, client.is_waiting()) else {
        return Ok(());
    };
    // The seed is in the next view, and then the wager is sent.
    let command = seed_before(first, view)?.or_else(|| queue.pop_front());
    command.map_or(Ok(()), |command| client.send(command).map(drop))
}

/// Draws a frame in the characters that the terminal has.
fn show(terminal: &mut DefaultTerminal, draw: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
    let has_unicode = cards::has_unicode(|name| std::env::var(name).ok());
    terminal.draw(|frame| {
        draw(frame);
        if !has_unicode {
            cards::to_ascii(frame.buffer_mut());
        }
    })?;
    Ok(())
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

/// Longer waits are not counted down.
const LONGEST_COUNTDOWN_S: u64 = 300;

/// A table in front of a player.
struct Scene<'a> {
    name: &'a str,
    settings: &'a TableSettings,
    view: &'a TableView,
    player: &'a SignedIn,
    wallet: i64,
    /// The card room's time.
    now_ms: u64,
    is_connected: bool,
    form: &'a Form,
    /// The last finished round that the player took part in.
    last: Option<&'a RoundView>,
    /// The last message to the player.
    message: &'a str,
}

impl<'a> Scene<'a> {
    /// Returns what a client sees, once it has seen the table.
    fn of(
        client: &'a Client,
        form: &'a Form,
        last: Option<&'a RoundView>,
        message: &'a str,
    ) -> Option<Scene<'a>> {
        Some(Scene {
            name: &client.name,
            settings: client.settings.as_ref()?,
            view: client.view.as_ref()?,
            player: client.player.as_ref()?,
            wallet: client.wallet,
            now_ms: client.now_ms(),
            is_connected: client.is_connected(),
            form,
            last,
            message,
        })
    }

    /// Returns the player's seat.
    fn seat(&self) -> Option<&'a SeatView> {
        self.view.seats_of(self.player.id).next()
    }

    /// Returns the first free seat.
    fn free_seat(&self) -> Option<SeatNumber> {
        self.view.seats.iter().find(|seat| seat.player.is_none()).map(|seat| seat.seat)
    }

    fn is_own(&self, seat: &SeatView) -> bool {
        seat.player.as_ref().is_some_and(|player| player.id == self.player.id)
    }

    /// Returns the name of the player in a seat.
    fn name_at(&self, seat: SeatNumber) -> &'a str {
        let player =
            self.view.seats.iter().find(|other| other.seat == seat).and_then(|seat| seat.player.as_ref());
        player.map_or("–", |player| &player.name)
    }

    /// Returns the player's hand in the running round.
    fn hand(&self) -> Option<&'a HandView> {
        self.view.live()?.hands_of(self.player.id).next()
    }

    /// Returns the decisions that the player may make now.
    fn actions(&self) -> &'a [LegalAction] {
        self.hand().map_or(&[], |hand| &hand.actions)
    }

    /// Returns whether a wager of the player would be taken now.
    fn takes_wagers(&self) -> bool {
        self.seat().is_some_and(|seat| seat.may_wager) && self.hand().is_none()
    }

    /// Returns whether bets are open in the running round.
    fn is_betting(&self) -> bool {
        self.view.live().is_some_and(|round| round.stage == Stage::Betting)
    }

    /// Returns the round on the table, if it is over and the player took part in it.
    fn finished(&self) -> Option<&'a RoundView> {
        let took_part = |round: &&RoundView| {
            round.hands_of(self.player.id).next().is_some() || round.is_banked_by(self.player.id)
        };
        self.view.round.as_ref().filter(|round| round.stage >= Stage::Settled).filter(took_part)
    }

    fn is_solo(&self) -> bool {
        self.settings.mode == TableMode::Solo {}
    }

    /// Returns whether the table's layout has a place for that amount.
    fn has(&self, field: Field) -> bool {
        let offers = |wager| self.view.offers.iter().any(|offer| offer.wager == wager);
        match field {
            Field::Ante => true,
            Field::Trips => offers(Wager::Trips),
            Field::BadBeat => offers(Wager::BadBeat),
            Field::Bank => self.is_player_banked(),
        }
    }

    fn is_player_banked(&self) -> bool {
        self.settings.book.0.rules().banking == Banking::PlayerDealer
    }

    /// Returns whether the bank is offered to the player.
    fn is_offered_bank(&self) -> bool {
        matches!(self.view.bank, BankOffer::Offered { seat, .. } if self.seat().is_some_and(|own| own.seat == seat))
    }

    /// Returns the seconds until the table goes on by itself, unless that takes very long.
    fn seconds(&self) -> Option<u64> {
        let offered = match self.view.bank {
            BankOffer::Offered { until_ms, .. } => Some(until_ms),
            _ => None,
        };
        let until_ms = self.view.until_ms.or(offered)?.0;
        let seconds = until_ms.saturating_sub(self.now_ms).div_ceil(1000);
        Some(seconds).filter(|seconds| *seconds <= LONGEST_COUNTDOWN_S)
    }
}
