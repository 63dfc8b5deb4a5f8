//! The amounts that the player has set: what is wagered and banked next.

use protocol::{LegalAmount, TableView, Wager};

/// An amount that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
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

/// The amounts in cents, and the one that keys change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub(super) amounts: [i64; 4],
    pub(super) field: Field,
    /// Whether the next digit continues a number.
    is_typing: bool,
    chip: i64,
    minimum: i64,
    maximum: i64,
    is_fitted: bool,
}

/// The largest amount that can be typed.
const LARGEST: i64 = 100_000_000;

/// The bank that is suggested, in Antes.
const BANK_ANTES: i64 = 50;

impl Default for Form {
    fn default() -> Form {
        Form {
            amounts: [0; 4],
            field: Field::Ante,
            is_typing: false,
            chip: 100,
            minimum: 100,
            maximum: LARGEST,
            is_fitted: false,
        }
    }
}

impl Form {
    pub(super) const fn amount(&self, field: Field) -> i64 {
        self.amounts[field as usize]
    }

    /// Starts with the table's minimum bet, once the table is known.
    pub(super) fn fit(&mut self, view: &TableView) {
        let ante = view.offers.iter().find(|offer| offer.wager == Wager::Ante).map(|offer| offer.amount);
        let Some(LegalAmount::Chosen { minimum, maximum, step }) = ante.filter(|_| !self.is_fitted) else {
            return;
        };
        self.is_fitted = true;
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
        self.set(self.amount(self.field) / 1000 * 100);
    }

    fn set(&mut self, cents: i64) {
        let maximum = if self.field == Field::Bank { LARGEST } else { self.maximum };
        self.amounts[self.field as usize] = cents.clamp(0, maximum);
    }
}
