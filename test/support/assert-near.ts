// Floats that must agree: measured against their size, and near zero against the size of the
// column.

import assert from 'node:assert/strict';

const TOLERANCE = 1e-9;
/**
 * Values nearer to zero than this share of the column's largest are measured against that share.
 */
const NEAR_ZERO = 1e-2;

/** Asserts equal length and near values. Where theirs is null or no number, ours is no number. */
export function assertNear(
  ours: Float64Array,
  theirs: ArrayLike<number | null>,
  tolerance = TOLERANCE,
): void {
  assert.equal(ours.length, theirs.length);
  const values = Array.from(theirs, (value) => value ?? Number.NaN);
  const finite = values.filter((value) => Number.isFinite(value));
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (const [row, value] of values.entries()) {
    const own = ours[row] ?? Number.NaN;
    if (Number.isFinite(value)) {
      const size = Math.max(Math.abs(value), largest * NEAR_ZERO, Number.MIN_VALUE);
      assert.ok(Math.abs(own - value) <= tolerance * size, `row ${row}: ${own}, expected ${value}`);
    } else {
      assert.ok(!Number.isFinite(own), `row ${row}: ${own}, expected no number`);
    }
  }
}
