// A few hundred orders through the client, while it and the service are killed.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { loseNothing } from '../../sdk/lose-nothing.ts';

test('of 300 orders each is placed once', async (context) => {
  const report = await loseNothing({ ordersCount: 300, killsMax: 4, seed: 3 });
  assert.equal(report.ordersCount, 300);
  context.diagnostic(JSON.stringify(report));
});
