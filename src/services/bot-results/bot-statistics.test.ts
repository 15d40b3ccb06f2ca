// Statistics of a bot's run on the simulated exchange beside those of a backtest whose orders fill
// at the same prices: the same to the last digit that floats carry, also over the end of a day and
// from one process to the next.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { withExcursions } from '#backtesting/excursions.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { backtestInputOf, backtestOf } from '#services/live/run/live-parity.fixture.ts';
import {
  getBotStatistics,
  listBotEquity,
  listBotTrades,
} from '#services/bot-results/bot-statistics.ts';
import { statisticsSource, tradeOf } from '#services/results/statistics-source.ts';

const MINUTES = 90;
const BEFORE_MIDNIGHT_MS = 40 * MINUTE_MS;

const SPOT_LIMITS = `
  local price = CurrentPrice().close
  local held = GetPositionAmount()
  if IsAnyOrderOpen() then return end
  if held == 0 then PlaceBuyOrder(price * 0.9998, 0.01, {type = LimitOrderType, timeout = 300})
  else PlaceSellOrder(price * 1.0002, held, {type = LimitOrderType, timeout = 300}) end`;

const BOTH_SIDES = `
  local price = CurrentPrice().close
  for _, side in pairs({'up', 'down'}) do
    local held = GetPositionAmount(side)
    if not IsAnyOrderOpen(side) then
      local options = {positionId = side, timeout = 300}
      if held == 0 and side == 'up' then PlaceGoLongOrder(price * 0.9999, 0.01, options)
      elseif held == 0 then PlaceGoShortOrder(price * 1.0001, 0.02, options)
      elseif side == 'up' then PlaceExitLongOrder(price * 1.0003, held, options)
      else PlaceExitShortOrder(price * 0.9997, held, options) end
    end
  end`;

const deps = (harness: BotHarness) => {
  return { ...harness.deps, bots: harness.store, botRuns: harness.runs };
};

async function ranOver(source: string, isFutures: boolean, minutes = MINUTES) {
  const harness = await botHarness();
  const intoDayMs = harness.sim.nowMs() % DAY_MS;
  harness.passMs(DAY_MS - intoDayMs - BEFORE_MIDNIGHT_MS);
  const { accountId } = harness.futures;
  const changes = isFutures ? { accountId, marketTag: 'SIM_BTC_USDT_PERP' } : {};
  const bot = await harness.start(source, changes);
  for (let passed = 0; passed < minutes; passed += 30) {
    const runner = harness.runner();
    await harness.passMinutes(30, [runner]);
    await runner.close();
  }
  return { harness, bot };
}

async function statisticsOf(harness: BotHarness, { userId, botId }: Bot) {
  const found = await getBotStatistics(deps(harness), { userId, botId, run: null });
  assert.ok(found.ok);
  return found.value;
}

async function backtestStatistics(harness: BotHarness, bot: Bot) {
  const input = await backtestInputOf(harness, bot, MINUTES);
  const report = withExcursions(input, await backtestOf(harness, bot, MINUTES));
  const { equity, positions } = report;
  const lists = { equity, days: report.days ?? [], trades: positions.map(tradeOf) };
  return computeStatistics(statisticsSource(input, report, lists));
}

/** To twelve digits: sums of floats in another order differ behind them. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' ? Number(each.toPrecision(12)) : each,
    ),
  );
}

suite('the statistics of a bot are those of a backtest over the same minutes', () => {
  for (const [what, source, isFutures] of [
    ['on spot', SPOT_LIMITS, false],
    ['on futures, long and short at once', BOTH_SIDES, true],
  ] as const)
    test(what, async () => {
      const { harness, bot } = await ranOver(source, isFutures);
      const { statistics, run, isCut } = await statisticsOf(harness, bot);
      const { profitCurrency, ...shown } = present(statistics, 'the bot has run');
      const expected = await backtestStatistics(harness, bot);
      assert.ok(expected.all.count > 4, `${expected.all.count} trades`);
      assert.ok(expected.maxDrawdown > 0);
      assert.deepEqual(rounded(shown), rounded(expected));
      assert.deepEqual([profitCurrency, run, isCut], ['USDT', 1, false]);
    });
});

test('the equity of a run begins with its start and ends where it stands', async () => {
  const { harness, bot } = await ranOver(SPOT_LIMITS, false);
  const { userId, botId } = bot;
  const { startMs, endMs, statistics } = await statisticsOf(harness, bot);
  const query = { userId, botId, run: null, after: null, limit: 2_000 };
  const found = await listBotEquity(deps(harness), query);
  assert.ok(found.ok);
  const { points, lastKey } = found.value;
  assert.equal(lastKey, null);
  const instants = points.map(({ atMs }) => atMs);
  assert.deepEqual([instants[0], instants.at(-1)], [startMs, endMs]);
  assert.ok(instants.some((atMs) => atMs % DAY_MS === 0));
  assert.ok(points.every(({ price }) => price !== null && price > 0));
  assert.equal(points[0]?.value, statistics?.startEquity);
  assert.equal(points.at(-1)?.value, statistics?.endEquity);
  const paged: number[] = [];
  for (let after: string | null = null; ;) {
    const page = await listBotEquity(deps(harness), { ...query, after, limit: 3 });
    assert.ok(page.ok);
    paged.push(...page.value.points.map(({ atMs }) => atMs));
    after = page.value.lastKey;
    if (after === null) break;
  }
  assert.deepEqual(paged, instants);
});

test('each run has statistics of its own, and trades are listed of all', async () => {
  const { harness, bot } = await ranOver(SPOT_LIMITS, false, 30);
  const { userId, botId } = bot;
  const first = await statisticsOf(harness, bot);
  await harness.restart(bot, SPOT_LIMITS);
  const runner = harness.runner();
  await harness.passMinutes(30, [runner]);
  await runner.close();
  const second = await statisticsOf(harness, bot);
  assert.deepEqual([first.run, second.run], [1, 2]);
  const again = await getBotStatistics(deps(harness), { userId, botId, run: 1 });
  assert.ok(again.ok);
  assert.deepEqual(again.value.statistics?.all, first.statistics?.all);
  const listed = await listBotTrades(deps(harness), { userId, botId, after: null, limit: 500 });
  assert.ok(listed.ok);
  const counts = [first, second].map(({ statistics }) => statistics?.all.count ?? 0);
  assert.ok(counts.every((count) => count > 0));
  assert.equal(listed.value.trades.length, (counts[0] ?? 0) + (counts[1] ?? 0));
  const ids = new Set(listed.value.trades.map(({ positionId }) => positionId));
  assert.equal(ids.size, listed.value.trades.length);
});

test('a bot that has not begun has none, and a foreign one is not found', async () => {
  const harness = await botHarness();
  const bot = await harness.start(SPOT_LIMITS);
  const { startMs, statistics } = await statisticsOf(harness, bot);
  assert.deepEqual([startMs, statistics], [null, null]);
  const foreign = { userId: 'usr_other', botId: bot.botId, run: null };
  assert.equal((await getBotStatistics(deps(harness), foreign)).ok, false);
});
