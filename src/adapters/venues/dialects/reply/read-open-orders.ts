// Rows of a list of open orders. One that cannot be read keeps no other back; of it as much is said
// as tells which order it may be.

import type { UnreadableOrder } from '#adapters/venues/dialect.ts';
import { idIn, UnreadableReply } from '#adapters/venues/dialects/reply/reply-fields.ts';

/** How the venue calls these two. */
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
  const items: T[] = [];
  const unreadable: UnreadableOrder[] = [];
  for (const row of rows)
    try {
      items.push(read(row));
    } catch (error) {
      if (!(error instanceof UnreadableReply)) throw error;
      unreadable.push({ ...namesIn(row, keys), detail: error.message });
    }
  return { items, unreadable };
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
