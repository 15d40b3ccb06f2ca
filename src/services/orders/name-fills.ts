// Gives fills our names of their orders, where the list of an exchange has only its own: by our
// records, which any process reads, and else by the exchange. A fill without a name is one of an
// order that was placed elsewhere, and nobody counts it.

import { LIMITS } from '#lib/limits.ts';
import type { UnreadableFill, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { OrderStore, VenueOrderName } from '#ports/stores/order-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';

type Orders = Pick<OrderStore, 'findClientOrderIds'>;

/** By our records alone: an order that is not acknowledged yet has no name. Throws Failure. */
export async function nameFills(
  orders: Orders,
  accountId: string,
  fills: readonly VenueFill[],
): Promise<readonly VenueFill[]> {
  const nameless = namelessOf(fills);
  if (nameless.length === 0) return fills;
  const known = await orders.findClientOrderIds(accountId, nameless);
  const names = new Map(known.map((each) => [keyOf(each), each.clientOrderId]));
  return withNames(fills, names);
}

/**
 * Also those of orders whose names at the exchange we do not know yet. Throws Failure, too when the
 * exchange does not show the order of a fill: its fill must not be passed over.
 */
export async function nameAllFills(
  deps: { readonly orders: Orders; readonly clock: Clock },
  at: AccountAtExchange,
  fills: readonly VenueFill[],
): Promise<readonly VenueFill[]> {
  const named = await nameFills(deps.orders, at.account.accountId, fills);
  const names = new Map<string, string | null>();
  for (const fill of named) {
    const key = keyOf(fill);
    if (fill.clientOrderId === null && !names.has(key))
      names.set(key, await nameAtExchange(deps.clock, at, fill));
  }
  return names.size === 0 ? named : withNames(named, names);
}

async function nameAtExchange(
  clock: Clock,
  { account, exchange }: AccountAtExchange,
  {
    marketTag,
    venueOrderId,
    filledAtMs = clock.nowMs(),
  }: VenueOrderName & {
    readonly filledAtMs?: number;
  },
): Promise<string | null> {
  const name = { clientOrderId: '', venueOrderId, placedAtMs: filledAtMs };
  const seen = await exchange.fetchOrder(account, marketTag, name);
  if (seen.kind === 'found') return seen.order.clientOrderId;
  const isNew = clock.nowMs() - filledAtMs < LIMITS.deniedOrderWatchMs;
  if (seen.kind === 'unreadable' || (seen.kind === 'absent' && isNew))
    throw new Failure(
      'unavailable',
      'The exchange lists a fill of an order that it does not show.',
    );
  return null;
}

/**
 * Of fills that cannot be read, those that are of an order of ours, with its name, or that may be:
 * their order is not readable either. Throws Failure.
 */
export async function nameUnreadableFills(
  deps: { readonly orders: Orders; readonly clock: Clock },
  at: AccountAtExchange,
  fills: readonly UnreadableFill[],
): Promise<readonly UnreadableFill[]> {
  const named: UnreadableFill[] = [];
  for (const fill of fills) {
    const { clientOrderId, venueOrderId, marketTag } = fill;
    if (clientOrderId !== null || venueOrderId === null || marketTag === null) {
      named.push(fill);
      continue;
    }
    const [known] = await deps.orders.findClientOrderIds(at.account.accountId, [
      { marketTag, venueOrderId },
    ]);
    const name =
      known?.clientOrderId ??
      (await nameAtExchange(deps.clock, at, { ...fill, marketTag, venueOrderId }));
    if (name !== null) named.push({ ...fill, clientOrderId: name });
  }
  return named;
}

function namelessOf(fills: readonly VenueFill[]): readonly VenueOrderName[] {
  const nameless = fills.filter(({ clientOrderId }) => clientOrderId === null);
  return [...new Map(nameless.map((fill) => [keyOf(fill), fill])).values()];
}

function withNames(
  fills: readonly VenueFill[],
  names: ReadonlyMap<string, string | null>,
): readonly VenueFill[] {
  return fills.map((fill) => ({
    ...fill,
    clientOrderId: fill.clientOrderId ?? names.get(keyOf(fill)) ?? null,
  }));
}

/** Exchanges may number the orders of each market by themselves. */
function keyOf({ marketTag, venueOrderId }: VenueOrderName): string {
  return `${marketTag} ${venueOrderId}`;
}
