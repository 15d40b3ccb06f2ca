import assert from 'node:assert/strict';
import { test } from 'node:test';

import { monthlyReturns } from '#services/reports/monthly-returns.ts';

const at = (year: number, month: number, day: number, value: number) => ({
  atMs: Date.UTC(year, month - 1, day),
  value,
});

test('a month is measured from the last value before it', () => {
  const years = monthlyReturns([
    at(2024, 11, 5, 1_000),
    at(2024, 11, 29, 1_100),
    at(2024, 12, 10, 900),
    at(2024, 12, 30, 990),
    at(2025, 2, 2, 1_980),
  ]);
  assert.deepEqual(
    years.map(({ year }) => year),
    [2024, 2025],
  );
  const [first, second] = years;
  assert.deepEqual(first?.months.slice(9), [null, 10, -10]);
  assert.equal(first?.total.toFixed(6), '-1.000000');
  assert.deepEqual(second?.months.slice(0, 3), [null, 100, null]);
});

test('the end of a month is of that month, the begin of the curve of its own', () => {
  const years = monthlyReturns([at(2024, 1, 1, 100), at(2024, 1, 9, 90), at(2024, 2, 1, 110)]);
  assert.deepEqual(
    years.map(({ year, months }) => [year, months[0]?.toFixed(6), months[1], months[11]]),
    [[2024, '10.000000', null, null]],
  );
});

test('a curve without points, or that begins with nothing, has no returns', () => {
  assert.deepEqual(monthlyReturns([]), []);
  assert.deepEqual(monthlyReturns([at(2024, 1, 1, 0), at(2024, 2, 1, 5)]), []);
});

test('a curve that falls to nothing loses all of it', () => {
  const [year] = monthlyReturns([at(2024, 1, 1, 10), at(2024, 1, 9, 0), at(2024, 2, 2, 0)]);
  assert.deepEqual(year?.months.slice(0, 2), [-100, 0]);
});
