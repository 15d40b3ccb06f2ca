// Placing an order: what the venue refuses at once, what it accepts, and its way to the engine.

import { isWithin, offersTo } from '#loopback/book/matching-book.ts';
import type { NewOrder, Order } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import { balanceOf } from '#loopback/ledger/ledger.ts';
import { admit, baseFor, toLock } from '#loopback/exchange/admit-order.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import {
  accountOf,
  marketOf,
  positionModeOf,
  positionOfOrder,
} from '#loopback/exchange/exchange.ts';
import { marginFigures, marginFor } from '#loopback/exchange/margin.ts';
import { engage } from '#loopback/exchange/match-order.ts';

export type Refusal =
  | 'duplicate'
  | 'market_closed'
  | 'insufficient_funds'
  | 'would_take'
  | 'no_liquidity'
  | 'nothing_to_reduce'
  | 'wrong_position_side';

export type Placement =
  | { readonly kind: 'accepted'; readonly order: Order }
  | { readonly kind: 'refused'; readonly reason: Refusal };

export type PlacementOptions = {
  /** Accepted, and for so long not shown by any look-up. */
  readonly hiddenMs: number;
};

/** Amounts are checked against the filters before; here it is money and the book that decide. */
export function placeOrder(
  exchange: Exchange,
  request: NewOrder,
  options: PlacementOptions = { hiddenMs: 0 },
): Placement {
  const market = marketOf(exchange, request.marketKey);
  const account = accountOf(exchange, request.accountId);
  const reason = refusalOf(exchange, market, account, request);
  if (reason !== null) return { kind: 'refused', reason };
  const order = admit(exchange, market, account, request, options);
  const { engineDelayMs } = exchange.rules;
  if (engineDelayMs === 0) engage(exchange, market, order);
  else exchange.clock.schedule(engineDelayMs, () => engage(exchange, market, order));
  return { kind: 'accepted', order };
}

/** True if the order would trade with what is in the book now. */
function wouldTake(market: MarketState, order: NewOrder): boolean {
  const [best] = offersTo(order.side, market.book, market.crowd, market.middle, market.terms.tick);
  return best !== undefined && isWithin(order.side, order.price, best.price);
}

function refusalOf(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  request: NewOrder,
): Refusal | null {
  const { rules } = exchange;
  const named = request.name === '' ? [] : (account.names.get(request.name) ?? []);
  if (isTaken(rules.names, named)) return 'duplicate';
  if (market.status !== 'trading') return 'market_closed';
  if (market.terms.kind === 'linear') {
    const refusal = refusalOfPosition(exchange, account, request);
    if (refusal !== null) return refusal;
  }
  const isByQuote = request.quantity === null;
  if (isByQuote && baseFor(market, request) < market.terms.quantityMin) return 'no_liquidity';
  const isPostOnly = request.lifetime === 'post_only';
  if (isPostOnly && rules.postOnly === 'refused' && wouldTake(market, request)) return 'would_take';
  return hasFunds(exchange, market, account, request) ? null : 'insufficient_funds';
}

function isTaken(names: Exchange['rules']['names'], named: readonly Order[]): boolean {
  if (names === 'free') return false;
  return names === 'unique_ever' ? named.length > 0 : named.some(isAtWork);
}

function refusalOfPosition(
  exchange: Exchange,
  account: Account,
  request: NewOrder,
): Refusal | null {
  const mode = positionModeOf(account, request.marketKey);
  if ((mode === 'one_way') !== (request.positionSide === 'net')) return 'wrong_position_side';
  const isClosing =
    request.isReduceOnly ||
    (request.positionSide === 'long' && request.side === 'sell') ||
    (request.positionSide === 'short' && request.side === 'buy');
  if (!isClosing) return null;
  const { size } = positionOfOrder(exchange, request);
  const reduces = request.side === 'buy' ? size < 0n : size > 0n;
  return reduces ? null : 'nothing_to_reduce';
}

function hasFunds(
  exchange: Exchange,
  market: MarketState,
  account: Account,
  request: NewOrder,
): boolean {
  if (market.terms.kind === 'linear') {
    // What waits for a price binds no margin.
    if (request.trigger !== undefined) return true;
    const needed = marginFor(exchange, account, request);
    return (
      needed === 0n || marginFigures(exchange, account, market.terms.quote).available >= needed
    );
  }
  const { asset, value } = toLock(market, account, request);
  return balanceOf(exchange.ledger, account.id, asset).free >= value;
}
