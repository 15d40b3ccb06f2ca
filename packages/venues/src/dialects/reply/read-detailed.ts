// Rows that need what another list has of them, which may have it late.

import { readRows } from '#venues/dialects/reply/read-rows.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/** What is not listed by then is not listed any more. */
const LATE_MS_MAX = 15 * 60_000;

/**
 * The rows that can be read. Throws UnreadableReply where one that is newer than a quarter of an
 * hour cannot be: then it is read again.
 */
export function readDetailed<Row extends { readonly atMs: number }, T>(
  rows: readonly Row[],
  nowMs: number,
  nameOf: (row: unknown) => unknown,
  read: (row: Row) => T,
): readonly T[] {
  const { items, unreadable } = readRows(rows, nameOf, (row) => read(row as Row));
  const waited = unreadable.find(({ index }) => nowMs - (rows[index]?.atMs ?? 0) < LATE_MS_MAX);
  if (waited !== undefined) throw new UnreadableReply(waited.detail);
  return items;
}
