// Insurances: conditions under which a trade is allowed; true lets it pass. Those that speak of a
// position let everything pass while there is none.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import type { PriceSource } from '#engine/run-api/series-api.ts';
import { amountValue } from '#commands/trading/contract-value.ts';
import { lastExitPrice, lastTradeMs } from '#commands/trading/last-trades.ts';
import { lastInstantMs } from '#commands/trading/position-instant.ts';
import { exitPrice, openPosition } from '#commands/trading/position-view.ts';
import {
  marketFacts,
  marketReference,
  positionReference,
} from '#commands/trading/script-reference.ts';
import { hasReached, worseBy } from '#commands/trading/stop-price.ts';

const TREND_PERIOD = 14;

/** Judges the position at the price that is asked about, or at what it would fetch now. */
function judged(
  context: CommandContext,
  positionId: string | undefined,
  targetPrice: number | undefined,
  isAllowed: (position: BotPosition, price: number) => boolean,
): boolean {
  const position = openPosition(context, positionId);
  if (position === null) return true;
  return isAllowed(position, targetPrice ?? exitPrice(context, position));
}

/** Whether the gain at this price pays the fees of entry and exit so many times. */
function coversFees(
  context: CommandContext,
  { amount, direction, enterPrice, marketTag }: BotPosition,
  price: number,
  times: number,
): boolean {
  const facts = marketFacts(context, marketTag);
  const entered = amountValue(facts, enterPrice, amount);
  const left = amountValue(facts, price, amount);
  // A long position gains when its value rises; counted in base, when it falls.
  const isRising = (direction === 'long') !== (facts.contractType === 'inverse');
  const gain = isRising ? left - entered : entered - left;
  return gain >= ((entered + left) * facts.takerFeePercent * times) / 100;
}

function feeInsurance(times: number) {
  return (
    context: CommandContext,
    targetPrice: number | undefined,
    positionId: string | undefined,
  ) =>
    judged(context, positionId, targetPrice, (position, price) =>
      coversFees(context, position, price, times),
    );
}

/** Where the candle of this length that holds now began; 0 is the bot's interval. */
function barStartMs({ clock, settings }: CommandContext, interval: number): number {
  const barMs = (interval > 0 ? interval : settings.intervalMinutes) * MINUTE_MS;
  return Math.floor(clock.nowMs() / barMs) * barMs;
}

function isBeforeBar(context: CommandContext, instantMs: number | null, interval: number): boolean {
  return instantMs === null || instantMs < barStartMs(context, interval);
}

function hasWaited({ clock }: CommandContext, sinceMs: number | null, minutes: number): boolean {
  return sinceMs === null || clock.nowMs() - sinceMs >= minutes * MINUTE_MS;
}

/** Strength of the trend, 0 to 100; NaN while there are too few candles. */
function trendStrength(
  context: CommandContext,
  interval: number,
  isClosedOnly: boolean,
  market: string | undefined,
): number {
  const marketTag = marketReference(market);
  const prices = (source: PriceSource) =>
    context.series.prices({
      source,
      marketTag,
      intervalMinutes: interval,
      isClosedOnly,
      style: 'candle',
    });
  const inputs = [prices('high'), prices('low'), prices('close')];
  return context.series.indicator('ADX', inputs, [TREND_PERIOD])[0]?.at(1) ?? Number.NaN;
}

const POSITIONS = {
  AbsolutePriceChange: (
    context,
    distance: number,
    targetPrice: number | undefined,
    positionId: string | undefined,
  ) =>
    judged(
      context,
      positionId,
      targetPrice,
      ({ enterPrice }, price) => Math.abs(price - enterPrice) >= distance,
    ),
  NeverEnterWithALoss: (context, acceptedLoss: number, targetPrice: number | undefined) => {
    const isSpot = marketFacts(context, undefined).marketType === 'spot';
    if (!isSpot || openPosition(context, undefined) !== null) return true;
    const lastSale = lastExitPrice(context, 'long');
    const price = targetPrice ?? context.series.takingPrice(null, 'buy');
    return lastSale === 0 || price <= lastSale * (1 + acceptedLoss / 100);
  },
  NeverExitWithLoss: (
    context,
    acceptedLoss: number,
    targetPrice: number | undefined,
    positionId: string | undefined,
  ) =>
    judged(context, positionId, targetPrice, ({ direction, enterPrice }, price) =>
      hasReached(direction, price, worseBy(direction, enterPrice, acceptedLoss)),
    ),
  OvercomeDoubleFeeCosts: feeInsurance(2),
  OvercomeFeeCosts: feeInsurance(1),
  PercentagePriceChange: (
    context,
    percent: number,
    targetPrice: number | undefined,
    positionId: string | undefined,
  ) =>
    judged(
      context,
      positionId,
      targetPrice,
      ({ enterPrice }, price) => Math.abs(price - enterPrice) >= (enterPrice * percent) / 100,
    ),
} satisfies CommandImplementations;

const WAITS = {
  DisableOnLosses: (
    context,
    tradeCount: number,
    acceptedLoss: number,
    market: string | undefined,
  ) => {
    const { closedPositions, roiPercent } = context.report.figures(marketReference(market));
    return closedPositions < tradeCount || roiPercent >= -acceptedLoss;
  },
  OrderOncePerBar: (context, interval: number, positionId: string | undefined) => {
    const last = lastInstantMs(context, 'order placed', positionReference(positionId));
    return isBeforeBar(context, last, interval);
  },
  StopLossCooldown: (context, minutes: number, positionId: string | undefined) => {
    const last = lastInstantMs(context, 'left by a safety', positionReference(positionId));
    return hasWaited(context, last, minutes);
  },
  TradeOncePerBar: (context, interval: number, positionId: string | undefined) =>
    isBeforeBar(context, lastTradeMs(context, positionReference(positionId)), interval),
  TradeOnlySideways: (
    context,
    threshold: number,
    interval: number,
    isClosedOnly: boolean,
    market: string | undefined,
  ) => trendStrength(context, interval, isClosedOnly, market) < threshold,
  TradeOnlyTrending: (
    context,
    threshold: number,
    interval: number,
    isClosedOnly: boolean,
    market: string | undefined,
  ) => trendStrength(context, interval, isClosedOnly, market) >= threshold,
  WaitAfterOrder: (context, minutes: number, positionId: string | undefined) => {
    const last = lastInstantMs(context, 'order placed', positionReference(positionId));
    return hasWaited(context, last, minutes);
  },
  WaitAfterTrade: (context, minutes: number, positionId: string | undefined) =>
    hasWaited(context, lastTradeMs(context, positionReference(positionId)), minutes),
} satisfies CommandImplementations;

export const INSURANCE_IMPLEMENTATIONS = {
  ...POSITIONS,
  ...WAITS,
} satisfies CommandImplementations;
