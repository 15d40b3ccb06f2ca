// The simulated exchange's accounts in this process's memory, for tests, demonstrations and the
// simulator. Keeps the promises of sim-store.ts: one commit is all or nothing.

import { present } from '#lib/assert.ts';
import type { Booking } from '#domain/venue/venue-effects.ts';
import type { MarginEventPlace, SimAccount, SimFill, SimOrder } from '#adapters/sim/sim-account.ts';
import { dueAtMs, isDue } from '#adapters/sim/sim-account.ts';
import type { SimCommit } from '#adapters/sim/sim-commit.ts';
import type {
  SimReading,
  CommitResult,
  NamedBooking,
  PlacedMarginEvent,
  SimStore,
} from '#adapters/sim/sim-store.ts';

type RetainedAccount = {
  account: SimAccount;
  /** By venue order id. */
  readonly orders: Map<string, SimOrder>;
  readonly fills: SimFill[];
  readonly bookings: Booking[];
  readonly marginEvents: PlacedMarginEvent[];
};

/** Store in memory, without accounts. */
export function makeMemorySimStore(): SimStore {
  const accounts = new Map<string, RetainedAccount>();
  return {
    async open(account, bookings) {
      if (accounts.has(account.accountId)) return false;
      const empty = { orders: new Map(), fills: [], marginEvents: [] };
      accounts.set(account.accountId, { account, ...empty, bookings: [...bookings] });
      return true;
    },
    load: async (accountId) => accounts.get(accountId)?.account ?? null,
    async loadWallet(accountId) {
      const account = accounts.get(accountId)?.account;
      if (account === undefined) return null;
      const { marketType, state, updatedAtMs } = account;
      const { books } = state.ledger;
      return { marketType, books, dueAtMs: dueAtMs(account), updatedAtMs };
    },
    commit: async (commit) => {
      const retained = accounts.get(commit.account.accountId);
      return apply(present(retained, 'what is committed was loaded'), commit);
    },
    findOrder: async (accountId, venueOrderId) =>
      readingOf(accounts.get(accountId), ({ orders }) =>
        orders.has(venueOrderId) ? [orderOf(orders, venueOrderId)] : [],
      ),
    listOpenOrders: async (accountId) =>
      readingOf(accounts.get(accountId), ({ orders }) =>
        [...orders.values()].filter(({ state }) => state === 'open'),
      ),
    listFills: async (accountId, afterSequence, limit) =>
      readingOf(accounts.get(accountId), ({ fills }) =>
        fills.filter((fill) => fill.sequence > afterSequence).slice(0, limit),
      ),
    listOrderFills: async (accountId, venueOrderId) =>
      readingOf(accounts.get(accountId), ({ fills }) =>
        fills.filter((fill) => fill.venueOrderId === venueOrderId),
      ),
    listMarginEvents: async (accountId, after, limit) =>
      readingOf(accounts.get(accountId), ({ marginEvents }) =>
        marginEvents.filter(({ place }) => isBehind(place, after)).slice(0, limit),
      ),
    listDue: async (nowMs, limit) =>
      [...accounts.values()]
        .filter(({ account }) => isDue(dueAtMs(account), nowMs))
        .map(({ account }) => ({
          accountId: account.accountId,
          version: account.version,
          dueAtMs: dueAtMs(account) ?? nowMs,
        }))
        .sort((left, right) => left.dueAtMs - right.dueAtMs)
        .slice(0, limit),
    async moveOn(moved) {
      for (const { accountId, version, settledUntilMs } of moved) {
        const retained = accounts.get(accountId);
        if (retained === undefined || retained.account.version !== version) continue;
        const untilMs = Math.max(retained.account.settledUntilMs, settledUntilMs);
        retained.account = { ...retained.account, settledUntilMs: untilMs };
      }
    },
    listBookings: async (accountId) => accounts.get(accountId)?.bookings ?? [],
    listNamedBookings: async (accountId, afterSequence, limit) =>
      namedBookings(accounts.get(accountId), afterSequence).slice(0, limit),
    listAccountIds: async (afterId, limit) =>
      [...accounts.keys()]
        .sort()
        .filter((accountId) => afterId === null || accountId > afterId)
        .slice(0, limit),
  };
}

function namedBookings(
  retained: RetainedAccount | undefined,
  afterSequence: number,
): readonly NamedBooking[] {
  const bookings = retained?.bookings ?? [];
  return bookings
    .filter(({ sequence }) => sequence > afterSequence)
    .map((booking) => ({
      ...booking,
      clientOrderId: retained?.orders.get(booking.reference)?.clientOrderId ?? null,
    }));
}

function readingOf<T>(
  retained: RetainedAccount | undefined,
  itemsOf: (retained: RetainedAccount) => readonly T[],
): SimReading<T> {
  if (retained === undefined) return null;
  return { items: itemsOf(retained), dueAtMs: dueAtMs(retained.account) };
}

function isBehind(place: MarginEventPlace, after: MarginEventPlace): boolean {
  if (place.sequence !== after.sequence) return place.sequence > after.sequence;
  return place.index > after.index;
}

function apply(retained: RetainedAccount, commit: SimCommit): CommitResult {
  const { placed } = commit;
  if (placed !== null && retained.orders.has(placed.order.venueOrderId)) return 'duplicate';
  if (retained.account.version !== commit.expectedVersion) return 'stale';
  retained.account = commit.account;
  if (placed !== null) retained.orders.set(placed.order.venueOrderId, placed.order);
  for (const update of commit.updates) {
    const { working: _working, reason, ...progress } = update;
    const order = orderOf(retained.orders, update.venueOrderId);
    const after = { ...order, ...progress, reason: reason ?? order.reason };
    retained.orders.set(order.venueOrderId, after);
  }
  for (const fill of commit.fills) {
    const { clientOrderId } = orderOf(retained.orders, fill.venueOrderId);
    retained.fills.push({ ...fill, clientOrderId });
  }
  retained.bookings.push(...commit.bookings);
  const sequence = commit.account.state.nextSequence;
  for (const [index, event] of commit.marginEvents.entries())
    retained.marginEvents.push({ place: { sequence, index: index + 1 }, event });
  return 'committed';
}

function orderOf(orders: RetainedAccount['orders'], venueOrderId: string): SimOrder {
  return present(orders.get(venueOrderId), 'what is filled or changed was placed');
}
