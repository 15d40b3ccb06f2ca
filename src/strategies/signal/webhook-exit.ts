// Exits of a signal bot: profit, stop and trailing stop by the price of each minute, and closing at
// market whatever the reason.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import type { Direction } from '#domain/position/position.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';
import { exitSide } from '#domain/position/position.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import { closableLots } from '#strategies/shared/closable-lots.ts';
import { keepStop, settleStop, stepOf } from '#strategies/shared/held-stop.ts';
import { isLeftOver } from '#strategies/shared/left-over.ts';
import { lotsFrom } from '#strategies/shared/filled-order.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { Wake } from '#strategies/shared/wake.ts';
import { AWAKE } from '#strategies/shared/wake.ts';
import type { WebhookNow } from '#strategies/signal/webhook-state.ts';

/** Follows the price and notes when what is held is to be closed. */
export function watchExits({ config, state, api, market, close }: WebhookNow): void {
  const position = api.positions.find(null);
  if (position === null || isLeftOver(market, api)) {
    state.bestPrice = null;
    return;
  }
  const isLong = position.direction === 'long';
  const best = state.bestPrice ?? position.enterPrice;
  state.bestPrice = isLong ? Math.max(best, close) : Math.min(best, close);
  if (state.closing !== null) return;
  const { enterPrice } = position;
  const { takeProfitPercent, stopLossPercent, trailingStopPercent } = config;
  const gain = (percent: Decimal | null, from: number, isGain: boolean): boolean => {
    if (percent === null) return false;
    const level = levelOf(percent, from, isLong === isGain);
    return isLong === isGain ? close >= level : close <= level;
  };
  if (gain(takeProfitPercent, enterPrice, true)) state.closing = 'the profit was reached';
  else if (gain(stopLossPercent, enterPrice, false)) state.closing = 'the stop loss was reached';
  else if (gain(trailingStopPercent, state.bestPrice, false))
    state.closing = 'the price pulled back from its best one';
}

/** What its stop has filled ends the position, and no entry may rest. */
export function noteStopped({ state, api, market }: WebhookNow): void {
  const nowMs = api.clock.nowMs();
  const order = state.stop === undefined ? null : settleStop({ api, market, nowMs }, state.stop);
  if (order === null || order.filledAmount === 0) return;
  if (state.closing === null) api.log.write('info', `the position is closed: ${STOPPED}`);
  state.closing ??= STOPPED;
}

const STOPPED = 'its stop was reached';

/** Keeps the stop of all that is held where it belongs, where it is an order. */
export function guard(now: WebhookNow): void {
  const { state, api, market, config } = now;
  const { stop } = state;
  if (stop === undefined) return;
  const position = api.positions.held(null);
  const nearest = position === null ? null : nearestStop(now, position.direction);
  if (position === null || nearest === null || isLeftOver(market, api)) {
    if (stop.orderId !== null) api.orders.cancel(stop.orderId);
    return;
  }
  const { direction } = position;
  const held = lotsFrom(market.terms, position.amount);
  const lots = closableLots(market, api, held, direction);
  const { trailingStopPercent: trail } = config;
  const step = trail === null ? 0 : stepOf(nearest, trail);
  const nowMs = api.clock.nowMs();
  keepStop({ api, market, nowMs }, stop, { direction, lots, level: nearest, step, oca: null });
}

/** Of the stop and the trailing one the level that comes first; null: there is neither. */
function nearestStop({ config, state, api }: WebhookNow, direction: Direction): number | null {
  const position = api.positions.find(null);
  if (position === null) return null;
  const isShort = direction === 'short';
  const { stopLossPercent, trailingStopPercent } = config;
  const best = state.bestPrice ?? position.enterPrice;
  const levels = [
    ...(stopLossPercent === null ? [] : [levelOf(stopLossPercent, position.enterPrice, isShort)]),
    ...(trailingStopPercent === null ? [] : [levelOf(trailingStopPercent, best, isShort)]),
  ];
  if (levels.length === 0) return null;
  return isShort ? Math.min(...levels) : Math.max(...levels);
}

/** A price so many percent above or below another. */
function levelOf(percent: Decimal, from: number, isAbove: boolean): number {
  const share = doubleOf(percent) / 100;
  return isAbove ? from * (1 + share) : from * (1 - share);
}

/**
 * First no entry rests any more, then what is held is closed; true when nothing rests, and nothing
 * is held but what cannot be traded.
 */
export function closeAll(now: WebhookNow): boolean {
  const { state, market, api } = now;
  const stopId = state.stop?.orderId ?? null;
  const resting = stopId === null ? state.entries : [...state.entries, stopId];
  for (const orderId of resting) api.orders.cancel(orderId);
  if (resting.length > 0) return false;
  const nowMs = api.clock.nowMs();
  const closing = state.closingOrderId === null ? null : api.orders.find(state.closingOrderId);
  if (closing?.state === 'open') return false;
  state.closingOrderId = null;
  if (closing?.state === 'failed') postpone(state.exit, nowMs);
  else if (closing !== null) forgive(state.exit);
  const position = api.positions.held(null);
  if (position === null || isLeftOver(market, api)) return true;
  if (nowMs < state.exit.retryAtMs) return false;
  api.log.write('info', `closes the position: ${state.closing ?? ''}`);
  const held = lotsFrom(market.terms, position.amount);
  const lots = closableLots(market, api, held, position.direction);
  const orderId = placeExit(now, position.direction, lots, 'closing');
  if (orderId === '') postpone(state.exit, nowMs);
  else state.closingOrderId = orderId;
  return false;
}

/**
 * Closes the same share of what is held as the sender did, rounded down to lots, and lets no entry
 * rest, which would make it larger again. Returns what is done, for the log.
 */
export function closePart(now: WebhookNow, { closed, of }: PartClosed): string {
  const { state, market, api } = now;
  const isResting = state.entries.length > 0;
  for (const orderId of state.entries) api.orders.cancel(orderId);
  const position = api.positions.held(null);
  if (position === null) return 'cancels the entry that rests; nothing is held';
  const last = state.closingOrderId === null ? null : api.orders.find(state.closingOrderId);
  const leaving = last?.state === 'open' ? last.amount - last.filledAmount : 0;
  const held = lotsFrom(market.terms, position.amount) - lotsFrom(market.terms, leaving);
  const share = Number((BigInt(Math.max(held, 0)) * decimal(closed)) / decimal(of));
  const lots = closableLots(market, api, share, position.direction);
  if (lots === 0) return 'a share so small cannot be closed';
  const orderId = placeExit(now, position.direction, lots, 'closing a part');
  if (orderId !== '') state.closingOrderId = orderId;
  return isResting ? 'closes the same share, and cancels the entry' : 'closes the same share';
}

function placeExit(
  { market, api }: WebhookNow,
  direction: Direction,
  lots: number,
  note: string,
): string {
  const stance = { isSpot: market.market.contract === null, direction };
  const wanted = { side: exitSide(direction), isExit: true, lots, ticks: null, note };
  return api.orders.place(orderRequest(stance, market.terms, wanted));
}

/** When there is something to do again while nothing is being closed. */
export function webhookWake({ config, state, api }: WebhookNow): Wake {
  const endedCount = api.orders.counts().ended;
  const quiet = { endedCount, atOrBelow: -Infinity, atOrAbove: Infinity, atMs: Infinity };
  const position = api.positions.find(null);
  if (position === null) return quiet;
  // A resting entry that fills in part moves the average.
  if (state.entries.length > 0) return AWAKE;
  const { takeProfitPercent, stopLossPercent, trailingStopPercent } = config;
  const isLong = position.direction === 'long';
  const best = state.bestPrice ?? position.enterPrice;
  const level = (percent: Decimal | null, from: number, isGain: boolean): readonly number[] =>
    percent === null ? [] : [levelOf(percent, from, isLong === isGain)];
  const gains = [
    ...level(takeProfitPercent, position.enterPrice, true),
    ...(trailingStopPercent === null ? [] : [best]),
  ];
  const losses = [
    ...level(stopLossPercent, position.enterPrice, false),
    ...level(trailingStopPercent, best, false),
  ];
  return isLong
    ? {
        ...quiet,
        atOrBelow: Math.max(...losses, -Infinity),
        atOrAbove: Math.min(...gains, Infinity),
      }
    : {
        ...quiet,
        atOrBelow: Math.max(...gains, -Infinity),
        atOrAbove: Math.min(...losses, Infinity),
      };
}
