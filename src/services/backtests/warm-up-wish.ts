// History before its beginning that a backtest or a bot is gathered with: as far as series may show
// at first, and more once a run has said that a look-back of its script reaches further. Both have
// the same, so that series have the same values.

import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { BacktestFailure, BacktestInput, BacktestMarket } from '#backtesting/backtest.ts';

export type WarmUpWish = {
  /** Before the window; fewer where history begins later. */
  readonly minutes: number;
  /** Whether who gathers can gather again with more. */
  readonly canGrow: boolean;
  /** How often it has grown; left out: never. */
  readonly growthsCount?: number;
  /** The wish that it grew from, and what was missing then. */
  readonly before?: {
    readonly wish: WarmUpWish;
    readonly missingMinutes: number;
    readonly wishedBars: number;
  };
};

/** So many minutes more lie a whole bar of any interval before what a series needs. */
const SPARE_MINUTES = (7 * DAY_MS) / MINUTE_MS;
/** A script may say ever again that it needs more; then it is given all. */
const GROWTHS_MAX = 8;

type Chart = Pick<BacktestInput, 'intervalMinutes'> & {
  /** Null: where history begins. */
  readonly startMs: number | null;
};

/** As many bars of the chart as a series shows. */
export function usualWarmUp({ intervalMinutes, startMs }: Chart, canGrow = false): WarmUpWish {
  const minutes = LIMITS.backtestWarmUpBars * intervalMinutes;
  return { minutes: wholeDays(startMs, minutes), canGrow };
}

/**
 * From the beginning of a day on (UTC), which those that begin on the same day share; within the
 * limit.
 */
function wholeDays(startMs: number | null, minutes: number): number {
  const bounded = Math.min(minutes, LIMITS.backtestWarmUpMinutesMax);
  if (startMs === null) return bounded;
  const fromMs = Math.max(0, startMs - bounded * MINUTE_MS);
  return Math.floor((startMs - Math.floor(fromMs / DAY_MS) * DAY_MS) / MINUTE_MS);
}

export type ShortHistory = Pick<BacktestFailure, 'kind' | 'missingMinutes' | 'wishedBars'>;

/** What a run lacks before its history; no minutes: nothing. */
export type MissingHistory = { readonly missingMinutes: number; readonly wishedBars: number };

/** Whether the run is to say so when it lacks history: only where there may be more of it. */
export function askFor(
  wish: WarmUpWish,
  { candles }: Pick<BacktestMarket, 'candles'>,
  { startMs }: Pick<BacktestInput, 'startMs'>,
): Pick<BacktestInput, 'asksForHistory'> {
  const reachesBack = candles.firstOpenMs <= startMs - wish.minutes * MINUTE_MS;
  return wish.canGrow && reachesBack && !isLongest(wish) ? { asksForHistory: true } : {};
}

/** Accepts a wish that cannot grow any more. */
export function isLongest({ minutes }: WarmUpWish): boolean {
  return minutes >= LIMITS.backtestWarmUpMinutesMax;
}

/**
 * With what to gather again after this failure; null when it is none of too short a history. Where
 * more has brought nothing, because a market is listed only since then, it is as it was before.
 */
export function longerWarmUp(
  wish: WarmUpWish,
  { kind, missingMinutes = 0, wishedBars = 0 }: ShortHistory,
  { startMs }: Pick<Chart, 'startMs'>,
): WarmUpWish | null {
  if (kind !== 'short_history') return null;
  const { before } = wish;
  const isSame = before?.missingMinutes === missingMinutes && before.wishedBars === wishedBars;
  if (isSame) return { ...before.wish, canGrow: false };
  const growthsCount = (wish.growthsCount ?? 0) + 1;
  const needed = Math.max(wish.minutes + missingMinutes + SPARE_MINUTES, wish.minutes + 1);
  const wanted = growthsCount > GROWTHS_MAX ? Infinity : steppedUp(needed);
  const grown = { minutes: wholeDays(startMs, wanted), canGrow: wish.canGrow, growthsCount };
  return { ...grown, before: { wish, missingMinutes, wishedBars } };
}

/** Of so many that few steps lead to all: the same ones, in whichever order needs turn up. */
function steppedUp(minutes: number): number {
  const step = 2 ** (Math.floor(Math.log2(minutes)) - 2);
  return Math.ceil(minutes / step) * step;
}
