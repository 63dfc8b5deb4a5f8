//! What a key does. The footer of the table says the same.

use protocol::{ClientCommand, LegalAction, SeatNumber};
use ratatui::crossterm::event::KeyCode;

use super::form::{Field, Form};
use super::scene::Scene;

/// What follows from a key.
pub(super) enum Effect {
    Quit,
    /// Changes an amount.
    Form(Box<dyn Fn(&mut Form)>),
    /// Sends commands.
    Send(Vec<ClientCommand>),
    /// Tells the player why nothing happens.
    Say(&'static str),
    Nothing,
}

/// Before there is a table, the only key is the one that quits.
pub(super) fn without_table(key: KeyCode) -> Effect {
    if key == KeyCode::Char('q') { Effect::Quit } else { Effect::Nothing }
}

pub(super) fn effect(key: KeyCode, scene: &Scene<'_>) -> Effect {
    let fields = Field::ALL.map(|field| scene.has(field));
    let has = move |field: Field| fields[field as usize];
    match key {
        KeyCode::Char('q') => Effect::Quit,
        KeyCode::Char('s') => sit(scene),
        KeyCode::Char('l') => at_seat(scene, |seat| ClientCommand::Leave { seat }),
        KeyCode::Char('x') => match scene.seat() {
            Some(own) if own.sits_out => at_seat(scene, |seat| ClientCommand::ComeBack { seat }),
            _ => at_seat(scene, |seat| ClientCommand::SitOut { seat }),
        },
        KeyCode::Char('a') => raise_amount(Field::Ante),
        KeyCode::Char('t') if has(Field::Trips) => raise_amount(Field::Trips),
        KeyCode::Char('e') if has(Field::BadBeat) => raise_amount(Field::BadBeat),
        KeyCode::Left => Effect::Form(Box::new(move |form| form.choose(false, has))),
        KeyCode::Right | KeyCode::Tab => Effect::Form(Box::new(move |form| form.choose(true, has))),
        KeyCode::Up => Effect::Form(Box::new(|form| form.step(true))),
        KeyCode::Down => Effect::Form(Box::new(|form| form.step(false))),
        KeyCode::Backspace => Effect::Form(Box::new(Form::erase)),
        KeyCode::Char('d') | KeyCode::Enter => deal(scene),
        KeyCode::Char('u') => at_seat(scene, |seat| ClientCommand::Withdraw { seat }),
        KeyCode::Char('c') => decide(scene, LegalAction::Check {}, |seat| ClientCommand::Check { seat }),
        KeyCode::Char('f') => decide(scene, LegalAction::Fold {}, |seat| ClientCommand::Fold { seat }),
        KeyCode::Char('b') => bank(scene, true),
        KeyCode::Char('n') => bank(scene, false),
        KeyCode::Char('o') if has(Field::Bank) => Effect::Send(vec![ClientCommand::OfferBankAgain {}]),
        KeyCode::Char(digit @ '0'..='9') => {
            digit.to_digit(10).map_or(Effect::Nothing, |digit| number(digit, scene))
        }
        _ => Effect::Nothing,
    }
}

fn raise_amount(field: Field) -> Effect {
    Effect::Form(Box::new(move |form| {
        form.select(field);
        form.step(true);
    }))
}

/// Takes the first free seat.
fn sit(scene: &Scene<'_>) -> Effect {
    let free = scene.view.seats.iter().find(|seat| seat.player.is_none());
    match (scene.seat(), free) {
        (Some(_), _) => Effect::Say("you have a seat"),
        (None, None) => Effect::Say("all seats are taken"),
        (None, Some(seat)) => Effect::Send(vec![ClientCommand::Sit { seat: seat.seat }]),
    }
}

fn at_seat(scene: &Scene<'_>, command: impl Fn(SeatNumber) -> ClientCommand) -> Effect {
    scene.seat().map_or(Effect::Say("sit down first: s"), |own| Effect::Send(vec![command(own.seat)]))
}

/// Wagers; at a table for one the cards follow.
fn deal(scene: &Scene<'_>) -> Effect {
    let Some(own) = scene.seat() else { return Effect::Say("sit down first: s") };
    let mut commands = Vec::new();
    if scene.takes_wagers() {
        let [ante, trips, bad_beat] =
            [Field::Ante, Field::Trips, Field::BadBeat].map(|field| scene.form.amount(field));
        commands.push(ClientCommand::Wager { seat: own.seat, ante, trips, bad_beat });
    } else if !scene.is_betting() {
        return Effect::Say("bets are not open now");
    } else if !scene.is_solo() {
        return Effect::Say("you have wagered; the cards come when the time is up");
    }
    if scene.is_solo() {
        commands.push(ClientCommand::NoMoreBets {});
    }
    Effect::Send(commands)
}

/// Sends a decision, if it is one of the legal actions.
fn decide(scene: &Scene<'_>, action: LegalAction, command: impl Fn(SeatNumber) -> ClientCommand) -> Effect {
    match scene.hand() {
        Some(hand) if hand.actions.contains(&action) => Effect::Send(vec![command(hand.seat)]),
        Some(hand) if !hand.actions.is_empty() => Effect::Say("you cannot do that now"),
        _ => Effect::Say("there is nothing to decide now"),
    }
}

/// Raises when there is something to decide, and otherwise types a digit of an amount.
fn number(digit: u32, scene: &Scene<'_>) -> Effect {
    if scene.actions().is_empty() {
        return Effect::Form(Box::new(move |form| form.digit(digit)));
    }
    let raise = scene.actions().iter().find_map(|action| match action {
        LegalAction::Raise { times, .. } if u32::from(*times) == digit => Some((*action, *times)),
        _ => None,
    });
    raise.map_or(Effect::Nothing, |(action, times)| {
        decide(scene, action, |seat| ClientCommand::Raise { seat, times })
    })
}

fn bank(scene: &Scene<'_>, accepts: bool) -> Effect {
    if !scene.is_offered_bank() {
        return Effect::Say("the bank is not offered to you now");
    }
    let wager = scene.form.amount(Field::Bank);
    at_seat(scene, |seat| {
        if accepts { ClientCommand::AcceptBank { seat, wager } } else { ClientCommand::DeclineBank { seat } }
    })
}
