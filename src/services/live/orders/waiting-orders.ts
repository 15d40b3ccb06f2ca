// Orders that a run requested and that wait. An exit is fitted to its position as it then is, so it
// may have to wait for its entry, or for what was sent with it. An order that waits for a price is
// emulated where the exchange does not hold such orders: each minute, by the rules that trigger
// it at a venue that does.

import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { isSameGroup, takenBy } from '#domain/matching/oca-group.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { findOpenOrder } from '#engine/run/orders/bot-orders.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { arrivalOf } from '#engine/run/orders/take-effects.ts';
import {
  attachedOrder,
  attachedStanding,
  attachStops,
  stopOfEntry,
} from '#services/live/orders/attached-stops.ts';
import { holderOfArriving } from '#services/live/orders/stop-holder.ts';
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
  attachStops(live, waiting);
  for (const order of waiting) {
    const tracked = findOpenOrder(run.orders, order.orderId);
    // It was cancelled, or went with its position.
    if (tracked === null) continue;
    if (takeAttached(live, order, places)) continue;
    const isOfEntry = tracked.activationDistanceTicks !== null && !tracked.isEnter;
    const isFitted = isOfEntry || (tracked.isReduceOnly && order.role !== 'stop');
    if (isFitted && touched.has(tracked.positionId)) {
      live.orders.waiting.push(order);
      continue;
    }
    const holder = holderOfArriving(live, order, tracked, touched.has(tracked.positionId));
    if (holder === 'wait') {
      live.orders.waiting.push(order);
      continue;
    }
    const arrival = arrivalOf(run, order);
    if (arrival.kind === 'wait') live.orders.waiting.push(order);
    else if (arrival.kind === 'refuse') endWaiting(live, order.orderId, 'failed', arrival.problem);
    else {
      const stopTicks = stopOfEntry(live, waiting, order.orderId);
      const attached = stopTicks === null ? {} : { attachedStopTicks: stopTicks };
      places.push({ ...arrival.order, heldBy: holder, ...attached });
      touched.add(tracked.positionId);
    }
  }
  return places;
}

/** Whether the order is a stop that comes with its entry, which waits or is there. */
function takeAttached(live: HostedRun, order: OrderToPlace, places: OrderToPlace[]): boolean {
  const { orders } = live;
  const { orderId } = order;
  const standing = attachedStanding(live, orderId);
  if (standing === null) return false;
  if (standing.kind === 'placed') places.push(attachedOrder(live, order, standing.lots));
  else if (standing.kind === 'entering') orders.waiting.push(order);
  else {
    orders.attached.delete(orderId);
    if (!orders.cancelsWanted.delete(orderId)) return false;
    endWaiting(live, orderId, 'cancelled', '');
  }
  return true;
}

/** Open orders that were written down to be sent; those that wait are not. */
export function sentCount({ engine, orders }: HostedRun): number {
  const { open } = engine.run.orders;
  const waiting = new Set(orders.waiting.map(({ orderId }) => orderId));
  return open.filter(({ orderId, isSent }) => isSent && !waiting.has(orderId)).length;
}

function endWaiting(
  { engine, progress }: HostedRun,
  orderId: string,
  state: 'failed' | 'cancelled',
  message: string,
): void {
  const { decidedAtMs: atMs } = progress;
  advanceRun(engine.run, engine.brain, { kind: 'ended', orderId, state, message, atMs });
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

/**
 * Notes which of the watched orders the minute of a row sets off, and where the others are. Of a
 * group a minute sets off one: the others wait for what becomes of it.
 */
export function watchEmulated(live: HostedRun, row: number): void {
  const { orders, engine } = live;
  const { emulated, triggered } = orders;
  const setOff: TrackedOrder[] = [];
  for (const [orderId, order] of emulated) {
    const tracked = findOpenOrder(engine.run.orders, orderId);
    const market = tracked?.market;
    const candle = market === undefined ? null : candleAt(market, row);
    if (tracked === null || market === undefined || candle === null) continue;
    if (setOff.some((other) => isOtherOfGroup(tracked, other))) continue;
    const context = { durationMs: MINUTE_MS, usedLots: 0n as Lots };
    const { executions, changed } = matchMinute(MATCHING_RULES.touch, [order], candle, context);
    const [after] = changed;
    if (executions.length > 0 || after?.isTriggered === true) {
      emulated.delete(orderId);
      triggered.add(orderId);
      setOff.push(tracked);
      for (const other of goneBefore(live, orderId)) orders.cancelsWanted.add(other.orderId);
    } else if (after !== undefined) emulated.set(orderId, after);
  }
}

/**
 * Orders at the exchange that lock the coins of a triggered order of their group, and that its fill
 * would end: they are cancelled before it is sent, so that it is not refused.
 */
export function goneBefore(
  { engine, orders }: HostedRun,
  orderId: string,
): readonly TrackedOrder[] {
  const { open } = engine.run.orders;
  const order = findOpenOrder(engine.run.orders, orderId);
  if (order === null || order.market.market.contract !== null) return [];
  const waiting = new Set(orders.waiting.map((each) => each.orderId));
  return open.filter((other) => {
    if (!isOtherOfGroup(order, other) || other.side !== order.side || order.oca === null)
      return false;
    if (!other.isSent || waiting.has(other.orderId) || orders.emulated.has(other.orderId))
      return false;
    const left = leftOf(other);
    return takenBy(order.oca, leftOf(order), left) === left;
  });
}

function isOtherOfGroup(order: TrackedOrder, other: TrackedOrder): boolean {
  return order !== other && order.market === other.market && isSameGroup(order.oca, other.oca);
}

function leftOf({ lots, filledLots, takenLots }: TrackedOrder): bigint {
  return lots - filledLots - takenLots;
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
