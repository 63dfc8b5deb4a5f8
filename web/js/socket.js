/**
 * The socket that everybody plays through (docs/PROTOCOL.md): it comes back by itself, asks for what it missed, and
 * repeats commands under the same id until they are answered.
 */

import { signal } from './signal.js';

/**
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Settings} Settings
 * @typedef {{seq: number, name: string, settings: Settings, view: View, events: any[]}} Told
 * @typedef {{seq: number, name: string, settings: Settings | null, tell: (told: Told) => void,
 *   fail: (reason: string) => void}} Watched
 * @typedef {{done: true, seq: number} | {done: false, code: string, reason: string}} Answer
 * @typedef {{message: object, answer: (answer: Answer) => void}} Pending
 */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** Refusals that do not last. */
const AGAIN = new Set(['unknown', 'unavailable', 'busy', 'too_fast']);

class Link {
  /** Whether the card room is within reach: null until it was tried. */
  state = signal(/** @type {'open' | 'lost' | null} */ (null));
  /** @type {(balance: number) => void} */
  onWallet = () => {};
  /** What the card room's clock shows beyond ours. */
  ahead_ms = 0;

  /** @type {WebSocket | null} */
  #socket = null;
  #greeted = false;
  #wait_ms = FIRST_WAIT_MS;
  #timer = 0;
  /** @type {Map<number, Watched>} */
  #watched = new Map();
  /** @type {Map<string, Pending>} */
  #pending = new Map();

  now_ms() {
    return Date.now() + this.ahead_ms;
  }

  /**
   * Watches a table until the returned function is called.
   * @param {number} table
   * @param {(told: Told) => void} tell
   * @param {(reason: string) => void} fail
   */
  watch(table, tell, fail) {
    this.#watched.set(table, { seq: 0, name: '', settings: null, tell, fail });
    if (this.#greeted) this.#send({ type: 'watch', table });
    else this.#connect();
    return () => {
      this.#watched.delete(table);
      if (this.#greeted) this.#send({ type: 'unwatch', table });
    };
  }

  /**
   * Sends a command and resolves when it is answered, however often the connection breaks meanwhile.
   * @param {number} table
   * @param {object} command
   * @param {number} [seen]
   * @returns {Promise<Answer>}
   */
  command(table, command, seen) {
    const id = crypto.randomUUID();
    const message = { type: 'command', id, table, seen: seen ?? this.#watched.get(table)?.seq ?? 0, command };
    return new Promise((answer) => {
      this.#pending.set(id, { message, answer });
      if (this.#greeted) this.#send(message);
      else this.#connect();
    });
  }

  /** Connects anew, as whoever this browser is now. */
  restart() {
    const old = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    old?.close();
    if (this.#watched.size || this.#pending.size) this.#connect();
  }

  /** Tries again now. */
  hurry() {
    if (this.#socket) return;
    this.#wait_ms = FIRST_WAIT_MS;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #connect() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: 1 }));
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost() {
    this.#socket = null;
    this.#greeted = false;
    if (!this.#watched.size && !this.#pending.size) return;
    this.state.set('lost');
    const wait_ms = this.#wait_ms * (0.75 + Math.random() / 2);
    this.#wait_ms = Math.min(this.#wait_ms * 2, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.#connect(), wait_ms);
  }

  /** @param {object} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {any} said */
  #hear(said) {
    switch (said.type) {
      case 'hello':
        this.ahead_ms = said.now_ms - Date.now();
        return this.#greet();
      case 'wallet':
        return this.onWallet(said.balance);
      case 'snapshot':
      case 'update':
        return this.#told(said);
      case 'done':
        return this.#answered(said.id, { done: true, seq: said.seq });
      case 'refused':
        // It may or may not have been done, or could be done later: the same command will tell.
        if (AGAIN.has(said.code)) return this.#again(said.id);
        return this.#answered(said.id, { done: false, code: said.code, reason: said.reason });
      case 'error':
        if (said.table) this.#watched.get(said.table)?.fail(said.reason);
    }
  }

  #greet() {
    this.#greeted = true;
    this.#wait_ms = FIRST_WAIT_MS;
    this.state.set('open');
    for (const [table, { seq }] of this.#watched) {
      this.#send(seq ? { type: 'watch', table, after: seq } : { type: 'watch', table });
    }
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  /** @param {any} said */
  #told(said) {
    const watched = this.#watched.get(said.table);
    if (!watched) return;
    const events = said.events ?? [];
    if (said.type === 'snapshot') {
      watched.name = said.name;
      watched.settings = said.settings;
    } else if (said.seq - events.length > watched.seq) {
      // Something is missing: ask for it.
      this.#send({ type: 'watch', table: said.table, after: watched.seq });
      return;
    } else if (said.seq <= watched.seq) {
      return;
    }
    watched.seq = said.seq;
    if (!watched.settings) return;
    watched.tell({ seq: said.seq, name: watched.name, settings: watched.settings, view: said.view, events });
  }

  /** @param {string} id @param {Answer} answer */
  #answered(id, answer) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer(answer);
  }

  /** @param {string} id */
  #again(id) {
    setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending && this.#greeted) this.#send(pending.message);
    }, 500);
  }
}

/** The one connection of this page. */
export const link = new Link();
addEventListener('online', () => link.hurry());
