import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actor, isFloorAct, peopleIn } from '../js/floor/state/log.js';
import { audit } from '../js/text/audit.js';

const who = (/** @type {number} */ player) => ['', 'Ann', 'Bea'][player] ?? `Player ${player}`;
const DAY = Date.UTC(2031, 3, 5, 14, 30);

test('every event of an account has a sentence', () => {
  /** @type {[any, string][]} */
  const rows = [
    [{ type: 'named', player: 1, name: 'Ann' }, 'Guest 1 takes the name Ann and a password'],
    [{ type: 'password_set', player: 1, by: 'owner' }, 'Ann has a new password'],
    [{ type: 'day_begun', player: 1, day: 5, wallet: 5000, on_tables: 0 }, 'A new day begins for Ann, who has $50'],
    [
      { type: 'day_begun', player: 1, day: 5, wallet: 5000, on_tables: 200 },
      'A new day begins for Ann, who has $50 and $2 on tables',
    ],
    [
      { type: 'granted', player: 1, amount: 100, why: { type: 'starting' } },
      'The cashier gives $1 to Ann, who is new here',
    ],
    [{ type: 'granted', player: 1, amount: 100, why: { type: 'daily' } }, 'The cashier gives $1 to Ann for a new day'],
    [{ type: 'limit_set', player: 1, daily_loss: 5000 }, 'Ann limits losses to $50 a day'],
    [{ type: 'limit_set', player: 1, daily_loss: null }, 'Ann lifts the daily loss limit'],
    [{ type: 'excluded', player: 1, until_ms: DAY }, 'Ann is excluded from playing until 2031-04-05 14:30 UTC'],
    [
      { type: 'token_created', player: 1, id: 2, name: 'bot', scopes: ['play', 'read'], expires_ms: DAY },
      'Ann creates token 2, “bot” (play, read), which ends on 2031-04-05 14:30 UTC',
    ],
    [{ type: 'locked_out', player: 1, until_ms: DAY }, 'Sign-in as Ann is locked until 2031-04-05 14:30 UTC'],
    [{ type: 'clock_jumped', node: 'a1', by_ms: -3600000 }, 'The clock of node a1 is set back by 3,600 s'],
    [{ type: 'started', node: 'a1', version: '0.2.0' }, 'Node a1 starts with version 0.2.0'],
  ];
  for (const [event, sentence] of rows) assert.equal(audit.sentence(event, who), sentence);
});

test('an event is told with the person who did it', () => {
  const content = { events: [] };
  /** @type {[any, number | null, boolean][]} */
  const rows = [
    [{ type: 'role_given', player: 2, role: 'floor', by: 'floor:1' }, 1, true],
    [{ type: 'role_given', player: 2, role: 'floor', by: 'operator' }, null, true],
    [{ type: 'role_given', player: 2, role: 'floor', by: 'first_start_code' }, null, true],
    [{ type: 'password_set', player: 2, by: 'owner' }, 2, false],
    [{ type: 'password_set', player: 2, by: 'operator' }, null, false],
    [{ type: 'unlocked', player: 2, by: 'floor:1' }, 1, false],
    [{ type: 'excluded', player: 2 }, 2, false],
    [{ type: 'sign_in_failed', player: 2 }, null, false],
    [{ type: 'granted', player: 2, why: { type: 'daily' } }, null, false],
  ];
  for (const [event, player, act] of rows) {
    assert.deepEqual([actor(event, content), isFloorAct(event)], [player, act], JSON.stringify(event));
  }
  assert.deepEqual(peopleIn({ events: [{ type: 'role_given', player: 2, by: 'floor:1' }] }), [2, 1]);
});
