//! A table as players, the floor and the card room meet it. A `Clauses:` line above a test names what it proves.

mod banking;
mod clock;
mod floor;
mod limits;
mod playing;
mod properties;
mod room;
mod seating;
mod views;
