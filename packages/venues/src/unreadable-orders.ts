// Open orders that a venue shows in a form that cannot be read. Nothing is known of them but that
// they are there: no order that may be one of them is absent, whatever else denies it.

import type { OrderName } from '#venue-port/exchange/exchange.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { UnreadableOrder, VenueDialect } from '#venues/dialect.ts';

/** Null: what can be read of the row does not say whether it is of the order. */
export function isOfOrder(
  { orderName }: Pick<VenueDialect, 'orderName'>,
  row: Pick<UnreadableOrder, 'venueOrderId' | 'venueName'>,
  name: OrderName,
): boolean | null {
  if (row.venueOrderId !== null && name.venueOrderId !== null)
    return row.venueOrderId === name.venueOrderId;
  if (row.venueName === null || name.clientOrderId === '') return null;
  return row.venueName === orderName(name.clientOrderId);
}

export type UnreadableOrders = {
  /** What the newest list of the account's open orders has of them. */
  note(this: void, accountId: string, rows: readonly UnreadableOrder[]): void;
  /** Whether one of them has the order's name. */
  hasNamed(this: void, accountId: string, name: OrderName): boolean;
  /** Whether one of them may be the order, as far as its names can be read. */
  mayHave(this: void, accountId: string, name: OrderName): boolean;
};

/** Each is logged once, for as long as it is listed. */
export function makeUnreadableOrders(
  dialect: Pick<VenueDialect, 'orderName'>,
  log: Pick<Log, 'warn'>,
): UnreadableOrders {
  const byAccount = new Map<string, readonly UnreadableOrder[]>();
  const rowsOf = (accountId: string): readonly UnreadableOrder[] => byAccount.get(accountId) ?? [];
  const isNamed = (row: UnreadableOrder, name: OrderName): boolean | null =>
    isOfOrder(dialect, row, name);
  return {
    note(accountId, rows) {
      const known = new Set(rowsOf(accountId).map(textOf));
      if (rows.length === 0) byAccount.delete(accountId);
      else byAccount.set(accountId, rows);
      for (const row of rows) {
        if (known.has(textOf(row))) continue;
        known.add(textOf(row));
        const { venueOrderId, detail } = row;
        log.warn('account.order_unreadable', {
          account_id: accountId,
          venue_order_id: venueOrderId,
          cause: detail,
        });
      }
    },
    hasNamed: (accountId, name) => rowsOf(accountId).some((row) => isNamed(row, name) === true),
    mayHave: (accountId, name) => rowsOf(accountId).some((row) => isNamed(row, name) !== false),
  };
}

function textOf({ venueOrderId, venueName, detail }: UnreadableOrder): string {
  return JSON.stringify([venueOrderId, venueName, detail]);
}
