// The backtest of an example's script, compared with a list of trades.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import { readTradeList } from '#domain/trade-list/read-trade-list.ts';
import type { BacktestInput, BacktestSettings } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { ComparedReport } from '#services/backtests/compare-with-report.ts';
import { compareWithReport } from '#services/backtests/compare-with-report.ts';
import { comparisonText } from '#cli/backtests/comparison-text.ts';
import { CANDLE_MINUTES, columnsOfBars } from './pine-candles.ts';
import type { PineExample } from './pine-example.ts';
import type { PineBar } from './pine-order.ts';

export const file = (...names: readonly string[]): string =>
  readFileSync(path.join(import.meta.dirname, ...names), 'utf8');

const MARKET = {
  ...futuresMarket('vanilla', '1', { priceStep: '0.1' }),
  makerFeePercent: ZERO,
  takerFeePercent: ZERO,
};

/** `language`: in which of its two scripts the strategy runs. */
type Language = 'lua' | 'pine';

function inputOf(
  example: PineExample,
  bars: readonly PineBar[],
  language: Language,
): BacktestInput {
  const { name, script = name, leverage = 1, settings = {} } = example;
  const choosesPyramiding = example.pine === undefined || example.choosesPyramiding === true;
  const { minutesOf, pyramiding } = settings;
  const candles =
    minutesOf === undefined ? columnsOfBars(bars) : columnsOfBars(bars.flatMap(minutesOf), 1);
  const terms = { tiers: singleTier(decimal('0.01'), decimal('100')), funding: [] };
  return {
    script: {
      name,
      source:
        language === 'lua'
          ? file('scripts', `${script}.lua`)
          : (example.pine ?? file('pine', `${name}.pine`)),
    },
    libraries: [],
    markets: [
      {
        market: MARKET,
        ...terms,
        liquidationFeePercent: ZERO,
        candles,
        candleMinutes: minutesOf === undefined ? CANDLE_MINUTES : 1,
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
      leverage: decimal(String(leverage)),
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: null,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
      execution: executionOf(example),
      ...(pyramiding === undefined || !choosesPyramiding ? {} : { pyramiding }),
    },
  };
}

type Execution = NonNullable<BacktestSettings['execution']>;

function executionOf({ settings = {}, commission = 0n }: PineExample): Execution {
  const { slippage, isOnClose = false, minutesOf, marginLong, marginShort } = settings;
  const percentOf = (percent: bigint | undefined): Decimal | null =>
    percent === undefined ? null : decimal(String(percent));
  return {
    slippageTicks: slippage === undefined ? null : Number(slippage),
    commission: {
      percent: (commission * decimal('0.01')) as Decimal,
      perOrder: null,
      perContract: null,
    },
    fillsAtClose: isOnClose,
    magnifiesBars: minutesOf !== undefined,
    marginLongPercent: percentOf(marginLong),
    marginShortPercent: percentOf(marginShort),
  };
}

export function compared(
  text: string,
  example: PineExample,
  bars: readonly PineBar[],
  language: Language = 'lua',
): ComparedReport {
  return comparing(example, bars, language)(text);
}

/** Of one run: compares any list with its trades. */
export function comparing(
  example: PineExample,
  bars: readonly PineBar[],
  language: Language,
): (text: string) => ComparedReport {
  const input = inputOf(example, bars, language);
  const done = runBacktest(input, () => true);
  assert.ok(done.ok, done.ok ? '' : `${done.rejection.message} (line ${done.rejection.line})`);
  const report = done.value;
  return (text) => {
    const list = readTradeList(text, { instantOf: (wallMs) => wallMs });
    assert.ok(list.ok, list.ok ? '' : JSON.stringify(list.rejection));
    return compareWithReport(list.value, input, report);
  };
}

export function assertEqual(outcome: ComparedReport): void {
  const { firstDifferent, equalCount, listedCount } = outcome.comparison;
  assert.ok(firstDifferent < 0, comparisonText(outcome, 2));
  assert.equal(equalCount, listedCount);
}
