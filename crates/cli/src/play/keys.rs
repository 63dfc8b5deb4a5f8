//! What a key does, which the footer of the table says too, and the amounts that keys change.

use protocol::{ClientCommand, LegalAction, LegalAmount, SeatNumber, TableView, Wager};
use ratatui::crossterm::event::KeyCode;

use super::Scene;

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

pub(super) fn effect(key: KeyCode, scene: &Scene<'_>) -> Effect {
    let fields = Field::ALL.map(|field| scene.has(field));
    let has = move |field: Field| fields[field as usize];
    match key {
        KeyCode::Char('q') => Effect::Quit,
        KeyCode::Char('s') => sit(scene),
        KeyCode::Char('l') => at_seat(scene, |seat| ClientCommand::Leave { seat }),
        KeyCode::Char('x') => match scene.seat() {
            // One key goes both ways, as on the page.
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
        KeyCode::Char('p') => Effect::Form(Box::new(|form| form.shows_pays ^= true)),
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
    match (scene.seat(), scene.free_seat()) {
        (Some(_), _) => Effect::Say("you already have a seat"),
        (None, None) => Effect::Say("all seats are taken"),
        (None, Some(seat)) => Effect::Send(vec![ClientCommand::Sit { seat }]),
    }
}

fn at_seat(scene: &Scene<'_>, command: impl Fn(SeatNumber) -> ClientCommand) -> Effect {
    scene.seat().map_or(Effect::Say("sit down first: s"), |own| Effect::Send(vec![command(own.seat)]))
}

/// Wagers; at a table for one the cards follow. A player who stands sits down first.
fn deal(scene: &Scene<'_>) -> Effect {
    // The card room runs the commands of a connection in their order, so none has to wait for the answer to another.
    let mut commands = Vec::new();
    let seat = match (scene.seat(), scene.free_seat()) {
        (Some(own), _) => own.seat,
        (None, Some(free)) if scene.is_solo() => {
            commands.push(ClientCommand::Sit { seat: free });
            free
        }
        (None, _) => return sit(scene),
    };
    if scene.seat().is_none() || scene.takes_wagers() {
        let [ante, trips, bad_beat] =
            [Field::Ante, Field::Trips, Field::BadBeat].map(|field| scene.form.amount(field));
        commands.push(ClientCommand::Wager { seat, ante, trips, bad_beat });
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

/// An amount that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Field {
    #[default]
    Ante,
    Trips,
    BadBeat,
    Bank,
}

impl Field {
    pub(super) const ALL: [Field; 4] = [Field::Ante, Field::Trips, Field::BadBeat, Field::Bank];

    pub(super) const fn name(self) -> &'static str {
        ["Ante", "Trips", "Bad Beat", "Bank"][self as usize]
    }
}

/// The amounts in cents, and the one that keys change. Until the table is known, all of them stay zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Form {
    pub(super) amounts: [i64; 4],
    pub(super) field: Field,
    /// Whether a small window shows the pay tables in place of the seats.
    pub(super) shows_pays: bool,
    /// Whether the next digit continues a number.
    is_typing: bool,
    chip: i64,
    minimum: i64,
    maximum: i64,
}

/// The largest amount that can be typed.
const LARGEST: i64 = 100_000_000;

/// The bank that is suggested, in Antes.
const BANK_ANTES: i64 = 50;

impl Form {
    pub(super) const fn amount(&self, field: Field) -> i64 {
        self.amounts[field as usize]
    }

    /// Starts with the table's minimum bet, once the table is known.
    pub(super) fn fit(&mut self, view: &TableView) {
        let ante = view.offers.iter().find(|offer| offer.wager == Wager::Ante).map(|offer| offer.amount);
        let is_known = self.maximum > 0;
        let Some(LegalAmount::Chosen { minimum, maximum, step }) = ante.filter(|_| !is_known) else { return };
        // Amounts stay within bounds whatever a server sends.
        self.chip = step.clamp(1, LARGEST);
        self.minimum = minimum.clamp(1, LARGEST);
        self.maximum = maximum.clamp(self.minimum, LARGEST);
        self.amounts[Field::Ante as usize] = self.minimum;
        self.amounts[Field::Bank as usize] = self.minimum * BANK_ANTES;
    }

    /// Selects the next or the previous amount of those that the table has.
    pub(super) fn choose(&mut self, forwards: bool, has: impl Fn(Field) -> bool) {
        let fields: Vec<Field> = Field::ALL.into_iter().filter(|field| has(*field)).collect();
        let index = fields.iter().position(|field| *field == self.field).unwrap_or(0);
        let step = if forwards { 1 } else { fields.len() - 1 };
        self.select(fields[(index + step) % fields.len()]);
    }

    pub(super) fn select(&mut self, field: Field) {
        (self.field, self.is_typing) = (field, false);
    }

    /// Changes the amount by one step: from nothing to the minimum, and then by the minimum or a chip.
    pub(super) fn step(&mut self, up: bool) {
        self.is_typing = false;
        let (minimum, step, now) = (self.minimum, self.chip.max(self.minimum), self.amount(self.field));
        let next = match (up, now < minimum) {
            (true, true) => minimum,
            (true, false) => now + step,
            (false, _) if now <= minimum => 0,
            (false, _) => (now - step).max(minimum),
        };
        self.set(next);
    }

    /// Types a digit of a number of dollars.
    pub(super) fn digit(&mut self, digit: u32) {
        let before = if self.is_typing { self.amount(self.field) } else { 0 };
        self.is_typing = true;
        self.set(before.saturating_mul(10).saturating_add(i64::from(digit) * 100));
    }

    /// Removes the last digit.
    pub(super) fn erase(&mut self) {
        self.is_typing = true;
        // Whole dollars are typed, so the last digit stands for a dollar.
        self.set(self.amount(self.field) / 1000 * 100);
    }

    fn set(&mut self, cents: i64) {
        // A bank covers many wagers, so the limits of a wager do not bind it.
        let maximum = if self.field == Field::Bank { LARGEST } else { self.maximum };
        self.amounts[self.field as usize] = cents.clamp(0, maximum);
    }
}
