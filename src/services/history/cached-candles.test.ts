import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { cachedCandles } from '#services/history/cached-candles.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

const START_MS = Date.UTC(2024, 0, 1);
const AGE_MS = 1_000;
/** Of 100 rows. */
const HUNDRED_BYTES = 4_100;

/** Which windows are really read, in turn. */
function harness(bytesMax = 10 * HUNDRED_BYTES) {
  const read: MinuteWindow[] = [];
  let nowMs = START_MS;
  const compute = ({ fromMs, toMs }: MinuteWindow) => {
    read.push({ fromMs, toMs });
    const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, 'shared');
    for (const row of columns.open.keys()) columns.open[row] = fromMs / MINUTE_MS + row;
    return columns;
  };
  const deps: HistoryDeps = {
    exchanges: exchangeRegistry([]),
    archiveCode: 'archive',
    history: {
      ...memoryHistoryStore(),
      loadCandles: async (_tag, window) => compute(window),
    },
    candleSources: [
      { code: 'made', firstOpenMs: 0, computeCandles: async (_tag, window) => compute(window) },
    ],
    clock: { nowMs: () => nowMs },
  };
  const cached = cachedCandles(deps, { bytesMax, ageMsMax: AGE_MS });
  const load = (tag: string, fromRow: number, toRow: number) =>
    cached.history.loadCandles(tag, rows(fromRow, toRow), 'shared');
  const make = (fromRow: number, toRow: number) =>
    cached.candleSources[0]?.computeCandles('made', rows(fromRow, toRow), 'shared');
  return { read, load, make, setNowMs: (instantMs: number) => void (nowMs = instantMs) };
}

function rows(fromRow: number, toRow: number): MinuteWindow {
  return { fromMs: START_MS + fromRow * MINUTE_MS, toMs: START_MS + toRow * MINUTE_MS };
}

test('a window, and a part of it, is read once and shows the same memory', async () => {
  const { read, load } = harness();
  const whole = await load('a', 0, 100);
  const part = await load('a', 40, 60);
  assert.equal(read.length, 1);
  assert.equal(part.open.buffer, whole.open.buffer);
  assert.deepEqual(part.open, whole.open.slice(40, 60));
  await load('b', 40, 60);
  await load('a', 40, 101);
  assert.equal(read.length, 3);
});

test('what came from the store is read again after a while', async () => {
  const { read, load, setNowMs } = harness();
  await load('a', 0, 10);
  setNowMs(START_MS + AGE_MS - 1);
  await load('a', 0, 10);
  assert.equal(read.length, 1);
  setNowMs(START_MS + AGE_MS);
  await load('a', 0, 10);
  assert.equal(read.length, 2);
  setNowMs(START_MS - 1);
  await load('a', 0, 10);
  assert.equal(read.length, 3);
});

test('what is computed is retained for good', async () => {
  const { read, make, setNowMs } = harness();
  await make(0, 10);
  setNowMs(START_MS + 10 * AGE_MS);
  await make(2, 3);
  assert.equal(read.length, 1);
});

test('what was not used for longest makes room, and too much is not retained', async () => {
  const { read, load } = harness(2 * HUNDRED_BYTES);
  await load('a', 0, 100);
  await load('b', 0, 100);
  await load('a', 0, 100);
  await load('c', 0, 100);
  await load('a', 0, 100);
  assert.equal(read.length, 3);
  await load('b', 0, 100);
  assert.equal(read.length, 4);
  await load('d', 0, 201);
  await load('d', 0, 201);
  assert.equal(read.length, 6);
});
