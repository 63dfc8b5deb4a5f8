/**
 * Luck and skill of a session, hand by hand. A hand is booked when it is over, once, and as a whole: its result as the
 * engine splits it, and the decisions that cost something. A hand that the user left is booked when it is next asked
 * for.
 */

import { signal } from '../../state/signal.js';
import { add, nothing } from './split.js';

/**
 * @typedef {import('../../protocol.gen.js').Advice} Advice
 * @typedef {import('./advice.js').Question} Question
 * @typedef {import('./split.js').Split} Split
 *
 * @typedef {{player: number, table: number, round: number}} HandId
 *
 * A decision that was taken. Its advice may come later than the next decision.
 * @typedef {{question: Question, action: string, advice: Advice | null}} Decision
 * @typedef {HandId & {decisions: Decision[]}} OpenHand
 *
 * A decision that cost something; `cost` is in Antes.
 * @typedef {Decision & {table: number, round: number, advice: Advice, cost: number}} Mistake
 *
 * The hands of this browser that are not booked yet, and the keys of those that are.
 * @typedef {{open: OpenHand[], booked: string[]}} Hands
 * @typedef {{total: Split, mistakes: Mistake[]}} Session
 *
 * @typedef {{read: () => any, write: (value: any) => void}} Storage
 */

const MOST_MISTAKES = 100;
/** How many hands are known to be open or booked. Nobody comes back to older ones. */
const MOST_HANDS = 100;

/** @param {{table: number, round: number}} hand */
const keyOf = ({ table, round }) => `${table}/${round}`;

/** What a decision cost, in Antes; null until it is graded. @param {Decision} decision */
export const costOf = ({ advice, action }) => advice?.actions.find((each) => each.action === action)?.cost ?? null;

export class Scorebook {
  /** @type {import('../../state/signal.js').Signal<Session>} */
  session;
  /** Hands that were booked while this page is open, for advice that comes late. @type {Map<string, OpenHand>} */
  #reviewed = new Map();
  #splitOf;
  #finished;
  #advise;
  #sessionStorage;
  #handStorage;

  /**
   * @param {{splitOf: (hand: HandId) => Promise<Split>,
   *   finished: () => Promise<{table: number, round: number, void: boolean}[]>,
   *   advise: (question: Question) => Promise<Advice>, session: Storage, hands: Storage}} props
   *   the session is of one tab, the hands are of the browser
   */
  constructor({ splitOf, finished, advise, session, hands }) {
    this.#splitOf = splitOf;
    this.#finished = finished;
    this.#advise = advise;
    this.#sessionStorage = session;
    this.#handStorage = hands;
    this.session = signal({ total: nothing(), mistakes: [], ...session.read() });
  }

  /** A hand was dealt. @param {HandId} hand */
  begin({ player, table, round }) {
    const hands = this.#hands();
    if (this.#find(hands, { table, round }) || hands.booked.includes(keyOf({ table, round }))) return;
    hands.open = [...hands.open, { player, table, round, decisions: [] }].slice(-MOST_HANDS);
    this.#handStorage.write(hands);
  }

  /**
   * A decision was sent. It may still be refused.
   * @param {HandId} hand
   * @param {Decision} decision
   */
  decide(hand, decision) {
    this.begin(hand);
    this.#change(hand, (decisions) =>
      [...without(decisions, decision.question), decision].sort(
        (one, other) => one.question.board.length - other.question.board.length,
      ),
    );
  }

  /**
   * A decision was refused, and never happened.
   * @param {HandId} hand
   * @param {Question} question
   */
  refuse(hand, question) {
    this.#change(hand, (decisions) => without(decisions, question));
  }

  /**
   * The advice for a decision has come. It may come after later decisions, and after the hand is over.
   * @param {HandId} hand
   * @param {Question} question
   * @param {Advice} advice
   */
  grade(hand, question, advice) {
    this.#change(hand, (decisions) =>
      decisions.map((each) => (isSameStreet(each.question, question) ? { ...each, advice } : each)),
    );
    const late = this.#reviewed.get(keyOf(hand))?.decisions.find((each) => isSameStreet(each.question, question));
    if (late) this.#addMistakes(hand, [late]);
  }

  /** The decisions of a hand, street by street. @param {{table: number, round: number}} hand @returns {Decision[]} */
  review(hand) {
    return (this.#reviewed.get(keyOf(hand)) ?? this.#find(this.#hands(), hand))?.decisions ?? [];
  }

  /** A round is void: its wagers went back, and its decisions cost nothing. @param {HandId} hand */
  drop(hand) {
    this.#close(hand);
    this.#reviewed.delete(keyOf(hand));
  }

  /**
   * Books a hand that is over. One that this browser did not see being played is left out; one whose split cannot be
   * had stays open for the next time.
   * @param {HandId} hand
   * @returns {Promise<boolean>} whether it was booked now
   */
  async book(hand) {
    if (!this.#find(this.#hands(), hand)) return false;
    const split = await this.#splitOf(hand).catch(() => null);
    // Another call, or another tab, may have booked it in the meantime.
    const open = split && this.#close(hand);
    if (!open) return false;
    this.#reviewed.set(keyOf(hand), open);
    const { total, mistakes } = this.session.get();
    this.#write({ total: add(total, split), mistakes });
    this.#addMistakes(hand, open.decisions);
    for (const { question, advice } of open.decisions) if (!advice) void this.#gradeLate(hand, question);
    return true;
  }

  /** @param {HandId} hand @param {Question} question */
  async #gradeLate(hand, question) {
    const advice = await this.#advise(question).catch(() => null);
    if (advice) this.grade(hand, question, advice);
  }

  /** Books the hands that a player left before they were over. @param {number} player */
  async bookLeft(player) {
    const left = this.#hands().open.filter((hand) => hand.player === player);
    if (!left.length) return;
    const finished = await this.#finished().catch(() => []);
    for (const hand of left) {
      const end = finished.find((each) => keyOf(each) === keyOf(hand));
      if (end?.void) this.drop(hand);
      else if (end) await this.book(hand);
    }
  }

  /** @returns {Hands} */
  #hands() {
    // Read every time: other tabs write it too.
    return { open: [], booked: [], ...this.#handStorage.read() };
  }

  /** @param {Hands} hands @param {{table: number, round: number}} hand */
  #find({ open }, hand) {
    return open.find((each) => keyOf(each) === keyOf(hand)) ?? null;
  }

  /** Marks a hand as booked; null if it was not open. @param {HandId} hand */
  #close(hand) {
    const hands = this.#hands();
    const open = this.#find(hands, hand);
    if (!open) return null;
    hands.open = hands.open.filter((each) => each !== open);
    hands.booked = [keyOf(hand), ...hands.booked].slice(0, MOST_HANDS);
    this.#handStorage.write(hands);
    return open;
  }

  /**
   * @param {HandId} hand
   * @param {(decisions: Decision[]) => Decision[]} change
   */
  #change(hand, change) {
    const hands = this.#hands();
    const at = this.#reviewed.get(keyOf(hand)) ?? this.#find(hands, hand);
    if (!at) return;
    at.decisions = change(at.decisions);
    this.#handStorage.write(hands);
  }

  /**
   * @param {HandId} hand
   * @param {Decision[]} decisions
   */
  #addMistakes({ table, round }, decisions) {
    const { total, mistakes } = this.session.get();
    const isKnown = (/** @type {Decision} */ { question }) =>
      mistakes.some((each) => keyOf(each) === keyOf({ table, round }) && isSameStreet(each.question, question));
    const made = decisions.flatMap((decision) => {
      const cost = costOf(decision);
      const { advice } = decision;
      return advice && cost && !isKnown(decision) ? [{ ...decision, advice, table, round, cost }] : [];
    });
    if (made.length) this.#write({ total, mistakes: [...made.reverse(), ...mistakes].slice(0, MOST_MISTAKES) });
  }

  /** @param {Session} next */
  #write(next) {
    this.session.set(next);
    this.#sessionStorage.write(next);
  }
}

/** A hand decides once on each street. @param {Question} one @param {Question} other */
const isSameStreet = (one, other) => one.board.length === other.board.length;

/** @param {Decision[]} decisions @param {Question} question */
const without = (decisions, question) => decisions.filter((each) => !isSameStreet(each.question, question));
