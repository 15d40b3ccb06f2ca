// The engine: an accepted order meets the book, takes what it may, and rests or ends.

import type { Amount } from '#loopback/amount.ts';
import { smaller } from '#loopback/amount.ts';
import { isWithin, offersTo, rest, takeFromBook } from '#loopback/book/matching-book.ts';
import type { EndReason, Order, OrderState } from '#loopback/book/order.ts';
import { isAtWork, leavesOf } from '#loopback/book/order.ts';
import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import { unlock } from '#loopback/ledger/ledger.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { attachedToNothing, placeAttached } from '#loopback/exchange/attached-stop.ts';
import { accountOf, emit } from '#loopback/exchange/exchange.ts';
import {
  affordable,
  announceTrade,
  reducible,
  settleTrade,
} from '#loopback/exchange/settle-trade.ts';

/** Carries an accepted order out. One that was ended on its way stays ended. */
export function engage(exchange: Exchange, market: MarketState, order: Order): void {
  if (order.state !== 'accepted') return;
  order.state = 'open';
  if (isUntriggered(order) && !isReached(order.trigger, market.last))
    emit(exchange, { kind: 'order', order, cause: 'new', fill: null });
  else carryOut(exchange, market, order);
}

/** An order that has come to the engine, or whose trigger was reached. */
export function carryOut(exchange: Exchange, market: MarketState, order: Order): void {
  if (order.trigger !== undefined) {
    order.triggeredAtMs = exchange.clock.nowMs();
    order.updatedAtMs = order.triggeredAtMs;
  }
  const takes = takeable(market, order) > 0n;
  if (order.lifetime === 'post_only' && takes) {
    endOrder(exchange, market, order, 'would_take');
    return;
  }
  emit(exchange, { kind: 'order', order, cause: 'new', fill: null });
  if (order.lifetime === 'fok' && takeable(market, order) < order.quantity) {
    endOrder(exchange, market, order, 'unfilled_fok');
    return;
  }
  const stopped = takes ? take(exchange, market, order) : null;
  if (order.state !== 'open') return;
  if (stopped !== null) endOrder(exchange, market, order, stopped);
  else if (order.kind === 'market') endOrder(exchange, market, order, 'no_liquidity');
  else if (order.lifetime === 'ioc') endOrder(exchange, market, order, 'unfilled_ioc');
  else if (order.lifetime === 'fok') endOrder(exchange, market, order, 'unfilled_fok');
  else rest(market.book, order);
}

/** A trade of a resting order with the crowd, at the order's own price. */
export function hitResting(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  wanted: Amount,
): Amount {
  if (order.state !== 'open') return 0n;
  const quantity = smaller(wanted, reducible(exchange, order));
  if (quantity > 0n) tradeOf(exchange, market, order, order.price ?? market.middle, quantity, true);
  const isStuck = reducible(exchange, order) === 0n && leavesOf(order) > 0n;
  if (order.state === 'open' && isStuck) endOrder(exchange, market, order, 'reduce_only');
  return quantity;
}

/** Ends an order that is at work, and releases what it had locked. */
export function endOrder(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  reason: EndReason,
): void {
  if (!isAtWork(order)) return;
  takeFromBook(market.book, order);
  unlock(exchange.ledger, order.accountId, order.lockedAsset, order.locked);
  const hadLocked = order.locked !== 0n;
  order.locked = 0n;
  order.state = stateFor(reason);
  accountOf(exchange, order.accountId).working.delete(order);
  order.endReason = reason;
  order.updatedAtMs = exchange.clock.nowMs();
  if (reason !== 'filled') emit(exchange, { kind: 'order', order, cause: 'end', fill: null });
  if (hadLocked)
    emit(exchange, { kind: 'balances', accountId: order.accountId, assets: [order.lockedAsset] });
  const stop = placeAttached(exchange, market, order);
  if (stop !== null && isUntriggered(stop) && isReached(stop.trigger, market.last))
    carryOut(exchange, market, stop);
}

/** What is in the book for it within its price. */
function takeable(market: MarketState, order: Order): Amount {
  const { book, crowd, middle, terms } = market;
  return offersTo(order.side, book, crowd, middle, terms.tick)
    .filter((offer) => isWithin(order.side, order.price, offer.price))
    .reduce((sum, offer) => sum + offer.quantity, 0n);
}

/** Returns why it had to stop before the book was empty; null if it did not. */
function take(exchange: Exchange, market: MarketState, order: Order): EndReason | null {
  const { book, crowd, middle, terms } = market;
  for (const offer of offersTo(order.side, book, crowd, middle, terms.tick)) {
    if (!isWithin(order.side, order.price, offer.price)) return null;
    const paid = affordable(exchange, market, order, offer.price);
    if (paid === 0n) return 'insufficient_funds';
    const open = reducible(exchange, order);
    if (open === 0n) return 'reduce_only';
    const wanted = smaller(smaller(smaller(offer.quantity, leavesOf(order)), paid), open);
    const quantity =
      offer.order === null ? wanted : hitOrder(exchange, market, offer.order, wanted);
    if (quantity > 0n) tradeOf(exchange, market, order, offer.price, quantity, false);
    if (order.state !== 'open') return null;
  }
  return null;
}

function hitOrder(exchange: Exchange, market: MarketState, resting: Order, wanted: Amount): Amount {
  return hitResting(exchange, market, resting, smaller(wanted, leavesOf(resting)));
}

function tradeOf(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  price: Amount,
  quantity: Amount,
  isMaker: boolean,
): void {
  const fill = settleTrade(exchange, market, order, price, quantity, isMaker);
  if (leavesOf(order) === 0n) endOrder(exchange, market, order, 'filled');
  announceTrade(exchange, market, order, fill);
  for (const stop of attachedToNothing(exchange, order))
    endOrder(exchange, market, stop, 'position_closed');
}

function stateFor(reason: EndReason): OrderState {
  switch (reason) {
    case 'filled':
      return 'filled';
    case 'unfilled_ioc':
    case 'unfilled_fok':
    case 'no_liquidity':
      return 'expired';
    case 'by_user':
    case 'by_venue':
    case 'would_take':
    case 'insufficient_funds':
    case 'reduce_only':
    case 'liquidation':
    case 'position_closed':
      return 'cancelled';
  }
}
