import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from './slope.ts';
import { judgeSlope, slopeOf } from './slope.ts';

/** A day, six times an hour: `valueOf` by the hours and by the number of the sample. */
const day = (valueOf: (hours: number, index: number) => number): readonly Sample[] =>
  Array.from({ length: 145 }, (_, index) => ({
    hours: index / 6,
    value: valueOf(index / 6, index),
  }));

/** Alternating, and never the same twice in a row. */
const noise = (index: number): number => ((index * 7_919) % 101) - 50;
/** What a collector leaves: it grows for three hours and falls. */
const saw = (hours: number): number => (hours % 3) * 10;

test('a line has its slope, without doubt', () => {
  const { mean, least, estimate, most } = slopeOf(day((hours) => 100 + 2 * hours));
  assert.deepEqual([mean, estimate].map(Math.round), [124, 2]);
  assert.ok(most - least < 1e-9);
});

test('the bounds contain the slope under noise, and are wider under more of it', () => {
  const under = (share: number) => {
    const found = slopeOf(day((hours, index) => 1_000 + 3 * hours + share * noise(index)));
    assert.ok(found.least < 3 && 3 < found.most, JSON.stringify(found));
    return found.most - found.least;
  };
  assert.ok(under(1) < under(4));
});

test('samples like their neighbours prove less', () => {
  const width = (samples: readonly Sample[]) => {
    const { least, most } = slopeOf(samples);
    return most - least;
  };
  const slow = day((hours) => saw(hours));
  // The same values in another order.
  const mixed = slow.map(({ hours }, index) => ({
    hours,
    value: slow[(index * 64) % slow.length]?.value ?? 0,
  }));
  assert.ok(width(slow) > 2 * width(mixed), `${width(slow)} ${width(mixed)}`);
});

for (const [name, valueOf, expected] of [
  ['nothing happens', () => 50, 'level'],
  ['nothing is there', () => 0, 'level'],
  ['noise', (_: number, index: number) => 1_000 + noise(index), 'level'],
  ['a saw', (hours: number) => 200 + saw(hours), 'level'],
  ['a leak of a hundredth an hour', (hours: number) => 100 + hours, 'grows'],
  [
    'a leak under noise',
    (hours: number, index: number) => 500 + 10 * hours + noise(index),
    'grows',
  ],
  [
    'noise that hides whatever there is',
    (_: number, index: number) => 60 + noise(index),
    'unclear',
  ],
  ['it shrinks', (hours: number) => 500 - 10 * hours, 'level'],
] as const) {
  test(`${name}: ${expected}`, () => {
    assert.equal(judgeSlope(slopeOf(day(valueOf))), expected);
  });
}

test('two samples prove nothing', () => {
  const found = slopeOf(day(() => 1).slice(0, 2));
  assert.equal(judgeSlope(found), 'unclear');
});
