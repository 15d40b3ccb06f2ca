// Decides the placement of an order that arrives at the simulated exchange, given the account as it
// is. Pure.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { divideRounded } from '#lib/decimal.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, isOnStep, lotsOf, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { CheckedOrder } from '#venue-port/order/order-check.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import type { PlaceRejection, VenueInstant } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import { usedLotsOf } from '#domain/venue/venue-state.ts';
import type { NewVenueOrder, OrderSupport, VenueRejection } from '#venue-port/exchange/exchange.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import type { PlacedOrder } from '#adapters/sim/sim-commit.ts';
import { venueMarketOf } from '#adapters/sim/venue-market-of.ts';
import { ARRIVAL_GRACE_MS } from '#adapters/sim/arrival-grace.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { plainTag } from '#adapters/sim/stepped-tag.ts';

/** So many exits may be open beyond the most orders, so that what is held can be left. */
const EXITS_RESERVED = 100;

const ASSUMED_SPREAD =
  'Its exchange stated no best bid and ask: one step on either side of the last price is assumed.';

export type Arrival = {
  readonly order: NewVenueOrder;
  readonly venueOrderId: string;
  readonly market: SimMarket;
  readonly nowMs: number;
  /** Percent of the order that may fill at once; null: what the market has. */
  readonly fillSharePercent: number | null;
};

export type Placement = { readonly step: VenueStep; readonly placed: PlacedOrder };

/** Everything that scripts and strategies ask for. */
export const SIM_ORDER_SUPPORT: OrderSupport = {
  types: [
    'limit',
    'market',
    'stop_limit',
    'stop_market',
    'take_profit_limit',
    'take_profit_market',
    'trailing_stop_market',
  ],
  postOnly: true,
  reduceOnly: true,
  exemptsReduceOnly: true,
  timeOuts: true,
  trailActivation: true,
};

/** The account must be settled up to now. */
export function decidePlacement(
  prices: SimPrices,
  account: SimAccount,
  arrival: Arrival,
): Result<Placement, VenueRejection> {
  const { market, order } = arrival;
  const { terms } = order;
  if (market.market.marketType !== account.marketType)
    return refused(
      `Market "${plainTag(order.marketTag)}" is not for ${account.marketType} accounts.`,
    );
  const isExit = terms.isReduceOnly || terms.exit !== null;
  const openMost = LIMITS.openOrdersPerAccountMax + (isExit ? EXITS_RESERVED : 0);
  if (account.state.orders.length >= openMost)
    return refused(`The account has ${account.state.orders.length} open orders, the most.`);
  const { atMs, lateReason } = arrivalTime(order.decidedAtMs, arrival.nowMs);
  const priceTicks = market.market.isOpen ? prices.ticksAt(order.marketTag, atMs) : null;
  const checked = checkOrder(market.market, {
    ...order,
    referencePrice: priceTicks === null ? null : priceOf(market.grid, priceTicks),
    isExempt: terms.isReduceOnly && SIM_ORDER_SUPPORT.exemptsReduceOnly,
  });
  if (!checked.ok) return refused(`${describeRejection(checked.rejection)}.`);
  if (priceTicks === null) return refused('The market has no price at this instant.');
  const { ticks, lots } = checked.value;
  const watched = watchedPrices(market, order);
  if (!watched.ok) return watched;
  const instant = instantOf(prices, account, arrival, priceTicks, lots, atMs);
  const done = placeOrder(
    account.state,
    venueMarketOf(prices, market, account.feesIn),
    newOrder(arrival, checked.value, watched.value),
    { ...(terms.margin ?? account), isReduceOnly: terms.isReduceOnly },
    instant,
  );
  if (!done.ok) return rejected(refusalOf(done.rejection));
  const { clientOrderId, marketTag, side, type } = order;
  const { venueOrderId } = arrival;
  const identity = { venueOrderId, clientOrderId, marketTag, side, type, terms };
  const arrivalReason = lateReason ?? spreadReason(prices, order, instant);
  const placed = { ...identity, limitTicks: ticks, lots, arrivalReason, placedAtMs: atMs };
  return accepted({ step: done.value, placed });
}

/**
 * The instant that an order is matched at, never later than now; and why, when it came too late.
 */
function arrivalTime(
  decidedAtMs: number,
  nowMs: number,
): { readonly atMs: number; readonly lateReason: string | null } {
  const lateMs = nowMs - decidedAtMs;
  if (lateMs < 0) return { atMs: nowMs, lateReason: null };
  if (lateMs <= ARRIVAL_GRACE_MS) return { atMs: decidedAtMs, lateReason: null };
  const lateReason = `Arrived ${lateMs} ms after it was decided; matched on arrival.`;
  return { atMs: nowMs, lateReason };
}

/** What was assumed of a market order of play money. */
function spreadReason(
  prices: SimPrices,
  { marketTag, type }: NewVenueOrder,
  { best }: VenueInstant,
): string | null {
  const isAssumed = type === 'market' && best === null && !prices.knowsRunningMinute(marketTag);
  return isAssumed ? ASSUMED_SPREAD : null;
}

/** What an order waits for, in the market's steps. */
type WatchedPrices = Pick<RestingOrder, 'triggerTicks' | 'trail'>;

/** What a real venue would refuse of an order's terms is refused here. */
function watchedPrices(
  { grid, market }: SimMarket,
  { type, terms }: NewVenueOrder,
): Result<WatchedPrices, VenueRejection> {
  if (!SIM_ORDER_SUPPORT.types.includes(type) || terms.heldBy !== 'exchange')
    return refused(`An order of type "${type}" cannot be placed here.`);
  if (terms.attachedStop !== undefined || terms.isAttached === true)
    return refused('An order brings no stop here.');
  if (terms.isPostOnly && type !== 'limit')
    return refused(`An order of type "${type}" cannot be post only.`);
  if (terms.isReduceOnly && market.contract === null)
    return refused('An order on a spot market cannot be reduce only.');
  const isPlain = type === 'limit' || type === 'market';
  const isTrailing = type === 'trailing_stop_market';
  const trigger = stepsOf(grid, terms.triggerPrice);
  // One of zero is met where the stop becomes active.
  const isAtOnce = terms.trailDistance === ZERO;
  const distance = isAtOnce ? (0n as Ticks) : stepsOf(grid, terms.trailDistance);
  const activation = stepsOf(grid, terms.trailActivationPrice);
  if ((trigger !== null) !== (!isPlain && !isTrailing) || (distance !== null) !== isTrailing)
    return refused(`An order of type "${type}" has exactly the trigger or distance of its type.`);
  if (activation !== null && !isTrailing)
    return refused(`An order of type "${type}" has no activation price.`);
  if (trigger === 'off_step' || distance === 'off_step' || activation === 'off_step')
    return refused('A trigger or distance is above zero and on the price step of its market.');
  if (distance === null) return accepted({ triggerTicks: trigger, trail: null });
  const trail = {
    distanceTicks: distance,
    limitOffsetTicks: 0n as Ticks,
    extremeTicks: null,
    activationTicks: activation,
  };
  return accepted({ triggerTicks: null, trail });
}

function stepsOf(grid: MarketGrid, price: Decimal | null): Ticks | 'off_step' | null {
  if (price === null) return null;
  if (price <= 0n || !isOnStep(price, grid.priceStep)) return 'off_step';
  return ticksOf(grid, price, 'floor');
}

function newOrder(
  arrival: Arrival,
  { ticks, lots }: CheckedOrder,
  { triggerTicks, trail }: WatchedPrices,
): Parameters<typeof placeOrder>[2] {
  const { terms } = arrival.order;
  return {
    orderId: arrival.venueOrderId,
    side: arrival.order.side,
    type: arrival.order.type,
    remainingLots: lots,
    limitTicks: ticks,
    triggerTicks,
    trail,
    isPostOnly: terms.isPostOnly,
    expiresAtMs: terms.expiresAtMs,
    positionGroup: terms.exit?.group ?? null,
    oca: null,
    role: terms.exit?.role ?? null,
    openLots: openLotsOf(arrival),
  };
}

/** Orders that were requested before it was reported do not say what is open. */
function openLotsOf({ order, market }: Arrival): Lots | null {
  const amount = order.terms.exit?.openAmount ?? null;
  return amount === null ? null : lotsOf(market.grid, amount, 'floor');
}

function instantOf(
  prices: SimPrices,
  account: SimAccount,
  arrival: Arrival,
  priceTicks: Ticks,
  lots: Lots,
  atMs: number,
): VenueInstant {
  const { marketTag } = arrival.order;
  const minuteOpenMs = minuteStartMs(atMs);
  const isKnown = prices.knowsRunningMinute(marketTag);
  const before = prices.candleAt(marketTag, minuteOpenMs - MINUTE_MS);
  const isWithin = atMs - minuteOpenMs > ARRIVAL_GRACE_MS;
  const restsFromMs = !isKnown && isWithin ? minuteOpenMs + MINUTE_MS : atMs;
  const volumeLots = (before?.volume ?? 0n) as Lots;
  const usedLots = usedLotsOf(account.state, marketTag, minuteOpenMs);
  return {
    atMs,
    // A minute that is settled is not gone over again for an order that was decided in it.
    liveFromMs: Math.max(restsFromMs, account.settledUntilMs),
    priceTicks,
    // Orders that are late meet what is offered now, and so do all others.
    best: prices.bestAt(marketTag, arrival.nowMs),
    minuteOpenMs,
    volumeLots:
      arrival.fillSharePercent === null
        ? volumeLots
        : volumeFor(arrival.market, lots, usedLots, arrival.fillSharePercent),
    range: null,
  };
}

/** The minute's volume of which this share of the order is just what may still be taken. */
function volumeFor(market: SimMarket, lots: Lots, usedLots: Lots, sharePercent: number): Lots {
  const wanted = (lots * BigInt(sharePercent)) / 100n + usedLots;
  const most = market.venue.rules.participationPercentMax;
  assert(most !== null && most > ZERO, 'the venue fills a share of the volume');
  return divideRounded(wanted * HUNDRED, most, 'ceil') as Lots;
}

function refused(detail: string): Result<never, VenueRejection> {
  return rejected({ code: 'order_rejected', detail });
}

function refusalOf(rejection: PlaceRejection): VenueRejection {
  switch (rejection.code) {
    case 'insufficient_funds': {
      const { currency, missingUnits } = rejection;
      const missing = formatDecimal(valueOfUnits(currency, missingUnits));
      return {
        code: 'insufficient_funds',
        detail: `The order needs ${missing} ${currency} more than is available.`,
      };
    }
    case 'leverage_too_high': {
      const highest = formatDecimal(rejection.highestLeverage);
      const detail = `A position of this size may have a leverage of at most ${highest}.`;
      return { code: 'order_rejected', detail };
    }
  }
}
