// Takes the requests of a script in an update, made ready for whoever carries them out.

import { append } from '#lib/append.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { OpenPart } from '#domain/matching/exit-budgets.ts';
import { priceFromEntry } from '#domain/matching/serve-orders.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import { venueTypeOf } from '#engine/run/orders/ask-order.ts';
import { checkOrderSize } from '#engine/run/orders/reduces-only.ts';
import {
  countRejection,
  endOrder,
  findOpenOrder,
  touchOrder,
  findOrder,
} from '#engine/run/orders/bot-orders.ts';
import { mostLeft } from '#engine/run/orders/size-at-price.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import { findOpenPosition } from '#engine/run/positions/position-book.ts';
import type { OrderToPlace, RunEffects } from '#engine/run/run-event.ts';
import { closeTicks } from '#engine/run/run-market.ts';
import { roundToSteps } from '#engine/run/step-scale.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { nowMs } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { averageEntry } from '#engine/run/positions/tracked-position.ts';

/** Takes out what is to be done, in its order: fees, cancels, new orders, the stop. */
export function takeEffects(run: Run): RunEffects {
  const { orders, feeChanges, stop } = run;
  if (stop?.cancelsOrders === true)
    for (const { orderId } of orders.open) orders.cancels.push(orderId);
  const atMs = nowMs(run);
  const cancels = orders.cancels.length === 0 ? NO_CANCELS : takeCancels(run, atMs);
  const requested = orders.places;
  let places: readonly OrderToPlace[] = NO_ORDERS;
  orders.places = NO_ORDERS_REQUESTED;
  for (const order of requested) {
    if (order.state !== 'open') continue;
    const problem = fitExit(run, order);
    if (problem === null) places = append(places, send(run, order));
    else refuse(run, order, problem);
  }
  if (orders.cancels.length > 0) orders.cancels = [];
  if (feeChanges.length === 0) return { feeChanges: NO_CHANGES, cancels, places, stop };
  run.feeChanges = [];
  return { feeChanges, cancels, places, stop };
}

const NO_ORDERS: readonly OrderToPlace[] = [];
const NO_ORDERS_REQUESTED: readonly TrackedOrder[] = [];
const NO_CHANGES: RunEffects['feeChanges'] = [];
const NO_CANCELS: readonly string[] = [];

/** Each once; what was never sent ends at once. */
function takeCancels({ orders }: Run, atMs: number): readonly string[] {
  const sent = new Set<string>();
  for (const orderId of orders.cancels) {
    const order = findOpenOrder(orders, orderId);
    if (order?.isSent === true) sent.add(orderId);
    else if (order !== null) endOrder(orders, order, 'cancelled', '', atMs);
  }
  return [...sent];
}

function send(run: Run, order: TrackedOrder): OrderToPlace {
  order.isSent = true;
  return orderToPlace(run, order);
}

/** As it is requested of whoever carries it out. */
export function orderToPlace(run: Run, order: TrackedOrder): OrderToPlace {
  const type = venueTypeOf(order.type);
  const placed: OrderToPlace = {
    orderId: order.orderId,
    marketTag: order.market.market.marketTag,
    side: order.side,
    type,
    lots: order.lots,
    limitTicks: isLimitType(type) ? order.limitTicks : null,
    triggerTicks: order.triggerTicks,
    trailTicks: order.trailTicks,
    activationTicks: order.activationTicks,
    isPostOnly: order.type === 'maker_or_cancel',
    isImmediate: order.isImmediate,
    timeoutMs: order.timeoutMs,
    positionGroup: order.isEnter ? null : order.positionId,
    role: roleOf(order),
    openLots: order.isEnter || run.setup.kind === 'backtest' ? null : openFor(run, order),
    oca: order.oca,
    restOf: order.restOf,
    leverage: leverageOn(run, order.market),
    marginMode: run.settings.marginMode,
  };
  // Spreading what is mostly missing costs as much as all the rest.
  if (order.margin === undefined && order.wholeAmount === undefined) return placed;
  return { ...placed, ...marginOf(order), ...wholeOf(order) };
}

function wholeOf({ market, wholeAmount }: TrackedOrder): Pick<OrderToPlace, 'wholeLots'> {
  if (wholeAmount === undefined) return {};
  return { wholeLots: BigInt(roundToSteps(market.amount, wholeAmount, 'floor')) as Lots };
}

function marginOf({ market, margin }: TrackedOrder): Pick<OrderToPlace, 'margin'> {
  if (margin === undefined) return {};
  const lots = BigInt(roundToSteps(market.amount, margin.amount, 'floor')) as Lots;
  const equity = BigInt(Math.round(margin.equity * market.unitsPerOne)) as Units;
  return { margin: { percent: decimalFromFloat(margin.percent, 8), lots, equity } };
}

/** On spot an exit may be larger than its position. */
function openFor(run: Run, order: TrackedOrder): Lots {
  const most = reducibleLots(run, order);
  return most > order.lots ? most : order.lots;
}

/** Of an exit: whether it takes a loss or a profit; null for entries and plain market orders. */
function roleOf({ isEnter, type }: TrackedOrder): 'stop' | 'target' | null {
  if (isEnter || type === 'market') return null;
  return type === 'stop_limit' || type === 'stop_market' || type === 'trailing_stop_market'
    ? 'stop'
    : 'target';
}

/** Makes an order that only reduces no larger than its position; returns why it cannot be sent. */
function fitExit(run: Run, order: TrackedOrder): string | null {
  if (!order.isReduceOnly) return null;
  const most = reducibleLots(run, order);
  if (most >= order.lots) return null;
  if (most === 0n) return NOTHING_TO_REDUCE;
  order.lots = most;
  touchOrder(run.orders, order);
  return checkOrderSize(run, order, most);
}

const NOTHING_TO_REDUCE = 'there is no position that it could reduce';

/** What is open against the order's side, and what open entries of the position may still add. */
function reducibleLots(run: Run, order: TrackedOrder): Lots {
  return (openLotsAgainst(run, order) + enteringLotsAgainst(run, order)) as Lots;
}

/** What is open of the position of one of the bot's open orders; null for no such order. */
export function openPartOf(run: Run, orderId: string): OpenPart | null {
  const order = findOpenOrder(run.orders, orderId);
  if (order === null) return null;
  const { positionId, isReduceOnly } = order;
  const exact = findOpenPosition(run.positions, positionId)?.exact;
  const heldLots = exact === undefined ? 0n : exact.direction === 'long' ? exact.lots : -exact.lots;
  const lots = openLotsAgainst(run, order);
  const isAtDistance = order.activationDistanceTicks !== null && lots > 0n;
  const entryTicks = isAtDistance ? entryTicksOf(run, order) : null;
  return { lots, isCap: isReduceOnly, position: { positionId, heldLots, entryTicks } };
}

/** The average entry price of the open position that an order leaves. */
function entryTicksOf({ positions }: Run, { market, positionId }: TrackedOrder): Ticks | null {
  const position = findOpenPosition(positions, positionId);
  return position === null ? null : ticksOf(market.terms.grid, averageEntry(position), 'half_even');
}

function openLotsAgainst({ positions }: Run, { positionId, side }: TrackedOrder): Lots {
  const exact = findOpenPosition(positions, positionId)?.exact;
  return exact?.direction === (side === 'sell' ? 'long' : 'short') ? exact.lots : (0n as Lots);
}

/** What entries of its position that work may still add to it. */
export function enteringLotsAgainst({ orders }: Run, order: TrackedOrder): bigint {
  let lots = 0n;
  for (const other of orders.open)
    if (other.isEnter && other.side !== order.side && other.positionId === order.positionId)
      lots += mostLeft(other);
  return lots;
}

/** Open orders that only reduce the position where there is nothing left that they could reduce. */
export function idleExits(run: Run, positionId: string): readonly TrackedOrder[] {
  return run.orders.open.filter(
    (order) =>
      order.isReduceOnly &&
      order.positionId === positionId &&
      order.filledLots < order.lots &&
      reducibleLots(run, order) === 0n,
  );
}

/** What becomes of an order that is about to be placed. */
export type Arrival =
  /** `fit`: of an order that only reduces. */
  | { readonly kind: 'place'; readonly order: OrderToPlace; readonly fit: ExitFit | null }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly problem: string };

export type ExitFit = {
  /** What is open of its position: what may fill as it arrives, and all that it holds money for. */
  readonly mostLots: Lots;
  /** A trailing stop whose entry has not filled: how far beyond the entry it becomes active. */
  readonly distanceTicks: Ticks | null;
};

/**
 * An exit was sized when it was requested, with entries that have filled since, or have not. What
 * trades at once is cut to what is open now, so that it opens nothing; a target waits for its
 * entry. A stop does not: its price lies beyond that of the entry, and while nothing is open it
 * fills nothing. A trailing stop whose activation is a distance from the entry does wait. With
 * `restsWithEntry` neither waits any longer, if it only reduces: the venue retains it until its
 * entry fills. `seesClose`: a trailing stop of what is open has seen the last close.
 */
export function arrivalOf(
  run: Run,
  requested: OrderToPlace,
  restsWithEntry = false,
  seesClose = false,
): Arrival {
  const tracked = findOpenOrder(run.orders, requested.orderId);
  if (tracked === null) return { kind: 'place', order: requested, fit: null };
  const leader = tracked.margin?.withOrderId ?? null;
  if (leader !== null && findOrder(run.orders, leader)?.state === 'failed')
    return { kind: 'refuse', problem: 'the order that it goes with failed' };
  const isDistant = waitsForEntry(run, tracked);
  if (isDistant && !(restsWithEntry && tracked.isReduceOnly)) return { kind: 'wait' };
  const sized = fitted(tracked, requested);
  const active = isDistant ? sized : withActivation(run, tracked, sized);
  const order = seesClose && active.trailTicks !== null ? withClose(run, tracked, active) : active;
  if (!tracked.isReduceOnly) return { kind: 'place', order, fit: null };
  const mostLots = openLotsAgainst(run, tracked);
  const distanceTicks = isDistant ? tracked.activationDistanceTicks : null;
  const place: Arrival = { kind: 'place', order, fit: { mostLots, distanceTicks } };
  if (order.role === 'stop' || mostLots >= order.lots) return place;
  if (mostLots === 0n) {
    const mayWait = order.role === 'target' && enteringLotsAgainst(run, tracked) > 0n;
    if (mayWait) return restsWithEntry ? place : { kind: 'wait' };
    return { kind: 'refuse', problem: NOTHING_TO_REDUCE };
  }
  if (order.role === 'target') return place;
  tracked.lots = mostLots;
  touchOrder(run.orders, tracked);
  return { ...place, order: { ...order, lots: mostLots } };
}

function withClose(run: Run, tracked: TrackedOrder, order: OrderToPlace): OrderToPlace {
  if (openLotsAgainst(run, tracked) === 0n) return order;
  const { bestTicks } = tracked;
  if (bestTicks === null) return order;
  const trailSeenTicks = BigInt(closeTicks(tracked.market, run.stage.row)) as Ticks;
  if (bestTicks === undefined) return { ...order, trailSeenTicks };
  return { ...order, trailSeenTicks, trailBestTicks: bestTicks };
}

/** With no more than what its group has left of it while it waited. */
function fitted({ lots, oca }: TrackedOrder, order: OrderToPlace): OrderToPlace {
  return oca === null || lots >= order.lots ? order : { ...order, lots };
}

function waitsForEntry(run: Run, order: TrackedOrder): boolean {
  if (order.activationDistanceTicks === null || order.isEnter) return false;
  return openLotsAgainst(run, order) === 0n && enteringLotsAgainst(run, order) > 0n;
}

/** The order with its activation at a price, where it was requested at a distance. */
function withActivation(run: Run, tracked: TrackedOrder, order: OrderToPlace): OrderToPlace {
  const { activationDistanceTicks: distance } = tracked;
  if (distance === null) return order;
  const { market, side } = tracked;
  const isLeaving = openLotsAgainst(run, tracked) > 0n;
  const entryTicks = isLeaving ? entryTicksOf(run, tracked) : null;
  const from = entryTicks ?? BigInt(closeTicks(market, run.stage.row));
  if (order.trailTicks === null) return atDistance(tracked, order, from as Ticks, distance);
  const price = side === 'sell' ? from + distance : from - distance;
  const activationTicks = (price > 1n ? price : 1n) as Ticks;
  tracked.activationTicks = activationTicks;
  return { ...order, activationTicks };
}

/** A stop or a limit order at its price. */
function atDistance(
  tracked: TrackedOrder,
  order: OrderToPlace,
  entryTicks: Ticks,
  distance: Ticks,
): OrderToPlace {
  const price = priceFromEntry(order, entryTicks, distance);
  if (order.limitTicks === null) tracked.triggerTicks = price;
  else tracked.limitTicks = price;
  const own = order.limitTicks === null ? { triggerTicks: price } : { limitTicks: price };
  return { ...order, ...own };
}

function refuse(run: Run, order: TrackedOrder, problem: string): void {
  const atMs = nowMs(run);
  endOrder(run.orders, order, 'failed', problem, atMs);
  countRejection(run.orders, problem);
  writeLine(run.log, atMs, 'error', `order ${order.orderId} failed: ${problem}`);
}
