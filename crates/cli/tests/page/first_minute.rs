//! The first minute: one click, and a hand that explains itself.

use serde_json::{Value, json};

use crate::hand::{Scene, act, wait_for, wait_for_street};
use crate::screens;
use crate::stage::play_at_first;
use crate::window::Window;

#[test]
fn one_click_deals_a_hand_that_explains_itself_until_it_is_settled() {
    play_at_first(|window| {
        window.open("/");
        window.click("#play");
        let dealt = wait_for_street(window, 0);
        assert_eq!(dealt.cards("hole").len(), 2);
        assert_eq!((dealt.cards("board").len(), dealt.cards("dealer").len()), (0, 0));
        assert_eq!(dealt.cents("wallet"), 99_000, "Ante and Blind of $5 are down");
        assert_guided(window, "Your Ante and Blind are down");
        window.click(".guide .primary");
        assert_guided(window, "Raise now, or wait");
        assert_best_is_recommended(window, &dealt);
        act(window, "c");
        let flop = wait_for_street(window, 3);
        assert_eq!(flop.cards("hole"), dealt.cards("hole"));
        assert_guided(window, "The flop");
        assert_best_is_recommended(window, &flop);
        act(window, "c");
        let river = wait_for_street(window, 5);
        assert_guided(window, "All five cards are out");
        assert_best_is_recommended(window, &river);
        act(window, "1");
        assert_settled(window, &dealt);
        assert_guided(window, "Every bet has its result");
        window.click("#circle-ante");
        window.see(".explanation .clause b");
        window.press("\u{e00c}");
        window.click(".controls .actions button:not(.primary)");
        assert_guided(window, "One more circle: Trips");
        window.click(".guide .primary");
        window.wait("document.querySelector('.guide').hidden && !document.querySelector('.guided')");
    });
}

#[test]
fn a_double_click_makes_one_guest() {
    play_at_first(|window| {
        window.open("/#/lobby");
        window.see(".own-table button");
        window.value("[1, 2].map(() => document.querySelector('.own-table button').click())");
        wait_for_street(window, 0);
        let asked = |path: &str| {
            window.value(&format!(
                "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('{path}')).length"
            ))
        };
        assert_eq!((asked("/api/guest"), asked("/api/solo")), (1.into(), 1.into()));
    });
}

/// What the tour recommends costs nothing.
fn assert_best_is_recommended(window: &Window, scene: &Scene) {
    let asked = json!({"hole": scene.cards("hole").join(" "), "board": scene.cards("board").join(" ")});
    let advised = window.value(&format!(
        "fetch('/api/advise', {{method: 'POST', headers: {{'Content-Type': 'application/json'}},
           body: JSON.stringify({asked})}}).then((answer) => answer.json())"
    ));
    let recommended = window.wait("document.querySelector('.guide').dataset.best");
    let actions = advised["actions"].as_array().expect("actions");
    let action = actions.iter().find(|each| each["action"] == recommended).expect("an action");
    assert_eq!(action["cost"].as_f64(), Some(0.0), "{recommended} with {asked}");
}

/// What the tour covers of what it explains, of cards and of bets; and whether all of it can be seen.
const COVERED: &str = "(() => {
    const guide = document.querySelector('.guide').getBoundingClientRect();
    const shown = [...document.querySelectorAll(
      '.felt .card, .felt .circle, .controls button:not(.quiet-button), .guided')];
    const covers = (each) => {
      const at = each.getBoundingClientRect();
      return at.width && guide.left < at.right && at.left < guide.right && guide.top < at.bottom
        && at.top < guide.bottom;
    };
    const isSeen = guide.left >= 0 && guide.top >= 0 && guide.right <= innerWidth + 1
      && guide.bottom <= innerHeight + 1;
    return [...shown.filter(covers).map((each) => each.className), ...(isSeen ? [] : ['not in sight'])];
  })()";

#[test]
fn the_tour_covers_neither_cards_nor_bets() {
    play_at_first(|window| {
        window.like(&json!({"speed": "off"}));
        window.open("/");
        window.click("#play");
        wait_for_street(window, 0);
        for step in ["Your Ante and Blind are down", "Raise now, or wait", "The flop"] {
            assert_guided(window, step);
            // The last two are windows of 1440×900 and 1280×800 at 200% zoom.
            for (width, height) in
                [(1440, 900), (1280, 800), (390, 844), (360, 740), (740, 360), (720, 450), (640, 400)]
            {
                window.size(width, height, false);
                window.wait(&format!("innerWidth === {width}"));
                // The tour moves once the page has heard of the new size.
                window.wait(&format!("JSON.stringify({COVERED}) === '[]' && '{step} at {width}×{height}'"));
            }
            window.size(1440, 900, false);
            match step {
                "Your Ante and Blind are down" => window.click(".guide .primary"),
                _ => act(window, "c"),
            }
        }
    });
}

fn assert_settled(window: &Window, dealt: &Scene) {
    let settled = wait_for(window, "result");
    let net = settled.cents("net");
    assert_eq!(settled.cards("hole"), dealt.cards("hole"));
    assert_eq!((settled.cards("board").len(), settled.cards("dealer").len()), (5, 2));
    assert_eq!(settled.cents("said"), net.abs(), "{settled:?}");
    window.wait(&format!(
        "document.querySelector('.wallet .amount').textContent === '{}'",
        dollars(100_000 + net)
    ));
}

fn dollars(cents: i64) -> String {
    let whole = cents / 100;
    let part = if cents % 100 == 0 { String::new() } else { format!(".{:02}", cents % 100) };
    if whole < 1_000 {
        format!("${whole}{part}")
    } else {
        format!("${},{:03}{part}", whole / 1_000, whole % 1_000)
    }
}

fn assert_guided(window: &Window, title: &str) {
    window.wait(&format!("document.querySelector('.guide:not([hidden]) h2')?.textContent === '{title}'"));
    assert_ne!(window.value("document.querySelectorAll('.guided').length"), 0, "{title} points at something");
    screens::keep(window, &format!("tour {title}"));
}

/// Everything that a first visit needs, as it goes over the network.
#[test]
fn the_first_visit_transfers_less_than_200_kilobytes() {
    play_at_first(|window| {
        window.open("/");
        window.see("#play");
        window.wait("document.fonts.status === 'loaded' && document.fonts.size > 0");
        let sizes = window.value(
            "performance.getEntries().map((each) => each.transferSize).filter((size) => size !== undefined)",
        );
        let sizes: Vec<u64> = sizes.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let bytes: u64 = sizes.iter().sum();
        println!("{bytes} bytes in {} answers", sizes.len());
        assert!(
            sizes.len() > 20 && sizes.iter().all(|size| *size > 0),
            "all of it came over the network: {sizes:?}"
        );
        assert!(bytes < 200_000, "{bytes} bytes");
    });
}
