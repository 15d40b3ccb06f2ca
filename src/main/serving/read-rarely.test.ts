import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRarely } from '#main/serving/read-rarely.ts';

test('what was read stays for so long, and a failure leaves it as it was', async () => {
  let [now, reads] = [0, 0];
  const read = readRarely(
    10,
    () => now,
    async () => {
      reads += 1;
      if (reads === 2) throw new Error('away');
      return reads;
    },
  );
  const seen: unknown[] = [];
  for (now of [0, 9, 10, 11, 20, 21]) seen.push(await read().catch(() => 'failed'));
  assert.deepEqual(seen, [1, 1, 'failed', 3, 3, 4]);
});
