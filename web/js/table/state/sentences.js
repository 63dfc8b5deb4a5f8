/** The sentences of a settlement, one for each wager of a hand. */

/**
 * @typedef {import('../../protocol.gen.js').HandView} HandView
 * @typedef {import('../../protocol.gen.js').WagerView} WagerView
 */

/**
 * The sentence about one wager. Sentences stand in the order of settlement; a void round has one for all wagers.
 * @param {Pick<HandView, 'wagers' | 'explanation'>} hand
 * @param {WagerView} line
 */
export function sentenceOf({ wagers, explanation }, line) {
  const settledBefore = wagers.filter(({ order }) => order !== null && order < (line.order ?? 0)).length;
  return explanation[settledBefore] ?? explanation.at(-1) ?? '';
}
