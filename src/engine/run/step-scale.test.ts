import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { fromSteps, roundToSteps, stepScale } from '#engine/run/step-scale.ts';

const cents = stepScale(decimal('0.01'));
const quarters = stepScale(decimal('0.25'));
const tens = stepScale(decimal('10'));

test('a number of steps becomes the nearest double', () => {
  assert.equal(fromSteps(cents, 30), 0.3);
  assert.equal(fromSteps(quarters, 7), 1.75);
  assert.equal(fromSteps(tens, 3), 30);
});

test('floats go to whole steps in the direction requested', () => {
  const cases = [
    [1.239, 'floor', 123],
    [1.231, 'ceil', 124],
    [1.235, 'half_even', 124],
    [-1.239, 'toward_zero', -123],
    [-1.231, 'floor', -124],
  ] as const;
  for (const [value, rounding, steps] of cases)
    assert.equal(roundToSteps(cents, value, rounding), steps, `${value} ${rounding}`);
});

test('what is on a step but for the noise of floats stays there', () => {
  assert.equal(roundToSteps(cents, 0.1 * 3, 'ceil'), 30);
  assert.equal(roundToSteps(cents, 1.15 * 100, 'floor'), 11_500);
  assert.equal(roundToSteps(quarters, 123_456.75, 'floor'), 493_827);
});

test('what is no number, or too large for one, is none', () => {
  for (const value of [NaN, Infinity, -Infinity, 1e300])
    assert.equal(roundToSteps(cents, value, 'floor'), NaN);
});
