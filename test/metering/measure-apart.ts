// Measures a program in a process of its own, so that none meets what another has left.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { LIMITS } from '#lib/limits.ts';
import type { Update } from './attack-bench.ts';
import { ORDINARY } from './ordinary-programs.ts';

export const WHOLE_STEPS: number = LIMITS.botUpdateStepsMax;
/** No step takes more than so many of the ordinary programs' median. */
export const FACTOR_MAX = 10;

const NANOSECONDS = 1e9;
/** Code that has only begun is slow: so much of a budget is used before its time says something. */
const SHARE_MIN = 0.2;

/** The quickest of some runs. */
export function measureApart(source: string, steps = WHOLE_STEPS, runsCount = 2): Update {
  const runs = Array.from({ length: runsCount }, (): Update => {
    const args = [join(import.meta.dirname, 'run-attack.ts'), String(steps)];
    const options = { encoding: 'utf8', timeout: 600_000, input: source } as const;
    const { stdout, stderr } = spawnSync(process.execPath, args, options);
    assert.ok(stdout !== '', `"${source}" did not end: ${stderr}`);
    return JSON.parse(stdout) as Update;
  });
  return runs.reduce((best, run) => (run.seconds < best.seconds ? run : best));
}

/**
 * What a step takes: the time that a whole budget would, divided by its steps. Null for a program
 * that ends before that can be said.
 */
export function stepNs({ seconds, share }: Update, shareMin = SHARE_MIN): number | null {
  if (share < shareMin) return null;
  return (seconds * NANOSECONDS) / (share * WHOLE_STEPS);
}

/** What a step of the ordinary programs takes, each of them, the quickest first. */
export function ordinaryStepsNs(runsCount = 2): number[] {
  return Object.values(ORDINARY)
    .map((source) => stepNs(measureApart(source, WHOLE_STEPS, runsCount)) ?? Number.NaN)
    .toSorted((left, right) => left - right);
}

export function medianOf(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
