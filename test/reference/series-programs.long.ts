// A hundred thousand scripts (or SERIES_PROGRAMS) in runs of a thousand, each with the next seed.

import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertSameScript } from './script-differential.ts';
import { seriesProgram } from './series-program-arbitrary.ts';

const RUNS = Number(process.env['SERIES_PROGRAMS'] ?? 100_000);
const FIRST_SEED = Number(process.env['SERIES_SEED'] ?? 1);
const EACH = 1_000;

for (let at = 0; at * EACH < RUNS; at += 1) {
  const seed = FIRST_SEED + at;
  void test(`a thousand scripts of seed ${seed} show what the slow interpreter shows`, () => {
    fc.assert(fc.property(seriesProgram, assertSameScript), { numRuns: EACH, seed });
  });
}
