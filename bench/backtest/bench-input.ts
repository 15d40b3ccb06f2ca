// Input of a benchmark's backtests: one script over the minutes of one market, all of them or those
// after the history that it is given.

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Minutes } from './minutes.ts';
import { endMsOf } from './minutes.ts';

export function benchInput(
  minutes: Minutes,
  source: string,
  inputs: BacktestInput['inputs'] = {},
  historyRows = 0,
): BacktestInput {
  const { market, candles } = minutes;
  return {
    script: { name: 'bench', source },
    libraries: [],
    markets: [{ market, tiers: null, liquidationFeePercent: decimal('0'), funding: [], candles }],
    intervalMinutes: 1,
    startMs: candles.firstOpenMs + historyRows * MINUTE_MS,
    endMs: endMsOf(minutes),
    accountId: 'bench',
    wallet: [{ currency: market.quote, amount: decimal('100000') }],
    fees: null,
    inputs,
    settings: {
      rules: 'realistic',
      slippagePercent: null,
      participationPercent: null,
      leverage: decimal('1'),
      marginMode: 'isolated',
      positionMode: 'one_way',
      seed: 1,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
  };
}
