// Deletes what may be a million rows in slices, beside requests: after a slice the database has as
// long for others as the slice took. Slices are large where they are quick, so that the time in
// which a statement only waits for its turn is shared by many rows.

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
const PAUSE_MS_MIN = 5;

/** `purgeSome` deletes at most so many rows and returns how many, and 0 when none is left. */
export async function purgeInSlices(
  purgeSome: (rowsMax: number) => Promise<number>,
  { nowMs, pause, signal }: PurgePace,
): Promise<void> {
  let rowsMax = ROWS_MIN;
  while (!signal.aborted) {
    const beganMs = nowMs();
    const count = await purgeSome(rowsMax);
    if (count === 0) return;
    const tookMs = nowMs() - beganMs;
    // A slice that ended with its bot says nothing about a full one, unless it was slow.
    if (count === rowsMax || tookMs > SLICE_TARGET_MS) rowsMax = nextSize(rowsMax, tookMs);
    await pause(Math.max(PAUSE_MS_MIN, tookMs));
  }
}

function nextSize(rowsMax: number, tookMs: number): number {
  const change = SLICE_TARGET_MS / Math.max(tookMs, 1);
  const bounded = Math.min(CHANGE_MAX, Math.max(1 / CHANGE_MAX, change));
  return Math.round(Math.min(ROWS_MAX, Math.max(ROWS_MIN, rowsMax * bounded)));
}
