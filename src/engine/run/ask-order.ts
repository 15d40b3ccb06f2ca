// From a script's request to an order in the steps of its market, or to the reason why not. Amounts
// are rounded down, prices to the passive side, triggers to the nearest step; nothing is enlarged.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, priceOf } from '#domain/market/market-grid.ts';
import { isLimitType } from '#domain/order/limit-type.ts';
import type { OrderSide, OrderType } from '#domain/order/order.ts';
import { checkOrder } from '#domain/order/order-check.ts';
import { describeRejection } from '#domain/order/order-rejection.ts';
import type { OrderAction, OrderRequest, OrderTypeName } from '#engine/desks/order-desk.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';

export type AskedOrder = {
  readonly lots: Lots;
  readonly limitTicks: Ticks | null;
  readonly triggerTicks: Ticks | null;
  readonly trailTicks: Ticks | null;
};

const VENUE_TYPES: { readonly [name in OrderTypeName]: OrderType } = {
  limit: 'limit',
  market: 'market',
  no_timeout: 'limit',
  maker_or_cancel: 'limit',
  stop_limit: 'stop_limit',
  stop_market: 'stop_market',
  take_profit_limit: 'take_profit_limit',
  take_profit_market: 'take_profit_market',
  trailing_stop_market: 'trailing_stop_market',
};

const SIDES: { readonly [action in OrderAction]: OrderSide } = {
  buy: 'buy',
  go_long: 'buy',
  exit_short: 'buy',
  sell: 'sell',
  go_short: 'sell',
  exit_long: 'sell',
};

/** What the venue calls an order of this type. */
export function venueTypeOf(name: OrderTypeName): OrderType {
  return VENUE_TYPES[name];
}

export function sideOf(action: OrderAction): OrderSide {
  return SIDES[action];
}

/** Rounds and checks what a script asks for at a row; the rejection is a sentence. */
export function askOrder(
  market: RunMarket,
  request: OrderRequest,
  row: number,
): Result<AskedOrder, string> {
  const type = venueTypeOf(request.type);
  const side = sideOf(request.action);
  const wantsLimit = isLimitType(type);
  const lots = roundToSteps(market.amount, request.amount, 'floor');
  if (Number.isNaN(lots)) return rejected(`amount "${request.amount}" is not a number that can be`);
  const limit = wantsLimit
    ? roundToSteps(market.price, request.price, side === 'buy' ? 'floor' : 'ceil')
    : null;
  if (limit !== null && !(limit > 0)) return rejected(`price "${request.price}" is not above zero`);
  const last = closeTicks(market, row);
  const checked = checkSize(market, type, side, limit, lots, last);
  if (checked !== null) return rejected(checked);
  const isPlain = type === 'limit' || type === 'market';
  const trigger = isPlain ? null : triggerOf(market, request);
  if (trigger !== null && !(trigger > 0)) {
    const found = request.triggerPrice ?? request.price;
    return rejected(`a "${request.type}" order needs a trigger price, found "${found}"`);
  }
  const isTrailing = type === 'trailing_stop_market';
  return accepted({
    lots: BigInt(lots) as Lots,
    limitTicks: ticksOrNull(limit),
    triggerTicks: isTrailing ? null : ticksOrNull(trigger),
    trailTicks: isTrailing ? ticksOrNull(Math.max(1, Math.abs(last - (trigger ?? last)))) : null,
  });
}

/** Without a trigger price the order's price is meant. */
function triggerOf(market: RunMarket, { triggerPrice, price }: OrderRequest): number {
  return roundToSteps(market.price, triggerPrice ?? price, 'half_even');
}

function ticksOrNull(ticks: number | null): Ticks | null {
  return ticks === null ? null : (BigInt(ticks) as Ticks);
}

/** The broken rule of the market as a sentence; null when all are kept. */
export function checkSize(
  runMarket: RunMarket,
  type: OrderType,
  side: OrderSide,
  limit: number | null,
  lots: number,
  lastTicks: number,
): string | null {
  if (isSurelyValid(runMarket, lots, limit ?? lastTicks)) return null;
  const { market, terms } = runMarket;
  const { grid } = terms;
  const checked = checkOrder(market, {
    side,
    type,
    price: priceOf(grid, BigInt(limit ?? 0) as Ticks),
    amount: amountOf(grid, BigInt(lots) as Lots),
    referencePrice: priceOf(grid, BigInt(lastTicks) as Ticks),
  });
  return checked.ok ? null : describeRejection(checked.rejection);
}

/** Far enough inside of the limits that floats can tell; all else is checked exactly. */
function isSurelyValid(market: RunMarket, lots: number, ticks: number): boolean {
  const { lotsLeast, lotsMost, valueLeast, valueMost } = market.safeSize;
  if (!(lots >= lotsLeast && lots <= lotsMost && ticks > 0)) return false;
  const amount = fromSteps(market.amount, lots) * market.contractValue;
  const value = market.isLinear ? amount * fromSteps(market.price, ticks) : amount;
  return value >= valueLeast && value <= valueMost;
}
