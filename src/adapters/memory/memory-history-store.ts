// History in memory.

import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type {
  CandleCorrection,
  HistoryStore,
  HistorySteps,
  HistorySummary,
  HistoryWrite,
  MinuteAppend,
  MinuteWindow,
} from '#ports/world/history.ts';
import { firstDayOf, buildDayRows } from '#adapters/history/build-day-rows.ts';
import type { ReadDays } from '#adapters/history/merge-into-store.ts';
import { findCorrected, mergeIntoStore, termsRefusal } from '#adapters/history/merge-into-store.ts';
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

type StoredCorrection = CandleCorrection & { readonly marketTag: MarketTag };

type State = {
  readonly histories: Map<MarketTag, StoredHistory>;
  readonly corrections: StoredCorrection[];
};

/** An empty store. */
export function memoryHistoryStore(): HistoryStore {
  const histories = new Map<MarketTag, StoredHistory>();
  const state: State = { histories, corrections: [] };
  // Merging waits in between, so writes go one after the other.
  let lastWrite: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const written = lastWrite.then(work);
    lastWrite = written.catch(() => undefined);
    return written;
  };
  return {
    writeHistory: (write) => inTurn(() => writeInto(state, write)),
    appendMinutes: (appends) =>
      inTurn(async () => {
        const appended: boolean[] = [];
        for (const append of appends) appended.push(await appendTo(state, append));
        return appended;
      }),
    packMinutes: async () => undefined,
    listCorrections: async (marketTag, { fromMs, toMs }, afterNumber) =>
      state.corrections
        .filter((each) => each.marketTag === marketTag && each.number > afterNumber)
        .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
        .toReversed(),
    // Nothing here lives long enough, and which runs there are is not known here.
    purgeCorrections: async () => 0,
    lastCorrection: async () => state.corrections.length,
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

async function appendTo(
  state: State,
  { marketTag, steps, closed: { fromMs, toMs, candles } }: MinuteAppend,
): Promise<boolean> {
  const before = state.histories.get(marketTag);
  if (before === undefined || before.covered.toMs !== fromMs) return false;
  const days = daysOf(columnsFromCandles(candles, fromMs, toMs));
  const about = { marketTag, steps, candleMinutes: 1, covered: { fromMs, toMs }, days } as const;
  return (await writeInto(state, { ...about, onDifference: 'replace', market: null })).ok;
}

async function writeInto(
  { histories, corrections }: State,
  write: HistoryWrite,
): ReturnType<HistoryStore['writeHistory']> {
  const { marketTag, market, steps, candleMinutes } = write;
  const before = histories.get(marketTag);
  const refusal = before === undefined ? null : termsRefusal(write, before);
  if (refusal !== null) return rejected(refusal);
  const readDays: ReadDays = async (days) => days.flatMap((day) => before?.days.get(day) ?? []);
  const corrected =
    before === undefined ? [] : await findCorrected(write, before.covered, readDays);
  const merged = await mergeIntoStore(write, readDays);
  if (!merged.ok) return merged;
  for (const each of corrected)
    corrections.push({ ...each, marketTag, number: corrections.length + 1 });
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
