// Four rounds of killing the processes of a service, one of each kind, beside those who follow its
// events.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killEventRounds } from '../integration/kill-event-rounds.ts';

test('whoever follows events has each once, whichever process is killed', async (context) => {
  const report = await killEventRounds(4);
  assert.ok(report.events > 0);
  context.diagnostic(JSON.stringify(report));
});
