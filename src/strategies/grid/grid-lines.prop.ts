// Lines of a grid: they begin and end where the range does, rise, and are the nearest steps to the
// exact values, wherever the range has trailed to.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Ticks } from '#venue-port/market/market-grid.ts';
import { gridLines, lineTicks, nearestLine } from '#strategies/grid/grid-lines.ts';

const anyShape = fc
  .record({
    mode: fc.constantFrom('arithmetic', 'geometric'),
    lower: fc.bigInt({ min: 1_000n, max: 10n ** 9n }),
    width: fc.bigInt({ min: 1_000n, max: 10n ** 9n }),
    count: fc.integer({ min: 2, max: 60 }),
  })
  .map(({ mode, lower, width, count }) => ({
    mode,
    lowerTicks: lower as Ticks,
    upperTicks: (lower + width) as Ticks,
    count,
  }));

test('lines begin and end with the range and never fall', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const lines = gridLines(shape, 0);
      assert.equal(lines[0], shape.lowerTicks);
      assert.equal(lines.at(-1), shape.upperTicks);
      assert.ok(lines.every((line, place) => line >= (lines[place - 1] ?? 0n)));
    }),
  );
});

test('a line is the whole step nearest to its exact value', () => {
  fc.assert(
    fc.property(anyShape, fc.double({ min: -1, max: 2, noNaN: true }), (shape, share) => {
      const { mode, lowerTicks: lower, upperTicks: upper, count } = shape;
      const index = Math.round(share * count);
      const line = lineTicks(shape, index);
      const size = BigInt(count);
      if (mode === 'arithmetic') {
        const exact = lower * size + BigInt(index) * (upper - lower);
        const off = exact - line * size;
        assert.ok(exact < size || (2n * off >= -size && 2n * off < size));
        return;
      }
      // (2 line - 1)^N <= 2^N L^(N - k) U^k < (2 line + 1)^N, multiplied out.
      const power = (base: bigint, exponent: number) =>
        exponent >= 0 ? [base ** BigInt(exponent), 1n] : [1n, base ** BigInt(-exponent)];
      const [ups = 1n, upsBelow = 1n] = power(upper, index);
      const [downs = 1n, downsBelow = 1n] = power(lower, count - index);
      const above = 2n ** size * ups * downs;
      const below = upsBelow * downsBelow;
      assert.ok((2n * line - 1n) ** size * below <= above || line === 0n);
      assert.ok(above < (2n * line + 1n) ** size * below);
    }),
  );
});

test('the nearest line is no farther than any other', () => {
  fc.assert(
    fc.property(anyShape, fc.bigInt({ min: 1n, max: 2n * 10n ** 9n }), (shape, price) => {
      const lines = gridLines(shape, 0);
      const nearest = lines[nearestLine(lines, price as Ticks)] ?? 0n;
      const far = (line: bigint) => (line > price ? line - price : price - line);
      assert.ok(lines.every((line) => far(nearest) <= far(line)));
    }),
  );
});
