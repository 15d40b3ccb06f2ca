// The front of several goals, by hand and against the definition.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { frontOf } from '#backtesting/sweep/front-of.ts';

type Point = readonly number[];

test('who is beaten is not on it, who is equal or better in something is', () => {
  const points: readonly Point[] = [
    [1, 5],
    [2, 4],
    [2, 3],
    [0, 5],
    [5, 0],
    [2, 4],
  ];
  assert.deepEqual(
    frontOf(points, (of) => of),
    [
      [1, 5],
      [2, 4],
      [5, 0],
      [2, 4],
    ],
  );
  assert.deepEqual(
    frontOf([], (of: Point) => of),
    [],
  );
});

test('it is what the definition says', () => {
  const point = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), (points) => {
      const wanted = points.filter(
        (one) =>
          !points.some(
            (other) =>
              other.every((value, goal) => value >= (one[goal] ?? 0)) &&
              other.some((value, goal) => value > (one[goal] ?? 0)),
          ),
      );
      assert.deepEqual(
        frontOf(points, (of) => of),
        wanted,
      );
    }),
  );
});
