// The curve of a run by its wishes has the samples, days and deepest fall of one that reads each
// row, however its blocks lie.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { managedCurve, markLine } from '#backtesting/managed-run/managed-curve.ts';
import { equityCurve } from '#engine/run/positions/equity-curve.ts';

const ROWS = 400;
const DAY_ROWS = DAY_MS / MINUTE_MS;

const anyCase = fc.record({
  // Small moves, so that most blocks have no new highest value.
  moves: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: ROWS, maxLength: ROWS }),
  stretches: fc.array(
    fc.record({
      rows: fc.integer({ min: 1, max: 150 }),
      slope: fc.constantFrom(0, 1, -1, 7, -7, 1_000),
      gain: fc.integer({ min: -2_000, max: 2_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  firstRow: fc.nat(70),
  firstOpenMs: fc.nat(DAY_ROWS).map((minutes) => minutes * MINUTE_MS),
  startUnits: fc.constantFrom(0, 1_000, 100_000, 2 ** 49),
});

test('a managed curve is the curve row by row', () => {
  fc.assert(
    fc.property(anyCase, ({ moves, stretches, firstRow, firstOpenMs, startUnits }) => {
      let price = 1_000;
      const close = Float64Array.from(moves, (move) => (price += move));
      const setup = { firstOpenMs, firstRow, lastRow: ROWS - 1, startUnits: BigInt(startUnits) };
      const begin = equityCurve(setup);
      const curve = managedCurve(begin, close);
      const values: number[] = [];
      let [row, constant, slope] = [firstRow, startUnits, 0];
      for (const stretch of stretches) {
        // A fill changes the slope at the price of its row.
        const at = close[row] ?? 0;
        constant += (slope - stretch.slope) * at + stretch.gain;
        slope = stretch.slope;
        const end = Math.min(ROWS, row + stretch.rows);
        for (; row < end; row += 1) values.push(constant + slope * (close[row] as number));
        assert(markLine(curve, slope, constant, end));
      }
      assert.equal(curve.maxDrawdownShare, deepestShare(startUnits, values));
      assert.equal(curve.lastUnits, values.at(-1));
      const sampled = values.filter((_, place) => place % curve.strideRows === 0);
      assert.deepEqual([...curve.sampleUnits.subarray(0, curve.sampleCount)], sampled);
      const isDay = (place: number): boolean =>
        (firstRow + place - begin.nextDayRow) % DAY_ROWS === 0;
      assert.deepEqual(curve.dayUnits, [startUnits, ...values.filter((_, place) => isDay(place))]);
    }),
    { numRuns: propertyRuns(300) },
  );
});

function deepestShare(startUnits: number, values: readonly number[]): number {
  let [peak, share] = [startUnits, 0];
  for (const value of values) {
    peak = Math.max(peak, value);
    if (peak > 0) share = Math.max(share, (peak - value) / peak);
  }
  return share;
}

test('a value that may not be whole is refused', () => {
  const setup = { firstOpenMs: 0, firstRow: 0, lastRow: 9, startUnits: 0n };
  const curve = managedCurve(equityCurve(setup), new Float64Array(10).fill(1_000));
  assert(!markLine(curve, 0.5, 0, 5));
  assert(!markLine(curve, 1, 0.5, 5));
  assert(!markLine(curve, 2 ** 44, 0, 5));
  assert.equal(curve.markedRow, 0);
  assert(markLine(curve, 2 ** 40, 0, 5));
  assert.equal(curve.markedRow, 5);
});
