// A host with series and containers, as the tests of runs over rows share it: prices that are a
// function of the row, averages of them, and a record of what was asked.

import type { HostObject } from '#lua/runtime/runtime.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type {
  ArithmeticOperator,
  ComparisonOperator,
  HostValue,
  LuaResult,
  LuaValue,
  SeriesValue,
} from '#lua/runtime/value.ts';
import { ANY, BOOLEAN, CONTAINER, NIL, NUMBER, SERIES, STRING } from '#lua/semantics/kind.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';

const ROWS = 64;

export type SeriesHost = HostObject & {
  row: number;
  hasRequests: boolean;
  /** The calls that reached the host, as text. */
  readonly requested: string[];
  readonly printed: string[];
  /** Where the position was taken; 0 while there is none. */
  level: number;
  isFlat: boolean;
  closes: Float64Array;
  wished: Uint8Array;
  prices(): SampleSeries;
};

class SampleSeries implements SeriesValue {
  readonly kind = 'series';
  newest: Float64Array;
  rowMask: number;
  readonly host: SeriesHost;
  readonly made = new Map<string, SampleSeries>();

  constructor(host: SeriesHost, newest: Float64Array, rowMask = -1) {
    this.host = host;
    this.newest = newest;
    this.rowMask = rowMask;
  }

  now(): number {
    return this.newest[this.host.row & this.rowMask] ?? NaN;
  }

  /** The same derived series for the same key. */
  derive(key: string, valueAt: (row: number) => number): SampleSeries {
    let series = this.made.get(key);
    if (series === undefined) {
      const values = Float64Array.from({ length: ROWS }, (_, row) => valueAt(row));
      series = new SampleSeries(this.host, values);
      this.made.set(key, series);
    }
    return series;
  }

  at(row: number): number {
    return row < 0 ? NaN : (this.newest[row & this.rowMask] ?? NaN);
  }

  arith(operator: ArithmeticOperator, left: LuaValue, right: LuaValue): LuaValue {
    if (operator === '..') return toDisplayText(left) + toDisplayText(right);
    const apply = APPLY[operator];
    if (apply === undefined) return undefined;
    const [a, b] = [operand(left), operand(right)];
    if (a === null || b === null) return undefined;
    const owner = left instanceof SampleSeries ? left : this;
    const key = `${idOf(left)} ${operator} ${idOf(right)}`;
    return owner.derive(key, (row) => apply(a(row), b(row)));
  }

  compare(operator: ComparisonOperator, left: LuaValue, right: LuaValue): boolean | undefined {
    const [a, b] = [operand(left), operand(right)];
    if (a === null || b === null) return undefined;
    const { row } = this.host;
    if (operator === '==') return a(row) === b(row);
    return operator === '<' ? a(row) < b(row) : a(row) <= b(row);
  }

  index(key: LuaValue): LuaValue {
    if (key === 'Value') return this.now();
    if (key === 'Values') return tableFromList([this.now(), this.at(this.host.row - 1)]);
    if (typeof key !== 'number') return undefined;
    this.host.requested.push(`[${key}]`);
    return this.derive(`[${key}]`, (row) => (key >= 1 ? this.at(row - key + 1) : NaN));
  }

  call(): LuaResult {
    return undefined;
  }

  length(): LuaValue {
    return ROWS;
  }

  toText(): string {
    return `series ${this.now()}`;
  }

  toNumber(): number {
    return this.now();
  }
}

const ids = new WeakMap<object, number>();
let idCount = 0;

function idOf(value: LuaValue): string {
  if (typeof value !== 'object') return toDisplayText(value);
  const id = ids.get(value) ?? (idCount += 1);
  ids.set(value, id);
  return `#${id}`;
}

function operand(value: LuaValue): ((row: number) => number) | null {
  if (typeof value === 'number') return () => value;
  return value instanceof SampleSeries ? (row) => value.at(row) : null;
}

const APPLY: { readonly [operator: string]: (a: number, b: number) => number } = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  'unary -': (a) => -a,
};

/** Fields by name and by index; names are compared with these alone. */
function container(fields: readonly (readonly [string, LuaValue])[]): HostValue {
  const values = new Map<LuaValue, LuaValue>(fields);
  for (const [index, [, value]] of fields.entries()) values.set(index + 1, value);
  return {
    kind: 'container',
    arith: () => undefined,
    compare: () => undefined,
    index: (key) => values.get(key),
    call: () => undefined,
    length: () => fields.length,
    toText: () => 'container',
  };
}

/** Prices go up and down; the first row has none. */
function priceAt(row: number): number {
  return row === 0 ? NaN : 100 + ((row * 37) % 11) - 5;
}

function commandsOf(host: SeriesHost): {
  readonly [name: string]: (...args: LuaValue[]) => LuaResult;
} {
  const made = new Map<string, LuaValue>();
  const share = (key: string, make: () => LuaValue): LuaValue => {
    host.requested.push(key);
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
  };
  const closing = new SampleSeries(
    host,
    Float64Array.from({ length: ROWS }, (_, row) => priceAt(row)),
  );
  const average = (of: LuaValue, period: LuaValue): LuaValue => {
    if (!(of instanceof SampleSeries)) throw new LuaError('a series was expected');
    const length = period === undefined ? 3 : Number(period);
    if (!(length >= 1 && length <= 50)) throw new LuaError('a period is 1 to 50');
    return share(`Average ${idOf(of) === idOf(closing) ? '' : 'other '}${length}`, () =>
      of.derive(`average ${length}`, (row) => {
        let sum = 0;
        for (let back = 0; back < length; back += 1) sum += of.at(row - back);
        return sum / length;
      }),
    );
  };
  return {
    Prices: () => share('Prices', () => closing),
    Average: average,
    Box: (of) =>
      share(`Box ${idOf(of)}`, () =>
        container([
          ['high', average(of, 2)],
          ['low', average(of, 4)],
        ]),
      ),
    Input: (label, value) => share(`Input ${toDisplayText(label)}`, () => value),
    Moment: () => new SampleSeries(host, Float64Array.of(host.row), 0),
    Echo: (...values) => {
      host.requested.push(
        `Echo ${values.map((value) => (Object.is(value, -0) ? '-0' : toDisplayText(value))).join(' ')}`,
      );
      const [value] = values;
      return typeof value === 'number' ? 1 / value : value;
    },
    Missing: () => {
      host.requested.push('Missing');
      return undefined;
    },
    Refused: () => {
      host.requested.push('Refused');
      throw new LuaError('refused');
    },
    Row: () => host.row,
    Stir: () => {
      host.hasRequests = true;
      return NOTHING;
    },
    ...standingCommands(host),
    print: (...values) => {
      host.printed.push(values.map(toDisplayText).join(' '));
      return NOTHING;
    },
  };
}

/** How far the price goes from the level before `Act` and `Beyond` have something to do. */
const ACT_REACH = 4;
const BEYOND_REACH = 2;

/** Whose results stand while nothing is requested; see `stands` of OfferedFunction. */
function standingCommands(host: SeriesHost): {
  readonly [name: string]: (...args: LuaValue[]) => LuaResult;
} {
  const isWithin = (reach: number): boolean => Math.abs(priceAt(host.row) - host.level) < reach;
  const setLevel = (level: number, what: string): LuaResult => {
    host.printed.push(`${what} in ${host.row}`);
    host.level = level;
    host.isFlat = level === 0;
    host.hasRequests = true;
    return NOTHING;
  };
  return {
    Act: () => {
      host.requested.push('Act');
      return isWithin(ACT_REACH) ? NOTHING : setLevel(priceAt(host.row) || 1, 'acted');
    },
    Leave: () => (host.isFlat ? NOTHING : setLevel(0, 'left')),
    Beyond: (times) => !host.isFlat && !isWithin(BEYOND_REACH * Number(times)),
    Level: () => host.level,
  };
}

const shownLimits = new Float64Array(2);

function limitsOf(this: SeriesHost, name: string, args: readonly LuaValue[]): Float64Array {
  const reach = name === 'Act' ? ACT_REACH : BEYOND_REACH * Number(args[0]);
  shownLimits[0] = this.level - reach;
  shownLimits[1] = this.level + reach;
  return shownLimits;
}

export function makeSeriesHost(): SeriesHost {
  const host = {
    row: 0,
    hasRequests: false,
    requested: [],
    printed: [],
    level: 0,
    isFlat: true,
    closes: Float64Array.from({ length: ROWS }, (_, row) => priceAt(row)),
    wished: new Uint8Array(0),
    limitsOf,
  } as unknown as SeriesHost;
  return Object.assign(host, commandsOf(host));
}

const standing = { type: 'function', isSingle: true } as const;
const invariant = { type: 'function', isSingle: true, isInvariant: true } as const;

export const SERIES_HOST_NAMES: ReadonlyMap<string, NameOffer> = new Map<string, NameOffer>([
  ['Prices', { ...invariant, result: SERIES }],
  ['Average', { ...invariant, result: SERIES }],
  [
    'Box',
    {
      ...invariant,
      result: CONTAINER,
      fields: [
        { name: 'high', kinds: SERIES },
        { name: 'low', kinds: SERIES },
      ],
    },
  ],
  ['Input', { ...invariant, result: NUMBER | STRING, resultLike: 1 }],
  ['Moment', { type: 'function', result: SERIES, isSingle: true }],
  ['Echo', { ...invariant, result: ANY }],
  ['Missing', { ...invariant, result: ANY }],
  ['Refused', { ...invariant, result: ANY }],
  ['Row', { type: 'function', result: NUMBER, isSingle: true }],
  ['Stir', { type: 'function', result: NIL, isSingle: false }],
  ['print', { type: 'function', result: NIL, isSingle: false }],
  ['Act', { type: 'function', result: NIL, isSingle: false, stands: 'within' }],
  ['Leave', { type: 'function', result: NIL, isSingle: false }],
  ['Beyond', { ...standing, result: BOOLEAN, stands: 'within', flatResult: false }],
  ['Level', { ...standing, result: NUMBER, stands: 'value', flatResult: 0 }],
]);

/** The same names with nothing said about what they give. */
export const PLAIN_HOST_NAMES: ReadonlyMap<string, NameOffer> = new Map(
  [...SERIES_HOST_NAMES].map(([name]) => [
    name,
    { type: 'function', result: ANY, isSingle: !['Act', 'Leave', 'Stir', 'print'].includes(name) },
  ]),
);
