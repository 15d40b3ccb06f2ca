// Windows that have minutes, where they come from, and why the others have none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { countMissing } from '#domain/candle/fill-missing.ts';
import {
  ARCHIVE_TAG,
  historyHarness,
  IMPORTED,
  STILL_TAG,
  HARNESS_NOW_MS,
} from '#services/history/history-harness.fixture.ts';
import { describeLoadRejection, loadHistory } from '#services/history/load-history.ts';

const SIM_TAG = 'SIM_BTC_USDT';

for (const [name, tag, fromMs, toMs, code] of [
  ['of an unknown market', 'NONE', 0, DAY_MS, 'market_not_found'],
  ['that ends before it begins', SIM_TAG, HARNESS_NOW_MS, HARNESS_NOW_MS - DAY_MS, 'window_empty'],
  ['within one minute', SIM_TAG, 1, MINUTE_MS, 'window_empty'],
  ['before 2020', SIM_TAG, Date.UTC(2019, 11, 31), Date.UTC(2020, 0, 2), 'not_covered'],
  [
    'that reaches into the future',
    SIM_TAG,
    HARNESS_NOW_MS - DAY_MS,
    HARNESS_NOW_MS + DAY_MS,
    'not_covered',
  ],
  [
    'of the minute that still runs',
    SIM_TAG,
    HARNESS_NOW_MS - 20_000,
    HARNESS_NOW_MS + 40_000,
    'not_covered',
  ],
  ['before what was imported', ARCHIVE_TAG, 0, IMPORTED.fromMs, 'not_covered'],
  [
    'after what was imported',
    ARCHIVE_TAG,
    IMPORTED.fromMs,
    IMPORTED.toMs + MINUTE_MS,
    'not_covered',
  ],
  ['of a market that was never synced', 'STILL_ETH_USDT', 0, DAY_MS, 'no_history'],
  [
    'in which every minute is missing',
    ARCHIVE_TAG,
    IMPORTED.fromMs + MINUTE_MS,
    IMPORTED.fromMs + 2 * MINUTE_MS,
    'no_history',
  ],
] as const) {
  test(`a window ${name} is refused as ${code}`, async () => {
    const { deps } = await historyHarness();
    const result = await loadHistory(deps, tag, fromMs, toMs);
    assert.ok(!result.ok);
    assert.equal(result.rejection.code, code);
    assert.match(describeLoadRejection(result.rejection, tag), /window|market/);
  });
}

test('a window of more minutes than the limit is refused, with the limit', async () => {
  const { deps, setNowMs } = await historyHarness();
  setNowMs(Date.UTC(2032, 0, 1));
  const result = await loadHistory(deps, SIM_TAG, Date.UTC(2020, 0, 1), Date.UTC(2032, 0, 1));
  const { historyMinutesMax: minutesMax } = LIMITS;
  assert.deepEqual(result, { ok: false, rejection: { code: 'window_too_long', minutesMax } });
});

test('the simulated exchange has every minute since 2020, to the last closed one', async () => {
  const { deps } = await historyHarness();
  const toMs = HARNESS_NOW_MS - (HARNESS_NOW_MS % MINUTE_MS);
  const result = await loadHistory(deps, SIM_TAG, toMs - 90_000, toMs);
  assert.ok(result.ok);
  assert.equal(result.value.firstOpenMs, toMs - MINUTE_MS);
  assert.deepEqual([...result.value.isMissing], [0]);
  const first = await loadHistory(deps, SIM_TAG, Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 2));
  assert.equal(first.ok && first.value.rowCount, 1_440);
});

test('history in steps that the market no longer has is refused, never read wrongly', async () => {
  const { deps } = await historyHarness();
  await deps.history.writeHistory({
    marketTag: STILL_TAG,
    steps: { priceStep: decimal('0.1'), amountStep: decimal('0.001') },
    candleMinutes: 1,
    days: [],
    covered: IMPORTED,
    onDifference: 'refuse',
    market: null,
  });
  const result = await loadHistory(deps, STILL_TAG, IMPORTED.fromMs, IMPORTED.toMs);
  assert.deepEqual(result, { ok: false, rejection: { code: 'steps_changed' } });
});

test('imported minutes are loaded into shared memory, missing ones marked', async () => {
  const { deps } = await historyHarness();
  const result = await loadHistory(deps, ARCHIVE_TAG, IMPORTED.fromMs, IMPORTED.toMs);
  assert.ok(result.ok);
  assert.ok(result.value.close.buffer instanceof SharedArrayBuffer);
  assert.equal(countMissing(result.value), 1);
});
