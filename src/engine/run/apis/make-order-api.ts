// The API of orders over a run: requests are retained for after the update, results come from what
// the venue has said so far.

import type { OrderApi, OrderRequest } from '#engine/run-api/order-api.ts';
import { askOrder, sideOf, venueTypeOf } from '#engine/run/orders/ask-order.ts';
import { entryRefusal } from '#engine/run/entry-limit.ts';
import { isSentReduceOnly } from '#engine/run/orders/reduces-only.ts';
import { isBounded, partsOfExit } from '#engine/run/orders/split-exit.ts';
import { noteRemainder, remainderProblem } from '#engine/run/orders/remainder-left.ts';
import { warnOfLeast } from '#engine/run/orders/warn-of-least.ts';
import { noteDecision } from '#engine/run/orders/note-decision.ts';
import {
  addOrder,
  countRejection,
  filledViews,
  findOrder,
  nextOrderId,
} from '#engine/run/orders/bot-orders.ts';
import { joinParts, openParts, viewOpen, viewWhole } from '#engine/run/orders/order-parts.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { exitSide } from '#domain/position/position.ts';
import { baseUnitsOf } from '#domain/position/trading-terms.ts';
import { ownText } from '#lib/own-text.ts';
import { baseFeesOf, findOpenPosition } from '#engine/run/positions/position-book.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { writeLine } from '#engine/run/run-log.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, nowMs, requestAttention } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { newTrackedOrder } from '#engine/run/orders/tracked-order.ts';

/** So many exits may be open beyond the most orders of a bot, so that what it holds can be left. */
const EXITS_RESERVED = 40;

/** Order API of a run. Orders and cancellations take effect after the update. */
export function makeOrderApi(run: Run): OrderApi {
  const { orders } = run;
  return {
    place: (request) => place(run, request),
    cancel(orderId) {
      const open = openParts(orders, orderId);
      if (open.length === 0) return;
      orders.cancels.push(...open);
      if (run.setup.notesDecisions) noteDecision(run, `cancel ${orderId}`);
      requestAttention(run);
    },
    find(orderId) {
      const order = findOrder(orders, orderId);
      return order === null ? null : viewWhole(orders, order);
    },
    open(positionId) {
      const views = (orders.openViews ??= viewOpen(orders));
      if (positionId === null || views.length === 0) return views;
      return views.filter((view) => view.positionId === positionId);
    },
    filled: (positionId) => filledViews(orders, positionId),
    hasFinished(positionId) {
      if (orders.finishedRow !== run.stage.row) return false;
      return positionId === null
        ? orders.finished.length > 0
        : orders.finished.includes(positionId);
    },
    counts: () => ({
      ended: orders.endedCount,
      filled: orders.filledCount,
      failed: orders.failedCount,
    }),
  };
}

function place(run: Run, request: OrderRequest): string {
  const market = findMarket(run, request.marketTag);
  if (market === null) return refuse(run, `market "${request.marketTag}" is not part of this run`);
  const positionId = request.positionId ?? market.market.marketTag;
  const held = findOpenPosition(run.positions, positionId);
  const direction = held?.exact.direction ?? null;
  const isEntry = isEnter(request, direction, market);
  const target: Target = { market, positionId, held, isEntry };
  // Orders of a group would end or reduce each other.
  const amounts = isEntry || request.oca !== null ? null : amountsOf(run, request, target);
  if (amounts === null) return placeOne(run, request, target);
  const placed: string[] = [];
  for (const amount of amounts) {
    const orderId = placeOne(run, { ...request, amount }, target);
    if (orderId !== '') placed.push(orderId);
  }
  return joinParts(run.orders, placed);
}

type Target = {
  readonly market: RunMarket;
  readonly positionId: string;
  readonly held: TrackedPosition | null;
  readonly isEntry: boolean;
};

/** Amounts of the orders by which an exit goes; null: it goes as it was requested. */
function amountsOf(
  run: Run,
  request: OrderRequest,
  { market, positionId, held }: Target,
): readonly number[] | null {
  const { action, type } = request;
  const wanted = roundToSteps(market.amount, request.amount, 'floor');
  if (held === null || !isBounded(market.market) || !(wanted > 0 && wanted < Infinity)) return null;
  const side = sideOf(action);
  const isReduceOnly = isReducing(request, market);
  const leaving = { market, positionId, side, isMarketOrder: type === 'market', isReduceOnly };
  const isExempt = isSentReduceOnly(run, leaving);
  const price = isLimitType(venueTypeOf(type)) ? request.price : null;
  const partsOf = (lots: Lots) =>
    partsOfExit(market, lots, { price, row: run.stage.row, isExempt });
  const whole = BigInt(wanted) as Lots;
  if (partsOf(whole).length === 1) return null;
  const fitted = fittedLots(run, market, side, held, whole);
  const most = held.exact.lots;
  const parts = partsOf(isReduceOnly && fitted > most ? most : fitted);
  return parts.map((part) => fromSteps(market.amount, Number(part)));
}

function placeOne(
  run: Run,
  request: OrderRequest,
  { market, positionId, held, isEntry }: Target,
): string {
  const openMost = run.setup.openOrdersMax + (isEntry || held === null ? 0 : EXITS_RESERVED);
  if (run.orders.open.length >= openMost)
    return refuse(run, `${openMost} orders are open, which is the most`);
  if (held !== null && held.market !== market)
    return refuse(run, `position "${positionId}" is on market "${held.market.market.marketTag}"`);
  const requested = sizedOrder(run, market, request, positionId);
  const side = sideOf(request.action);
  if (!requested.ok) {
    const before = `${describeRequest(request)} was refused: `;
    const isSaid = isSaidOfRemainder(run, side, held) || isSaidOfNothing(run, request, held);
    return isSaid ? '' : refuse(run, requested.rejection, before);
  }
  const excess = isEntry ? entryRefusal(run, market, side) : null;
  if (excess !== null) return refuse(run, excess, `${describeRequest(request)} was refused: `);
  const { limitTicks, triggerTicks, trailTicks } = requested.value;
  const lots = fittedLots(run, market, side, held, requested.value.lots);
  const { activationTicks, activationDistanceTicks, bestTicks } = requested.value;
  const { oca } = request;
  const order = newTrackedOrder({
    orderId: nextOrderId(run.orders),
    positionId: held?.exact.positionId ?? ownPositionId(request, positionId),
    market,
    action: request.action,
    side,
    type: request.type,
    isEnter: isEntry,
    isReduceOnly: isReducing(request, market),
    isImmediate: request.isImmediate,
    lots,
    limitTicks,
    triggerTicks,
    trailTicks,
    activationTicks,
    activationDistanceTicks,
    bestTicks,
    margin: request.margin,
    sizing: request.sizing,
    wholeAmount: request.wholeAmount,
    isTurn: request.isTurn,
    timeoutMs: request.type === 'no_timeout' ? null : request.timeoutMs,
    note: ownText(request.note.slice(0, LIMITS.orderNoteBytesMax)),
    oca: oca === null ? null : { ...oca, name: ownText(oca.name) },
    restOf: null,
    openedAtMs: nowMs(run),
  });
  if (market.market.contract === null) warnOfLeast(run, order, held);
  addOrder(run.orders, ofSignal(run, order));
  if (run.setup.notesDecisions) noteDecision(run, JSON.stringify(request));
  requestAttention(run);
  return order.orderId;
}

/** What a signal led to is known as its own, also when it is placed or fills later. */
function ofSignal({ log }: Run, order: TrackedOrder): TrackedOrder {
  return log.followedId === null ? order : { ...order, signalId: log.followedId };
}

/**
 * A sale of what was bought is one of what fees have left of it: no more than the position has,
 * where that is missing by what fees take.
 */
function fittedLots(
  { positions, orders }: Run,
  market: RunMarket,
  side: OrderSide,
  held: TrackedPosition | null,
  lots: Lots,
): Lots {
  if (side === 'buy' || held?.exact.direction !== 'long') return lots;
  if (baseFeesOf(positions, market).lots === 0n) return lots;
  let free: bigint = held.exact.lots;
  for (const order of orders.open)
    if (order.side === 'sell' && order.positionId === held.positionId)
      free -= order.lots - order.filledLots;
  const missing = lots - free;
  const mostMissing = lots / FEE_PART_MOST || 1n;
  return (free > 0n && missing > 0n && missing <= mostMissing ? free : lots) as Lots;
}

/** No fee is more than this part of an amount: two percent. */
const FEE_PART_MOST = 50n;

/** In the steps of its market; an order that only reduces by the rules of such orders. */
function sizedOrder(
  run: Run,
  market: RunMarket,
  request: OrderRequest,
  positionId: string,
): ReturnType<typeof askOrder> {
  const { priceRounding } = run.setup;
  const usual = askOrder(market, request, run.stage.row, priceRounding);
  if (usual.ok || !isReducing(request, market)) return usual;
  const side = sideOf(request.action);
  const isMarketOrder = request.type === 'market';
  const leaving = { market, positionId, side, isMarketOrder, isReduceOnly: true };
  if (!isSentReduceOnly(run, leaving)) return usual;
  return askOrder(market, request, run.stage.row, priceRounding, true);
}

/** Whether nothing of the position that the order leaves can be traded, which is said once. */
function isSaidOfRemainder(run: Run, side: OrderSide, held: TrackedPosition | null): boolean {
  if (held === null || side !== exitSide(held.exact.direction)) return false;
  const problem = remainderProblem(run, held);
  if (problem === null) return false;
  noteRemainder(run, held, problem, nowMs(run));
  return true;
}

/**
 * Whether a sale of nothing leaves a position on spot whose coins its account has no more, as after
 * a withdrawal, which is said once.
 */
function isSaidOfNothing(
  run: Run,
  { action, amount }: OrderRequest,
  held: TrackedPosition | null,
): boolean {
  if (held === null || sideOf(action) !== exitSide(held.exact.direction)) return false;
  const { market, terms, amount: steps } = held.market;
  const isNothing = roundToSteps(steps, amount, 'floor') === 0;
  if (market.contract !== null || held.exact.direction === 'short' || !isNothing) return false;
  const { available } = run.setup.venue.balances(market.base);
  if (available >= baseUnitsOf(terms, 1n as Lots, 'ceil')) return false;
  noteRemainder(run, held, `its account has no ${market.base} that is free`, nowMs(run));
  return true;
}

/** The tag of a market is retained anyway. */
function ownPositionId({ positionId }: OrderRequest, chosen: string): string {
  return positionId === null ? chosen : ownText(positionId);
}

/** `before` is what the log says ahead of the reason. */
function refuse(run: Run, reason: string, before = ''): string {
  countRejection(run.orders, reason);
  writeLine(run.log, nowMs(run), 'error', `${before}${reason}`);
  return '';
}

function describeRequest({ type, action, amount, price }: OrderRequest): string {
  return type === 'market' ? `${action} ${amount}` : `${action} ${amount} at ${price}`;
}

/** Exits on contracts only reduce: one that is larger than its position would open another. */
function isReducing({ action, isReduceOnly }: OrderRequest, { market }: RunMarket): boolean {
  const isExit = action === 'exit_long' || action === 'exit_short';
  return isReduceOnly || (market.contract !== null && isExit);
}

function isEnter(
  { action }: OrderRequest,
  held: 'long' | 'short' | null,
  { market }: RunMarket,
): boolean {
  switch (action) {
    case 'go_long':
    case 'go_short':
      return true;
    case 'exit_long':
    case 'exit_short':
      return false;
    case 'buy':
      return held !== 'short';
    case 'sell':
      // On spot a sale without anything bought by the bot enters a short of what the account has.
      return held === 'short' || (held === null && market.contract !== null);
  }
}
