// Settles one trade for one account: balances or position, fee, the order, the fill.

import type { Amount } from '#loopback/amount.ts';
import { amount, per, shareOf, smaller, times } from '#loopback/amount.ts';
import type { Fill, Order, Side } from '#loopback/book/order.ts';
import { leavesOf } from '#loopback/book/order.ts';
import { CROWD, FEES, balanceOf, move, unlock } from '#loopback/ledger/ledger.ts';
import { applyTrade } from '#loopback/ledger/position.ts';
import { addPrice } from '#loopback/exchange/candle-series.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { accountOf, emit, positionOfOrder } from '#loopback/exchange/exchange.ts';
import { valueAt } from '#loopback/exchange/market.ts';

type Fee = { readonly asset: string; readonly value: Amount; readonly rate: Amount };
type Result = { readonly fee: Fee; readonly closed: Amount; readonly realised: Amount };

/** The fees of an asset of its own are a quarter lower. */
const THIRD_ASSET_SHARE = amount('0.75');

/** One side of a trade. The other side is the crowd, or another account that is settled as well. */
export function settleTrade(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  price: Amount,
  quantity: Amount,
  isMaker: boolean,
): Fill {
  const account = accountOf(exchange, order.accountId);
  const atMs = exchange.clock.nowMs();
  const quote = valueAt(market.terms, quantity, price);
  const result =
    market.terms.kind === 'spot'
      ? settleSpot(exchange, market, account, order, quantity, quote, isMaker)
      : settleLinear(exchange, market, account, order, quantity, quote, isMaker);
  order.filled += quantity;
  order.filledQuote += quote;
  order.updatedAtMs = atMs;
  const { fee } = result;
  order.fees.set(fee.asset, (order.fees.get(fee.asset) ?? 0n) + fee.value);
  market.last = price;
  addPrice(market.candles, atMs, price, quantity);
  exchange.lastFillNumber += 1;
  const fill: Fill = {
    id: exchange.lastFillNumber,
    kind: 'trade',
    order,
    accountId: account.id,
    marketKey: market.terms.key,
    side: order.side,
    price,
    quantity,
    quote,
    fee: fee.value,
    feeAsset: fee.asset,
    feeRate: fee.rate,
    isMaker,
    closed: result.closed,
    realised: result.realised,
    leaves: leavesOf(order),
    atMs,
  };
  recordFill(exchange, account, fill);
  return fill;
}

/** Adds a fill to those of the venue and of its account. */
export function recordFill(exchange: Exchange, account: Account, fill: Fill): void {
  exchange.fills.push(fill);
  account.fills.push(fill);
}

/** Says what changed, after the order has its new state. */
export function announceTrade(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  fill: Fill,
): void {
  emit(exchange, { kind: 'order', order, cause: 'trade', fill });
  if (market.terms.kind === 'linear') {
    const position = positionOfOrder(exchange, order);
    emit(exchange, { kind: 'position', position });
  }
  const assets = [...new Set([market.terms.base, market.terms.quote, fill.feeAsset])];
  const changed = market.terms.kind === 'spot' ? assets : [market.terms.quote];
  emit(exchange, { kind: 'balances', accountId: order.accountId, assets: changed });
}

/** How much the account can pay for now, in base; only a market buy can run out of money. */
export function affordable(
  exchange: Exchange,
  market: MarketState,
  order: Order,
  price: Amount,
): Amount {
  if (market.terms.kind !== 'spot' || order.side === 'sell' || order.kind === 'limit') {
    return leavesOf(order);
  }
  const { free } = balanceOf(exchange.ledger, order.accountId, market.terms.quote);
  const account = accountOf(exchange, order.accountId);
  const feeRate = account.feeMode.kind === 'quote' ? account.rates.spot.taker : 0n;
  const base = per(free + order.locked, price + times(price, feeRate));
  return base - (base % market.terms.step);
}

function settleSpot(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  order: Order,
  quantity: Amount,
  quote: Amount,
  isMaker: boolean,
): Result {
  const { ledger } = exchange;
  const { base } = market.terms;
  const released = shareOf(order.locked, quantity, leavesOf(order));
  unlock(ledger, account.id, order.lockedAsset, released);
  order.locked -= released;
  const isBuy = order.side === 'buy';
  move(ledger, isBuy ? CROWD : account.id, isBuy ? account.id : CROWD, base, quantity);
  move(ledger, isBuy ? account.id : CROWD, isBuy ? CROWD : account.id, market.terms.quote, quote);
  const fee = feeOf(exchange, market, account, order.side, quantity, quote, isMaker);
  move(ledger, account.id, FEES, fee.asset, fee.value);
  return { fee, closed: 0n, realised: 0n };
}

function settleLinear(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  order: Order,
  quantity: Amount,
  quote: Amount,
  isMaker: boolean,
): Result {
  const position = positionOfOrder(exchange, order);
  const change = applyTrade(position, order.side, quantity, quote, exchange.clock.nowMs());
  move(exchange.ledger, CROWD, account.id, market.terms.quote, change.realised);
  const rate = account.rates[market.terms.kind][isMaker ? 'maker' : 'taker'];
  const fee = { asset: market.terms.quote, value: times(quote, rate), rate };
  move(exchange.ledger, account.id, FEES, fee.asset, fee.value);
  return { fee, ...change };
}

function feeOf(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  side: Side,
  quantity: Amount,
  quote: Amount,
  isMaker: boolean,
): Fee {
  const rate = account.rates[market.terms.kind][isMaker ? 'maker' : 'taker'];
  const { feeMode } = account;
  if (feeMode.kind === 'third') {
    const price = exchange.markets.get(`spot:${feeMode.asset}${market.terms.quote}`)?.middle ?? 0n;
    const value = per(times(times(quote, rate), THIRD_ASSET_SHARE), price);
    const { free } = balanceOf(exchange.ledger, account.id, feeMode.asset);
    // Without enough of it the fee is taken as from anybody.
    if (price > 0n && free >= value) return { asset: feeMode.asset, value, rate };
  }
  const isInQuote = feeMode.kind === 'quote' || side === 'sell';
  return isInQuote
    ? { asset: market.terms.quote, value: times(quote, rate), rate }
    : { asset: market.terms.base, value: times(quantity, rate), rate };
}

/** So much of an order may only reduce its position; the rest of it ends. */
export function reducible(exchange: Exchange, order: Order): Amount {
  if (!order.isReduceOnly && order.positionSide === 'net') return leavesOf(order);
  const closes = closesPosition(order);
  if (!order.isReduceOnly && !closes) return leavesOf(order);
  const { size } = positionOfOrder(exchange, order);
  const open = order.side === 'buy' ? -size : size;
  return open <= 0n ? 0n : smaller(open, leavesOf(order));
}

/** In hedge mode a sale of the long position, or a purchase of the short one, only closes. */
function closesPosition(order: Order): boolean {
  return order.positionSide === 'long' ? order.side === 'sell' : order.side === 'buy';
}
