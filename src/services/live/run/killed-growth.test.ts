// A process that is killed at any call while history is fetched for a bot that begins: the next one
// goes on with what is stored, and the bot's values are those of a backtest from its first minute.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { mortalDeps } from '#services/live/orders/mortal-deps.fixture.ts';
import { gatheredBacktest, messagesOf } from '#services/live/run/live-parity.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';

const MARKET = 'SIM_BTC_USDT';
const MINUTES = 2;
/** Longer than the lease of a process that died. */
const DOWN_MS = 20_000;
const KILLS_MAX = 60;
/** What fetches history and begins a run with it. */
const COUNTED = new Set(['fetchCandles', 'writeHistory', 'insertRun', 'commitSteps']);

const SCRIPTS = {
  'an average of 200 hours': "Log('=' .. EMA(ClosePrices(60), 200))",
  'an average of 200 hours in Pine': `//@version=6
indicator("x")
average = request.security("", "60", ta.ema(close, 200))
log.info("=" + str.tostring(average) + " " + str.tostring(time))`,
};

async function isBegun({ runs }: BotHarness, { botId }: Bot): Promise<boolean> {
  return (await runs.findRun(botId, 1)) !== null;
}

/** Ticks of one process until the bot has run for so many minutes. */
async function live(harness: BotHarness, deps: LiveRunDeps, bot: Bot): Promise<void> {
  const runner = harness.runner(deps);
  for (let tries = 0; !(await isBegun(harness, bot)); tries += 1) {
    assert.ok(tries < 60, 'the bot begins');
    await runner.renew();
    await runner.tick();
    harness.passMs(2_500);
  }
  for (let passed = 0; passed < MINUTES; passed += 1) {
    harness.passMs(MINUTE_MS - (harness.sim.nowMs() % MINUTE_MS) + 500);
    await syncHistory(deps, { marketTag: MARKET, fromMs: null }, () => undefined);
    await runner.renew();
    await runner.tick();
  }
  await runner.close();
}

/** Null: the first process came to its end before so many calls. */
async function lifeOf(source: string, callsMax: number) {
  const harness = await botHarness();
  const exchange: Exchange = { ...harness.sim.exchange, code: 'sim' };
  const bot = await harness.start(source);
  const changes = { exchanges: exchangeRegistry([exchange]), candleSources: [] };
  const deps = { ...harness.deps, ...changes, archiveCode: 'archive' };
  const mortal = mortalDeps(deps, exchange, callsMax, COUNTED);
  await Promise.race([
    live(harness, { ...mortal.deps, archiveCode: 'archive' }, bot),
    mortal.death,
  ]);
  if (!mortal.isDead()) return null;
  const wasBegun = await isBegun(harness, bot);
  const stored = await harness.deps.history.summarizeHistory(MARKET);
  harness.passMs(DOWN_MS);
  await live(harness, deps, bot);
  const lines = messagesOf(await harness.linesOf(bot));
  const record = present(await harness.runs.findRun(bot.botId, 1), 'it runs');
  const { startMs, firstRow } = readLiveSetup(record);
  const minutes = (record.doneUntilMs - startMs) / MINUTE_MS - firstRow;
  const report = await gatheredBacktest(harness, bot, minutes, changes);
  return { wasBegun, hadSome: stored !== null, lines, wanted: messagesOf(report.logs) };
}

suite('a process that is killed while history is fetched for a bot', () => {
  for (const [what, source] of Object.entries(SCRIPTS))
    test(`leaves it the values that it would have had: ${what}`, async () => {
      const seen = { before: 0, between: 0, after: 0 };
      let callsMax = 1;
      for (; callsMax < KILLS_MAX; callsMax += 1) {
        const life = await lifeOf(source, callsMax);
        if (life === null) break;
        const said = `killed at call ${callsMax}`;
        // A bot whose process dies before its first minute begins with the newest one.
        const isLater = life.lines.length < life.wanted.length;
        assert.ok(!isLater || life.lines.length >= life.wanted.length - 1, said);
        assert.deepEqual(life.lines, life.wanted.slice(isLater ? 1 : 0), said);
        const values = life.lines.filter((line) => line.startsWith('='));
        assert.ok(values.length >= MINUTES && !values.join(' ').includes('NaN'), said);
        seen[life.wasBegun ? 'after' : life.hadSome ? 'between' : 'before'] += 1;
      }
      assert.ok(callsMax < KILLS_MAX, 'every call was the last one once');
      assert.ok(seen.before > 0 && seen.between > 1 && seen.after > 1, JSON.stringify(seen));
    });
});
