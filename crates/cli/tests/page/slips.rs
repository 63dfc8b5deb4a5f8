//! Accidental presses decide nothing.

use crate::card_room::Floor;
use crate::hand::{act, check_down, deal_alone, wait_for, wait_for_street};
use crate::stage::play;

/// Presses whatever raises as the second click of a double click does, in the moment in which it appears.
const CLICK_AGAIN: &str = "(() => {
    const bar = document.querySelector('.controls');
    window.again = 0;
    new MutationObserver(() => {
      const raise = bar.querySelector('[aria-keyshortcuts=\"4\"]:not(:disabled)');
      if (!raise) return;
      window.again += 1;
      raise.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
    }).observe(bar, { childList: true, subtree: true });
    return true;
  })()";

#[test]
fn the_second_click_of_a_double_click_raises_nothing() {
    play(|_, [window]| {
        deal_alone(window);
        check_down(window);
        window.value(CLICK_AGAIN);
        act(window, "Enter");
        wait_for_street(window, 0);
        window.wait("window.again");
        act(window, "c");
        wait_for_street(window, 3);
    });
}

#[test]
fn a_key_that_is_held_down_decides_once() {
    play(|_, [window]| {
        deal_alone(window);
        let held = "document.body.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'c', repeat: true, bubbles: true }))";
        window.value(held);
        wait_for_street(window, 0);
        window.press("c");
        wait_for_street(window, 3);
        window.value(held);
        wait_for_street(window, 3);
        window.press("c");
        wait_for_street(window, 5);
    });
}

#[test]
fn a_double_press_takes_one_seat() {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table("house", 10_000, 0);
        window.open(&format!("/#/table/{table}"));
        window.see(".pod .sit:not([hidden])");
        window.value("[1, 2].map(() => document.querySelector('.pod .sit:not([hidden])').click()) && true");
        wait_for(window, "bet");
        assert_eq!(window.text(".toast"), "");
    });
}
