// Elements of series that are found once in an update, and kept until the next.

import type { Cursor, Elements } from '#engine/series/series.ts';
import { chargeSteps } from '#script/runtime/meter.ts';

/** What `make` gives, read once in each row. */
function onceInRow<T>(cursor: Cursor, make: () => T): () => T {
  let known: { readonly row: number; readonly value: T } | null = null;
  return () => {
    if (known?.row !== cursor.row) known = { row: cursor.row, value: make() };
    return known.value;
  };
}

/** Elements of a list that is made as a whole; it is charged by its length. */
export function listElements(cursor: Cursor, make: () => Float64Array): Elements {
  const list = onceInRow(cursor, () => {
    const made = make();
    chargeSteps(made.length);
    return made;
  });
  return {
    at: (position) => list()[position - 1] ?? Number.NaN,
    count: () => list().length,
  };
}

/**
 * The same elements as `found`. The newest and the count are found alone, as most scripts want no
 * more; the others together, charged by the elements that each reads.
 */
export function keptElements(cursor: Cursor, found: Elements, weight: number): Elements {
  const newest = onceInRow(cursor, () => found.at(1));
  const count = onceInRow(cursor, found.count);
  const others = onceInRow(cursor, () => {
    chargeSteps(count() * weight);
    return Float64Array.from({ length: count() }, (_, index) => found.at(index + 1));
  });
  return {
    at: (position) => (position === 1 ? newest() : (others()[position - 1] ?? Number.NaN)),
    count,
  };
}
