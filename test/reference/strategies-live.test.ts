// Strategies over some hours of real minutes, as a bot and as a backtest: the same orders, fills
// and profit to the last unit. A month of them is in strategies-live.long.ts.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { skipWithout } from '../support/reference-data.ts';
import { assertParity, STRATEGIES } from '../support/strategy-parity.ts';

suite('over hours of recorded minutes', { skip: skipWithout('candles') }, () => {
  for (const [what, brain] of Object.entries(STRATEGIES))
    test(what, async () => {
      const { orders } = await assertParity(brain, 120, 50);
      assert.ok(orders.length > 2, `${orders.length} orders`);
    });
});
