/** The card room over HTTP and WebSocket. No other module of the page knows `fetch` or `WebSocket`. */

import { stored } from '../state/storage.js';
import { texts } from '../text/text.js';
import { EngineError } from './engine.js';
import { Link } from './link.js';
import { Receipts } from './state/receipts.js';

/** @implements {Engine} @typedef {import('./engine.js').Engine} Engine */
export class CardRoom {
  /** @type {Map<string, Promise<any>>} */
  #cache = new Map();
  #link = new Link(
    () => new WebSocket(socketAddress()),
    new Receipts(stored(() => localStorage, 'uth.signed-receipts')),
  );

  constructor() {
    addEventListener('online', () => this.#link.retryNow());
  }

  get connection() {
    return this.#link.connection;
  }

  /** @type {Engine['onBalance']} */
  onBalance(listener) {
    this.#link.onBalance = listener;
  }

  now_ms() {
    return this.#link.now_ms();
  }

  /** @type {Engine['watch']} */
  watch(table, onUpdate, onFailure) {
    return this.#link.watch(table, onUpdate, onFailure);
  }

  /** @type {Engine['startOver']} */
  startOver(table) {
    this.#link.startOver(table);
  }

  /** @type {Engine['command']} */
  command(table, command, seen) {
    return this.#link.command(table, command, seen);
  }

  /** @type {Engine['keepConnected']} */
  keepConnected(isKept) {
    this.#link.keepConnected(isKept);
  }

  reconnect() {
    this.#link.restart();
  }

  account = () => get('/api/me');
  takeChips = () => post('/api/chips');
  createGuest = () => post('/api/guest');
  /** @type {Engine['signIn']} */
  signIn = (values) => post('/api/sign-in', values);
  signOut = () => post('/api/sign-out');
  signOutEverywhere = () => post('/api/sign-out/everywhere');
  /** @type {Engine['makeRecoveryCodes']} */
  makeRecoveryCodes = (current) => post('/api/recovery-codes', { current });
  makeSecondFactor = () => post('/api/second-factor');
  /** @type {Engine['enrolSecondFactor']} */
  enrolSecondFactor = (values) => post('/api/second-factor/enrol', values);
  /** @type {Engine['removeSecondFactor']} */
  removeSecondFactor = (values) => post('/api/second-factor/remove', values);
  /** @type {Engine['nameAccount']} */
  nameAccount = (values) => post('/api/name', values);
  /** @type {Engine['changePassword']} */
  changePassword = (values) => post('/api/password', values);
  /** @type {Engine['changeLimits']} */
  changeLimits = (change) => post('/api/limits', change);
  /** @type {Engine['redeemFloorCode']} */
  redeemFloorCode = (code) => post('/api/floor-code', { code });
  tokens = () => get('/api/tokens');
  /** @type {Engine['createToken']} */
  createToken = (values) => post('/api/tokens', values);
  /** @type {Engine['revokeToken']} */
  revokeToken = (id) => request('DELETE', `/api/tokens/${id}`);

  books = () => this.#once('/api/rules');
  clauses = () => this.#once('/api/clauses');
  tables = () => get('/api/tables');
  allTables = () => get('/api/tables/all');
  openSoloTable = () => post('/api/solo');

  /** @type {Engine['history']} */
  history = (table, round) => get(`/api/tables/${table}/rounds/${round}`);
  /** @type {Engine['hands']} */
  hands = (cursor) => get(`/api/hands?${page(cursor)}`);
  /** @type {Engine['split']} */
  split = (table, round) => get(`/api/hands/${table}/${round}/split`);
  splits = () => get('/api/hands/split');
  /** @type {Engine['banking']} */
  banking = () => get('/api/banking');
  /** @type {Engine['handsOf']} */
  handsOf = (player, cursor) => get(`/api/players/${player}/hands?${page(cursor)}`);

  /** @type {Engine['advise']} */
  advise = ({ hole, board, ...game }) =>
    post('/api/advise', { hole: hole.join(' '), board: board.join(' '), ...game });
  /** @type {Engine['rateDrills']} */
  rateDrills = (points) =>
    post('/api/drill', {
      points: points.map(({ hole, board }) => ({ hole: hole.join(' '), board: board.join(' ') })),
    });
  /** @type {Engine['solve']} */
  solve = (game) => post('/api/solve', game);
  /** @type {Engine['solveReport']} */
  solveReport = async (game) => (await answerOf('POST', '/api/solve/report', game)).blob();
  /** @type {Engine['ruin']} */
  ruin = (question) => post('/api/ruin', question);
  /** @type {Engine['bankValue']} */
  bankValue = (question) => post('/api/bank', question);
  information = () => this.#once('/api/information');

  /** @type {Engine['openTable']} */
  openTable = (table) => post('/api/tables', table);
  /** @type {Engine['floorAct']} */
  floorAct = (act, table, reason) => post(`/api/tables/${table}/${act}`, reason);
  /** @type {Engine['giveRole']} */
  giveRole = (role) => post('/api/roles', role);
  /** @type {Engine['people']} */
  people = (query) => get(`/api/players?${new URLSearchParams(query)}`);
  /** @type {Engine['logHead']} */
  logHead = (log) => get(`/api/logs/${log}/head`);
  /** @type {Engine['logEntries']} */
  logEntries = (log, after, limit) => get(`/api/logs/${log}?after=${after}&limit=${limit}`);
  /** @type {Engine['report']} */
  report = (query) => get(this.files.report(query));
  /** @type {Engine['flows']} */
  flows = (query) => get(`/api/reports/flows?${query}`);
  /** @type {Engine['rotation']} */
  rotation = (query) => get(this.files.rotation(query));
  /** @type {Engine['voids']} */
  voids = (query) => get(this.files.voids(query));

  /** @type {Engine['files']} */
  files = {
    history: (table, round) => `/api/tables/${table}/rounds/${round}`,
    hands: (format) => `/api/hands/export?format=${format}`,
    handsOf: (player, format) => `/api/players/${player}/export?format=${format}`,
    log: (log) => `/api/logs/${log}/export`,
    report: (query) => `/api/reports?${query}`,
    rotation: (query) => `/api/rotation?${query}`,
    rotationLog: (query) => `/api/rotation/export?${query}`,
    voids: (query) => `/api/reports/voids?${query}`,
    voidsExport: (query) => `/api/reports/voids/export?${query}`,
  };

  /** Asks once for what cannot change while the page is open; a failure is not kept. @param {string} path */
  #once(path) {
    const cached = this.#cache.get(path);
    if (cached) return cached;
    const answer = get(path);
    answer.catch(() => this.#cache.delete(path));
    this.#cache.set(path, answer);
    return answer;
  }
}

/** How many hands a page of a list has. */
const HANDS_PER_PAGE = 25;

/** @param {string} cursor */
const page = (cursor) => `limit=${HANDS_PER_PAGE}${cursor ? `&next=${encodeURIComponent(cursor)}` : ''}`;

function socketAddress() {
  const address = new URL('/ws', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}

/** @param {string} path */
const get = (path) => request('GET', path);
/** @param {string} path @param {unknown} [body] */
const post = (path, body = {}) => request('POST', path, body);

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  const answer = await answerOf(method, path, body);
  const content = await unlessUnreachable(answer.text());
  return content ? JSON.parse(content) : null;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function answerOf(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const answer = await unlessUnreachable(fetch(path, init));
  if (answer.ok) return answer;
  // A proxy that cannot reach the card room answers with an HTML page of its own.
  const error = await answer.json().catch(() => null);
  const fallback = answer.status >= 502 ? texts.errors.unreachable : texts.errors.unknown;
  throw new EngineError(answer.status, error?.code ?? 'unknown', error?.reason ?? fallback);
}

/**
 * Replaces the browser's own message for a failed connection, which differs from browser to browser.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
const unlessUnreachable = (answer) =>
  answer.catch(() => {
    throw new EngineError(0, 'unreachable', texts.errors.unreachable);
  });
