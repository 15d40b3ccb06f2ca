import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertSameScript } from './script-differential.ts';
import { seriesProgram } from './series-program-arbitrary.ts';
import '../support/property-seed.ts';

const RUNS = Number(process.env['SERIES_PROGRAMS'] ?? 200);

test('scripts show what an interpreter that keeps nothing shows, in each update', () => {
  fc.assert(fc.property(seriesProgram, assertSameScript), { numRuns: RUNS });
});
