/** Figures that follow from a game: the risk of ruin, the bank's side, and the value of information. */

import { h } from '../ui/dom.js';
import { BankSection } from './bank.js';
import { InformationSection } from './information.js';
import { RuinSection } from './ruin.js';

export class More {
  #sections;

  /** @param {import('./section.js').Staked} staked */
  constructor(staked) {
    this.#sections = [new RuinSection(staked), new BankSection(staked), new InformationSection()];
    const elements = this.#sections.map((section) => section.element);
    this.element = h('div', { class: 'lab-after' }, elements);
  }

  /** @param {import('./section.js').Subject} subject */
  update(subject) {
    for (const section of this.#sections) section.update(subject);
  }
}
