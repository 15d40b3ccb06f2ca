// A backtest of a file: its window when none, or half of one, is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { backtestHarness, SOURCE } from '#services/backtests/backtest-harness.fixture.ts';
import type { LocalBacktest } from '#services/backtests/gather-local-input.ts';
import { gatherLocalInput } from '#services/backtests/gather-local-input.ts';
import {
  HARNESS_NOW_MS,
  historyHarness,
  STILL_TAG,
} from '#services/history/history-harness.fixture.ts';
import type { SyncProgress } from '#services/history/sync-history.ts';
import { importText } from '#services/history/import-text.fixture.ts';

const WISH: LocalBacktest = {
  script: { name: 'a script', source: SOURCE },
  libraries: [],
  marketTag: 'SIM_BTC_USDT',
  intervalMinutes: 60,
  startMs: null,
  endMs: null,
  wallet: [],
  choices: NO_CHOICES,
  warmUp: { minutes: 30_000, canGrow: true },
};

async function gather(changes: Partial<LocalBacktest>) {
  const { deps } = await backtestHarness();
  return { gathered: await gatherLocalInput(deps, { ...WISH, ...changes }), deps };
}

test('without bounds it is the last 30 days of minutes that are computed', async () => {
  const { gathered, deps } = await gather({});
  assert.ok(gathered.ok);
  const { startMs, endMs } = gathered.value.input;
  assert.equal(endMs, minuteStartMs(deps.clock.nowMs()));
  assert.equal(startMs, endMs - 30 * DAY_MS);
});

test('with an end alone it is the 30 days before it, as far as history reaches', async () => {
  const endMs = Date.UTC(2020, 0, 11);
  const { gathered } = await gather({ endMs });
  assert.equal(gathered.ok && gathered.value.input.startMs, Date.UTC(2020, 0, 1));
});

test('it asks for more history where there may be some, and can be given', async () => {
  const startMs = Date.UTC(2024, 0, 1);
  const asks = async (changes: Partial<LocalBacktest>): Promise<unknown> => {
    const { gathered } = await gather({ startMs, endMs: startMs + DAY_MS, ...changes });
    return gathered.ok && gathered.value.input.asksForHistory;
  };
  assert.equal(await asks({}), true);
  assert.equal(await asks({ warmUp: { minutes: 30_000, canGrow: false } }), undefined);
  const firstMs = Date.UTC(2020, 0, 1);
  const early = { startMs: firstMs + 30 * DAY_MS, endMs: firstMs + 31 * DAY_MS };
  assert.equal(await asks(early), true);
  const longest = { minutes: 9_999_999, canGrow: true };
  assert.equal(await asks({ ...early, warmUp: longest }), undefined);
  assert.equal(await asks({ startMs: firstMs, endMs: firstMs + DAY_MS }), undefined);
});

test('missing minutes are fetched first, with progress, and only those of the window', async () => {
  const harness = await historyHarness();
  const deps = { ...harness.deps, futuresTerms: [] };
  const startMs = minuteStartMs(HARNESS_NOW_MS) - 10 * DAY_MS;
  const endMs = startMs + 2 * DAY_MS;
  const wish = { ...WISH, marketTag: STILL_TAG, startMs, endMs };
  const shown: number[] = [];
  const fetching = {
    onProgress: ({ doneMinutes, totalMinutes }: SyncProgress) =>
      void shown.push(doneMinutes / totalMinutes),
  };
  const gathered = await gatherLocalInput(deps, wish, fetching);
  assert.ok(gathered.ok);
  assert.equal(gathered.value.input.markets[0]?.candles.isMissing.includes(1), false);
  assert.ok(shown.length > 2 && shown.at(-1) === 1);
  const warmUpMs = WISH.warmUp.minutes * MINUTE_MS;
  const { requested } = harness;
  assert.equal(Math.min(...requested.map(({ fromMs }) => fromMs)), startMs - warmUpMs);
  assert.equal(Math.max(...requested.map(({ toMs }) => toMs)), endMs);
  requested.length = 0;
  assert.ok((await gatherLocalInput(deps, wish)).ok);
  assert.deepEqual(requested, [], 'what is known is not requested again');
  harness.isBroken.now = true;
  const later = { ...wish, endMs: endMs + DAY_MS };
  const missing = await gatherLocalInput(deps, later);
  assert.match(missing.ok ? '' : missing.rejection.detail, /not over all the window/);
  harness.isBroken.now = false;
  assert.ok((await gatherLocalInput(deps, later)).ok);
  const settledMs = endMs - LIMITS.historySettleMs;
  assert.ok(requested.every(({ fromMs }) => fromMs >= settledMs));
});

for (const [changes, about, detail] of [
  [{ startMs: 2, endMs: 1 }, 'window', 'The window ends before it begins.'],
  [{ startMs: 60_000, endMs: 60_000 }, 'window', 'The window ends before it begins.'],
  [{ startMs: 60_000, endMs: 60_001 }, 'window', 'The window has no whole minute.'],
  [{ startMs: 0, endMs: 60_000 }, 'window', null],
  [{ intervalMinutes: 7 }, 'interval', null],
  [{ marketTag: 'NONE' }, 'market', 'There is no market "NONE".'],
] as const) {
  test(`${JSON.stringify(changes)} is refused for its ${about}`, async () => {
    const { gathered } = await gather(changes);
    assert.equal(!gathered.ok && gathered.rejection.about, about);
    if (detail !== null) assert.equal(!gathered.ok && gathered.rejection.detail, detail);
  });
}

test('without bounds it is all that is stored, and refused where nothing can be', async () => {
  const { deps, setNowMs } = await historyHarness();
  setNowMs(Date.UTC(2025, 2, 3));
  const openMs = Date.UTC(2024, 11, 1);
  const rows = Array.from({ length: 40 }, (_, day) => `${openMs / 1_000 + day * 86_400},9,9,9,9,9`);
  const imported = await importText(deps, `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  assert.ok(imported.ok);
  const local = { ...deps, futuresTerms: [] };
  const daily = { ...WISH, marketTag: 'ARCHIVE_ETH_USDT', intervalMinutes: 1_440 };
  const whole = await gatherLocalInput(local, daily);
  assert.ok(whole.ok);
  assert.equal(whole.value.input.startMs, openMs);
  const none = await gatherLocalInput(local, { ...WISH, marketTag: STILL_TAG });
  assert.equal(!none.ok && none.rejection.about, 'market');
  assert.match(none.ok ? '' : none.rejection.detail, /has no price history/);
  const { history } = deps;
  const steps = { priceStep: '9', amountStep: '9' };
  const summarizeHistory: typeof history.summarizeHistory = async (tag) => {
    const stored = await history.summarizeHistory(tag);
    return stored === null ? null : ({ ...stored, steps } as unknown as typeof stored);
  };
  const otherSteps = { ...local, history: { ...history, summarizeHistory } };
  const changed = await gatherLocalInput(otherSteps, daily);
  assert.equal(!changed.ok && changed.rejection.about, 'market');
  assert.match(changed.ok ? '' : changed.rejection.detail, /has other steps now/);
});

for (const [marketTag, amount] of [
  ['SIM_BTC_USDT', '100'],
  ['SIM_BTC_USDT_PERP', '500'],
] as const) {
  test(`an unscripted trade on ${marketTag} is worth ${amount} unless stated otherwise`, async () => {
    const endMs = Date.UTC(2024, 1, 1);
    const { gathered } = await gather({ marketTag, startMs: Date.UTC(2024, 0, 31), endMs });
    assert.ok(gathered.ok);
    assert.equal(formatDecimal(gathered.value.input.settings.tradeAmountQuote), amount);
  });
}

test('a chart of longer candles is a multiple of them', async () => {
  const { deps } = await historyHarness();
  const openMs = Date.UTC(2025, 0, 31);
  const rows = Array.from(
    { length: 96 },
    (_, place) => `${openMs / 1_000 + place * 900},9,9,9,9,9`,
  );
  const text = `time,open,high,low,close,volume\n${rows.join('\n')}\n`;
  const imported = await importText(deps, text);
  assert.ok(imported.ok);
  const wish = { ...WISH, marketTag: 'ARCHIVE_ETH_USDT' };
  const local = { ...deps, futuresTerms: [] };
  const short = await gatherLocalInput(local, { ...wish, intervalMinutes: 5 });
  assert.equal(!short.ok && short.rejection.about, 'interval');
  assert.match(short.ok ? '' : short.rejection.detail, /chart of 5 minutes is not possible/);
  const hourly = await gatherLocalInput(local, wish);
  assert.equal(hourly.ok && hourly.value.input.markets[0]?.candleMinutes, 15);
});

test('markets that a Pine script names by their symbols, as far as there are minutes', async () => {
  const startMs = Date.UTC(2020, 0, 1);
  const marketsOf = async (body: string, choices = NO_CHOICES): Promise<unknown> => {
    const script = { name: 'a script', source: `//@version=6\nindicator("x")\n${body}` };
    const bounds = { startMs, endMs: startMs + DAY_MS };
    const { gathered } = await gather({ ...bounds, choices, script });
    return gathered.ok && gathered.value.input.markets.map(({ market }) => market.marketTag);
  };
  const own = ['SIM_BTC_USDT'];
  assert.deepEqual(await marketsOf('plot(close, "ETHUSDT")'), own);
  assert.deepEqual(await marketsOf('plot(request.security("SIM:BTCUSDT", "60", close))'), own);
  assert.deepEqual(await marketsOf('plot(request.security("NASDAQ:AAPL", "60", close))'), own);
  assert.deepEqual(await marketsOf('plot(request.security("CHART:ETHUSDT", "60", close))'), [
    'SIM_BTC_USDT',
    'SIM_ETH_USDT',
  ]);
  const requested = 's = input.symbol("", "S")\nplot(request.security(s, "60", close))';
  const inputs = [['S', 'CHART:ETHUSDT']] as const;
  assert.deepEqual(await marketsOf(requested, { ...NO_CHOICES, inputs }), [
    'SIM_BTC_USDT',
    'SIM_ETH_USDT',
  ]);
});

const PINE = { name: 'a script', source: '//@version=6\nstrategy("x")\n' };
const HELD = [{ currency: 'USDT', amount: decimal('7') }];

for (const [title, changes, toppedUp, isUsual] of [
  ['a script without a wallet gets play money', {}, true, undefined],
  ['a script with too small a wallet gets some beside it', { wallet: HELD }, true, undefined],
  ['a script of Pine without one gets what it declares', { script: PINE }, false, true],
  ['a script of Pine with one has that', { script: PINE, wallet: HELD }, true, undefined],
] as const)
  test(title, async () => {
    const endMs = Date.UTC(2024, 1, 1);
    const { gathered } = await gather({ ...changes, startMs: endMs - DAY_MS, endMs });
    assert.ok(gathered.ok);
    const { input, topUps } = gathered.value;
    assert.deepEqual([topUps.length > 0, input.hasUsualWallet], [toppedUp, isUsual]);
    const own = 'wallet' in changes ? 7 : 0;
    const amounts = input.wallet.map(({ amount }) => Number(formatDecimal(amount)));
    const added = topUps.map(({ amount }) => Number(formatDecimal(amount)) + own);
    assert.deepEqual(amounts, added);
  });

test('of data series the points are given that are known by the end of the window', async () => {
  const endMs = Date.UTC(2024, 1, 1);
  const atMs = Float64Array.of(endMs - DAY_MS, endMs, endMs + 1);
  const series = { name: 'mood', atMs, values: Float64Array.of(1, 2, 3) };
  const bounds = { startMs: endMs - DAY_MS, endMs };
  const given = async (changes: Partial<LocalBacktest>) => {
    const { gathered } = await gather({ ...bounds, ...changes });
    assert.ok(gathered.ok);
    return gathered.value.input.dataSeries?.map(({ name, values }) => [name, ...values]);
  };
  assert.deepEqual(await given({ dataSeries: [series] }), [['mood', 1, 2]]);
  assert.equal(await given({ dataSeries: [] }), undefined);
  assert.equal(await given({}), undefined);
});
