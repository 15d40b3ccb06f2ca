// Trailing stops never loosen, and lie where their distance says.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { betterOf, hasReached, trailingStop } from '#commands/trading/stop-price.ts';

const DIRECTION = fc.constantFrom('long' as const, 'short' as const);
const RULE = fc.record({
  percent: fc.double({ min: 0.1, max: 20, noNaN: true }),
  growthPercent: fc.oneof(
    fc.constant(0),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.constantFrom(0.035, -0.035),
  ),
});
const PRICES = fc.array(fc.double({ min: 10, max: 1_000, noNaN: true }), { minLength: 1 });

suite('a trailing stop', () => {
  test('never moves away from the best price', () => {
    fc.assert(
      fc.property(DIRECTION, RULE, PRICES, (direction, rule, prices) => {
        let bestPrice = 100;
        let before = trailingStop({ direction, enterPrice: 100, bestPrice }, rule);
        for (const price of prices) {
          bestPrice = betterOf(direction, bestPrice, price);
          const stop = trailingStop({ direction, enterPrice: 100, bestPrice }, rule);
          const slack = direction === 'long' ? 1e-9 : -1e-9;
          assert.ok(hasReached(direction, stop + slack, before), `${before} then ${stop}`);
          before = stop;
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('lies on the worse side of the best price', () => {
    fc.assert(
      fc.property(DIRECTION, RULE, PRICES, (direction, rule, prices) => {
        const bestPrice = prices.reduce((best, price) => betterOf(direction, best, price), 100);
        const stop = trailingStop({ direction, enterPrice: 100, bestPrice }, rule);
        assert.ok(hasReached(direction, bestPrice, stop));
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
