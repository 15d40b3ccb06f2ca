// An order's arrival at the exact venue of a backtest, at the open of a bar or at its close.

import { divideRounded, formatDecimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { Trail } from '#domain/matching/resting-order.ts';
import { trailAfter } from '#domain/matching/resting-order.ts';
import type { NewOrder, PlaceRejection } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { ExitFit } from '#engine/run/orders/take-effects.ts';

/** An order that was requested, and is not at the venue yet. */
export type QueuedOrder = { readonly order: OrderToPlace; readonly requestedAtMs: number };

/** Where in a bar an order arrives. */
export type Arrival = {
  readonly barIndex: number;
  readonly openMs: number;
  /** The open, or the candle's last instant. */
  readonly atMs: number;
  readonly isAtClose: boolean;
  /** Whether no other order arrives there. */
  readonly isOnly: boolean;
  /** Another price than that of the open or the close. */
  readonly priceTicks?: Ticks;
};

/** `fit`: of an order that only reduces. The rejection is a sentence. */
export function placeArrival(
  state: VenueState,
  on: VenueMarketBook,
  queued: QueuedOrder,
  fit: ExitFit | null,
  { barIndex, openMs, atMs, isAtClose, priceTicks }: Arrival,
): Result<VenueStep, string> {
  const { columns, venueMarket } = on;
  const { order } = queued;
  const index = barIndex + columns.offset;
  const ticks = (column: Float64Array): Ticks => BigInt(column[index] as number) as Ticks;
  // What is traded in a candle is not known before its close.
  const knownVolume = columns.volume[isAtClose ? index : index - 1] ?? 0;
  const instant = {
    atMs,
    liveFromMs: atMs,
    priceTicks: priceTicks ?? ticks(isAtClose ? columns.close : columns.open),
    minuteOpenMs: openMs,
    volumeLots: BigInt(knownVolume) as Lots,
    range: isAtClose ? { lowTicks: ticks(columns.low), highTicks: ticks(columns.high) } : null,
    mostLots: fit === null ? null : fit.mostLots,
  };
  const problem = marginProblem(venueMarket, order, instant.priceTicks);
  if (problem !== null) return rejected(problem);
  // Without margin calls a loss is paid by all there is, not by a margin that nobody watches.
  const marginMode = venueMarket.rules.appliesMargin ? order.marginMode : 'cross';
  // Exits are fitted to their positions by the run, of which several may stand against the venue's.
  const { leverage, wholeLots } = order;
  const whole = { leverage, marginMode, isReduceOnly: false };
  const setting = wholeLots === undefined ? whole : { ...whole, wholeLots };
  const placed = placeOrder(state, venueMarket, newOrder(queued, fit), setting, instant);
  return placed.ok ? placed : rejected(describePlaceRejection(placed.rejection));
}

/** Whether the equity covers what the order asks for where it fills; null: it does. */
function marginProblem(
  { terms, rules }: VenueMarketBook['venueMarket'],
  { margin, side }: OrderToPlace,
  priceTicks: Ticks,
): string | null {
  if (margin === undefined) return null;
  const { grid } = terms;
  const slipped = rules.slippage.halfSpreadTicks;
  const fillTicks = (priceTicks + (side === 'buy' ? slipped : -slipped)) as Ticks;
  const value = valueOf(grid, fillTicks, margin.lots, 'ceil');
  if (value * margin.percent <= margin.equity * HUNDRED) return null;
  const missing = divideRounded(value * margin.percent - margin.equity * HUNDRED, HUNDRED, 'ceil');
  const currency = grid.settlementCurrency;
  return `insufficient funds: ${formatDecimal(valueOfUnits(currency, missing as Units))} ${currency} more would be needed`;
}

/** The order as it is requested of the venue. */
export function newOrder(
  { order, requestedAtMs }: QueuedOrder,
  fit: ExitFit | null = null,
): NewOrder {
  const { trailTicks, activationTicks, timeoutMs } = order;
  const trail: Trail | null =
    trailTicks === null
      ? null
      : {
          distanceTicks: trailTicks,
          limitOffsetTicks: 0n as Ticks,
          extremeTicks: null,
          activationTicks,
          activationDistanceTicks: fit === null ? null : fit.distanceTicks,
        };
  const requested: NewOrder = {
    orderId: order.orderId,
    side: order.side,
    type: order.type,
    remainingLots: order.lots,
    limitTicks: order.limitTicks,
    triggerTicks: order.triggerTicks,
    trail: trail === null ? null : seenTrail(trail, order),
    isPostOnly: order.isPostOnly,
    expiresAtMs: timeoutMs === null ? null : requestedAtMs + timeoutMs,
    positionGroup: order.positionGroup,
    oca: order.oca,
    role: order.role,
    openLots: null,
  };
  const entryDistanceTicks = trail === null ? (fit?.distanceTicks ?? null) : null;
  return entryDistanceTicks === null ? requested : { ...requested, entryDistanceTicks };
}

/** With what it has seen before it arrives; it is active where the last price is beyond its own. */
function seenTrail(trail: Trail, order: QueuedOrder['order']): Trail {
  const { side, trailSeenTicks: seen, trailBestTicks: best } = order;
  if (seen === undefined) return trail;
  if (best === undefined) return trailAfter(trail, side, seen);
  const isAt = seen === trail.activationTicks;
  const active = isAt ? trail : trailAfter(trail, side, seen);
  const { extremeTicks } = active;
  if (extremeTicks === null) return active;
  const isBetter = side === 'sell' ? best > extremeTicks : best < extremeTicks;
  return isBetter ? { ...active, extremeTicks: best } : active;
}

function describePlaceRejection(rejection: PlaceRejection): string {
  switch (rejection.code) {
    case 'insufficient_funds': {
      const { currency, missingUnits } = rejection;
      const missing = formatDecimal(valueOfUnits(currency, missingUnits));
      return `insufficient funds: ${missing} ${currency} more would be needed`;
    }
    case 'leverage_too_high': {
      const highest = formatDecimal(rejection.highestLeverage);
      return `a position of this size may have a leverage of at most ${highest}`;
    }
  }
}
