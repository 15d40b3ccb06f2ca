// A round of killing the process of the API under a stream of orders; test/processes has more of
// them with all processes of a service, and kill-orders.long.ts plays fifty.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectOrders } from './inspect-orders.ts';
import { killRounds } from './kill-rounds.ts';

test('orders survive a kill, each exactly once', async (context) => {
  const report = await killRounds(1, inspectOrders, ['--api']);
  assert.ok(report.acknowledged > 0);
  context.diagnostic(JSON.stringify(report));
});
