// A bot on a market whose minutes come from a feed: it runs when they are reported, and continues
// with the candles that it has seen when they are corrected.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { FeedNews, MarketFeed } from '#venue-port/exchange/market-feed.ts';
import { stepsOf } from '#services/history/history-coverage.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';
import { replayRun } from '#services/live/run/replay-run.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { findMarket } from '#services/markets/find-market.ts';

const TAG = 'SIM_BTC_USDT';
const QUARTER_BELOW = `
  PlaceBuyOrder(CurrentPrice().close * 0.75, 0.001, {type = NoTimeOutOrderType})`;

/** The simulated exchange as one whose minutes have to be fetched, and a feed moved by hand. */
async function followed() {
  const harness = await botHarness();
  const followers = new Set<(news: FeedNews) => void>();
  const feed: MarketFeed = {
    async follow(marketTag, onNews, signal) {
      assert.equal(marketTag, TAG);
      followers.add(onNews);
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      followers.delete(onNews);
    },
  };
  const changes = { candleSources: [], marketFeeds: new Map([['sim', feed]]) };
  const deps = { ...harness.deps, ...changes };
  const { history } = deps;
  const exchange = present(deps.exchanges.find('sim'), 'it is there');
  const market = present(await findMarket(exchange, TAG), 'it is there');
  const steps = stepsOf(market);
  const report = (news: FeedNews): void => {
    for (const follower of followers) follower(news);
  };
  /** The minute that has just closed, with another close than it has. */
  async function append(closeMore: bigint): Promise<Candle> {
    const toMs = minuteStartMs(harness.sim.nowMs());
    const fromMs = toMs - MINUTE_MS;
    const [listed] = await exchange.fetchCandles(TAG, fromMs, toMs);
    const { open, high, low, close } = present(listed, 'it has traded');
    const shown = close + closeMore;
    const candle: Candle = {
      openTimeMs: fromMs,
      open,
      high: high > shown ? high : shown,
      low,
      close: shown,
      volume: 5n,
    };
    const closed = { fromMs, toMs, candles: [candle] };
    const [isAppended] = await history.appendMinutes([{ marketTag: TAG, steps, closed }]);
    assert.equal(isAppended, true);
    report({ kind: 'minutes', closed });
    return candle;
  }
  async function correct({ openTimeMs, ...figures }: Candle): Promise<void> {
    const covered = { fromMs: openTimeMs, toMs: openTimeMs + MINUTE_MS };
    const candle = { openTimeMs, ...figures, close: figures.open, volume: 6n };
    const days = daysOf(columnsFromCandles([candle], covered.fromMs, covered.toMs));
    const about = { marketTag: TAG, steps, candleMinutes: 1, covered, days, market: null };
    const written = await history.writeHistory({ ...about, onDifference: 'correct' });
    assert.ok(written.ok && written.value.replacedCount === 1);
  }
  const runner = () => harness.runner({ ...changes, liveMinutes: new Map() });
  const closesSeen = async (botId: string): Promise<readonly string[]> =>
    (await harness.ordersOf({ botId } as Parameters<typeof harness.ordersOf>[0]))
      .toSorted((one, other) => (one.placedAtMs ?? 0) - (other.placedAtMs ?? 0))
      .map(({ price }) => String(price));
  return { harness, deps, runner, followers, report, append, correct, closesSeen, history };
}

suite('a bot on minutes of a feed', () => {
  test('runs when its minute is reported, and not for those that nobody reports', async () => {
    const { harness, runner, followers, report, append } = await followed();
    const bot = await harness.start(QUARTER_BELOW);
    const worker = runner();
    await harness.passMinutes(1, [worker]);
    assert.equal(followers.size, 1);
    const ordersBefore = (await harness.ordersOf(bot)).length;
    report({ kind: 'known', untilMs: minuteStartMs(harness.sim.nowMs()) });
    await harness.passMinutes(1, [worker]);
    assert.equal((await harness.ordersOf(bot)).length, ordersBefore);
    await append(0n);
    await worker.tick();
    assert.equal((await harness.ordersOf(bot)).length, ordersBefore + 1);
    await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
    worker.noteChange();
    await harness.passMinutes(1, [worker]);
    await worker.close();
    assert.equal(followers.size, 0);
  });

  test('is replayed with the candles that it has seen, also in another process', async () => {
    const { harness, deps, runner, report, append, correct, closesSeen, history } =
      await followed();
    const bot = await harness.start(QUARTER_BELOW);
    const first = runner();
    await harness.passMinutes(1, [first]);
    report({ kind: 'known', untilMs: minuteStartMs(harness.sim.nowMs()) });
    const seen: Candle[] = [];
    for (const more of [11n, 0n, 17n]) {
      await harness.passMinutes(1, [first]);
      seen.push(await append(more));
      await first.tick();
    }
    const before = await closesSeen(bot.botId);
    for (const candle of seen) await correct(candle);
    const replayDeps = { ...deps, bots: harness.store, botRuns: harness.runs };
    const replayed = await replayRun(replayDeps, bot);
    assert.ok(replayed.ok);
    assert.equal(replayed.value.difference, null);
    assert.deepEqual(
      replayed.value.orders.map(({ difference }) => difference),
      before.map(() => null),
    );
    // What dies now is loaded elsewhere, and its next minute follows the ones that it has seen.
    const second = runner();
    harness.passMs(60_000);
    await second.renew();
    await second.tick();
    assert.deepEqual((await closesSeen(bot.botId)).slice(0, before.length), before);
    const setup = readLiveSetup(
      present(await harness.runs.findRun(bot.botId, bot.activation), 'it runs'),
    );
    assert.equal(setup.seenCorrection, 0);
    assert.equal(await history.lastCorrection(), 3);
  });

  test('sees corrections that came before it began', async () => {
    const { harness, deps, runner, report, append, correct } = await followed();
    const early = await harness.start(QUARTER_BELOW);
    const worker = runner();
    await harness.passMinutes(1, [worker]);
    report({ kind: 'known', untilMs: minuteStartMs(harness.sim.nowMs()) });
    await harness.passMinutes(1, [worker]);
    await correct(await append(11n));
    await worker.tick();
    await harness.store.deactivateBot(early.userId, early.botId, harness.sim.nowMs());
    await harness.restart(early, QUARTER_BELOW);
    worker.noteChange();
    await harness.passMinutes(1, [worker]);
    await append(0n);
    await worker.tick();
    const record = present(await harness.runs.findRun(early.botId, 2), 'it has begun again');
    assert.equal(readLiveSetup(record).seenCorrection, 1);
    const replayed = await replayRun(
      { ...deps, bots: harness.store, botRuns: harness.runs },
      early,
    );
    assert.ok(replayed.ok);
    assert.equal(replayed.value.difference, null);
  });
});
