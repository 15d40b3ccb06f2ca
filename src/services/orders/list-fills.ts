// The trade history of an account: what its orders filled, as its exchange tells it.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { nameFills } from '#services/orders/name-fills.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

export type ListedFill = VenueFill & {
  /** Null where the order was not placed by this service. */
  readonly orderId: string | null;
};

export type FillPage = {
  readonly fills: readonly ListedFill[];
  /** Where the next page begins after; null when nothing more is there now. */
  readonly lastKey: string | null;
};

/** Oldest first; `after` is a page's `lastKey`. Throws Failure. */
export async function listFills(
  deps: AccountDeps & {
    readonly orders: Pick<OrderStore, 'listMarketsOfOrders' | 'findClientOrderIds'>;
  },
  query: {
    readonly caller: Pick<Principal, 'userId'>;
    readonly accountId: string;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<Result<FillPage, 'account_not_found'>> {
  const { caller, accountId, after, limit } = query;
  const at = await accountOf(deps, caller, accountId);
  if (!at.ok) return at;
  const { account, exchange } = at.value;
  const isWhole = exchange.promises.fillLists === 'account';
  const tags = isWhole ? [] : await deps.orders.listMarketsOfOrders(accountId);
  const { fills, cursor } = await exchange.fetchFills(account, tags, after, limit);
  const isLast =
    fills.length < limit ||
    !(await isAnyBehind(() => exchange.fetchFills(account, tags, cursor, 1)));
  const named = await nameFills(deps.orders, accountId, fills);
  const listed = named.map((fill) => {
    const { clientOrderId } = fill;
    const orderId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
    return { ...fill, orderId };
  });
  return accepted({ fills: listed, lastKey: isLast ? null : cursor });
}

/** Behind a full page; where that is not known now, the next page says it. */
async function isAnyBehind(
  fetchNext: () => Promise<{ readonly fills: readonly VenueFill[] }>,
): Promise<boolean> {
  try {
    return (await fetchNext()).fills.length > 0;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
