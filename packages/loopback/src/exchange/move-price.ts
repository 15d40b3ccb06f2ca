// The other participants: they move the price, fill what rests in their way, and may fill parts.

import type { Amount } from '#loopback/amount.ts';
import { smaller } from '#loopback/amount.ts';
import { isWithin, restingOn } from '#loopback/book/matching-book.ts';
import type { Side } from '#loopback/book/order.ts';
import { leavesOf, opposite } from '#loopback/book/order.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { addPrice } from '#loopback/exchange/candle-series.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { emit, marketOf } from '#loopback/exchange/exchange.ts';
import { liquidateIfNeeded } from '#loopback/exchange/liquidate.ts';
import { triggerOrders } from '#loopback/exchange/trigger-orders.ts';
import { hitResting } from '#loopback/exchange/match-order.ts';

/** Moves to a price through all orders in the way, which are filled at their own prices. */
export function movePrice(exchange: Exchange, marketKey: string, price: Amount): void {
  const market = marketOf(exchange, marketKey);
  tradeDownTo(exchange, market, 'sell', price, null);
  tradeDownTo(exchange, market, 'buy', price, null);
  market.middle = price;
  market.last = price;
  addPrice(market.candles, exchange.clock.nowMs(), price, 0n);
  emit(exchange, { kind: 'price', market });
  triggerOrders(exchange, market);
  liquidateIfNeeded(exchange, market);
}

/**
 * Another participant sells (or buys) at most so much to the orders of accounts that pay `price`
 * or better. Returns how much was traded.
 */
export function tradeWithAccounts(
  exchange: Exchange,
  marketKey: string,
  side: Side,
  price: Amount,
  quantity: Amount,
): Amount {
  return tradeDownTo(exchange, marketOf(exchange, marketKey), side, price, quantity);
}

/** One step of a random market: a few ticks up or down, or a part of an order that rests. */
export function moveAtRandom(exchange: Exchange, marketKey: string, chance: Chance): void {
  const market = marketOf(exchange, marketKey);
  const { tick, step } = market.terms;
  const resting = [...market.book.bids, ...market.book.asks];
  const order = resting[chance.below(Math.max(resting.length, 1))];
  if (order !== undefined && chance.next() < 0.5) {
    const lots = (leavesOf(order) * BigInt(1 + chance.below(100))) / 100n / step;
    const quantity = (lots === 0n ? 1n : lots) * step;
    hitResting(exchange, market, order, smaller(quantity, leavesOf(order)));
    return;
  }
  const ticks = BigInt(chance.below(21) - 10);
  const price = market.middle + ticks * tick;
  if (price <= tick * 100n) return;
  movePrice(exchange, marketKey, price);
  // What the others traded with one another on the way.
  const volume = BigInt(1 + chance.below(1_000)) * step;
  addPrice(market.candles, exchange.clock.nowMs(), price, volume);
}

/** The other participants trade with one another, a few ticks up or down. */
export function tradeAtRandom(exchange: Exchange, market: MarketState, chance: Chance): void {
  const { tick, step } = market.terms;
  const price = market.middle + BigInt(chance.below(21) - 10) * tick;
  market.middle = price > tick * 100n ? price : tick * 100n;
  market.last = market.middle;
  const volume = BigInt(1 + chance.below(1_000)) * step;
  addPrice(market.candles, exchange.clock.nowMs(), market.last, volume);
  emit(exchange, { kind: 'price', market });
  triggerOrders(exchange, market);
}

function tradeDownTo(
  exchange: Exchange,
  market: MarketState,
  side: Side,
  price: Amount,
  quantity: Amount | null,
): Amount {
  let traded = 0n;
  // A copy: orders leave the book while they are filled.
  for (const order of restingOn(market.book, opposite(side)).slice()) {
    if (!isWithin(side, price, order.price ?? 0n)) break;
    const wanted =
      quantity === null ? leavesOf(order) : smaller(quantity - traded, leavesOf(order));
    if (wanted === 0n) break;
    traded += hitResting(exchange, market, order, wanted);
  }
  return traded;
}
