// Candles that a chart is shown: whole ones that have ended, in pages that meet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import {
  ARCHIVE_TAG,
  historyHarness,
  IMPORTED,
  STILL_TAG,
  HARNESS_NOW_MS,
} from '#services/history/history-harness.fixture.ts';
import type { CandleQuery } from '#services/history/read-bars.ts';
import { listCandles } from '#services/history/list-candles.ts';

const HOURLY: CandleQuery = {
  marketTag: 'SIM_BTC_USDT',
  intervalMinutes: 60,
  fromMs: null,
  toMs: null,
  after: null,
  limit: 3,
};

async function list(changes: Partial<CandleQuery>) {
  const { deps } = await historyHarness();
  const listed = await listCandles(deps, { ...HOURLY, ...changes });
  assert.ok(listed.ok, 'the candles are listed');
  return listed.value;
}

function starts({ candles }: { readonly candles: readonly { readonly startMs: number }[] }) {
  return candles.map(({ startMs }) => formatInstant(startMs).slice(5, 16));
}

test('without a window, the newest that have ended', async () => {
  const page = await list({});
  assert.deepEqual(starts(page), ['03-03T07:00', '03-03T08:00', '03-03T09:00']);
  assert.equal(page.lastKey, null);
});

test('an hour opens, ends and reaches as its minutes do, with all their volume', async () => {
  const [hour] = (await list({ limit: 1 })).candles;
  const { startMs, open, high, low, close, volume } = present(hour, 'there is one');
  const minutes = await list({
    intervalMinutes: 1,
    fromMs: startMs,
    toMs: startMs + HOUR_MS,
    limit: 100,
  });
  const { candles } = minutes;
  assert.equal(candles.length, 60);
  const most = (values: readonly bigint[]) => values.reduce((one, two) => (one > two ? one : two));
  const least = (values: readonly bigint[]) => values.reduce((one, two) => (one < two ? one : two));
  assert.equal(open, candles[0]?.open);
  assert.equal(close, candles[59]?.close);
  assert.equal(high, most(candles.map((each) => each.high)));
  assert.equal(low, least(candles.map((each) => each.low)));
  assert.equal(
    volume,
    candles.reduce((sum, each) => sum + each.volume, 0n),
  );
});

test('pages meet, and the last one ends with the window', async () => {
  const window = { fromMs: HARNESS_NOW_MS - 8 * HOUR_MS, toMs: HARNESS_NOW_MS - HOUR_MS };
  const first = await list(window);
  const second = await list({ ...window, after: first.lastKey });
  assert.deepEqual(
    [...starts(first), ...starts(second)].map((start) => start.slice(6, 8)),
    ['03', '04', '05', '06', '07', '08'],
  );
  assert.notEqual(first.lastKey, null);
  assert.equal(second.lastKey, null);
});

test('long intervals have as many on a page as may be read', async () => {
  const days = await list({
    intervalMinutes: 1_440,
    limit: 500,
    fromMs: HARNESS_NOW_MS - 99 * DAY_MS,
  });
  assert.equal(days.candles.length, 34);
  assert.notEqual(days.lastKey, null);
  const months = await list({ intervalMinutes: 43_200, limit: 500 });
  assert.deepEqual(starts(months), ['02-01T00:00']);
});

test('minutes without a candle are left out, and what is not known has none', async () => {
  const window = { fromMs: IMPORTED.fromMs - DAY_MS, toMs: IMPORTED.toMs + DAY_MS };
  const page = await list({ marketTag: ARCHIVE_TAG, intervalMinutes: 1, limit: 9, ...window });
  assert.deepEqual(
    page.candles.map(({ startMs }) => (startMs - IMPORTED.fromMs) / MINUTE_MS),
    [0, 2, 3, 4],
  );
  assert.deepEqual((await list({ marketTag: STILL_TAG })).candles, []);
  const before = { fromMs: 0, toMs: DAY_MS };
  assert.deepEqual(await list(before), { candles: [], lastKey: null });
});

test('an unknown market is none', async () => {
  const { deps } = await historyHarness();
  const listed = await listCandles(deps, { ...HOURLY, marketTag: 'NONE' });
  assert.deepEqual(listed, { ok: false, rejection: { code: 'market_not_found' } });
});
