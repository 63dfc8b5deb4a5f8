//! Plays a round in a window, through the same controls as a user.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::window::Window;

/// All that a table shows, read in one moment: a table with a clock goes on meanwhile.
const SCENE: &str = "(() => {
    const controls = document.querySelector('.controls');
    if (!controls) return {};
    const text = (css) => document.querySelector(css)?.textContent ?? '';
    const cards = (css) => [...document.querySelectorAll(`${css} .card.up`)].map((card) => card.ariaLabel);
    const cents = (text) => {
      const found = text.match(/(−)?\\$([\\d,]+(?:\\.\\d\\d)?)/);
      return found ? Math.round(Number(found[2].replaceAll(',', '')) * 100) * (found[1] ? -1 : 1) : 0;
    };
    const circles = [...document.querySelectorAll('.circle')];
    return {
      phase: controls.dataset.phase,
      wallet: cents(text('.wallet .amount')),
      hole: cards('.mine'), board: cards('.board'), dealer: cards('.dealer'),
      tags: circles.map((circle) => circle.querySelector('.tag').textContent),
      net: circles.reduce((sum, circle) => sum + cents(circle.querySelector('.tag').textContent), 0),
      said: cents(text('.controls .message')),
    };
  })()";

/// What a table shows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene(Value);

impl Scene {
    pub(crate) fn of(window: &Window) -> Scene {
        Scene(window.value(SCENE))
    }

    pub(crate) fn phase(&self) -> &str {
        self.0["phase"].as_str().unwrap_or_default()
    }

    /// An amount in cents: what the wallet holds, the net of all circles, the result as it is told.
    pub(crate) fn cents(&self, of: &str) -> i64 {
        self.0[of].as_i64().unwrap_or_default()
    }

    /// The cards that are turned up, as `uth` writes them.
    pub(crate) fn cards(&self, of: &str) -> Vec<String> {
        let labels = self.0[of].as_array().into_iter().flatten().filter_map(Value::as_str);
        labels.map(card).collect()
    }

    /// What lies beside the circles: what each wager won or lost.
    pub(crate) fn tags(&self) -> Vec<&str> {
        self.0["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// "ace of spades" is `As`.
fn card(label: &str) -> String {
    const RANKS: [&str; 13] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
        "ace",
    ];
    let (rank, suit) = label.split_once(" of ").unwrap_or_else(|| panic!("{label} is no card"));
    let place = RANKS.iter().position(|each| *each == rank).unwrap_or_else(|| panic!("{label} is no card"));
    format!("{}{}", &"23456789TJQKA"[place..=place], &suit[..1])
}

/// Waits until something can be done that is called so: `decide`, `result`.
pub(crate) fn wait_for(window: &Window, phase: &str) -> Scene {
    window.wait(&format!("document.querySelector('.controls')?.dataset.phase === '{phase}'"));
    Scene::of(window)
}

/// Waits until so many cards of the board are seen and it is one's turn.
pub(crate) fn wait_for_street(window: &Window, board: usize) -> Scene {
    window.wait(&format!(
        "document.querySelector('.controls')?.dataset.phase === 'decide'
         && document.querySelectorAll('.board .card.up').length === {board}
         && document.querySelectorAll('.mine .card.up').length === 2"
    ));
    Scene::of(window)
}

/// Presses one of the buttons below the felt, by its key.
pub(crate) fn act(window: &Window, key: &str) {
    window.click(&format!(".controls [aria-keyshortcuts='{key}']"));
}

/// Sits down at a table for one and deals.
pub(crate) fn deal_alone(window: &Window) {
    window.open("/");
    window.click("#play");
    wait_for(window, "bet");
    act(window, "Enter");
    wait_for_street(window, 0);
}

/// Checks twice and bets, until the round is settled.
pub(crate) fn check_down(window: &Window) -> Scene {
    for (board, key) in [(0, "c"), (3, "c"), (5, "1")] {
        wait_for_street(window, board);
        act(window, key);
    }
    wait_for(window, "result")
}

/// Sits down in a free seat, and tries another if a bot takes it first.
pub(crate) fn sit_down(window: &Window) {
    window.see(".pod .sit:not([hidden])");
    let until = Instant::now() + Duration::from_mins(1);
    while Scene::of(window).phase() == "watch" {
        // There is no button any more once the seat is taken.
        let _ = window.try_click(".pod .sit:not([hidden])");
        assert!(Instant::now() < until, "there is no seat");
        thread::sleep(Duration::from_millis(200));
    }
}

/// Plays on at a table with a clock, where others play, until this window has had a hand that is settled: what the
/// wallet held before, and the result.
pub(crate) fn play_on(window: &Window, bonuses: &[&str]) -> (i64, Scene) {
    let until = Instant::now() + Duration::from_mins(3);
    let mut wallet = 0;
    loop {
        let scene = Scene::of(window);
        // What is pressed a moment too late does nothing: the table has gone on, and so does this loop.
        let _ = match scene.phase() {
            "result" => return (wallet, scene),
            "bet" => {
                wallet = scene.cents("wallet");
                for bonus in bonuses {
                    let _ = window.try_click(&format!("{bonus}:not(.filled)"));
                }
                window.try_click(BET)
            }
            "decide" => window.try_click(".controls .pass"),
            "offer" => window.try_click(".offer .pass"),
            "no-bank" => window.try_click(".controls .actions button"),
            _ => Ok(()),
        };
        assert!(Instant::now() < until, "no round ends: {scene:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// What bets or deals.
pub(crate) const BET: &str = ".controls:not([aria-busy]) .primary";
