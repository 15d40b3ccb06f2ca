// Checks that an order carries what its type needs and nothing else, and that its exchange knows
// such orders. The service watches prices for orders of bots only, not for those of people.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ONE, ZERO } from '#lib/decimal.ts';
import { isOnStep, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { heldTypes } from '#venue-port/exchange/held-types.ts';
import type { OrderSupport } from '#venue-port/exchange/exchange.ts';

export type OrderField =
  | 'market_tag'
  | 'type'
  | 'price'
  | 'trigger_price'
  | 'trail_distance'
  | 'trail_activation_price'
  | 'post_only'
  | 'reduce_only'
  | 'expires_at'
  | 'leverage';

/** What is wrong with an order, without a full stop. */
export type TermsFault = { readonly field: OrderField; readonly detail: string };

export type DraftTerms = {
  readonly type: OrderType;
  /** Limit price; null: none was given. */
  readonly price: Decimal | null;
  readonly terms: OrderTerms;
};

type Rules = { readonly market: Market; readonly support: OrderSupport; readonly nowMs: number };

/** The first fault; null: none. */
export function checkOrderTerms(draft: DraftTerms, rules: Rules): TermsFault | null {
  return (
    typeFault(draft, rules) ??
    priceFault(draft) ??
    triggerFault(draft, rules) ??
    trailFault(draft, rules) ??
    flagFault(draft, rules) ??
    endFault(draft, rules) ??
    leverageFault(draft, rules)
  );
}

function typeFault({ type }: DraftTerms, { market, support }: Rules): TermsFault | null {
  const types = heldTypes(support, market.marketType);
  if (types.includes(type)) return null;
  const known = types.join(', ');
  const detail = `the exchange knows no orders of type "${type}"; it knows ${known}`;
  return { field: 'type', detail };
}

function priceFault({ type, price }: DraftTerms): TermsFault | null {
  if (isLimitType(type) === (price !== null)) return null;
  return price === null
    ? { field: 'price', detail: `expected a decimal on a ${words(type)} order, found none` }
    : { field: 'price', detail: `expected none on a ${words(type)} order, found a price` };
}

function triggerFault({ type, terms }: DraftTerms, { market }: Rules): TermsFault | null {
  const field = 'trigger_price';
  const isWanted = type.startsWith('stop_') || type.startsWith('take_profit_');
  if (isWanted !== (terms.triggerPrice !== null)) return unwanted(field, type, isWanted);
  return terms.triggerPrice === null ? null : stepFault(field, terms.triggerPrice, market);
}

function trailFault({ type, terms }: DraftTerms, { market, support }: Rules): TermsFault | null {
  const { trailDistance, trailActivationPrice } = terms;
  const isWanted = type.startsWith('trailing_');
  if (isWanted !== (trailDistance !== null)) return unwanted('trail_distance', type, isWanted);
  if (trailActivationPrice !== null && !isWanted)
    return unwanted('trail_activation_price', type, false);
  if (trailActivationPrice !== null && !support.trailActivation)
    return { field: 'trail_activation_price', detail: 'the exchange knows no such price' };
  // One of zero is met where the order becomes active, as in scripts.
  const isAtOnce = trailDistance === null || trailDistance === ZERO;
  const distance = isAtOnce ? null : stepFault('trail_distance', trailDistance, market);
  if (distance !== null || trailActivationPrice === null) return distance;
  return stepFault('trail_activation_price', trailActivationPrice, market);
}

function flagFault({ type, terms }: DraftTerms, { market, support }: Rules): TermsFault | null {
  if (terms.isPostOnly && type !== 'limit')
    return { field: 'post_only', detail: `a ${words(type)} order cannot be post only` };
  if (terms.isPostOnly && !support.postOnly)
    return { field: 'post_only', detail: 'the exchange knows no such orders' };
  if (terms.isReduceOnly && market.contract === null)
    return { field: 'reduce_only', detail: 'an order on a spot market cannot be reduce only' };
  if (terms.isReduceOnly && !support.reduceOnly)
    return { field: 'reduce_only', detail: 'the exchange knows no such orders' };
  return null;
}

function endFault({ terms }: DraftTerms, { support, nowMs }: Rules): TermsFault | null {
  const { expiresAtMs } = terms;
  if (expiresAtMs === null) return null;
  if (!support.timeOuts)
    return { field: 'expires_at', detail: 'orders do not end by themselves at the exchange' };
  if (expiresAtMs > nowMs) return null;
  return { field: 'expires_at', detail: 'expected an instant to come, found one that has passed' };
}

function leverageFault({ terms }: DraftTerms, { market }: Rules): TermsFault | null {
  if (terms.margin === null) return null;
  const { contract } = market;
  if (contract === null) return { field: 'leverage', detail: 'a spot market has no leverage' };
  const { leverage } = terms.margin;
  const lowest = contract.lowestLeverage > ZERO ? contract.lowestLeverage : ONE;
  const isHigh = contract.highestLeverage > ZERO && leverage > contract.highestLeverage;
  if (leverage >= lowest && !isHigh) return null;
  const range = `${formatDecimal(lowest)} to ${formatDecimal(contract.highestLeverage)}`;
  return { field: 'leverage', detail: `expected ${range}, found ${formatDecimal(leverage)}` };
}

function unwanted(field: OrderField, type: OrderType, isWanted: boolean): TermsFault {
  const [wanted, found] = isWanted ? ['a decimal', 'none'] : ['none', 'one'];
  return { field, detail: `expected ${wanted} on a ${words(type)} order, found ${found}` };
}

function stepFault(field: OrderField, price: Decimal, market: Market): TermsFault | null {
  const { priceStep } = marketGrid(market);
  if (price > ZERO && isOnStep(price, priceStep)) return null;
  const step = formatDecimal(priceStep);
  const found = formatDecimal(price);
  return {
    field,
    detail: `expected a multiple of the price step ${step} above zero, found ${found}`,
  };
}

function words(type: OrderType): string {
  return type.replaceAll('_', ' ');
}
