// Trading of a partner's end users, by hand and by bots, as the partner reads it, and the end of
// their orders.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { BalanceOfAccount } from '#services/accounts/get-balance.ts';
import { getBalance } from '#services/accounts/get-balance.ts';
import type { EquityPage, ListEquityDeps, ListEquityQuery } from '#services/equity/list-equity.ts';
import { listEquity } from '#services/equity/list-equity.ts';
import type { CancelOrderRejection } from '#services/orders/cancel-order.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import type { CancelOrdersReport } from '#services/orders/cancel-orders.ts';
import { cancelOrders } from '#services/orders/cancel-orders.ts';
import type { AccountFillPage, ListAllFillsDeps } from '#services/orders/list-all-fills.ts';
import { listAllFills } from '#services/orders/list-all-fills.ts';
import type { ListOrdersDeps, OrderFilter, OrderPage } from '#services/orders/list-orders.ts';
import { listOrders } from '#services/orders/list-orders.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { ShownOrder } from '#services/orders/show-order.ts';
import { showOrder } from '#services/orders/show-order.ts';
import type {
  EndUserAccountDeps,
  EndUserAccountMissing,
  NamedEndUserAccount,
} from '#services/partners/end-user-account.ts';
import { accountOfEndUser, accountsOfEndUser } from '#services/partners/end-user-account.ts';
import { getEndUser } from '#services/partners/list-end-users.ts';

type NamedEndUser = Omit<NamedEndUserAccount, 'marketType'>;

/** Throws Failure. */
export async function getEndUserBalance(
  deps: EndUserAccountDeps & Parameters<typeof getBalance>[0],
  named: NamedEndUserAccount,
): Promise<Result<BalanceOfAccount, EndUserAccountMissing>> {
  const found = await accountOfEndUser(deps, named);
  if (!found.ok) return found;
  const { accountId, userId } = found.value;
  return getBalance(deps, { caller: { userId }, accountId });
}

/** Page of the equity of one account of an end user. */
export async function listEndUserEquity(
  deps: EndUserAccountDeps & ListEquityDeps,
  named: NamedEndUserAccount,
  query: Omit<ListEquityQuery, 'caller' | 'accountId'>,
): Promise<Result<EquityPage, EndUserAccountMissing>> {
  const found = await accountOfEndUser(deps, named);
  if (!found.ok) return found;
  const { accountId, userId } = found.value;
  return listEquity(deps, { ...query, caller: { userId }, accountId });
}

/** Page of the orders on all accounts of an end user. */
export async function listEndUserOrders(
  deps: EndUserAccountDeps & ListOrdersDeps,
  { caller, userId }: NamedEndUser,
  query: Omit<Parameters<typeof listOrders>[1], 'filter'> & {
    readonly filter: Omit<OrderFilter, 'userId' | 'accountId'>;
  },
): Promise<Result<OrderPage, 'user_not_found'>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return endUser;
  const filter = { ...query.filter, userId: endUser.value.userId, accountId: null };
  const page = await listOrders(deps, { ...query, filter });
  return page.ok ? page : rejected('user_not_found');
}

/** Throws Failure. */
export async function listEndUserFills(
  deps: EndUserAccountDeps & ListAllFillsDeps,
  { caller, userId }: NamedEndUser,
  query: Omit<Parameters<typeof listAllFills>[1], 'caller' | 'accountId'>,
): Promise<Result<AccountFillPage, 'user_not_found'>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return endUser;
  const of = { caller: { userId: endUser.value.userId }, accountId: null };
  const page = await listAllFills(deps, { ...query, ...of });
  return page.ok ? page : rejected('user_not_found');
}

/** As `showOrder`. */
export async function showEndUserOrder(
  deps: EndUserAccountDeps & OrderDeps,
  { caller, userId, orderId }: NamedEndUser & { readonly orderId: string },
): Promise<Result<ShownOrder, 'user_not_found' | 'order_not_found'>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return endUser;
  return showOrder(deps, { caller: { userId: endUser.value.userId }, orderId });
}

/** As `cancelOrder`. */
export async function cancelEndUserOrder(
  deps: EndUserAccountDeps & OrderDeps,
  { caller, userId, orderId }: NamedEndUser & { readonly orderId: string },
): Promise<Result<null, { readonly code: 'user_not_found' } | CancelOrderRejection>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return rejected({ code: endUser.rejection });
  return cancelOrder(deps, { caller: { ...caller, userId: endUser.value.userId }, orderId });
}

/** Of all kinds of markets, as `cancelOrders`. */
export async function cancelEndUserOrders(
  deps: EndUserAccountDeps & OrderDeps,
  { marketTag, ...named }: NamedEndUser & { readonly marketTag: MarketTag | null },
): Promise<Result<CancelOrdersReport, 'user_not_found'>> {
  const accounts = await accountsOfEndUser(deps, named);
  if (!accounts.ok) return accounts;
  let cancelledCount = 0;
  const workingIds: string[] = [];
  for (const { accountId, userId } of accounts.value) {
    const done = await cancelOrders(deps, { caller: { userId }, accountId, marketTag });
    if (!done.ok) continue;
    cancelledCount += done.value.cancelledCount;
    workingIds.push(...done.value.workingIds);
  }
  return accepted({ cancelledCount, workingIds });
}
