/** The pay tables on the felt. */

import { texts } from '../text/text.js';
import { h } from '../ui/dom.js';
import { paidRow } from './state/paid-row.js';
import { myHand } from './state/scene.js';
import { wagersOf } from './state/wagers.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('../protocol.gen.js').WagerOffer} WagerOffer
 */

/** The pay table of one wager. The row that the user's hand was paid by lights up. */
export class PayTable {
  /** @param {WagerOffer} offer */
  constructor({ wager, pays }) {
    this.wager = wager;
    this.pays = pays;
    this.rows = pays.map((row) =>
      h('tr', {}, h('th', { scope: 'row' }, row.hand), h('td', {}, texts.posted.odds(row))),
    );
    const of = texts.posted.rows[wager];
    this.element = h(
      'table',
      { class: `pay-table ${wager}` },
      h('caption', {}, texts.wager(wager), of && h('span', { class: 'of' }, of)),
      h('tbody', {}, this.rows),
    );
  }

  /** @param {{scene: Scene, isOver: boolean}} props */
  update({ scene, isOver }) {
    const hand = isOver ? myHand(scene) : null;
    const line = hand?.wagers.find((each) => each.wager === this.wager);
    const paid = paidRow(this.pays, line, [hand?.hand?.kind, scene.view.round?.dealer_hand?.kind]);
    this.rows.forEach((row, index) => row.classList.toggle('paid', index === paid));
  }
}

/** The pay tables of a layout, from left to right as its circles. @param {WagerOffer[]} offers */
export const payTables = (offers) =>
  wagersOf(offers)
    .flatMap((wager) => offers.filter((offer) => offer.wager === wager && offer.pays.length))
    .map((offer) => new PayTable(offer));
