// Invariants of every series, whatever it is made of. How many cases are tried is the caller's
// choice: one per indicator every day, more with `npm run test:thorough`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { INTERVALS_MINUTES, barOfMinute } from '#domain/candle/interval.ts';
import type { SeriesApi, SeriesLike, SeriesRequest } from '#engine/run-api/series-api.ts';
import { PRICE_SOURCES } from '#engine/run-api/series-api.ts';
import { extendColumnStore } from '#engine/series/column-store.ts';
import { planNamed } from '#engine/series/indicator-column.ts';
import type { Window } from '#engine/series/window.fixture.ts';
import { cutWindow, laterBy, standOn, walkWindow } from '#engine/series/window.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import type { InputName } from '#indicators/indicator.ts';
import { INDICATOR_REGISTRY } from '#indicators/registry.ts';
import { MINUTE_MS } from '#lib/time.ts';

const ROWS_MAX = 300;
const STYLES = ['candle', 'hlc', 'heikin_ashi'] as const;
/** What a series is made of. */
type Recipe = Pick<SeriesRequest, 'source' | 'intervalMinutes' | 'isClosedOnly' | 'style'> & {
  readonly indicator: (typeof INDICATOR_REGISTRY)[number];
  readonly position: number;
};

const anyRecipe: fc.Arbitrary<Recipe> = fc.record({
  source: fc.constantFrom(...PRICE_SOURCES),
  intervalMinutes: fc.constantFrom(...INTERVALS_MINUTES),
  isClosedOnly: fc.boolean(),
  style: fc.constantFrom(...STYLES),
  indicator: fc.constantFrom(...INDICATOR_REGISTRY),
  position: fc.integer({ min: 2, max: 20 }),
});

const anyWindow = fc
  .record({
    seed: fc.integer(),
    rows: fc.integer({ min: 1, max: ROWS_MAX }),
    lateBy: fc.integer({ min: 0, max: 100_000 }),
    missing: fc.constantFrom(0, 0.1, 0.7),
  })
  .map(({ seed, rows, lateBy, missing }) =>
    walkWindow(seed, rows, { firstOpenMs: laterBy(lateBy), missing }),
  );

const SOURCE_OF = {
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
  series: null,
  series2: 'hl',
  periods: 'volume',
} as const satisfies Record<InputName, SeriesRequest['source'] | null>;

/** Short windows, so that there are values in the few bars of a test. */
function shortened(recipe: Recipe): readonly number[] {
  return recipe.indicator.parameters.map(({ kind, initial, least }) =>
    kind === 'whole' ? Math.max(least, Math.min(initial, 3)) : initial,
  );
}

function inputsOf(api: SeriesApi, recipe: Recipe): readonly SeriesLike[] {
  const { intervalMinutes, isClosedOnly, style } = recipe;
  return recipe.indicator.inputs.map((name) => {
    const source = SOURCE_OF[name] ?? recipe.source;
    return api.prices({ source, marketTag: null, intervalMinutes, isClosedOnly, style });
  });
}

/** Prices, indicators, and what can be made of them. */
function seriesOf(api: SeriesApi, recipe: Recipe): readonly SeriesLike[] {
  const inputs = inputsOf(api, recipe);
  const outputs = api.indicator(recipe.indicator.name, inputs, shortened(recipe));
  const minutes = api.prices({
    source: 'close',
    marketTag: null,
    intervalMinutes: 1,
    isClosedOnly: false,
    style: 'candle',
  });
  const [first] = outputs;
  if (first === undefined) return inputs;
  const later = first.index(recipe.position) as SeriesLike;
  const difference = api.combine('subtract', [first, later]);
  return [...inputs, ...outputs, later, difference, api.combine('multiply', [difference, minutes])];
}

type Run = {
  readonly api: SeriesApi;
  readonly cursor: { row: number };
};

function seenAt({ cursor }: Run, series: readonly SeriesLike[], row: number): unknown {
  cursor.row = row;
  return series.map((each) => {
    const { newest, rowMask } = each as unknown as { newest: Float64Array; rowMask: number };
    const { length } = each.values();
    return [newest[row & rowMask], length, ...[1, 2, 3, 7, length].map((at) => each.at(at))];
  });
}

const showsNothingLater = fc.property(anyWindow, anyRecipe, fc.nat(), (window, recipe, cut) => {
  const rows = 1 + (cut % window.candles.rowCount);
  const [whole, past] = [standOn([window]), standOn([cutWindow(window, rows)])];
  const [inWhole, inPast] = [whole, past].map(({ api }) => seriesOf(api, recipe));
  for (let row = 0; row < rows; row += 1) {
    assert.deepEqual(
      seenAt(whole, inWhole ?? [], row),
      seenAt(past, inPast ?? [], row),
      `${recipe.indicator.name} at ${row} of ${rows}`,
    );
    assert.deepEqual(whole.api.now(null), past.api.now(null));
  }
});

const growsAsWhole = fc.property(
  anyWindow,
  anyRecipe,
  fc.array(fc.nat(ROWS_MAX), { maxLength: 4 }),
  (window, recipe, cuts) => {
    const { marketTag } = window.market;
    const rows = window.candles.rowCount;
    const lengths = [...cuts.map((cut) => 1 + (cut % rows)), rows].sort((a, b) => a - b);
    const growing = standOn([cutWindow(window, lengths[0] ?? rows)]);
    const grown = seriesOf(growing.api, recipe);
    for (const length of lengths) {
      const { candles } = cutWindow(window, length);
      extendColumnStore(growing.store, new Map([[marketTag, candles]]));
    }
    const whole = standOn([window]);
    const expected = seriesOf(whole.api, recipe);
    for (let row = 0; row < rows; row += 1) {
      assert.deepEqual(
        seenAt(growing, grown, row),
        seenAt(whole, expected, row),
        `${recipe.indicator.name} at ${row}`,
      );
    }
  },
);

/** The interval's bars as they stand at the row, oldest first, built by hand. */
function barsAt({ candles }: Window, intervalMinutes: number, row: number): Bars {
  const bars: Bars = { open: [], high: [], low: [], close: [], volume: [] };
  const minute = (each: number): number => candles.firstOpenMs / MINUTE_MS + each;
  const barOf = (each: number): number => barOfMinute(intervalMinutes, minute(each));
  const first = candles.isMissing.indexOf(0);
  if (first < 0) return bars;
  const begins = (each: number): boolean => barOf(each) !== barOf(each - 1);
  let at = barOf(first) === barOf(-1) ? first + 1 : first;
  if (at > first) while (at <= row && !begins(at)) at += 1;
  for (; at <= row; at += 1) {
    const [open, high, low, close, volume] = (
      ['open', 'high', 'low', 'close', 'volume'] as const
    ).map((name) => candles[name][at] ?? 0) as [number, number, number, number, number];
    if (begins(at) || bars.open.length === 0) {
      bars.open.push(open);
      bars.high.push(high);
      bars.low.push(low);
      bars.close.push(close);
      bars.volume.push(volume);
      continue;
    }
    const last = bars.open.length - 1;
    bars.high[last] = Math.max(bars.high[last] ?? 0, high);
    bars.low[last] = Math.min(bars.low[last] ?? 0, low);
    bars.close[last] = close;
    bars.volume[last] = (bars.volume[last] ?? 0) + volume;
  }
  return bars;
}

type Bars = Record<'open' | 'high' | 'low' | 'close' | 'volume', number[]>;

const showsFormingBar = fc.property(anyWindow, anyRecipe, fc.nat(), (window, recipe, at) => {
  const stand = standOn([window]);
  const row = at % window.candles.rowCount;
  const { indicator, intervalMinutes } = recipe;
  const bars = barsAt(window, intervalMinutes, row);
  const columns = indicator.inputs.map((name) => {
    const figure = name === 'series' || name === 'series2' ? 'close' : name;
    const source = figure === 'periods' ? 'volume' : figure;
    const divisor = source === 'volume' ? 1_000 : 100;
    return Float64Array.from(bars[source], (steps) => steps / divisor);
  });
  const plan = planNamed(indicator.name, shortened(recipe));
  assert.ok(plan.ok);
  const expected = computeColumns(plan.value, columns);
  const inputs = indicator.inputs.map((name) => {
    const source = SOURCE_OF[name] ?? 'close';
    return stand.api.prices({
      source: source === 'hl' ? 'close' : source,
      marketTag: null,
      intervalMinutes,
      isClosedOnly: false,
      style: 'candle',
    });
  });
  const outputs = stand.api.indicator(indicator.name, inputs, shortened(recipe));
  stand.cursor.row = row;
  for (const [index, output] of outputs.entries()) {
    assert.equal(output.at(1), expected[index]?.at(-1) ?? Number.NaN, indicator.name);
  }
  const [input] = inputs;
  const closes = columns[0]?.toReversed() ?? new Float64Array(0);
  assert.deepEqual([...(input?.values() ?? [])], [...closes]);
});

/** The tests, with this many cases for each indicator. */
export function testSeriesProperties(casesPerIndicator: number): void {
  const runs = { numRuns: propertyRuns(casesPerIndicator * INDICATOR_REGISTRY.length) };
  void test('nothing that a script can call shows what comes later', () => {
    fc.assert(showsNothingLater, runs);
  });
  void test('a window that grows shows what a whole one shows', () => {
    fc.assert(growsAsWhole, runs);
  });
  void test('an indicator shows what it gives for the closed bars and the forming one', () => {
    fc.assert(showsFormingBar, runs);
  });
}
