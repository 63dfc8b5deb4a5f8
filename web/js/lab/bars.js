/** The distribution of results of a round, as bars. */

import { texts } from '../text/text.js';
import { fill, h, s } from '../ui/dom.js';
import { fraction, valueOf } from '../state/fraction.js';
import { percent } from './state/headline.js';

/** @typedef {{from: number, to: number, share: number}} Bin */

const labels = texts.lab;
/** Results up to this many Antes have a bar of their own. */
const LARGEST_SINGLE = 9;
const HEIGHT = 220;
/** Room above the highest bar, and below all of them. */
const ABOVE = 22;
const BELOW = 26;

export class Bars {
  /** @type {Bin[]} */
  #bins = [];
  /** The width of the picture. */
  #width = 0;
  #title = h('h2');
  #ends = h('div', { class: 'lab-ends' });
  #place = h('div', { class: 'lab-bars' });

  constructor() {
    this.element = h(
      'section',
      { class: 'lab-distribution' },
      this.#title,
      h('p', { class: 'quiet' }, `${labels.distributionLead} ${labels.withoutBadBeat}`),
      this.#ends,
      this.#place,
    );
    new ResizeObserver(() => this.#fit()).observe(this.#place);
  }

  /** @param {{name: string, solution: import('../protocol.gen.js').Solution}} props */
  update({ name, solution: { round } }) {
    const part = (/** @type {'win' | 'push' | 'lose'} */ end) =>
      h('span', { 'data-part': end, vars: { '--share': round[end] } }, `${labels[end]} ${percent(round[end], 1)}`);
    this.#title.textContent = labels.distribution(name);
    fill(this.#ends, part('lose'), part('push'), part('win'));
    this.#bins = bins(round.distribution);
    this.#draw();
  }

  #fit() {
    const width = Math.floor(this.#place.clientWidth);
    if (!width || width === this.#width) return;
    this.#width = width;
    this.#draw();
  }

  #draw() {
    if (this.#width && this.#bins.length) fill(this.#place, picture(this.#bins, this.#width));
  }
}

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
