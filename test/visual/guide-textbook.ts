// Indicators by their textbook definitions, over candles built of minutes, the forming one last:
// slow, in plain numbers, and of nothing that the service computes.

import type { Bar } from '#backtesting/feed.fixture.ts';

export type Candle = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/** Candles of so many minutes as they stand when the minute `row` has closed. */
export type Candles = (minutes: number, row: number) => readonly Candle[];

function joined(bars: readonly NonNullable<Bar>[]): Candle {
  return {
    open: bars[0]?.[0] ?? Number.NaN,
    high: Math.max(...bars.map(([, high]) => high)),
    low: Math.min(...bars.map(([, , low]) => low)),
    close: bars.at(-1)?.[3] ?? Number.NaN,
  };
}

/** The minutes begin at a whole day. */
export function candlesOf(bars: readonly NonNullable<Bar>[]): Candles {
  const ended = new Map<number, readonly Candle[]>();
  const endedOf = (minutes: number): readonly Candle[] =>
    Array.from({ length: Math.floor(bars.length / minutes) }, (_, at) =>
      joined(bars.slice(at * minutes, (at + 1) * minutes)),
    );
  return (minutes, row) => {
    const whole = ended.get(minutes) ?? endedOf(minutes);
    ended.set(minutes, whole);
    const begun = Math.floor(row / minutes);
    return [...whole.slice(0, begun), joined(bars.slice(begun * minutes, row + 1))];
  };
}

export const closesOf = (candles: readonly Candle[]): readonly number[] =>
  candles.map(({ close }) => close);

/** Mean of the first values, then each value by 2 / (period + 1). */
export function emaOf(values: readonly number[], period: number): readonly number[] {
  const averages: number[] = [];
  let average = Number.NaN;
  for (const [at, value] of values.entries()) {
    if (at === period - 1) average = meanOf(values.slice(0, period));
    if (at >= period) average += (2 / (period + 1)) * (value - average);
    averages.push(average);
  }
  return averages;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Wilder's: the mean of the first changes, then each change by 1 / period. */
export function rsiOf(values: readonly number[], period: number): readonly number[] {
  const strengths: number[] = [Number.NaN];
  let [up, down] = [0, 0];
  for (let at = 1; at < values.length; at += 1) {
    const change = (values[at] ?? 0) - (values[at - 1] ?? 0);
    const weight = at <= period ? 1 / at : 1 / period;
    up += weight * (Math.max(change, 0) - up);
    down += weight * (Math.max(-change, 0) - down);
    strengths.push(at < period ? Number.NaN : 100 - 100 / (1 + up / down));
  }
  return strengths;
}

/** MACD and its signal line, of closes. */
export function macdOf(values: readonly number[]): readonly (readonly [number, number])[] {
  const [fast, slow] = [emaOf(values, 12), emaOf(values, 26)];
  const lines = values.map((_, at) => (fast[at] ?? Number.NaN) - (slow[at] ?? Number.NaN));
  const signals = emaOf(lines.slice(25), 9);
  return lines.slice(25).map((line, at) => [line, signals[at] ?? Number.NaN]);
}

type Bands = { readonly upper: number; readonly middle: number; readonly lower: number };

/** Bollinger bands of the last 20 values, two deviations wide. */
export function bandsOf(values: readonly number[]): Bands {
  const last = values.slice(-20);
  const middle = meanOf(last);
  const deviation = Math.sqrt(meanOf(last.map((value) => (value - middle) ** 2)));
  return { upper: middle + 2 * deviation, middle, lower: middle - 2 * deviation };
}

/** The direction of a SuperTrend of 10 candles and three ranges: 1 up, -1 down. */
export function superTrendOf(candles: readonly Candle[]): number {
  let [range, top, bottom, direction, before] = [0, Infinity, -Infinity, 1, Number.NaN];
  for (const [at, { high, low, close }] of candles.entries()) {
    if (at > 0) {
      const trueRange = Math.max(high, before) - Math.min(low, before);
      range += (trueRange - range) / Math.min(at, 10);
      if (at >= 10) {
        const middle = (high + low) / 2;
        const [above, below] = [middle + 3 * range, middle - 3 * range];
        top = above < top || before > top ? above : top;
        bottom = below > bottom || before < bottom ? below : bottom;
        if (direction === 1 && close < bottom) direction = -1;
        else if (direction === -1 && close > top) direction = 1;
      }
    }
    before = close;
  }
  return direction;
}

/** Pairs of the newest values and of those before them: the first one has come from below. */
export function crossesUp(
  [a1, b1]: readonly [number, number],
  [a2, b2]: readonly [number, number],
): boolean {
  return a1 > b1 && a2 <= b2;
}
