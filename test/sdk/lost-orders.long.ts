// Two thousand orders through the client, while it and the service are killed.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { loseNothing } from './lose-nothing.ts';

test('of 2,000 orders each is placed once', async (context) => {
  const report = await loseNothing({ ordersCount: 2_000, killsMax: 60, seed: 1 });
  assert(report.clientKills > 0 && report.serviceKills > 0);
  context.diagnostic(JSON.stringify(report));
});
