//! Everything by keyboard.

use crate::hand::{wait_for, wait_for_street};
use crate::stage::play;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const RIGHT: &str = "\u{e014}";

#[test]
fn a_link_moves_the_focus_to_its_page() {
    play(|_, [window]| {
        window.open("/#/lobby");
        window.see(".table-card");
        window.click("#header nav a[href='#/rules']");
        window.see(".tabs a");
        assert_eq!(window.value("document.activeElement.id"), "main");
        window.press(TAB);
        window.wait("document.activeElement.matches('.tabs a')");
        window.press(ENTER);
        window.wait("document.activeElement.id === 'main'");
    });
}

#[test]
fn two_rounds_are_played_without_a_pointer() {
    play(|_, [window]| {
        window.open("/");
        window.see("#play");
        let is_there = || window.value("document.activeElement.id") == "play";
        let tabs = (0..30).find(|_| {
            window.press(TAB);
            is_there()
        });
        assert!(tabs.is_some(), "the first button can be reached");
        window.press(ENTER);
        wait_for(window, "bet");
        window.press("t");
        window.wait("document.querySelector('#circle-trips.filled')");
        window.press(ENTER);
        for (board, key) in [(0, "c"), (3, "c"), (5, "1")] {
            wait_for_street(window, board);
            window.press(key);
        }
        let first = wait_for(window, "result");
        assert_eq!(first.tags().iter().filter(|tag| !tag.is_empty()).count(), 4, "{first:?}");
        window.press("v");
        window.see("dialog .verdict.good");
        window.press(ESCAPE);
        window.wait("!document.querySelector('dialog')");
        window.press(ENTER);
        wait_for_street(window, 0);
        window.press("4");
        let second = wait_for(window, "result");
        assert_eq!(second.cards("board").len(), 5);
    });
}

#[test]
fn the_focus_stays_in_the_bar_and_never_comes_upon_a_raise() {
    play(|_, [window]| {
        window.open("/");
        window.click("#play");
        wait_for(window, "bet");
        window.value("document.querySelector('.controls .primary').focus() ?? true");
        window.press(ENTER);
        wait_for_street(window, 0);
        window.wait("document.activeElement.matches('.controls')");
        window.press("4");
        wait_for(window, "result");
        window.wait("document.activeElement.matches('.controls .primary')");
    });
}

#[test]
fn arrows_go_from_chip_to_chip() {
    play(|_, [window]| {
        window.open("/");
        window.click("#play");
        wait_for(window, "bet");
        assert_eq!(window.value("document.querySelectorAll('.pick[tabindex=\"0\"]').length"), 1);
        window.value("document.querySelector('.pick[tabindex=\"0\"]').focus() ?? true");
        window.press(RIGHT);
        window.wait(
            "document.activeElement.ariaChecked === 'true' && document.activeElement.ariaLabel === '$25 chip'",
        );
    });
}
