// Twenty rounds of killing the processes of a service beside three channels of notifications.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killNotificationRounds } from './kill-notification-rounds.ts';

test('each notification arrives on each channel over twenty kills', async (context) => {
  const report = await killNotificationRounds(20);
  assert.ok(report.orders >= 15);
  context.diagnostic(JSON.stringify(report));
});
