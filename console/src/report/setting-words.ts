// Settings of a backtest in the words of its form.

import { served } from '../words/served.ts';
import { REPORT } from '../words/report.ts';
import { BACKTESTS } from '../words/backtests.ts';

/** Each setting of the API has its words: a test compares them. */
export const SETTING_WORDS: Readonly<Record<string, string>> = {
  rules: REPORT.settingRules,
  slippage_percent: REPORT.settingSlippagePercent,
  participation_percent: REPORT.settingParticipationPercent,
  slippage_ticks: REPORT.settingSlippageTicks,
  commission_percent: REPORT.settingCommissionPercent,
  commission_per_order: REPORT.settingCommissionPerOrder,
  commission_per_contract: REPORT.settingCommissionPerContract,
  fill_at_close: REPORT.settingFillAtClose,
  bar_magnifier: REPORT.settingBarMagnifier,
  margin_long_percent: REPORT.settingMarginLongPercent,
  margin_short_percent: REPORT.settingMarginShortPercent,
  leverage: REPORT.settingLeverage,
  margin_mode: REPORT.settingMarginMode,
  position_mode: REPORT.settingPositionMode,
  trade_amount: REPORT.settingTradeAmount,
  trade_amount_percent: REPORT.settingTradeAmountPercent,
  pyramiding: REPORT.settingPyramiding,
  seed: REPORT.settingSeed,
  warm_up: REPORT.settingWarmUp,
  audit: REPORT.settingAudit,
};

/** Name of a setting; of one of a newer service its key. */
export const settingWords = (name: string): string =>
  SETTING_WORDS[name] ?? name.replaceAll('_', ' ');

/** Value of a setting. */
export function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? BACKTESTS.yes : BACKTESTS.no;
  return served(String(value));
}
