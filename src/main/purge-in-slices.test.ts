import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeInSlices } from '#main/purge-in-slices.ts';

/** A store that takes so long for a row, and what was asked of it. */
async function purged(rows: number, msOfRow: number, stopAfterSlices = Infinity) {
  const stopping = new AbortController();
  const sizes: number[] = [];
  let nowMs = 0;
  let left = rows;
  let pausedMs = 0;
  await purgeInSlices(
    async (rowsMax) => {
      const count = Math.min(left, rowsMax);
      if (count > 0) sizes.push(rowsMax);
      left -= count;
      nowMs += count * msOfRow;
      if (sizes.length === stopAfterSlices) stopping.abort();
      return count;
    },
    {
      nowMs: () => nowMs,
      async pause(ms) {
        pausedMs += ms;
        nowMs += ms;
      },
      signal: stopping.signal,
    },
  );
  return { left, sizes, pausedMs, tookMs: nowMs };
}

test('a million rows take about twice the time of their deletion, in slices of 50 ms', async () => {
  const { left, sizes, tookMs } = await purged(1_000_000, 0.01);
  assert.equal(left, 0);
  assert(tookMs < 2.2 * 1_000_000 * 0.01, `took ${tookMs} ms`);
  assert(sizes.slice(5).every((size) => size * 0.01 <= 55));
});

test('on a slow database slices become small, and others have half of the time', async () => {
  const { sizes, pausedMs, tookMs } = await purged(20_000, 0.5);
  assert(pausedMs >= tookMs / 2 - 1, `paused ${pausedMs} of ${tookMs} ms`);
  assert.equal(sizes.at(-1), 100);
  assert(sizes.length < 300);
});

test('an end waits for one slice at most', async () => {
  const { left, sizes } = await purged(1_000_000, 0.01, 3);
  assert.equal(sizes.length, 3);
  assert(left > 900_000);
});
