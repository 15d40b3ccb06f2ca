// Orders of a run by its wishes: their prices, their times, and the bar in which they arrive.

import type { NewOrder } from '#domain/venue/place-order.ts';
import { orderTimeoutMs } from '#commands/trading/order-timeout.ts';
import type { OrderTypeName } from '#engine/run-api/order-api.ts';
import { isSurelyValid } from '#engine/run/orders/ask-order.ts';
import { instantOfRow } from '#engine/run/run.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';

/** An order as the venue knows it, of which nothing here reads more than its side. */
export const MANAGED_BUY: NewOrder = {
  orderId: 'managed',
  side: 'buy',
  type: 'limit',
  remainingLots: 0n as NewOrder['remainingLots'],
  limitTicks: null,
  triggerTicks: null,
  trail: null,
  isPostOnly: false,
  expiresAtMs: null,
  positionGroup: null,
  oca: null,
  role: null,
  openLots: null,
};
export const MANAGED_SALE: NewOrder = { ...MANAGED_BUY, side: 'sell' };

/** The limit of an order that is placed at this close, in ticks. */
export function limitOf(
  { market, run }: ManagedAccount,
  isBuy: boolean,
  closeTicks: number,
): number {
  const price = fromSteps(market.price, closeTicks);
  const near = run.setup.priceRounding?.nearSteps;
  return roundToSteps(market.price, price, isBuy ? 'floor' : 'ceil', near);
}

/** Until when an order works that is placed in this row; infinite: to the end. */
export function expiryOf({ run }: ManagedAccount, type: OrderTypeName, row: number): number {
  const timeoutMs = type === 'no_timeout' ? null : orderTimeoutMs(type, undefined);
  return timeoutMs === null ? Infinity : instantOfRow(run.setup, row) + timeoutMs;
}

/** The bar in which an order arrives that is placed in this row; infinite: in none. */
export function arrivalBarOf({ feed }: ManagedAccount, row: number): number {
  const { bars, markets } = feed.venue;
  const isMissing = markets[0]?.columns.isMissing;
  let bar = row + 1;
  while (bar <= bars.lastBar && isMissing?.[bar] !== 0) bar += 1;
  return bar > bars.lastBar ? Infinity : bar;
}

/** Whether what an exit has left can surely be sold; what cannot is said, and counts as refused. */
export function canLeaveRest({ market, lots }: ManagedAccount, bar: number): boolean {
  return isSurelyValid(market, lots, market.candles.close[bar - 1] as number);
}
