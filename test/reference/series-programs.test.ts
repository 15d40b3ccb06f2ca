import { test } from 'node:test';
import * as fc from 'fast-check';
import { assertSameScript } from './script-differential.ts';
import { seriesProgram } from './series-program-arbitrary.ts';
import '../support/property-seed.ts';
import { someOf } from '../support/share-of-cases.ts';

const RUNS = Number(process.env['SERIES_PROGRAMS'] ?? someOf(200));

test('scripts show what an interpreter that keeps nothing shows, in each update', () => {
  fc.assert(fc.property(seriesProgram, assertSameScript), { numRuns: RUNS });
});

// Scripts that once showed something else.
const FOUND: readonly (readonly [name: string, source: string])[] = [
  [
    'a bar that had a value while it formed and none when it closed',
    'n = (n or 0) + 1\nSee(1 % RSI(ClosePrices(5) - OpenPrices(5), 2 + n % 4))',
  ],
];

for (const [name, source] of FOUND) test(name, () => assertSameScript(source));
