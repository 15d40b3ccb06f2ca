// Cuts what a search proposes next into slices, each a job. A slice costs some twenty statements,
// so it should last about a second; but near the end long ones leave workers waiting for the last.

import { LIMITS } from '#lib/limits.ts';
import type { NextRuns } from '#backtesting/sweep/plan-runs.ts';
import type { LabSlice } from '#ports/stores/lab-store.ts';

export type RunCost = {
  /** Milliseconds of a run as measured last; null before the first. */
  readonly runMs: number | null;
  /** Length of the window that each covers. */
  readonly windowMs: number;
};

/** A guess before the first run was measured: milliseconds for the minutes of a month. */
const RUN_MS_PER_MONTH = 10;
const MONTH_MS = 30 * 86_400_000;
/** A generation is divided among workers, however few runs it has. */
const SLICES_PER_GENERATION_MIN = 2;
/** As long as a run's time is only guessed: enough to measure it, and to keep workers busy. */
const PILOT_SLICES = 12;
const PILOT_SHARE = 0.25;
/**
 * At once, where the rest may wait: so many, or so large a part of what is left. What is cut later
 * goes by what runs take then.
 */
const SLICES_MAX = 16;
const CUT_SHARE = 0.125;
/** Of what is left, so much goes into one slice, until slices are so small a part of a full one. */
const LEFT_SHARE = 0.25;
const LEAST_SHARE = 0.25;

/** All of `next`, or its first part where the rest may wait. */
export function cutSlices(next: NextRuns, cost: RunCost): LabSlice[] {
  const { combinations, firstOrdinal, firstPopulation, generation } = next;
  const slices: LabSlice[] = [];
  let place = 0;
  for (const length of lengthsOf(next, cost)) {
    slices.push({
      firstOrdinal: firstOrdinal + place,
      generation,
      firstPopulation: firstPopulation + place,
      combinations: Array.from(combinations.subarray(place, place + length)),
    });
    place += length;
  }
  return slices;
}

function lengthsOf(next: NextRuns, cost: RunCost): readonly number[] {
  const { combinations, isAwaited, laterCount } = next;
  const count = combinations.length;
  const full = fullLength(cost);
  const divided = Math.ceil(count / SLICES_PER_GENERATION_MIN);
  if (laterCount === 0 && full >= divided) return equalLengths(count, divided);
  const pilot = Math.ceil(full * PILOT_SHARE);
  const isPilot = cost.runMs === null && !isAwaited && PILOT_SLICES * pilot < count;
  if (isPilot) return equalLengths(PILOT_SLICES * pilot, pilot);
  const part = Math.ceil(((count + laterCount) / full) * CUT_SHARE);
  const most = isAwaited ? count : Math.max(SLICES_MAX, part);
  return shrinkingLengths(count, laterCount, full).slice(0, most);
}

/** Combinations of a slice of about a second. */
function fullLength({ runMs, windowMs }: RunCost): number {
  const estimateMs = runMs ?? (windowMs / MONTH_MS) * RUN_MS_PER_MONTH;
  const wanted = Math.floor(LIMITS.labSliceTargetMs / Math.max(estimateMs, 0.1));
  return Math.max(1, Math.min(wanted, LIMITS.labSliceRunsMax));
}

function equalLengths(count: number, length: number): readonly number[] {
  return Array.from({ length: Math.ceil(count / length) }, (_, at) =>
    Math.min(length, count - at * length),
  );
}

function shrinkingLengths(count: number, laterCount: number, full: number): readonly number[] {
  const least = Math.ceil(full * LEAST_SHARE);
  const lengths: number[] = [];
  for (let left = count; left > 0;) {
    const share = Math.ceil((left + laterCount) * LEFT_SHARE);
    const length = Math.min(left, full, Math.max(least, share));
    lengths.push(length);
    left -= length;
  }
  return lengths;
}
