// Bots that carry a strategy: they begin with the plan of their preview, edits and signals reach
// them while they run, and another process carries them on as they were.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Order } from '#venue-port/order/order.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const TAG = 'SIM_BTC_USDT';

async function harness(): Promise<{ readonly harness: BotHarness; readonly market: Market }> {
  const made = await botHarness();
  const markets = await made.sim.exchange.listMarkets();
  const market = present(
    markets.find(({ marketTag }) => marketTag === TAG),
    'the market is listed',
  );
  return { harness: made, market };
}

function brainOf(type: StrategyBrain['type'], record: ConfigRecord, market: Market): StrategyBrain {
  const read = readConfig(type, record, market);
  assert.ok(read.ok, read.ok ? 'read' : (read.rejection[0]?.message ?? ''));
  return { kind: 'strategy', type, config: read.value.record };
}

/** A grid of so many percent to each side of the price now. */
function gridAround(made: BotHarness, market: Market, percent: bigint): ConfigRecord {
  const { grid } = { grid: marketGrid(market) };
  const ticks = present(made.prices.ticksAt(TAG, made.sim.nowMs()), 'the market has a price');
  const at = (share: bigint): string =>
    formatDecimal(priceOf(grid, ((ticks * share) / 10_000n) as Ticks));
  return {
    market_tag: TAG,
    lower_price: at(10_000n - percent * 100n),
    upper_price: at(10_000n + percent * 100n),
    grid_count: 8,
    investment: '4000',
  };
}

async function send(made: BotHarness, { botId }: Bot, input: BotInput): Promise<void> {
  assert.deepEqual(await made.inbox.send([{ botId, input }], made.sim.nowMs(), null), [botId]);
}

function edited(config: ConfigRecord): BotInput {
  return { kind: 'edited', config: JSON.stringify(config) };
}

function signal(made: BotHarness, action: string, ageMs = 0): BotInput {
  const signalAtMs = made.sim.nowMs() - ageMs;
  return { kind: 'signal', name: 'abc', action, signalAtMs, payload: null };
}

function working(orders: readonly Order[]): readonly Order[] {
  return orders.filter(({ state }) => state === 'open');
}

async function receive(runner: BotRunner): Promise<void> {
  await runner.receive();
  await runner.settled();
}

suite('a grid bot', () => {
  test('follows an edit with one order on a line, and another process carries it on', async () => {
    const { harness: made, market } = await harness();
    const config = gridAround(made, market, 3n);
    const brain = brainOf('spot_grid', config, market);
    const bot = await made.start(brain);
    const first = made.runner();
    await made.passMinutes(3, [first]);
    const before = working(await made.ordersOf(bot));
    assert.equal(before.length, 8);
    const wider = brainOf(
      'spot_grid',
      { ...brain.config, ...gridAround(made, market, 6n) },
      market,
    );
    await send(made, bot, edited(wider.config));
    await receive(first);
    await made.passMinutes(3, [first]);
    await first.close();
    const second = made.runner();
    await made.passMinutes(3, [second]);
    const after = working(await made.ordersOf(bot));
    const prices = after.map(({ price }) => price);
    assert.equal(new Set(prices).size, prices.length);
    assert.ok(after.length >= 7, `${after.length} orders rest`);
    assert.ok(after.every(({ orderId }) => before.every((each) => each.orderId !== orderId)));
    const [lowest] = prices.toSorted((left, right) => (left < right ? -1 : 1));
    assert.equal(formatDecimal(present(lowest, 'an order rests')), wider.config['lower_price']);
    assert.equal((await made.find(bot)).isActivated, true);
  });

  test('counts its pairs of fills, whoever carries it on and from what', async () => {
    const none = { findSnapshots: async () => ({ snapshots: [], refusal: null }) };
    const counted = async (isHandedOver: boolean, changes: Partial<BotRunStore> = {}) => {
      const { harness: made, market } = await harness();
      const config = gridAround(made, market, 1n);
      const bot = await made.start(brainOf('spot_grid', config, market));
      const first = made.runner();
      await made.passMinutes(90, [first]);
      if (isHandedOver) await first.close();
      const next = made.runner({ runs: { ...made.runs, ...changes } });
      await made.passMinutes(90, [isHandedOver ? next : first]);
      return present((await made.find(bot)).pairs, 'it has run');
    };
    const alone = await counted(false);
    assert.ok(alone.winning > 0 && alone.profit > 0n, `${alone.winning} pairs have won`);
    assert.deepEqual(await counted(true), alone, 'from its snapshot');
    assert.deepEqual(await counted(true, none), alone, 'from its inputs');
  });

  test('whose plan cannot be paid is stopped, and says why', async () => {
    const { harness: made, market } = await harness();
    const config = { ...gridAround(made, market, 3n), investment: '400000' };
    const bot = await made.start(brainOf('spot_grid', config, market));
    await made.passMinutes(2, [made.runner()]);
    const now = await made.find(bot);
    assert.equal(now.isActivated, false);
    const lines = (await made.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /the grid was not started: "investment" needs .* is free/);
  });
});

suite('a bot that was stopped and goes on', () => {
  const STOPPED_AT_MS = 1_800_000_000_000;

  async function goOn(made: BotHarness, { userId, botId }: Bot, loaded: StrategyBrain) {
    const request = { userId, botId, loaded, runningMax: null, atMs: made.sim.nowMs() };
    assert.equal(await made.store.activateBot({ ...request, carriesOn: true }), 'activated');
  }

  test('keeps one order on each line of its grid, its profit and its activation', async () => {
    const { harness: made, market } = await harness();
    const brain = brainOf('spot_grid', gridAround(made, market, 3n), market);
    const bot = await made.start(brain);
    const first = made.runner();
    await made.passMinutes(3, [first]);
    const before = await made.ordersOf(bot);
    await made.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await made.passMinutes(5, [first]);
    await goOn(made, bot, brain);
    await made.passMinutes(2, [first]);
    await first.close();
    // Whoever takes it over makes the whole of its run again.
    const second = made.runner();
    await made.passMinutes(2, [second]);
    const orders = await made.ordersOf(bot);
    assert.equal(working(orders).length, 8);
    assert.equal(new Set(working(orders).map(({ price }) => price)).size, 8);
    const retained = working(before).filter(({ orderId }) =>
      working(orders).some((each) => each.orderId === orderId),
    );
    assert.ok(retained.length > 0, 'orders of before still rest');
    const now = await made.find(bot);
    assert.deepEqual([now.isActivated, now.activation, now.stopReason], [true, 1, null]);
  });

  test('averages the deal that it has, and buys no second one', async () => {
    const { harness: made, market } = await harness();
    const config = {
      market_tag: TAG,
      base_order_size: '200',
      averaging_order_size: '200',
      price_deviation_percent: '5',
      take_profit_percent: '20',
    };
    const brain = brainOf('spot_dollar_cost_averaging', config, market);
    const bot = await made.start(brain);
    const runner = made.runner();
    await made.passMinutes(2, [runner]);
    const before = (await made.ordersOf(bot)).map(({ orderId, state }) => `${orderId} ${state}`);
    assert.equal(before.filter((order) => order.endsWith('filled')).length, 1);
    await made.store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await made.passMinutes(3, [runner]);
    await goOn(made, bot, brain);
    await made.passMinutes(5, [runner]);
    const after = (await made.ordersOf(bot)).map(({ orderId, state }) => `${orderId} ${state}`);
    assert.deepEqual(after, before);
    const held = await made.runs.findPositions(bot.botId);
    assert.match(held?.positions ?? '', /"direction":"long"/);
  });
});

suite('a signal bot', () => {
  const CONFIG: ConfigRecord = { market_tag: TAG, signal_token: 'abc', order_size: '200' };

  async function listening() {
    const { harness: made, market } = await harness();
    const bot = await made.start(brainOf('webhook', CONFIG, market));
    const runner = made.runner();
    await made.passMinutes(2, [runner]);
    made.passMs(MINUTE_MS / 2);
    await runner.renew();
    await runner.tick();
    return { made, bot, runner };
  }

  test('acts when the signal arrives, and once', async () => {
    const { made, bot, runner } = await listening();
    await send(made, bot, signal(made, 'buy'));
    await send(made, bot, signal(made, 'buy'));
    await receive(runner);
    assert.deepEqual(
      (await made.ordersOf(bot)).map(({ side, type, state }) => [side, type, state]),
      [['buy', 'market', 'filled']],
    );
    await runner.close();
    const next = made.runner();
    await made.passMinutes(2, [next]);
    await send(made, bot, signal(made, 'exit_position'));
    await receive(next);
    await made.passMinutes(1, [next]);
    const sides = (await made.ordersOf(bot)).map(({ side, state }) => [side, state]);
    assert.deepEqual(sides, [
      ['buy', 'filled'],
      ['sell', 'filled'],
    ]);
    const now = await made.find(bot);
    assert.notEqual(now.realizedProfit, 0n);
    assert.equal(now.profitCurrency, 'USDT');
  });

  test('shows within seconds what a signal has opened', async () => {
    const { made, bot, runner } = await listening();
    const shown = async () => (await made.runs.findPositions(bot.botId))?.positions ?? '';
    const sentAtMs = made.sim.nowMs();
    await send(made, bot, signal(made, 'buy'));
    await receive(runner);
    assert.equal(await shown(), '[]');
    made.passMs(1_000);
    await runner.renew();
    await runner.tick();
    assert.match(await shown(), /"direction":"long"/);
    assert.match(await shown(), new RegExp(`"openedAtMs":${sentAtMs},`), 'as of the signal');
  });

  test('decides no earlier than it was asked to', async () => {
    const { harness: made, market } = await harness();
    const bot = await made.start(brainOf('webhook', CONFIG, market));
    const runner = made.runner();
    await runner.renew();
    await runner.tick();
    // The minute has closed, and its candle is not known yet.
    made.passMs(MINUTE_MS - (made.sim.nowMs() % MINUTE_MS) + 300);
    await runner.renew();
    await send(made, bot, signal(made, 'buy'));
    await receive(runner);
    await runner.tick();
    const placed = (await made.ordersOf(bot)).map(({ placedAtMs }) => placedAtMs);
    assert.deepEqual(placed, [made.sim.nowMs()]);
  });

  test('ignores one that is older than it may be', async () => {
    const { made, bot, runner } = await listening();
    await send(made, bot, signal(made, 'buy', 301_000));
    await receive(runner);
    assert.deepEqual(await made.ordersOf(bot), []);
    await made.passMinutes(1, [runner]);
    const lines = (await made.linesOf(bot)).map(({ message }) => message).join('\n');
    assert.match(lines, /signal "buy" is ignored: it is 301 s old/);
  });
});
