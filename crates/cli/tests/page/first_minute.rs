//! The first minute: one click, and a hand that explains itself.

use serde_json::Value;

use crate::hand::{Scene, act, wait_for, wait_for_street};
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
        act(window, "c");
        let flop = wait_for_street(window, 3);
        assert_eq!(flop.cards("hole"), dealt.cards("hole"));
        assert_guided(window, "The flop");
        act(window, "c");
        wait_for_street(window, 5);
        assert_guided(window, "All five cards are out");
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
