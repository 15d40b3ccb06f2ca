// The job of a backtest: what it computes from, and how each ending is written down.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { endOfColumns } from '#domain/candle/candle-columns.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { frozenToText } from '#services/backtests/frozen-run.ts';
import { figuresFromText } from '#services/backtests/backtest-result.ts';
import {
  backtestHarness,
  FUTURES_TAG,
  SOURCE,
} from '#services/backtests/backtest-harness.fixture.ts';

const DONE = { kind: 'done' };

suite('a run is computed from', () => {
  test('the script, the wallet, and minutes from a day with 500 bars before on', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue({}, { inputs: [['Length', 20]] });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const [input] = harness.inputs;
    assert(input !== undefined);
    assert.deepEqual(input.script, { name: 'a script', source: SOURCE });
    assert.deepEqual(input.inputs, { Length: 20 });
    assert.ok(input.wallet.some(({ currency }) => currency === 'USDT'));
    const [market] = input.markets;
    assert.equal(market?.tiers, null);
    const barsBeforeMs = backtest.startMs - 500 * 5 * MINUTE_MS;
    assert.equal(market?.candles.firstOpenMs, barsBeforeMs - (barsBeforeMs % DAY_MS));
    assert.equal(market && endOfColumns(market.candles), backtest.endMs);
    assert.equal(input.settings.rules, 'realistic');
    assert.equal(formatDecimal(input.settings.tradeAmountQuote), '100');
  });

  test('a strategy and its settings, by the engine that scripts run on', async () => {
    const harness = await backtestHarness();
    harness.runWith((input) => runBacktest(input, () => true));
    const config = {
      market_tag: 'SIM_BTC_USDT',
      base_order_size: '50',
      averaging_order_size: '50',
    };
    const strategy = { type: 'spot_dollar_cost_averaging', config } as const;
    const backtest = await harness.queue({ scriptId: null, strategy, intervalMinutes: 1 });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.deepEqual(harness.inputs[0]?.strategy, strategy);
    const progress = await harness.progressOf(backtest);
    assert.equal(progress?.state, 'finished');
    const figures = figuresFromText(progress.figures);
    assert.ok(figures.ordersFilled > 0);
    const stored = await harness.backtests.findBacktest(backtest.userId, backtest.backtestId);
    assert.equal(stored?.stage.phase, 'executing');
  });

  test('the data series that its script names, as they were when it was requested', async () => {
    const harness = await backtestHarness();
    const { store } = harness;
    const source = "Log(DataSeries('mood')[1].Value)";
    const backtest = await harness.queue();
    const { userId, scriptId, startMs, endMs, queuedAtMs } = backtest;
    assert(scriptId !== null);
    const check = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
    await store.replaceSource(userId, scriptId, source, check, 1);
    const add = (name: string, atMs: number, recordedAtMs: number) =>
      store.addDataPoints(
        {
          userId,
          name,
          points: { atMs: Float64Array.of(atMs), values: Float64Array.of(1) },
          recordedAtMs,
        },
        { seriesMax: 9, pointsMax: 9 },
      );
    await add('mood', startMs, queuedAtMs);
    await add('mood', endMs + 1, queuedAtMs);
    await add('mood', startMs + 1, queuedAtMs + 1);
    await add('other', startMs, queuedAtMs);
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const known = harness.inputs[0]?.dataSeries?.map(({ name, atMs }) => [name, [...atMs]]);
    assert.deepEqual(known, [['mood', [startMs]]]);
  });

  test('fewer bars where history begins later', async () => {
    const harness = await backtestHarness();
    const startMs = Date.UTC(2020, 0, 1, 1);
    const backtest = await harness.queue({ startMs, endMs: startMs + 60 * MINUTE_MS });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal(harness.inputs[0]?.markets[0]?.candles.firstOpenMs, Date.UTC(2020, 0, 1));
  });

  test('more history where a look-back of the script reaches further', async () => {
    const harness = await backtestHarness();
    const script = { name: 'far', source: 'local slow = SMA(ClosePrices(1440), 30)' };
    harness.runWith((input) => runBacktest({ ...input, script }, () => true));
    const backtest = await harness.queue();
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const begins = harness.inputs.map((input) => input.markets[0]?.candles.firstOpenMs ?? 0);
    assert.ok(
      begins.length > 1 && (begins.at(-1) ?? 0) <= backtest.startMs - 30 * 1_440 * MINUTE_MS,
    );
    const progress = await harness.progressOf(backtest);
    assert.equal(progress?.state, 'finished');
    const { warmUp } = figuresFromText(progress.figures);
    assert.equal(warmUp?.firstUpdateMs, backtest.startMs + MINUTE_MS);
    assert.equal(warmUp?.isSufficient, true);
  });

  test('the window alone where it is to begin cold', async () => {
    const harness = await backtestHarness();
    const script = { name: 'far', source: 'local slow = SMA(ClosePrices(1440), 30)' };
    harness.runWith((input) => runBacktest({ ...input, script }, () => true));
    const backtest = await harness.queue({}, { startsCold: true });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal(harness.inputs.length, 1);
    const progress = await harness.progressOf(backtest);
    assert.equal(progress?.state, 'finished');
    assert.equal(figuresFromText(progress.figures).warmUp?.isSufficient, false);
  });

  test('what there is, later, where history begins inside the window', async () => {
    const harness = await backtestHarness();
    const script = { name: 'far', source: 'local slow = SMA(ClosePrices(5), 30)' };
    harness.runWith((input) => runBacktest({ ...input, script }, () => true));
    const startMs = Date.UTC(2020, 0, 1);
    const backtest = await harness.queue({ startMs, endMs: startMs + 300 * MINUTE_MS });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert.equal(progress?.state, 'finished');
    const { warmUp } = figuresFromText(progress.figures);
    assert.equal(warmUp?.firstUpdateMs, startMs + (29 * 5 + 1) * MINUTE_MS);
  });

  test('terms of futures: tiers, liquidation fee, funding every eight hours', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue({
      accountId: harness.futures.accountId,
      marketTag: FUTURES_TAG,
    });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const market = harness.inputs[0]?.markets[0];
    assert.ok((market?.tiers?.length ?? 0) > 1);
    assert.ok((market?.liquidationFeePercent ?? 0n) > 0n);
    assert.equal(market?.funding.length, 3);
  });

  test('a market as open as it was then, whatever it is now', async () => {
    const harness = await backtestHarness();
    const marketTag = 'SIM_EOS_USDT';
    const [exchange] = harness.deps.exchanges.list();
    const markets = (await exchange?.listMarkets()) ?? [];
    assert.equal(markets.find((market) => market.marketTag === marketTag)?.isOpen, false);
    const backtest = await harness.queue({ marketTag });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal(harness.inputs[0]?.markets[0]?.market.isOpen, true);
  });

  test('other markets that an input names', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue({}, { inputs: [['Other', 'SIM_ETH_USDT']] });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.deepEqual(
      harness.inputs[0]?.markets.map(({ market }) => market.marketTag),
      ['SIM_BTC_USDT', 'SIM_ETH_USDT'],
    );
  });

  test('play money, noted in the result, when the wallet cannot pay for one trade', async () => {
    const harness = await backtestHarness();
    const tradeAmountQuote = decimal('999999999');
    const backtest = await harness.queue({}, { tradeAmountQuote });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'finished');
    const topUps = figuresFromText(progress.figures).topUps;
    assert.deepEqual(topUps, [{ currency: 'USDT', amount: decimal('100000') }]);
  });
});

suite('a Pine strategy begins with', () => {
  const pineRun = async (rules: 'tradingview' | 'realistic', declared: string) => {
    const harness = await backtestHarness();
    harness.runWith((input) => runBacktest(input, () => true));
    const source = `//@version=6\nstrategy("x"${declared})\nstrategy.entry("L", strategy.long)\n`;
    const wallet = [{ currency: 'USDT', amount: decimal('50') }];
    const frozen = frozenToText({ script: { name: 'x', source }, libraries: [], wallet });
    const backtest = await harness.queue({ frozen }, { rules });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'finished');
    return figuresFromText(progress.figures);
  };

  // Pine manual, strategy(): "initial_capital ... Optional. The default is 1000000." and
  // default_qty_value: "Optional. The default is 1."
  test('what it declares, whatever the account holds, so that its usual size fills', async () => {
    const { startEquity, ordersFilled, settingsUsed, topUps } = await pineRun('tradingview', '');
    assert.equal(formatDecimal(startEquity ?? ZERO), '1000000');
    assert.equal(ordersFilled, 1);
    assert.deepEqual(topUps, []);
    const capital = settingsUsed?.find(({ name }) => name === 'initial_capital');
    assert.equal(capital?.value, '1000000');
    const declared = await pineRun('tradingview', ', initial_capital = 250000');
    assert.equal(formatDecimal(declared.startEquity ?? ZERO), '250000');
  });

  test("the account's wallet under rules of an exchange", async () => {
    const { startEquity, settingsUsed } = await pineRun('realistic', ', initial_capital = 250000');
    assert.equal(formatDecimal(startEquity ?? ZERO), '50');
    assert.equal(settingsUsed, undefined);
  });
});

suite('a run that ends', () => {
  test('well is finished, with its lists', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue();
    await harness.attempt(backtest);
    assert.equal((await harness.progressOf(backtest))?.state, 'finished');
    const { userId, backtestId } = backtest;
    const read = await harness.backtests.readItems(userId, backtestId, 'positions', 0, 10);
    assert.equal(read?.length, 2);
  });

  test('in the script fails with message and line', async () => {
    const harness = await backtestHarness();
    harness.runWith(() => rejected({ kind: 'script_error', message: 'no such thing', line: 3 }));
    const backtest = await harness.queue();
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'failed');
    assert.deepEqual(progress.reason, { message: 'no such thing', line: 3 });
  });

  test('because it was asked to writes nothing, and is tried again', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue();
    const ending = await harness.attempt(backtest, {}, AbortSignal.abort());
    assert.deepEqual(ending, { kind: 'again', delayMs: 0 });
    assert.deepEqual(await harness.progressOf(backtest), { state: 'queued' });
  });

  test('with its process three times fails with that reason', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue();
    assert.deepEqual(await harness.attempt(backtest, { lostCount: 3 }), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'failed');
    assert.match(progress.reason.message, /process that ran it ended, 3 times/);
    assert.equal(harness.inputs.length, 0);
  });
});

suite('what is not there', () => {
  test('an unknown script fails at once', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue({ scriptId: 'scr_none' });
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'failed');
    assert.equal(progress.reason.message, 'There is no script "scr_none".');
  });

  for (const [name, startMs, endMs] of [
    ['before all history', Date.UTC(2019, 0, 1), Date.UTC(2019, 0, 2)],
    ['that begins before all history', Date.UTC(2019, 11, 31), Date.UTC(2020, 0, 2)],
    ['that ends in the future', Date.UTC(2025, 0, 1), Date.UTC(2100, 0, 1)],
    ['in the future', Date.UTC(2099, 0, 1), Date.UTC(2100, 0, 1)],
  ] as const) {
    test(`a window ${name} fails at once, with what there is`, async () => {
      const harness = await backtestHarness();
      const backtest = await harness.queue({ startMs, endMs });
      assert.deepEqual(await harness.attempt(backtest), DONE);
      const progress = await harness.progressOf(backtest);
      assert(progress?.state === 'failed');
      assert.match(progress.reason.message, /reaches from 2020-01-01/);
    });
  }

  test('a window that ends in a moment is waited for', async () => {
    const harness = await backtestHarness();
    const nowMs = harness.deps.clock.nowMs();
    const backtest = await harness.queue({ startMs: nowMs - DAY_MS, endMs: nowMs + MINUTE_MS });
    const ending = await harness.attempt(backtest);
    assert.deepEqual(ending, { kind: 'again', delayMs: LIMITS.backtestHistoryRetryMs });
    assert.deepEqual(await harness.progressOf(backtest), { state: 'queued' });
    harness.setNowMs(nowMs + MINUTE_MS);
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal((await harness.progressOf(backtest))?.state, 'finished');
  });

  test('history that an exchange has is fetched before the run', async () => {
    const harness = await backtestHarness({ candleSources: [] });
    const backtest = await harness.queue();
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal(harness.inputs[0]?.markets[0]?.candles.isMissing.includes(1), false);
  });

  test('so are minutes before the window where the window is stored', async () => {
    const harness = await backtestHarness({ candleSources: [] });
    const backtest = await harness.queue();
    const { marketTag, startMs: fromMs, endMs: toMs } = backtest;
    await syncHistory(harness.deps, { marketTag, fromMs, toMs }, () => undefined);
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const firstOpenMs = harness.inputs[0]?.markets[0]?.candles.firstOpenMs ?? Infinity;
    assert.ok(firstOpenMs <= fromMs - LIMITS.backtestWarmUpBars * MINUTE_MS);
  });

  test('history of an exchange that does not respond is waited for, then it fails', async () => {
    const { deps } = await backtestHarness();
    const fetchCandles = async (): Promise<never> => {
      throw new Failure('unavailable', 'the exchange is down');
    };
    const silent = deps.exchanges.list().map((exchange) => ({ ...exchange, fetchCandles }));
    const exchanges = exchangeRegistry(silent);
    const harness = await backtestHarness({ candleSources: [], exchanges });
    const backtest = await harness.queue();
    const ending = await harness.attempt(backtest);
    assert.deepEqual(ending, { kind: 'again', delayMs: LIMITS.backtestHistoryRetryMs });
    assert.deepEqual(await harness.progressOf(backtest), { state: 'queued' });
    harness.setNowMs(backtest.queuedAtMs + LIMITS.backtestHistoryPatienceMs);
    assert.deepEqual(await harness.attempt(backtest), DONE);
    const progress = await harness.progressOf(backtest);
    assert(progress?.state === 'failed');
    assert.match(
      progress.reason.message,
      /has no price history in this window\. It was .* exchange: the exchange is down/,
    );
  });

  test('history that takes longer than the patience is fetched while there is more', async () => {
    const harness = await backtestHarness({ candleSources: [] });
    let callsCount = 0;
    const slow = harness.deps.exchanges.list().map((exchange) => ({
      ...exchange,
      fetchCandles: async (...window: Parameters<typeof exchange.fetchCandles>) => {
        callsCount += 1;
        if (callsCount % 3 === 0) throw new Failure('rate_limited', 'the budget is used up');
        return exchange.fetchCandles(...window);
      },
    }));
    Object.assign(harness.deps, { exchanges: exchangeRegistry(slow) });
    const backtest = await harness.queue();
    harness.setNowMs(backtest.queuedAtMs + LIMITS.backtestHistoryPatienceMs);
    const endings = [await harness.attempt(backtest)];
    while (endings.at(-1)?.kind === 'again') endings.push(await harness.attempt(backtest));
    assert(endings.length > 1);
    assert.equal((await harness.progressOf(backtest))?.state, 'finished');
  });

  test('a process that closes while it fetches leaves the backtest to another', async () => {
    const { deps } = await backtestHarness();
    const closing = new AbortController();
    const exchanges = deps.exchanges.list().map((exchange) => ({
      ...exchange,
      fetchCandles: async (...window: Parameters<typeof exchange.fetchCandles>) => {
        closing.abort();
        return exchange.fetchCandles(...window);
      },
    }));
    const harness = await backtestHarness({
      candleSources: [],
      exchanges: exchangeRegistry(exchanges),
    });
    const backtest = await harness.queue();
    harness.setNowMs(backtest.queuedAtMs + LIMITS.backtestHistoryPatienceMs);
    const ending = await harness.attempt(backtest, {}, closing.signal);
    assert.equal(ending.kind, 'again');
    assert.deepEqual(await harness.progressOf(backtest), { state: 'queued' });
  });

  test('history that only an import brings is not waited for', async () => {
    const harness = await backtestHarness({ candleSources: [], archiveCode: 'sim' });
    const backtest = await harness.queue();
    assert.deepEqual(await harness.attempt(backtest), DONE);
    assert.equal((await harness.progressOf(backtest))?.state, 'failed');
  });

  test('a backtest that was deleted is nothing to do', async () => {
    const harness = await backtestHarness();
    const backtest = await harness.queue();
    const other = await harness.queue();
    await harness.backtests.deleteBacktest(backtest.userId, backtest.backtestId);
    const ending = await harness.attempt(other, { jobId: backtest.backtestId });
    assert.deepEqual(ending, DONE);
    assert.equal(harness.inputs.length, 0);
  });
});
