// Client names of a venue's orders, remembered for venues whose fills and stream name only their
// own. It is a convenience: services join by our records (name-fills.ts). A venue may number the
// orders of each market by themselves.

import type { VenueOrder } from '#venue-port/exchange/exchange.ts';

type NamedOrder = Pick<VenueOrder, 'marketTag' | 'venueOrderId' | 'clientOrderId'>;

export type OrderNames = {
  note(accountId: string, order: NamedOrder): void;
  find(accountId: string, order: Omit<NamedOrder, 'clientOrderId'>): string | null;
  /** Whether the venue has given its number to an order of another name, of whichever account. */
  isTaken(order: NamedOrder): boolean;
};

const NAMES_MAX = 20_000;

/** Names, none at first; their number is bounded, and the oldest are forgotten. */
export function makeOrderNames(): OrderNames {
  const names = new Map<string, string>();
  const ofAll = new Map<string, string>();
  const keyOf = (accountId: string, order: Omit<NamedOrder, 'clientOrderId'>): string =>
    `${accountId} ${order.marketTag} ${order.venueOrderId}`;
  return {
    note(accountId, order) {
      const { clientOrderId, venueOrderId } = order;
      if (clientOrderId === null || venueOrderId === '') return;
      keep(names, keyOf(accountId, order), clientOrderId);
      keep(ofAll, keyOf('', order), clientOrderId);
    },
    find: (accountId, order) => names.get(keyOf(accountId, order)) ?? null,
    isTaken(order) {
      const name = ofAll.get(keyOf('', order));
      return name !== undefined && name !== order.clientOrderId;
    },
  };
}

function keep(names: Map<string, string>, key: string, name: string): void {
  names.set(key, name);
  // The oldest is the first in the order of insertion.
  const [oldest] = names.size > NAMES_MAX ? names.keys() : [];
  if (oldest !== undefined) names.delete(oldest);
}
