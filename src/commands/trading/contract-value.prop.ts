// The least amount of an order is what its written digits say, although they are written only where
// that could matter.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { SPOT_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import { leastAmount } from '#commands/trading/contract-value.ts';

const anyDecimals = fc.integer({ min: 0, max: 10 });
const anyParts = fc.record({
  stepParts: fc.constantFrom(1, 1, 2, 5, 25),
  decimals: anyDecimals,
  price: fc.oneof(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 90 })),
  minVolume: fc.integer({ min: 0, max: 20 }),
  minSteps: fc.integer({ min: 0, max: 50 }),
});

test('the least amount is rounded up to a step in millionths and shown in its decimals', () => {
  fc.assert(
    fc.property(anyParts, ({ stepParts, decimals, price, minVolume, minSteps }) => {
      const amountStep = stepParts / 10 ** decimals;
      const minAmount = minSteps * amountStep;
      const facts = { ...SPOT_FACTS, amountStep, amountDecimals: decimals, minAmount, minVolume };
      const least = Math.max(minAmount, minVolume / price, amountStep);
      const steps = Math.ceil(Number((least / amountStep).toFixed(6)));
      const written = Number((steps * amountStep).toFixed(decimals));
      assert.equal(leastAmount(facts, price), written);
    }),
    { numRuns: propertyRuns(300) },
  );
});
