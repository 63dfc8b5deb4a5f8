//! What a key does. The footer of the table says the same.

use ratatui::crossterm::event::KeyCode;
use uth::Stage;

use super::form::{Field, Form};
use super::scene::Scene;
use client::Command;

/// What follows from a key.
pub(super) enum Act {
    Quit,
    /// An amount is changed.
    Form(Box<dyn Fn(&mut Form)>),
    /// The card room is asked for something.
    Ask(Vec<Command>),
    /// The player is told why nothing happens.
    Say(&'static str),
    Nothing,
}

/// Before there is a table there is nothing to do but to leave.
pub(super) fn without_table(key: KeyCode) -> Act {
    if key == KeyCode::Char('q') { Act::Quit } else { Act::Nothing }
}

pub(super) fn act(key: KeyCode, scene: &Scene<'_>) -> Act {
    let (has_bad_beat, has_bank) = (scene.has_bad_beat(), scene.is_player_banked());
    let has = move |field| match field {
        Field::Ante | Field::Trips => true,
        Field::BadBeat => has_bad_beat,
        Field::Bank => has_bank,
    };
    match key {
        KeyCode::Char('q') => Act::Quit,
        KeyCode::Char('s') => sit(scene),
        KeyCode::Char('l') => at_seat(scene, |seat| Command::Leave { seat }),
        KeyCode::Char('x') => match scene.seat() {
            Some(own) if own.sits_out => at_seat(scene, |seat| Command::ComeBack { seat }),
            _ => at_seat(scene, |seat| Command::SitOut { seat }),
        },
        KeyCode::Char('a') => raised(Field::Ante),
        KeyCode::Char('t') => raised(Field::Trips),
        KeyCode::Char('e') if has_bad_beat => raised(Field::BadBeat),
        KeyCode::Left => Act::Form(Box::new(move |form| form.choose(false, has))),
        KeyCode::Right | KeyCode::Tab => Act::Form(Box::new(move |form| form.choose(true, has))),
        KeyCode::Up => Act::Form(Box::new(|form| form.step(true))),
        KeyCode::Down => Act::Form(Box::new(|form| form.step(false))),
        KeyCode::Backspace => Act::Form(Box::new(Form::erase)),
        KeyCode::Char('d') | KeyCode::Enter => deal(scene),
        KeyCode::Char('u') => at_seat(scene, |seat| Command::Withdraw { seat }),
        KeyCode::Char('c') => decide(scene, |seat| Command::Check { seat }),
        KeyCode::Char('f') => decide(scene, |seat| Command::Fold { seat }),
        KeyCode::Char('b') => bank(scene, true),
        KeyCode::Char('n') => bank(scene, false),
        KeyCode::Char('o') if has_bank => Act::Ask(vec![Command::OfferBankAgain {}]),
        KeyCode::Char(digit @ '0'..='9') => {
            digit.to_digit(10).map_or(Act::Nothing, |digit| number(digit, scene))
        }
        _ => Act::Nothing,
    }
}

fn raised(field: Field) -> Act {
    Act::Form(Box::new(move |form| {
        form.select(field);
        form.step(true);
    }))
}

/// Sits down at the first free seat.
fn sit(scene: &Scene<'_>) -> Act {
    let free = scene.view.seats.iter().find(|seat| seat.player.is_none());
    match (scene.seat(), free) {
        (Some(_), _) => Act::Say("you have a seat"),
        (None, None) => Act::Say("all seats are taken"),
        (None, Some(seat)) => Act::Ask(vec![Command::Sit { seat: seat.seat }]),
    }
}

fn at_seat(scene: &Scene<'_>, command: impl Fn(u8) -> Command) -> Act {
    scene.seat().map_or(Act::Say("sit down first: s"), |own| Act::Ask(vec![command(own.seat)]))
}

/// Wagers. At a table for one, the cards follow.
fn deal(scene: &Scene<'_>) -> Act {
    let Some(own) = scene.seat() else { return Act::Say("sit down first: s") };
    let betting = scene.view.live().is_some_and(|round| round.stage == Stage::Betting);
    let mut commands = Vec::new();
    if scene.takes_wagers() {
        let [ante, trips, bad_beat] =
            [Field::Ante, Field::Trips, Field::BadBeat].map(|field| scene.form.amount(field));
        commands.push(Command::Wager { seat: own.seat, ante, trips, bad_beat });
    } else if !betting {
        return Act::Say("bets are not open now");
    } else if !scene.is_solo() {
        return Act::Say("your wager lies; the cards come when the time is up");
    }
    if scene.is_solo() {
        commands.push(Command::NoMoreBets {});
    }
    Act::Ask(commands)
}

fn decide(scene: &Scene<'_>, command: impl Fn(u8) -> Command) -> Act {
    match (scene.decides(), scene.hand()) {
        (Some(_), Some(hand)) => Act::Ask(vec![command(hand.seat)]),
        _ => Act::Say("there is nothing to decide now"),
    }
}

/// A raise when there is something to decide, and otherwise a digit of an amount.
fn number(digit: u32, scene: &Scene<'_>) -> Act {
    match (scene.decides(), digit) {
        (Some(_), 1..=4) => decide(scene, |seat| Command::Raise { seat, times: digit as u8 }),
        (Some(_), _) => Act::Nothing,
        (None, _) => Act::Form(Box::new(move |form| form.digit(digit))),
    }
}

fn bank(scene: &Scene<'_>, accepts: bool) -> Act {
    if !scene.is_offered_bank() {
        return Act::Say("the bank is not offered to you now");
    }
    let wager = scene.form.amount(Field::Bank);
    at_seat(
        scene,
        |seat| {
            if accepts { Command::AcceptBank { seat, wager } } else { Command::DeclineBank { seat } }
        },
    )
}
