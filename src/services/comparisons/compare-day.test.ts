// Whole days of a bot on the simulated exchange beside the engine's backtest of the same minutes,
// with differences that are injected at the exchange.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, multiplyDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { ParityCause, ParityReport } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Comparison } from '#services/comparisons/get-comparison.ts';
import { getComparison } from '#services/comparisons/get-comparison.ts';
import type { ComparisonHarness } from '#services/comparisons/comparison-harness.fixture.ts';
import { comparisonHarness, dayOf } from '#services/comparisons/comparison-harness.fixture.ts';
import { listComparedDays } from '#services/comparisons/list-compared-days.ts';
import { requestComparison } from '#services/comparisons/request-comparison.ts';

/** An hour before midnight. */
const START_MS = Date.UTC(2025, 2, 3, 23, 0, 20);
const DAY_START_MS = dayOf(START_MS);
/** Half of the spread and the impact of the amount are less, in price. */
const WORSE_PRICE_MAX = decimal('2');

/** A buy each tenth minute of its life, and a sale of it five minutes later. */
const TURNS = `
local count = Load('count', 0) + 1
Save('count', count)
local price = CurrentPrice().close
if count % 10 == 3 then PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
elseif count % 10 == 8 then PlaceSellOrder(price, 0.01, {type = MarketOrderType}) end`;

/** Buys where it holds nothing, and sells it in the minute after. */
const ALTERNATING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
else PlaceSellOrder(price, held, {type = MarketOrderType}) end`;

function reportOf({ report }: Comparison): ParityReport {
  assert.ok(report !== null, 'the backtest has finished');
  return report;
}

/** Of the pairs that differ by more than spread, impact and the fee on them. */
function beyondSpread({ pairs }: ParityReport): readonly (readonly [string, ParityCause[]])[] {
  const spread = multiplyDecimal(WORSE_PRICE_MAX, decimal('0.01001'), 'half_even');
  const isLarge = (effect: Decimal): boolean => effect > spread || effect < -spread;
  return pairs.flatMap(({ live, backtest, effects }) => {
    const causes = PARITY_CAUSES.filter((cause) => isLarge(effects[cause]));
    return causes.length === 0 ? [] : [[(backtest ?? live)?.orderId ?? '', causes] as const];
  });
}

async function runHour(harness: ComparisonHarness, changed?: ExchangeChange) {
  const bot = await harness.bots.start(TURNS);
  await harness.passMinutes(15);
  await harness.passMinutes(7, changed);
  await harness.passMinutes(50);
  return { bot, report: reportOf(await harness.compare(bot, DAY_START_MS)) };
}

suite("a bot's day beside a backtest", () => {
  test('the spread alone where nothing went wrong', async () => {
    const { report } = await runHour(await comparisonHarness(START_MS));
    assert.equal(report.pairs.length, 12);
    assert.deepEqual(beyondSpread(report), []);
    const { price, fee, ...others } = report.effects;
    assert.deepEqual(Object.values(others), [0n, 0n, 0n, 0n]);
    assert.equal(report.liveProfit - report.backtestProfit, price + fee);
    assert.ok(price < 0n);
  });

  test('an order that filled in part, and was ended by the exchange', async () => {
    const harness = await comparisonHarness(START_MS);
    const { report } = await runHour(harness, partly(harness));
    // The volume of which it got a part was small, so that it moved the price.
    assert.deepEqual(beyondSpread(report), [['o4', ['size', 'price']]]);
    const pair = report.pairs[3];
    assert.equal(formatDecimal(pair?.live?.filledAmount ?? decimal('0')), '0.004');
  });

  test('an order that the exchange refused', async () => {
    const harness = await comparisonHarness(START_MS);
    const { report } = await runHour(harness, () => ({
      placeOrder: async () => rejected({ code: 'order_rejected', detail: 'Not today.' }),
    }));
    assert.deepEqual(beyondSpread(report), [['o4', ['missed']]]);
  });

  test('orders that reached the exchange three minutes late', async () => {
    const harness = await comparisonHarness(START_MS);
    const { report } = await runHour(harness, late(harness));
    const delayed = report.pairs.filter(({ delayMs }) => (delayMs ?? 0) >= MINUTE_MS);
    assert.ok(delayed.length > 0);
    for (const { delayMs, effects } of delayed) {
      assert.ok((delayMs ?? 0) >= 3 * MINUTE_MS && (delayMs ?? 0) < 4 * MINUTE_MS);
      // The half second into the minute, and the spread, are all that is not the delay.
      assert.ok(magnitude(effects.delay) > 5n * magnitude(effects.price));
    }
    const others = { ...report, pairs: report.pairs.filter((pair) => !delayed.includes(pair)) };
    assert.deepEqual(beyondSpread(others), []);
  });
});

suite('a day on which the bot did not run all the time', () => {
  /** What the causes other than those of the spread cost. */
  function beyondPrices({ effects }: ParityReport): readonly Decimal[] {
    const { price: _price, fee: _fee, ...others } = effects;
    return Object.values(others);
  }

  test('a bot that was stopped missed nothing that a backtest traded later', async () => {
    const harness = await comparisonHarness(START_MS);
    const bot = await harness.bots.start(TURNS);
    await harness.passMinutes(14);
    await harness.bots.store.deactivateBot(bot.userId, bot.botId, harness.bots.sim.nowMs());
    await harness.passMinutes(60);
    const { report, notes } = await harness.compare(bot, DAY_START_MS);
    assert.equal(report?.pairs.length, 3);
    assert.deepEqual(beyondPrices(report), [0n, 0n, 0n, 0n]);
    assert.match(notes.join(' '), /stopped at 23:14/);
  });

  test('a bot that was started again has a backtest of each of its runs', async () => {
    const harness = await comparisonHarness(START_MS);
    const bot = await harness.bots.start(ALTERNATING);
    await harness.passMinutes(14);
    await harness.bots.store.deactivateBot(bot.userId, bot.botId, harness.bots.sim.nowMs());
    await harness.passMinutes(7);
    await harness.bots.restart(bot, ALTERNATING);
    await harness.passMinutes(51);
    const { report, notes, runs } = await harness.compare(
      await harness.bots.find(bot),
      DAY_START_MS,
    );
    const spans = runs.map(({ fromMs, toMs }) => [fromMs, toMs].map(clockTime));
    assert.deepEqual(spans, [
      ['23:00', '23:14'],
      ['23:21', '00:00'],
    ]);
    assert.equal(new Set(runs.map(({ backtestId }) => backtestId)).size, 2);
    assert.equal(report?.pairs.length, 14 + 38);
    assert.deepEqual(beyondPrices(report), [0n, 0n, 0n, 0n]);
    assert.ok(notes.some((note) => note.startsWith('Each run is compared')));
  });

  test('an order that waits over midnight is compared once, when both have filled', async () => {
    const harness = await comparisonHarness(START_MS);
    const bot = await harness.bots.start(TURNS);
    await harness.passMinutes(57);
    await harness.passMinutes(1, late(harness));
    await harness.passMinutes(24 * 60);
    const first = await harness.compare(bot, DAY_START_MS);
    const second = await harness.compare(bot, DAY_START_MS + DAY_MS);
    assert.match(first.notes.join(' '), /One order was still open at the day's end/);
    assert.deepEqual(beyondPrices(reportOf(first)), [0n, 0n, 0n, 0n]);
    assert.equal(first.report?.pairs.length, 11);
    const [crossing] = reportOf(second).pairs;
    assert.equal(clockTime(crossing?.backtest?.filledAtMs ?? 0), '23:58');
    assert.equal(clockTime(crossing?.live?.filledAtMs ?? 0), '00:01');
    const { missed, extra, delay } = reportOf(second).effects;
    assert.deepEqual([missed, extra], [0n, 0n]);
    assert.equal(delay, crossing?.effects.delay);
    assert.notEqual(delay, 0n);
  });

  test('while the bot has not run the whole day yet, it is not compared', async () => {
    const harness = await comparisonHarness(START_MS);
    const { userId, botId } = await harness.bots.start(TURNS);
    await harness.passMinutes(14);
    harness.bots.passMs(2 * 60 * MINUTE_MS);
    const query = { userId, botId, dayMs: DAY_START_MS, completion: null };
    const requested = await requestComparison(harness.deps, query);
    assert.match(requested.ok ? '' : requested.rejection.detail, /has run up to .*T23:14/);
  });
});

function clockTime(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(11, 16);
}

type ExchangeChange = (exchange: Exchange) => Partial<Exchange>;

function magnitude(value: Decimal): bigint {
  return value < 0n ? -value : value;
}

/** Orders fill by 40 percent, and then the exchange ends them. */
function partly({ bots }: ComparisonHarness): ExchangeChange {
  return (exchange) => ({
    async placeOrder(account, order) {
      bots.sim.faults?.inject({ kind: 'partial_fill', sharePercent: 40 });
      const placed = await exchange.placeOrder(account, order);
      const { clientOrderId, marketTag } = order;
      const name = { clientOrderId, venueOrderId: null, placedAtMs: bots.sim.nowMs() };
      await exchange.cancelOrder(account, marketTag, name);
      return placed;
    },
  });
}

function late({ bots }: ComparisonHarness): ExchangeChange {
  return (exchange) => ({
    async placeOrder(account, order) {
      bots.passMs(3 * MINUTE_MS);
      return exchange.placeOrder(account, order);
    },
  });
}

suite('a comparison is refused', () => {
  test('of a day that is not over, or on which the bot did not run', async () => {
    const harness = await comparisonHarness(START_MS);
    const { userId, botId } = await harness.bots.start(TURNS);
    await harness.passMinutes(5);
    const request = (dayMs: number) =>
      requestComparison(harness.deps, { userId, botId, dayMs, completion: null });
    const today = await request(DAY_START_MS);
    assert.match(today.ok ? '' : today.rejection.detail, /^2025-03-03 is not over yet/);
    const before = await request(DAY_START_MS - DAY_MS);
    assert.match(before.ok ? '' : before.rejection.detail, /did not run on 2025-03-02/);
  });

  test('of a foreign bot, and before it was requested', async () => {
    const harness = await comparisonHarness(START_MS);
    const { userId, botId } = await harness.bots.start(TURNS);
    const query = { userId, botId, dayMs: DAY_START_MS };
    const unrequested = await getComparison(harness.deps, query);
    assert.equal(unrequested.ok ? '' : unrequested.rejection.code, 'backtest_not_found');
    const foreign = await getComparison(harness.deps, { ...query, userId: 'usr_other' });
    assert.equal(foreign.ok ? '' : foreign.rejection.code, 'bot_not_found');
  });
});

test('the days of a bot say whether they were compared', async () => {
  const harness = await comparisonHarness(START_MS);
  const bot = await harness.bots.start(TURNS);
  const query = { botId: bot.botId, dayMs: DAY_START_MS + 40 * DAY_MS, daysMax: 2 };
  const list = async (userId = bot.userId) => {
    const listed = await listComparedDays(harness.deps, { ...query, userId });
    if (!listed.ok) return listed.rejection.code;
    return listed.value.map(({ dayMs, status }) => [(dayMs - DAY_START_MS) / DAY_MS, status]);
  };
  const unrun = [-1, 'not_run'];
  assert.deepEqual(await list(), [unrun, [-2, 'not_run']], 'today is not over');
  await harness.passMinutes(60);
  assert.deepEqual(await list(), [[0, 'not_requested'], unrun]);
  const { userId, botId } = bot;
  await requestComparison(harness.deps, { userId, botId, dayMs: DAY_START_MS, completion: null });
  assert.deepEqual(await list(), [[0, 'queued'], unrun]);
  await harness.compare(bot, DAY_START_MS);
  assert.deepEqual(await list(), [[0, 'finished'], unrun]);
  assert.equal(await list('usr_other'), 'bot_not_found');
});
