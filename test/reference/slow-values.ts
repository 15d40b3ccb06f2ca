// The values of the slow interpreter (slow-interpreter.ts). A series is a function that works its
// elements out whenever it is read, newest first, from the candles up to now; nothing is retained.

export class SlowSeries {
  readonly list: () => readonly number[];
  constructor(list: () => readonly number[]) {
    this.list = list;
  }
}

export class SlowContainer {
  readonly fields: readonly (readonly [string, SlowValue])[];
  constructor(fields: readonly (readonly [string, SlowValue])[]) {
    this.fields = fields;
  }
}

export class SlowTable {
  readonly entries = new Map<SlowValue, SlowValue>();
}

/** What `pairs` and `ipairs` give a loop to go through. */
export class SlowPairs extends SlowTable {}

/** `place` is the call in the text of a global's name; null when it is called as a value. */
export type SlowFunction = (
  args: readonly SlowValue[],
  place: object | null,
) => readonly SlowValue[];

export type SlowValue =
  | undefined
  | boolean
  | number
  | string
  | SlowFunction
  | SlowSeries
  | SlowContainer
  | SlowTable;

/** A mistake of the script. */
export class SlowFault extends Error {}

export function fault(message: string): never {
  throw new SlowFault(message);
}

/** Without the oldest elements that are none. */
export function fromFirst(newestFirst: readonly number[]): readonly number[] {
  let count = newestFirst.length;
  while (count > 0 && Number.isNaN(newestFirst[count - 1])) count -= 1;
  return newestFirst.slice(0, count);
}

/** Element by element from the newest on, as long as the shortest series. */
export function elementwise(
  apply: (...numbers: number[]) => number,
  operands: readonly (SlowSeries | number)[],
): SlowSeries {
  return new SlowSeries(() => {
    const lists = operands.map((each) => (typeof each === 'number' ? null : each.list()));
    const count = Math.min(...lists.map((list) => list?.length ?? Infinity));
    const elements = Array.from({ length: count }, (_, at) =>
      apply(...lists.map((list, which) => list?.[at] ?? (operands[which] as number))),
    );
    return fromFirst(elements);
  });
}

export function newest(series: SlowSeries): number {
  return series.list()[0] ?? Number.NaN;
}

/** The first number of a pair for comparisons: of a series its newest element. */
function orderable(value: SlowValue): number | string | undefined {
  if (value instanceof SlowSeries) return newest(value);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

export function isEqual(left: SlowValue, right: SlowValue): boolean {
  if (!(left instanceof SlowSeries) && !(right instanceof SlowSeries)) return left === right;
  const [a, b] = [orderable(left), orderable(right)];
  return typeof a === 'number' && typeof b === 'number' && a === b;
}

export function isBelow(left: SlowValue, right: SlowValue, orEqual: boolean): boolean {
  const [a, b] = [orderable(left), orderable(right)];
  if (a === undefined || b === undefined || typeof a !== typeof b) return fault('cannot compare');
  return orEqual ? a <= b : a < b;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a - Math.floor(a / b) * b,
  '//': (a, b) => Math.floor(a / b),
  '^': (a, b) => (a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b),
};

const NUMERAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?$/i;
const SPACES = /^[ \t-\r]+|[ \t-\r]+$/g;

/** The number that a value stands for where one is wanted: texts that read as one do. */
export function asFigure(value: SlowValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(SPACES, '');
  if (NUMERAL.test(text)) return Number(text);
  const [, sign, whole = '', rest = '', power = '0'] = HEXADECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + rest === '') return undefined;
  const size = Number.parseInt(whole + rest, 16) * 2 ** (Number(power) - 4 * rest.length);
  return sign === '-' ? -size : size;
}

export function arithmetic(operator: string, left: SlowValue, right: SlowValue): SlowValue {
  const apply = ARITHMETIC[operator] ?? fault(`no operator ${operator}`);
  const [a, b] = [left, right].map((value) =>
    value instanceof SlowSeries ? value : (asFigure(value) ?? fault('cannot reckon')),
  );
  if (typeof a === 'number' && typeof b === 'number') return apply(a, b);
  if (a === undefined || b === undefined) return fault('cannot reckon');
  // What is not there stays so.
  const isThere = (...numbers: number[]): boolean => !numbers.some((each) => Number.isNaN(each));
  return elementwise((x, y) => (isThere(x, y) ? apply(x, y) : Number.NaN), [a, b]);
}

export function index(object: SlowValue, key: SlowValue): SlowValue {
  if (object instanceof SlowTable) return object.entries.get(key);
  if (object instanceof SlowContainer) {
    if (typeof key === 'number') return object.fields[key - 1]?.[1];
    return object.fields.find(([name]) => name === key)?.[1];
  }
  const list = typeof object === 'number' ? [object] : null;
  if (list === null && !(object instanceof SlowSeries)) return fault('cannot be indexed');
  const elements = list ?? (object as SlowSeries).list();
  if (key === 'Value') return elements[0] ?? Number.NaN;
  if (key === 'Values') {
    const table = new SlowTable();
    for (const [at, element] of elements.entries()) table.entries.set(at + 1, element);
    return table;
  }
  if (!(object instanceof SlowSeries)) {
    if (typeof key !== 'number') return fault('cannot be indexed');
    return elements[key - 1] ?? Number.NaN;
  }
  if (typeof key !== 'number') return undefined;
  const isThere = Number.isInteger(key) && key >= 1;
  return new SlowSeries(() => (isThere ? object.list().slice(key - 1) : []));
}

export function lengthOf(value: SlowValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof SlowSeries) return value.list().length;
  if (value instanceof SlowContainer) return value.fields.length;
  if (!(value instanceof SlowTable)) return fault('has no length');
  // With holes it is the last position that is not nil, as docs/lua.md says.
  let count = 0;
  for (let at = 1; value.entries.has(at); at += 1) {
    if (value.entries.get(at) !== undefined) count = at;
  }
  return count;
}

/** A number as `tostring` writes it in Lua: %.14g. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', exponent = '0'] = value.toExponential(13).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 14) {
    const fixed = value.toFixed(Math.max(0, 13 - power));
    return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
  }
  const sign = power < 0 ? '-' : '+';
  return `${digits.replace(/\.?0+$/, '')}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** The value as the script sees it written. */
export function writtenText(value: SlowValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  return value instanceof SlowSeries ? value.list().map(numberText).join(', ') : undefined;
}

/** `left .. right`; with a series every plain value is written, also nil. */
export function joined(left: SlowValue, right: SlowValue): string {
  const isSeries = left instanceof SlowSeries || right instanceof SlowSeries;
  const [a, b] = [left, right].map((value) => {
    if (isSeries && (value === undefined || typeof value === 'boolean')) {
      return value === undefined ? 'nil' : String(value);
    }
    return writtenText(value) ?? fault('cannot be joined');
  });
  return `${a}${b}`;
}

/** The value as text, in the words of watched-script.fixture.ts. */
export function slowText(value: SlowValue): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (value instanceof SlowSeries) {
    const list = value.list();
    const [first = Number.NaN, second = Number.NaN] = list;
    return `series(${list.length}: ${first} ${second} ${list.at(-1) ?? Number.NaN})`;
  }
  if (value instanceof SlowContainer) {
    return `{${value.fields.map(([name, each]) => `${name}=${slowText(each)}`).join(', ')}}`;
  }
  if (value instanceof SlowTable) return 'table';
  return typeof value === 'function' ? 'function' : String(value);
}
