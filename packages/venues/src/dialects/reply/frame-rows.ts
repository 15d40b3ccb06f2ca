// Rows of a frame of a stream, each by itself: what one that cannot be read comes to is said in its
// place, and the others are read.

import { readFlatRows } from '#venues/dialects/reply/read-rows.ts';

/** `instead`: of a row that cannot be read. */
export function readFrameRows<T>(
  rows: readonly unknown[],
  nameOf: (row: unknown) => unknown,
  read: (row: unknown) => readonly T[],
  instead: readonly T[],
): readonly T[] {
  return rows.flatMap((row) => {
    const { items, unreadable } = readFlatRows([row], nameOf, read);
    return unreadable.length === 0 ? items : instead;
  });
}
