// The stop of what a strategy holds, as an order of its own, where its exchange holds stops: it
// fills there also while the service is down. It is moved in steps, and the strategy goes on to
// decide by the price of each minute, for what the order does not cover.

import { decimalFromFloat } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import type { Direction } from '#domain/position/position.ts';
import { exitSide } from '#domain/position/position.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { Backoff } from '#strategies/shared/backoff.ts';
import { forgive, newBackoff, postpone } from '#strategies/shared/backoff.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { lotsFrom } from '#strategies/shared/filled-order.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

export type HeldStop = Backoff & {
  /** Null: none works. */
  orderId: string | null;
  /** Its trigger. */
  price: number;
};

export type WantedStop = {
  readonly direction: Direction;
  readonly lots: number;
  /** The price that it waits for. */
  readonly level: number;
  /** So much nearer to the price a level must be before the stop is moved there. */
  readonly step: number;
  /** With the exits beside it; null: it is alone. */
  readonly oca: OcaGroup | null;
};

type StopNow = {
  readonly api: CommandContext;
  readonly market: Pick<StrategyMarket, 'market' | 'terms'>;
  readonly nowMs: number;
};

/** A trail is followed in so many steps of its distance. */
const STEPS_OF_DISTANCE = 5;

/** Stop that has not been placed. */
export function newHeldStop(): HeldStop {
  return { ...newBackoff(), orderId: null, price: 0 };
}

/** Distance in price by which a stop may lag before it is moved. */
export function stepOf(level: number, percent: Decimal): number {
  return (level * doubleOf(percent)) / 100 / STEPS_OF_DISTANCE;
}

/** The order once it has ended, with what it filled, for whoever books it; null: nothing ended. */
export function settleStop({ api, nowMs }: StopNow, stop: HeldStop): BotOrder | null {
  const order = stop.orderId === null ? null : api.orders.find(stop.orderId);
  if (stop.orderId === null || order?.state === 'open') return null;
  stop.orderId = null;
  if (order?.state === 'failed') postpone(stop, nowMs);
  else forgive(stop);
  return order;
}

/** Places it where there is none; one that is of another size or at another level is cancelled. */
export function keepStop(now: StopNow, stop: HeldStop, wanted: WantedStop): void {
  const { api, market, nowMs } = now;
  const { direction, lots, level, oca } = wanted;
  const order = stop.orderId === null ? null : api.orders.find(stop.orderId);
  if (order !== null && order.state === 'open') {
    const { terms } = market;
    const left = lotsFrom(terms, order.amount) - lotsFrom(terms, order.filledAmount);
    if (left !== lots || isToMove(stop.price, wanted)) api.orders.cancel(order.orderId);
    return;
  }
  if (nowMs < stop.retryAtMs || lots === 0) return;
  const { terms } = market;
  const stance = { isSpot: false, direction };
  const side = exitSide(direction);
  const request = orderRequest(stance, terms, {
    side,
    isExit: true,
    lots,
    ticks: null,
    note: NOTE,
  });
  const ticks = ticksOf(terms.grid, decimalFromFloat(level, PLACES), OUTWARD[direction]);
  if (ticks <= 0n) return;
  const triggerPrice = doubleOf(priceOf(terms.grid, ticks));
  const orderId = api.orders.place({
    ...request,
    type: 'stop_market',
    triggerPrice,
    oca,
    isReduceOnly: true,
  });
  if (orderId === '') postpone(stop, nowMs);
  else Object.assign(stop, { orderId, price: level });
}

const NOTE = 'stop loss';
const PLACES = 12;
/** Away from the price. */
const OUTWARD = { long: 'floor', short: 'ceil' } as const;

/** A level further away at once, so that nothing is closed too early; a nearer one in steps. */
function isToMove(price: number, { direction, level, step }: WantedStop): boolean {
  const nearer = direction === 'long' ? level - price : price - level;
  return nearer < 0 || (nearer > 0 && nearer >= step);
}
