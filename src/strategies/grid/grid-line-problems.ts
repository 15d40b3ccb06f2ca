// Grids whose lines fall together at the market's price step, or whose single grids earn nothing
// after fees: refused with the most grids that would do.

import { formatDecimal } from '#lib/decimal.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import { gridLines } from '#strategies/grid/grid-lines.ts';
import { gridShape } from '#strategies/grid/grid-plan.ts';
import { profitRange } from '#strategies/grid/grid-profit.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

type Terms = Pick<StrategyMarket, 'terms'>;

const COUNT_LEAST = 2;

/** Null: all lines differ. */
export function collapseProblem(config: GridConfig, market: Terms): SettingProblem | null {
  if (!isCollapsed(config, market)) return null;
  const step = formatDecimal(market.terms.grid.priceStep);
  const what = `${config.gridCount} makes lines that are the same at the price step ${step}`;
  const hint = nearestHint(config, (count) => !isCollapsed(count, market));
  return { key: 'grid_count', message: `"grid_count" ${what}; ${hint}` };
}

/** Null: each grid earns more than its fees. */
export function profitProblem(config: GridConfig, market: Terms): SettingProblem | null {
  const least = leastProfit(config, market);
  if (least > 0n) return null;
  const what = `makes a grid that earns ${formatDecimal(least)} percent after fees`;
  const hint = nearestHint(config, (count) => leastProfit(count, market) > 0n);
  return { key: 'grid_count', message: `"grid_count" ${what}; ${hint}` };
}

function isCollapsed(config: GridConfig, market: Terms): boolean {
  const lines = gridLines(gridShape(config, market), 0);
  return lines.some((line, place) => line === lines[place - 1]);
}

function leastProfit(config: GridConfig, market: Terms) {
  return profitRange(market, gridLines(gridShape(config, market), 0)).least;
}

/** Fewer grids are farther apart, so the most that will do are found by halving. */
function nearestHint(config: GridConfig, isRight: (config: GridConfig) => boolean): string {
  let [right, wrong] = [COUNT_LEAST - 1, config.gridCount];
  while (wrong - right > 1) {
    const gridCount = Math.floor((right + wrong) / 2);
    if (isRight({ ...config, gridCount })) right = gridCount;
    else wrong = gridCount;
  }
  return right < COUNT_LEAST ? 'widen the range' : `the nearest valid value is ${right}`;
}
