/** The table as a page. */

import { toast } from '../announce.js';
import { dialog } from '../dialog.js';
import { button, fill, h, say } from '../dom.js';
import { beSomebody, wallet } from '../me.js';
import { likes } from '../prefs.js';
import { link } from '../socket.js';
import { words } from '../words.js';
import { Controls } from '../table/controls.js';
import { Guide } from '../table/guide.js';
import { listen, showKeys } from '../table/keys.js';
import { myHand, phase as phaseOf, wholeTime } from '../table/phase.js';
import { Play } from '../table/play.js';
import { explainLine } from '../table/result.js';
import { Felt } from '../table/scene.js';

/**
 * @typedef {import('../types.js').Scene} Scene
 * @typedef {import('../types.js').WagerName} WagerName
 */

/** Tables at which the first hand is dealt without asking. @type {Set<number>} */
const atOnce = new Set();

/** @param {number} table */
export function dealAtOnce(table) {
  atOnce.add(table);
}

/**
 * @param {string[]} parts
 * @returns {import('../main.js').Page}
 */
export function tablePage([id]) {
  const room = new Room(Number(id));
  return { element: room.element, title: words.table.tableMenu, wide: true, leave: () => room.leave() };
}

class Room {
  /** @param {number} table */
  constructor(table) {
    /** @type {Felt | null} */
    this.felt = null;
    this.guide = new Guide();
    this.place = h('div', { class: 'place' });
    this.title = h('h1', { class: 'table-name' });
    this.play = new Play(
      table,
      (scene, phase) => this.draw(scene, phase),
      (reason) => this.fail(reason),
    );
    this.play.dealsAtOnce = atOnce.delete(table);
    this.controls = new Controls(this.play);
    const menu = h(
      'div',
      { class: 'table-menu' },
      this.title,
      button(words.table.keys, showKeys, { class: 'quiet-button for-keys', 'aria-keyshortcuts': '?' }),
      button(words.table.tableMenu, () => showMenu(this.play), { class: 'quiet-button' }),
    );
    const foot = h('div', { class: 'foot' }, this.guide.element, this.controls.element);
    const column = h('div', { class: 'main-column' }, menu, this.place, foot);
    this.element = h('div', { class: 'room' }, column, this.play.coach.element);
    const redraw = () => this.play.redraw();
    this.stops = [listen(this.play, this.controls.element), likes.on(redraw), wallet.on(redraw)];
  }

  /**
   * @param {Scene} scene
   * @param {import('../table/phase.js').Phase} phase
   */
  draw(scene, phase) {
    const { play, guide } = this;
    say(this.title, scene.name);
    if (!this.felt) {
      this.felt = new Felt(scene, {
        press: (wager, circle) => press(play, wager, circle),
        sit: (seat) => void sit(play, seat),
      });
      fill(this.place, this.felt.element);
    }
    this.felt.update(scene, play.draft());
    this.controls.update(scene, phase);
    guide.follow(scene, phase);
    this.element.classList.toggle('guiding', guide.step !== null);
    const runs = !['result', 'busy', 'closed'].includes(phase);
    play.clock.set(runs ? scene.view.until_ms : null, wholeTime(scene));
  }

  /** @param {string} reason */
  fail(reason) {
    const back = h('p', {}, h('a', { href: '#/lobby' }, words.nav.lobby));
    fill(this.element, h('div', { class: 'wrong' }, h('p', {}, `${words.table.missing}: ${reason}.`), back));
  }

  leave() {
    this.play.leavePage();
    for (const stop of this.stops) stop();
  }
}

/**
 * A circle was pressed: a chip goes there, or its result is explained.
 * @param {Play} play
 * @param {WagerName} wager
 * @param {HTMLElement} circle
 */
function press(play, wager, circle) {
  const scene = play.scene;
  if (!scene) return;
  const line = myHand(scene)?.wagers.find((each) => each.wager === wager);
  const phase = phaseOf(scene, play.dismissed);
  if (phase === 'result' && line) return void explainLine(circle, line);
  if (wager === 'play') return;
  play.add(wager === 'blind' ? 'ante' : wager);
}

/**
 * @param {Play} play
 * @param {number} seat
 */
async function sit(play, seat) {
  if (play.sitting) return;
  play.sitting = true;
  try {
    await beSomebody();
    const answer = await link.command(play.table, { type: 'sit', seat });
    if (!answer.done) toast(words.refused(answer.reason));
  } catch (failure) {
    toast(failure instanceof Error ? failure.message : words.wrong);
  } finally {
    play.sitting = false;
  }
}

/** @param {Play} play */
function showMenu(play) {
  const scene = play.scene;
  if (!scene) return;
  const chair = scene.view.seats.find((each) => each.seat === scene.seat);
  const act = (/** @type {string} */ label, /** @type {object} */ command) =>
    button(label, () => {
      box.close();
      void play.simply(command);
    });
  const { settings, book } = scene;
  const schedule = typeof settings.schedule === 'number' ? words.bank.schedule(settings.schedule) : '';
  const box = dialog(
    scene.name,
    h('p', {}, words.table.limits(book.title, settings.minimum ?? settings.chip, settings.maximum ?? 0)),
    h('p', { class: 'quiet' }, `${words.lobby.payTable} ${settings.pay_table}${schedule ? ` · ${schedule}` : ''}`),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button', href: `#/rules/${book.id}` }, words.nav.rules),
      button(words.proof.button, () => {
        box.close();
        play.proof();
      }),
      chair && !chair.sits_out && act(words.table.sitOut, { type: 'sit_out' }),
      chair?.sits_out && act(words.table.comeBack, { type: 'come_back' }),
      chair && act(words.table.leave, { type: 'leave' }),
    ),
  );
}
