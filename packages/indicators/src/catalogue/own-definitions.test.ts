// Indicators that no other library here has, against their definitions written out the long way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsOf, planOf, walkCandles } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { findIndicator } from '#indicators/registry.ts';
import { present } from '#lib/assert.ts';

const CANDLES = walkCandles(21, 240);
const PRICES = [...CANDLES.series];

function outputsOf(name: string, parameters: readonly number[]): readonly (readonly number[])[] {
  const indicator = present(findIndicator(name), `"${name}" is an indicator`);
  const columns = computeColumns(planOf(indicator, parameters), inputsOf(indicator, CANDLES));
  return columns.map((column) => [...column]);
}

function assertSame(given: readonly number[] | undefined, expected: readonly number[]): void {
  const ours: readonly number[] = given ?? [];
  assert.equal(ours.length, expected.length);
  for (const [row, value] of expected.entries()) {
    const own: number = ours[row] ?? Number.NaN;
    const isNear: boolean = Math.abs(own - value) <= 1e-9 * Math.max(1, Math.abs(value));
    assert.ok(isNear || (Number.isNaN(own) && Number.isNaN(value)), `row ${row}: ${own}, ${value}`);
  }
}

/** `measure` of each window of `rows` values, NaN where the window is not whole. */
function windows(
  series: readonly number[],
  rows: number,
  measure: (window: readonly number[]) => number,
): readonly number[] {
  return series.map((_, row) => {
    const window = series.slice(Math.max(0, row - rows + 1), row + 1);
    return window.length < rows || window.some(Number.isNaN) ? Number.NaN : measure(window);
  });
}

function zip(
  a: readonly number[],
  b: readonly number[],
  join: (a: number, b: number) => number,
): readonly number[] {
  return a.map((value, row) => join(value, b[row] ?? Number.NaN));
}

const mean = (window: readonly number[]): number =>
  window.reduce((sum, value) => sum + value, 0) / window.length;
const middle = (window: readonly number[]): number =>
  (Math.max(...window) + Math.min(...window)) / 2;
const ago = (series: readonly number[], rows: number): readonly number[] =>
  series.map((_, row) => series[row - rows] ?? Number.NaN);
const rate = (rows: number): readonly number[] =>
  zip(PRICES, ago(PRICES, rows), (now, then) => (100 * (now - then)) / then);

/** An average of which a new row is `share`, begun with the mean of the first `rows` values. */
function fading(series: readonly number[], rows: number, share: number): readonly number[] {
  const first = series.findIndex((value) => !Number.isNaN(value)) + rows - 1;
  let last = mean(series.slice(first - rows + 1, first + 1));
  return series.map((value, row) => {
    if (row < first) return Number.NaN;
    if (row > first) last = last * (1 - share) + value * share;
    return last;
  });
}

function strength(series: readonly number[], rows: number): readonly number[] {
  const moves = zip(series, ago(series, 1), (now, then) => now - then);
  const up = fading(
    moves.map((move) => Math.max(move, 0)),
    rows,
    1 / rows,
  );
  const down = fading(
    moves.map((move) => Math.max(-move, 0)),
    rows,
    1 / rows,
  );
  return zip(up, down, (gain, loss) => (100 * gain) / (gain + loss));
}

test('ICHIMOKU is three middles and the middle of two of them', () => {
  const [conversion, base, spanA, spanB] = outputsOf('ICHIMOKU', [9, 26, 52, 0]);
  const [short, long] = [9, 26].map((rows) => windows(PRICES, rows, middle));
  const from = (series: readonly number[]): readonly number[] => series.slice(51);
  assertSame(conversion?.slice(51), from(short ?? []));
  assertSame(base?.slice(51), from(long ?? []));
  assertSame(spanA?.slice(51), from(zip(short ?? [], long ?? [], (a, b) => (a + b) / 2)));
  assertSame(spanB, windows(PRICES, 52, middle));
});

test('ICHIMOKU of a displacement has the spans of so many rows ago', () => {
  const [, , spanA, spanB] = outputsOf('ICHIMOKU', [9, 26, 52, 26]);
  const [, , plainA, plainB] = outputsOf('ICHIMOKU', [9, 26, 52, 0]);
  assertSame(spanA?.slice(77), ago(plainA ?? [], 26).slice(77));
  assertSame(spanB?.slice(77), ago(plainB ?? [], 26).slice(77));
});

test('UDRSI is the RSI of steps of one', () => {
  let height = 0;
  const steps = PRICES.map((price, row) => {
    height += Math.sign(price - (PRICES[row - 1] ?? price));
    return height;
  });
  assertSame(outputsOf('UDRSI', [14])[0], strength(steps, 14));
});

test('FastRSI is the RSI, and the RSI of an exponential average', () => {
  const [rsi, fast] = outputsOf('FastRSI', [14, 6]);
  assertSame(rsi?.slice(19), strength(PRICES, 14).slice(19));
  assertSame(fast, strength(fading(PRICES, 6, 2 / 7), 14));
});

test('SlowRSI weighs distances from an exponential average', () => {
  const [, slow] = outputsOf('SlowRSI', [14, 6]);
  const away = zip(PRICES, fading(PRICES, 6, 2 / 7), (price, average) => price - average);
  const above = fading(
    away.map((value) => Math.max(value, 0)),
    14,
    1 / 14,
  );
  const below = fading(
    away.map((value) => Math.max(-value, 0)),
    14,
    1 / 14,
  );
  assertSame(
    slow,
    zip(above, below, (gain, loss) => (100 * gain) / (gain + loss)),
  );
});

test('ZLEMA averages prices less their own lag', () => {
  const ahead = zip(PRICES, ago(PRICES, 4), (now, then) => 2 * now - then);
  assertSame(outputsOf('ZLEMA', [9])[0], fading(ahead, 9, 2 / 10));
  assertSame(outputsOf('ZLMA', [9, 0])[0], windows(ahead, 9, mean));
});

test('KRI is the distance from the mean in percent', () => {
  const average = windows(PRICES, 14, mean);
  assertSame(
    outputsOf('KRI', [14])[0],
    zip(PRICES, average, (price, value) => (100 * (price - value)) / value),
  );
});

test('SSTOCH is the place in the range', () => {
  const place = (window: readonly number[]): number => {
    const low = Math.min(...window);
    return (100 * ((window.at(-1) ?? 0) - low)) / (Math.max(...window) - low || 1);
  };
  assertSame(outputsOf('SSTOCH', [10])[0], windows(PRICES, 10, place));
});

test('COPPOCK is the weighted mean of two rates of change', () => {
  const weighted = (window: readonly number[]): number =>
    window.reduce((sum, value, index) => sum + value * (index + 1), 0) / 55;
  const both = zip(rate(14), rate(11), (a, b) => a + b);
  assertSame(outputsOf('COPPOCK', [14, 11, 10])[0], windows(both, 10, weighted));
});

test('KST adds four smoothed rates of change, weighted 1 to 4', () => {
  const periods = [10, 10, 15, 10, 20, 10, 30, 15, 9];
  const kst = [0, 2, 4, 6]
    .map((at) => windows(rate(periods[at] ?? 1), periods[at + 1] ?? 1, mean))
    .reduce(
      (sum, part, index) => zip(sum, part, (a, b) => a + b * (index + 1)),
      rate(10).map(() => 0),
    );
  const [ours, signal] = outputsOf('KST', periods);
  assertSame(signal, windows(kst, 9, mean));
  assertSame(ours?.slice(52), kst.slice(52));
});

test('ChandelierExitShort stands above the lowest low', () => {
  const [high, low, close] = [CANDLES.high, CANDLES.low, CANDLES.close].map((column) => [
    ...column,
  ]);
  const last = ago(close ?? [], 1);
  const ranges = zip(
    zip(high ?? [], last, (a, b) => (Number.isNaN(b) ? Number.NaN : Math.max(a, b))),
    zip(low ?? [], last, (a, b) => (Number.isNaN(b) ? Number.NaN : Math.min(a, b))),
    (a, b) => a - b,
  );
  const range = fading(ranges, 20, 1 / 20);
  const bottom = windows(low ?? [], 20, (window) => Math.min(...window));
  assertSame(
    outputsOf('ChandelierExitShort', [20, 3])[0],
    zip(bottom, range, (a, b) => a + 3 * b),
  );
});
