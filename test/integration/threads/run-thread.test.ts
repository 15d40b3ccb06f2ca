// A thread of running bots as a process has it: it measures what requests take of the processor,
// although it has given up everything that it was started with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { openRunThreads, RUN_THREADS } from '#main/bots/open-run-threads.ts';

test('a request about a run is charged with processor time', async () => {
  const threads = openRunThreads({ ...RUN_THREADS, sharedCount: 1 });
  try {
    const thread = present(threads.threads[0], 'there are two');
    const share = { ownerId: 'owner', isLimited: true };
    const request = { kind: 'go_on', runId: 'unknown', share } as const;
    const response = await thread.ask(request, { isWanted: () => true });
    assert.ok(response.ok);
    assert.equal(response.value.kind, 'unknown');
    const charge = present(response.value.charge, 'it is charged');
    assert.ok(charge.tookMs >= 0 && Number.isFinite(charge.tookMs));
    assert.ok(charge.isWithinShare);
  } finally {
    await threads.close();
  }
});
