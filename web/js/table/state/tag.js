/** What stands beside a wager once it is settled. */

import { signed } from '../../text/money.js';
import { texts } from '../../text/text.js';

/**
 * @typedef {import('../../protocol.gen.js').WagerView} WagerView
 * @typedef {'good' | 'bad' | 'even'} Tone
 */

/** What a wager would have moved had it been covered. @param {WagerView} line */
const due = ({ stake, odds }) => (odds ? (stake * odds.pays) / odds.to : stake);

/**
 * Only a wager that was paid in full is shown as a win.
 * @param {WagerView} line
 * @returns {{text: string, tone: Tone}}
 */
export function tagOf(line) {
  const net = line.net ?? 0;
  switch (line.outcome) {
    case 'win':
      return { text: signed(net), tone: 'good' };
    case 'lose':
      return { text: signed(net), tone: 'bad' };
    case 'partly_covered':
      return { text: texts.result.partly(net, due(line)), tone: 'even' };
    case 'returned':
      return { text: texts.result.returned, tone: 'even' };
    default:
      return { text: texts.result.push, tone: 'even' };
  }
}
