// The values of the slow interpreter (slow-interpreter.ts). A series is a function that works its
// elements out whenever it is read, newest first, from the candles up to now; nothing is kept.

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

export type SlowFunction = (args: readonly SlowValue[]) => readonly SlowValue[];

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
  '^': (a, b) => a ** b,
};

export function arithmetic(operator: string, left: SlowValue, right: SlowValue): SlowValue {
  const apply = ARITHMETIC[operator] ?? fault(`no operator ${operator}`);
  const isSeries = left instanceof SlowSeries || right instanceof SlowSeries;
  if (typeof left === 'number' && typeof right === 'number') return apply(left, right);
  const [a, b] = [left, right].map((value) =>
    typeof value === 'number' || value instanceof SlowSeries ? value : fault('cannot reckon'),
  );
  if (!isSeries || a === undefined || b === undefined) return fault('cannot reckon');
  return elementwise(apply, [a, b]);
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
  if (!(object instanceof SlowSeries)) return fault('cannot be indexed');
  if (typeof key !== 'number') return undefined;
  const isThere = Number.isInteger(key) && key >= 1;
  return new SlowSeries(() => (isThere ? object.list().slice(key - 1) : []));
}

export function lengthOf(value: SlowValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof SlowSeries) return value.list().length;
  if (value instanceof SlowContainer) return value.fields.length;
  if (!(value instanceof SlowTable)) return fault('has no length');
  let count = 0;
  while (value.entries.get(count + 1) !== undefined) count += 1;
  return count;
}

/** The value as text, in the words of watched-script.sample.ts. */
export function slowText(value: SlowValue): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
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
