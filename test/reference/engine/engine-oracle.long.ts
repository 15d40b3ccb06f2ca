// Tidemill's engine against the reference engine: five thousand histories and order programs of
// each rule set.

import * as fc from 'fast-check';
import { suite, test } from 'node:test';

import { assertSame } from './compare-engines.ts';
import { RULE_NAMES } from './execution-rules.ts';
import { anyCalledProgram, anyProgram } from './trade-program.ts';

suite('every fill, fee and equity point is that of the reference engine', () => {
  for (const rules of RULE_NAMES)
    test(rules, () => {
      fc.assert(fc.property(anyProgram(rules), assertSame), { numRuns: 5_000 });
    });
  test('tradingview with margin calls', () => {
    fc.assert(fc.property(anyCalledProgram, assertSame), { numRuns: 5_000 });
  });
});
