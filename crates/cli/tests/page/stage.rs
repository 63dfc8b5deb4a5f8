//! The stage of every test: a card room, browsers, and a final check that the browsers logged no error.

use serde_json::json;
use tempfile::TempDir;

use crate::card_room::CardRoom;
use crate::driver::Driver;
use crate::window::Window;

pub(crate) struct Stage {
    pub(crate) room: CardRoom,
    driver: Driver,
    _folder: TempDir,
}

/// Runs a test with so many windows. No window may have had anything to complain of when it is over.
pub(crate) fn play<const WINDOWS: usize>(test: impl FnOnce(&mut Stage, [&Window; WINDOWS])) {
    let mut stage = Stage::new();
    let windows: [Window; WINDOWS] = std::array::from_fn(|_| {
        let window = stage.fresh_window();
        window.like(&json!({"speed": "off", "guided": true}));
        window
    });
    test(&mut stage, windows.each_ref());
    windows.iter().for_each(assert_content);
}

/// Runs a test with one window of a first visit.
pub(crate) fn play_at_first(test: impl FnOnce(&Window)) {
    let stage = Stage::new();
    let window = stage.fresh_window();
    test(&window);
    assert_content(&window);
}

fn assert_content(window: &Window) {
    assert_eq!(window.complaints(), [""; 0], "the browser complains");
}

impl Stage {
    fn new() -> Stage {
        let folder = tempfile::tempdir().expect("a folder");
        Stage { room: CardRoom::start(folder.path()), driver: Driver::start(), _folder: folder }
    }

    fn fresh_window(&self) -> Window {
        Window::fresh(&self.driver, &self.room.url(), true)
    }
}
