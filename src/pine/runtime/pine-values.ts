// Values of Pine that are more than a number, a text or a flag. All are plain data, so that a
// snapshot can hold them.

import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';

export type PineArray = {
  readonly kind: 'array';
  v: unknown[];
  /** Of a slice: the array that it is a part of, and from where on. */
  readonly of?: { readonly array: PineArray; readonly from: number };
};

export type PineMap = { readonly kind: 'map'; readonly entries: Map<unknown, unknown> };

export type PineMatrix = {
  readonly kind: 'matrix';
  /** Row by row. */
  rows: unknown[][];
  columns: number;
};

export const ELEMENTS_MAX = 100_000;
const ELEMENT_BYTES = 16;

/** Size of a new collection, whose memory is charged. Throws `PineFault` outside of the bounds. */
export function checkedSize(size: number, what: string): number {
  const whole = Math.trunc(size);
  if (!(whole >= 0 && whole <= ELEMENTS_MAX))
    throw new PineFault(`${what}: a size of 0 to ${ELEMENTS_MAX} expected, found ${size}`);
  chargeBytes(whole * ELEMENT_BYTES);
  return whole;
}

/** Array over these elements, whose memory is charged. */
export function arrayOf(values: unknown[]): PineArray {
  chargeBytes(32 + values.length * ELEMENT_BYTES);
  return { kind: 'array', v: values };
}

/** A slice that is looked up in its array, beside its elements. */
const SLICE_STEPS = 8;

/** The elements of an array that is not `na`; a slice has those of its array. */
export function elements<T = unknown>(array: PineArray | null): T[] {
  if (array === null) throw new PineFault("an array expected, found 'na'");
  if (array.of !== undefined) {
    const { array: whole, from } = array.of;
    chargeSteps(SLICE_STEPS + array.v.length);
    array.v = elements(whole).slice(from, from + array.v.length);
  }
  return array.v as T[];
}

/** Writes what a slice has become into its array, in the place of so many elements. */
export function writeSlice({ v, of }: PineArray, countBefore: number): void {
  if (of === undefined) return;
  const values = elements(of.array);
  const size = values.length;
  chargeSteps(checkedSize(size - countBefore + v.length, 'array'));
  of.array.v = [...values.slice(0, of.from), ...v, ...values.slice(of.from + countBefore)];
  writeSlice(of.array, size);
}

/**
 * Index from the start; a negative one counts from the end. Throws `PineFault` outside of the
 * array.
 */
export function checkedIndex(index: number, size: number, what: string): number {
  const whole = Math.trunc(index);
  const at = whole < 0 ? whole + size : whole;
  if (!(at >= 0 && at < size))
    throw new PineFault(`${what}: index ${index} is out of bounds; the size is ${size}`);
  return at;
}

/** An object of a type of the script, or of a drawing. */
export type PineObject = Record<string, unknown>;

/** Object whose memory is charged. */
export function object(members: PineObject): PineObject {
  chargeBytes(64);
  return members;
}

/** Object that is not na. Throws `PineFault` for na. */
export function has(value: PineObject | null | undefined): PineObject {
  if (value === null || value === undefined)
    throw new PineFault("a field of 'na' is read or changed; test the object with na() first");
  return value;
}

const COPIED_STEPS = 16;

/** A copy of the object; what its fields refer to is shared. */
export function copy(value: PineObject | null): PineObject | null {
  if (value === null) return null;
  chargeSteps(COPIED_STEPS);
  return object({ ...value });
}

/** What `for ... in` goes over. */
export function items(collection: PineArray | PineMap | PineMatrix | null): readonly unknown[] {
  if (collection === null) throw new PineFault("a collection expected behind 'in', found 'na'");
  if (collection.kind === 'array') return elements(collection);
  chargeSteps(sizeOf(collection));
  if (collection.kind === 'map') return [...collection.entries];
  return collection.rows.map((row) => arrayOf([...row]));
}

const ENTRY_STEPS = 8;
const CHARACTER_STEPS = 1 / 4;

/** Steps of going through a value once. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length * CHARACTER_STEPS;
  if (typeof value !== 'object' || value === null) return 0;
  const collection = value as PineArray | PineMap | PineMatrix;
  if (collection.kind === 'array') return collection.v.length;
  if (collection.kind === 'map') return collection.entries.size * ENTRY_STEPS;
  if (collection.kind === 'matrix') return collection.rows.length * (1 + collection.columns);
  return 0;
}

/** Whether nothing is there. */
export function isNa(value: unknown): boolean {
  return value === null || value === undefined || Number.isNaN(value);
}
