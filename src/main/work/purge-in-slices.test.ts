import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeInSlices } from '#main/work/purge-in-slices.ts';

type Store = { readonly msOfRow: number; readonly msOfSlice?: number };

/** A store that takes so long for a row and for each statement, and what was requested of it. */
async function purged(rows: number, { msOfRow, msOfSlice = 0 }: Store, stopAfterSlices = Infinity) {
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
      nowMs += msOfSlice + count * msOfRow;
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

test('a million rows take about twice the time of their deletion', async () => {
  const { left, sizes, tookMs } = await purged(1_000_000, { msOfRow: 0.02 });
  assert.equal(left, 0);
  assert(tookMs < 2.2 * 1_000_000 * 0.02, `took ${tookMs} ms`);
  assert(sizes.slice(5).every((size) => size * 0.02 <= 275));
});

test('where each statement waits for its turn, slices grow', async () => {
  const { sizes, tookMs } = await purged(1_000_000, { msOfRow: 0.02, msOfSlice: 100 });
  assert.equal(Math.max(...sizes) > 5_000, true);
  assert(tookMs < 100_000, `took ${tookMs} ms`);
});

test('on a slow database slices are small, and others have half of the time', async () => {
  const { sizes, pausedMs, tookMs } = await purged(20_000, { msOfRow: 0.5 });
  assert(pausedMs >= tookMs / 2 - 1, `paused ${pausedMs} of ${tookMs} ms`);
  assert.equal(Math.max(...sizes), 1_000);
});

test('an end waits for one slice at most', async () => {
  const { left, sizes } = await purged(1_000_000, { msOfRow: 0.02 }, 3);
  assert.equal(sizes.length, 3);
  assert(left > 900_000);
});
