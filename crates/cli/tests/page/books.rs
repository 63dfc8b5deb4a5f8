//! A whole round at a table of each rule book, with others.

use crate::card_room::Floor;
use crate::hand::{Scene, play_on, sit_down, wait_for};
use crate::stage::play;

const TRIPS: &str = "#circle-trips";
const BAD_BEAT: &str = "#circle-bad_beat";

#[test]
fn a_whole_round_at_a_house_table() {
    round("house", &[TRIPS]);
}

#[test]
fn a_whole_round_in_washington() {
    round("washington", &[TRIPS]);
}

#[test]
fn a_whole_round_in_california() {
    round("california", &[TRIPS]);
}

#[test]
fn a_whole_round_in_california_with_bad_beat() {
    round("california-bad-beat", &[TRIPS, BAD_BEAT]);
}

fn round(book: &str, bonuses: &[&str]) {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table(book, 4_000, 3);
        window.open(&format!("/#/table/{table}"));
        sit_down(window);
        let (wallet, settled) = play_on(window, bonuses);
        assert_eq!(settled.cards("hole").len(), 2, "{settled:?}");
        assert_eq!((settled.cards("board").len(), settled.cards("dealer").len()), (5, 2), "{settled:?}");
        let settled_wagers = settled.tags().iter().filter(|tag| !tag.is_empty()).count();
        assert_eq!(
            settled_wagers,
            2 + bonuses.len(),
            "Ante, Blind and bonus wagers of a hand that folds: {settled:?}"
        );
        assert_eq!(settled.cents("said"), settled.cents("net").abs(), "{settled:?}");
        assert_eq!(settled.cents("wallet"), wallet + settled.cents("net"), "{settled:?}");
    });
}

#[test]
fn somebody_takes_the_bank_of_a_round_in_california() {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table("california", 3_000, 3);
        window.open(&format!("/#/table/{table}"));
        sit_down(window);
        let mut banked = false;
        while !banked {
            wait_for(window, "offer");
            banked = window.try_click(".offer .primary").is_ok();
        }
        wait_for(window, "bank");
        let ends = "document.querySelector('.plaque .who').textContent === 'You bank'
            && document.querySelector('.bank-line').textContent.match(/^Bank \\$\\d+ · .*\\$/)
            && document.querySelectorAll('.board .card.up').length === 5
            && document.querySelectorAll('.dealer .card.up').length === 2";
        window.wait(ends);
        assert_ne!(Scene::of(window).cents("wallet"), 0, "the bank came back, more or less of it");
    });
}
