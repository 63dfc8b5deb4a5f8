//! From a click to what it does on the screen: a chip, a deal, a check and a raise at a table for one, in Chromium
//! without a window. The clock is the page's own, from the click to the frame after the one that draws the effect; all
//! but the chip wait for a durable answer of the card room in between.

use serde_json::json;

use crate::card_room::CardRoom;
use crate::driver::Driver;
use crate::window::Window;

const HANDS: usize = 60;

/// What is clicked, where the table must stand for that, and what is then to be seen.
const CLICKS: [(&str, &str, &str, &str); 4] = [
    ("a chip on Trips", "bet", "#circle-trips", "document.querySelector('#circle-trips.filled')"),
    ("deal", "bet", ".controls .primary", "document.querySelectorAll('.mine .card.up').length === 2"),
    ("check", "decide", ".controls .pass", "document.querySelectorAll('.board .card.up').length === 3"),
    ("raise", "decide", ".controls .primary", "document.querySelectorAll('.dealer .card.up').length === 2"),
];

pub fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = CardRoom::open(&[], folder.path().join("room.db"));
    let times = hands(&server.url());
    drop(server);
    println!("\npage: {HANDS} hands, milliseconds from the click to the screen\n");
    println!("| what | median | 95 of 100 | worst |");
    println!("| --- | ---: | ---: | ---: |");
    for ((what, ..), mut times) in CLICKS.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!("| {what} | {:.0} | {:.0} | {:.0} |", at(0.5), at(0.95), at(1.0));
    }
}

fn hands(address: &str) -> [Vec<f64>; CLICKS.len()] {
    let driver = Driver::start();
    let window = Window::fresh(&driver, address, false);
    window.like(&json!({"speed": "off", "guided": true, "coach": "off"}));
    window.open("/");
    window.click("#play");
    let mut times = [const { Vec::new() }; CLICKS.len()];
    for hand in 0..HANDS {
        if hand > 0 {
            // The last result is put away, and the chip taken back.
            window.click(".controls[data-phase='result'] .actions button:not(.primary)");
            window.click(".controls[data-phase='bet'] [aria-keyshortcuts='x']");
            window.click("#circle-ante");
        }
        for ((_, phase, pressed, effect), times) in CLICKS.iter().zip(&mut times) {
            window.wait(&format!(
                "document.querySelector('.controls[data-phase={phase}]:not([aria-busy])')
                 && document.querySelector('{pressed}:not(:disabled)')"
            ));
            times.push(timed(&window, pressed, effect));
        }
    }
    assert_eq!(window.complaints(), [""; 0]);
    times
}

/// Milliseconds from a click to the frame after its effect.
fn timed(window: &Window, pressed: &str, effect: &str) -> f64 {
    let script = format!(
        "return new Promise((done) => {{
           const frame = () => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - from)));
           const watch = new MutationObserver(() => {{
             if (!({effect})) return;
             watch.disconnect();
             frame();
           }});
           watch.observe(document.body, {{ subtree: true, childList: true, attributes: true }});
           const from = performance.now();
           document.querySelector(`{pressed}`).click();
         }});"
    );
    let told = window.script(&script).unwrap_or_else(|why| panic!("{pressed}: {why}"));
    told.as_f64().expect("milliseconds")
}
