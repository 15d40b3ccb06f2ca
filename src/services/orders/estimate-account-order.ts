// Estimates an order on an account now: its cost, and what its exchange would refuse it for.
// Nothing is written and nothing is sent.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderEstimate } from '#domain/risk/estimate-order.ts';
import { estimateOrder } from '#domain/risk/estimate-order.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import type { OrderRejection } from '#venue-port/order/order-rejection.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderField } from '#services/orders/check-order-terms.ts';
import { checkOrderTerms } from '#services/orders/check-order-terms.ts';

export type EstimateQuery = {
  readonly caller: Principal;
  readonly accountId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: Decimal | null;
  readonly amount: Decimal;
  readonly terms: OrderTerms;
};

export type OrderProblem = {
  readonly field: OrderField | 'amount';
  /** A sentence. */
  readonly message: string;
};

export type EstimatedAccountOrder = OrderEstimate & {
  /** The market's price now. */
  readonly marketPrice: Decimal;
  /** Of `requiredCurrency`, on the account now. */
  readonly available: Decimal;
  /** Why it would be refused; empty: nothing is known against it. */
  readonly problems: readonly OrderProblem[];
};

/** Throws Failure when the exchange does not respond. */
export async function estimateAccountOrder(
  deps: AccountDeps & { readonly clock: Clock },
  query: EstimateQuery,
): Promise<Result<EstimatedAccountOrder, 'account_not_found' | 'market_not_found'>> {
  const found = await accountOf(deps, query.caller, query.accountId);
  if (!found.ok) return found;
  const { account, exchange } = found.value;
  const market = await findMarket(exchange, query.marketTag);
  if (market === null || market.marketType !== account.marketType)
    return rejected('market_not_found');
  const [{ price: marketPrice }, { balances }] = await Promise.all([
    exchange.fetchPrice(query.marketTag),
    exchange.fetchBalances(account, [market.base, settlementCurrencyOf(market)]),
  ]);
  const order = { ...query, price: query.price ?? ZERO };
  const rules = { market, support: exchange.orderSupport, nowMs: deps.clock.nowMs() };
  const fault = checkOrderTerms(query, rules);
  const isExempt = query.terms.isReduceOnly && exchange.orderSupport.exemptsReduceOnly;
  const checked = checkOrder(market, { ...order, referencePrice: marketPrice, isExempt });
  const estimate = estimateOrder(market, order, marketPrice);
  const { required, requiredCurrency } = estimate;
  const available =
    balances.find(({ currency }) => currency === requiredCurrency)?.available ?? ZERO;
  const problems: OrderProblem[] = [];
  if (fault !== null) problems.push({ field: fault.field, message: `${sentence(fault.detail)}.` });
  if (!checked.ok) problems.push(problemOf(checked.rejection));
  if (required !== null && required > available)
    problems.push({ field: 'amount', message: `There is not enough ${requiredCurrency}.` });
  return accepted({ ...estimate, marketPrice, available, problems });
}

function problemOf(rejection: OrderRejection): OrderProblem {
  const message = `${sentence(describeRejection(rejection))}.`;
  switch (rejection.rule) {
    case 'market_open':
      return { field: 'market_tag', message };
    case 'price_positive':
    case 'price_step':
      return { field: 'price', message };
    case 'amount_positive':
    case 'min_amount':
    case 'max_amount':
    case 'amount_step':
    case 'min_value':
    case 'max_value':
      return { field: 'amount', message };
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
