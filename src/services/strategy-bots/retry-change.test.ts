import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

test('an attempt is repeated until nothing changes beside it', async () => {
  const results = [null, null, 'edited', 'never reached'];
  assert.equal(await retryChange(async () => results.shift() ?? null, 'it changed'), 'edited');
  assert.deepEqual(results, ['never reached']);
});

test('attempts end, and the failure says why', async () => {
  let tries = 0;
  const attempt = async (): Promise<null> => {
    tries += 1;
    return null;
  };
  await assert.rejects(retryChange(attempt, 'it changed'), {
    code: 'conflict',
    message: /it changed/,
  });
  assert.equal(tries, LIMITS.settingsTriesMax);
});
