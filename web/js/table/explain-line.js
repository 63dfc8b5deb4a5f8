/** Explains how one wager was settled, next to its circle. */

import { engine } from '../app/context.js';
import { dollars } from '../text/money.js';
import { texts } from '../text/text.js';
import { explain } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { sentenceOf } from './state/sentences.js';
import { tagOf } from './state/tag.js';

/**
 * @param {Element} circle
 * @param {import('../protocol.gen.js').HandView} hand
 * @param {import('../protocol.gen.js').WagerView} line
 */
export async function explainLine(circle, hand, line) {
  const clauses = await engine.clauses().catch(() => []);
  const clause = clauses.find((each) => each.id === line.clause);
  const row = (/** @type {string} */ name, /** @type {string} */ value) => [h('dt', {}, name), h('dd', {}, value)];
  explain(
    circle,
    h('h3', {}, sentenceOf(hand, line)),
    h(
      'dl',
      {},
      row(texts.result.stake, dollars(line.stake)),
      row(texts.result.outcome, tagOf(line).text),
    ),
    h('p', { class: 'clause' }, h('b', {}, line.clause), ' ', clause?.text ?? ''),
    h('p', { class: 'quiet' }, texts.result.order(line.order ?? 0)),
  );
}
