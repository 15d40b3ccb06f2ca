// The commands of the slow interpreter. Every call is worked out anew from the candles up to the
// row, bar by bar; indicators are computed over all of the elements that there are. Custom commands
// are in slow-custom-commands.ts.

import { computeColumns } from '#indicators/fold.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { planNamed } from '#engine/series/indicator-column.ts';
import { SLOW_LIBRARY } from './slow-library.ts';
import {
  asFigure,
  elementwise,
  fault,
  fromFirst,
  lengthOf,
  newest,
  SlowContainer,
  SlowSeries,
  SlowTable,
  slowText,
} from './slow-values.ts';
import type { SlowFunction, SlowValue } from './slow-values.ts';

export type SlowMarket = { readonly candles: CandleColumns; row: number };

/** A price in hundredths as the number that scripts see. */
const CENT = 100;

type Source = 'open' | 'high' | 'low' | 'close';

/** The bars up to now, the oldest first; one that began before the first candle is none. */
function bars({ candles, row }: SlowMarket, minutes: number): readonly (readonly number[])[] {
  const found: number[][] = [];
  const firstMinute = candles.firstOpenMs / MINUTE_MS;
  for (let at = 0; at <= row; at += 1) {
    const begins = (firstMinute + at) % minutes === 0;
    if (begins) found.push([]);
    found.at(-1)?.push(at);
  }
  return found;
}

function priceOf({ candles }: SlowMarket, rows: readonly number[], source: Source): number {
  const column = rows.map((row) => candles[source][row] ?? Number.NaN);
  if (source === 'high') return Math.max(...column) / CENT;
  if (source === 'low') return Math.min(...column) / CENT;
  return (source === 'open' ? (column[0] ?? Number.NaN) : (column.at(-1) ?? Number.NaN)) / CENT;
}

function prices(market: SlowMarket, source: Source): SlowFunction {
  return ([interval]) => {
    const minutes = typeof interval === 'number' && interval > 0 ? interval : 1;
    return [
      new SlowSeries(() =>
        bars(market, minutes)
          .map((rows) => priceOf(market, rows, source))
          .toReversed(),
      ),
    ];
  };
}

/** The numbers of a table as they are now, newest first. */
function fromTable(table: SlowTable): SlowSeries {
  const numbers = Array.from({ length: lengthOf(table) }, (_, at) => {
    const value = table.entries.get(at + 1);
    if (value instanceof SlowSeries) return newest(value);
    return typeof value === 'number' ? value : fault('not a series');
  });
  return new SlowSeries(() => numbers);
}

function asSeries(value: SlowValue): SlowSeries {
  if (value instanceof SlowSeries) return value;
  if (value instanceof SlowTable) return fromTable(value);
  return typeof value === 'number' ? new SlowSeries(() => [value]) : fault('not a series');
}

/** What takes part element by element: a series, a table as one, or a number. */
function asOperand(value: SlowValue): SlowSeries | number {
  const isSeries = value instanceof SlowSeries || value instanceof SlowTable;
  return isSeries ? asSeries(value) : asNumber(value, Number.NaN);
}

/** A command on numbers that goes element by element where one of them is a series. */
function elementCommand(apply: (...numbers: number[]) => number): SlowFunction {
  return (args) => {
    const operands = Array.from({ length: apply.length }, (_, at) => asOperand(args[at]));
    const isPlain = operands.every((operand) => typeof operand === 'number');
    return [isPlain ? apply(...operands) : elementwise(apply, operands)];
  };
}

/** `otherwise` stands in for nil; without it a number must be given. */
function asNumber(value: SlowValue, otherwise?: number): number {
  if (value === undefined) return otherwise ?? fault('not a number');
  if (value instanceof SlowSeries) return newest(value);
  return asFigure(value) ?? fault('not a number');
}

/** The prices of an indicator; a number is none where a series stands behind it. */
function pricesOf([input, ...others]: readonly SlowValue[]): SlowSeries {
  const isSwapped = typeof input === 'number' && others.some((each) => each instanceof SlowSeries);
  return isSwapped ? fault('not in this order') : asSeries(input);
}

function outputs(name: string, input: SlowSeries, parameters: readonly number[]): SlowSeries[] {
  const plan = planNamed(name, parameters);
  if (!plan.ok) return fault(plan.rejection);
  return plan.value.outputs.map(
    (_, at) =>
      new SlowSeries(() => {
        const columns = [Float64Array.from(input.list().toReversed())];
        return fromFirst([...(computeColumns(plan.value, columns)[at] ?? [])].toReversed());
      }),
  );
}

function average(name: string): SlowFunction {
  return (args) => outputs(name, pricesOf(args), [asNumber(args[1])]);
}

function bands(names: readonly string[], found: readonly SlowSeries[]): SlowContainer {
  return new SlowContainer(names.map((name, at) => [name, found[at]]));
}

/** Commands that are worked out from their arguments alone. */
const CALCULATIONS: readonly (readonly [string, SlowFunction])[] = [
  ['SMA', average('SMA')],
  ['EMA', average('EMA')],
  ['RSI', average('RSI')],
  [
    'BBANDS',
    (args) => {
      const parameters = [1, 2, 3].map((at) => asNumber(args[at]));
      const found = outputs('BBANDS', pricesOf(args), parameters);
      return [bands(['upper', 'middle', 'lower'], found)];
    },
  ],
  [
    'MACD',
    (args) => {
      const parameters = args.slice(1).map((period) => asNumber(period));
      return [bands(['macd', 'signal', 'hist'], outputs('MACD', pricesOf(args), parameters))];
    },
  ],
  ['Abs', elementCommand((a) => Math.abs(a))],
  ['Sub', elementCommand((a, b) => a - b)],
  ['Mul', elementCommand((a, b) => a * b)],
  [
    'ArrayGet',
    ([list, place]) => {
      const at = Math.trunc(asNumber(place));
      const fromFront = (count: number): number => (at < 0 ? count + at : at - 1);
      if (list instanceof SlowTable) {
        const element = list.entries.get(fromFront(lengthOf(list)) + 1);
        return [element instanceof SlowSeries ? newest(element) : element];
      }
      const elements = list instanceof SlowSeries ? list.list() : [asNumber(list)];
      const found = elements[fromFront(elements.length)];
      return [list instanceof SlowSeries ? (found ?? Number.NaN) : found];
    },
  ],
];

/** The commands of one run; what `See` is given goes to `seen`. */
export function slowCommands(market: SlowMarket, seen: string[]): Map<string, SlowFunction> {
  return new Map<string, SlowFunction>([
    ...SLOW_LIBRARY,
    ['ClosePrices', prices(market, 'close')],
    ['OpenPrices', prices(market, 'open')],
    ['HighPrices', prices(market, 'high')],
    ['LowPrices', prices(market, 'low')],
    ...CALCULATIONS,
    [
      'CurrentPrice',
      () => [
        new SlowContainer(
          (['open', 'high', 'low', 'close'] as const).map((source) => [
            source,
            priceOf(market, [market.row], source),
          ]),
        ),
      ],
    ],
    ['Input', ([, value]) => [value]],
    ['pcall', () => fault('is called by name')],
    [
      'See',
      (values) => {
        seen.push(`${market.row}: ${values.map(slowText).join(' | ')}`);
        return [];
      },
    ],
  ]);
}
