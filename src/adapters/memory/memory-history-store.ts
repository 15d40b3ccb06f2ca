// History in memory.

import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { Market, MarketTag } from '#domain/market/market.ts';
import type {
  HistoryStore,
  HistorySteps,
  HistorySummary,
  HistoryWrite,
  MinuteWindow,
} from '#ports/world/history.ts';
import { firstDayOf, buildDayRows } from '#adapters/history/build-day-rows.ts';
import { mergeIntoStore, termsRefusal } from '#adapters/history/merge-into-store.ts';
import type { PackedDay } from '#adapters/history/packed-day.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';

type StoredHistory = {
  readonly marketTag: MarketTag;
  readonly steps: HistorySteps;
  readonly candleMinutes: number;
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
    async loadCandles(marketTag, window, memory) {
      const { days, candleMinutes = 1 } = histories.get(marketTag) ?? {};
      const stored: PackedDay[] = [];
      const firstDay = firstDayOf(window, candleMinutes);
      for (let day = firstDay; day * DAY_MS < window.toMs; day += 1) {
        const found = days?.get(day);
        if (found !== undefined) stored.push(found);
      }
      return buildDayRows(stored, window, candleMinutes, memory);
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
  const { marketTag, market, steps, candleMinutes } = write;
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
  const retained = { marketTag, steps, candleMinutes, covered, days };
  histories.set(marketTag, { ...retained, market: before?.market ?? market });
  return accepted(merged.value.written);
}

function summaryOf(history: StoredHistory): HistorySummary {
  const { marketTag, steps, candleMinutes, covered, days } = history;
  const sorted = [...days.values()].sort((left, right) => left.day - right.day);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return {
    marketTag,
    steps,
    candleMinutes,
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
