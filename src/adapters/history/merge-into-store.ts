// Decides what a write of history does to the stored days, before anything is written.

import type { Candle } from '#venue-port/candle/candle.ts';
import { isSameCandle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import { mergeColumns } from '#domain/candle/merge-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import type {
  CandleCorrection,
  HistoryRefusal,
  HistorySteps,
  HistoryWrite,
  HistoryWritten,
  MinuteWindow,
} from '#ports/world/history.ts';
import type { PackedDay } from '#adapters/history/packed-day.ts';
import { compressDay, dayNumberOf, wholeDay } from '#adapters/history/packed-day.ts';
import { canonicalJson } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** What a market's history is known by. */
export type StoredTerms = {
  readonly market: Market | null;
  readonly steps: HistorySteps;
  readonly candleMinutes: number;
  readonly covered: MinuteWindow;
};

/** Why a write does not fit what is stored; null when it does. */
export function termsRefusal(
  { marketTag, market, steps, candleMinutes, covered, mustJoin }: HistoryWrite,
  stored: StoredTerms,
): HistoryRefusal | null {
  const known = stored.market;
  if (market !== null && known !== null && canonicalJson(market) !== canonicalJson(known))
    return { code: 'market_differs', stored: known };
  const isSame =
    steps.priceStep === stored.steps.priceStep && steps.amountStep === stored.steps.amountStep;
  if (!isSame) return { code: 'steps_differ', stored: stored.steps };
  if (candleMinutes !== stored.candleMinutes)
    return { code: 'interval_differs', storedMinutes: stored.candleMinutes };
  const hole = mustJoin === true ? holeBetween(stored.covered, covered) : null;
  return hole === null ? null : { code: 'leaves_hole', marketTag, hole };
}

/** Null where they meet. */
function holeBetween(one: MinuteWindow, other: MinuteWindow): MinuteWindow | null {
  if (one.toMs < other.fromMs) return { fromMs: one.toMs, toMs: other.fromMs };
  return other.toMs < one.fromMs ? { fromMs: other.toMs, toMs: one.fromMs } : null;
}

export type MergedDays = { readonly days: readonly PackedDay[]; readonly written: HistoryWritten };

/** Reads the stored ones of these days. */
export type ReadDays = (days: readonly number[]) => Promise<readonly PackedDay[]>;

/** So that no statement is large and the connection is never idle for long. */
export const DAYS_AT_ONCE = 64;

/** The days as they are to be stored; days that would not change are left out. */
export async function mergeIntoStore(
  { days, onDifference }: Pick<HistoryWrite, 'days' | 'onDifference'>,
  readDays: ReadDays,
): Promise<Result<MergedDays, HistoryRefusal>> {
  const changed: PackedDay[] = [];
  let [addedCount, sameCount, differentCount] = [0, 0, 0];
  let firstDifferentMs: number | null = null;
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE) {
    const chunk = days.slice(start, start + DAYS_AT_ONCE);
    const stored = await readDays(chunk.map((day) => dayNumberOf(day.firstOpenMs)));
    const byDay = new Map(stored.map((day) => [day.day, day]));
    for (const day of chunk) {
      const before = byDay.get(dayNumberOf(day.firstOpenMs));
      const merged = merge(before, day);
      addedCount += merged.addedCount;
      sameCount += merged.sameCount;
      differentCount += merged.differentCount;
      firstDifferentMs = earlier(firstDifferentMs, merged.firstDifferentMs);
      if (merged.packed !== null) changed.push(merged.packed);
    }
  }
  if (firstDifferentMs !== null && onDifference === 'refuse')
    return rejected({ code: 'candles_differ', firstDifferentMs, differentCount });
  const written = { addedCount, sameCount, replacedCount: differentCount };
  return accepted({ days: changed, written });
}

/** What is known of minutes that a write corrects, before it; see `HistoryWrite.onDifference`. */
export async function findCorrected(
  { days, onDifference }: Pick<HistoryWrite, 'days' | 'onDifference'>,
  covered: MinuteWindow,
  readDays: ReadDays,
): Promise<readonly CorrectedMinute[]> {
  if (onDifference !== 'correct') return [];
  const corrected: CorrectedMinute[] = [];
  for (const day of days) {
    if (endOfColumns(day) <= covered.fromMs || day.firstOpenMs >= covered.toMs) continue;
    const [stored] = await readDays([dayNumberOf(day.firstOpenMs)]);
    const before = new Map<number, Candle>();
    if (stored !== undefined)
      for (const candle of candlesOf(wholeDay(stored))) before.set(candle.openTimeMs, candle);
    for (const after of candlesOf(day)) {
      const { openTimeMs } = after;
      const isCovered = openTimeMs >= covered.fromMs && openTimeMs < covered.toMs;
      const known = before.get(openTimeMs) ?? null;
      if (isCovered && !isSameCandle(known, after)) corrected.push({ openTimeMs, before: known });
    }
  }
  return corrected;
}

export type CorrectedMinute = Pick<CandleCorrection, 'openTimeMs' | 'before'>;

type MergedDay = Omit<ReturnType<typeof mergeColumns>, 'columns'> & {
  readonly packed: PackedDay | null;
};

function merge(before: PackedDay | undefined, day: CandleColumns): MergedDay {
  if (before === undefined) {
    const packed = compressDay(day);
    const addedCount = packed.candlesCount;
    return { addedCount, sameCount: 0, differentCount: 0, firstDifferentMs: null, packed };
  }
  const { columns, ...counts } = mergeColumns(wholeDay(before), day);
  const isUnchanged = counts.addedCount === 0 && counts.differentCount === 0;
  return { ...counts, packed: isUnchanged ? null : compressDay(columns) };
}

function earlier(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
