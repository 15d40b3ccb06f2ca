// Strategies of the Pine manual: the lists of trades that an independent broker emulator
// derives for them, against backtests of the same strategies in Lua.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { futuresMarket } from '#domain/market/market.sample.ts';
import { readTradeList } from '#domain/trade-list/read-trade-list.ts';
import type { BacktestInput, BacktestSettings } from '#engine/backtest/backtest.ts';
import { runBacktest } from '#engine/backtest/run-backtest.ts';
import type { ComparedReport } from '#services/backtests/compare-with-report.ts';
import { compareWithReport } from '#services/backtests/compare-with-report.ts';
import { comparisonText } from '#cli/comparison-text.ts';
import { readReference, skipWithout } from '../../support/reference-data.ts';
import type { PineBar } from './pine-broker.ts';
import { pineTrades } from './pine-broker.ts';
import { barsOfCsv, CANDLE_MINUTES, columnsOfBars, csvOfBars, madeBars } from './pine-candles.ts';
import { LIST_LAYOUTS, listText } from './pine-lists.ts';
import type { PineExample } from './pine-strategies.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

const file = (...names: readonly string[]): string =>
  readFileSync(path.join(import.meta.dirname, ...names), 'utf8');

const MARKET = {
  ...futuresMarket('vanilla', '1', { priceStep: '0.1' }),
  makerFeePercent: ZERO,
  takerFeePercent: ZERO,
};

function inputOf(example: PineExample, bars: readonly PineBar[]): BacktestInput {
  const { name, script = name } = example;
  const candles = columnsOfBars(bars);
  const terms = { tiers: singleTier(decimal('0.01'), decimal('100')), funding: [] };
  return {
    script: { name, source: file('scripts', `${script}.lua`) },
    libraries: [],
    markets: [
      {
        market: MARKET,
        ...terms,
        liquidationFeePercent: ZERO,
        candles,
        candleMinutes: CANDLE_MINUTES,
      },
    ],
    intervalMinutes: CANDLE_MINUTES,
    startMs: candles.firstOpenMs,
    endMs: candles.firstOpenMs + candles.rowCount * MINUTE_MS,
    accountId: 'local',
    wallet: [{ currency: 'USDT', amount: decimal('1000000') }],
    fees: null,
    inputs: {},
    settings: {
      rules: 'tradingview',
      slippagePercent: null,
      participationPercent: null,
      leverage: ONE,
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: null,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
      execution: executionOf(example),
    },
  };
}

type Execution = NonNullable<BacktestSettings['execution']>;

function executionOf({ settings = {}, commission = 0n }: PineExample): Execution {
  const { slippage, isOnClose = false } = settings;
  return {
    slippageTicks: slippage === undefined ? null : Number(slippage),
    commission: {
      percent: (commission * decimal('0.01')) as Decimal,
      perOrder: null,
      perContract: null,
    },
    fillsAtClose: isOnClose,
    magnifiesBars: false,
    marginLongPercent: null,
    marginShortPercent: null,
  };
}

function compared(text: string, example: PineExample, bars: readonly PineBar[]): ComparedReport {
  const list = readTradeList(text, { instantOf: (wallMs) => wallMs });
  assert.ok(list.ok, list.ok ? '' : JSON.stringify(list.rejection));
  const input = inputOf(example, bars);
  const done = runBacktest(input, () => true);
  assert.ok(done.ok, done.ok ? '' : `${done.rejection.message} (line ${done.rejection.line})`);
  return compareWithReport(list.value, input, done.value);
}

function assertEqual(outcome: ComparedReport): void {
  const { firstDifferent, equalCount, listedCount } = outcome.comparison;
  assert.ok(firstDifferent < 0, comparisonText(outcome, 2));
  assert.equal(equalCount, listedCount);
}

const MADE = madeBars();
const listOf = ({ strategy, settings }: PineExample, bars: readonly PineBar[]) =>
  pineTrades(bars, strategy, settings);
/** Enough of the real ones; more of them take longer. */
const REAL_BARS = 2_500;

test('the candles beside this are those that the lists are of', () => {
  assert.equal(file('candles.csv'), csvOfBars(MADE));
});

suite('lists of strategies', () => {
  for (const [index, example] of PINE_EXAMPLES.entries()) {
    const layout = LIST_LAYOUTS[index % LIST_LAYOUTS.length] ?? 'plain';
    test(`${example.name}, in the ${layout} layout, is reproduced`, () => {
      const trades = listOf(example, MADE);
      assert.ok(trades.length >= 8, `${trades.length} trades`);
      const text = file('lists', `${example.name}.csv`);
      assert.equal(
        text,
        listText(trades, layout, example.commission),
        'it is the list that the emulator derives',
      );
      assertEqual(compared(text, example, MADE));
    });
  }
});

suite('the same over real candles', { skip: skipWithout('candles') }, () => {
  for (const example of PINE_EXAMPLES.filter(({ needsGaps }) => needsGaps !== true))
    test(`${example.name} is reproduced`, () => {
      const bars = barsOfCsv(readReference('candles/BTCUSDT_15m.csv.gz')).slice(0, REAL_BARS);
      const trades = listOf(example, bars);
      assert.ok(trades.length > 10, `${trades.length} trades`);
      assertEqual(compared(listText(trades, 'older', example.commission), example, bars));
    });
});
