// Three rounds of killing the service under a stream of orders; kill-orders.long.ts plays fifty.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectOrders } from './inspect-orders.ts';
import { killRounds } from './kill-rounds.ts';

test('orders survive three kills, each exactly once', async (context) => {
  const report = await killRounds(3, inspectOrders);
  assert.ok(report.acknowledged > 0);
  context.diagnostic(JSON.stringify(report));
});
