// Short ways to write candles, orders and outcomes, for the tests of matching.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Execution, MinuteOutcome } from '#domain/matching/execution.ts';
import { matchMinute } from '#domain/matching/match-minute.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { RestingOrder, Trail } from '#domain/matching/resting-order.ts';

/** The minute that sample candles belong to. */
export const OPEN_MS = 600_000;
export const SAMPLE_MINUTE = { durationMs: 60_000, usedLots: 0n as Lots };

export function ticks(value: number): Ticks {
  return BigInt(value) as Ticks;
}

export function lots(value: number): Lots {
  return BigInt(value) as Lots;
}

/** Open, high, low, close and volume; by default so much that it bounds and moves nothing. */
export function candle(
  open: number,
  high: number,
  low: number,
  close: number,
  volume = 1_000_000_000,
): Candle {
  return {
    openTimeMs: OPEN_MS,
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
    volume: BigInt(volume),
  };
}

type Wish = Partial<Omit<RestingOrder, 'limitTicks' | 'triggerTicks' | 'remainingLots'>> & {
  readonly limit?: number;
  readonly trigger?: number;
  readonly size?: number;
};

/** An order of ten lots, live from before the minute, named by `orderId` ("a" by default). */
export function order(wish: Wish): RestingOrder {
  const { limit, trigger, size = 10, ...rest } = wish;
  return {
    orderId: 'a',
    sequence: 1,
    side: 'buy',
    type: 'limit',
    trail: null,
    isTriggered: false,
    isPostOnly: false,
    liveFromMs: 0,
    expiresAtMs: null,
    positionGroup: null,
    oca: null,
    role: null,
    openLots: null,
    ...rest,
    remainingLots: lots(size),
    limitTicks: limit === undefined ? null : ticks(limit),
    triggerTicks: trigger === undefined ? null : ticks(trigger),
  };
}

/** A trail of this distance that has seen `extreme`, or waits for the price of `activation`. */
export function trail(
  distance: number,
  extreme: number | null,
  limitOffset = 0,
  activation: number | null = null,
): Trail {
  return {
    distanceTicks: ticks(distance),
    limitOffsetTicks: ticks(limitOffset),
    extremeTicks: extreme === null ? null : ticks(extreme),
    activationTicks: activation === null ? null : ticks(activation),
  };
}

/** Matches one sample minute. */
export function minute(
  rules: MatchingRules,
  orders: readonly RestingOrder[],
  ofCandle: Candle,
): MinuteOutcome {
  return matchMinute(rules, orders, ofCandle, SAMPLE_MINUTE);
}

/** `a 10@100 maker`, with `gap`, `ambiguous` and `partial` where they apply. */
export function shown(execution: Execution): string {
  const words = [
    execution.orderId,
    `${execution.lots}@${execution.priceTicks}`,
    execution.isMaker ? 'maker' : 'taker',
  ];
  if (execution.isGap) words.push('gap');
  if (execution.isAmbiguous) words.push('ambiguous');
  if (execution.isPartial) words.push('partial');
  return words.join(' ');
}

/** The executions of an outcome, in one line. */
export function fills(outcome: MinuteOutcome): string {
  return outcome.executions.map(shown).join(', ');
}
