//! Every page, on a phone and on a large screen: it fits, and it is accessible.

use std::path::Path;

use serde_json::Value;

use crate::floor::sign_in_as_floor;
use crate::hand::{act, deal_alone, wait_for, wait_for_street};
use crate::screens;
use crate::stage::{Stage, play};
use crate::window::Window;

/// A page: its address, what is seen when it is ready, and what is pressed then, if anything. A new page is one more
/// line. The viewer is a guest who has played a hand at table 1 and is in the middle of the next.
const PAGES: &[(&str, &str, &str)] = &[
    ("/#/", "#play", ""),
    ("/#/", "#play", ".gear"),
    ("/#/lobby", ".table-card", ""),
    ("/#/table/1", ".controls .pass", ""),
    ("/#/table/1", ".controls .pass", ".table-menu button:last-child"),
    ("/#/table/7", ".pod.empty .sit", ""),
    ("/#/table/999", ".room .page a", ""),
    ("/#/rules", ".page h2", ""),
    ("/#/rules/california-bad-beat", ".page table", ""),
    ("/#/account", ".tokens li", ""),
    ("/#/history", ".played .played-cards .card", ""),
    ("/#/replay/1/0", ".replaying .felt", ""),
    ("/#/replay/1/0", ".replaying .felt", ".tools button"),
    ("/#/mistakes", ".waterfall tbody tr", ""),
    ("/#/lab", ".lab-chart [data-hand]", ""),
    ("/#/lab/UTH-01/UTH-02&q=none/UTH-04", ".lab-wagers table[data-games='3'] .exact", ""),
    ("/#/trainer", ".trainer-act", ""),
    ("/#/nowhere", "main h1", ""),
    ("/api", "h1", ""),
];

/// The pages of the floor, likewise, as the floor sees them.
const FLOOR_PAGES: &[(&str, &str, &str)] = &[
    ("/#/floor", ".floor-table[data-table='1']", ""),
    ("/#/floor", ".floor-table[data-table='1']", ".floor-table [data-act='close']"),
    ("/#/floor/open", "#floor form", ""),
    ("/#/floor/people", "#find-people", ""),
    ("/#/floor/reports", "#floor input[type='date']", ""),
    ("/#/floor/rotation", "#rotation p", ""),
    ("/#/floor/voids", "#voids p", ""),
    ("/#/account", "#second-factor button", ""),
    ("/#/floor/audit/1", "#audit-acts", ""),
];

/// Of a phone, in pixels of style.
const NARROW: u32 = 360;

#[test]
fn every_page_fits_a_phone_and_is_accessible() {
    play(|stage, [window]| {
        window.size(NARROW, 740, true);
        visit(stage, window, NARROW);
    });
}

#[test]
fn every_page_fits_a_large_screen_and_is_accessible() {
    play(|stage, [window]| visit(stage, window, 1280));
}

#[test]
fn a_low_screen_keeps_most_of_its_height_for_the_felt() {
    play(|_, [window]| {
        window.size(740, NARROW, true);
        deal_alone(window);
        let height = window.value("document.querySelector('.foot').offsetHeight");
        assert!(height.as_u64().is_some_and(|height| height < 80), "{height}");
    });
}

#[test]
fn an_address_that_leads_nowhere_says_so() {
    play(|_, [window]| {
        let (no_page, no_table) = ("This page does not exist.", "This table does not exist.");
        for (address, said) in [
            ("/#/table", no_table),
            ("/#/table/abc", no_table),
            ("/#/table/-1", no_table),
            ("/#/nowhere", no_page),
            ("/#/__proto__", no_page),
            ("/#/constructor", no_page),
        ] {
            window.open("/#/");
            window.see("#play");
            window.open(address);
            window.wait(&format!("document.querySelector('main h1')?.textContent === '{said}'"));
            window.click("main a[href='#/lobby']");
            window.see(".own-table");
        }
    });
}

/// The user's betting circles that overlap another seat.
const COLLISIONS: &str = "[...document.querySelectorAll('.circle')].flatMap((circle) =>
    [...document.querySelectorAll('.pod')].filter((pod) => {
      const [one, other] = [circle, pod].map((each) => each.getBoundingClientRect());
      return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    }).map((pod) => `${circle.id} and ${pod.ariaLabel}`))";

#[test]
fn no_seat_covers_a_betting_circle() {
    play(|_, [window]| {
        window.open("/#/table/8");
        window.click(".pod.empty .sit");
        window.see("#circle-bad_beat");
        for (width, height) in [(820, 1180), (1024, 768), (1180, 820), (1280, 800), (1440, 900), (1920, 1080)]
        {
            window.size(width, height, false);
            window.wait(&format!("innerWidth === {width}"));
            assert_eq!(window.value(COLLISIONS), Value::Array(Vec::new()), "{width} by {height}");
        }
    });
}

fn visit(stage: &Stage, window: &Window, width: u32) {
    deal_alone(window);
    act(window, "c");
    wait_for_street(window, 3);
    act(window, "c");
    wait_for_street(window, 5);
    act(window, "f");
    wait_for(window, "result");
    let mut complaints = look(window, "a result", width);
    act(window, "Enter");
    wait_for_street(window, 0);
    complaints.extend(walk(window, PAGES, width));
    sign_in_as_floor(&stage.room, window);
    complaints.extend(walk(window, FLOOR_PAGES, width));
    assert_eq!(complaints, [""; 0]);
}

fn walk(window: &Window, pages: &[(&str, &str, &str)], width: u32) -> Vec<String> {
    let mut complaints = Vec::new();
    for (address, ready, pressed) in pages {
        // Leaving the page before closes its dialog.
        window.value("location.hash = '#/nowhere'");
        window.wait("!document.querySelector('dialog')");
        window.open(address);
        window.see(ready);
        if !pressed.is_empty() {
            window.click(pressed);
            window.see("dialog");
        }
        window.wait("document.fonts.status === 'loaded'");
        complaints.extend(look(window, &format!("{address} {pressed}"), width));
        if width > NARROW {
            screens::keep(window, &format!("page {address} {pressed}"));
        }
    }
    complaints
}

fn look(window: &Window, page: &str, width: u32) -> Vec<String> {
    let mut complaints = sideways(window, width);
    complaints.extend(inaccessible(window));
    complaints.iter().map(|complaint| format!("{page}: {complaint}")).collect()
}

/// The elements that extend beyond the right edge.
fn sideways(window: &Window, width: u32) -> Vec<String> {
    let out = window.value(&format!(
        "document.documentElement.scrollWidth <= {width} ? [] : [...document.querySelectorAll('body *')]
           .map((each) => [each, each.getBoundingClientRect()])
           .filter(([each, {{left, width}}]) => left + Math.max(each.scrollWidth, width) > {width} + 0.5)
           .map(([each, {{right}}]) => `${{each.tagName}}#${{each.id}}.${{each.className}} ends at ${{right}}`)"
    ));
    let out: Vec<String> = out.as_array().into_iter().flatten().take(5).map(Value::to_string).collect();
    if out.is_empty() { out } else { vec![format!("wider than {width}: {}", out.join(", "))] }
}

/// The serious and critical violations that axe finds.
fn inaccessible(window: &Window) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/npm/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(&path)
        .expect("no axe-core; `cargo xtask test` installs it, as does `npm ci` in xtask/npm");
    let script = format!(
        "{axe};
         return axe.run(document, {{ resultTypes: ['violations'] }}).then((found) => found.violations
           .filter((each) => ['serious', 'critical'].includes(each.impact))
           .map((each) => `${{each.id}}: ${{each.nodes.slice(0, 3).map((node) =>
             `${{node.target}} ${{node.failureSummary}}`).join('; ')}}`));"
    );
    let found = window.script(&script).unwrap_or_else(|why| panic!("axe: {why}"));
    found.as_array().expect("findings").iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
