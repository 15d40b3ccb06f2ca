// Tidemill's engine against the reference engine of this folder, which knows docs/backtests.md and
// nothing of the engine: random histories and order programs. Thousands of them are in
// engine-oracle.long.ts.

import * as fc from 'fast-check';
import { suite, test } from 'node:test';

import { assertSame } from './compare-engines.ts';
import { RULE_NAMES } from './execution-rules.ts';
import { anyCalledProgram, anyProgram } from './trade-program.ts';
import '../../support/property-seed.ts';
import { someOf } from '../../support/share-of-cases.ts';

suite('every fill, fee and equity point is that of the reference engine', () => {
  for (const rules of RULE_NAMES)
    test(rules, () => {
      fc.assert(fc.property(anyProgram(rules), assertSame), { numRuns: someOf(70) });
    });
  test('tradingview with margin calls', () => {
    fc.assert(fc.property(anyCalledProgram, assertSame), { numRuns: someOf(70) });
  });
});
