/** The card room over HTTP. */

import { words } from './words.js';

/** A failure, as the card room tells it. */
export class Failure extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  const text = await reached((await answerOf(method, path, body)).text());
  return text ? JSON.parse(text) : null;
}

/**
 * Browsers say in words of their own that nobody answers.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
const reached = (answer) =>
  answer.catch(() => {
    throw new Failure(0, 'unreachable', words.unreachable);
  });

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
  const answer = await reached(fetch(path, init));
  if (answer.ok) return answer;
  // What stands before the card room and cannot reach it answers with a page of its own.
  const told = await answer.json().catch(() => null);
  const untold = answer.status >= 502 ? words.unreachable : words.wrong;
  throw new Failure(answer.status, told?.code ?? 'unknown', told?.error ?? untold);
}

/** @param {string} path */
export const get = (path) => ask('GET', path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => ask('POST', path, body);
/** The answer as a file. @param {string} path @param {unknown} body */
export const postForFile = async (path, body) => (await answerOf('POST', path, body)).blob();
/** @param {string} path */
export const remove = (path) => ask('DELETE', path);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * What does not change while the page is open.
 * @param {string} path
 */
export function getOnce(path) {
  const known = kept.get(path);
  if (known) return known;
  const asked = get(path);
  asked.catch(() => kept.delete(path));
  kept.set(path, asked);
  return asked;
}

/** @returns {Promise<import('./types.js').Book[]>} */
export const books = () => getOnce('/api/rules');
/** @returns {Promise<import('./types.js').Clause[]>} */
export const clauses = () => getOnce('/api/clauses');
