//! A whole round at a table of each rule book, with others.

use std::thread;
use std::time::{Duration, Instant};

use crate::card_room::Floor;
use crate::hand::{BET, Scene, play_on, sit_down, wait_for};
use crate::stage::play;
use crate::window::Window;

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
        assert_eq!(settled.cards("board").len(), 5, "{settled:?}");
        // The hand folds; where the other players folded, too, the dealer's cards stay down in California (R26).
        let may_stay_down = book.starts_with("california");
        let shown = settled.cards("dealer").len();
        assert!(shown == 2 || (shown == 0 && may_stay_down), "{settled:?}");
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
fn a_player_banks_a_round_in_california() {
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
        let ends = "document.querySelector('.plaque .who').textContent === 'You are banking'
            && document.querySelector('.bank-line').textContent.match(/^Bank \\$\\d+ · .*\\$/)
            && document.querySelectorAll('.board .card.up').length === 5
            && document.querySelector('.sheet-on-felt .bank-sheet')";
        window.wait(ends);
        assert_ne!(Scene::of(window).cents("wallet"), 0, "the bank came back, more or less of it");
    });
}

#[test]
fn an_offer_of_the_bank_shows_the_last_result_and_the_collection() {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table("california-bad-beat", 3_000, 1);
        window.open(&format!("/#/table/{table}"));
        sit_down(window);
        let [ended, costs] = offer_after_a_hand(window);
        assert!(ended.contains("Verify shuffle"), "{ended}");
        assert!(costs.starts_with("You pay a collection of $"), "{costs}");
        window
            .wait("document.querySelector('#announcements').textContent.includes('Would you like to bank?')");
    });
}

/// Plays on until the bank is offered right after a hand: what the offer says of that hand, and of the collection.
fn offer_after_a_hand(window: &Window) -> [String; 2] {
    let until = Instant::now() + Duration::from_mins(3);
    loop {
        let said = window.value(
            "['.before', '.detail'].map((css) =>
               document.querySelector(`.controls[data-phase='offer'] ${css}`)?.textContent ?? '')",
        );
        let [ended, costs] = [0_usize, 1].map(|place| said[place].as_str().unwrap_or_default().to_owned());
        if ended.starts_with("You ") {
            return [ended, costs];
        }
        let scene = Scene::of(window);
        let _ = match scene.phase() {
            "bet" => window.try_click(BET),
            "decide" => window.try_click(".controls .pass"),
            "offer" => window.try_click(".controls:has(.before:empty) .offer .pass"),
            "no-bank" => window.try_click(".controls .actions button"),
            _ => Ok(()),
        };
        assert!(Instant::now() < until, "the bank is never offered: {scene:?}");
        thread::sleep(Duration::from_millis(50));
    }
}
