import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Link } from '../js/engine/link.js';
import { Receipts } from '../js/engine/state/receipts.js';
import { SETTINGS, view } from './scenes.js';

/** A socket that a test answers. */
class FakeSocket {
  /** @type {any[]} */
  sent = [];
  closed = false;
  key = 'key-1';
  /** @type {any} */
  onopen = null;
  /** @type {any} */
  onmessage = null;
  /** @type {any} */
  onclose = null;

  /** @param {string} message */
  send(message) {
    this.sent.push(JSON.parse(message));
  }

  close() {
    this.closed = true;
    this.onclose?.({});
  }

  /** @param {object} message */
  answer(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  greet() {
    this.onopen({});
    this.answer({ type: 'hello', now_ms: Date.now() + 5_000, public_key: this.key });
  }

  /** The types of all messages, and of the last one. */
  get types() {
    return this.sent.map(({ type }) => type);
  }
}

/** @type {FakeSocket[]} */
let sockets = [];
/** @type {Link} */
let link;
/** What the browser keeps. @type {any} */
let kept = null;

const storage = { read: () => kept, write: (/** @type {any} */ value) => void (kept = structuredClone(value)) };

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  sockets = [];
  kept = null;
  link = newLink();
});
afterEach(() => mock.timers.reset());

function newLink() {
  const open = () => {
    sockets.push(new FakeSocket());
    return sockets[sockets.length - 1];
  };
  return new Link(open, new Receipts(storage));
}

const receipt = (/** @type {number} */ seq) =>
  ({ table: 4, seq, hash: `hash-${seq}`, at_ms: 1_000, signature: `signature-${seq}` });

const snapshot = (/** @type {number} */ seq) =>
  ({
    type: 'snapshot', table: 4, seq, hash: `hash-${seq}`, name: 'Four', settings: SETTINGS, events: null,
    view: view(),
  });
const update = (/** @type {number} */ seq, /** @type {number} */ events) =>
  ({ type: 'update', table: 4, seq, hash: `hash-${seq}`, view: view(), events: Array(events).fill({}) });

test('no socket is opened before something is needed', () => assert.equal(sockets.length, 0));

test('a table is watched after the greeting, and reported with its name and settings', () => {
  /** @type {any[]} */
  const updates = [];
  link.watch(4, (told) => updates.push(told), () => {});
  const [socket] = sockets;
  assert.deepEqual(socket.sent, []);
  socket.greet();
  assert.deepEqual(socket.sent, [{ type: 'hello', protocol: 1 }, { type: 'watch', table: 4 }]);
  assert.equal(link.connection.get(), 'open');
  assert.ok(link.now_ms() - Date.now() > 4_000, 'the clock of the other side counts');
  socket.answer(snapshot(10));
  socket.answer(update(12, 2));
  assert.deepEqual(updates.map(({ seq, name }) => [seq, name]), [[10, 'Four'], [12, 'Four']]);
  // Somebody has gone away: nothing has happened at the table, and its view is another one.
  socket.answer(update(12, 0));
  assert.deepEqual(updates.map(({ seq }) => seq), [10, 12, 12]);
});

test('a gap is asked for, and what is known already is dropped', () => {
  /** @type {number[]} */
  const seen = [];
  link.watch(4, ({ seq }) => seen.push(seq), () => {});
  const [socket] = sockets;
  socket.greet();
  socket.answer(snapshot(10));
  socket.answer(update(15, 2));
  assert.deepEqual(socket.sent.at(-1), { type: 'watch', table: 4, after: { seq: 10, hash: 'hash-10' } });
  socket.answer(update(10, 1));
  assert.deepEqual(seen, [10]);
});

test('a command is repeated under its id after the connection was lost', async () => {
  const answer = link.command(4, { type: 'check' }, 10);
  sockets[0].greet();
  const sent = sockets[0].sent.at(-1);
  sockets[0].close();
  assert.equal(link.connection.get(), 'lost');
  mock.timers.tick(600);
  assert.equal(sockets.length, 2, 'it reconnects by itself');
  sockets[1].greet();
  assert.deepEqual(sockets[1].sent.at(-1), sent);
  sockets[1].answer({ type: 'done', id: sent.id, receipt: receipt(11) });
  assert.deepEqual(await answer, { done: true, receipt: receipt(11) });
});

test('a refusal is reported, but one that may pass is repeated', async () => {
  const answer = link.command(4, { type: 'raise', times: 4 });
  const [socket] = sockets;
  socket.greet();
  const { id } = socket.sent.at(-1);
  const passing = ['too_fast', 'busy', 'unavailable', 'outcome_unknown', 'timeout', 'not_ready'];
  for (const code of passing) {
    socket.answer({ type: 'refused', id, code, reason: 'later' });
    mock.timers.tick(500);
  }
  assert.deepEqual(socket.types, ['hello', 'command', ...passing.map(() => 'command')]);
  socket.answer({ type: 'refused', id, code: 'not_now', reason: 'not now' });
  assert.deepEqual(await answer, { done: false, code: 'not_now', reason: 'not now' });
});

test('the latest receipt of a table outlives the page, and says where its next page goes on', async () => {
  const [first, second] = [link.command(4, { type: 'check' }), link.command(4, { type: 'check' })];
  sockets[0].greet();
  const [, one, other] = sockets[0].sent;
  sockets[0].answer({ type: 'done', id: other.id, receipt: receipt(12) });
  sockets[0].answer({ type: 'done', id: one.id, receipt: receipt(11) });
  await Promise.all([first, second]);
  link = newLink();
  link.watch(4, () => {}, () => {});
  sockets[1].greet();
  const watch = { type: 'watch', table: 4, after: { seq: 12, hash: 'hash-12' }, receipt: receipt(12) };
  assert.deepEqual(sockets[1].sent.at(-1), watch);
});

test('another card room at the same address is shown no receipt of this one', async () => {
  const answer = link.command(4, { type: 'check' });
  sockets[0].greet();
  sockets[0].answer({ type: 'done', id: sockets[0].sent.at(-1).id, receipt: receipt(12) });
  await answer;
  for (const [key, expected] of [['key-2', { type: 'watch', table: 4 }], ['key-1', undefined]]) {
    link = newLink();
    link.watch(4, () => {}, () => {});
    const socket = sockets[sockets.length - 1];
    socket.key = String(key);
    socket.greet();
    const watch = socket.sent.at(-1);
    if (expected) assert.deepEqual(watch, expected);
    else assert.deepEqual(watch.receipt, receipt(12));
  }
});

test('a card room that has forgotten is reported with the receipt, which starting over puts aside', async () => {
  const answer = link.command(4, { type: 'check' });
  /** @type {any[]} */
  const failures = [];
  link.watch(4, () => {}, (reason, forgotten) => failures.push([reason, forgotten]));
  const [socket] = sockets;
  socket.greet();
  socket.answer(snapshot(12));
  socket.answer({ type: 'done', id: socket.sent.at(-1).id, receipt: receipt(12) });
  await answer;
  socket.answer({ type: 'error', table: 4, code: 'forgotten', reason: 'gone' });
  socket.answer({ type: 'error', table: 4, code: 'no_such_table', reason: 'none' });
  assert.deepEqual(failures, [['gone', { receipt: receipt(12) }], ['none', null]]);
  link.startOver(4);
  assert.deepEqual(socket.sent.at(-1), { type: 'watch', table: 4 });
  assert.deepEqual(kept, { latest: [], aside: [receipt(12)] });
});

test('receipts of tables that were played long ago are forgotten', () => {
  const receipts = new Receipts(storage);
  for (let table = 1; table <= 60; table += 1) receipts.keep({ ...receipt(1), table });
  assert.equal(kept.latest.length, 50);
  assert.equal(receipts.latest(10), null);
  assert.deepEqual(receipts.latest(60), { ...receipt(1), table: 60 });
});

test('the wait between attempts grows', () => {
  link.watch(4, () => {}, () => {});
  sockets[0].close();
  mock.timers.tick(600);
  sockets[1].close();
  mock.timers.tick(500);
  assert.equal(sockets.length, 2, 'the second wait is longer than the first');
  mock.timers.tick(600);
  assert.equal(sockets.length, 3);
});

test('a new session gets a new socket, and the old one says nothing any more', () => {
  /** @type {number[]} */
  const seen = [];
  link.watch(4, ({ seq }) => seen.push(seq), () => {});
  sockets[0].greet();
  link.restart();
  assert.equal(sockets[0].closed, true);
  assert.notEqual(link.connection.get(), 'lost');
  sockets[0].answer(snapshot(10));
  sockets[1].greet();
  sockets[1].answer(snapshot(11));
  assert.deepEqual(seen, [11]);
});

test('a table that is no longer watched is not reported, and nothing reconnects for it', () => {
  const stop = link.watch(4, () => assert.fail('it is reported'), () => {});
  sockets[0].greet();
  stop();
  assert.deepEqual(sockets[0].sent.at(-1), { type: 'unwatch', table: 4 });
  sockets[0].answer(snapshot(10));
  sockets[0].close();
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});

test('balances and failures are reported', () => {
  /** @type {any[]} */
  const heard = [];
  link.onBalance = (balance) => heard.push(balance);
  link.watch(4, () => {}, (reason) => heard.push(reason));
  sockets[0].greet();
  sockets[0].answer({ type: 'wallet', balance: 99_000 });
  sockets[0].answer({ type: 'error', table: 4, code: 'no_such_table', reason: 'there is no such table' });
  assert.deepEqual(heard, [99_000, 'there is no such table']);
});

test('a connection that is kept hears of the wallet on every page, and comes back by itself', () => {
  /** @type {number[]} */
  const balances = [];
  link.onBalance = (balance) => balances.push(balance);
  link.keepConnected(true);
  sockets[0].greet();
  sockets[0].answer({ type: 'wallet', balance: 500 });
  sockets[0].close();
  mock.timers.tick(600);
  sockets[1].greet();
  sockets[1].answer({ type: 'wallet', balance: 700 });
  assert.deepEqual(balances, [500, 700]);
  link.keepConnected(false);
  sockets[1].close();
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 2, 'a visitor without an account needs no connection');
});
