// Lists of numbers in the second evaluation of documents: newest element first, combined element by
// element as far as the shorter one goes; in a comparison a list is its newest element.

export type SlowList = readonly number[];

export type SlowValue = number | boolean | string | null | SlowList;

export function isSlowList(value: SlowValue): value is SlowList {
  return typeof value === 'object' && value !== null;
}

/** The number that a value is in a comparison; NaN of an empty list. */
export function newestOf(value: SlowValue): number {
  return isSlowList(value) ? (value[0] ?? Number.NaN) : Number(value);
}

export function combined(
  a: SlowValue,
  b: SlowValue,
  operation: (a: number, b: number) => number,
): SlowValue {
  if (!isSlowList(a) && !isSlowList(b)) return operation(Number(a), Number(b));
  const count = Math.min(...[a, b].map((each) => (isSlowList(each) ? each.length : Infinity)));
  const at = (value: SlowValue, place: number): number =>
    isSlowList(value) ? (value[place] ?? Number.NaN) : Number(value);
  return Array.from({ length: count }, (_, place) => operation(at(a, place), at(b, place)));
}

/** The list without its first elements. */
export function offsetOf(value: SlowValue, offset: number): SlowValue {
  return isSlowList(value) ? value.slice(offset) : null;
}

/** The element at a place counted from 1; NaN where there is none. */
export function elementOf(value: SlowValue, place: number): SlowValue {
  return isSlowList(value) ? (value[place - 1] ?? Number.NaN) : null;
}
