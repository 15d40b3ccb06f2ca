// Rows of a list of orders or of their fills. One that cannot be read keeps no other back; of it as
// much is said as tells which order it may be of.

import type { UnreadableOrder } from '#adapters/venues/dialect.ts';
import { byField, readRows, withLeftOut } from '#adapters/venues/dialects/reply/read-rows.ts';
import { idIn } from '#adapters/venues/dialects/reply/reply-fields.ts';

/** How the venue calls these two; an empty text where the list does not have it. */
type NameKeys = { readonly id: string; readonly name: string };

export type OpenRows<T> = {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableOrder[];
};

export function readOpenOrders<T>(
  rows: readonly unknown[],
  keys: NameKeys,
  read: (row: unknown) => T,
): OpenRows<T> {
  // Whoever takes them says so by itself.
  const { items, unreadable } = withLeftOut(() => readRows(rows, byField(keys.id), read)).value;
  return {
    items,
    unreadable: unreadable.map(({ index, detail }) => ({ ...namesIn(rows[index], keys), detail })),
  };
}

function namesIn(row: unknown, { id, name }: NameKeys): Omit<UnreadableOrder, 'detail'> {
  const fields = (typeof row === 'object' ? row : null) as Record<string, unknown> | null;
  const venueName = fields?.[name];
  return {
    venueOrderId: idIn(fields?.[id]),
    // An empty one says that the order is none of ours.
    venueName: typeof venueName === 'string' ? venueName : null,
  };
}
