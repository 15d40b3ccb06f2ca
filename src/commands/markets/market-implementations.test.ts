// Facts of markets, what happens on them, and what the bot earned, against a scripted bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MARKET_ACTIVITY_IMPLEMENTATIONS } from '#commands/markets/market-activity-implementations.ts';
import { MARKET_FACT_IMPLEMENTATIONS } from '#commands/markets/market-fact-implementations.ts';
import { PROFIT_IMPLEMENTATIONS } from '#commands/profit/profit-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import {
  FUTURES_FACTS,
  SCRIPTED_START_MS,
  SPOT_FACTS,
} from '#commands/scripted/scripted-harness.fixture.ts';
import { EMPTY_REPORT } from '#engine/run-api/report-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const SPOT = SPOT_FACTS.marketTag;
const PERP = FUTURES_FACTS.marketTag;

/** Lists within lists as plain arrays. */
function plain(value: LuaValue): unknown {
  return value instanceof LuaTable ? value.list.map(plain) : value;
}

suite('facts of a market', () => {
  test('one by one', () => {
    const { context } = scriptedContext();
    const facts = (market: string) => [
      MARKET_FACT_IMPLEMENTATIONS.AmountDecimals(context, market),
      MARKET_FACT_IMPLEMENTATIONS.PriceDecimals(context, market),
      MARKET_FACT_IMPLEMENTATIONS.AmountStep(context, market),
      MARKET_FACT_IMPLEMENTATIONS.PriceStep(context, market),
      MARKET_FACT_IMPLEMENTATIONS.MakersFee(context, market),
      MARKET_FACT_IMPLEMENTATIONS.TakersFee(context, market),
      MARKET_FACT_IMPLEMENTATIONS.BaseCurrency(context, market),
      MARKET_FACT_IMPLEMENTATIONS.QuoteCurrency(context, market),
      MARKET_FACT_IMPLEMENTATIONS.ContractName(context, market),
      MARKET_FACT_IMPLEMENTATIONS.ContractType(context, market),
      MARKET_FACT_IMPLEMENTATIONS.ContractValue(context, market),
      MARKET_FACT_IMPLEMENTATIONS.AmountLabel(context, market),
      MARKET_FACT_IMPLEMENTATIONS.ProfitLabel(context, market),
      MARKET_FACT_IMPLEMENTATIONS.UnderlyingAsset(context, market),
      MARKET_FACT_IMPLEMENTATIONS.MarketType(context, market),
    ];
    const both = [3, 2, 0.001, 0.01, 0.1, 0.2, 'BTC', 'USDT'];
    const money = ['BTC', 'USDT', 'USDT'];
    const [spot, leverage] = [constantNumber('SpotTrading'), constantNumber('LeverageTrading')];
    assert.deepEqual(facts(SPOT), [...both, '', undefined, 1, ...money, spot]);
    assert.deepEqual(facts(PERP), [...both, 'PERP', 'vanilla', 1, ...money, leverage]);
  });

  test('as a container', () => {
    const { context } = scriptedContext();
    assert.equal(
      MARKET_FACT_IMPLEMENTATIONS.TradeMarketContainer(context, PERP).toText(),
      '{baseCurrency=BTC, quoteCurrency=USDT, contractName=PERP, contractValue=1, makersFee=0.1, ' +
        'takersFee=0.2, underlyingAsset=USDT, minimumTradeAmount=0.001, minimumTradeVolume=1, ' +
        'calculatedMinTradeAmount=0.01, profitLabel=USDT, amountLabel=BTC, ' +
        `marketType=${constantNumber('LeverageTrading')}}`,
    );
  });

  test('of a market that is none are a mistake', () => {
    const { context } = scriptedContext();
    assert.throws(() => MARKET_FACT_IMPLEMENTATIONS.PriceStep(context, 'NO_SUCH'), LuaError);
    assert.equal(MARKET_FACT_IMPLEMENTATIONS.IsValidMarket(context, 'NO_SUCH'), false);
    assert.equal(MARKET_FACT_IMPLEMENTATIONS.IsValidMarket(context, PERP), true);
  });

  test('contracts are counted where one is not one of the base currency', () => {
    const { context, harness } = scriptedContext();
    harness.markets.set(PERP, { ...FUTURES_FACTS, contractType: 'inverse' });
    assert.equal(MARKET_FACT_IMPLEMENTATIONS.AmountLabel(context, PERP), 'contracts');
  });
});

suite('numbers that fit', () => {
  test('amounts go down to the step and are not enlarged, prices to the nearest', () => {
    const { context } = scriptedContext();
    const { ParseTradeAmount, ParseTradePrice } = MARKET_FACT_IMPLEMENTATIONS;
    assert.equal(ParseTradeAmount(context, SPOT, 100, 0.12399), 0.123);
    assert.equal(ParseTradeAmount(context, SPOT, 100, 0.0004), 0);
    assert.equal(ParseTradePrice(context, SPOT, 100.126), 100.13);
  });

  for (const [price, least] of [
    [100, 0.01],
    [99, 0.011],
    [5_000, 0.001],
  ] as const) {
    test(`the least amount at ${price} is ${least}`, () => {
      const { context, harness } = scriptedContext();
      const { IsTradeAmountEnough, MinimumTradeAmount } = MARKET_FACT_IMPLEMENTATIONS;
      assert.equal(MinimumTradeAmount(context, SPOT, price), least);
      assert.equal(IsTradeAmountEnough(context, SPOT, price, least, true), true);
      assert.equal(IsTradeAmountEnough(context, SPOT, price, least - 0.0005, false), false);
      assert.equal(harness.log.length, 0);
      IsTradeAmountEnough(context, SPOT, price, 0, true);
      assert.deepEqual(harness.log, [
        { severity: 'warning', message: `0 is below the least amount of ${least} on ${SPOT}` },
      ]);
    });
  }

  test('lists of markets', () => {
    const { context } = scriptedContext();
    assert.deepEqual(plain(MARKET_FACT_IMPLEMENTATIONS.GetAccountMarkets(context, '')), [
      SPOT,
      PERP,
    ]);
    assert.deepEqual(plain(MARKET_FACT_IMPLEMENTATIONS.GetExchangeMarkets(context, 'SIM')), [
      SPOT,
      PERP,
    ]);
    assert.deepEqual(plain(MARKET_FACT_IMPLEMENTATIONS.GetExchangeMarkets(context, 'OTHER')), []);
  });

  test('a fee is set through the settings', () => {
    const { context, harness } = scriptedContext();
    MARKET_FACT_IMPLEMENTATIONS.SetFee(context, 0.05, SPOT);
    assert.deepEqual(harness.acts, [`fee 0.05 ${SPOT}`]);
  });

  test('a market is put together from its parts', () => {
    const { context } = scriptedContext();
    const { CreateMarket } = MARKET_ACTIVITY_IMPLEMENTATIONS;
    assert.equal(CreateMarket(context, undefined, 'BTC', 'USDT', ''), SPOT);
    assert.equal(CreateMarket(context, 'SIM', 'btc', 'usdt', 'PERP'), PERP);
    assert.equal(CreateMarket(context, 'SIM', 'BTC', 'EUR', ''), 'SIM_BTC_EUR');
  });
});

suite('books and trades, assumed from candles', () => {
  function busy() {
    const scene = scriptedContext();
    scene.price({ ask: 101, bid: 99 });
    scene.harness.series
      .set('open', [100, 102, 100])
      .set('close', [101, 100, 100])
      .set('volume', [8, 4, 0]);
    return scene;
  }

  test('a book has one level on each side', () => {
    const { context } = busy();
    const { GetOrderbook, GetOrderbookAsk, GetOrderbookBid, OrderbookSentiment } =
      MARKET_ACTIVITY_IMPLEMENTATIONS;
    assert.deepEqual(plain(GetOrderbookAsk(context, undefined)), [[101, 4]]);
    assert.deepEqual(plain(GetOrderbookBid(context, undefined)), [[99, 4]]);
    assert.equal(
      GetOrderbook(context, undefined).toText(),
      '{askPrices={101}, askAmounts={4}, bidPrices={99}, bidAmounts={4}}',
    );
    assert.equal(OrderbookSentiment(context, undefined), 0.5);
    assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.AverageOrderbookSpread(context, undefined), 2);
  });

  test('a minute is a trade: bought when it rose, sold when it fell', () => {
    const { context } = busy();
    const { GetLastTrades, LastBuyTradesCommand, LastSellTradesCommand, LastTradesSentiment } =
      MARKET_ACTIVITY_IMPLEMENTATIONS;
    const now = SCRIPTED_START_MS / 1_000;
    assert.deepEqual(plain(GetLastTrades(context, 50, undefined)), [
      [101, 8, true, now],
      [100, 4, false, now - 60],
    ]);
    assert.equal((plain(GetLastTrades(context, 1, undefined)) as unknown[]).length, 1);
    assert.equal(LastBuyTradesCommand(context, 60, undefined), 8);
    assert.equal(LastSellTradesCommand(context, 60, undefined), 0);
    assert.equal(LastSellTradesCommand(context, 61, undefined), 4);
    assert.equal(LastTradesSentiment(context, undefined), 8 / 12);
  });

  test('without candles nothing is traded and all is even', () => {
    const { context } = scriptedContext();
    assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.LastTradesSentiment(context, undefined), 0.5);
    assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.OrderbookSentiment(context, undefined), 0.5);
    assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.AverageCandleSize(context, undefined), 0);
  });

  test('the mean size of candle bodies', () => {
    const { context } = busy();
    assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.AverageCandleSize(context, undefined), 1);
  });

  for (const [price, level] of [
    [123_456, 100_000],
    [123, 100],
    [1_000, 1_000],
    [0.05, 0.01],
    [0, 0],
  ] as const) {
    test(`${price} is at the level of ${level}`, () => {
      const { context } = scriptedContext();
      assert.equal(MARKET_ACTIVITY_IMPLEMENTATIONS.PriceLevel(context, price), level);
    });
  }
});

suite('profit', () => {
  test('of the bot, with or without what is open', () => {
    const { context, harness } = scriptedContext();
    harness.figures = { ...EMPTY_REPORT, realizedProfit: 30, unrealizedProfit: -4, roiPercent: 3 };
    assert.equal(PROFIT_IMPLEMENTATIONS.GetBotProfit(context, SPOT, false), 30);
    assert.equal(PROFIT_IMPLEMENTATIONS.GetBotProfit(context, SPOT, true), 26);
    assert.equal(PROFIT_IMPLEMENTATIONS.GetBotROI(context, SPOT), 3);
    PROFIT_IMPLEMENTATIONS.SetBotRoiBaseValue(context, 1_000, SPOT);
    assert.deepEqual(harness.acts, [`roi base 1000 ${SPOT}`]);
  });

  test('of what is open: both sides, one of them, or the position that is named', () => {
    const { context, hold, price } = scriptedContext(FUTURES_FACTS);
    hold({ amount: 2, leverage: 2 });
    hold({ positionId: 'b', direction: 'short', leverage: 4 });
    price(110);
    const { GetCurrentProfit, GetCurrentROI } = PROFIT_IMPLEMENTATIONS;
    const [long, none] = [constantNumber('PositionLong'), constantNumber('NoPosition')];
    assert.equal(GetCurrentProfit(context, none, PERP), 10);
    assert.equal(GetCurrentProfit(context, long, PERP), 20);
    assert.equal(GetCurrentProfit(context, undefined, 'b'), -10);
    assert.equal(GetCurrentProfit(context, undefined, SPOT), 0);
    assert.equal(GetCurrentROI(context, long, PERP), 20);
    assert.equal(GetCurrentROI(context, undefined, 'b'), -40);
    assert.equal(GetCurrentROI(context, undefined, SPOT), 0);
  });

  test('as a report', () => {
    const { context, harness } = scriptedContext();
    harness.figures = {
      ...EMPTY_REPORT,
      maxDrawdownPercent: 7,
      closedPositions: 9,
      completedOrders: 18,
    };
    const report = PROFIT_IMPLEMENTATIONS.GetTradingReport(context, SPOT);
    assert.deepEqual([report.index('maxDrawDownPrc'), report.index(1)], [7, 7]);
    assert.deepEqual([report.index('closedPositions'), report.index(25)], [9, 18]);
  });
});
