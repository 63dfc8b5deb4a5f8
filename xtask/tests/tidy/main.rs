//! The house style, as far as a program can tell. Every complaint names a place and what to do there.

mod arrows;
mod citations;
mod clauses;
mod dependencies;
mod documents;
mod judgement;
mod metadata;
mod names;
mod purity;
mod repository;
mod security;
mod sizes;
mod supply;
mod wire;
mod words;

/// Fails with all complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
