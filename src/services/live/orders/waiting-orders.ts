// Orders that a run requested and that wait. An exit is fitted to its position as it then is, so it
// may have to wait for its entry, or for what was sent with it. An order that waits for a price is
// emulated where the exchange does not hold such orders: each minute, by the rules that trigger
// it at a venue that does.

import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { findOpenOrder } from '#engine/run/orders/bot-orders.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { arrivalOf } from '#engine/run/orders/take-effects.ts';
import type { HostedOrders, HostedRun } from '#services/live/state/hosted-run.ts';

/**
 * Takes out of the bot's waiting orders those that go now, in their order. What reduces a position
 * that an order of this very round may change stays until the outcome of that order is known.
 */
export function takeArrivals(live: HostedRun): readonly OrderToPlace[] {
  const { run } = live.engine;
  const places: OrderToPlace[] = [];
  const touched = new Set<string>();
  const waiting = live.orders.waiting.splice(0);
  for (const order of waiting) {
    const tracked = findOpenOrder(run.orders, order.orderId);
    // It was cancelled, or went with its position.
    if (tracked === null) continue;
    const isOfEntry = tracked.activationDistanceTicks !== null && !tracked.isEnter;
    const isFitted = isOfEntry || (tracked.isReduceOnly && order.role !== 'stop');
    if (isFitted && touched.has(tracked.positionId)) {
      live.orders.waiting.push(order);
      continue;
    }
    const arrival = arrivalOf(run, order);
    if (arrival.kind === 'wait') live.orders.waiting.push(order);
    else if (arrival.kind === 'refuse') refuse(live, order, arrival.problem);
    else {
      places.push(arrival.order);
      touched.add(tracked.positionId);
    }
  }
  return places;
}

/** Open orders that were written down to be sent; those that wait are not. */
export function sentCount({ engine, orders }: HostedRun): number {
  const { open } = engine.run.orders;
  const waiting = new Set(orders.waiting.map(({ orderId }) => orderId));
  return open.filter(({ orderId, isSent }) => isSent && !waiting.has(orderId)).length;
}

function refuse({ engine, progress }: HostedRun, { orderId }: OrderToPlace, problem: string): void {
  const { decidedAtMs: atMs } = progress;
  advanceRun(engine.run, engine.brain, {
    kind: 'ended',
    orderId,
    state: 'failed',
    message: problem,
    atMs,
  });
}

/** From now on the order is watched. */
export function emulateOrder(
  { emulated, leftTrails }: HostedOrders,
  order: OrderToPlace,
  decidedAtMs: number,
): void {
  const { orderId, side, type, lots, limitTicks, triggerTicks, trailTicks, activationTicks } =
    order;
  const trail =
    trailTicks === null
      ? null
      : {
          distanceTicks: trailTicks,
          limitOffsetTicks: 0n as Ticks,
          extremeTicks: null,
          activationTicks,
        };
  // What goes on for another follows from where that one was: a stop never loosens.
  const left = order.restOf === null ? undefined : leftTrails.get(order.restOf);
  if (order.restOf !== null) leftTrails.delete(order.restOf);
  emulated.set(orderId, {
    orderId,
    sequence: 1,
    side,
    type,
    remainingLots: lots,
    limitTicks,
    triggerTicks,
    trail: left ?? trail,
    isTriggered: false,
    isPostOnly: false,
    liveFromMs: decidedAtMs,
    expiresAtMs: null,
    positionGroup: null,
    oca: null,
    role: null,
    openLots: null,
  });
}

/** The order has ended; its trail is retained for the order that continues it. */
export function stopEmulating(
  { emulated, leftTrails, waiting }: HostedOrders,
  orderId: string,
): void {
  const trail = emulated.get(orderId)?.trail ?? null;
  const goesOn = waiting.some(({ restOf }) => restOf === orderId);
  if (trail !== null && goesOn) leftTrails.set(orderId, trail);
  emulated.delete(orderId);
}

/** Notes which of the watched orders the minute of a row sets off, and where the others are. */
export function watchEmulated({ orders, engine }: HostedRun, row: number): void {
  const { emulated, triggered } = orders;
  for (const [orderId, order] of emulated) {
    const market = findOpenOrder(engine.run.orders, orderId)?.market;
    const candle = market === undefined ? null : candleAt(market, row);
    if (market === undefined || candle === null) continue;
    const context = { durationMs: MINUTE_MS, usedLots: 0n as Lots };
    const { executions, changed } = matchMinute(MATCHING_RULES.touch, [order], candle, context);
    const [after] = changed;
    if (executions.length > 0 || after?.isTriggered === true) {
      emulated.delete(orderId);
      triggered.add(orderId);
    } else if (after !== undefined) emulated.set(orderId, after);
  }
}

/** Null where the minute is missing. */
function candleAt({ candles, rowOffset }: RunMarket, row: number): Candle | null {
  const index = row + rowOffset;
  if (candles.isMissing[index] !== 0) return null;
  const value = (column: Float64Array): bigint => BigInt(column[index] as number);
  return {
    openTimeMs: candles.firstOpenMs + index * MINUTE_MS,
    open: value(candles.open),
    high: value(candles.high),
    low: value(candles.low),
    close: value(candles.close),
    volume: value(candles.volume),
  };
}
