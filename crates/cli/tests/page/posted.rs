//! What the rule books want posted is in sight at every size, covers neither cards nor bets, and can be read.

use serde_json::Value;

use crate::window::Window;

const SIZES: [(u32, u32); 5] = [(1440, 900), (1280, 800), (390, 844), (360, 740), (740, 360)];

/// What is wrong with what is posted, as sentences.
const WRONG: &str = "(() => {
    const wrong = [];
    const box = (element) => element.getBoundingClientRect();
    const isSeen = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true})
      && box(element).width > 0 && box(element).height > 0;
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
      && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const name = (element) => `${element.className}: ${element.textContent.slice(0, 40)}`;
    const posted = [...document.querySelectorAll('.placard > *, .inscription')].filter(isSeen);
    const tables = [...document.querySelectorAll('.felt .pay-table')].filter(isSeen);
    const label = document.querySelector('.placard .show-pays');
    if (posted.length < 3) wrong.push('nothing is posted');
    if (!tables.length && !(label && isSeen(label))) wrong.push('neither pay tables nor a label for them');
    for (const element of posted) {
      const {left, top, right, bottom} = box(element);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
        wrong.push(`out of sight: ${name(element)}`);
      }
    }
    const taken = [...document.querySelectorAll('.felt .card.up, [id^=circle-] .ring')].filter(isSeen);
    for (const element of [...posted, ...tables]) {
      for (const other of taken) {
        if (!element.contains(other) && meet(box(element), box(other))) {
          wrong.push(`${name(element)} covers ${other.ariaLabel ?? other.parentElement.id}`);
        }
      }
    }
    const walker = document.createTreeWalker(document.querySelector('.rail'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || element.closest('.card, .unseen, svg, .chips')) continue;
      if (isSeen(element) && parseFloat(getComputedStyle(element).fontSize) < 12) {
        wrong.push(`too small: ${name(element)}`);
      }
    }
    return [...new Set(wrong)];
  })()";

pub(crate) fn check(window: &Window) {
    let mut all = Vec::new();
    for (width, height) in SIZES {
        window.size(width, height, width < 1_000);
        // Layout follows the size in the next frame.
        window.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
        );
        let wrong = window.value(WRONG);
        let wrong = wrong.as_array().into_iter().flatten().filter_map(Value::as_str);
        all.extend(wrong.map(|what| format!("{width}x{height}: {what}")));
    }
    window.size(1_280, 800, false);
    assert_eq!(all, [""; 0], "what is posted");
}
