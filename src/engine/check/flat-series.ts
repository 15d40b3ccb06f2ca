// Series of a market where nothing moves: every price is 100, every volume 1,000. An indicator's
// columns are its own of that.

import type { PriceNow, SeriesDesk, SeriesLike, SeriesRequest } from '#engine/desks/series-desk.ts';
import { OPERATIONS as ELEMENTWISE } from '#engine/series/operation.ts';
import { PLAIN_HOOKS } from '#engine/values/plain-hooks.ts';
import { libraryError } from '#script/runtime/errors.ts';
import { isHostValue } from '#script/runtime/metamethod.ts';
import { LuaTable } from '#script/runtime/table.ts';
import type { ArithmeticOperator, LuaValue } from '#script/runtime/value.ts';

export const FLAT_PRICE = 100;
const FLAT_VOLUME = 1_000;
const WINDOW = 500;

const OPERATIONS: Partial<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a - Math.floor(a / b) * b,
  '^': (a, b) => a ** b,
  'unary -': (a) => -a,
};

type FlatSeries = SeriesLike & { readonly newest: Float64Array; readonly rowMask: number };

function numberOf(value: LuaValue): number | undefined {
  if (typeof value === 'number') return value;
  return isHostValue(value) ? value.toNumber?.() : undefined;
}

function arithmetic(operator: ArithmeticOperator, left: LuaValue, right: LuaValue): LuaValue {
  const joined = PLAIN_HOOKS.arith(operator, left, right);
  if (joined !== undefined) return joined;
  const operation = OPERATIONS[operator];
  const a = numberOf(left);
  const b = numberOf(right);
  if (operation === undefined || a === undefined || b === undefined) return undefined;
  return seriesOf([operation(a, b)], WINDOW);
}

const COMPARISONS = {
  '==': (a: number, b: number) => a === b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
};

/** A series of these values, newest first; the last one goes on to `count`. */
function seriesOf(values: readonly number[], count = values.length): FlatSeries {
  const at = (position: number): number =>
    position > count ? Number.NaN : (values[position - 1] ?? values.at(-1) ?? Number.NaN);
  return {
    ...PLAIN_HOOKS,
    kind: 'series',
    newest: Float64Array.of(count === 0 ? Number.NaN : at(1)),
    rowMask: 0,
    at,
    count: () => count,
    values: () => Float64Array.from({ length: count }, (_, n) => at(n + 1)),
    length: () => count,
    toNumber: () => at(1),
    toText: () => Array.from({ length: Math.min(count, WINDOW) }, (_, n) => at(n + 1)).join(', '),
    arith: arithmetic,
    compare: (operator, left, right) => {
      const a = numberOf(left);
      const b = numberOf(right);
      return a === undefined || b === undefined ? undefined : COMPARISONS[operator](a, b);
    },
    index: (key) => {
      if (typeof key !== 'number') return key === 'Value' ? at(1) : undefined;
      const skipped = Math.max(0, Math.trunc(key) - 1);
      return seriesOf(values.slice(Math.min(skipped, values.length - 1)), count - skipped);
    },
    call: () => {
      throw libraryError('attempt to call a series');
    },
  };
}

const NOW: PriceNow = {
  open: FLAT_PRICE,
  high: FLAT_PRICE,
  low: FLAT_PRICE,
  close: FLAT_PRICE,
  volume: FLAT_VOLUME,
  ask: FLAT_PRICE,
  bid: FLAT_PRICE,
};

function fromTable(table: LuaTable): SeriesLike | null {
  const numbers = table.list.map(numberOf);
  return numbers.every((value) => value !== undefined) ? seriesOf(numbers) : null;
}

function from(value: LuaValue): SeriesLike | null {
  if (typeof value === 'number') return seriesOf([value]);
  if (value instanceof LuaTable) return fromTable(value);
  return isHostValue(value) && value.kind === 'series' ? (value as SeriesLike) : null;
}

/** Most outputs that an indicator has. */
const OUTPUTS = 4;

export function createFlatSeriesDesk(): SeriesDesk {
  const prices = seriesOf([FLAT_PRICE], WINDOW);
  const volumes = seriesOf([FLAT_VOLUME], WINDOW);
  return {
    prices: ({ source }: SeriesRequest) => (source === 'volume' ? volumes : prices),
    indicator: () => Array.from({ length: OUTPUTS }, () => prices),
    combine: (operation, operands) => {
      const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = operands.map((operand) =>
        typeof operand === 'number' ? operand : operand.at(1),
      );
      return seriesOf([ELEMENTWISE[operation].apply(a, b, c)], WINDOW);
    },
    listed: (_parts, make) => seriesOf(Array.from(make())),
    fromNumbers: (values) => seriesOf(Array.from(values)),
    from,
    now: () => NOW,
  };
}
