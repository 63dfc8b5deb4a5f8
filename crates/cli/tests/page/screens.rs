//! The sizes of screens that the page is made for. `UTH_SCREENSHOTS=DIR cargo test -p uth-cli --test page` keeps a
//! picture of what the tests pass at each of them, for people to look at; other runs keep none.

use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::window::Window;

/// Names the folder that the pictures go to.
const FOLDER_VARIABLE: &str = "UTH_SCREENSHOTS";

/// Large screens, phones, and a phone that lies on its side.
const SIZES: [(u32, u32); 5] = [(1440, 900), (1280, 800), (390, 844), (360, 740), (740, 360)];

/// A window narrower or lower than this has no room for pay tables on the felt.
pub(crate) const ROOMY: (u32, u32) = (900, 501);

/// A long page is looked at so far.
const MOST_SCREENS: usize = 9;

/// Everything but the clock and what the tour points at, which never stand still, has come to rest and is drawn.
pub(crate) const AT_REST: &str = "document.fonts.status === 'loaded' && !document.getAnimations().some(
    (each) => each.playState === 'running' && !each.effect.target.closest('.clock, .guided'))
    && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))";

/// Scrolls to the next screen; how far that was.
const SCROLL: &str = "(() => {
    const from = scrollY;
    scrollBy({top: innerHeight - 160, behavior: 'instant'});
    return scrollY - from;
  })()";

/// Looks at a window at every size.
pub(crate) fn at_every_size(window: &Window, look: impl Fn((u32, u32))) {
    for size in SIZES {
        window.size(size.0, size.1, size.0 < ROOMY.0);
        let at_top = "(scrollTo({top: 0, behavior: 'instant'}), scrollY === 0)";
        window.wait(&format!("innerWidth === {} && innerHeight === {} && {at_top}", size.0, size.1));
        look(size);
    }
}

/// Keeps a picture of each screen of the page at every size, if pictures are wanted, and leaves the window as it was.
pub(crate) fn keep(window: &Window, name: &str) {
    let Some(folder) = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder");
    let size = ["innerWidth", "innerHeight"]
        .map(|length| window.value(length).as_u64().and_then(|pixels| u32::try_from(pixels).ok()));
    at_every_size(window, |(width, height)| {
        for screen in 1..=MOST_SCREENS {
            window.wait(AT_REST);
            let picture = BASE64_STANDARD.decode(window.picture("png")).expect("base64");
            let file = format!("{name} {width}x{height} {screen}.png").replace(['/', '#', ' '], "-");
            std::fs::write(folder.join(file), picture).expect("it can be written");
            let moved = window.value(SCROLL);
            if moved == 0 {
                break;
            }
        }
    });
    let [width, height] = size.map(|pixels| pixels.expect("pixels"));
    window.size(width, height, width < ROOMY.0);
    window.wait(&format!("innerWidth === {width} && innerHeight === {height}"));
}
