// Every pair of status and event.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAB_EVENTS, LAB_STATUSES, nextLabStatus } from '#domain/lab/lab-state.ts';

const EXPECTED = [
  '          configured started begun   completed cancelled failed',
  'created   created    queued  -       -         -         -',
  'queued    -          -       running completed cancelled failed',
  'running   -          -       running completed cancelled failed',
  'completed completed  queued  -       -         -         -',
  'cancelled cancelled  queued  -       -         -         -',
  'failed    failed     queued  -       -         -         -',
];

test('the table of a lab is this one', () => {
  const [heads = '', ...rows] = EXPECTED;
  assert.deepEqual(heads.trim().split(/ +/), LAB_EVENTS);
  for (const row of rows) {
    const [status, ...after] = row.split(/ +/);
    const own = LAB_STATUSES.find((known) => known === status);
    assert.ok(own !== undefined);
    assert.deepEqual(
      LAB_EVENTS.map((event) => nextLabStatus(own, event) ?? '-'),
      after,
    );
  }
});
