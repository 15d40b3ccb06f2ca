// Exits of a bracket: what is held and has none gets a leg, a stop that was lost is placed again
// for what its target still works for, and an end that its owner wants cancels them first.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, ticksOf } from '#venue-port/market/market-grid.ts';
import { exitSide } from '#domain/position/position.ts';
import type { BotOrder, OrderRequest } from '#engine/run-api/order-api.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import { closableLots } from '#strategies/shared/closable-lots.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { filledOrder, lotsFrom } from '#strategies/shared/filled-order.ts';
import { isLeftOver } from '#strategies/shared/left-over.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import { moveExits } from '#strategies/bracket/move-exits.ts';
import { exitProblem, planLegs, trailDistance } from '#strategies/bracket/bracket-legs.ts';
import type { BracketNow, PlacedLeg } from '#strategies/bracket/bracket-state.ts';
import { isOfLeg } from '#strategies/bracket/bracket-state.ts';

/** What moving an exit needs; a placement that was refused is false. */
export type ExitWork = {
  readonly leftOf: (order: BotOrder) => number;
  readonly placeStop: (leg: PlacedLeg, lots: number) => boolean;
  readonly placeTarget: (leg: PlacedLeg, lots: number) => boolean;
};

/** What is held and can be left. */
export function heldLots({ api, market, terms }: BracketNow): number {
  const position = api.positions.held(null);
  if (position === null || isLeftOver({ market, terms }, api)) return 0;
  return lotsFrom(terms, position.amount);
}

/** Order that opens the bracket; null before it was placed, or when the run has released it. */
export function entryOf({ state, api }: BracketNow): BotOrder | null {
  return state.entryId === null ? null : api.orders.find(state.entryId);
}

function exitsOf({ state, api }: BracketNow): readonly BotOrder[] {
  return api.orders.open(null).filter(({ orderId }) => orderId !== state.entryId);
}

/** Takes note of exits that ended; one that was refused is tried again later. */
export function settleExits({ state, api, nowMs }: BracketNow): void {
  state.exitIds = state.exitIds.filter((orderId) => {
    const order = api.orders.find(orderId);
    if (order?.state === 'failed') {
      state.problem = order.message;
      postpone(state.exit, nowMs);
    }
    return order?.state === 'open';
  });
}

/** Gives what is held, and has no exit yet, its legs. */
export function protect(now: BracketNow): void {
  const { state, config, nowMs } = now;
  const exits = exitsOf(now);
  const held = heldLots(now);
  state.legs = state.legs.filter((leg) => exits.some((order) => isOfLeg(leg, order)));
  if (nowMs >= state.exit.retryAtMs) {
    for (const leg of state.legs) restoreLeg(now, leg, exits);
    moveExits(now, exitsOf(now), {
      leftOf: (order) => leftOf(now, order),
      placeStop: (leg, lots) => placeStop(now, leg, lots),
      placeTarget: (leg, lots) => placeTarget(now, leg, lots),
    });
  }
  const uncovered = Math.max(0, held - coveredLots(now));
  state.uncoveredLots = uncovered;
  if (uncovered === 0) {
    const isOld = exits.every(({ openedAtMs }) => nowMs - openedAtMs >= MINUTE_MS);
    if (isOld) forgive(state.exit);
    if (nowMs >= state.exit.retryAtMs) state.problem = null;
    return;
  }
  if (nowMs < state.exit.retryAtMs) return;
  if (isBeyondStop(now)) {
    state.closing = 'it was entered beyond its stop';
    return;
  }
  const plan = planLegs(config, now.market, now.terms, uncovered);
  if (plan.problem !== null) {
    joinLegs(now, plan.problem);
    return;
  }
  for (const leg of plan.legs) {
    state.legsCount += 1;
    const placed = { group: `leg ${state.legsCount}`, target: leg.target };
    const aloneId = standsAlone(now) ? placeAlone(now, placed, leg.lots) : null;
    state.legs.push({ ...placed, aloneId });
    if (aloneId === null) placeStop(now, placed, leg.lots);
    placeTarget(now, placed, leg.lots);
  }
  state.uncoveredLots = Math.max(0, held - coveredLots(now));
}

/** What a leg covers is what its stop closes; without one, its target. */
function coveredLots(now: BracketNow): number {
  const isStop = now.config.stopPrice !== null;
  const covered = new Map<string, number>();
  for (const order of exitsOf(now)) {
    if (isStopOrder(order) !== isStop) continue;
    // A stop that is moved is there twice, for the same lots.
    const ofLeg = now.state.legs.find((each) => isOfLeg(each, order));
    const leg = ofLeg?.group ?? order.orderId;
    covered.set(leg, Math.max(covered.get(leg) ?? 0, leftOf(now, order)));
  }
  return [...covered.values()].reduce((sum, lots) => sum + lots, 0);
}

function leftOf({ terms }: BracketNow, { amount, filledAmount }: BotOrder): number {
  return lotsFrom(terms, amount) - lotsFrom(terms, filledAmount);
}

function isStopOrder({ type }: BotOrder): boolean {
  return type === 'stop_market' || type === 'trailing_stop_market';
}

/** A leg whose stop has ended without a fill gets another for what its target works for. */
function restoreLeg(now: BracketNow, leg: PlacedLeg, exits: readonly BotOrder[]): void {
  if (now.config.stopPrice === null) return;
  const own = exits.filter((order) => isOfLeg(leg, order));
  const [target] = own;
  if (target === undefined || own.some(isStopOrder)) return;
  const lots = leftOf(now, target);
  const amount = amountOf(now.terms.grid, BigInt(lots) as Lots);
  if (exitProblem(now.config, now.market, amount, null) === null) placeStop(now, leg, lots);
}

/**
 * What is too small for exits of its own waits for the rest of its entry; without one it goes with
 * another leg, whose exits are placed anew for both.
 */
function joinLegs(now: BracketNow, problem: string): void {
  const { state, config, api } = now;
  if (entryOf(now)?.state === 'open' && state.legs.length === 0) {
    state.problem = problem;
    return;
  }
  const isWorth = entryOf(now)?.state !== 'open' && !config.stopTrails;
  const leg = isWorth ? state.legs.at(-1) : undefined;
  if (leg === undefined) {
    if (state.problem !== problem) api.log.write('warning', `${problem}: so much has no exit`);
    state.problem = problem;
    return;
  }
  for (const order of exitsOf(now)) if (isOfLeg(leg, order)) api.orders.cancel(order.orderId);
}

/** Its entry filled where the stop would close it at once. */
function isBeyondStop(now: BracketNow): boolean {
  const { firstStopPrice: stopPrice, direction } = now.config;
  const entry = entryOf(now);
  if (stopPrice === null || entry === null) return false;
  const { price } = filledOrder(now.terms, entry);
  return direction === 'long' ? price <= stopPrice : price >= stopPrice;
}

/**
 * An exchange holds stops of spot that are in no group, because it locks the coins: where there is
 * no target. One that is moved joins a group, so that the old one can work until the new one does.
 */
function standsAlone({ config, market, placesStops }: BracketNow): boolean {
  const { stopPrice, stopTrails, targets } = config;
  const isStopAlone = stopPrice !== null && !stopTrails && targets.length === 0;
  return placesStops && market.contract === null && isStopAlone;
}

/** Null where it was refused. */
function placeAlone(now: BracketNow, leg: PlacedLeg, lots: number): string | null {
  const { stopPrice } = now.config;
  if (stopPrice === null) return null;
  const request = { ...exitRequest(now, leg, lots, null), oca: null, note: 'stop' };
  const orderId = now.api.orders.place({
    ...request,
    type: 'stop_market',
    triggerPrice: doubleOf(stopPrice),
  });
  if (orderId === '') return null;
  now.state.exitIds.push(orderId);
  return orderId;
}

function placeStop(now: BracketNow, leg: PlacedLeg, lots: number): boolean {
  const { stopPrice, stopTrails } = now.config;
  if (stopPrice === null) return false;
  const request = exitRequest(now, leg, lots, null);
  const triggerPrice = doubleOf(stopPrice);
  if (!stopTrails) {
    return place(now, { ...request, type: 'stop_market', triggerPrice, note: 'stop' });
  }
  const entry = entryOf(now);
  const { price } = filledOrder(now.terms, entry as BotOrder);
  const offset = doubleOf(trailDistance(stopPrice, price));
  const trail = { offset, activationPrice: null, activationDistance: null };
  return place(now, { ...request, type: 'trailing_stop_market', trail, note: 'trailing stop' });
}

function placeTarget(now: BracketNow, leg: PlacedLeg, lots: number): boolean {
  const { target } = leg;
  if (target === null) return false;
  return place(now, { ...exitRequest(now, leg, lots, target.price), note: 'target' });
}

function place({ state, api }: BracketNow, request: OrderRequest): boolean {
  const orderId = api.orders.place(request);
  if (orderId !== '') state.exitIds.push(orderId);
  return orderId !== '';
}

function exitRequest(
  { config, market, terms }: BracketNow,
  { group }: PlacedLeg,
  lots: number,
  price: Decimal | null,
): OrderRequest {
  const { direction } = config;
  const stance = { isSpot: market.contract === null, direction };
  const side = exitSide(direction);
  const ticks = price === null ? null : ticksOf(terms.grid, price, 'half_even');
  const wanted = { side, isExit: true, lots, ticks, note: '' };
  const request = orderRequest(stance, terms, wanted);
  return { ...request, oca: { name: group, kind: 'reduce' } };
}

/**
 * Lets nothing rest any more, then closes what is held where that is wanted; true when nothing
 * rests, and nothing is held that is to be closed.
 */
export function leave(now: BracketNow): boolean {
  const { state, config, api, market, terms, nowMs } = now;
  const open = api.orders.open(null);
  for (const { orderId, type } of open) if (type !== 'market') api.orders.cancel(orderId);
  const held = heldLots(now);
  state.uncoveredLots = held;
  if (open.length > 0) return false;
  state.legs = [];
  const isRetained = state.closing === null && config.ending === 'keep';
  if (held === 0 || isRetained) return true;
  if (nowMs < state.exit.retryAtMs) return false;
  const { direction } = config;
  const lots = closableLots({ market, terms }, api, held, direction);
  api.log.write('info', `what is held is closed: ${state.closing ?? 'its owner ends the bracket'}`);
  const stance = { isSpot: market.contract === null, direction };
  const wanted = { side: exitSide(direction), isExit: true, lots, ticks: null, note: 'closing' };
  const orderId = api.orders.place(orderRequest(stance, terms, wanted));
  if (orderId === '') postpone(state.exit, nowMs);
  else state.exitIds.push(orderId);
  return false;
}

/** An amount of the market, in words. */
export function amountText({ terms }: BracketNow, lots: number): string {
  return formatDecimal(amountOf(terms.grid, BigInt(lots) as Lots));
}
