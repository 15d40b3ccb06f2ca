// Strategies over a month of real minutes, as a bot whose process ends once a day and as a
// backtest: the same orders, fills and profit to the last unit.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { skipWithout } from '../support/reference-data.ts';
import { assertParity, STRATEGIES } from '../support/strategy-parity.ts';

const DAY = 1_440;

suite('over a month of recorded minutes', { skip: skipWithout('candles') }, () => {
  for (const [what, brain] of Object.entries(STRATEGIES))
    test(what, async () => {
      const { orders } = await assertParity(brain, 29 * DAY, DAY);
      assert.ok(orders.length > 100, `${orders.length} orders`);
    });
});
