import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { priceScale, scaled } from '#engine/series/price-scale.ts';

test('steps become the double nearest to their decimal', () => {
  const anyStep = fc.bigInt({ min: 1n, max: 10n ** 22n });
  const anyCount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(anyStep, anyCount, (step, count) => {
      const expected = Number(formatDecimal((step * BigInt(count)) as Decimal));
      assert.equal(scaled(priceScale(step as Decimal), count), expected);
    }),
    { numRuns: 500 },
  );
});
