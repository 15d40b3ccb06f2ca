// Which of our names belongs to a venue's order, remembered for venues whose fills and stream name
// only their own. It is a convenience: the store joins by the venue's name.

export type OrderNames = {
  note(accountId: string, venueOrderId: string, clientOrderId: string | null): void;
  find(accountId: string, venueOrderId: string): string | null;
};

const NAMES_MAX = 20_000;

export function makeOrderNames(): OrderNames {
  const names = new Map<string, string>();
  const keyOf = (accountId: string, venueOrderId: string): string => `${accountId} ${venueOrderId}`;
  return {
    note(accountId, venueOrderId, clientOrderId) {
      if (clientOrderId === null || venueOrderId === '') return;
      names.set(keyOf(accountId, venueOrderId), clientOrderId);
      // The oldest is the first in the order of insertion.
      const [oldest] = names.size > NAMES_MAX ? names.keys() : [];
      if (oldest !== undefined) names.delete(oldest);
    },
    find: (accountId, venueOrderId) => names.get(keyOf(accountId, venueOrderId)) ?? null,
  };
}
