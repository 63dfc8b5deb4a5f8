/** The distribution of results of a round, as bars. */

import { texts } from '../text/text.js';
import { fill, h, s } from '../ui/dom.js';
import { fraction, valueOf } from './state/fraction.js';
import { percent } from './state/headline.js';

/** @typedef {{from: number, to: number, share: number}} Bin */

const labels = texts.lab;
/** Results up to this many Antes have a bar of their own. */
const LARGEST_SINGLE = 9;
const HEIGHT = 220;
/** Room above the highest bar, and below all of them. */
const ABOVE = 22;
const BELOW = 26;

/** The width of the last picture, so that the next one is not drawn twice. */
let drawn = 0;

/**
 * Small results one by one, larger ones in groups.
 * @param {{net: string, share: number | null}[]} distribution
 */
function bins(distribution) {
  /** @type {Bin[]} */
  const all = [{ from: -Infinity, to: -LARGEST_SINGLE - 1, share: 0 }];
  for (let net = -LARGEST_SINGLE; net <= LARGEST_SINGLE; net += 1) all.push({ from: net, to: net, share: 0 });
  for (const [from, to] of [[LARGEST_SINGLE + 1, 19], [20, 99], [100, Infinity]]) all.push({ from, to, share: 0 });
  for (const { net, share } of distribution) {
    const value = Math.round(valueOf(fraction(net)));
    const bin = all.find((each) => value >= each.from && value <= each.to);
    if (bin) bin.share += share ?? 0;
  }
  const first = all.findIndex((each) => each.share > 0);
  const last = all.findLastIndex((each) => each.share > 0);
  return all.slice(first, last + 1);
}

const signed = (/** @type {number} */ net) => (net > 0 ? `+${net}` : String(net).replace('-', '−'));

/** @param {Bin} bin */
function label({ from, to }) {
  if (from === -Infinity) return `≤${signed(to)}`;
  if (to === Infinity) return `${from}+`;
  return from === to ? signed(from) : `${from}–${to}`;
}

/**
 * @param {Bin[]} all
 * @param {number} width
 */
function picture(all, width) {
  const wide = width / all.length;
  const most = Math.max(...all.map((bin) => bin.share));
  const bar = (/** @type {Bin} */ bin, /** @type {number} */ index) => {
    const high = bin.share ? Math.max(1.5, (bin.share / most) * (HEIGHT - ABOVE - BELOW)) : 0;
    const text = label(bin);
    const share = percent(bin.share, bin.share < 0.001 ? 4 : 1);
    const middle = (index + 0.5) * wide;
    return s(
      'g',
      { class: 'bar', 'data-side': Math.sign(bin.from + bin.to) },
      s('title', {}, labels.bar(text, percent(bin.share))),
      s('rect', { class: 'whole', x: index * wide, y: 0, width: wide, height: HEIGHT }),
      s('rect', { x: index * wide + wide * 0.1, y: HEIGHT - BELOW - high, width: wide * 0.8, height: high, rx: 2 }),
      wide > 26 && bin.share >= 0.002
        && s('text', { class: 'share', x: middle, y: HEIGHT - BELOW - high - 6 }, share.replace('%', '')),
      wide > 26 && s('text', { x: middle, y: HEIGHT - 8 }, text),
      wide <= 26 && bin.from % 3 === 0 && bin.from === bin.to && s('text', { x: middle, y: HEIGHT - 8 }, text),
      wide <= 26 && bin.to === Infinity && s('text', { class: 'last', x: width, y: HEIGHT - 8 }, text),
    );
  };
  const heard = all.filter((bin) => bin.share > 0).map((bin) => labels.bar(label(bin), percent(bin.share, 2)));
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img', 'aria-label': heard.join(', ') },
    s('line', { x1: 0, x2: width, y1: HEIGHT - BELOW + 0.5, y2: HEIGHT - BELOW + 0.5 }),
    all.map(bar),
  );
}

/**
 * @param {string} game
 * @param {import('../protocol.gen.js').Solution} solution
 */
export function bars(game, { round }) {
  const all = bins(round.distribution);
  const at = h('div', { class: 'lab-bars' });
  const draw = () => fill(at, picture(all, drawn));
  if (drawn) draw();
  new ResizeObserver(() => {
    const width = Math.floor(at.clientWidth);
    if (!width || (width === drawn && at.firstChild)) return;
    drawn = width;
    draw();
  }).observe(at);
  const part = (/** @type {'win' | 'push' | 'lose'} */ name) =>
    h('span', { 'data-part': name, vars: { '--share': round[name] } },
      `${labels[name]} ${percent(round[name], 1)}`);
  return h(
    'section',
    { class: 'lab-distribution' },
    h('h2', {}, labels.distribution(game)),
    h('p', { class: 'quiet' }, `${labels.distributionLead} ${labels.withoutBadBeat}`),
    h('div', { class: 'lab-ends' }, part('lose'), part('push'), part('win')),
    at,
  );
}
