import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeInSlices } from '#main/work/purge-in-slices.ts';
import { Failure } from '#venue-port/world/failure.ts';

type Store = {
  readonly msOfRow: number;
  readonly msOfSlice?: number;
  /** A slice that takes longer is undone then. */
  readonly sliceMsMax?: number;
};

const LATE = new Failure('unavailable', 'canceling statement', { source: 'store' });

/** A store that takes so long for a row and for each statement, and what was requested of it. */
async function purged(
  rows: number,
  { msOfRow, msOfSlice = 0, sliceMsMax = Infinity }: Store,
  stopAfterSlices = Infinity,
) {
  const stopping = new AbortController();
  const sizes: number[] = [];
  let nowMs = 0;
  let left = rows;
  let pausedMs = 0;
  await purgeInSlices(
    async (rowsMax) => {
      const count = Math.min(left, rowsMax);
      if (count > 0) sizes.push(rowsMax);
      if (msOfSlice + count * msOfRow > sliceMsMax) {
        nowMs += sliceMsMax;
        throw LATE;
      }
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

test('a slice that ran out of time is followed by smaller ones, until all is gone', async () => {
  // A row takes three seconds, and a statement may take fifteen.
  const { left, sizes } = await purged(50, { msOfRow: 3_000, sliceMsMax: 15_000 });
  assert.equal(left, 0);
  assert.deepEqual(sizes.slice(0, 6), [1_000, 250, 63, 16, 4, 2]);
});

test('slices grow again where the database has become quick', async () => {
  const seen: number[] = [];
  let nowMs = 0;
  const purgeSome = async (rowsMax: number): Promise<number> => {
    seen.push(rowsMax);
    nowMs += seen.length <= 3 ? 15_000 : 1;
    if (seen.length <= 3) throw LATE;
    return seen.length < 20 ? rowsMax : 0;
  };
  const { signal } = new AbortController();
  await purgeInSlices(purgeSome, { nowMs: () => nowMs, pause: async () => undefined, signal });
  assert.deepEqual(seen.slice(0, 7), [1_000, 250, 63, 16, 32, 64, 128]);
  assert.equal(seen.at(-1), 20_000);
});

test('what fails at once is no matter of size', async () => {
  await assert.rejects(purged(50, { msOfRow: 3_000, sliceMsMax: 0 }), LATE);
});

test('where a single row takes too long, the failure is for the next round', async () => {
  await assert.rejects(purged(50, { msOfRow: 20_000, sliceMsMax: 15_000 }), LATE);
});
