// Safeties: conditions under which a position is to be left or the bot is to stop. Without a
// position none is met. The price that counts is what the other side of the book pays now.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import { bestPriceSinceEntry } from '#commands/trading/best-price.ts';
import {
  candlePrices,
  candlesSince,
  highestOf,
  lowestOf,
} from '#commands/trading/candle-extremes.ts';
import { directionOf } from '#commands/trading/position-constant.ts';
import { exitPrice, openPosition } from '#commands/trading/position-view.ts';
import { noteSafety } from '#commands/trading/safety-exit.ts';
import {
  betterBy,
  hasFallenTo,
  hasReached,
  trailingStop,
  worseBy,
} from '#commands/trading/stop-price.ts';
import type { TrailingRule } from '#commands/trading/stop-price.ts';

/** Evaluates for the position that is meant; false when there is none. */
function safety(
  context: CommandContext,
  positionId: string | undefined,
  side: number | undefined,
  isTriggered: (position: BotPosition, price: number) => boolean,
): boolean {
  const position = openPosition(context, positionId, directionOf(side));
  if (position === null) return false;
  return noteSafety(context, isTriggered(position, exitPrice(context, position)));
}

/** A safety that compares the price with one percentage of something. */
function percentSafety(
  isTriggered: (
    context: CommandContext,
    percent: number,
    position: BotPosition,
    price: number,
  ) => boolean,
) {
  return (
    context: CommandContext,
    percent: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) =>
      isTriggered(context, percent, position, price),
    );
}

function isTrailed(
  context: CommandContext,
  position: BotPosition,
  price: number,
  rule: TrailingRule,
): boolean {
  const { direction, enterPrice } = position;
  const bestPrice = bestPriceSinceEntry(context, position);
  return hasFallenTo(direction, price, trailingStop({ direction, enterPrice, bestPrice }, rule));
}

/** Trailing stops whose distance changes with the gain: grows (1) or shrinks (-1). */
function changingStop(sign: 1 | -1) {
  return (
    context: CommandContext,
    percent: number,
    changePercent: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) =>
      isTrailed(context, position, price, { percent, growthPercent: sign * changePercent }),
    );
}

/**
 * The extreme of the candles since entry, at most `depth` of them, from which a move is measured:
 * the best one, or the worst; the entry price counts too.
 */
function recentExtreme(
  context: CommandContext,
  { marketTag, direction, enterPrice, openedAtMs }: BotPosition,
  depth: number,
  isBest: boolean,
): number {
  const candles = Math.min(depth, candlesSince(context, openedAtMs));
  if (candles < 1) return enterPrice;
  const isHigh = (direction === 'long') === isBest;
  const prices = candlePrices(context, marketTag, isHigh ? 'high' : 'low');
  const extreme = isHigh ? highestOf(prices, candles) : lowestOf(prices, candles);
  if (Number.isNaN(extreme)) return enterPrice;
  return isHigh ? Math.max(extreme, enterPrice) : Math.min(extreme, enterPrice);
}

/** The extreme of the last candles less a number of their average true ranges. */
function chandelierExit(
  context: CommandContext,
  { marketTag, direction }: BotPosition,
  depth: number,
  multiplier: number,
): number {
  const [high, low, close] = (['high', 'low', 'close'] as const).map((source) =>
    candlePrices(context, marketTag, source),
  );
  if (high === undefined || low === undefined || close === undefined) return Number.NaN;
  const [ranges] = context.series.indicator('ATR', [high, low, close], [depth]);
  const range = (ranges?.at(1) ?? Number.NaN) * multiplier;
  return direction === 'long' ? highestOf(high, depth) - range : lowestOf(low, depth) + range;
}

const STOPS = {
  ChandelierStopLoss: (
    context,
    depth: number,
    multiplier: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) =>
      hasFallenTo(position.direction, price, chandelierExit(context, position, depth, multiplier)),
    ),
  DynamicStopLoss: (
    context,
    percent: number,
    depth: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) => {
      const best = recentExtreme(context, position, depth, true);
      return hasFallenTo(position.direction, price, worseBy(position.direction, best, percent));
    }),
  DynamicTakeProfit: (
    context,
    percent: number,
    depth: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) => {
      const { direction, enterPrice } = position;
      const worst = recentExtreme(context, position, depth, false);
      const isMoved = hasReached(direction, price, betterBy(direction, worst, percent));
      return isMoved && hasReached(direction, price, enterPrice);
    }),
  GrowingTrailingStopLoss: changingStop(1),
  ShrinkingTrailingStopLoss: changingStop(-1),
  StopLoss: percentSafety((_context, percent, { direction, enterPrice }, price) =>
    hasFallenTo(direction, price, worseBy(direction, enterPrice, percent)),
  ),
  StopLossROI: percentSafety(
    ({ positions }, percent, position, price) => positions.roiAt(position, price) <= -percent,
  ),
  TakeProfit: percentSafety((_context, percent, { direction, enterPrice }, price) =>
    hasReached(direction, price, betterBy(direction, enterPrice, percent)),
  ),
  TakeProfitROI: percentSafety(
    ({ positions }, percent, position, price) => positions.roiAt(position, price) >= percent,
  ),
  TrailingArmStopLoss: (
    context,
    percent: number,
    armPercent: number,
    positionId: string | undefined,
    side: number | undefined,
  ) =>
    safety(context, positionId, side, (position, price) => {
      const { direction, enterPrice } = position;
      const armPrice = betterBy(direction, enterPrice, armPercent);
      const best = bestPriceSinceEntry(context, position);
      const rule = { percent, growthPercent: 0 };
      return hasReached(direction, best, armPrice) && isTrailed(context, position, price, rule);
    }),
  TrailingStopLoss: percentSafety((context, percent, position, price) =>
    isTrailed(context, position, price, { percent, growthPercent: 0 }),
  ),
} satisfies CommandImplementations;

function deactivateWhen(context: CommandContext, isMet: boolean, reason: string): boolean {
  if (isMet) context.settings.deactivate(reason, false);
  return isMet;
}

function hasOpenOrder({ orders }: CommandContext, isEnter: boolean): boolean {
  return orders.open(null).some((order) => order.isEnter === isEnter);
}

/** The return of the bot so far; null while a position is open or none was closed. */
function settledRoi({ positions, report }: CommandContext): number | null {
  if (positions.openPositions().length > 0 || positions.closedCount() === 0) return null;
  return report.figures(null).roiPercent;
}

const DEACTIVATIONS = {
  DeactivateAfterEnterOrder: (context, positionCount: number) => {
    const { positions } = context;
    const entered = positions.closedCount() + positions.openPositions().length;
    const isMet = entered >= positionCount && !hasOpenOrder(context, true);
    return deactivateWhen(context, isMet, `${entered} positions were entered`);
  },
  DeactivateAfterExitOrder: (context, positionCount: number) => {
    const closed = context.positions.closedCount();
    const isMet = closed >= positionCount && !hasOpenOrder(context, false);
    return deactivateWhen(context, isMet, `${closed} positions were left`);
  },
  DeactivateAfterXActiveMinutes: (context, minutes: number) => {
    const { clock } = context;
    const isMet = clock.nowMs() - clock.startMs() >= minutes * MINUTE_MS;
    return deactivateWhen(context, isMet, `it has run for ${minutes} minutes`);
  },
  DeactivateAfterXIdleMinutes: (context, minutes: number) => {
    const { clock, orders } = context;
    const last = orders.filled(null).find(({ state }) => state === 'filled')?.endedAtMs;
    if (last === undefined || last === null) return false;
    const isMet = clock.nowMs() - last >= minutes * MINUTE_MS;
    return deactivateWhen(context, isMet, `no order was filled for ${minutes} minutes`);
  },
  DeactivateAfterXOrders: (context, count: number) =>
    deactivateWhen(context, context.orders.counts().filled >= count, `${count} orders were filled`),
  DeactivateAfterXPositions: (context, count: number) =>
    deactivateWhen(
      context,
      context.positions.closedCount() >= count,
      `${count} positions were closed`,
    ),
  DeactivateOnLoss: (context, maxLoss: number) => {
    const roi = settledRoi(context);
    const isMet = roi !== null && roi <= -maxLoss;
    return deactivateWhen(context, isMet, `its loss has reached ${maxLoss} percent`);
  },
  DeactivateOnProfit: (context, minProfit: number) => {
    const roi = settledRoi(context);
    const isMet = roi !== null && roi >= minProfit;
    return deactivateWhen(context, isMet, `its profit has reached ${minProfit} percent`);
  },
} satisfies CommandImplementations;

export const SAFETY_IMPLEMENTATIONS = {
  ...STOPS,
  ...DEACTIVATIONS,
} satisfies CommandImplementations;
