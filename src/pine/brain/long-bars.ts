// Bars of another length than the chart's, as they had closed at a time: of minutes and days from
// the candles of the run, of weeks and months from its days.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { CandleStyle, SeriesLike } from '#engine/run-api/series-api.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import { PRICES } from '#pine/brain/past-price.ts';
import { secondsOf } from '#pine/builtins/chart-builtins.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Weeks begin on Mondays; the first of January 1970 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

export type LongBars = {
  readonly minutes: number;
  /** End of the newest bar that had closed by then. */
  readonly endBefore: (ms: number) => number;
  readonly startOf: (endMs: number) => number;
  /** Ends after the first and not after the second, oldest first; at most the newest `most`. */
  readonly endsWithin: (fromMs: number, toMs: number, most: number) => readonly number[];
  /** Of the bar `back` before the one with this end; NaN where there is none. */
  readonly price: (name: PriceName, endMs: number, back: number) => number;
};

export type PriceColumns = Readonly<Record<PriceName, SeriesLike>>;

export function columnsOf(
  api: CommandContext,
  minutes: number,
  style: CandleStyle = 'candle',
): PriceColumns {
  return Object.fromEntries(
    PRICES.map((source) => [
      source,
      api.series.prices({
        source,
        marketTag: null,
        intervalMinutes: minutes,
        isClosedOnly: true,
        style,
      }),
    ]),
  ) as PriceColumns;
}

const NO_BARS: LongBars = {
  minutes: 0,
  endBefore: () => 0,
  startOf: (endMs) => endMs,
  endsWithin: () => [],
  price: () => NaN,
};

/** `closeMs`: when the newest bar of the chart closed. */
export function longBars(
  api: CommandContext,
  timeframe: string | null,
  style: CandleStyle,
  closeMs: () => number,
): LongBars {
  const [, count = '', unit = ''] = /^(\d*)([SDWM]?)$/.exec(timeframe ?? '') ?? [];
  if (unit === 'W' || unit === 'M')
    return calendarBars(api, unit, count === '' ? 1 : Math.max(1, Number(count)), closeMs);
  const minutes = secondsOf(timeframe) / 60;
  if (!Number.isInteger(minutes)) {
    const message = `timeframe "${timeframe}": no candles are shorter than a minute; it is na`;
    api.log.writeOnce(`pine ${timeframe}`, 'warning', message);
    return NO_BARS;
  }
  return minuteBars(api, minutes, style, closeMs);
}

function minuteBars(
  api: CommandContext,
  minutes: number,
  style: CandleStyle,
  closeMs: () => number,
): LongBars {
  const size = minutes * MINUTE_MS;
  let columns: PriceColumns | null = null;
  const known = (): PriceColumns => (columns ??= columnsOf(api, minutes, style));
  const endBefore = (ms: number): number => Math.floor(ms / size) * size;
  return {
    minutes,
    endBefore,
    startOf: (endMs) => endMs - size,
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

type CalendarBar = Record<PriceName, number> & { endMs: number };

function calendarBars(
  api: CommandContext,
  unit: 'W' | 'M',
  multiple: number,
  closeMs: () => number,
): LongBars {
  const days = minuteBars(api, DAY_MS / MINUTE_MS, 'candle', closeMs);
  const startOf = (ms: number): number => calendarStart(ms, unit, multiple);
  const bars: CalendarBar[] = [];
  const places = new Map<number, number>();
  let untilMs = 0;
  /** Takes in the days that have closed since. */
  const grow = (): void => {
    const newestMs = days.endBefore(closeMs());
    for (const endMs of days.endsWithin(untilMs, newestMs, DAYS_MAX)) {
      const barEndMs = calendarEnd(startOf(endMs - 1), unit, multiple);
      const last = bars.at(-1);
      const value = (name: PriceName): number => days.price(name, endMs, 0);
      if (last === undefined || last.endMs !== barEndMs) {
        places.set(barEndMs, bars.length);
        const [open, high, low] = [value('open'), value('high'), value('low')];
        bars.push({
          endMs: barEndMs,
          open,
          high,
          low,
          close: value('close'),
          volume: value('volume'),
        });
      } else {
        last.high = Math.max(last.high, value('high'));
        last.low = Math.min(last.low, value('low'));
        last.close = value('close');
        last.volume += value('volume');
      }
    }
    untilMs = newestMs;
  };
  return {
    minutes: (unit === 'W' ? WEEK_MS / MINUTE_MS : 43_800) * multiple,
    endBefore: (ms) => startOf(ms),
    startOf: (endMs) => startOf(endMs - 1),
    endsWithin(fromMs, toMs, most) {
      if (toMs > untilMs) grow();
      const ends = bars
        .map(({ endMs }) => endMs)
        .filter((endMs) => endMs > fromMs && endMs <= toMs);
      return ends.slice(Math.max(0, ends.length - most));
    },
    price: (name, endMs, back) => bars[(places.get(endMs) ?? -1) - back]?.[name] ?? NaN,
  };
}

const DAYS_MAX = 20_000;

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
