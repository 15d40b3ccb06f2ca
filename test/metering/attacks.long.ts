// Scripts made to take as long as they can for the steps that they are charged: none takes more
// than two seconds of processor in an update of a live bot, and the time of a step stays near that
// of a plain loop, for small budgets as for the whole one.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { ATTACKS } from './attacks.ts';
import type { Update } from './attack-bench.ts';

const SECONDS_MAX = 2;
const FACTOR_MAX = 20;
/** Of an update that uses up its budget quickly, so that what comes before counts for little. */
const NOISE_SECONDS = 0.05;

/** In a process of its own, so that none meets what another has left; the quicker of two. */
function measure(name: string, steps: number): Update {
  const runs = [1, 2].map((): Update => {
    const args = [join(import.meta.dirname, 'run-attack.ts'), name, String(steps)];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.ok(stdout !== '', `"${name}" did not end: ${stderr}`);
    return JSON.parse(stdout) as Update;
  });
  return runs[0] !== undefined && runs[1] !== undefined && runs[0].seconds < runs[1].seconds
    ? runs[0]
    : (runs[1] as Update);
}

suite('an update that is made to take long', () => {
  const whole = LIMITS.botUpdateStepsMax;
  const plain = measure('plain work', whole).seconds / whole;
  for (const name of Object.keys(ATTACKS))
    test(name, () => {
      for (const steps of [whole / 10, whole]) {
        const { seconds, ending } = measure(name, steps);
        assert.notEqual(ending, null);
        assert.ok(seconds <= SECONDS_MAX, `${seconds} s`);
        const factor = (seconds - NOISE_SECONDS) / steps / plain;
        assert.ok(factor <= FACTOR_MAX, `a step takes ${factor.toFixed(1)} times as long`);
      }
    });
});
