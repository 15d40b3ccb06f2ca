// Execution settings that a backtest may choose beyond its named rule set. Named after the settings
// of TradingView's strategies that they stand for; each works with every rule set.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestSettings } from '#backtesting/backtest.ts';

/** Null or false: as the rule set says. */
export type ExecutionSettings = {
  /** Steps that an order which takes liquidity loses. */
  readonly slippageTicks: number | null;
  readonly commission: CommissionSettings;
  /**
   * What an update asks for is tried at the close of its own candle before it rests, rather than
   * at the open of the next one.
   */
  readonly fillsAtClose: boolean;
  /** Rules that match the bars of the chart walk their minutes instead. */
  readonly magnifiesBars: boolean;
  /**
   * Under `tradingview`: of a contract position's value, what the equity must cover; less is a
   * margin call.
   */
  readonly marginLongPercent: Decimal | null;
  readonly marginShortPercent: Decimal | null;
  /** Steps that the price must go beyond a limit order; absent: as the rule set says. */
  readonly limitThroughTicks?: number;
};

/** What an order costs instead of, or besides, the market's fees; null: nothing. */
export type CommissionSettings = {
  /** Of the value, in place of the market's maker and taker fees. */
  readonly percent: Decimal | null;
  /** Once an order, with its first fill, in the settlement currency. */
  readonly perOrder: Decimal | null;
  /** For each unit of the amount (a contract, or a unit of the base currency). */
  readonly perContract: Decimal | null;
};

export const NO_EXECUTION_SETTINGS: ExecutionSettings = {
  slippageTicks: null,
  commission: { percent: null, perOrder: null, perContract: null },
  fillsAtClose: false,
  magnifiesBars: false,
  marginLongPercent: null,
  marginShortPercent: null,
};

export type SettingUsed = { readonly name: string; readonly value: string };

/** The settings that were chosen or declared, as a report names them. */
export function settingsUsed(settings: BacktestSettings): readonly SettingUsed[] {
  const { slippagePercent, participationPercent, execution = NO_EXECUTION_SETTINGS } = settings;
  const { commission } = execution;
  const values = {
    slippage_percent: slippagePercent,
    participation_percent: participationPercent,
    trade_amount_percent: settings.tradeAmountPercent ?? null,
    slippage_ticks: execution.slippageTicks,
    commission_percent: commission.percent,
    commission_per_order: commission.perOrder,
    commission_per_contract: commission.perContract,
    fill_at_close: execution.fillsAtClose || null,
    bar_magnifier: execution.magnifiesBars || null,
    margin_long_percent: execution.marginLongPercent ?? null,
    margin_short_percent: execution.marginShortPercent ?? null,
    limit_through_ticks: execution.limitThroughTicks ?? null,
    pyramiding: settings.pyramiding ?? null,
    initial_capital: settings.initialCapital ?? null,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value: textOf(value) }],
  );
}

function textOf(value: Decimal | number | boolean): string {
  return typeof value === 'bigint' ? formatDecimal(value) : String(value);
}
