/** The way back to a table at which the user has a seat. */

import { account } from '../app/context.js';
import { texts } from '../text/text.js';
import { fill, h } from '../ui/dom.js';
import { isRunning, ownTables } from './state/own-tables.js';

export class BackToTable {
  #drawn = '';

  constructor() {
    this.element = h('nav', { class: 'back-to-table', 'aria-label': texts.lobby.back, hidden: true });
  }

  /** @param {{tables: import('../protocol.gen.js').LobbyEntry[]}} props */
  update({ tables }) {
    const own = ownTables(tables, account.user.get()?.id);
    const drawn = JSON.stringify(own.map((table) => [table.table, table.name, isRunning(table)]));
    // A link that is drawn again loses the focus.
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = own.length === 0;
    fill(
      this.element,
      own.map((table, index) =>
        h(
          'a',
          { class: `button ${index === 0 ? 'primary' : ''}`, href: `#/table/${table.table}` },
          index === 0 ? texts.lobby.backTo(table.name) : table.name,
          isRunning(table) && h('small', {}, texts.lobby.running),
        ),
      ),
    );
  }
}
