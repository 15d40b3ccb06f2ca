// Deletes what may be a million rows in slices, beside requests: after a slice the database has as
// long for others as the slice took. Slices are large where they are quick, so that the time in
// which a statement only waits for its turn is shared by many rows. One that ran out of time was
// undone: the next one is smaller, down to a row, so that a starved database gets on.

import type { PrunedSlice } from '#ports/stores/retention-store.ts';
import { isOfStore } from '#venue-port/world/failure.ts';

export type PurgePace = {
  nowMs(this: void): number;
  pause(this: void, ms: number): Promise<void>;
  /** Aborted when the process ends: what is left is for the next one. */
  readonly signal: AbortSignal;
};

const ROWS_MIN = 1_000;
const ROWS_MAX = 20_000;
/** An end of the process waits for one slice. */
const SLICE_TARGET_MS = 250;
/** A slice is at most so many times as large as the one before, and as small. */
const CHANGE_MAX = 2;
/** After a slice that was undone the next one is so many times smaller. */
const UNDONE_CHANGE = 4;
const PAUSE_MS_MIN = 5;

/**
 * `purgeSome` deletes at most so many rows and returns how many, and 0 when none is left. Throws
 * what it throws; a failure of the store that took its time only of the smallest slice.
 */
export async function purgeInSlices(
  purgeSome: (rowsMax: number) => Promise<number>,
  { nowMs, pause, signal }: PurgePace,
): Promise<void> {
  let rowsMax = ROWS_MIN;
  // After an undone slice they grow again from what it takes.
  let leastRows = ROWS_MIN;
  while (!signal.aborted) {
    const beganMs = nowMs();
    const count = await purgeSome(rowsMax).catch((error: unknown) => {
      const isLate = isOfStore(error) && nowMs() - beganMs > SLICE_TARGET_MS;
      if (!isLate || rowsMax === 1) throw error;
      return null;
    });
    if (count === 0) return;
    const tookMs = nowMs() - beganMs;
    if (count === null) {
      rowsMax = Math.ceil(rowsMax / UNDONE_CHANGE);
      leastRows = 1;
    }
    // A slice that ended with its bot says nothing about a full one, unless it was slow.
    else if (count >= rowsMax / 2 || tookMs > SLICE_TARGET_MS)
      rowsMax = nextSize(rowsMax, tookMs, leastRows);
    await pause(Math.max(PAUSE_MS_MIN, tookMs));
  }
}

/** Slices that find nothing follow one another at once; returns how many rows went. */
export async function pruneInSlices(
  pruneSome: (rowsMax: number) => Promise<PrunedSlice>,
  pace: PurgePace,
): Promise<number> {
  let count = 0;
  await purgeInSlices(async (rowsMax) => {
    for (;;) {
      const slice = await pruneSome(rowsMax);
      count += slice.deletedCount;
      if (slice.deletedCount > 0 || slice.isOver || pace.signal.aborted) return slice.deletedCount;
    }
  }, pace);
  return count;
}

function nextSize(rowsMax: number, tookMs: number, leastRows: number): number {
  const change = SLICE_TARGET_MS / Math.max(tookMs, 1);
  const bounded = Math.min(CHANGE_MAX, Math.max(1 / CHANGE_MAX, change));
  return Math.round(Math.min(ROWS_MAX, Math.max(leastRows, rowsMax * bounded)));
}
