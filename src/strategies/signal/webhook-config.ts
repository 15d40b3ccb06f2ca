// The configuration of a signal bot as the strategy reads it, and the rules between its settings.

import type { Decimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { MarginMode } from '#domain/position/position.ts';
import type { ConfigValues } from '#strategies/config/config-values.ts';
import {
  flagOf,
  numberOf,
  sureNumberOf,
  textOf,
  wholeOf,
} from '#strategies/config/config-values.ts';
import type { Refuse } from '#strategies/config/market-problems.ts';
import { leverageProblem } from '#strategies/config/market-problems.ts';
import { ONE } from '#lib/decimal.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';

export type WebhookConfig = {
  readonly signalToken: string;
  readonly orderSize: Decimal;
  readonly sizeAsset: 'quote' | 'base' | 'percent';
  readonly entersAtMarket: boolean;
  readonly limitOffsetPercent: Decimal;
  readonly allowsMultipleEntries: boolean;
  /** In base; null: no limit. */
  readonly positionMost: Decimal | null;
  readonly reversesOnOpposite: boolean;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly takeProfitPercent: Decimal | null;
  readonly stopLossPercent: Decimal | null;
  readonly trailingStopPercent: Decimal | null;
  readonly signalAgeMostMs: number;
};

/** Settings of values that were read whole; the oldest age of a signal is in milliseconds. */
export function webhookConfig(values: ConfigValues): WebhookConfig {
  return {
    signalToken: textOf(values, 'signal_token') ?? '',
    orderSize: sureNumberOf(values, 'order_size'),
    sizeAsset: textOf(values, 'order_size_asset') as WebhookConfig['sizeAsset'],
    entersAtMarket: textOf(values, 'order_type') === 'market',
    limitOffsetPercent: sureNumberOf(values, 'limit_offset_percent'),
    allowsMultipleEntries: flagOf(values, 'allow_multiple_entries'),
    positionMost: numberOf(values, 'max_position_size'),
    reversesOnOpposite: flagOf(values, 'reverse_on_opposite'),
    leverage: sureNumberOf(values, 'leverage'),
    marginMode: textOf(values, 'margin_mode') as MarginMode,
    takeProfitPercent: numberOf(values, 'take_profit_percent'),
    stopLossPercent: numberOf(values, 'stop_loss_percent'),
    trailingStopPercent: numberOf(values, 'trailing_stop_percent'),
    signalAgeMostMs: wholeOf(values, 'max_signal_age_seconds') * 1_000,
  };
}

/** Problems between settings and market; empty when there are none. */
export function webhookProblems(config: WebhookConfig, market: Market): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (key, message) => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  leverageProblem(refuse, market, config.leverage);
  if (market.contract === null && config.leverage !== ONE)
    refuse('leverage', 'is for futures markets; the nearest valid value is 1');
  return problems;
}
