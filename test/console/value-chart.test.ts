// Points of a value's line, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePoints } from '../../console/src/chart/line-points.ts';

const at = (second: number, value: string) => ({
  at: new Date(second * 1_000).toISOString(),
  value,
});

test('values of one second are no line, so that the hint is shown', () => {
  assert.deepEqual(linePoints([]), []);
  assert.deepEqual(linePoints([at(5, '1')]), []);
  assert.deepEqual(linePoints([at(5.1, '1'), at(5.9, '2')]), []);
});

test('a second has the last of its values, and seconds are in order', () => {
  const points = linePoints([at(9, '4'), at(5.1, '1'), at(5.9, '2')]);
  assert.deepEqual(points, [
    { time: 5, value: 2 },
    { time: 9, value: 4 },
  ]);
});
