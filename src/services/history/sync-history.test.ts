// A sync goes on where it stopped, back where it is asked to, and never marks as missing what the
// exchange may only not show yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { checkHistory } from '#services/history/check-history.ts';
import {
  ARCHIVE_TAG,
  historyHarness,
  IMPORTED,
  STILL_TAG,
  HARNESS_NOW_MS,
} from '#services/history/history-harness.fixture.ts';
import type { HistoryHarness } from '#services/history/history-harness.fixture.ts';
import { listSyncedMarkets } from '#services/history/list-synced-markets.ts';
import { keepHistoriesCurrent } from '#services/history/keep-histories-current.ts';
import { listHistory } from '#services/history/list-history.ts';
import { loadHistory } from '#services/history/load-history.ts';
import type { SyncProgress } from '#services/history/sync-history.ts';
import { syncHistories } from '#services/history/sync-histories.ts';
import { syncHistory } from '#services/history/sync-history.ts';

const NOW_MS = minuteStartMs(HARNESS_NOW_MS);

async function synced(harness: HistoryHarness, fromMs: number | null, marketTag = STILL_TAG) {
  const progress: SyncProgress[] = [];
  const result = await syncHistory(harness.deps, { marketTag, fromMs }, (each) => {
    progress.push(each);
  });
  assert.ok(result.ok);
  return { ...result.value, progress };
}

test('the first sync fetches from where it is asked, a day at a time, with progress', async () => {
  const harness = await historyHarness();
  const fromMs = NOW_MS - 10 * DAY_MS;
  const { addedCount, covered, progress } = await synced(harness, fromMs);
  assert.equal(addedCount, 10 * 1_440);
  assert.deepEqual(covered, { fromMs, toMs: NOW_MS });
  // Days that have come together are written together: eight at most.
  const done = progress.map(({ doneMinutes }) => doneMinutes);
  assert.ok(done.length > 1);
  assert.deepEqual(
    done,
    done.toSorted((one, other) => one - other),
  );
  assert.equal(done.at(-1), 10 * 1_440);
  assert.ok(harness.requested.every((window) => window.toMs - window.fromMs <= DAY_MS));
  const loaded = await loadHistory(harness.deps, STILL_TAG, fromMs, NOW_MS);
  assert.ok(loaded.ok && !loaded.value.isMissing.includes(1));
});

test('without a beginning it fetches the last thirty days', async () => {
  const harness = await historyHarness();
  const { covered } = await synced(harness, null);
  assert.deepEqual(covered, { fromMs: NOW_MS - 30 * DAY_MS, toMs: NOW_MS });
});

test('a later sync asks for what came since, and what nobody may have confirmed', async () => {
  const harness = await historyHarness();
  await synced(harness, NOW_MS - DAY_MS);
  harness.requested.length = 0;
  harness.setNowMs(HARNESS_NOW_MS + 3 * MINUTE_MS);
  assert.equal((await synced(harness, null)).addedCount, 3);
  assert.deepEqual(harness.requested, [
    { fromMs: NOW_MS - LIMITS.historySettleMs, toMs: NOW_MS + 3 * MINUTE_MS },
  ]);
});

test('a sync back grows from what is known, so that it has no hole wherever it ends', async () => {
  const harness = await historyHarness();
  await synced(harness, NOW_MS - DAY_MS);
  harness.requested.length = 0;
  const fromMs = NOW_MS - 4 * DAY_MS;
  const { covered } = await synced(harness, fromMs);
  assert.deepEqual(covered, { fromMs, toMs: NOW_MS });
  const starts = harness.requested.map((window) => window.fromMs);
  assert.deepEqual(
    starts,
    starts.toSorted((left, right) => right - left),
  );
  assert.equal(harness.requested[0]?.toMs, NOW_MS - DAY_MS);
});

test('minutes without a candle are missing; the last ones are requested again', async () => {
  const harness = await historyHarness();
  const [old, fresh] = [NOW_MS - 60 * MINUTE_MS, NOW_MS - MINUTE_MS];
  harness.missing.add(old).add(fresh);
  const fromMs = NOW_MS - 2 * 60 * MINUTE_MS;
  const { covered } = await synced(harness, fromMs);
  assert.deepEqual(covered, { fromMs, toMs: fresh });
  harness.missing.delete(fresh);
  await synced(harness, null);
  const bounds = { fromMs: null, toMs: null, gapsMax: 10 };
  const checked = await checkHistory(harness.deps, STILL_TAG, bounds);
  assert.ok(checked.ok);
  assert.deepEqual(checked.value.gaps, [{ fromMs: old, toMs: old + MINUTE_MS }]);
  assert.deepEqual(
    [checked.value.minutesCount, checked.value.missingCount, checked.value.gapsCount],
    [120, 1, 1],
  );
});

test('a quiet market is covered once its last minutes are old enough', async () => {
  const harness = await historyHarness();
  for (let minute = 1; minute <= 20; minute += 1) harness.missing.add(NOW_MS - minute * MINUTE_MS);
  const { covered } = await synced(harness, NOW_MS - 60 * MINUTE_MS);
  assert.equal(covered?.toMs, NOW_MS - 5 * MINUTE_MS);
});

test('a day that fails for now is requested again, until the pauses are used up', async () => {
  const harness = await historyHarness();
  const fromMs = NOW_MS - DAY_MS;
  const pauses: number[] = [];
  harness.isBroken.now = true;
  const pause = async (durationMs: number): Promise<void> => {
    pauses.push(durationMs);
    if (pauses.length === 3) harness.isBroken.now = false;
  };
  const command = { marketTag: STILL_TAG, fromMs, pause };
  const result = await syncHistory(harness.deps, command, () => undefined);
  assert.ok(result.ok);
  assert.equal(result.value.addedCount, 1_440);
  assert.ok(pauses.length >= 3 && pauses.every((durationMs) => durationMs >= 1_000));
  harness.isBroken.now = true;
  harness.setNowMs(HARNESS_NOW_MS + MINUTE_MS);
  const hopeless = { marketTag: STILL_TAG, fromMs: null, pause: async () => undefined };
  await assert.rejects(
    syncHistory(harness.deps, hopeless, () => undefined),
    /it is gone/,
  );
});

test('of several markets one that fails does not end the others', async () => {
  const harness = await historyHarness();
  const tags = ['NONE', STILL_TAG, STILL_TAG];
  const command = { marketTags: tags, fromMs: NOW_MS - DAY_MS };
  const shown: number[] = [];
  const outcomes = await syncHistories(harness.deps, command, ({ doneMinutes }) => {
    shown.push(doneMinutes);
  });
  assert.deepEqual(
    outcomes.map((each) => [each.marketTag, each.kind === 'ended' && each.result.ok]),
    [
      ['NONE', false],
      [STILL_TAG, true],
    ],
  );
  assert.equal(shown.at(-1), 1_440);
  harness.isBroken.now = true;
  harness.setNowMs(HARNESS_NOW_MS + MINUTE_MS);
  const [failed] = await syncHistories(harness.deps, command, () => undefined).then((all) =>
    all.filter(({ kind }) => kind === 'failed'),
  );
  assert.deepEqual(failed, { marketTag: STILL_TAG, kind: 'failed', reason: 'it is gone' });
});

for (const [name, marketTag, fromMs, code] of [
  ['an unknown market', 'NONE', null, 'market_not_found'],
  ['the simulated exchange', 'SIM_BTC_USDT', null, 'nothing_to_fetch'],
  ['the archive', ARCHIVE_TAG, null, 'nothing_to_fetch'],
  ['the future', STILL_TAG, HARNESS_NOW_MS + DAY_MS, 'from_in_future'],
] as const) {
  test(`a sync of ${name} is refused as ${code}`, async () => {
    const { deps } = await historyHarness();
    const result = await syncHistory(deps, { marketTag, fromMs }, () => undefined);
    assert.ok(!result.ok);
    assert.equal(result.rejection.code, code);
  });
}

test('the chore keeps markets current, passes over others, and outlives a failure', async () => {
  const harness = await historyHarness();
  await synced(harness, NOW_MS - DAY_MS);
  harness.setNowMs(HARNESS_NOW_MS + 2 * MINUTE_MS);
  assert.deepEqual(await listSyncedMarkets(harness.deps), [STILL_TAG]);
  const first = await keepHistoriesCurrent(harness.deps, ['SIM_BTC_USDT', STILL_TAG, STILL_TAG]);
  assert.deepEqual(first, { addedCount: 2, failed: [] });
  harness.setNowMs(HARNESS_NOW_MS + 3 * MINUTE_MS);
  harness.isBroken.now = true;
  const broken = await keepHistoriesCurrent(harness.deps, [STILL_TAG, ARCHIVE_TAG]);
  assert.deepEqual(broken.failed, [{ marketTag: STILL_TAG, reason: 'it is gone' }]);
});

test('a market that is far behind comes nearer with each round of the chore', async () => {
  const harness = await historyHarness();
  await synced(harness, NOW_MS - DAY_MS);
  harness.setNowMs(HARNESS_NOW_MS + 5 * DAY_MS);
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1)
    counts.push((await keepHistoriesCurrent(harness.deps, [STILL_TAG])).addedCount);
  assert.deepEqual(counts, [810 + 2 * 1_440, 2 * 1_440 + 630, 0]);
});

test('history is listed: what is stored, then what is computed', async () => {
  const harness = await historyHarness();
  await synced(harness, NOW_MS - DAY_MS);
  const listed = await listHistory(harness.deps);
  assert.deepEqual(listed.slice(0, 2), [
    {
      marketTag: ARCHIVE_TAG,
      exchange: 'archive',
      source: 'stored',
      candleMinutes: 1,
      covered: IMPORTED,
      candlesCount: 4,
      missingCount: 1,
    },
    {
      marketTag: STILL_TAG,
      exchange: 'still',
      source: 'stored',
      candleMinutes: 1,
      covered: { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS },
      candlesCount: 1_440,
      missingCount: 0,
    },
  ]);
  assert.ok(listed.slice(2).every(({ source }) => source === 'computed'));
  assert.ok(listed.some(({ marketTag }) => marketTag === 'SIM_BTC_USDT'));
});

test('a market whose steps were changed is synced anew once its history is deleted', async () => {
  const { deps, requested } = await historyHarness();
  const days = { fromMs: NOW_MS - 2 * DAY_MS, toMs: NOW_MS - DAY_MS };
  const inOtherSteps = { priceStep: decimal('0.1'), amountStep: decimal('0.001') };
  const about = { marketTag: STILL_TAG, candleMinutes: 1, covered: days, market: null } as const;
  const write = { ...about, steps: inOtherSteps, days: [], onDifference: 'refuse' } as const;
  assert.ok((await deps.history.writeHistory(write)).ok);

  const command = { marketTag: STILL_TAG, fromMs: days.fromMs };
  const refused = await syncHistory(deps, command, () => undefined);
  assert.deepEqual(refused, { ok: false, rejection: { code: 'steps_changed' } });
  assert.deepEqual(requested, []);
  const { failed } = await keepHistoriesCurrent(deps, [STILL_TAG]);
  assert.match(failed[0]?.reason ?? '', /steps of "STILL_ETH_USDT" were changed/);

  await deps.history.deleteHistory(STILL_TAG);
  assert.ok((await syncHistory(deps, command, () => undefined)).ok);
  assert.ok((await loadHistory(deps, STILL_TAG, days.fromMs, NOW_MS)).ok);
});

test('where an exchange lists the newest minutes only, no others count as known', async () => {
  const harness = await historyHarness();
  const reachMs = DAY_MS / 2;
  const listed = harness.deps.exchanges.list().map((exchange) => {
    const promises = { ...exchange.promises, candlesReachMs: reachMs };
    return exchange.code === 'still' ? { ...exchange, promises } : exchange;
  });
  const deps = { ...harness.deps, exchanges: exchangeRegistry(listed) };
  const sync = (fromMs: number | null) =>
    syncHistory(deps, { marketTag: STILL_TAG, fromMs }, () => undefined);
  const first = await sync(NOW_MS - 10 * DAY_MS);
  assert.ok(first.ok && first.value.covered !== null);
  const { covered } = first.value;
  assert.ok(covered.fromMs > NOW_MS - reachMs && covered.fromMs <= NOW_MS - reachMs + 120_000);
  assert.equal(covered.toMs, NOW_MS);
  const back = await sync(NOW_MS - 20 * DAY_MS);
  assert.deepEqual(back.ok && back.value.covered, covered);
  const window = await loadHistory(deps, STILL_TAG, NOW_MS - DAY_MS, NOW_MS);
  assert.ok(!window.ok, 'a backtest that begins before has no minutes');
  harness.setNowMs(NOW_MS + 2 * DAY_MS);
  const gone = await sync(null);
  assert.ok(!gone.ok && gone.rejection.code === 'minutes_gone');
  assert.equal(gone.rejection.fromMs, NOW_MS);
});

test('minutes that an exchange may have stopped listing meanwhile are not known', async () => {
  const harness = await historyHarness();
  const reachMs = DAY_MS / 2;
  let tookMs = 0;
  const listed = harness.deps.exchanges.list().map((exchange) => ({
    ...exchange,
    promises: { ...exchange.promises, candlesReachMs: reachMs },
    fetchCandles: async (...request: Parameters<typeof exchange.fetchCandles>) => {
      const candles = await exchange.fetchCandles(...request);
      harness.setNowMs(HARNESS_NOW_MS + tookMs);
      return candles;
    },
  }));
  const deps = { ...harness.deps, exchanges: exchangeRegistry(listed) };
  const command = { marketTag: STILL_TAG, fromMs: NOW_MS - DAY_MS };
  const sync = () => syncHistory(deps, command, () => undefined);
  tookMs = 3 * MINUTE_MS;
  await assert.rejects(sync(), { code: 'unavailable' });
  assert.equal(await deps.history.summarizeHistory(STILL_TAG), null);

  harness.setNowMs(HARNESS_NOW_MS);
  tookMs = MINUTE_MS;
  const { value } = (await sync()) as Extract<Awaited<ReturnType<typeof sync>>, { ok: true }>;
  assert.equal(value.covered?.fromMs, NOW_MS - reachMs + 2 * MINUTE_MS);
});

test('two syncs of different years at once leave no hole that looks quiet', async () => {
  const harness = await historyHarness();
  const { deps } = harness;
  const window = { fromMs: NOW_MS - 400 * DAY_MS, toMs: NOW_MS - 398 * DAY_MS };
  const sync = (command: object) =>
    syncHistory(deps, { marketTag: STILL_TAG, fromMs: null, ...command }, () => undefined);
  const outcomes = await Promise.allSettled([sync(window), sync({})]);
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(failed.length, 1);
  // Whoever tries again fetches what lies between, too.
  assert.ok((await sync(window)).ok);
  const summary = await deps.history.summarizeHistory(STILL_TAG);
  const minutes = ((summary?.covered.toMs ?? 0) - (summary?.covered.fromMs ?? 0)) / MINUTE_MS;
  assert.equal(summary?.candlesCount, minutes);
});
