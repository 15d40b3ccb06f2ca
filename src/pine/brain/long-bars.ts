// Bars of another length than the chart's, as they had closed at a time: of minutes and days from
// the candles of the run, of weeks and months from its days.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { CandleStyle, SeriesLike } from '#engine/run-api/series-api.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import { PRICES } from '#pine/brain/past-price.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { secondsOf } from '#pine/builtins/chart-builtins.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** Weeks begin on Mondays; the first of January 1970 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** Of each interval that there are candles of: what a series shows. */
const BARS_SEEN_MAX = 500;

export type LongBars = {
  readonly minutes: number;
  /** As many are seen at most. */
  readonly barsMax: number;
  /** End of the newest bar that had closed by then. */
  readonly endBefore: (ms: number) => number;
  readonly startOf: (endMs: number) => number;
  /** Of the bar that begins then. */
  readonly endOf: (startMs: number) => number;
  /** Ends after the first and not after the second, oldest first; at most the newest `most`. */
  readonly endsWithin: (fromMs: number, toMs: number, most: number) => readonly number[];
  /** Of the bar `back` before the one with this end; NaN where there is none. */
  readonly price: (name: PriceName, endMs: number, back: number) => number;
};

/** `marketTag` null: the market that is traded. */
export type BarSource = { readonly marketTag: string | null; readonly style: CandleStyle };

export type PriceColumns = Readonly<Record<PriceName, SeriesLike>>;

/** Series of prices of closed bars, one for each kind of price. */
export function columnsOf(
  api: CommandContext,
  { marketTag, style }: BarSource,
  minutes: number,
): PriceColumns {
  return Object.fromEntries(
    PRICES.map((source) => [
      source,
      api.series.prices({
        source,
        marketTag,
        intervalMinutes: minutes,
        isClosedOnly: true,
        style,
      }),
    ]),
  ) as PriceColumns;
}

const NO_BARS: LongBars = {
  minutes: 0,
  barsMax: 0,
  endBefore: () => 0,
  startOf: (endMs) => endMs,
  endOf: (startMs) => startMs,
  endsWithin: () => [],
  price: () => NaN,
};

/** `closeMs`: when the newest bar of the chart closed. */
export function longBars(
  api: CommandContext,
  source: BarSource,
  timeframe: string | null,
  closeMs: () => number,
): LongBars {
  const [, count = '', unit = ''] = /^(\d*)([SDWM]?)$/.exec(timeframe ?? '') ?? [];
  const multiple = Math.max(1, Number(count));
  if (unit === 'W' || unit === 'M')
    return groupedBars(api, source, DAY_MINUTES, calendarSpan(unit, multiple), closeMs);
  const minutes = secondsOf(timeframe) / 60;
  if (!Number.isInteger(minutes)) {
    const message = `timeframe "${timeframe}": no candles are shorter than a minute; it is na`;
    api.log.writeOnce(`pine ${timeframe}`, 'warning', message);
    return NO_BARS;
  }
  if (INTERVALS_MINUTES.includes(minutes)) return minuteBars(api, source, minutes, closeMs);
  return groupedBars(api, source, partOf(minutes), evenSpan(minutes), closeMs);
}

/** The longest candles that bars of so many minutes consist of. */
function partOf(minutes: number): number {
  const size = minutes < DAY_MINUTES ? minutes : DAY_MINUTES;
  return INTERVALS_MINUTES.findLast((each) => size % each === 0) ?? 1;
}

function minuteBars(
  api: CommandContext,
  source: BarSource,
  minutes: number,
  closeMs: () => number,
): LongBars {
  const size = minutes * MINUTE_MS;
  let columns: PriceColumns | null = null;
  const known = (): PriceColumns => (columns ??= columnsOf(api, source, minutes));
  const endBefore = (ms: number): number => Math.floor(ms / size) * size;
  return {
    minutes,
    barsMax: BARS_SEEN_MAX,
    endBefore,
    startOf: (endMs) => endMs - size,
    endOf: (startMs) => startMs + size,
    endsWithin(fromMs, toMs, most) {
      const skipped = Math.round((endBefore(closeMs()) - toMs) / size);
      const there = known().close.count() - skipped;
      const count = Math.max(0, Math.min(there, most, Math.round((toMs - fromMs) / size)));
      return Array.from({ length: count }, (_, at) => toMs - (count - 1 - at) * size);
    },
    price: (name, endMs, back) =>
      known()[name].at(Math.round((endBefore(closeMs()) - endMs) / size) + back + 1),
  };
}

/** Where bars that consist of others begin and end. */
type Span = {
  readonly minutes: number;
  readonly startOf: (ms: number) => number;
  readonly endOf: (startMs: number) => number;
};

type GroupedBar = Record<PriceName, number> & { endMs: number };

/** Of shorter candles; of Heikin-Ashi ones only when they have been put together. */
function groupedBars(
  api: CommandContext,
  source: BarSource,
  partMinutes: number,
  { minutes, startOf, endOf }: Span,
  closeMs: () => number,
): LongBars {
  const parts = minuteBars(api, { ...source, style: 'candle' }, partMinutes, closeMs);
  const bars: GroupedBar[] = [];
  const shown: GroupedBar[] = [];
  const places = new Map<number, number>();
  let untilMs = 0;
  const take = (endMs: number): void => {
    const barEndMs = endOf(startOf(endMs - 1));
    const [open, high, low, close, volume] = PRICES.map((name) => parts.price(name, endMs, 0)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const last = bars.at(-1);
    if (last === undefined || last.endMs !== barEndMs) {
      places.set(barEndMs, bars.length);
      bars.push({ endMs: barEndMs, open, high, low, close, volume });
    } else {
      last.high = Math.max(last.high, high);
      last.low = Math.min(last.low, low);
      last.close = close;
      last.volume += volume;
    }
    const at = bars.length - 1;
    const bar = bars[at] as GroupedBar;
    shown[at] = source.style === 'heikin_ashi' ? smoothed(shown[at - 1], bar) : bar;
  };
  return {
    minutes,
    barsMax: Math.floor((BARS_SEEN_MAX * partMinutes) / minutes),
    endBefore: (ms) => startOf(ms),
    startOf: (endMs) => startOf(endMs - 1),
    endOf,
    endsWithin(fromMs, toMs, most) {
      const newestMs = parts.endBefore(closeMs());
      if (newestMs > untilMs) {
        for (const endMs of parts.endsWithin(untilMs, newestMs, PARTS_MAX)) take(endMs);
        untilMs = newestMs;
      }
      const ends: number[] = [];
      for (let at = bars.length - 1; at >= 0 && ends.length < most; at -= 1) {
        const { endMs } = bars[at] as GroupedBar;
        if (endMs <= fromMs) break;
        if (endMs <= toMs) ends.push(endMs);
      }
      return ends.toReversed();
    },
    price: (name, endMs, back) => shown[(places.get(endMs) ?? -1) - back]?.[name] ?? NaN,
  };
}

/** Heikin-Ashi, which begins in the middle of the first bar. */
function smoothed(before: GroupedBar | undefined, bar: GroupedBar): GroupedBar {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4;
  const open = before === undefined ? (bar.open + bar.close) / 2 : (before.open + before.close) / 2;
  const high = Math.max(bar.high, open, close);
  return { ...bar, open, high, low: Math.min(bar.low, open, close), close };
}

/** Bars of a day or less begin anew with each day, as a session does. */
function evenSpan(minutes: number): Span {
  const size = minutes * MINUTE_MS;
  if (minutes > DAY_MINUTES) {
    const startOf = (ms: number): number => Math.floor(ms / size) * size;
    return { minutes, startOf, endOf: (startMs) => startMs + size };
  }
  return {
    minutes,
    startOf(ms) {
      const dayMs = Math.floor(ms / DAY_MS) * DAY_MS;
      return dayMs + Math.floor((ms - dayMs) / size) * size;
    },
    endOf: (startMs) => Math.min(startMs + size, (Math.floor(startMs / DAY_MS) + 1) * DAY_MS),
  };
}

function calendarSpan(unit: 'W' | 'M', multiple: number): Span {
  return {
    minutes: (unit === 'W' ? WEEK_MS / MINUTE_MS : 43_800) * multiple,
    startOf: (ms) => calendarStart(ms, unit, multiple),
    endOf: (startMs) => calendarEnd(startMs, unit, multiple),
  };
}

const PARTS_MAX = 100_000;

function calendarStart(ms: number, unit: 'W' | 'M', multiple: number): number {
  if (unit === 'W') {
    const size = WEEK_MS * multiple;
    return Math.floor((ms - MONDAY_MS) / size) * size + MONDAY_MS;
  }
  const at = new Date(ms);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  return monthStart(Math.floor(month / multiple) * multiple);
}

function calendarEnd(startMs: number, unit: 'W' | 'M', multiple: number): number {
  if (unit === 'W') return startMs + WEEK_MS * multiple;
  const at = new Date(startMs);
  return monthStart(at.getUTCFullYear() * 12 + at.getUTCMonth() + multiple);
}

function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1);
}
