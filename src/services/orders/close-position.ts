// Closes a position, or a part of it, by a market order on the path of all orders: its intent is
// written first, and a repeated request sends nothing twice. On futures it only reduces, where the
// exchange knows such orders.

import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Market } from '#domain/market/market.ts';
import type { Order } from '#domain/order/order.ts';
import type { OrderDraft } from '#domain/order/order-check.ts';
import { checkOrder, roundOrder } from '#domain/order/order-check.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { OrderIdentity } from '#services/orders/order-identity.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import { sendOrder } from '#services/orders/send-order.ts';

/** What is to be sold or bought, under which names, and for which bot. */
export type Closing = Pick<Order, 'side' | 'amount' | 'botId'> & {
  readonly marketTag: string;
  readonly identity: OrderIdentity;
};

/**
 * Whether the order was accepted; false for what its market does not take, such as too little to be
 * traded. What closes is not judged by limits. Throws Failure and OutcomeUnknown.
 */
export async function closePosition(
  deps: OrderDeps,
  at: AccountAtExchange,
  closing: Closing,
): Promise<boolean> {
  const market = await findMarket(at.exchange, closing.marketTag);
  const order = market === null ? null : await closingOrder(deps, at, market, closing);
  if (order === null) {
    logLeft(deps, at, closing, 'its market does not take an order of its amount');
    return false;
  }
  const written = await deps.orders.insertIntent(order, { risk: 'exempt' });
  assert(written.kind !== 'limited' && written.kind !== 'limits_unknown', 'it is not judged');
  if (written.kind === 'unresolved') {
    logLeft(deps, at, closing, `the outcome of order "${written.orderId}" is unknown`);
    return false;
  }
  const sent =
    written.kind === 'inserted'
      ? await sendOrder(deps, at, order, null)
      : await resumeOrder(deps, at, written.order, null);
  if (!sent.ok) logLeft(deps, at, closing, sent.rejection.detail);
  return sent.ok;
}

/** Null when the market does not take it. */
async function closingOrder(
  { clock }: OrderDeps,
  { account, exchange }: AccountAtExchange,
  market: Market,
  { marketTag, side, amount: wanted, identity, botId }: Closing,
): Promise<Order | null> {
  const isReduceOnly = market.contract !== null && exchange.orderSupport.reduceOnly;
  const isExempt = isReduceOnly && exchange.orderSupport.exemptsReduceOnly;
  const referencePrice = isExempt ? null : (await exchange.fetchPrice(marketTag)).price;
  const amount = roundedAmount(market, { side, amount: wanted, referencePrice, isExempt });
  if (amount === null) return null;
  const nowMs = clock.nowMs();
  return {
    ...identity,
    accountId: account.accountId,
    venueOrderId: null,
    marketTag,
    side,
    type: 'market',
    price: ZERO,
    amount,
    filledAmount: ZERO,
    terms: { ...PLAIN_TERMS, isReduceOnly },
    state: 'pending',
    reason: null,
    botId,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

function roundedAmount(
  market: Market,
  wanted: Pick<OrderDraft, 'side' | 'amount' | 'referencePrice' | 'isExempt'>,
): Decimal | null {
  const draft = { ...wanted, type: 'market', price: ZERO } as const;
  const rounded = roundOrder(market, draft);
  return checkOrder(market, rounded).ok ? present(rounded.amount, 'an order has an amount') : null;
}

function logLeft(
  { log }: OrderDeps,
  { account: { accountId } }: AccountAtExchange,
  { marketTag }: Closing,
  cause: string,
): void {
  log.warn('orders.position_left', { account_id: accountId, market_tag: marketTag, cause });
}
