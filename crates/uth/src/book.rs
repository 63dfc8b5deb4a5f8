//! The four rule books, as data. What they say clause by clause is in RULES.md.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::clauses::{self, Clauses};
use crate::collection::Schedule;
use crate::dealing::Dealing;
use crate::decision::Decision;
use crate::edges::{PrintedEdges, WASHINGTON_EDGES};
use crate::money::Cents;
use crate::order::{SeatOrder, WagerOrder};
use crate::pay::PayTableId;
use crate::setup::Required;
use crate::wager::Wager;

/// Which of the four documents a table plays by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Book {
    /// California, banked by a player/dealer.
    California,
    /// Washington, banked by the house.
    Washington,
    /// California with the Bad Beat bonus and collection schedules.
    CaliforniaBadBeat,
    /// Banked by the house, without a published document.
    House,
}

/// Who pays and collects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Banking {
    /// The house.
    House,
    /// One of the seated players in turn, never the house (CA.round.19, BB.settle.10).
    PlayerDealer,
}

/// The content of a rule book.
#[derive(Debug)]
pub struct RuleBook {
    /// Which rule book this is.
    pub book: Book,
    /// The name shown to people.
    pub title: &'static str,
    /// What the document calls the hand that all others play against.
    pub dealer: &'static str,
    /// Who banks.
    pub banking: Banking,
    /// How many places a table may have, the player/dealer's included.
    pub places: RangeInclusive<u8>,
    /// The wagering areas of the layout.
    pub areas: &'static [Wager],
    /// The permitted pay tables.
    pub pay_tables: &'static [PayTableId],
    /// The permitted ways of dealing, the usual one first.
    pub dealings: &'static [Dealing],
    /// One deck, or two of different colours that alternate.
    pub decks: u8,
    /// What the table's minimum and maximum may be set to, where the document says so.
    pub limits: Option<LimitRange>,
    /// What no single wager may exceed, where the state says so.
    pub authorised_limit: Option<AuthorisedLimit>,
    /// Whether a table may limit what all seats together win on Blind and on Trips (R24).
    pub may_have_aggregate: bool,
    /// The printed collection schedules.
    pub schedules: fn() -> &'static [Schedule],
    /// On how many games one person may wager at once.
    pub games_per_person: Option<u8>,
    /// What an approved table states, because the document leaves it to the cardroom without a default (R12).
    pub required: &'static [Required],
    /// What the layout must say.
    pub inscription: Option<&'static str>,
    /// What the layout or a placard at the table must say.
    pub placard: Option<&'static str>,
    /// The order in which seats settle, unless the table chooses another.
    pub seat_order: SeatOrder,
    /// The orders among which a table may choose; none where the document prescribes one (R21).
    pub seat_orders: &'static [SeatOrder],
    /// The house edges that the document prints under its pay tables.
    pub printed_edges: Option<&'static PrintedEdges>,
    /// The order in which a seat's wagers settle.
    pub wager_order: WagerOrder,
    pub(crate) clauses: &'static Clauses,
    pub(crate) clauses_ideal: &'static Clauses,
}

/// What a table's limits may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitRange {
    /// The lowest and the highest permitted minimum.
    pub minimum: RangeInclusive<Cents>,
    /// The lowest and the highest permitted maximum.
    pub maximum: RangeInclusive<Cents>,
}

/// The highest single wager that a state permits. It is no part of the document and changes, so it has a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuthorisedLimit {
    /// The amount.
    pub amount: Cents,
    /// Since when it holds.
    pub since: &'static str,
    /// Where it is written.
    pub source: &'static str,
}

impl AuthorisedLimit {
    /// Returns the highest maximum of a table: the largest single wager is a Play wager of four Antes (R12).
    pub const fn largest_maximum(&self) -> Cents {
        Cents(self.amount.0 / Decision::LARGEST_RAISE as i64)
    }
}

impl Book {
    /// All four.
    pub const ALL: [Book; 4] = [Book::California, Book::Washington, Book::CaliforniaBadBeat, Book::House];

    /// Returns the name of the book in files and commands.
    pub const fn id(self) -> &'static str {
        ["california", "washington", "california-bad-beat", "house"][self as usize]
    }

    /// Returns the rules of the book.
    pub const fn rules(self) -> &'static RuleBook {
        match self {
            Book::California => &CALIFORNIA,
            Book::Washington => &WASHINGTON,
            Book::CaliforniaBadBeat => &CALIFORNIA_BAD_BEAT,
            Book::House => &HOUSE,
        }
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Book {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        Book::ALL.into_iter().find(|book| book.id() == text).ok_or(BookError)
    }
}

/// The text names no rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookError;

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule books are california, washington, california-bad-beat and house")
    }
}

impl core::error::Error for BookError {}

impl RuleBook {
    /// Returns whether the layout has that wagering area.
    pub fn offers(&self, wager: Wager) -> bool {
        self.areas.contains(&wager)
    }

    /// Returns the deck in play in that round, counted from 0: two decks alternate (R16, CA.deck.3c).
    pub const fn deck_in_play(&self, round: u64) -> DeckColour {
        // Rounds are counted by the caller, who leaves out those that were never dealt (R28).
        if self.decks == 2 && round % 2 == 1 { DeckColour::Blue } else { DeckColour::Red }
    }
}

/// The colour of the backs (CA.deck.3a).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DeckColour {
    Red,
    Blue,
}

/// The casino may choose, and the procedures recommend the first (WA.more.4, R21).
const EITHER_WAY: &[SeatOrder] = &[SeatOrder::RightToLeft, SeatOrder::LeftToRight];

const WITH_TRIPS: &[Wager] = &[Wager::Ante, Wager::Blind, Wager::Trips, Wager::Play];

static CALIFORNIA: RuleBook = RuleBook {
    book: Book::California,
    title: "California, player/dealer-banked",
    dealer: "player/dealer",
    banking: Banking::PlayerDealer,
    places: 8..=8,
    areas: WITH_TRIPS,
    pay_tables: &PayTableId::ALL,
    dealings: &[Dealing::Shuffler, Dealing::Shoe],
    decks: 2,
    limits: None,
    authorised_limit: None,
    may_have_aggregate: false,
    schedules: || &[],
    games_per_person: None,
    required: &[Required::PayTable],
    inscription: Some("Player/Dealer only plays with a pair or higher."),
    placard: None,
    seat_order: SeatOrder::ClockwiseFromBank,
    seat_orders: &[],
    printed_edges: None,
    wager_order: WagerOrder::CALIFORNIA,
    clauses: &clauses::CALIFORNIA,
    clauses_ideal: &clauses::CALIFORNIA,
};

static WASHINGTON: RuleBook = RuleBook {
    book: Book::Washington,
    title: "Washington, house-banked",
    dealer: "dealer",
    banking: Banking::House,
    places: 1..=7,
    areas: WITH_TRIPS,
    pay_tables: &PayTableId::ALL,
    dealings: &[Dealing::Hand, Dealing::Ideal],
    decks: 1,
    limits: None,
    // The document names the regulation and no amount (WA.more.5); the amount is the regulation's.
    authorised_limit: Some(AuthorisedLimit {
        amount: Cents::dollars(400),
        since: "August 2023",
        source: "WAC 230-15-140",
    }),
    may_have_aggregate: true,
    schedules: || &[],
    games_per_person: Some(4),
    required: &[Required::Limits],
    inscription: None,
    placard: Some("Players are limited to wagering on a maximum of four games."),
    seat_order: SeatOrder::RightToLeft,
    seat_orders: EITHER_WAY,
    printed_edges: Some(&WASHINGTON_EDGES),
    wager_order: WagerOrder::WASHINGTON,
    clauses: &clauses::WASHINGTON_HAND,
    clauses_ideal: &clauses::WASHINGTON_IDEAL,
};

static CALIFORNIA_BAD_BEAT: RuleBook = RuleBook {
    book: Book::CaliforniaBadBeat,
    title: "California with Bad Beat Bonus, player-dealer-banked",
    dealer: "player-dealer",
    banking: Banking::PlayerDealer,
    places: 6..=6,
    areas: &[Wager::Ante, Wager::Blind, Wager::Trips, Wager::BadBeat, Wager::Play],
    pay_tables: &[PayTableId::Uth04],
    dealings: &[Dealing::Shuffler, Dealing::Shoe],
    decks: 2,
    // The only document that prints ranges for its limits (BB.limits.1, BB.limits.2).
    limits: Some(LimitRange {
        minimum: Cents::dollars(1)..=Cents::dollars(1_000),
        maximum: Cents::dollars(100)..=Cents::dollars(10_000),
    }),
    authorised_limit: None,
    may_have_aggregate: false,
    schedules: Schedule::all_printed,
    games_per_person: None,
    required: &[Required::Limits, Required::Schedule],
    inscription: Some("Player-Dealer only plays with a pair or higher."),
    placard: None,
    seat_order: SeatOrder::ClockwiseFromBank,
    seat_orders: &[],
    printed_edges: None,
    wager_order: WagerOrder::CALIFORNIA,
    clauses: &clauses::BAD_BEAT,
    clauses_ideal: &clauses::BAD_BEAT,
};

static HOUSE: RuleBook = RuleBook {
    book: Book::House,
    // The document is silent about places, dealing and order: it takes Washington's (R21) and any way of dealing.
    title: "House-banked",
    dealer: "dealer",
    banking: Banking::House,
    places: 1..=7,
    areas: WITH_TRIPS,
    pay_tables: &PayTableId::ALL,
    dealings: &[Dealing::Hand, Dealing::Shoe, Dealing::Shuffler, Dealing::Ideal],
    decks: 1,
    limits: None,
    authorised_limit: None,
    may_have_aggregate: false,
    schedules: || &[],
    games_per_person: None,
    required: &[],
    inscription: None,
    placard: None,
    seat_order: SeatOrder::RightToLeft,
    seat_orders: EITHER_WAY,
    printed_edges: None,
    wager_order: WagerOrder::HOUSE,
    clauses: &clauses::HOUSE,
    clauses_ideal: &clauses::HOUSE,
};
