import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '#venue-port/world/failure.ts';
import { retryWhenLimited } from '#venues/probe/retry-when-limited.ts';

function attemptsOf(refusals: readonly Failure[]) {
  const pausesMs: number[] = [];
  const left = [...refusals];
  const run = (): Promise<string> =>
    retryWhenLimited(
      async () => {
        const refusal = left.shift();
        if (refusal !== undefined) throw refusal;
        return 'done';
      },
      async (durationMs) => void pausesMs.push(durationMs),
    );
  return { run, pausesMs };
}

const limited = (): Failure => new Failure('rate_limited', 'Too many visits.');

test('a refusal for the rate is tried again after a pause', async () => {
  const { run, pausesMs } = attemptsOf([limited(), limited()]);
  assert.equal(await run(), 'done');
  assert.deepEqual(pausesMs, [1_000, 1_000]);
});

test('any other failure is thrown at once, and a limit that stays in the end', async () => {
  const other = attemptsOf([new Failure('unauthorized', 'No.')]);
  await assert.rejects(other.run(), /No\./);
  assert.deepEqual(other.pausesMs, []);
  const staying = attemptsOf(Array.from({ length: 10 }, limited));
  await assert.rejects(staying.run(), /Too many visits/);
  assert.equal(staying.pausesMs.length, 9);
});
