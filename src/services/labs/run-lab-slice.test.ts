// Slices of a lab run on what the execution began with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';

test('the exchange is queried once for the wallet, however many slices there are', async () => {
  let requestedCount = 0;
  const counting = (sim: Exchange): Exchange => ({
    ...sim,
    fetchBalances(account) {
      requestedCount += 1;
      return sim.fetchBalances(account);
    },
  });
  const harness = await labHarness(undefined, counting);
  const lab = await harness.carryOut(await harness.start());
  assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
  assert.equal(lab.execution?.completedCount, 3);
  assert.equal(requestedCount, 1);
});
