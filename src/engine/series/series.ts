// A series as scripts have it: newest element first, element by element in arithmetic, standing for
// its newest element in comparisons. It moves with the run: what it shows is what holds at the
// cursor's row.
//
// Classes, because generated code reads `newest[row & rowMask]` in its innermost loops and must
// find one hidden class there.

import type { SeriesLike } from '#engine/run-api/series-api.ts';
import type { Column, ColumnWatcher } from '#engine/series/column.ts';
import { columnCount, columnElement, columnElements, columnWeight } from '#engine/series/column.ts';
import type { HeldColumn } from '#engine/series/column-holder.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import type { Operation } from '#engine/run-api/operation.ts';
import { PLAIN_HOOKS } from '#engine/values/plain-hooks.ts';
import { chargeString } from '#lua/runtime/concatenate.ts';
import { toNumber } from '#lua/runtime/convert.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { numberText } from '#lua/runtime/number-text.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { running } from '#lua/runtime/running.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import type {
  ArithmeticOperator,
  ComparisonOperator,
  HeldByHost,
  HostValue,
  LuaResult,
  LuaValue,
} from '#lua/runtime/value.ts';

/** Where a run stands; rows are minutes of its window. */
/** `beginRow`: where the run begins, while it reads rows before; else absent or null. */
export type Cursor = { readonly row: number; readonly beginRow?: number | null };

/** Elements that are found when they are requested. */
export type Elements = {
  /** The element at a position from 1 to the count. There is always a first one, maybe NaN. */
  readonly at: (position: number) => number;
  readonly count: () => number;
  /** Of lists that it keeps now; absent: none. */
  readonly bytes?: () => number;
  /** All of them, where they stay as they are; absent: they do not. */
  readonly fixed?: Float64Array;
};

/** What finding an element takes. */
export type Footing = {
  /** How many elements of columns, and of lists retained for the update, are read. */
  readonly weight: number;
  /** How many lists lie on top of one another; 0 where there are columns alone. */
  readonly levels: number;
};

/** What makes one series of others, for one run. */
export type ColumnFactory = {
  /** By row, the element behind the newest; undefined where it lies in no column. */
  readonly before: (held: HeldColumn) => Float64Array | undefined;
  readonly cursor: Cursor;
  readonly combine: (operation: Operation, operands: readonly (Series | number)[]) => Series;
  readonly from: (series: Series, position: number) => Series;
};

const OPERATION_OF: { readonly [operator in ArithmeticOperator]?: Operation } = {
  '+': OPERATIONS.add,
  '-': OPERATIONS.subtract,
  '*': OPERATIONS.multiply,
  '/': OPERATIONS.divide,
  '%': OPERATIONS.modulo,
  '^': OPERATIONS.power,
  '//': OPERATIONS.floorDivide,
  'unary -': OPERATIONS.negate,
};

const BYTES_PER_ELEMENT_TEXT = 16;
const STEPS_PER_ELEMENT_TEXT = 16;
/** Of a series that stands in no column, as an object. */
export const TRANSIENT_BYTES = 256;
type Parts = readonly Series[];
const NO_PARTS: Parts = [];
const SERIES_FIELDS = ['Value', 'Values'];

export abstract class Series implements SeriesLike {
  readonly kind = 'series';
  container: HostValue | null = null;
  readonly factory: ColumnFactory;
  /** `newest[row & rowMask]` is the newest element at the row. */
  abstract readonly newest: Float64Array;
  abstract readonly rowMask: number;
  abstract readonly footing: Footing;

  constructor(factory: ColumnFactory) {
    this.factory = factory;
  }

  abstract at(position: number): number;
  abstract count(): number;
  /** The elements that there are now, newest first. */
  abstract values(): Float64Array;

  arith(operator: ArithmeticOperator, left: LuaValue, right: LuaValue): LuaValue {
    if (operator === '..') return PLAIN_HOOKS.arith(operator, left, right);
    const operation = OPERATION_OF[operator];
    const a = operandOf(left);
    const b = operandOf(right);
    if (operation === undefined || a === undefined || b === undefined) return undefined;
    return this.factory.combine(operation, operator === 'unary -' ? [a] : [a, b]);
  }

  compare(operator: ComparisonOperator, left: LuaValue, right: LuaValue): boolean | undefined {
    const a = newestOf(left);
    const b = newestOf(right);
    if (a === undefined || b === undefined) return undefined;
    if (operator === '==') return a === b;
    return operator === '<' ? a < b : a <= b;
  }

  index(key: LuaValue): LuaValue {
    if (typeof key === 'number') return this.factory.from(this, key);
    if (key === 'Value') return this.at(1);
    if (key === 'Values') return tableFromList([...this.values()]);
    if (typeof key === 'string') running.missing = { what: 'a series', key, fields: SERIES_FIELDS };
    return undefined;
  }

  call(_args: LuaValue[]): LuaResult {
    throw libraryError('attempt to call a series');
  }

  length(): LuaValue {
    return this.count();
  }

  /** All elements, newest first. */
  toText(): string {
    const count = this.count();
    chargeString(count * BYTES_PER_ELEMENT_TEXT);
    chargeSteps(count * STEPS_PER_ELEMENT_TEXT);
    return Array.from(this.values(), numberText).join(', ');
  }

  toNumber(): number {
    return this.at(1);
  }
}

/** A series that stands in a column over all rows. */
export class ColumnSeries extends Series implements ColumnWatcher {
  newest: Float64Array;
  readonly rowMask = -1;
  readonly footing: Footing;
  readonly held: HeldColumn;
  /** Series made of this one, by operation and operands, and by position. */
  readonly combined = new Map<string, Map<string, Series>>();
  readonly subseries = new Map<number, Series>();

  constructor(factory: ColumnFactory, held: HeldColumn) {
    super(factory);
    this.held = held;
    this.footing = { weight: columnWeight(held.column), levels: 0 };
    this.newest = held.column.values;
  }

  earlier: Float64Array | undefined = undefined;
  earlierThan: Float64Array | null = null;

  /** `before[row]` is the second element at the row; undefined where it is found otherwise. */
  get before(): Float64Array | undefined {
    if (this.earlierThan !== this.newest) {
      this.earlierThan = this.newest;
      this.earlier = this.factory.before(this.held);
    }
    return this.earlier;
  }

  get column(): Column {
    return this.held.column;
  }

  at(position: number): number {
    return columnElement(this.held.column, this.factory.cursor.row, position);
  }

  count(): number {
    return columnCount(this.held.column, this.factory.cursor.row);
  }

  values(): Float64Array {
    const count = this.count();
    chargeSteps(count * this.footing.weight);
    chargeBytes(count * Float64Array.BYTES_PER_ELEMENT);
    return columnElements(this.held.column, this.factory.cursor.row);
  }
}

/** A series whose elements are found when they are requested. */
export class TransientSeries extends Series {
  readonly rowMask = 0;
  readonly footing: Footing;
  readonly elements: Elements;
  readonly shown = new Float64Array(1);

  /** What its elements are found in. */
  readonly parts: Parts;

  constructor(
    factory: ColumnFactory,
    elements: Elements,
    footing: Footing,
    parts: Parts = NO_PARTS,
  ) {
    super(factory);
    this.elements = elements;
    this.footing = footing;
    this.parts = parts;
  }

  get newest(): Float64Array {
    chargeSteps(this.footing.weight);
    this.shown[0] = this.elements.at(1);
    return this.shown;
  }

  held(): HeldByHost {
    return { bytes: TRANSIENT_BYTES + (this.elements.bytes?.() ?? 0), values: this.parts };
  }

  at(position: number): number {
    chargeSteps(this.footing.weight);
    if (position === 1) return this.elements.at(1);
    const isThere = position > 1 && Number.isInteger(position) && position <= this.count();
    return isThere ? this.elements.at(position) : Number.NaN;
  }

  count(): number {
    return this.elements.count();
  }

  values(): Float64Array {
    const values = new Float64Array(this.count());
    chargeSteps(values.length * this.footing.weight);
    chargeBytes(values.byteLength);
    for (let index = 0; index < values.length; index += 1) {
      values[index] = this.elements.at(index + 1);
    }
    return values;
  }
}

/** The element of a series, or the number, at a position that is known to be there. */
export function elementOf(operand: Series | number, position: number): number {
  if (typeof operand === 'number') return operand;
  return operand instanceof TransientSeries ? operand.elements.at(position) : operand.at(position);
}

/** Type guard by class. */
export function isSeries(value: unknown): value is Series {
  return value instanceof Series;
}

function operandOf(value: LuaValue): Series | number | undefined {
  if (isSeries(value)) return value;
  return typeof value === 'number' || typeof value === 'string' ? toNumber(value) : undefined;
}

function newestOf(value: LuaValue): number | undefined {
  if (typeof value === 'number') return value;
  return isSeries(value) ? value.at(1) : undefined;
}
