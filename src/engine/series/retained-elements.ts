// Elements of series that are found once in an update, and retained until the next.

import type { Cursor, Elements } from '#engine/series/series.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';

/** What `make` gives, read once in each row. */
function onceInRow<T>(cursor: Cursor, make: () => T): Once<T> {
  let known: { readonly row: number; readonly value: T } | null = null;
  const read = (): T => {
    if (known?.row !== cursor.row) known = { row: cursor.row, value: make() };
    return known.value;
  };
  return { read, known: () => known?.value ?? null };
}

/** What is made once in a row, and what of it was made last. */
type Once<T> = { readonly read: () => T; readonly known: () => T | null };

/** Elements of a list that is made as a whole; it is charged by its length. */
export function listElements(cursor: Cursor, make: () => Float64Array): Elements {
  const list = onceInRow(cursor, () => {
    const made = make();
    chargeSteps(made.length);
    chargeBytes(made.byteLength);
    return made;
  });
  return {
    at: (position) => list.read()[position - 1] ?? Number.NaN,
    count: () => list.read().length,
    bytes: () => list.known()?.byteLength ?? 0,
  };
}

/**
 * The same elements as `found`. The newest and the count are found alone, as most scripts want no
 * more; the others together, charged by the elements that each reads.
 */
export function retainedElements(cursor: Cursor, found: Elements, weight: number): Elements {
  const newest = onceInRow(cursor, () => {
    chargeSteps(weight);
    return found.at(1);
  }).read;
  const count = onceInRow(cursor, () => {
    chargeSteps(weight);
    return found.count();
  }).read;
  const others = onceInRow(cursor, () => {
    chargeSteps(count() * weight);
    chargeBytes(count() * Float64Array.BYTES_PER_ELEMENT);
    return Float64Array.from({ length: count() }, (_, index) => found.at(index + 1));
  });
  return {
    at: (position) => (position === 1 ? newest() : (others.read()[position - 1] ?? Number.NaN)),
    count,
    bytes: () => others.known()?.byteLength ?? 0,
  };
}
