// The options by which `tidemill backtest` and `tidemill labs configure` choose how orders execute.

import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import {
  executionChosen,
  PYRAMIDING_MAX,
  pyramidingChosen,
  SLIPPAGE_TICKS_MAX,
} from '#services/backtests/backtest-choices.ts';
import { parseNotNegative, parsePositive, wholeFrom } from '#cli/parse-argument.ts';

export type ExecutionChoice = {
  slippageTicks?: number;
  commission?: Decimal;
  commissionPerOrder?: Decimal;
  commissionPerContract?: Decimal;
  fillAtClose?: true;
  barMagnifier?: true;
  marginLong?: Decimal;
  marginShort?: Decimal;
  pyramiding?: number;
};

/** What an unscripted trade is worth, as a share of the equity. */
export function tradeAmountPercentOption(): Option {
  const option = new Option('--trade-amount-percent <PERCENT>', 'the same as a share of equity');
  return option.argParser(parsePositive).conflicts('tradeAmount');
}

/** To be added to a command whose options then are an `ExecutionChoice`. */
export function executionOptions(): readonly Option[] {
  return [
    new Option('--slippage-ticks <COUNT>', 'price steps that a taker loses').argParser(
      wholeFrom(0, SLIPPAGE_TICKS_MAX),
    ),
    new Option('--commission <PERCENT>', "of the value, in place of the market's fees").argParser(
      parseNotNegative,
    ),
    new Option('--commission-per-order <SUM>', 'paid once an order').argParser(parseNotNegative),
    new Option('--commission-per-contract <SUM>', 'paid for each unit of the amount').argParser(
      parseNotNegative,
    ),
    new Option('--fill-at-close', 'try orders at the close of the candle that requested them'),
    new Option('--bar-magnifier', 'match the minutes of a bar (rules tradingview)'),
    new Option('--margin-long <PERCENT>', 'margin calls of longs (rules tradingview)').argParser(
      parsePositive,
    ),
    new Option('--margin-short <PERCENT>', 'the same of shorts').argParser(parsePositive),
    new Option('--pyramiding <ENTRIES>', 'open in one direction (default: any number)').argParser(
      wholeFrom(0, PYRAMIDING_MAX),
    ),
  ];
}

/** The part of the choices that the options stand for. */
export function executionOf(
  options: ExecutionChoice,
): Pick<BacktestChoices, 'execution' | 'pyramiding'> {
  const execution = executionChosen({
    slippageTicks: options.slippageTicks ?? null,
    commission: {
      percent: options.commission ?? null,
      perOrder: options.commissionPerOrder ?? null,
      perContract: options.commissionPerContract ?? null,
    },
    fillsAtClose: options.fillAtClose ?? false,
    magnifiesBars: options.barMagnifier ?? false,
    marginLongPercent: options.marginLong ?? null,
    marginShortPercent: options.marginShort ?? null,
  });
  return { ...execution, ...pyramidingChosen(options.pyramiding ?? null) };
}
