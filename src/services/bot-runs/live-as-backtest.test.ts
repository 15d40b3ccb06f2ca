// A bot's hours on the simulated exchange, run by one process after the other, and a backtest over
// the same minutes: the same orders at the same instants, and the same fills but for the spread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { WORLD_PRICES } from '#adapters/sim/sim-world.sample.ts';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal, ONE, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput, BacktestReport } from '#engine/backtest/backtest.ts';
import { runBacktest } from '#engine/backtest/run-backtest.ts';
import type { Bot } from '#ports/bot-store.ts';
import { botWorld, EACH_MINUTE } from '#services/bot-runs/bot-world.sample.ts';
import type { BotWorld } from '#services/bot-runs/bot-world.sample.ts';
import type { LiveSetup } from '#services/bot-runs/live-setup.ts';
import { readLiveSetup } from '#services/bot-runs/live-setup.ts';

const MINUTES = 180;
/** What the simulated exchange takes of who takes, beyond the rules of a backtest. */
const HALF_SPREAD = decimal('0.3');

const SCRIPTS: { readonly [what: string]: string } = {
  'market orders each minute': EACH_MINUTE,
  'limit orders that time out': `
    local price = CurrentPrice().close
    if not IsAnyOrderOpen() then
      if GetPositionAmount() == 0 then
        PlaceBuyOrder(price * 0.9998, 0.01, {type = LimitOrderType, timeout = 300})
      else
        PlaceSellOrder(price * 1.0002, GetPositionAmount(), {type = LimitOrderType, timeout = 300})
      end
    end`,
  'managed trades on an indicator': `
    local fast, slow = SMA(ClosePrices(), 3), SMA(ClosePrices(), 8)
    if CrossOver(fast, slow) then DoBuy() elseif CrossUnder(fast, slow) then DoSell() end`,
};

for (const [what, source] of Object.entries(SCRIPTS)) {
  test(what, async () => {
    const world = await botWorld();
    const bot = await world.start(source);
    // A new process every half an hour.
    for (let passed = 0; passed < MINUTES; passed += 30) {
      const runner = world.runner();
      await world.passMinutes(30, [runner]);
      await runner.close();
    }
    const report = await backtestOf(world, bot);
    const orders = await world.ordersOf(bot);
    assert.ok(orders.length > 4, `${what}: ${orders.length} orders`);
    assert.deepEqual(
      orders.map(({ side, type, price, amount, placedAtMs }) =>
        [side, type, formatDecimal(price), formatDecimal(amount), placedAtMs].join(' '),
      ),
      report.orders.map(({ side, type, price, amount, openedAtMs }) =>
        [side, type, formatDecimal(price), formatDecimal(amount), openedAtMs].join(' '),
      ),
    );
    const { fills } = await world.sim.exchange.fetchFills(world.spot, null, 500);
    const takers = new Set(fills.filter(({ isMaker }) => !isMaker).map(({ price }) => price));
    if (takers.size > 0) {
      for (const [index, { price }] of fills.entries()) {
        const found = report.orders[index]?.averagePrice ?? ZERO;
        const distance = found === ZERO ? ZERO : Math.abs(Number(price - found));
        assert.ok(distance <= Number(HALF_SPREAD), `order ${index + 1}`);
      }
      return;
    }
    const now = await world.find(bot);
    assert.equal(formatDecimal(now.realizedProfit), formatDecimal(report.realizedProfit));
    assert.equal(formatDecimal(now.unrealizedProfit), formatDecimal(report.unrealizedProfit));
  });
}

async function backtestOf(world: BotWorld, bot: Bot): Promise<BacktestReport> {
  const record = present(await world.runs.findRun(bot.botId, 1), 'the bot has run');
  const setup = readLiveSetup(record);
  const startMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const endMs = startMs + MINUTES * MINUTE_MS;
  const [marketTag = ''] = setup.marketTags;
  const candles = await makeSimCandleSource(WORLD_PRICES).computeCandles(
    marketTag,
    { fromMs: setup.startMs, toMs: endMs },
    'own',
  );
  const markets = await world.sim.exchange.listMarkets();
  const market = markets.find((each) => each.marketTag === marketTag);
  const input: BacktestInput = {
    script: { name: 'script', source: sourceOf(setup) },
    libraries: [],
    markets: [
      {
        market: present(market, 'the market is listed'),
        tiers: null,
        liquidationFeePercent: ZERO,
        funding: [],
        candles: present(candles, 'the exchange computes its minutes'),
      },
    ],
    intervalMinutes: 1,
    startMs,
    endMs,
    accountId: bot.accountId,
    wallet: setup.wallet.balances.map(({ currency, available }) => ({
      currency,
      amount: available,
    })),
    fees: null,
    inputs: {},
    settings: {
      rules: 'realistic',
      slippagePercent: null,
      participationPercent: null,
      leverage: ONE,
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: setup.seed,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
  };
  const ran = runBacktest(input, () => true);
  assert.ok(ran.ok);
  return ran.value;
}

function sourceOf({ brain }: LiveSetup): string {
  return brain.kind === 'script' ? brain.source : '';
}
