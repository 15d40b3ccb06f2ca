// A host as the engine gives one, as far as the bench's scripts need it: columns computed by
// src/indicators and shared by all runs, series that are views of them, commands that count. To
// measure the real host instead, let `makeHost` give that one, and HOST_NAMES its names.

import { present } from '#lib/assert.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator } from '#indicators/registry.ts';
import type { HostObject } from '#script/runtime/runtime.ts';
import type { LuaResult, LuaValue, SeriesValue } from '#script/runtime/value.ts';
import { CONTAINER, NUMBER, SERIES, STRING } from '#script/semantics/kind.ts';
import type { Offered } from '#script/semantics/names-offered.ts';

const PADDING_ROWS = 64;

/** A walk of closing prices, the same in each run. */
export function walk(rows: number): Float64Array {
  const close = new Float64Array(rows);
  let seed = 1;
  let price = 50_000;
  for (let row = 0; row < rows; row += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    price *= 1 + (seed / 2 ** 32 - 0.5) * 0.002;
    close[row] = price;
  }
  return close;
}

/** The columns of an indicator over closing prices. */
export function indicatorColumns(
  name: string,
  parameters: readonly number[],
  close: Float64Array,
): readonly Float64Array[] {
  const indicator = present(findIndicator(name), `"${name}" is an indicator`);
  const plan = planIndicator(indicator, parameters);
  if (!plan.ok) throw new RangeError(plan.rejection.message);
  return computeColumns(plan.value, [close]);
}

/** A column behind rows of NaN, so that a look back needs no test. */
class Series implements SeriesValue {
  readonly kind = 'series';
  newest: Float64Array;
  rowMask = -1;
  readonly padded: Float64Array;
  readonly back: number;
  readonly parts = new Map<number, Series>();

  constructor(padded: Float64Array, back: number) {
    this.padded = padded;
    this.back = back;
    this.newest = padded.subarray(PADDING_ROWS - back, padded.length - back);
  }

  index(key: LuaValue): LuaValue {
    if (typeof key !== 'number') return undefined;
    const part = this.parts.get(key) ?? new Series(this.padded, this.back + key - 1);
    this.parts.set(key, part);
    return part;
  }

  arith(): LuaValue {
    return undefined;
  }

  compare(): boolean | undefined {
    return undefined;
  }

  call(): LuaResult {
    return undefined;
  }

  length(): LuaValue {
    return this.newest.length;
  }

  toText(): string {
    return 'series';
  }
}

function makeSeries(column: Float64Array): Series {
  const padded = new Float64Array(column.length + PADDING_ROWS).fill(NaN, 0, PADDING_ROWS);
  padded.set(column, PADDING_ROWS);
  return new Series(padded, 0);
}

class Container extends Series {
  readonly fields: ReadonlyMap<LuaValue, Series>;

  constructor(fields: ReadonlyMap<string, Series>) {
    super(new Float64Array(PADDING_ROWS), 0);
    this.fields = new Map<LuaValue, Series>(fields);
  }

  override index(key: LuaValue): LuaValue {
    return this.fields.get(key);
  }
}

const made = new Map<string, Series>();

/** Equal calls give the same series, over all runs. */
function share(key: string, make: () => Series): Series {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

function containerOf(names: readonly string[], columns: readonly Float64Array[]): Container {
  return new Container(
    new Map(names.map((name, index) => [name, makeSeries(present(columns[index], name))])),
  );
}

export class HostDouble {
  [name: string]: unknown;
  row = 0;
  isStirred = false;
  orders = 0;
  readonly close: Float64Array;

  constructor(close: Float64Array) {
    this.close = close;
  }

  ClosePrices(): Series {
    return share(`close ${this.close.length}`, () => makeSeries(this.close));
  }

  Input(_label: string, value: number): number {
    return value;
  }

  SMA(prices: Series, period: number): Series {
    return share(`sma ${this.close.length} ${prices.back} ${period}`, () =>
      makeSeries(present(indicatorColumns('SMA', [period], this.close)[0], 'an average')),
    );
  }

  RSI(prices: Series, period: number): Series {
    return share(`rsi ${this.close.length} ${prices.back} ${period}`, () =>
      makeSeries(present(indicatorColumns('RSI', [period], this.close)[0], 'a strength')),
    );
  }

  MACD(prices: Series, ...periods: number[]): Series {
    return share(`macd ${this.close.length} ${prices.back} ${periods.join(' ')}`, () =>
      containerOf(['macd', 'signal', 'hist'], indicatorColumns('MACD', periods, this.close)),
    );
  }

  BBANDS(prices: Series, period: number, up: number, down: number): Series {
    return share(`bbands ${this.close.length} ${prices.back} ${period} ${up} ${down}`, () =>
      containerOf(
        ['upper', 'middle', 'lower'],
        indicatorColumns('BBANDS', [period, up, down, 0], this.close),
      ),
    );
  }

  DoLong(): void {
    this.orders += 1;
  }

  DoShort(): void {
    this.orders += 1000;
  }
}

export function makeHost(close: Float64Array): HostDouble & HostObject {
  return new HostDouble(close);
}

const fields = (...names: string[]) => names.map((name) => ({ name, kinds: SERIES }));
const invariant = { type: 'function', isSingle: true, isInvariant: true } as const;
const acting = { type: 'function', isSingle: true, result: 1 } as const;

export const HOST_NAMES: ReadonlyMap<string, Offered> = new Map<string, Offered>([
  ['ClosePrices', { ...invariant, result: SERIES }],
  ['Input', { ...invariant, result: NUMBER | STRING, resultLike: 1 }],
  ['SMA', { ...invariant, result: SERIES }],
  ['RSI', { ...invariant, result: SERIES }],
  ['MACD', { ...invariant, result: CONTAINER, fields: fields('macd', 'signal', 'hist') }],
  ['BBANDS', { ...invariant, result: CONTAINER, fields: fields('upper', 'middle', 'lower') }],
  ['DoLong', acting],
  ['DoShort', acting],
]);
