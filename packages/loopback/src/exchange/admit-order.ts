// Orders as they are admitted: numbered, with what they give locked.

import type { Amount } from '#loopback/amount.ts';
import { per, times } from '#loopback/amount.ts';
import { offersTo } from '#loopback/book/matching-book.ts';
import type { NewOrder, Order } from '#loopback/book/order.ts';
import { lock } from '#loopback/ledger/ledger.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { emit } from '#loopback/exchange/exchange.ts';

/** An order that the venue has accepted, on its way to the engine. */
export function admit(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  request: NewOrder,
  { hiddenMs }: { readonly hiddenMs: number },
): Order {
  const nowMs = exchange.clock.nowMs();
  exchange.lastOrderNumber += 1;
  const id = exchange.lastOrderNumber;
  const { asset, value } = toLock(market, account, request);
  const order: Order = {
    ...request,
    id,
    venueOrderId: exchange.rules.orderIdOf(id, market.terms.kind),
    quantity: request.quantity ?? baseFor(market, request),
    filled: 0n,
    filledQuote: 0n,
    fees: new Map(),
    state: 'accepted',
    endReason: null,
    locked: value,
    lockedAsset: asset,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    visibleFromMs: nowMs + hiddenMs,
    lastPriceAtCreation: market.last,
    triggeredAtMs: null,
  };
  lock(exchange.ledger, account.id, asset, value);
  exchange.orders.set(order.venueOrderId, order);
  account.orders.push(order);
  account.working.add(order);
  if (order.name !== '') {
    account.names.set(order.name, [...(account.names.get(order.name) ?? []), order]);
  }
  if (value !== 0n) emit(exchange, { kind: 'balances', accountId: account.id, assets: [asset] });
  return order;
}

/** What the order gives, at its worst price; a linear order binds margin instead. */
export function toLock(
  market: MarketState,
  account: Account,
  request: NewOrder,
): { readonly asset: string; readonly value: Amount } {
  const { base, quote, kind } = market.terms;
  if (kind === 'linear') return { asset: quote, value: 0n };
  if (request.side === 'sell') {
    return { asset: base, value: request.quantity ?? baseFor(market, request) };
  }
  const value = request.quoteQuantity ?? costOf(market, request);
  const isFeeInQuote = account.feeMode.kind === 'quote';
  return {
    asset: quote,
    value: isFeeInQuote ? value + times(value, account.rates.spot.taker) : value,
  };
}

function costOf(market: MarketState, request: NewOrder): Amount {
  let missing = request.quantity ?? 0n;
  if (request.price !== null) return times(request.price, missing);
  let cost = 0n;
  for (const offer of offersTo(
    request.side,
    market.book,
    market.crowd,
    market.middle,
    market.terms.tick,
  )) {
    const quantity = missing < offer.quantity ? missing : offer.quantity;
    cost += times(offer.price, quantity);
    missing -= quantity;
  }
  return cost;
}

/** Of a market order by quote: how much base it comes to, in whole steps, never too much. */
export function baseFor(market: MarketState, request: NewOrder): Amount {
  let money = request.quoteQuantity ?? 0n;
  let base = 0n;
  for (const offer of offersTo(
    request.side,
    market.book,
    market.crowd,
    market.middle,
    market.terms.tick,
  )) {
    const wanted = per(money, offer.price);
    const whole = wanted - (wanted % market.terms.step);
    const quantity = whole < offer.quantity ? whole : offer.quantity;
    base += quantity;
    money -= times(offer.price, quantity);
    if (quantity < offer.quantity) break;
  }
  return base;
}
