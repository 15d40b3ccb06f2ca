// Fifty rounds of killing the processes of a service beside those who follow its events.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killEventRounds } from './kill-event-rounds.ts';

test('whoever follows events has each once over fifty kills', async (context) => {
  const report = await killEventRounds(50);
  assert.ok(report.events > 1_000);
  context.diagnostic(JSON.stringify(report));
});
