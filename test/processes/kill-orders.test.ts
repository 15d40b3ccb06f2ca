// Four rounds of killing the service under a stream of orders; everyday runs have one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectOrders } from '../integration/inspect-orders.ts';
import { killRounds } from '../integration/kill-rounds.ts';

test('orders survive four kills, each exactly once', async (context) => {
  const report = await killRounds(4, inspectOrders);
  assert.ok(report.acknowledged > 0);
  context.diagnostic(JSON.stringify(report));
});
