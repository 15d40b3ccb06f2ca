// From a script's request to an order in the steps of its market, or to the reason why not. Amounts
// are rounded down, prices to the passive side, triggers as the rules say; nothing is enlarged.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import type { OrderAction, OrderRequest, OrderTypeName } from '#engine/run-api/order-api.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import { fromSteps, NEAR_STEPS, roundToSteps } from '#engine/run/step-scale.ts';

export type RequestedOrder = {
  readonly lots: Lots;
  readonly limitTicks: Ticks | null;
  readonly triggerTicks: Ticks | null;
  readonly trailTicks: Ticks | null;
  readonly activationTicks: Ticks | null;
  readonly activationDistanceTicks: Ticks | null;
  /** Of a trailing stop; left out: none. */
  readonly bestTicks?: Ticks | null;
};

/** How the prices of orders become steps. */
export type PriceRounding = {
  /** A price this near to a step counts as on it. */
  readonly nearSteps: number;
  /**
   * `nearest`: triggers go to the nearest step; `outward`: those of stops away from the market, a
   * buy's up and a sale's down.
   */
  readonly triggers: 'nearest' | 'outward';
};

export const USUAL_ROUNDING: PriceRounding = { nearSteps: NEAR_STEPS, triggers: 'nearest' };

/**
 * TradingView's broker emulator: limits to the passive side, stops outward, and a level within a
 * ten-thousandth of a step counts as on it, as PyneCore measured it there (`_price_round` in
 * github.com/PyneSys/pynecore).
 */
export const TRADINGVIEW_ROUNDING: PriceRounding = { nearSteps: 1e-4, triggers: 'outward' };

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

/** Side of the order that an action places. */
export function sideOf(action: OrderAction): OrderSide {
  return SIDES[action];
}

/**
 * Rounds and checks what a script asks for at a row; the rejection is a sentence. `isExempt`: the
 * venue asks for no minimum value (see reduces-only.ts).
 */
export function askOrder(
  market: RunMarket,
  request: OrderRequest,
  row: number,
  rounding = USUAL_ROUNDING,
  isExempt = false,
): Result<RequestedOrder, string> {
  const type = venueTypeOf(request.type);
  if (request.isImmediate && type !== 'market')
    return rejected(`a "${request.type}" order is not filled immediately, only a market order is`);
  const side = sideOf(request.action);
  const wantsLimit = isLimitType(type);
  const lots = roundToSteps(market.amount, request.amount, 'floor');
  if (Number.isNaN(lots)) return rejected(`amount "${request.amount}" is not a number that can be`);
  const limit = wantsLimit
    ? roundToSteps(
        market.price,
        request.price,
        side === 'buy' ? 'floor' : 'ceil',
        rounding.nearSteps,
      )
    : null;
  if (limit !== null && !(limit > 0)) return rejected(`price "${request.price}" is not above zero`);
  const last = closeTicks(market, row);
  const checked = checkSize(market, { type, side, limit, lots, last, isExempt });
  if (checked !== null) return rejected(checked);
  const size = BigInt(lots) as Lots;
  const limitTicks = ticksOrNull(limit);
  if (type === 'trailing_stop_market') return askTrail(market, request, size, last, rounding);
  if (request.trail !== null) return rejected(`a "${request.type}" order does not trail`);
  const isPlain = type === 'limit' || type === 'market';
  const trigger = isPlain ? null : triggerOf(market, request, rounding);
  if (trigger !== null && !(trigger > 0)) return rejected(lackOfTrigger(request));
  const triggerTicks = ticksOrNull(trigger);
  const distance = askDistance(market, request, rounding);
  if (distance !== null && !Number.isSafeInteger(distance))
    return rejected(`distance "${request.entryDistance}" from its entry is no number that can be`);
  return accepted({
    lots: size,
    limitTicks,
    triggerTicks,
    trailTicks: null,
    activationTicks: null,
    activationDistanceTicks: ticksOrNull(distance),
  });
}

/** Away from the entry. */
function askDistance(
  market: RunMarket,
  { entryDistance }: OrderRequest,
  { nearSteps }: PriceRounding,
): number | null {
  return entryDistance === undefined
    ? null
    : roundToSteps(market.price, entryDistance, 'ceil', nearSteps);
}

/**
 * The offset to the nearest step, one at least unless it is zero; the activation as triggers of
 * stops: `outward` is away from the market.
 */
function askTrail(
  market: RunMarket,
  request: OrderRequest,
  lots: Lots,
  last: number,
  { triggers, nearSteps }: PriceRounding,
): Result<RequestedOrder, string> {
  const { offset, activationPrice, activationDistance } = request.trail ?? NO_TRAIL_REQUEST;
  const trigger = offset === null ? triggerOf(market, request, USUAL_ROUNDING) : null;
  if (trigger !== null && !(trigger > 0)) return rejected(lackOfTrigger(request));
  if (offset !== null && !(offset >= 0)) return rejected(`trail offset "${offset}" is below zero`);
  if (activationPrice !== null && activationDistance !== null)
    return rejected('a trailing stop becomes active at a price or at a distance, not at both');
  if (activationPrice !== null && !(activationPrice > 0))
    return rejected(`activation price "${activationPrice}" ${NOT_ABOVE}`);
  if (activationDistance !== null && !(activationDistance >= 0))
    return rejected(`activation distance "${activationDistance}" is below zero`);
  const steps = (price: number, outward: 'ceil' | 'floor' | 'half_even'): number =>
    triggers === 'outward'
      ? roundToSteps(market.price, price, outward, nearSteps)
      : roundToSteps(market.price, price, 'half_even');
  const away = sideOf(request.action) === 'sell' ? 'ceil' : 'floor';
  const trail = trigger === null ? steps(offset ?? 0, 'half_even') : Math.abs(last - trigger);
  const least = offset === 0 ? 0 : 1;
  const activation = activationPrice === null ? null : Math.max(1, steps(activationPrice, away));
  const distance = activationDistance === null ? null : steps(activationDistance, 'ceil');
  if ([trail, activation ?? 0, distance ?? 0].some((ticks) => !Number.isSafeInteger(ticks)))
    return rejected('a trailing stop has distances that are numbers that can be');
  return accepted({
    lots,
    limitTicks: null,
    triggerTicks: null,
    trailTicks: ticksOrNull(Math.max(least, trail)),
    activationTicks: ticksOrNull(activation),
    activationDistanceTicks: ticksOrNull(distance),
    ...bestOf(market, request),
  });
}

function bestOf(market: RunMarket, { trail }: OrderRequest): { readonly bestTicks?: Ticks | null } {
  if (trail?.bestPrice === undefined) return {};
  if (trail.bestPrice === null) return { bestTicks: null };
  const ticks = roundToSteps(market.price, trail.bestPrice, 'half_even');
  return Number.isSafeInteger(ticks) ? { bestTicks: BigInt(ticks) as Ticks } : {};
}

const NOT_ABOVE = 'is not above zero';
const NO_TRAIL_REQUEST = { offset: null, activationPrice: null, activationDistance: null };

function lackOfTrigger({ type, triggerPrice, price }: OrderRequest): string {
  return `a "${type}" order needs a trigger price, found "${triggerPrice ?? price}"`;
}

/** Without a trigger price the order's price is meant. */
function triggerOf(
  market: RunMarket,
  { triggerPrice, price, type, action }: OrderRequest,
  { triggers, nearSteps }: PriceRounding,
): number {
  const wanted = triggerPrice ?? price;
  const isStop = type === 'stop_limit' || type === 'stop_market';
  if (triggers === 'nearest' || !isStop)
    return roundToSteps(market.price, wanted, 'half_even', nearSteps);
  const outward = sideOf(action) === 'buy' ? 'ceil' : 'floor';
  return roundToSteps(market.price, wanted, outward, nearSteps);
}

function ticksOrNull(ticks: number | null): Ticks | null {
  return ticks === null ? null : (BigInt(ticks) as Ticks);
}

export type OrderSize = {
  readonly type: OrderType;
  readonly side: OrderSide;
  /** In ticks; null at market. */
  readonly limit: number | null;
  readonly lots: number;
  /** The last price in ticks. */
  readonly last: number;
  /** Whether the venue asks for no minimum value of it. */
  readonly isExempt: boolean;
};

/** The broken rule of the market as a sentence; null when all are retained. */
export function checkSize(runMarket: RunMarket, size: OrderSize): string | null {
  const { type, side, limit, lots, last, isExempt } = size;
  if (isSurelyValid(runMarket, lots, limit ?? last)) return null;
  const { market, terms } = runMarket;
  const { grid } = terms;
  const checked = checkOrder(market, {
    side,
    type,
    price: priceOf(grid, BigInt(limit ?? 0) as Ticks),
    amount: amountOf(grid, BigInt(lots) as Lots),
    referencePrice: priceOf(grid, BigInt(last) as Ticks),
    isExempt,
  });
  return checked.ok ? null : describeRejection(checked.rejection);
}

/** Far enough inside of the limits that floats can tell; all else is checked exactly. */
export function isSurelyValid(market: RunMarket, lots: number, ticks: number): boolean {
  const { lotsLeast, lotsMost, valueLeast, valueMost } = market.safeSize;
  if (!(lots >= lotsLeast && lots <= lotsMost && ticks > 0)) return false;
  const amount = fromSteps(market.amount, lots) * market.contractValue;
  const value = market.isLinear ? amount * fromSteps(market.price, ticks) : amount;
  return value >= valueLeast && value <= valueMost;
}
