// How an order that a run asks for is written down and sent, by what its exchange does by itself.

import { ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { MarketGrid, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, priceOf } from '#domain/market/market-grid.ts';
import type { Order } from '#domain/order/order.ts';
import type { ExitTerms, OrderTerms } from '#domain/order/order-terms.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import { findOpenOrder } from '#engine/run/bot-orders.ts';
import { positionsOn } from '#engine/run/position-book.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import type { Digest } from '#ports/digest.ts';
import type { OrderSupport } from '#ports/exchange.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { storedIdentity } from '#services/live/orders/stored-identity.ts';

/** The intent of an order that the run asked for in its newest update. */
export function intentOf(
  digest: Digest,
  live: HostedRun,
  order: OrderToPlace,
  nowMs: number,
): Order {
  const { bot } = live;
  return {
    ...storedIdentity(digest, bot, order.orderId),
    ...orderForm(live, order),
    accountId: bot.accountId,
    venueOrderId: null,
    marketTag: order.marketTag,
    filledAmount: ZERO,
    reason: null,
    botId: bot.botId,
    // The instant that it was decided for; `updatedAtMs` is when it was written.
    placedAtMs: live.decidedAtMs,
    updatedAtMs: nowMs,
  };
}

/**
 * The parts of an intent that follow from what was asked for. An order whose trigger the exchange
 * does not keep works with us, not with the exchange, until it is set off.
 */
export function orderForm(
  live: HostedRun,
  order: OrderToPlace,
): Pick<Order, 'side' | 'type' | 'price' | 'amount' | 'terms' | 'state'> {
  const { side, type, limitTicks, lots, marketTag } = order;
  const { grid } = present(findMarket(live.run, marketTag), 'a run has its markets').terms;
  return {
    side,
    type,
    price: priceOrNull(grid, limitTicks) ?? ZERO,
    amount: amountOf(grid, lots),
    terms: termsOf(live, order, grid),
    state: isKeptHere(live, order) ? 'open' : 'pending',
  };
}

/** Whether we watch for what sets the order off. */
export function isKeptHere(
  { orderSupport }: HostedRun,
  { type, trailTicks, ...rest }: OrderToPlace,
): boolean {
  const { types, trailActivation } = orderSupport;
  if (!types.includes(type)) return true;
  if (trailTicks === null) return false;
  // What its group takes off it is cancelled and asked for again: the best price must outlive that.
  const isShrunk = rest.oca?.kind === 'reduce';
  return isShrunk || (rest.activationTicks !== null && !trailActivation);
}

function termsOf(live: HostedRun, order: OrderToPlace, grid: MarketGrid): OrderTerms {
  const { orderSupport, run } = live;
  const isFutures = findMarket(run, order.marketTag)?.market.contract !== null;
  const { leverage, marginMode } = order;
  const terms: OrderTerms = {
    triggerPrice: priceOrNull(grid, order.triggerTicks),
    trailDistance: priceOrNull(grid, order.trailTicks),
    trailActivationPrice: priceOrNull(grid, order.activationTicks),
    // Where there are no such orders, a plain limit is what the script falls back to.
    isPostOnly: order.isPostOnly && orderSupport.postOnly,
    isReduceOnly: isFutures && orderSupport.reduceOnly && reducesOnly(run, order),
    expiresAtMs: expiryOf(run, order, orderSupport),
    margin: isFutures ? { leverage, marginMode } : null,
    exit: exitOf(live, order, grid),
    keeper: isKeptHere(live, order) ? 'service' : 'exchange',
  };
  const isPlain = Object.entries(PLAIN_TERMS).every(
    ([name, value]) => terms[name as keyof OrderTerms] === value,
  );
  return isPlain ? PLAIN_TERMS : terms;
}

function priceOrNull(grid: MarketGrid, ticks: Ticks | null): Decimal | null {
  return ticks === null ? null : priceOf(grid, ticks);
}

/**
 * The exchange nets the bot's positions of a market: where it has several, one may be reduced by
 * what increases another, and the exchange must not be told to reduce only. So it is told for a bot
 * that keeps to the market's own position, which cannot stand against itself.
 */
function reducesOnly({ orders, positions }: Run, { orderId, marketTag }: OrderToPlace): boolean {
  const tracked = findOpenOrder(orders, orderId);
  if (tracked?.isReduceOnly !== true || tracked.positionId !== marketTag) return false;
  const { market } = tracked;
  const others = [...positionsOn(positions, market), ...orders.open];
  return others.every((other) => other.market !== market || other.positionId === marketTag);
}

function expiryOf(
  run: Run,
  { orderId, timeoutMs }: OrderToPlace,
  { timeOuts }: OrderSupport,
): number | null {
  const asked = findOpenOrder(run.orders, orderId);
  if (timeoutMs === null || !timeOuts || asked === null) return null;
  return asked.openedAtMs + timeoutMs;
}

/** Groups of several bots on one account stay apart. */
function exitOf(
  { bot }: HostedRun,
  { positionGroup, role, openLots }: OrderToPlace,
  grid: MarketGrid,
): ExitTerms | null {
  if (positionGroup === null) return null;
  const openAmount = openLots === null ? null : amountOf(grid, openLots);
  return { group: `${bot.botId}:${positionGroup}`, role, openAmount };
}
