// History that series of longer intervals need: a bot begins with as much of it as a backtest that
// begins in the same minute, wherever it comes from, and whichever process runs it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { gatheredBacktest, messagesOf } from '#services/live/run/live-parity.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';

const MINUTES = 4;
const BITCOIN = 'SIM_BTC_USDT';
const ETHER = 'SIM_ETH_USDT';
const WITH_ETHER = { settings: { ...UNCHOSEN_SETTINGS, inputs: { Other: ETHER } } };

type World = { readonly harness: BotHarness; readonly changes: Partial<LiveRunDeps> };

/** Each process runs it for a while and ends. */
async function runFor(world: World, bot: Bot, minutes = MINUTES): Promise<void> {
  const { harness } = world;
  for (let tries = 0; !(await isBegun(harness, bot)); tries += 1) {
    assert.ok(tries < 60, 'the bot begins');
    await inProcess(world, async (tick) => {
      await tick();
      harness.passMs(2_500);
      await tick();
    });
  }
  for (let passed = 0; passed < minutes; passed += 2) {
    await inProcess(world, async (tick) => {
      for (let minute = passed; minute < Math.min(passed + 2, minutes); minute += 1) {
        harness.passMs(MINUTE_MS - (harness.sim.nowMs() % MINUTE_MS) + 500);
        await syncAll(world);
        await tick();
      }
    });
  }
}

/** As another process does all the time. */
async function syncAll({ harness, changes }: World): Promise<void> {
  if (changes.candleSources === undefined) return;
  const deps = { ...harness.deps, ...changes, archiveCode: 'archive' };
  for (const marketTag of [BITCOIN, ETHER]) {
    try {
      await syncHistory(deps, { marketTag, fromMs: null }, () => undefined);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

async function inProcess(
  { harness, changes }: World,
  work: (tick: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const runner = harness.runner(changes);
  await work(async () => {
    await runner.renew();
    await runner.tick();
  });
  await runner.close();
}

async function isBegun(harness: BotHarness, { botId }: Bot): Promise<boolean> {
  return (await harness.runs.findRun(botId, 1)) !== null;
}

async function setupOf(harness: BotHarness, { botId }: Bot): Promise<LiveSetup> {
  return readLiveSetup(present(await harness.runs.findRun(botId, 1), 'it has begun'));
}

/** A bot's log beside that of a backtest from its first minute on. */
async function compare(world: World, source: string, changes: Partial<Bot> = {}) {
  const { harness } = world;
  const bot = await harness.start(source, changes);
  await runFor(world, bot);
  const lines = messagesOf(await harness.linesOf(bot));
  const report = await gatheredBacktest(harness, bot, MINUTES, world.changes);
  assert.deepEqual(lines, messagesOf(report.logs));
  return { bot, lines };
}

/** The exchange computes its minutes. */
async function computed(): Promise<World> {
  return { harness: await botHarness(), changes: {} };
}

/** The exchange lists minutes since an instant of each market, and nothing is stored. */
async function listed(
  sinceMs: Readonly<Record<string, number>> = {},
  deny: (callsCount: number) => boolean = () => false,
): Promise<World> {
  const harness = await botHarness();
  const { exchange } = harness.sim;
  let callsCount = 0;
  const listing: Exchange = {
    ...exchange,
    code: 'sim',
    async fetchCandles(marketTag, fromMs, toMs) {
      callsCount += 1;
      if (deny(callsCount)) throw new Failure('rate_limited', 'too many requests');
      const candles = await exchange.fetchCandles(marketTag, fromMs, toMs);
      return candles.filter(({ openTimeMs }) => openTimeMs >= (sinceMs[marketTag] ?? 0));
    },
  };
  return { harness, changes: { exchanges: exchangeRegistry([listing]), candleSources: [] } };
}

const READS = {
  'an average of the hour': 'Log(EMA(ClosePrices(60), 200))',
  'an average of the hour, of closed bars': 'Log(EMA(ClosePrices(60, true), 200))',
  'averages of several intervals': `
    Log(EMA(ClosePrices(5), 200) .. ' ' .. EMA(ClosePrices(60), 200) .. ' ' ..
      SMA(ClosePrices(240), 60))`,
  'an average of days': 'Log(SMA(ClosePrices(1440), 50))',
  'an average that is computed at each hour': `
    local slow = OptimizedForInterval(60, function() return EMA(ClosePrices(60), 200) end)
    Log(slow)`,
  'a look-back of a look-back': 'Log(SMA(RSI(ClosePrices(60), 30), 100)[20])',
  'an average that is read where another one has a value': `
    if SMA(ClosePrices(60), 50) > 0 then Log(EMA(ClosePrices(240), 100)) end`,
  'two markets': `
    local other = InputMarket('Other', PriceMarket())
    Log(EMA(ClosePrices(60, false, other), 200) .. ' ' .. EMA(ClosePrices(), 400))`,
};

suite('a bot reads what a backtest reads that begins in the same minute', () => {
  for (const [what, source] of Object.entries(READS))
    test(what, async () => {
      const { lines } = await compare(await computed(), source, WITH_ETHER);
      assert.equal(lines.length, MINUTES);
      assert.ok(
        lines.every((line) => line.length > 10),
        lines.join('\n'),
      );
    });
});

const PINE_HEAD = '//@version=6\nindicator("x")\n';

const PINE = {
  'an average of 200 hours': 'x = request.security("", "60", ta.ema(close, 200))',
  'an average of 200 days': 'x = request.security("", "D", ta.ema(close, 200))',
  'several values of a call': `
[a, b] = request.security("", "240", [ta.ema(close, 20), ta.rma(close, 90)])
x = a + b`,
  'another market, with the bar that has not closed':
    'x = request.security("ETHUSDT", "60", ta.sma(close, 60), lookahead = barmerge.lookahead_on)',
};

suite('a bot reads of other timeframes in Pine what a backtest reads', () => {
  for (const [what, source] of Object.entries(PINE))
    test(what, async () => {
      const text = `${PINE_HEAD}${source}\nlog.info("=" + str.tostring(x))`;
      const { lines } = await compare(await computed(), text);
      const values = lines.filter((line) => line.startsWith('='));
      assert.equal(values.length, MINUTES);
      assert.ok(!lines.join(' ').includes('NaN'), lines.join('\n'));
    });

  test('what no history suffices for is said', async () => {
    const world = await listed({ [BITCOIN]: BEGIN_MS - 5 * DAY_MS });
    const text = `${PINE_HEAD}${PINE['an average of 200 hours']}\nlog.info(str.tostring(x))`;
    const bot = await world.harness.start(text);
    await runFor(world, bot);
    const [line] = messagesOf(await world.harness.linesOf(bot));
    assert.match(line ?? '', /^request.security: timeframe "60" has no value yet: \d+ bars/);
  });
});

const HOURLY = READS['an average of the hour'];
const TWO_MARKETS = `
  Log(EMA(ClosePrices(60), 200))
  Log(SMA(ClosePrices(60, false, InputMarket('Other', PriceMarket())), 100))`;
const BEGIN_MS = Date.UTC(2025, 2, 3);

suite('with history that its exchange lists', () => {
  test('it waits for what its series need', async () => {
    const { lines } = await compare(await listed(), HOURLY);
    assert.ok(lines.length === MINUTES && lines.every((line) => line.length > 10));
  });

  test('processes that end while it is fetched change nothing', async () => {
    const whole = await listed();
    const broken = await listed({}, (count) => count % 3 === 0);
    const setups = [];
    for (const world of [whole, broken]) {
      const bot = await world.harness.start(HOURLY);
      await runFor(world, bot);
      const { startMs, firstRow } = await setupOf(world.harness, bot);
      setups.push([startMs, firstRow]);
    }
    assert.deepEqual(setups[0], setups[1]);
  });

  test('of a market that is too young, its log says until when a series is empty', async () => {
    const sinceMs = BEGIN_MS - 2 * DAY_MS;
    const world = await listed({ [BITCOIN]: sinceMs });
    const bot = await world.harness.start(HOURLY);
    await runFor(world, bot);
    const [line, ...others] = messagesOf(await world.harness.linesOf(bot));
    const until = formatInstant(sinceMs + 199 * HOUR_MS + MINUTE_MS);
    assert.match(line ?? '', /^EMA\(200\) of 1 hour is empty until /);
    assert.ok(line?.includes(until) === true, line ?? 'nothing');
    assert.equal(others.length, MINUTES);
  });

  test('what another market lacks is no loss of the one that it trades', async () => {
    const sinceMs = { [ETHER]: BEGIN_MS - 10 * DAY_MS };
    const world = await listed(sinceMs);
    const { lines, bot } = await compare(world, TWO_MARKETS, WITH_ETHER);
    assert.equal(lines.length, 2 * MINUTES);
    const { startMs } = await setupOf(world.harness, bot);
    assert.ok(startMs < (sinceMs[ETHER] ?? 0));
  });

  test('nor where nobody can fetch what is not stored', async () => {
    const { harness, changes } = await listed();
    const deps = { ...harness.deps, ...changes };
    const days = { [BITCOIN]: 40, [ETHER]: 10 };
    for (const [marketTag, count] of Object.entries(days)) {
      const fromMs = BEGIN_MS - count * DAY_MS;
      await syncHistory(deps, { marketTag, fromMs }, () => undefined);
    }
    const world = { harness, changes: { ...changes, archiveCode: 'sim' } };
    const { lines, bot } = await compare(world, TWO_MARKETS, WITH_ETHER);
    assert.equal(lines.length, 2 * MINUTES);
    const { startMs, laterMarkets } = await setupOf(harness, bot);
    assert.deepEqual(laterMarkets, [[ETHER, BEGIN_MS - 10 * DAY_MS]]);
    assert.ok(startMs < BEGIN_MS - 10 * DAY_MS);
  });
});
