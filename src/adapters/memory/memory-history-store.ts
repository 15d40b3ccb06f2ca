// History in memory.

import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import { fillMissing } from '#domain/candle/fill-missing.ts';
import type { Market, MarketTag } from '#domain/market/market.ts';
import type {
  HistoryStore,
  HistorySteps,
  HistorySummary,
  HistoryWrite,
  MinuteWindow,
} from '#ports/history.ts';
import { mergeIntoStore, termsRefusal } from '#adapters/history/merge-into-store.ts';
import type { PackedDay } from '#adapters/history/packed-day.ts';
import { dayNumberOf, decompressDays } from '#adapters/history/packed-day.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';

type StoredHistory = {
  readonly marketTag: MarketTag;
  readonly steps: HistorySteps;
  readonly covered: MinuteWindow;
  readonly market: Market | null;
  readonly days: ReadonlyMap<number, PackedDay>;
};

/** An empty store. */
export function memoryHistoryStore(): HistoryStore {
  const histories = new Map<MarketTag, StoredHistory>();
  // Merging waits in between, so writes go one after the other.
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    writeHistory(write) {
      const written = lastWrite.then(() => writeInto(histories, write));
      lastWrite = written.catch(() => undefined);
      return written;
    },
    async loadCandles(marketTag, { fromMs, toMs }, memory) {
      const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, memory);
      const days = histories.get(marketTag)?.days;
      const stored: PackedDay[] = [];
      for (let day = dayNumberOf(fromMs); day * DAY_MS < toMs; day += 1) {
        const found = days?.get(day);
        if (found !== undefined) stored.push(found);
      }
      decompressDays(stored, columns);
      fillMissing(columns);
      return columns;
    },
    async summarizeHistory(marketTag) {
      const history = histories.get(marketTag);
      return history === undefined ? null : summaryOf(history);
    },
    listHistory: async () => sortedValues(histories).map(summaryOf),
    deleteHistory: async (marketTag) => histories.delete(marketTag),
    listHistoryMarkets: async () => sortedValues(histories).flatMap(({ market }) => market ?? []),
  };
}

async function writeInto(
  histories: Map<MarketTag, StoredHistory>,
  write: HistoryWrite,
): ReturnType<HistoryStore['writeHistory']> {
  const { marketTag, market, steps } = write;
  const before = histories.get(marketTag);
  const refusal = before === undefined ? null : termsRefusal(write, before);
  if (refusal !== null) return rejected(refusal);
  const merged = await mergeIntoStore(write, async (days) =>
    days.flatMap((day) => before?.days.get(day) ?? []),
  );
  if (!merged.ok) return merged;
  const days = new Map(before?.days);
  for (const day of merged.value.days) days.set(day.day, day);
  const covered = widened(before?.covered, write.covered);
  histories.set(marketTag, { marketTag, steps, covered, market: before?.market ?? market, days });
  return accepted(merged.value.written);
}

function summaryOf({ marketTag, steps, covered, days }: StoredHistory): HistorySummary {
  const sorted = [...days.values()].sort((left, right) => left.day - right.day);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return {
    marketTag,
    steps,
    covered,
    firstOpenMs: first === undefined ? null : first.day * DAY_MS + first.firstMinute * MINUTE_MS,
    lastOpenMs: last === undefined ? null : last.day * DAY_MS + last.lastMinute * MINUTE_MS,
    candlesCount: sorted.reduce((sum, day) => sum + day.candlesCount, 0),
  };
}

function widened(before: MinuteWindow | undefined, added: MinuteWindow): MinuteWindow {
  if (before === undefined) return added;
  return {
    fromMs: Math.min(before.fromMs, added.fromMs),
    toMs: Math.max(before.toMs, added.toMs),
  };
}
