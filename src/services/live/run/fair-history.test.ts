// History that is fetched for bots is counted for their owner, and one owner's bots fetch only a
// few markets at once: others find a place for theirs.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { growHistory, mostFetched } from '#services/live/run/history-of-run.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';

const AT_ONCE = LIMITS.botHistoryFetchesOfUserMax;
const LACKING = { missingMinutes: 30 * 1_440, wishedBars: 0 };

/** Markets of an exchange that responds once `release` is called, each with a day of history. */
async function slowWorld() {
  const harness = await botHarness();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requested = new Set<string>();
  const state = { isSlow: false, onRequested: () => undefined as unknown };
  const { exchange: known } = harness.sim;
  const exchange: Exchange = {
    ...known,
    code: 'sim',
    async fetchCandles(marketTag, fromMs, toMs) {
      if (state.isSlow) {
        requested.add(marketTag);
        state.onRequested();
        await released;
      }
      return known.fetchCandles(marketTag, fromMs, toMs);
    },
  };
  const changes = { exchanges: exchangeRegistry([exchange]), candleSources: [] };
  const deps = { ...harness.deps, ...changes, archiveCode: 'archive' };
  const bot = await harness.start('Log(1)');
  const runner = harness.runner(deps);
  await harness.passMinutes(2, [runner]);
  await runner.close();
  const setup = readLiveSetup(present(await harness.runs.findRun(bot.botId, 1), 'it runs'));
  const beginMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const markets = (await known.listMarkets()).slice(0, AT_ONCE + 3);
  assert.equal(markets.length, AT_ONCE + 3);
  for (const { marketTag } of markets)
    await syncHistory(deps, { marketTag, fromMs: beginMs - DAY_MS }, () => undefined);
  state.isSlow = true;
  /** The outcome: what it was refused with; null: it began. */
  const begin = async (userId: string, market: Market, lateMs = 0): Promise<string | null> => {
    const growing = { userId, markets: [market], activatedAtMs: deps.clock.nowMs() - lateMs };
    const short = { ...setup, marketTags: [market.marketTag] };
    try {
      await growHistory(deps, short, { ...growing, missing: async () => LACKING });
      return null;
    } catch (error) {
      assert.ok(error instanceof Failure && error.code === 'unavailable', String(error));
      return error.message;
    }
  };
  const untilRequested = async (count: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    state.onRequested = () => requested.size >= count && resolve();
    state.onRequested();
    await promise;
  };
  return { deps, markets, requested, untilRequested, release, begin };
}

suite('history that is fetched for bots', () => {
  test('of one owner comes from a few markets at once, and others find their place', async () => {
    const { deps, markets, requested, untilRequested, release, begin } = await slowWorld();
    const waiting = markets.slice(0, AT_ONCE).map((market) => begin('greedy', market));
    await untilRequested(AT_ONCE);
    const [, , , , next, another] = markets;
    assert.match(
      String(await begin('greedy', present(next, 'a market'))),
      /^minutes of 4 other markets are being fetched$/,
    );
    assert.equal(requested.size, AT_ONCE);
    // Whoever asks for what is being fetched anyway waits for the same.
    const joined = begin('modest', present(markets[0], 'a market'));
    const own = begin('modest', present(another, 'a market'));
    await untilRequested(AT_ONCE + 1);
    release();
    await Promise.all([...waiting, joined, own]);
    assert.equal(await begin('greedy', present(next, 'a market'), DAY_MS), null);
    const [most, second, ...others] = mostFetched(deps, 10);
    assert.deepEqual([most?.userId, second?.userId, others], ['greedy', 'modest', []]);
    assert.ok(present(most, 'a user').minutesCount > 4 * present(second, 'a user').minutesCount);
    assert.ok(present(second, 'a user').minutesCount >= 1_440);
    assert.deepEqual(mostFetched(deps, 1), [most]);
  });

  test('a bot that has waited for long begins with what there is', async () => {
    const { markets, requested, untilRequested, release, begin } = await slowWorld();
    const waiting = markets.slice(0, AT_ONCE).map((market) => begin('greedy', market));
    await untilRequested(AT_ONCE);
    const next = present(markets[AT_ONCE], 'a market');
    assert.equal(await begin('greedy', next, LIMITS.botHistoryPatienceMs), null);
    assert.equal(requested.size, AT_ONCE);
    release();
    await Promise.all(waiting);
  });
});
