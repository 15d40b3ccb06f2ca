// Bots on an account that pays its fees out of what it buys, for a long time: less is there to be
// sold than was bought, and still no exit is refused, and the figures are those of the account.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import type { Market } from '#venue-port/market/market.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { Bot, StrategyBrain } from '#ports/stores/bot-store.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const TAG = 'SIM_SOL_USDT';
const START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);
const HOUR_MINUTES = 60;

type Payer = { readonly harness: BotHarness; readonly market: Market };

async function payerOf(feesIn: FeesIn): Promise<Payer> {
  const harness = await botHarness({ prices: HARNESS_PRICES, startMs: START_MS, feesIn });
  const markets = await harness.sim.exchange.listMarkets();
  const market = markets.find(({ marketTag }) => marketTag === TAG);
  return { harness, market: present(market, 'the market is listed') };
}

function priceNow({ harness, market }: Payer, thousandths = 0): string {
  const ticks = present(harness.prices.ticksAt(TAG, harness.sim.nowMs()), 'there is a price');
  const at = (ticks * BigInt(100_000 + thousandths)) / 100_000n;
  return formatDecimal(priceOf(marketGrid(market), at as Ticks));
}

const GRID = (payer: Payer): ConfigRecord => ({
  market_tag: TAG,
  lower_price: priceNow(payer, -2_000),
  upper_price: priceNow(payer, 2_000),
  grid_count: 8,
  investment: '4000',
});
const DEALS: ConfigRecord = {
  market_tag: TAG,
  base_order_size: '50',
  averaging_order_size: '50',
  max_averaging_orders: 3,
  price_deviation_percent: '0.3',
  take_profit_percent: '0.4',
};
const SIGNALS: ConfigRecord = {
  market_tag: TAG,
  signal_token: 'go',
  order_size: '40',
  take_profit_percent: '0.15',
  stop_loss_percent: '0.15',
};

function brainOf(type: StrategyBrain['type'], record: ConfigRecord, market: Market): StrategyBrain {
  const read = readConfig(type, record, market);
  assert.ok(read.ok, read.ok ? 'read' : (read.rejection[0]?.message ?? ''));
  return { kind: 'strategy', type, config: read.value.record };
}

/** No order was refused, and what the bot says it has and has earned is what the account has. */
async function assertTrue(payer: Payer, bot: Bot): Promise<{ readonly sales: number }> {
  const { harness, market } = payer;
  const now = await harness.find(bot);
  assert.equal(now.stopReason, null);
  const orders = await harness.ordersOf(bot);
  const refused = orders.filter(({ state }) => state === 'rejected');
  assert.deepEqual(
    refused.map(({ side, amount, reason }) => [side, formatDecimal(amount), reason]),
    [],
  );
  const lines = await harness.linesOf(bot);
  assert.deepEqual(
    lines.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const shown = present(await harness.runs.findPositions(bot.botId), 'it ran');
  const positions = fromStoredForm(shown.positions) as readonly BacktestPosition[];
  const held = positions.reduce((sum, { amount }) => sum + amount, 0n);
  const { balances } = await harness.sim.sim.fetchBalances(harness.sim.spot.account);
  const totalOf = (wanted: string): Decimal =>
    balances.find(({ currency }) => currency === wanted)?.total ?? ZERO;
  const there = totalOf(market.base);
  assert.ok(held <= there && there - held < market.amountStep, `${held} of ${there} are positions`);
  const { price } = await harness.sim.sim.fetchPrice(TAG);
  const bnb = (await harness.sim.sim.fetchPrice('SIM_BNB_USDT')).price;
  const bnbAtFirst = balances.some(({ currency }) => currency === 'BNB') ? 5n * 10n ** 18n : 0n;
  const worth =
    totalOf('USDT') +
    multiplyDecimal(there, price, 'floor') +
    multiplyDecimal((totalOf('BNB') - bnbAtFirst) as Decimal, bnb, 'floor');
  const earned = now.realizedProfit + now.unrealizedProfit;
  const gap = worth - 10_000n * 10n ** 18n - earned;
  // A step of base, and what prices differ by between fill and close.
  const most = 2n * 10n ** 18n;
  assert.ok(gap < most && gap > -most, `earned ${earned}, ${gap} more or less in the account`);
  const sales = orders.filter(({ side, state }) => side === 'sell' && state === 'filled').length;
  return { sales };
}

/** The last updates only see what became of the orders before. */
const TRADES = `
  local count = Load('count', 0) + 1
  Save('count', count)
  if count > 60 then return end
  local price = CurrentPrice().close`;

const SCRIPTS = {
  'sells the amount that it bought': `${TRADES}
    if GetPositionAmount() == 0 then PlaceBuyOrder(price, 7, {type = MarketOrderType})
    else PlaceSellOrder(price, 7, {type = MarketOrderType}) end`,
  'sells what its position has': `${TRADES}
    if GetPositionAmount() == 0 then PlaceBuyOrder(price, 0.1, {type = MarketOrderType})
    else PlaceSellOrder(price, GetPositionAmount(), {type = MarketOrderType}) end`,
  'sells in halves': `${TRADES}
    if GetPositionAmount() < 1 then PlaceBuyOrder(price, 2, {type = MarketOrderType})
    else PlaceSellOrder(price, 1, {type = MarketOrderType}) end`,
  'guards what it has with a stop and a target': `${TRADES}
    if IsAnyOrderOpen() then return end
    local amount = GetPositionAmount()
    if amount == 0 then PlaceBuyOrder(price, 3, {type = MarketOrderType})
    elseif count % 2 == 0 then PlaceSellOrder(price * 0.999, amount, {type = StopMarketOrderType})
    else PlaceSellOrder(price * 1.001, amount, {type = LimitOrderType, timeout = 180}) end`,
  'is given its sizes': `${TRADES}
    if GetPositionAmount() == 0 then DoBuy() else DoSell() end`,
} as const;

for (const feesIn of ['received', 'BNB'])
  suite(`with fees as "${feesIn}"`, () => {
    test('a grid completes its pairs', async () => {
      const payer = await payerOf(feesIn);
      const { harness, market } = payer;
      const bot = await harness.start(brainOf('spot_grid', GRID(payer), market), {
        marketTag: TAG,
      });
      await harness.passMinutes(10 * HOUR_MINUTES, [harness.runner()]);
      const { sales } = await assertTrue(payer, bot);
      assert.ok(sales > 10, `${sales} sales`);
    });

    test('deals take their profit', async () => {
      const payer = await payerOf(feesIn);
      const { harness, market } = payer;
      const bot = await harness.start(brainOf('spot_dollar_cost_averaging', DEALS, market), {
        marketTag: TAG,
      });
      await harness.passMinutes(10 * HOUR_MINUTES, [harness.runner()]);
      const { sales } = await assertTrue(payer, bot);
      assert.ok(sales >= 5, `${sales} sales`);
    });

    test('a bot that follows signals leaves what it entered', async () => {
      const payer = await payerOf(feesIn);
      const { harness, market } = payer;
      const bot = await harness.start(brainOf('webhook', SIGNALS, market), { marketTag: TAG });
      const runner = harness.runner();
      await harness.passMinutes(2, [runner]);
      for (let round = 0; round < 10; round += 1) {
        const signalAtMs = harness.sim.nowMs();
        const input = {
          kind: 'signal',
          name: 'go',
          action: 'enter_long',
          signalAtMs,
          payload: null,
        } as const;
        const taken = await harness.inbox.send([{ botId: bot.botId, input }], signalAtMs, null);
        assert.deepEqual(taken, [bot.botId]);
        await runner.receive();
        await runner.settled();
        await harness.passMinutes(30, [runner]);
      }
      const { sales } = await assertTrue(payer, bot);
      assert.ok(sales > 3, `${sales} sales`);
    });

    for (const [name, source] of Object.entries(SCRIPTS))
      test(`a script that ${name} is refused no exit`, async () => {
        const payer = await payerOf(feesIn);
        const { harness } = payer;
        const bot = await harness.start(source, { marketTag: TAG });
        await harness.passMinutes(HOUR_MINUTES + 10, [harness.runner()]);
        const { sales } = await assertTrue(payer, bot);
        assert.ok(sales >= 3, `${sales} sales`);
      });
  });

test('what is too little to be sold after its fee stays open, which is said once', async () => {
  const payer = await payerOf('received');
  const { harness } = payer;
  const bot = await harness.start(
    `local price = CurrentPrice().close
    if GetPositionAmount() == 0 then PlaceBuyOrder(price, math.ceil(5000 / price) / 1000, {type = MarketOrderType})
    else PlaceSellOrder(price, GetPositionAmount(), {type = MarketOrderType}) end`,
    { marketTag: TAG },
  );
  await harness.passMinutes(30, [harness.runner()]);
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, state }) => [side, state]),
    [['buy', 'filled']],
  );
  const lines = (await harness.linesOf(bot)).map(({ message }) => message);
  const said = lines.filter((line) => /cannot be sold: .*below the minimum/.test(line));
  assert.equal(said.length, 1, said.join('\n'));
  assert.equal(lines.filter((line) => /stays in the account as dust/.test(line)).length, 1);
});

test('a stopped bot has sold what fees have left of what it bought', async () => {
  const payer = await payerOf('received');
  const { harness, market } = payer;
  const bot = await harness.start(
    `if Load('requested', false) then return end
    Save('requested', true)
    PlaceBuyOrder(CurrentPrice().close, 7, {type = MarketOrderType})`,
    { marketTag: TAG },
  );
  await harness.passMinutes(2, [harness.runner()]);
  const deps = { ...harness.deps, bots: harness.store, botRuns: harness.runs };
  const windDown = { cancelsOrders: true, closesPositions: true };
  assert.ok((await stopBot(deps, { ...bot, windDown })).ok);
  const orders = await harness.ordersOf(bot);
  assert.deepEqual(
    orders.map(({ side, state, filledAmount }) => [side, state, formatDecimal(filledAmount)]),
    [
      ['buy', 'filled', '7'],
      ['sell', 'filled', '6.993'],
    ],
  );
  const { balances } = await harness.sim.sim.fetchBalances(harness.sim.spot.account);
  assert.equal(
    balances.some(({ currency }) => currency === market.base),
    false,
  );
});
