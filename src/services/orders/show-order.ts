// One order as its owner asks for it, working or ended, with what its fills came to.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type PaidFee = { readonly currency: string; readonly amount: Decimal };

export type ShownOrder = {
  readonly order: Order;
  /** Null before the first fill. */
  readonly averagePrice: Decimal | null;
  /** By currency, in the order in which they were paid first. */
  readonly fees: readonly PaidFee[];
  /** Of the newest fill; null before the first. */
  readonly filledAtMs: number | null;
};

/**
 * A working order is brought up to date with its exchange first. A foreign order is treated like
 * an unknown one. Throws Failure.
 */
export async function showOrder(
  deps: OrderDeps,
  { caller, orderId }: { readonly caller: Pick<Principal, 'userId'>; readonly orderId: string },
): Promise<Result<ShownOrder, 'order_not_found'>> {
  const stored = await deps.orders.findOrder(caller.userId, orderId);
  if (stored === null) return rejected('order_not_found');
  const at = await accountOf(deps, caller, stored.accountId);
  if (!at.ok) return rejected('order_not_found');
  const order = await upToDate(deps, at.value, stored);
  return accepted({ order, ...(await filledOf(at.value, order)) });
}

async function upToDate(deps: OrderDeps, at: AccountAtExchange, stored: Order): Promise<Order> {
  if (!isWorking(stored)) return stored;
  await reconcileAccount(deps, at);
  return (await deps.orders.findOrder(at.account.userId, stored.orderId)) ?? stored;
}

type FillSummary = Omit<ShownOrder, 'order'>;

const UNFILLED: FillSummary = { averagePrice: null, fees: [], filledAtMs: null };

async function filledOf(
  { account, exchange }: AccountAtExchange,
  order: Order,
): Promise<FillSummary> {
  const { filledAmount, marketTag } = order;
  if (marketTag === null || filledAmount === ZERO) return UNFILLED;
  const [known, fills] = await Promise.all([
    exchange.fetchOrder(account, marketTag, orderNameOf(order)),
    exchange.fetchOrderFills(account, marketTag, orderNameOf(order)),
  ]);
  return {
    averagePrice: known.kind === 'found' ? known.order.averageFillPrice : null,
    fees: addedFees(fills),
    filledAtMs: fills.at(-1)?.filledAtMs ?? null,
  };
}

function addedFees(fills: readonly VenueFill[]): readonly PaidFee[] {
  const byCurrency = new Map<string, Decimal>();
  for (const { fee, feeCurrency } of fills)
    byCurrency.set(feeCurrency, addDecimal(byCurrency.get(feeCurrency) ?? ZERO, fee));
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }));
}
