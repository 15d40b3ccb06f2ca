// A bot's hours on the simulated exchange, run by one process after the other, and a backtest over
// the same minutes: the same orders at the same instants, and the same fills but for the spread.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { BotSettings } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import {
  backtestOf,
  liveRun,
  orderLines,
  positionLines,
} from '#services/live/run/live-parity.fixture.ts';

const MINUTES = 60;
/** What the simulated exchange takes of who takes, beyond the rules of a backtest. */
const HALF_SPREAD = decimal('0.3');

/** Each calls `ask` in a minute in which nothing is open or held, and `leave` where it holds. */
function inTurns(enter: string, leave: string): string {
  return `
    local price = CurrentPrice().close
    local held = GetPositionAmount()
    if IsAnyOrderOpen() then return end
    if held == 0 then ${enter} else ${leave} end`;
}

const SPOT: { readonly [what: string]: string } = {
  'market orders each minute': EACH_MINUTE,
  'limit orders that time out': inTurns(
    'PlaceBuyOrder(price * 0.9998, 0.01, {type = LimitOrderType, timeout = 300})',
    'PlaceSellOrder(price * 1.0002, held, {type = LimitOrderType, timeout = 300})',
  ),
  'managed trades on an indicator': `
    local fast, slow = SMA(ClosePrices(), 3), SMA(ClosePrices(), 8)
    if CrossOver(fast, slow) then DoBuy() elseif CrossUnder(fast, slow) then DoSell() end`,
  'stops to enter, take-profits to leave': inTurns(
    'PlaceBuyOrder(price * 1.0003, 0.01, {type = StopMarketOrderType, timeout = 600})',
    `PlaceSellOrder(price * 1.0003, held,
      {type = TakeProfitLimitOrderType, triggerPrice = price * 1.0002, timeout = 900})`,
  ),
  'limits behind triggers': inTurns(
    `PlaceBuyOrder(price * 1.0006, 0.01,
      {type = StopLimitOrderType, triggerPrice = price * 1.0002, timeout = 600})`,
    'PlaceSellOrder(price * 1.0002, held, {type = TakeProfitMarketOrderType, timeout = 900})',
  ),
  'trailing stops': inTurns(
    'PlaceBuyOrder(price, 0.01, {type = MarketOrderType})',
    'PlaceSellOrder(price * 0.9997, held, {type = TrailingStopMarketOrderType})',
  ),
  'trailing stops that wait for a price': inTurns(
    'PlaceBuyOrder(price, 0.01, {type = MarketOrderType})',
    `PlaceSellOrder(0, held, {type = TrailingStopMarketOrderType,
      trailOffset = price * 0.0002, activationPrice = price * 1.0002, timeout = 600})`,
  ),
  'makers or nothing': inTurns(
    `PlaceBuyOrder(price * Random(0.9998, 1.0002), 0.01,
      {type = MakerOrCancelOrderType, timeout = 180})`,
    'PlaceSellOrder(price * Random(0.9998, 1.0002), held, {type = MakerOrCancelOrderType})',
  ),
};

const FUTURES: { readonly [what: string]: string } = {
  'a stop and a target for a half each, met in one minute': inTurns(
    'PlaceGoLongOrder(price, 0.02, {type = MarketOrderType})',
    `PlaceExitLongOrder(price * 0.99997, held / 2, {type = StopMarketOrderType})
     PlaceExitLongOrder(price * 1.00003, held / 2, {type = NoTimeOutOrderType})`,
  ),
  'a stop for all beside targets for parts': inTurns(
    'PlaceGoLongOrder(price, 0.02, {type = MarketOrderType})',
    `PlaceExitLongOrder(price * 0.9999, held, {type = StopMarketOrderType})
     PlaceExitLongOrder(price * 1.00003, held / 2, {type = NoTimeOutOrderType})
     PlaceExitLongOrder(price * 1.0002, held / 2, {type = NoTimeOutOrderType})`,
  ),
  'an entry with its stop and its target, requested at once': inTurns(
    `PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})
     PlaceExitLongOrder(price * 0.9995, 0.01, {type = StopMarketOrderType})
     PlaceExitLongOrder(price * 1.0005, 0.01, {type = NoTimeOutOrderType})`,
    'Log("unguarded")',
  ),
  'a short with limits, left by a trailing stop': inTurns(
    'PlaceGoShortOrder(price * 1.0002, 0.01, {type = LimitOrderType, timeout = 240})',
    'PlaceExitShortOrder(price * 1.0004, held, {type = TrailingStopMarketOrderType})',
  ),
  'an entry and a trailing stop at a distance from it, requested at once': inTurns(
    `PlaceGoLongOrder(price * 0.99995, 0.01, {timeout = 120})
     PlaceExitLongOrder(0, 0.01, {type = TrailingStopMarketOrderType,
       trailOffset = 3, activationDistance = 1})`,
    'Log("guarded")',
  ),
  'an entry that times out and the stop that was requested with it': inTurns(
    `PlaceGoLongOrder(price * 0.9997, 0.01, {timeout = 120})
     PlaceExitLongOrder(price * 0.9996, 0.01, {type = StopMarketOrderType})`,
    'Log("guarded")',
  ),
  'two positions that stand against one another': `
    local price = CurrentPrice().close
    for _, side in pairs({'up', 'down'}) do
      local held = GetPositionAmount(side)
      if not IsAnyOrderOpen(side) then
        if held == 0 and side == 'up' then
          PlaceGoLongOrder(price * 0.9999, 0.01, {positionId = side, timeout = 300})
        elseif held == 0 then
          PlaceGoShortOrder(price * 1.0001, 0.02, {positionId = side, timeout = 300})
        elseif side == 'up' then
          PlaceExitLongOrder(price * 1.0003, held, {positionId = side, timeout = 300})
        else
          PlaceExitShortOrder(price * 0.9997, held, {positionId = side, timeout = 300})
        end
      end
    end`,
  'more exits than there is to leave': inTurns(
    'PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})',
    `PlaceExitLongOrder(price, held, {type = MarketOrderType})
     PlaceExitLongOrder(price, held, {type = MarketOrderType})
     PlaceExitLongOrder(price * 1.01, held, {type = LimitOrderType})`,
  ),
};

const PINE_HEAD =
  '//@version=6\nstrategy("x", default_qty_value = 0.01, margin_long = 20, margin_short = 20)\n';

const PINE: { readonly [what: string]: string } = {
  'a strategy that turns its position': `
if ta.crossover(ta.sma(close, 2), ta.sma(close, 5))
    strategy.entry("Up", strategy.long)
if ta.crossunder(ta.sma(close, 2), ta.sma(close, 5))
    strategy.entry("Down", strategy.short)`,
  'a strategy that reads another market': `
other = request.security("CHART:ETHUSDT", "3", ta.change(close))
if other > 0
    strategy.entry("Up", strategy.long)
if other < 0
    strategy.close("Up")`,
  'entries with a price, and exits for parts': `
if bar_index % 5 == 0 and strategy.position_size == 0
    strategy.cancel_all()
    strategy.entry("Up", strategy.long, 0.02, limit = close * 0.9999)
strategy.exit("Half", "Up", qty_percent = 50, limit = strategy.position_avg_price * 1.0001)
strategy.exit("Rest", "Up", stop = strategy.position_avg_price * 0.9998)
if bar_index % 5 == 4
    strategy.close("Up")`,
};

const SETTINGS: BotSettings = {
  intervalMinutes: 1,
  inputs: {},
  leverage: decimal('5'),
  marginMode: 'isolated',
  tradeAmountQuote: null,
};

/** A new process every half an hour. */
async function passMinutes(harness: BotHarness, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 30) {
    const runner = harness.runner();
    await harness.passMinutes(Math.min(30, minutes - passed), [runner]);
    await runner.close();
  }
}

async function compare(
  source: string,
  isFutures: boolean,
  { minutes = MINUTES, leverage = '5', lateMs = 0 } = {},
) {
  const harness = await botHarness();
  harness.passMs(lateMs);
  const { accountId } = harness.futures;
  const settings = { ...SETTINGS, leverage: decimal(leverage) };
  const futures = { accountId, marketTag: 'SIM_BTC_USDT_PERP', settings };
  const bot = await harness.start(source, isFutures ? futures : {});
  await passMinutes(harness, minutes);
  const live = await liveRun(harness, bot, minutes);
  const report = await backtestOf(harness, bot, minutes);
  const { endMs } = live;
  assert.deepEqual(orderLines(live), orderLines({ ...report, endMs }));
  assert.deepEqual(positionLines(live), positionLines({ ...report, endMs }));
  for (const [index, { averagePrice, orderId }] of live.orders.entries()) {
    const there = report.orders[index]?.averagePrice ?? 0n;
    const isBoth = averagePrice > 0n && there > 0n;
    const distance = averagePrice > there ? averagePrice - there : there - averagePrice;
    assert.ok(!isBoth || distance <= HALF_SPREAD, `order ${orderId} is ${distance} away`);
  }
  return { harness, bot, live, report };
}

suite('on spot, a bot does what a backtest does', () => {
  for (const [what, source] of Object.entries(SPOT))
    test(what, async () => {
      const { live } = await compare(source, false);
      assert.ok(live.orders.length > 4, `${live.orders.length} orders`);
    });
});

suite('on futures, a bot does what a backtest does', () => {
  for (const [what, source] of Object.entries(FUTURES))
    test(what, async () => {
      const { live } = await compare(source, true);
      assert.ok(live.orders.length > 4, `${live.orders.length} orders`);
    });

  for (const [what, source] of Object.entries(PINE))
    test(`in Pine: ${what}`, async () => {
      const { live } = await compare(PINE_HEAD + source.trim(), true);
      assert.ok(live.orders.length > 4, `${live.orders.length} orders`);
    });

  test('in Pine: exits in ticks lie where their entry really filled', async () => {
    const source = `${PINE_HEAD}if bar_index % 4 == 0 and strategy.position_size == 0
    strategy.entry("Up", strategy.long)
    strategy.exit("Out", "Up", profit = 80, loss = 50)`;
    const harness = await botHarness();
    const { accountId } = harness.futures;
    const futures = { accountId, marketTag: 'SIM_BTC_USDT_PERP', settings: SETTINGS };
    const bot = await harness.start(source, futures);
    await passMinutes(harness, MINUTES);
    const { orders } = await liveRun(harness, bot, MINUTES);
    const step = decimal('0.1');
    const distances = orders.flatMap(({ type, averagePrice }, at) => {
      const [stop, target] = [orders[at + 1], orders[at + 2]];
      if (type !== 'market' || stop === undefined || target === undefined) return [];
      return [
        `${(averagePrice - (stop.triggerPrice ?? 0n)) / step} ${(target.price - averagePrice) / step}`,
      ];
    });
    assert.ok(distances.length > 4, `${distances.length} entries`);
    assert.deepEqual(new Set(distances), new Set(['50 80']));
  });

  test('in Pine: a usual size that the wallet cannot open is said in the log', async () => {
    const source = `//@version=5
strategy("x", default_qty_value = 100000, initial_capital = 100000000000)
strategy.entry("Up", strategy.long)`;
    const harness = await botHarness();
    const { accountId } = harness.futures;
    const futures = { accountId, marketTag: 'SIM_BTC_USDT_PERP', settings: SETTINGS };
    const bot = await harness.start(source, futures);
    await passMinutes(harness, 3);
    const lines = (await harness.linesOf(bot)).map(({ message }) => message);
    const said = lines.filter((line) => line.includes('the usual size of 100000 BTC'));
    assert.equal(said.length, 1, lines.join('\n'));
  });

  test('what a position pays as funding', async () => {
    const source = inTurns('PlaceGoShortOrder(price, 0.01, {type = MarketOrderType})', '');
    const { live, report } = await compare(source, true, { minutes: 40, lateMs: 5.2 * HOUR_MS });
    assert.notEqual(report.funding, 0n);
    assert.notEqual(live.funding, 0n);
  });

  test('a position that is liquidated, and what is ordered after it', async () => {
    const source = inTurns('PlaceGoLongOrder(price, 0.01, {type = MarketOrderType})', '');
    const { live, report } = await compare(source, true, { minutes: 120, leverage: '100' });
    assert.ok(report.assumptions.liquidations > 0);
    assert.equal(live.liquidations, report.assumptions.liquidations);
  });
});

test('what a script reads of its orders is what it reads in a backtest', async () => {
  const source = (SPOT['limit orders that time out'] ?? '').replace(
    'if IsAnyOrderOpen()',
    `for _, order in ipairs(GetAllFilledOrders()) do
      Log(order.averageFillPrice .. ' ' .. order.filledAmount .. ' ' .. order.feeCosts .. ' ' ..
        order.feeCurrency .. ' ' .. order.placedTime .. ' ' .. order.filledTime .. ' ' ..
        order.endedTime)
    end
    if IsAnyOrderOpen()`,
  );
  const { harness, bot, report } = await compare(source, false);
  const isOfOrder = (message: string): boolean => message.includes('USDT ');
  const lines = (await harness.linesOf(bot)).map(({ message }) => message).filter(isOfOrder);
  assert.ok(lines.length > 10);
  assert.deepEqual(lines, report.logs.map(({ message }) => message).filter(isOfOrder));
});

test('makers pay what a backtest says, to the last unit', async () => {
  const { harness, bot, report } = await compare(SPOT['limit orders that time out'] ?? '', false);
  const { fills } = await harness.sim.exchange.fetchFills(harness.spot, [], null, 500);
  assert.ok(fills.length > 0 && fills.every(({ isMaker }) => isMaker));
  const now = await harness.find(bot);
  assert.equal(formatDecimal(now.realizedProfit), formatDecimal(report.realizedProfit));
  assert.equal(formatDecimal(now.unrealizedProfit), formatDecimal(report.unrealizedProfit));
});
