/** A table as a page. */

import { account, engine } from '../app/context.js';
import { CoachPanel } from '../coach/coach-panel.js';
import { showProof } from '../fairness/proof-dialog.js';
import { motionFactor, preferences } from '../state/preferences.js';
import { texts } from '../text/text.js';
import { toast } from '../ui/announce.js';
import { dialog } from '../ui/dialog.js';
import { button, fill, h, say } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { sound } from '../ui/sound.js';
import { Clock } from './clock.js';
import { Controls } from './controls.js';
import { explainLine } from './explain-line.js';
import { Felt } from './felt.js';
import { Guide } from './guide.js';
import { listenToKeys, showKeys } from './keyboard.js';
import { announcePhase, announceStep } from './narrator.js';
import { payTables } from './pays.js';
import { Placard } from './placard.js';
import { sheetTable } from './sheet.js';
import { takesFirstHand } from './state/auto-deal.js';
import { fullTime_ms } from './state/phase.js';
import { Play } from './state/play.js';
import { banks, myHand } from './state/scene.js';
import { sheetOf } from './state/sheet.js';

/**
 * @typedef {import('./state/scene.js').Scene} Scene
 * @typedef {import('./state/phase.js').Phase} Phase
 * @typedef {import('../protocol.gen.js').Wager} Wager
 */

/** Phases in which no deadline of the user's is running. */
const UNTIMED = ['result', 'busy', 'closed'];

/**
 * @param {string[]} parts
 * @returns {import('../app/main.js').Page}
 */
export function tablePage([id]) {
  const page = new TablePage(Number(id));
  return { element: page.element, title: texts.table.title, wide: true, leave: () => page.leave() };
}

/** Puts a play and its views together. */
class TablePage {
  /** @type {Felt | null} */
  #felt = null;
  #clock = new Clock();
  #guide = new Guide();
  #place = h('div', { class: 'place' });
  #title = h('h1', { class: 'table-name' });
  #placard = new Placard(() => this.#showPays());
  /** The sheet of the last round that the user banked here. @type {import('./state/sheet.js').Sheet | null} */
  #sheet = null;
  #stops;

  /** @param {number} table */
  constructor(table) {
    const environment = { motionFactor, isHidden: () => document.hidden };
    this.coach = new CoachPanel(() => this.play.scene);
    this.element = h('div', { class: 'room' });
    this.play = new Play({ engine, account, table, environment, observer: this.#observer() });
    this.play.dealsAtOnce = takesFirstHand(table);
    this.controls = new Controls({
      play: this.play,
      clock: this.#clock,
      coach: this.coach,
      showProof: () => this.#showProof(),
      showSheet: () => this.#showSheet(),
    });
    fill(this.element, this.#column(), this.coach.element);
    const redraw = () => this.play.redraw();
    this.#stops = [
      listenToKeys({ play: this.play, controls: this.controls.element, askCoach: () => void this.coach.ask() }),
      preferences.on(redraw),
      account.wallet.on(redraw),
      () => this.#clock.stop(),
      () => this.coach.leave(),
    ];
  }

  #column() {
    const menu = h(
      'div',
      { class: 'table-menu' },
      this.#title,
      h(
        'div',
        { class: 'menu-buttons' },
        button(texts.table.keys, showKeys, { class: 'quiet-button for-keys', 'aria-keyshortcuts': '?' }),
        button(texts.table.title, () => this.#showMenu(), { class: 'quiet-button' }),
      ),
      this.#placard.element,
    );
    const foot = h('div', { class: 'foot' }, this.#guide.element, this.controls.element);
    return h('div', { class: 'main-column' }, menu, this.#place, foot);
  }

  leave() {
    this.play.leave();
    for (const stop of this.#stops) stop();
  }

  /** @returns {import('./state/play.js').Observer} */
  #observer() {
    return {
      draw: (scene, phase) => this.#draw(scene, phase),
      fail: (reason, forgotten) => this.#fail(reason, forgotten),
      notify: toast,
      phaseChanged: announcePhase,
      stepShown: announceStep,
      roundFinished: (scene) => this.coach.countRound(scene),
      decided: (scene, action, done) => void this.coach.grade(scene, action, done),
      chipPlaced: sound.chip,
    };
  }

  /**
   * @param {Scene} scene
   * @param {Phase} phase
   */
  #draw(scene, phase) {
    say(this.#title, scene.name);
    if (!this.#felt) {
      this.#felt = new Felt(scene, {
        press: (wager, circle) => this.#press(wager, circle),
        sit: (seat) => void this.play.sit(seat),
      });
      fill(this.#place, this.#felt.element);
    }
    this.#felt.update({ scene, draft: this.play.draft });
    this.#placard.update({ scene });
    if (scene.shown.result && banks(scene)) this.#sheet = sheetOf(scene.view);
    this.coach.update({ scene, phase });
    this.controls.update({ scene, phase });
    this.#guide.update({ scene, phase });
    this.element.classList.toggle('guiding', this.#guide.step !== null);
    const until_ms = UNTIMED.includes(phase) ? null : scene.view.until_ms;
    this.#clock.update({ until_ms, full_ms: fullTime_ms(scene) });
  }

  /** @type {import('../engine/engine.js').OnFailure} */
  #fail(reason, forgotten) {
    const back = h('p', { class: 'row' }, h('a', { class: 'button', href: '#/lobby' }, texts.home.lobby));
    const told = forgotten ? this.#forgotten(forgotten.receipt) : [h('h1', {}, texts.table.missing(reason))];
    fill(this.element, h('div', { class: forgotten ? 'page wrong' : 'page', role: 'alert' }, ...told, back));
  }

  /**
   * What a user should know whose card room has forgotten what it confirmed or showed.
   * @param {import('../protocol.gen.js').Receipt | null} receipt
   */
  #forgotten(receipt) {
    const labels = texts.table.forgotten;
    const startOver = button(labels.startOver, () => {
      this.play.startOver();
      fill(this.element, this.#column(), this.coach.element);
    });
    if (!receipt) return [h('p', {}, labels.shown), h('p', {}, startOver)];
    const file = new Blob([`${JSON.stringify(receipt)}\n`], { type: 'application/jsonl' });
    const save = button(labels.save, () => download(`receipt-table-${receipt.table}.jsonl`, file));
    return [h('p', {}, labels.confirmed(receipt.at_ms)), h('p', {}, labels.keep), h('p', {}, save, ' ', startOver)];
  }

  /**
   * A circle was pressed: explains its result, or adds a chip.
   * @param {Wager} wager
   * @param {HTMLElement} circle
   */
  #press(wager, circle) {
    const { scene, phase } = this.play;
    const hand = scene && myHand(scene);
    const line = hand?.wagers.find((each) => each.wager === wager && each.outcome);
    if (phase === 'result' && hand && line) return void explainLine(circle, hand, line);
    if (wager !== 'play') this.play.add(wager === 'blind' ? 'ante' : wager);
  }

  #showProof() {
    const { scene, table } = this.play;
    const round = scene?.view.round;
    if (round) showProof({ table, dealing: scene.settings.dealing ?? '', round, seat: scene.seat });
  }

  #showPays() {
    const scene = this.play.scene;
    if (!scene) return;
    const { offers, posted } = scene.view;
    const tables = payTables(offers);
    for (const table of tables) table.update({ scene, isOver: scene.shown.result });
    const printed = posted.pay_table ? scene.book.pay_tables[posted.pay_table] : null;
    const edge = (/** @type {Wager} */ wager, /** @type {import('../protocol.gen.js').PrintedEdge | null} */ each) =>
      each && h('p', { class: 'quiet' }, texts.posted.edge(wager, each));
    dialog(
      texts.posted.paysTitle(posted.pay_table),
      h(
        'div',
        { class: 'listed-pays' },
        tables.map(({ element }) => element),
      ),
      printed && [edge('trips', printed.trips_edge), edge('blind', printed.blind_edge)],
    );
  }

  #showSheet() {
    if (this.#sheet) dialog(texts.sheet.title, sheetTable(this.#sheet));
  }

  #showMenu() {
    const scene = this.play.scene;
    if (!scene) return;
    const { book } = scene;
    const seat = scene.view.seats.find((each) => each.seat === scene.seat);
    const act = (/** @type {string} */ label, /** @type {import('./state/play.js').SeatCommand} */ type) =>
      button(label, () => {
        box.close();
        void this.play.send(type);
      });
    const proof = () => {
      box.close();
      this.#showProof();
    };
    const sheet = () => {
      box.close();
      this.#showSheet();
    };
    const box = dialog(
      scene.name,
      h('p', {}, book.title),
      h(
        'div',
        { class: 'row' },
        h('a', { class: 'button', href: `#/rules/${book.id}/${this.play.table}` }, texts.nav.rules),
        button(texts.proof.button, proof),
        this.#sheet && button(texts.sheet.open, sheet),
        seat && !seat.sits_out && act(texts.table.sitOut, 'sit_out'),
        seat?.sits_out && act(texts.table.comeBack, 'come_back'),
        seat && act(texts.table.leave, 'leave'),
      ),
    );
  }
}
