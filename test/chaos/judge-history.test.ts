// Canaries of the judge: a history that holds, and one violation of each invariant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { History } from './judge-history.ts';
import { judgeHistory } from './judge-history.ts';

const WELL: History = {
  acknowledged: [
    { key: 'a', orderId: '1' },
    { key: 'b', orderId: '2' },
    { key: 'a', orderId: '1' },
  ],
  sentKeys: new Set(['a', 'b', 'c']),
  // That of "c" was carried out, and its response was lost.
  storedOrderIds: ['1', '2', '3'],
  ledgerFaults: [],
  eventFaults: [],
  stoppedBots: [],
  signals: new Map([
    ['s1', true],
    ['s2', false],
    ['s3', false],
  ]),
  heard: ['s1', 's3'],
  botOrdersCount: 2,
  disorders: new Map(),
  realOrders: [
    { orderId: '2', name: 'two', state: 'filled' },
    { orderId: '3', name: 'three', state: 'rejected' },
  ],
  venueNames: ['two'],
  backtestStates: new Map([['bt_1', 'finished']]),
};

const CANARIES: readonly (readonly [change: Partial<History>, violation: RegExp])[] = [
  [{ storedOrderIds: ['1', '3'] }, /^order 2 was acknowledged and is not there$/],
  [
    { acknowledged: [...WELL.acknowledged, { key: 'a', orderId: '3' }] },
    /^key a made several orders$/,
  ],
  [
    { acknowledged: [...WELL.acknowledged, { key: 'c', orderId: '2' }] },
    /^order 2 was returned for several keys$/,
  ],
  [{ storedOrderIds: ['1', '2', '3', '4'] }, /^4 orders are stored, and 3 keys were sent$/],
  [{ storedOrderIds: ['1', '2', '2'] }, /^an order is stored twice$/],
  [{ ledgerFaults: ['acc_1 has 5 too many'] }, /^ledger: acc_1/],
  [{ eventFaults: ['a gap'] }, /^events: a gap$/],
  [{ stoppedBots: ['bot_1'] }, /^bot stopped: bot_1$/],
  [{ heard: ['s1', 's1', 's3'] }, /^signal s1 was acknowledged and was heard 2 times$/],
  [{ heard: ['s3', 's2'] }, /^signal s1 was acknowledged and was heard 0 times$/],
  [{ heard: ['s1', 's3', 's3'] }, /^signal s3 was sent and was heard 2 times$/],
  [{ heard: ['s1', 's3', 's4'] }, /^signal s4 was heard, and nobody sent it$/],
  [{ botOrdersCount: 3 }, /^bots heard 2 signals and made 3 orders$/],
  [{ disorders: new Map([['a', 'read']]) }, /^key a is not linearizable: read$/],
  [{ venueNames: ['two', 'two'] }, /^order 2, "filled", is 2 times at the exchange$/],
  [{ venueNames: [] }, /^order 2, "filled", is 0 times at the exchange$/],
  [{ venueNames: ['two', 'three'] }, /^order 3, "rejected", is 1 times at the exchange$/],
  [{ venueNames: ['two', 'four'] }, /^the exchange has the order four, which is not ours$/],
  [
    { realOrders: [{ orderId: '2', name: 'two', state: 'unknown' }] },
    /^order 2 is still "unknown"$/,
  ],
  [{ backtestStates: new Map([['bt_1', 'queued']]) }, /^backtest bt_1 is queued$/],
  [{ backtestStates: new Map([['bt_1', null]]) }, /^backtest bt_1 is not there$/],
];

test('a history that holds has no violation', () => {
  assert.deepEqual(judgeHistory(WELL), []);
});

for (const [change, violation] of CANARIES)
  test(`${violation.source} is found, and nothing else`, () => {
    const found = judgeHistory({ ...WELL, ...change });
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', violation);
  });
