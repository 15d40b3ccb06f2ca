// Columns for the tests of indicators: walks of prices with candles around them, made from a seed.

import type { Indicator, InputName } from '#indicators/indicator.ts';
import type { Columns } from '#indicators/kernel.ts';
import { planIndicator } from '#indicators/indicator.ts';
import type { Plan } from '#indicators/plan.ts';
import { assert } from '#lib/assert.ts';

export type CandleColumns = { readonly [name in InputName]: Float64Array };

/** Numbers from 0 to 1, the same for the same seed. */
function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * `rows` candles of a walk from `start`, in whole multiples of `step`, which makes equal prices
 * frequent. The second series walks by itself; periods lie between 2 and 30.
 */
export function walkCandles(seed: number, rows: number, start = 100, step = 0.5): CandleColumns {
  const chance = chances(seed);
  const column = (): Float64Array => new Float64Array(rows);
  const columns = {
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    series: column(),
    series2: column(),
    periods: column(),
  };
  const move = (price: number, size: number): number =>
    Math.max(step, price + Math.round((chance() - 0.5) * size) * step);
  let price = start;
  let other = start;
  for (let row = 0; row < rows; row += 1) {
    const open = chance() < 0.8 ? price : move(price, 4);
    const close = move(open, 6);
    columns.open[row] = open;
    columns.close[row] = close;
    columns.high[row] = Math.max(open, close) + Math.floor(chance() * 3) * step;
    columns.low[row] = Math.max(step / 2, Math.min(open, close) - Math.floor(chance() * 3) * step);
    columns.volume[row] = Math.floor(chance() * 50) * 10;
    columns.series[row] = close;
    other = move(other, 5);
    columns.series2[row] = other;
    columns.periods[row] = 2 + Math.floor(chance() * 29);
    price = close;
  }
  return columns;
}

export function inputsOf(indicator: Indicator, candles: CandleColumns): Columns {
  return indicator.inputs.map((name) => candles[name]);
}

/** The plan of an indicator with parameters that are known to be valid. */
export function planOf(indicator: Indicator, parameters: readonly number[] = []): Plan {
  const plan = planIndicator(indicator, parameters);
  assert(plan.ok, `${indicator.name} takes ${parameters.join(', ')}`);
  return plan.value;
}

/**
 * Candles with gaps, runs, long and short bodies and missing shadows, in whole numbers, so that
 * every pattern comes up in some 200,000 of them.
 */
export function gappyCandles(seed: number, rows: number): readonly Float64Array[] {
  const chance = chances(seed);
  const columns = [0, 1, 2, 3].map(() => new Float64Array(rows));
  const [opens, highs, lows, closes] = columns as unknown as readonly [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const shadow = (): number => (chance() < 0.5 ? 0 : Math.round(chance() * chance() * 8));
  let price = 10_000;
  let direction = 1;
  for (let row = 0; row < rows; row += 1) {
    if (chance() > 0.8) direction = -direction;
    const open = Math.max(100, price + Math.round((chance() - 0.5) * 8));
    const size = chance() < 0.3 ? Math.round(chance() * 20) + 5 : Math.round(chance() * 4);
    const close = Math.max(50, open + direction * size);
    opens[row] = open;
    closes[row] = close;
    highs[row] = Math.max(open, close) + shadow();
    lows[row] = Math.min(open, close) - shadow();
    price = close;
  }
  return columns;
}
