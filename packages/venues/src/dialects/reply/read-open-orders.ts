// Rows of a list of orders or of their fills. One that cannot be read keeps no other back; of it as
// much is said as tells which order it may be of.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { UnreadableFillRow, UnreadableOrder } from '#venues/dialect.ts';
import { byField, readFlatRows, readRows, withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import { idIn } from '#venues/dialects/reply/reply-fields.ts';

/** How the venue calls these two; an empty text where the list does not have it. */
type NameKeys = { readonly id: string; readonly name: string };

export type OpenRows<T> = {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableOrder[];
};

/** Items of the rows that can be read; of the others, the names that they may have. */
export function readOpenOrders<T>(
  rows: readonly unknown[],
  keys: NameKeys,
  read: (row: unknown) => T,
): OpenRows<T> {
  // Whoever takes them says so by itself.
  return withLeftOut(() => readSearchedOrders(rows, keys, read)).value;
}

/** As `readOpenOrders`, of a list that is searched for an order: what is left out is named. */
export function readSearchedOrders<T>(
  rows: readonly unknown[],
  keys: NameKeys,
  read: (row: unknown) => T,
): OpenRows<T> {
  const { items, unreadable } = readRows(rows, byField(keys.id), read);
  return {
    items,
    unreadable: unreadable.map(({ index, detail }) => ({ ...namesIn(rows[index], keys), detail })),
  };
}

export type FillRows<T> = {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableFillRow[];
};

/** Of a list of fills; a row makes one, or none. */
export function readFillRows<T>(
  rows: readonly unknown[],
  keys: NameKeys,
  tagOf: (row: unknown) => MarketTag,
  read: (row: unknown, index: number) => readonly T[],
): FillRows<T> {
  const { items, unreadable } = readFlatRows(rows, tagOf, read);
  return {
    items,
    unreadable: unreadable.map(({ index, name, detail }) => ({
      ...namesIn(rows[index], keys),
      marketTag: name,
      detail,
    })),
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
