// Contract of every store of history. All cases run against one store, each on a market of its own.

import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { declareCases } from '#ports/declare-cases.contract.ts';
import type { HistoryStore, HistoryWrite, MinuteAppend } from '#ports/world/history.ts';

export type OpenedHistory = {
  readonly store: HistoryStore;
  close(hasFailed: boolean): Promise<void>;
};

const START_MS = Date.UTC(2024, 1, 28, 23, 58);
let marketsCount = 0;

/** A tag that no other case has. */
function newTag(): MarketTag {
  marketsCount += 1;
  return `RETAINED_${String(marketsCount).padStart(4, '0')}`;
}

function candle(openTimeMs: number, close: bigint): Candle {
  return { openTimeMs, open: 100n, high: 200n, low: 50n, close, volume: 7n };
}

/** Minutes from the start on, with these closes; null: no candle. */
function minutes(closes: readonly (bigint | null)[], fromMs = START_MS): CandleColumns {
  const candles = closes.flatMap((close, row) =>
    close === null ? [] : [candle(fromMs + row * MINUTE_MS, close)],
  );
  return columnsFromCandles(candles, fromMs, fromMs + closes.length * MINUTE_MS);
}

function writeOf(
  marketTag: MarketTag,
  columns: CandleColumns,
  changes: Partial<HistoryWrite> = {},
): HistoryWrite {
  return {
    marketTag,
    steps: STEPS,
    candleMinutes: 1,
    days: daysOf(columns),
    covered: { fromMs: columns.firstOpenMs, toMs: endOfColumns(columns) },
    onDifference: 'refuse',
    market: null,
    ...changes,
  };
}

/** Of minutes that follow the first. */
function appendOf(marketTag: MarketTag, candles: readonly Candle[], toMs: number): MinuteAppend {
  return { marketTag, steps: STEPS, closed: { fromMs: START_MS + MINUTE_MS, toMs, candles } };
}

async function closesOf(store: HistoryStore, tag: MarketTag, rows: number): Promise<number[]> {
  const window = { fromMs: START_MS, toMs: START_MS + rows * MINUTE_MS };
  const { close } = await store.loadCandles(tag, window, 'own');
  return [...close];
}

const STEPS = { priceStep: decimal('0.1'), amountStep: decimal('0.001') };

const MARKET: Omit<Market, 'marketTag'> = {
  exchange: 'retained',
  base: 'BTC',
  quote: 'USDT',
  marketType: 'futures',
  priceStep: decimal('0.1'),
  priceDecimals: 1,
  priceSignificantDigits: null,
  amountStep: decimal('0.001'),
  amountDecimals: 3,
  makerFeePercent: decimal('0.02'),
  takerFeePercent: decimal('0.05'),
  minOrderAmount: decimal('0.001'),
  minOrderValue: decimal('5'),
  maxOrderAmount: decimal('0'),
  maxOrderValue: decimal('0'),
  isOpen: false,
  listedAtMs: null,
  marketBuyBy: 'base',
  contract: {
    name: 'PERP',
    type: 'vanilla',
    marginCurrency: 'USDT',
    displayName: 'BTC/USDT',
    contractValue: decimal('1'),
    contractValueCurrency: 'BTC',
    lowestLeverage: decimal('1'),
    highestLeverage: decimal('100'),
  },
};

const CASES: { readonly [statement: string]: (store: HistoryStore) => Promise<void> } = {
  'what was written is read, over the end of a day, with missing minutes marked': async (store) => {
    const tag = newTag();
    const written = await store.writeHistory(writeOf(tag, minutes([101n, 102n, null, 104n])));
    assert.deepEqual(written, {
      ok: true,
      value: { addedCount: 3, sameCount: 0, replacedCount: 0 },
    });
    const window = { fromMs: START_MS - MINUTE_MS, toMs: START_MS + 5 * MINUTE_MS };
    const columns = await store.loadCandles(tag, window, 'own');
    assert.equal(columns.firstOpenMs, window.fromMs);
    assert.equal(columns.rowCount, 6);
    assert.deepEqual([...columns.isMissing], [1, 0, 0, 1, 0, 1]);
    assert.deepEqual([...columns.open], [100, 100, 100, 102, 100, 104]);
    assert.deepEqual([...columns.high], [100, 200, 200, 102, 200, 104]);
    assert.deepEqual([...columns.low], [100, 50, 50, 102, 50, 104]);
    assert.deepEqual([...columns.close], [100, 101, 102, 102, 104, 104]);
    assert.deepEqual([...columns.volume], [0, 7, 7, 0, 7, 0]);
  },
  'columns lie in shared memory when requested': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n])));
    const window = { fromMs: START_MS, toMs: START_MS + MINUTE_MS };
    const shared = await store.loadCandles(tag, window, 'shared');
    assert.ok(shared.close.buffer instanceof SharedArrayBuffer);
    assert.deepEqual([...shared.close], [101]);
  },
  'minutes are appended to the end of what is covered, of many markets at once': async (store) => {
    const [first, second] = [newTag(), newTag()];
    for (const tag of [first, second]) await store.writeHistory(writeOf(tag, minutes([101n])));
    const [startMs, endMs] = [START_MS + MINUTE_MS, START_MS + 4 * MINUTE_MS];
    const appended = await store.appendMinutes([
      appendOf(first, [candle(startMs, 102n), candle(startMs + 2 * MINUTE_MS, 104n)], endMs),
      appendOf(second, [], endMs),
    ]);
    assert.deepEqual(appended, [true, true]);
    assert.deepEqual(await closesOf(store, first, 4), [101, 102, 102, 104]);
    assert.deepEqual(await closesOf(store, second, 4), [101, 101, 101, 101]);
    const summary = present(await store.summarizeHistory(first), 'it has a history');
    assert.deepEqual(summary.covered, { fromMs: START_MS, toMs: endMs });
    assert.deepEqual([summary.candlesCount, summary.lastOpenMs], [3, endMs - MINUTE_MS]);
  },
  'nothing is appended elsewhere, in other steps, or to what is unknown': async (store) => {
    const [known, coarse, long] = [newTag(), newTag(), newTag()];
    for (const tag of [known, coarse]) await store.writeHistory(writeOf(tag, minutes([101n])));
    const days = writeOf(long, minutes([101n], Date.UTC(2024, 1, 28)), { candleMinutes: 1_440 });
    const dayMs = Date.UTC(2024, 1, 29);
    await store.writeHistory({ ...days, covered: { fromMs: dayMs - DAY_MS, toMs: dayMs } });
    const endMs = START_MS + 3 * MINUTE_MS;
    const late = { ...appendOf(known, [], endMs).closed, fromMs: START_MS + 2 * MINUTE_MS };
    const steps = { ...STEPS, priceStep: decimal('1') };
    const appended = await store.appendMinutes([
      { ...appendOf(known, [], endMs), closed: late },
      { ...appendOf(coarse, [], endMs), steps },
      appendOf(newTag(), [], endMs),
      {
        ...appendOf(long, [], endMs),
        closed: { fromMs: dayMs, toMs: dayMs + DAY_MS, candles: [] },
      },
    ]);
    assert.deepEqual(appended, [false, false, false, false]);
    assert.deepEqual(await store.appendMinutes([]), []);
    const summary = present(await store.summarizeHistory(known), 'it has a history');
    assert.equal(summary.covered.toMs, START_MS + MINUTE_MS);
  },
  'minutes that were appended are packed, written over and deleted as others': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n])));
    const endMs = START_MS + 3 * MINUTE_MS;
    const candles = [candle(START_MS + MINUTE_MS, 102n), candle(START_MS + 2 * MINUTE_MS, 103n)];
    assert.deepEqual(await store.appendMinutes([appendOf(tag, candles, endMs)]), [true]);
    const same = await store.writeHistory(writeOf(tag, minutes([101n, 102n])));
    assert.deepEqual(same.ok && same.value.sameCount, 2);
    await store.packMinutes(tag);
    assert.deepEqual(await closesOf(store, tag, 3), [101, 102, 103]);
    const summary = present(await store.summarizeHistory(tag), 'it has a history');
    assert.equal(summary.candlesCount, 3);
    assert.equal(await store.deleteHistory(tag), true);
    await store.writeHistory(writeOf(tag, minutes([105n])));
    assert.deepEqual(await closesOf(store, tag, 3), [105, 105, 105]);
  },
  'a correction retains what was known of its minutes, and nothing else does': async (store) => {
    const tag = newTag();
    const known = [101n, null, 103n, 104n];
    await store.writeHistory(writeOf(tag, minutes(known)));
    const window = { fromMs: START_MS, toMs: START_MS + 9 * MINUTE_MS };
    const before = await store.lastCorrection();
    await store.writeHistory(writeOf(tag, minutes([100n]), { onDifference: 'replace' }));
    assert.deepEqual(await store.listCorrections(tag, window, 0), []);
    const corrected = minutes([100n, 112n, 113n, 104n, 115n]);
    await store.writeHistory(writeOf(tag, corrected, { onDifference: 'correct' }));
    assert.deepEqual(await closesOf(store, tag, 5), [100, 112, 113, 104, 115]);
    const found = await store.listCorrections(tag, window, before);
    assert.deepEqual(
      found.map((each) => [each.openTimeMs, each.before]),
      [
        [START_MS + 2 * MINUTE_MS, candle(START_MS + 2 * MINUTE_MS, 103n)],
        [START_MS + MINUTE_MS, null],
      ],
    );
    const last = await store.lastCorrection();
    assert.equal(found[0]?.number, last);
    assert.deepEqual(await store.listCorrections(tag, window, last), []);
    const narrow = { fromMs: START_MS + 2 * MINUTE_MS, toMs: START_MS + 3 * MINUTE_MS };
    assert.equal((await store.listCorrections(tag, narrow, before)).length, 1);
  },
  'an unknown market has no history, and all its minutes are missing': async (store) => {
    const tag = newTag();
    assert.equal(await store.summarizeHistory(tag), null);
    const window = { fromMs: START_MS, toMs: START_MS + 2 * MINUTE_MS };
    assert.deepEqual([...(await store.loadCandles(tag, window, 'own')).isMissing], [1, 1]);
  },
  'a later write adds to a day that is there': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n, null, null, 104n])));
    const more = minutes([102n, 103n, 104n], START_MS + MINUTE_MS);
    assert.deepEqual(await store.writeHistory(writeOf(tag, more)), {
      ok: true,
      value: { addedCount: 2, sameCount: 1, replacedCount: 0 },
    });
    assert.deepEqual(await closesOf(store, tag, 4), [101, 102, 103, 104]);
  },
  'other figures are refused as a whole, naming the first': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n, 102n, 103n])));
    const other = minutes([101n, 999n, 998n, 104n]);
    assert.deepEqual(await store.writeHistory(writeOf(tag, other)), {
      ok: false,
      rejection: {
        code: 'candles_differ',
        firstDifferentMs: START_MS + MINUTE_MS,
        differentCount: 2,
      },
    });
    assert.deepEqual(await closesOf(store, tag, 4), [101, 102, 103, 103]);
    assert.equal((await store.summarizeHistory(tag))?.candlesCount, 3);
  },
  'other figures replace the stored ones when requested': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n, 102n])));
    const other = writeOf(tag, minutes([101n, 999n]), { onDifference: 'replace' });
    assert.deepEqual(await store.writeHistory(other), {
      ok: true,
      value: { addedCount: 0, sameCount: 1, replacedCount: 1 },
    });
    assert.deepEqual(await closesOf(store, tag, 2), [101, 999]);
  },
  'what is there is summed up, and the covered stretch grows': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([null, 101n, 102n, null])));
    const early = { fromMs: START_MS - DAY_MS, toMs: START_MS };
    await store.writeHistory(writeOf(tag, minutes([101n]), { days: [], covered: early }));
    const summary = {
      marketTag: tag,
      steps: STEPS,
      candleMinutes: 1,
      covered: { fromMs: START_MS - DAY_MS, toMs: START_MS + 4 * MINUTE_MS },
      firstOpenMs: START_MS + MINUTE_MS,
      lastOpenMs: START_MS + 2 * MINUTE_MS,
      candlesCount: 2,
    };
    assert.deepEqual(await store.summarizeHistory(tag), summary);
    const listed = await store.listHistory();
    assert.deepEqual(
      listed.find(({ marketTag }) => marketTag === tag),
      summary,
    );
    const tags = listed.map(({ marketTag }) => marketTag);
    assert.deepEqual(tags, tags.toSorted());
  },
  'a write that would leave a hole is refused where that matters': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n, 102n])));
    const later = START_MS + 5 * MINUTE_MS;
    const apart = writeOf(tag, minutes([105n], later), {
      covered: { fromMs: later, toMs: later + MINUTE_MS },
      mustJoin: true,
    });
    const hole = { fromMs: START_MS + 2 * MINUTE_MS, toMs: later };
    assert.deepEqual(await store.writeHistory(apart), {
      ok: false,
      rejection: { code: 'leaves_hole', marketTag: tag, hole },
    });
    assert.deepEqual((await store.summarizeHistory(tag))?.candlesCount, 2);
    const joined = { fromMs: hole.fromMs, toMs: later + MINUTE_MS };
    assert.ok((await store.writeHistory({ ...apart, covered: joined })).ok);
    assert.ok((await store.writeHistory({ ...apart, marketTag: newTag() })).ok);
  },
  'a stretch that was requested in vain is covered all the same': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n]), { days: [] }));
    const summary = present(await store.summarizeHistory(tag), 'it is known');
    assert.deepEqual(
      [summary.firstOpenMs, summary.lastOpenMs, summary.candlesCount],
      [null, null, 0],
    );
  },
  'a market that exists only with its history is retained with it, whole': async (store) => {
    const [spot, futures] = [newTag(), newTag()];
    const markets: readonly Market[] = [
      { ...MARKET, marketTag: spot, marketType: 'spot', contract: null },
      { ...MARKET, marketTag: futures },
    ];
    for (const market of markets)
      await store.writeHistory(writeOf(market.marketTag, minutes([101n]), { market }));
    const listed = await store.listHistoryMarkets();
    assert.deepEqual(
      listed.filter(({ marketTag }) => marketTag === spot || marketTag === futures),
      markets,
    );
    await store.writeHistory(writeOf(spot, minutes([101n, 102n])));
    assert.ok((await store.listHistoryMarkets()).some(({ marketTag }) => marketTag === spot));
  },
  'a market is not changed by a later write': async (store) => {
    const market = { ...MARKET, marketTag: newTag() };
    await store.writeHistory(writeOf(market.marketTag, minutes([101n]), { market }));
    const other = { ...market, priceStep: decimal('0.5') };
    const more = minutes([101n, 102n]);
    const refused = await store.writeHistory(writeOf(market.marketTag, more, { market: other }));
    assert.deepEqual(refused, {
      ok: false,
      rejection: { code: 'market_differs', stored: market },
    });
    assert.deepEqual(await closesOf(store, market.marketTag, 2), [101, 101]);
    assert.ok((await store.writeHistory(writeOf(market.marketTag, more, { market }))).ok);
  },
  'figures in other steps are refused, because they would be read wrongly': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n])));
    const other = { ...STEPS, priceStep: decimal('0.01') };
    const replacing = { steps: other, onDifference: 'replace' } as const;
    assert.deepEqual(await store.writeHistory(writeOf(tag, minutes([102n]), replacing)), {
      ok: false,
      rejection: { code: 'steps_differ', stored: STEPS },
    });
    assert.deepEqual(await closesOf(store, tag, 1), [101]);
    assert.deepEqual((await store.summarizeHistory(tag))?.steps, STEPS);
  },
  'what is deleted is gone, with its market, and other markets stay': async (store) => {
    const market = { ...MARKET, marketTag: newTag() };
    const other = newTag();
    await store.writeHistory(writeOf(market.marketTag, minutes([101n]), { market }));
    await store.writeHistory(writeOf(other, minutes([105n])));
    assert.equal(await store.deleteHistory(market.marketTag), true);
    assert.equal(await store.deleteHistory(market.marketTag), false);
    assert.equal(await store.summarizeHistory(market.marketTag), null);
    const tags = (await store.listHistoryMarkets()).map(({ marketTag }) => marketTag);
    assert.ok(!tags.includes(market.marketTag));
    assert.deepEqual(await closesOf(store, other, 1), [105]);
  },
  'a candle longer than a minute is shown by all its minutes, wherever a window begins': async (
    store,
  ) => {
    const tag = newTag();
    // Weeks begin on Mondays: the second one spans a month's end, and the third is missing.
    const WEEK = 10_080;
    const mondayMs = Date.UTC(2024, 1, 19);
    const weeks = [0, 1, 3].map((week) =>
      minutes([BigInt(101 + week)], mondayMs + week * WEEK * MINUTE_MS),
    );
    const covered = { fromMs: mondayMs, toMs: mondayMs + 4 * WEEK * MINUTE_MS };
    const write = { ...writeOf(tag, minutes([])), days: weeks, covered, candleMinutes: WEEK };
    assert.ok((await store.writeHistory(write)).ok);
    const inSecond = mondayMs + (2 * WEEK - 3) * MINUTE_MS;
    const window = { fromMs: inSecond, toMs: inSecond + 5 * MINUTE_MS };
    const columns = await store.loadCandles(tag, window, 'own');
    assert.deepEqual([...columns.close], [102, 102, 102, 102, 102]);
    assert.deepEqual([...columns.high], [200, 200, 200, 102, 102]);
    assert.deepEqual([...columns.isMissing], [0, 0, 0, 1, 1]);
    assert.deepEqual([...columns.volume], [0, 0, 0, 0, 0], 'it stands in the first minute');
    const whole = await store.loadCandles(tag, covered, 'shared');
    assert.equal(
      whole.volume.reduce((sum, each) => sum + each, 0),
      21,
    );
    const summary = present(await store.summarizeHistory(tag), 'it is known');
    assert.deepEqual([summary.candleMinutes, summary.candlesCount], [WEEK, 3]);
  },
  'candles of another interval than those that are stored are refused': async (store) => {
    const tag = newTag();
    await store.writeHistory(writeOf(tag, minutes([101n])));
    const longer = writeOf(tag, minutes([null, 102n]), { candleMinutes: 2 });
    assert.deepEqual(await store.writeHistory(longer), {
      ok: false,
      rejection: { code: 'interval_differs', storedMinutes: 1 },
    });
    assert.deepEqual(await closesOf(store, tag, 2), [101, 101]);
  },
  'writers at the same time lose nothing of each other': async (store) => {
    const tag = newTag();
    const parts = [0, 1, 2, 3].map((place) =>
      minutes([BigInt(101 + place)], START_MS + place * MINUTE_MS),
    );
    await Promise.all(parts.map((part) => store.writeHistory(writeOf(tag, part))));
    assert.deepEqual(await closesOf(store, tag, 4), [101, 102, 103, 104]);
  },
  'a year is written and read whole': async (store) => {
    const tag = newTag();
    const fromMs = Date.UTC(2023, 0, 1);
    const days = Array.from({ length: 365 }, (_, day) =>
      minutes([BigInt(60 + (day % 100)), null, 150n], fromMs + day * DAY_MS),
    );
    const covered = { fromMs, toMs: fromMs + 365 * DAY_MS };
    await store.writeHistory({ ...writeOf(tag, minutes([])), days, covered });
    const year = await store.loadCandles(tag, covered, 'own');
    assert.equal(year.rowCount, 365 * 1_440);
    for (const day of [0, 63, 64, 99, 364]) {
      const row = day * 1_440;
      assert.equal(year.close[row], 60 + (day % 100));
      assert.deepEqual([...year.isMissing.subarray(row, row + 4)], [0, 1, 0, 1]);
    }
  },
};

/** Declares the tests; `open` is called once. */
export function historyContract(open: () => Promise<OpenedHistory>): void {
  declareCases(CASES, open, ({ store }) => store);
}
