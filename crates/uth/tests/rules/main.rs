//! The rules, clause by clause. A `Clauses:` line above a test names what it proves; RULES.md has the clauses.

mod bank;
mod books;
mod button;
mod cards;
mod collection;
mod dealing;
mod explanation;
mod golden;
mod posting;
mod properties;
mod round;
mod scene;
mod settlement;
mod strength;
mod terms;
