/** Where a note can stand: as close as possible to what it explains, and over nothing that has to be seen. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Places are tried this far apart, in pixels. */
const STEP = 12;
/** The room that is kept between the note and everything else. */
const GAP = 8;

/**
 * The place of a note within some bounds; null where there is none.
 * @param {{width: number, height: number}} size
 * @param {Box} target
 * @param {Box[]} obstacles
 * @param {Box} bounds
 * @returns {{left: number, top: number} | null}
 */
export function placeBeside(size, target, obstacles, bounds) {
  let best = null;
  let least = Infinity;
  for (let top = bounds.top + GAP; top + size.height + GAP <= bounds.bottom; top += STEP) {
    for (let left = bounds.left + GAP; left + size.width + GAP <= bounds.right; left += STEP) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      const far = distance(box, target);
      if (far >= least || overlaps(box, target) || obstacles.some((each) => overlaps(box, each))) continue;
      best = { left, top };
      least = far;
    }
  }
  return best;
}

/** @param {Box} one @param {Box} other */
const overlaps = (one, other) =>
  one.left < other.right + GAP
  && other.left < one.right + GAP
  && one.top < other.bottom + GAP
  && other.top < one.bottom + GAP;

/**
 * How far two boxes are apart; the distance of their middles decides between equals.
 * @param {Box} one
 * @param {Box} other
 */
function distance(one, other) {
  const across = Math.max(one.left - other.right, other.left - one.right, 0);
  const down = Math.max(one.top - other.bottom, other.top - one.bottom, 0);
  const middle = (/** @type {Box} */ box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [[x, y], [otherX, otherY]] = [middle(one), middle(other)];
  return Math.hypot(across, down) + Math.hypot(x - otherX, y - otherY) / 1_000;
}
