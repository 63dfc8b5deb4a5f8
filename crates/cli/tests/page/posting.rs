//! What the documents want posted is in sight at every size, and covers neither cards nor bets.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::card_room::Floor;
use crate::hand::{BET, Scene, act, deal_alone, sit_down, wait_for};
use crate::screens::{ROOMY, at_every_size};
use crate::stage::play;
use crate::window::Window;

/// What cannot be seen although it has to be: what is outside of the window, below the bar, or below something else. A
/// user who banks has no bets and no cards of their own.
const UNSEEN: &str = "(() => {
    const bar = document.querySelector('.foot').getBoundingClientRect();
    const top = document.querySelector('#header').getBoundingClientRect().bottom;
    const parts = ['.placard > *', '.fee', '.inscription', '.board .slot', '.dealer .slot', '.mine .slot', '.circle'];
    const isOwn = (each) => each.matches('.mine .slot, .circle');
    return parts.flatMap((css) => [...document.querySelectorAll(css)].filter((each) => {
      if (isOwn(each) && !each.checkVisibility()) return false;
      const { left, right, top: upper, bottom, width, height } = each.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1 || upper < top - 1 || bottom > bar.top + 1) return true;
      const found = document.elementFromPoint(left + width / 2, upper + height / 2);
      return !found || !(each.contains(found) || found.contains(each));
    }).map((each) => `${css} ${each.textContent}`));
  })()";

/// Texts at the table that are smaller than 12 pixels.
const SMALL: &str = "(() => {
    const texts = document.createTreeWalker(document.querySelector('.main-column'), NodeFilter.SHOW_TEXT);
    const small = [];
    while (texts.nextNode()) {
      const at = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || at.closest('svg, .unseen') || !at.checkVisibility()) continue;
      if (parseFloat(getComputedStyle(at).fontSize) < 12) small.push(`${at.className} ${at.textContent}`);
    }
    return small;
  })()";

/// Pairs of posted things, cards and bets that overlap.
const OVERLAPS: &str = "(() => {
    const parts = '.placard, .felt-pays table, .inscription, .pod, .circle, .mine .hand, div.board, .dealer';
    const boxes = [...document.querySelectorAll(parts)].filter((each) => each.checkVisibility())
      .map((each) => [each.className, each.getBoundingClientRect()]);
    return boxes.flatMap(([name, one], index) => boxes.slice(index + 1).filter(([, other]) =>
      one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2
      && other.top < one.bottom - 2).map(([other]) => `${name} and ${other}`));
  })()";

#[test]
fn a_house_table_posts_its_limits_and_pays() {
    posts("house", &["Minimum $10", "Maximum $100", "UTH-01 pays"], 2);
}

// Clauses: WA.more.6
#[test]
fn washington_posts_the_four_games() {
    posts("washington", &["Players are limited to wagering on a maximum of four games."], 2);
}

// Clauses: CA.table.2
#[test]
fn california_bears_its_inscription() {
    posts("california", &["Player/Dealer only plays with a pair or higher."], 2);
}

// Clauses: BB.table.2
#[test]
fn california_with_bad_beat_posts_its_collection() {
    let posted = ["Player-Dealer only plays with a pair or higher.", "Collection schedule 7", "$300+: $8"];
    posts("california-bad-beat", &posted, 3);
}

#[test]
fn a_settled_hand_is_in_sight_with_its_sentences() {
    play(|_, [window]| {
        deal_alone(window);
        act(window, "4");
        wait_for(window, "result");
        at_every_size(window, |size| {
            assert_in_sight(window, size);
            let sentences = window.value("document.querySelectorAll('.sentences li').length");
            assert_eq!(sentences, 3, "Ante, Play and Blind: {size:?}");
        });
    });
}

/// Plays at a table with others and looks at it while bets are open and when it is the user's turn.
fn posts(book: &str, posted: &[&str], pay_tables: usize) {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table(book, 20_000, 3);
        window.open(&format!("/#/table/{table}"));
        sit_down(window);
        for phase in ["bet", "decide"] {
            reach(window, phase);
            at_every_size(window, |size| {
                assert_in_sight(window, size);
                let said = window.text(".main-column");
                assert!(posted.iter().all(|each| said.contains(each)), "{size:?}: {said}");
                assert_pay_tables(window, size, pay_tables);
            });
        }
    });
}

/// Checks that everything that has to be in sight is, at every size.
pub(crate) fn check(window: &Window) {
    at_every_size(window, |size| assert_in_sight(window, size));
    window.size(1_280, 800, false);
}

fn assert_in_sight(window: &Window, size: (u32, u32)) {
    for (what, script) in [("unseen", UNSEEN), ("small", SMALL), ("overlapping", OVERLAPS)] {
        // The page draws again after a change of its size, and cards may still be on their way.
        window.patiently(&format!("nothing is {what} at {size:?}"), || match window.value(script) {
            Value::Array(found) if found.is_empty() => Ok(()),
            found => Err(found.to_string()),
        });
    }
}

/// The pay tables lie on the felt, or one press away.
fn assert_pay_tables(window: &Window, size: (u32, u32), count: usize) {
    let seen = |css: &str| {
        window.value(&format!(
            "[...document.querySelectorAll('{css} table')].filter((each) => each.checkVisibility()).length"
        ))
    };
    if size.0 >= ROOMY.0 && size.1 >= ROOMY.1 {
        assert_eq!(seen(".felt-pays"), count, "{size:?}");
        return;
    }
    window.click(".show-pays");
    window.see("dialog .pay-table");
    assert_eq!(seen("dialog"), count, "{size:?}");
    window.click("dialog .close");
    window.wait("!document.querySelector('dialog')");
}

/// Plays on until something can be done that is called so.
fn reach(window: &Window, phase: &str) {
    let until = Instant::now() + Duration::from_mins(2);
    loop {
        let scene = Scene::of(window);
        let _ = match scene.phase() {
            reached if reached == phase => return,
            "bet" => window.try_click(BET),
            "offer" => window.try_click(".offer .pass"),
            "no-bank" => window.try_click(".controls .actions button"),
            _ => Ok(()),
        };
        assert!(Instant::now() < until, "{phase} never comes: {scene:?}");
        thread::sleep(Duration::from_millis(50));
    }
}
