// The configuration of a grid as the strategy reads it, and the rules that hold between its
// settings. Both kinds of grid come to the same record.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ONE } from '#lib/decimal.ts';
import { isOnStep, marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
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
import { leverageProblem, marketTypeProblem } from '#strategies/config/market-problems.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StartCondition } from '#strategies/shared/start-condition.ts';
import { startCondition, startProblems } from '#strategies/shared/start-condition.ts';

export type GridType = 'spot_grid' | 'futures_grid';

export type GridConfig = {
  readonly type: GridType;
  readonly lowerPrice: Decimal;
  readonly upperPrice: Decimal;
  readonly gridCount: number;
  readonly mode: 'arithmetic' | 'geometric';
  readonly investment: Decimal;
  readonly investmentAsset: 'quote' | 'base' | 'both';
  /** What the grid may hold; spot grids are long. */
  readonly direction: 'long' | 'short' | 'neutral';
  readonly opensOnStart: boolean;
  readonly reinvestsProfit: boolean;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly extraMargin: Decimal;
  readonly start: StartCondition;
  readonly takeProfitPrice: Decimal | null;
  readonly stopLossPrice: Decimal | null;
  readonly stopLossHighPrice: Decimal | null;
  readonly takeProfitPercent: Decimal | null;
  readonly stopLossPercent: Decimal | null;
  readonly stopDelayMs: number;
  readonly closesOnStop: boolean;
  readonly trailsUp: boolean;
  readonly trailsDown: boolean;
  readonly trailingUpLimit: Decimal | null;
  readonly trailingDownLimit: Decimal | null;
  readonly ordersMost: number;
};

/** Settings of values that were read whole; on spot markets the grid is long, without leverage. */
export function gridConfig(type: GridType, values: ConfigValues): GridConfig {
  const isSpot = type === 'spot_grid';
  return {
    type,
    lowerPrice: sureNumberOf(values, 'lower_price'),
    upperPrice: sureNumberOf(values, 'upper_price'),
    gridCount: wholeOf(values, 'grid_count'),
    mode: textOf(values, 'grid_mode') as GridConfig['mode'],
    investment: sureNumberOf(values, 'investment'),
    investmentAsset: isSpot
      ? (textOf(values, 'investment_asset') as GridConfig['investmentAsset'])
      : 'quote',
    direction: isSpot ? 'long' : (textOf(values, 'direction') as GridConfig['direction']),
    opensOnStart: flagOf(values, isSpot ? 'fill_grid_on_start' : 'open_position_on_start'),
    reinvestsProfit: flagOf(values, 'reinvest_profit'),
    leverage: isSpot ? ONE : sureNumberOf(values, 'leverage'),
    marginMode: isSpot ? 'isolated' : (textOf(values, 'margin_mode') as MarginMode),
    extraMargin: isSpot ? (0n as Decimal) : sureNumberOf(values, 'extra_margin'),
    start: startCondition(values),
    takeProfitPrice: numberOf(values, 'take_profit_price'),
    stopLossPrice: numberOf(values, 'stop_loss_price'),
    stopLossHighPrice: numberOf(values, 'stop_loss_high_price'),
    takeProfitPercent: numberOf(values, 'take_profit_percent'),
    stopLossPercent: numberOf(values, 'stop_loss_percent'),
    stopDelayMs: wholeOf(values, 'stop_delay_seconds') * 1_000,
    closesOnStop: flagOf(values, isSpot ? 'sell_base_on_stop' : 'close_position_on_stop'),
    trailsUp: flagOf(values, 'trailing_up'),
    trailsDown: flagOf(values, 'trailing_down'),
    trailingUpLimit: numberOf(values, 'trailing_up_limit'),
    trailingDownLimit: numberOf(values, 'trailing_down_limit'),
    ordersMost: wholeOf(values, 'max_active_orders'),
  };
}

/** What is wrong with the settings taken together, on this market. */
export function gridProblems(config: GridConfig, market: Market): readonly SettingProblem[] {
  const { lowerPrice: lower, upperPrice: upper, direction } = config;
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (key, message) => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  marketTypeProblem(refuse, market, config.type === 'spot_grid');
  if (upper <= lower) refuse('upper_price', `must be above "lower_price" ${formatDecimal(lower)}`);
  for (const [key, price] of [
    ['lower_price', lower],
    ['upper_price', upper],
  ] as const)
    if (!isOnStep(price, marketGrid(market).priceStep)) refuse(key, offStep(market, price));
  requireAbove(refuse, 'take_profit_price', config.takeProfitPrice, direction !== 'short', config);
  requireAbove(refuse, 'stop_loss_price', config.stopLossPrice, direction === 'short', config);
  requireAbove(refuse, 'stop_loss_high_price', config.stopLossHighPrice, true, config);
  requireAbove(refuse, 'trailing_up_limit', config.trailingUpLimit, true, config);
  requireAbove(refuse, 'trailing_down_limit', config.trailingDownLimit, false, config);
  if (config.stopLossHighPrice !== null && direction !== 'neutral')
    refuse('stop_loss_high_price', 'is for neutral grids');
  leverageProblem(refuse, market, config.leverage);
  startProblems(refuse, config.start, null);
  return problems;
}

function requireAbove(
  refuse: Refuse,
  key: string,
  price: Decimal | null,
  isAbove: boolean,
  { lowerPrice, upperPrice }: GridConfig,
): void {
  if (price === null) return;
  if (isAbove && price <= upperPrice)
    refuse(key, `must be above "upper_price" ${formatDecimal(upperPrice)}`);
  if (!isAbove && price >= lowerPrice)
    refuse(key, `must be below "lower_price" ${formatDecimal(lowerPrice)}`);
}

function offStep(market: Market, price: Decimal): string {
  const grid = marketGrid(market);
  const nearest = formatDecimal(priceOf(grid, ticksOf(grid, price, 'half_even')));
  const found = formatDecimal(price);
  const step = formatDecimal(grid.priceStep);
  return `${found} is not a multiple of the price step ${step}; the nearest is ${nearest}`;
}
