// Scripts made to take as long as they can for the steps that they are charged: none takes more
// than half a second of processor in an update of a live bot, and a step takes at most ten times
// what one of ordinary programs does.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ATTACKS } from './attacks.ts';
import {
  FACTOR_MAX,
  WHOLE_STEPS,
  measureApart,
  medianOf,
  ordinaryStepsNs,
  stepNs,
} from './measure-apart.ts';

const SECONDS_MAX = 0.5;
/** Of an update that uses up its budget quickly, so that what comes before counts for little. */
const NOISE_SECONDS = 0.05;

suite('an update that is made to take long', () => {
  const usualNs = medianOf(ordinaryStepsNs());
  for (const [name, source] of Object.entries(ATTACKS))
    test(name, () => {
      for (const steps of [WHOLE_STEPS / 10, WHOLE_STEPS]) {
        const update = measureApart(source, steps);
        const { seconds, ending } = update;
        assert.ok(ending !== null, `with ${steps} steps it came to its end`);
        assert.ok(seconds < SECONDS_MAX, `${steps} steps took ${seconds} s`);
        const factor = (stepNs(update) ?? 0) / usualNs;
        const isFar = factor > FACTOR_MAX && seconds > NOISE_SECONDS;
        assert.ok(!isFar, `${steps} steps took ${factor} times what is usual`);
      }
    });
});
