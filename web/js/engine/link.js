/**
 * The socket side of docs/PROTOCOL.md. A link reconnects by itself, asks for the events it missed, and repeats each
 * command under its id until it is answered; the id makes the repetition harmless.
 */

import { signal } from '../state/signal.js';

/**
 * @typedef {import('./engine.js').TableUpdate} TableUpdate
 * @typedef {import('../protocol.gen.js').ClientMessage} ClientMessage
 * @typedef {import('../protocol.gen.js').ServerMessage} ServerMessage
 * @typedef {import('./engine.js').CommandResult} CommandResult
 * @typedef {{position: import('../protocol.gen.js').LogPosition | null, name: string,
 *   settings: import('../protocol.gen.js').TableSettings | null,
 *   onUpdate: (update: TableUpdate) => void, onFailure: import('./engine.js').OnFailure}} WatchedTable
 * @typedef {{message: ClientMessage, resolve: (result: CommandResult) => void}} PendingCommand
 *
 * What a link needs of a WebSocket.
 * @typedef {{send: (message: string) => void, close: () => void, onopen: ((event: any) => void) | null,
 *   onmessage: ((event: any) => void) | null, onclose: ((event: any) => void) | null}} Socket
 */

const PROTOCOL = 1;
const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 15_000;
const RETRY_MS = 500;
/** Refusals that say nothing about the command itself: it may have been executed, or may be later. */
const RETRYABLE = new Set(['too_fast', 'busy', 'unavailable', 'outcome_unknown', 'timeout', 'not_ready']);

export class Link {
  connection = signal(/** @type {import('./engine.js').ConnectionState} */ (null));
  /** @type {(balance: number) => void} */
  onBalance = () => {};

  /** How far the other side's clock is ahead of this one. */
  #ahead_ms = 0;
  /** @type {() => Socket} */
  #open;
  /** @type {Socket | null} */
  #socket = null;
  /** Whether the greeting was answered. Before that the other side does not know who we are. */
  #greeted = false;
  #delay_ms = FIRST_DELAY_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Map<number, WatchedTable>} */
  #watched = new Map();
  /** @type {Map<string, PendingCommand>} */
  #pending = new Map();

  /** Whether the connection is kept although no table is watched. */
  #isKept = false;
  #receipts;

  /**
   * @param {() => Socket} open opens a socket; called again for each attempt
   * @param {import('./state/receipts.js').Receipts} receipts
   */
  constructor(open, receipts) {
    this.#open = open;
    this.#receipts = receipts;
  }

  now_ms() {
    return Date.now() + this.#ahead_ms;
  }

  /**
   * Watches a table until the returned function is called.
   * @param {number} table
   * @param {(update: TableUpdate) => void} onUpdate
   * @param {import('./engine.js').OnFailure} onFailure
   */
  watch(table, onUpdate, onFailure) {
    this.#watched.set(table, { position: null, name: '', settings: null, onUpdate, onFailure });
    if (this.#greeted) this.#sendWatch(table);
    else this.#connect();
    return () => {
      this.#watched.delete(table);
      if (this.#greeted) this.#send({ type: 'unwatch', table });
    };
  }

  /**
   * Watches a table anew, although the other side no longer has what it confirmed there.
   * @param {number} table
   */
  startOver(table) {
    this.#receipts.setAside(table);
    const watched = this.#watched.get(table);
    if (!watched) return;
    watched.position = null;
    if (this.#greeted) this.#sendWatch(table);
  }

  /**
   * Sends a command and resolves when it is answered, however often the connection breaks in between.
   * @param {number} table
   * @param {import('../protocol.gen.js').ClientCommand} command
   * @param {number} [seen] the sequence number the command answers; the latest one by default
   * @returns {Promise<CommandResult>}
   */
  command(table, command, seen) {
    const id = crypto.randomUUID();
    /** @type {ClientMessage} */
    const message = { type: 'command', id, table, seen: seen ?? this.#watched.get(table)?.position?.seq ?? 0, command };
    return new Promise((resolve) => {
      this.#pending.set(id, { message, resolve });
      if (this.#greeted) this.#send(message);
      else this.#connect();
    });
  }

  /**
   * Keeps a connection, or no longer: a player hears of the wallet on every page.
   * @param {boolean} isKept
   */
  keepConnected(isKept) {
    this.#isKept = isKept;
    if (isKept) this.#connect();
  }

  /** Connects again, because the session that the socket was opened with is no longer the right one. */
  restart() {
    const old = this.#socket;
    // Forgotten before it is closed, so that its `close` event is not taken for a lost connection.
    this.#socket = null;
    this.#greeted = false;
    old?.close();
    if (this.#isNeeded()) this.#connect();
  }

  /** Tries now instead of after the delay. */
  retryNow() {
    if (this.#socket || !this.#isNeeded()) return;
    this.#delay_ms = FIRST_DELAY_MS;
    this.#connect();
  }

  #isNeeded() {
    return this.#isKept || this.#watched.size > 0 || this.#pending.size > 0;
  }

  #connect() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    const socket = this.#open();
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL }));
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#onLost();
    };
  }

  #onLost() {
    this.#socket = null;
    this.#greeted = false;
    if (!this.#isNeeded()) return;
    this.connection.set('lost');
    // The random part keeps the pages of a restarted card room from all coming back in the same moment.
    const delay_ms = this.#delay_ms * (0.75 + Math.random() / 2);
    this.#delay_ms = Math.min(this.#delay_ms * 2, LONGEST_DELAY_MS);
    this.#timer = setTimeout(() => this.#connect(), delay_ms);
  }

  /** @param {ClientMessage} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    switch (message.type) {
      case 'hello':
        this.#ahead_ms = message.now_ms - Date.now();
        this.#receipts.setRoom(message.public_key);
        return this.#onGreeted();
      case 'wallet':
        return this.onBalance(message.balance);
      case 'snapshot':
      case 'update':
        return this.#onTable(message);
      case 'done':
        this.#receipts.keep(message.receipt);
        return this.#resolve(message.id, { done: true, receipt: message.receipt });
      case 'refused':
        if (RETRYABLE.has(message.code)) return this.#repeat(message.id);
        return this.#resolve(message.id, { done: false, code: message.code, reason: message.reason });
      case 'error':
        if (message.table) this.#onFailure(message.table, message.reason, message.code);
    }
  }

  /**
   * @param {number} table
   * @param {string} reason
   * @param {string} code
   */
  #onFailure(table, reason, code) {
    const forgotten = code === 'forgotten' ? { receipt: this.#receipts.latest(table) } : null;
    this.#watched.get(table)?.onFailure(reason, forgotten);
  }

  #onGreeted() {
    this.#greeted = true;
    this.#delay_ms = FIRST_DELAY_MS;
    this.connection.set('open');
    // Tables first: the answer to a command then never precedes the state it was decided in.
    for (const table of this.#watched.keys()) this.#sendWatch(table);
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  /**
   * Asks for a table, and for what happened after the last event that this browser knows of. The latest receipt makes
   * the other side show that it still has what it confirmed.
   * @param {number} table
   */
  #sendWatch(table) {
    const receipt = this.#receipts.latest(table);
    const confirmed = receipt && { seq: receipt.seq, hash: receipt.hash };
    const after = this.#watched.get(table)?.position ?? confirmed;
    this.#send({ type: 'watch', table, ...(after && { after }), ...(receipt && { receipt }) });
  }

  /** @param {Extract<ServerMessage, {type: 'snapshot' | 'update'}>} message */
  #onTable(message) {
    const watched = this.#watched.get(message.table);
    if (!watched) return;
    const events = message.events ?? [];
    const known = watched.position?.seq ?? 0;
    if (message.type === 'snapshot') {
      watched.name = message.name;
      watched.settings = message.settings;
    } else if (message.seq - events.length > known) {
      // There is a gap before these events: ask for everything after the last one we have.
      this.#sendWatch(message.table);
      return;
    } else if (message.seq < known || (message.seq === known && events.length > 0)) {
      // Without events, an update says who is away, at the event that is known already.
      return;
    }
    watched.position = { seq: message.seq, hash: message.hash };
    if (!watched.settings) return;
    const { name, settings } = watched;
    watched.onUpdate({ seq: message.seq, name, settings, view: message.view, events });
  }

  /** @param {string} id @param {CommandResult} result */
  #resolve(id, result) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(result);
  }

  /** @param {string} id */
  #repeat(id) {
    setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending && this.#greeted) this.#send(pending.message);
    }, RETRY_MS);
  }
}
