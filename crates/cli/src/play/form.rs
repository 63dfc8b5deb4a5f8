//! The amounts that a player has set: what is wagered and banked next.

use protocol::TableSettings;

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

/// The amounts in cents, and which of them keys change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub(super) amounts: [i64; 4],
    pub(super) field: Field,
    /// Whether digits go on with a number that is being typed.
    types: bool,
    chip: i64,
    least: i64,
    most: i64,
    fitted: bool,
}

/// A table without limits takes this at most from a keyboard.
const MOST: i64 = 100_000_000;

impl Default for Form {
    fn default() -> Form {
        Form {
            amounts: [0; 4],
            field: Field::Ante,
            types: false,
            chip: 100,
            least: 100,
            most: MOST,
            fitted: false,
        }
    }
}

impl Form {
    pub(super) const fn amount(&self, field: Field) -> i64 {
        self.amounts[field as usize]
    }

    /// Begins with what the table takes at least, once its settings are known.
    pub(super) fn fit(&mut self, settings: &TableSettings) {
        if self.fitted {
            return;
        }
        self.fitted = true;
        // Whatever a card room says, amounts stay amounts.
        self.chip = settings.chip.unwrap_or(self.chip).clamp(1, MOST);
        self.least = settings.minimum.unwrap_or(self.chip).clamp(1, MOST);
        self.most = settings.maximum.unwrap_or(MOST).clamp(self.least, MOST);
        let ante = if settings.minimum.is_some() { self.least } else { self.chip * 5 };
        self.amounts[Field::Ante as usize] = ante;
        self.amounts[Field::Bank as usize] = ante * 50;
    }

    /// The next or the previous amount of those that the table has.
    pub(super) fn choose(&mut self, forwards: bool, has: impl Fn(Field) -> bool) {
        let fields: Vec<Field> = Field::ALL.into_iter().filter(|field| has(*field)).collect();
        let place = fields.iter().position(|field| *field == self.field).unwrap_or(0);
        let step = if forwards { 1 } else { fields.len() - 1 };
        self.select(fields[(place + step) % fields.len()]);
    }

    pub(super) fn select(&mut self, field: Field) {
        (self.field, self.types) = (field, false);
    }

    /// One step up or down: from nothing to the least that is taken, and then chip by chip.
    pub(super) fn step(&mut self, up: bool) {
        self.types = false;
        let (least, chip, now) = (self.least, self.chip, self.amount(self.field));
        let next = match (up, now < least) {
            (true, true) => least,
            (true, false) => now + chip.max(least),
            (false, _) if now <= least => 0,
            (false, _) => (now - chip.max(least)).max(least),
        };
        self.set(next);
    }

    /// A digit of a number of dollars.
    pub(super) fn digit(&mut self, digit: u32) {
        let before = if self.types { self.amount(self.field) } else { 0 };
        self.types = true;
        self.set(before.saturating_mul(10).saturating_add(i64::from(digit) * 100));
    }

    /// Takes the last digit back.
    pub(super) fn erase(&mut self) {
        self.types = true;
        self.set(self.amount(self.field) / 1000 * 100);
    }

    fn set(&mut self, cents: i64) {
        let most = if self.field == Field::Bank { MOST } else { self.most };
        self.amounts[self.field as usize] = cents.clamp(0, most);
    }
}
