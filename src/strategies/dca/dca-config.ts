// The configuration of a bot that averages as the strategy reads it, and the rules that hold
// between its settings. Sizes are values of orders; leverage only lessens the margin.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ONE } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Direction, MarginMode } from '#domain/position/position.ts';
import type { ConfigValues } from '#strategies/config/config-values.ts';
import {
  flagOf,
  numberOf,
  sureNumberOf,
  textOf,
  wholeOf,
} from '#strategies/config/config-values.ts';
import type { LadderSteps } from '#strategies/dca/dca-ladder.ts';
import { ladderDeviations } from '#strategies/dca/dca-ladder.ts';
import type { Refuse } from '#strategies/config/market-problems.ts';
import { leverageProblem, marketTypeProblem } from '#strategies/config/market-problems.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StartCondition } from '#strategies/shared/start-condition.ts';
import { startCondition, startProblems } from '#strategies/shared/start-condition.ts';

export type DcaType = 'spot_dollar_cost_averaging' | 'futures_dollar_cost_averaging';

export type DcaConfig = LadderSteps & {
  readonly type: DcaType;
  readonly direction: Direction;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly baseOrderSize: Decimal;
  readonly averagingOrderSize: Decimal;
  readonly sizeAsset: 'quote' | 'base' | 'percent';
  readonly volumeScale: Decimal;
  /** Averaging orders on the book at once. */
  readonly activeCount: number;
  readonly takeProfitPercent: Decimal;
  /** What profit and loss are measured from. */
  readonly profitBase: 'average' | 'base_order';
  readonly trailingProfitPercent: Decimal | null;
  readonly stopLossPercent: Decimal | null;
  readonly endsAfterStop: boolean;
  readonly trailsStop: boolean;
  readonly start: StartCondition;
  readonly startIntervalMinutes: number;
  readonly startsAtMarket: boolean;
  readonly cooldownMs: number;
  readonly dealsMost: number | null;
  readonly priceLeast: Decimal | null;
  readonly priceMost: Decimal | null;
  readonly reinvestPercent: Decimal;
  /** The token that it listens to; null: none. */
  readonly signalToken: string | null;
};

/** Settings of values that were read whole; on spot markets leverage is 1. */
export function dcaConfig(type: DcaType, values: ConfigValues): DcaConfig {
  const isSpot = type === 'spot_dollar_cost_averaging';
  return {
    type,
    direction: textOf(values, 'direction') as Direction,
    leverage: isSpot ? ONE : sureNumberOf(values, 'leverage'),
    marginMode: isSpot ? 'isolated' : (textOf(values, 'margin_mode') as MarginMode),
    baseOrderSize: sureNumberOf(values, 'base_order_size'),
    averagingOrderSize: sureNumberOf(values, 'averaging_order_size'),
    sizeAsset: textOf(values, 'order_size_asset') as DcaConfig['sizeAsset'],
    count: wholeOf(values, 'max_averaging_orders'),
    activeCount: wholeOf(values, 'active_averaging_orders'),
    stepPercent: sureNumberOf(values, 'price_deviation_percent'),
    stepScale: sureNumberOf(values, 'step_scale'),
    volumeScale: sureNumberOf(values, 'volume_scale'),
    takeProfitPercent: sureNumberOf(values, 'take_profit_percent'),
    profitBase: textOf(values, 'take_profit_base') as DcaConfig['profitBase'],
    trailingProfitPercent: numberOf(values, 'trailing_take_profit_percent'),
    stopLossPercent: numberOf(values, 'stop_loss_percent'),
    endsAfterStop: textOf(values, 'stop_loss_action') === 'close_deal_and_stop',
    trailsStop: flagOf(values, 'trailing_stop_loss'),
    start: startCondition(values),
    startIntervalMinutes: wholeOf(values, 'start_interval_minutes'),
    startsAtMarket: textOf(values, 'start_order_type') === 'market',
    cooldownMs: wholeOf(values, 'cooldown_seconds') * 1_000,
    dealsMost: numberOf(values, 'max_deals') === null ? null : wholeOf(values, 'max_deals'),
    priceLeast: numberOf(values, 'min_price'),
    priceMost: numberOf(values, 'max_price'),
    reinvestPercent: sureNumberOf(values, 'reinvest_percent'),
    signalToken: textOf(values, 'signal_token'),
  };
}

/** What is wrong with the settings taken together, on this market. */
export function dcaProblems(config: DcaConfig, market: Market): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (key, message) => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  marketTypeProblem(refuse, market, config.type === 'spot_dollar_cost_averaging');
  leverageProblem(refuse, market, config.leverage);
  startProblems(refuse, config.start, config.signalToken);
  const fits = ladderDeviations(config).length;
  if (fits < config.count)
    refuse(
      'max_averaging_orders',
      `${config.count} reach a deviation of 100 percent; the nearest valid value is ${fits}`,
    );
  const { takeProfitPercent: profit, trailingProfitPercent: trailing } = config;
  const fees = (market.makerFeePercent + market.takerFeePercent) as Decimal;
  if (profit <= fees)
    refuse('take_profit_percent', `must be above the fees of ${formatDecimal(fees)} percent`);
  const nearest = formatDecimal(profit);
  if (trailing !== null && trailing > profit)
    refuse(
      'trailing_take_profit_percent',
      `must be at most "take_profit_percent" ${nearest}; the nearest valid value is ${nearest}`,
    );
  const { priceLeast, priceMost } = config;
  if (priceLeast !== null && priceMost !== null && priceMost <= priceLeast)
    refuse('max_price', `must be above "min_price" ${formatDecimal(priceLeast)}`);
  if (config.trailsStop && config.stopLossPercent === null)
    refuse('trailing_stop_loss', 'needs "stop_loss_percent"');
  return problems;
}
