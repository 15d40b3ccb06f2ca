// One short run of chaos; `npm run chaos` has many and longer ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos } from '../../chaos/run-chaos.ts';

test('keyed orders, ledgers, events and bots hold through kills and a failover', async (t) => {
  const report = await runChaos({ seed: 1, seconds: 20, size: 'few' });
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledgedCount > report.distinctCount, 'keys were repeated');
});
