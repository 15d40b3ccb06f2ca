// The minutes of one market that are retained: windows without gaps, each no longer than its limit,
// so that an account that was away for months is settled beside those of today, window by window.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MinutesKnown } from '#ports/exchange/market-data.ts';

/** Longer than what one step of a settlement goes over, so that each step moves on. */
const WINDOW_MINUTES_MAX = 20_160;
const MINUTES_PER_FETCH_MAX = 10_080;
/** The one used longest ago makes room. */
const WINDOWS_MAX = 4;
/** A minute that is not shown yet is requested again after so long. */
const RETRY_MS = 1_000;

type MinuteWindow = {
  /** By the instant at which they open. */
  readonly candles: Map<number, Candle>;
  fromMs: number;
  untilMs: number;
  triedAtMs: number;
};

export type MinuteWindows = {
  /**
   * Fetches the minutes from `fromMs` to now, or as many as a window holds. Throws Failure.
   * Calls must not overlap.
   */
  load(fromMs: number, fetch: FetchMinutes): Promise<void>;
  /** Up to where all minutes from `fromMs` on are known; `fromMs` itself when none is. */
  knownUntilMs(fromMs: number): number;
  candleAt(openTimeMs: number): Candle | null;
  /** The first minute from `fromMs` on, before `toMs`, that nobody knows; null: there is none. */
  unknownFromMs(fromMs: number, toMs: number): number | null;
};

type Span = { readonly fromMs: number; readonly toMs: number };

type FetchMinutes = (fromMs: number, toMs: number) => Promise<MinutesKnown>;

/** Windows of one market, none at first; the least recently used is dropped beyond their limit. */
export function makeMinuteWindows(nowMs: () => number): MinuteWindows {
  /** The one used last is first. */
  const windows: MinuteWindow[] = [];
  /** Minutes that the exchange lists no more. */
  const unknown: Span[] = [];
  const covering = (fromMs: number): MinuteWindow | null => {
    const found = windows.filter((each) => each.fromMs <= fromMs && fromMs <= each.untilMs);
    return found.sort((left, right) => right.untilMs - left.untilMs)[0] ?? null;
  };
  return {
    async load(fromMs, fetch) {
      const startMs = minuteStartMs(fromMs);
      const window = covering(startMs) ?? emptyWindow(startMs);
      if (windows.includes(window)) windows.splice(windows.indexOf(window), 1);
      windows.unshift(window);
      windows.splice(WINDOWS_MAX);
      await extend(window, startMs + WINDOW_MINUTES_MAX * MINUTE_MS, nowMs, async (from, to) => {
        const known = await fetch(from, to);
        const { knownFromMs = from } = known;
        if (knownFromMs > from) unknown.push({ fromMs: from, toMs: Math.min(knownFromMs, to) });
        return known;
      });
    },
    knownUntilMs(fromMs) {
      const window = covering(minuteStartMs(fromMs));
      return window === null ? fromMs : Math.max(fromMs, window.untilMs);
    },
    unknownFromMs(fromMs, toMs) {
      const spans = unknown.filter((span) => span.fromMs < toMs && fromMs < span.toMs);
      return spans.length === 0
        ? null
        : Math.min(...spans.map((span) => Math.max(fromMs, span.fromMs)));
    },
    candleAt(openTimeMs) {
      for (const { candles } of windows) {
        const candle = candles.get(openTimeMs);
        if (candle !== undefined) return candle;
      }
      return null;
    },
  };
}

function emptyWindow(startMs: number): MinuteWindow {
  return { candles: new Map(), fromMs: startMs, untilMs: startMs, triedAtMs: 0 };
}

/** Up to `endMs`, or to the minute that runs; what is older than its limit leaves the window. */
async function extend(
  window: MinuteWindow,
  endMs: number,
  clockMs: () => number,
  fetch: FetchMinutes,
): Promise<void> {
  for (;;) {
    const nowMs = clockMs();
    const { untilMs } = window;
    const fetchedMsMax = untilMs + MINUTES_PER_FETCH_MAX * MINUTE_MS;
    const toMs = Math.min(minuteStartMs(nowMs), endMs, fetchedMsMax);
    const isTooSoon = Math.abs(nowMs - window.triedAtMs) < RETRY_MS;
    if (untilMs >= toMs || isTooSoon) return;
    const known = await fetch(untilMs, toMs);
    for (const candle of known.candles)
      if (candle.openTimeMs < known.untilMs) window.candles.set(candle.openTimeMs, candle);
    window.untilMs = Math.max(untilMs, Math.min(toMs, known.untilMs));
    forgetOldest(window);
    if (window.untilMs < toMs) {
      window.triedAtMs = nowMs;
      return;
    }
  }
}

function forgetOldest(window: MinuteWindow): void {
  const firstMs = window.untilMs - WINDOW_MINUTES_MAX * MINUTE_MS;
  if (window.fromMs >= firstMs) return;
  for (const openTimeMs of window.candles.keys())
    if (openTimeMs < firstMs) window.candles.delete(openTimeMs);
  window.fromMs = firstMs;
}
