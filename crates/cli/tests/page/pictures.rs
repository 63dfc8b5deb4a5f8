//! The pictures of README.md. `cargo xtask screenshots` keeps them in docs/pictures; other runs only look at them.

use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::card_room::Floor;
use crate::hand::{act, deal_alone, wait_for, wait_for_street};
use crate::screens::AT_REST;
use crate::stage::play;
use crate::window::Window;

/// Set by `cargo xtask screenshots`: the folder that the pictures go to.
const FOLDER_VARIABLE: &str = "UTH_PICTURES";

#[test]
fn the_page_looks_at_us() {
    play(|stage, [window]| {
        let table = Floor::of(&stage.room).open_table("house", 8_000, 4);
        window.open(&format!("/#/table/{table}"));
        window.click(".pod.empty .sit");
        wait_for(window, "bet");
        window.click("#circle-trips");
        act(window, "Enter");
        wait_for_street(window, 0);
        act(window, "c");
        wait_for_street(window, 3);
        act(window, "h");
        window.wait("document.querySelector('.coach .values')?.textContent.includes('Bet 2×')");
        take(window, "table");
        act(window, "2");
        wait_for(window, "result");
        window.size(1280, 1160, false);
        window.open("/#/lab");
        window.see(".lab-chart [data-hand]");
        take(window, "laboratory");
        window.size(360, 740, true);
        deal_alone(window);
        act(window, "c");
        wait_for_street(window, 3);
        take(window, "phone");
    });
}

/// A picture, once everything has come to rest.
fn take(window: &Window, name: &str) {
    window.wait(AT_REST);
    let picture = BASE64_STANDARD.decode(window.picture("webp")).expect("base64");
    assert_eq!((&picture[..4], &picture[8..12]), (&b"RIFF"[..], &b"WEBP"[..]), "{name}");
    assert!((10_000..200_000).contains(&picture.len()), "{name}: something to see, and not much to load");
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from) {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join(format!("{name}.webp")), &picture).expect("it can be written");
        println!("{name}: {} bytes", picture.len());
    }
}
