// What a grid would do if it were started now, without starting it: the very plan that a bot
// carries out, and what is wrong with it. Whatever can be told is told, also of a plan that is
// refused.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, divideRounded, formatDecimal } from '#lib/decimal.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, HUNDRED, priceOf } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
import { unitsOf, valueOfUnits } from '#domain/money/currency.ts';
import type { OrderSide } from '#domain/order/order.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import { gridProblems } from '#engine/strategies/grid-config.ts';
import { gridLiquidationPrice } from '#engine/strategies/grid-liquidation.ts';
import type { GridLayout, GridNeed } from '#engine/strategies/grid-plan.ts';
import {
  gridNeed,
  layGrid,
  lotRange,
  lotsPerGrid,
  settlement,
  takerFee,
} from '#engine/strategies/grid-plan.ts';
import { mostEarningGrids, profitRange } from '#engine/strategies/grid-profit.ts';
import type { SettingProblem } from '#engine/strategies/setting.ts';
import type { StrategyMarket } from '#engine/strategies/strategy-market.ts';

export type GridLevel = {
  readonly index: number;
  readonly price: Decimal;
  /** Null: no order rests here at the start. */
  readonly side: OrderSide | null;
  readonly amount: Decimal;
};

export type InitialOrder = {
  readonly side: OrderSide;
  readonly amount: Decimal;
  readonly estimatedPrice: Decimal;
};

/** A plan in figures; money in the settlement currency, investments in that of the investment. */
export type GridFigures = {
  readonly gridStep: Decimal | null;
  readonly gridRatio: Decimal | null;
  readonly amountPerGrid: Decimal;
  readonly ordersCount: number;
  readonly minInvestment: Decimal;
  readonly maxInvestment: Decimal | null;
  readonly required: { readonly base: Decimal; readonly quote: Decimal };
  readonly requiredTotal: Decimal;
  readonly initialOrder: InitialOrder | null;
  readonly profitLeastPercent: Decimal;
  readonly profitMostPercent: Decimal;
  readonly estimatedFees: Decimal;
  readonly margin: Decimal | null;
  readonly liquidationPriceUp: Decimal | null;
  readonly liquidationPriceDown: Decimal | null;
  readonly breakEvenPrice: Decimal | null;
  readonly levels: readonly GridLevel[];
};

export type GridPreview = {
  readonly config: GridConfig;
  readonly market: StrategyMarket;
  readonly problems: readonly SettingProblem[];
  /** Null when the settings describe no grid. */
  readonly figures: GridFigures | null;
  /** What the bot begins with; null with the figures. */
  readonly plan: GridPlan | null;
};

export type GridPlan = {
  readonly layout: GridLayout;
  readonly lots: Lots;
  readonly need: GridNeed;
};

/** `tiers`: for liquidation prices; null where none are known. */
export function previewGrid(
  config: GridConfig,
  market: StrategyMarket,
  tiers: LeverageTiers | null,
): GridPreview {
  const problems = [...gridProblems(config, market.market)];
  if (problems.length > 0) return { config, market, problems, figures: null, plan: null };
  const layout = layGrid(config, market, 0);
  const collapse = collapseProblem(config, layout, market);
  if (collapse !== null) return { config, market, problems: [collapse], figures: null, plan: null };
  const lots = wholeLots(config, market, layout);
  const need = gridNeed(config, market, layout, lots);
  const plan = { layout, lots, need };
  const figures = figuresOf(config, market, plan, tiers);
  return { config, market, plan, figures, problems: planProblems(config, market, plan, figures) };
}

function wholeLots(config: GridConfig, market: StrategyMarket, layout: GridLayout): Lots {
  const lots = lotsPerGrid(config, market, layout, config.investment);
  const { least, most } = lotRange(market, layout);
  if (lots < least) return 0n as Lots;
  return most !== null && lots > most ? most : lots;
}

function figuresOf(
  config: GridConfig,
  market: StrategyMarket,
  { layout, lots, need }: GridPlan,
  tiers: LeverageTiers | null,
): GridFigures {
  const { grid } = market.terms;
  const { lines, orders } = layout;
  const currency = settlement(market);
  const money = (units: Units): Decimal => valueOfUnits(currency, units);
  const isFutures = config.type === 'futures_grid';
  const profit = profitRange(market, lines);
  const invested = investments(config, market, layout);
  const exitLots = (lots * BigInt(layout.openingGrids)) as Lots;
  const liquidation = (direction: 'long' | 'short'): Decimal | null =>
    tiers === null || !isFutures
      ? null
      : gridLiquidationPrice(config, market, layout, lots, tiers, direction);
  const openingCost = need.openingUnits + need.openingFeeUnits;
  return {
    ...spacing(config, market, layout),
    amountPerGrid: amountOf(grid, lots),
    ordersCount: orders.filter(({ waits }) => !waits).length,
    ...invested,
    required: {
      base: isFutures ? (0n as Decimal) : amountOf(grid, exitLots),
      quote: money(need.entryUnits),
    },
    requiredTotal: money((need.entryUnits + openingCost) as Units),
    initialOrder: initialOrder(market, layout, need),
    profitLeastPercent: profit.least,
    profitMostPercent: profit.most,
    estimatedFees: money(need.openingFeeUnits),
    margin: isFutures ? money((need.entryUnits + need.openingUnits) as Units) : null,
    liquidationPriceUp: liquidation('short'),
    liquidationPriceDown: liquidation('long'),
    breakEvenPrice: breakEven(market, layout, need),
    levels: lines.map((line, index): GridLevel => {
      const order = orders.find((each) => each.line === index && !each.waits);
      return {
        index,
        price: priceOf(grid, line),
        side: order?.side ?? null,
        amount: amountOf(grid, lots),
      };
    }),
  };
}

function spacing(
  { mode, lowerPrice, upperPrice, gridCount }: GridConfig,
  market: StrategyMarket,
  { lines }: GridLayout,
): Pick<GridFigures, 'gridStep' | 'gridRatio'> {
  if (mode === 'arithmetic') {
    const width = (upperPrice - lowerPrice) as Decimal;
    return {
      gridStep: divideRounded(width, BigInt(gridCount), 'half_even') as Decimal,
      gridRatio: null,
    };
  }
  const [first, second] = lines.map((line) => priceOf(market.terms.grid, line));
  const ratio = divideDecimal(second as Decimal, first as Decimal, 'half_even');
  return { gridStep: null, gridRatio: roundedTo(ratio, 8, 'half_even') };
}

/** The least, rounded up to what people write, and the most that the market's limits allow. */
function investments(
  config: GridConfig,
  market: StrategyMarket,
  layout: GridLayout,
): Pick<GridFigures, 'minInvestment' | 'maxInvestment'> {
  const { least, most } = lotRange(market, layout);
  const isBase = config.investmentAsset === 'base';
  const currency = isBase ? market.market.base : settlement(market);
  const decimals = isBase ? market.market.amountDecimals : market.market.priceDecimals;
  const needed = (lots: Lots): Decimal =>
    valueOfUnits(currency, gridNeed(config, market, layout, lots).investedUnits);
  return {
    minInvestment: roundedTo(needed(least), decimals, 'ceil'),
    maxInvestment: most === null ? null : roundedTo(needed(most), decimals, 'floor'),
  };
}

function roundedTo(
  value: Decimal,
  decimals: number,
  rounding: 'ceil' | 'floor' | 'half_even',
): Decimal {
  const unit = 10n ** BigInt(18 - decimals);
  return (divideRounded(value, unit, rounding) * unit) as Decimal;
}

function initialOrder(
  { terms, priceTicks }: StrategyMarket,
  { openingSide }: GridLayout,
  { openingLots }: GridNeed,
): InitialOrder | null {
  if (openingLots === 0n) return null;
  const isTurned = openingLots < 0n;
  const lots = (isTurned ? -openingLots : openingLots) as Lots;
  return {
    side: isTurned ? 'sell' : openingSide,
    amount: amountOf(terms.grid, lots),
    estimatedPrice: priceOf(terms.grid, priceTicks),
  };
}

/** The price at which what was opened has paid its fee. */
function breakEven(
  market: StrategyMarket,
  { openingSide }: GridLayout,
  { openingLots }: GridNeed,
): Decimal | null {
  if (openingLots <= 0n) return null;
  const price = priceOf(market.terms.grid, market.priceTicks);
  const fee = divideRounded(price * takerFee(market), HUNDRED, 'ceil');
  return (openingSide === 'buy' ? price + fee : price - fee) as Decimal;
}

function collapseProblem(
  config: GridConfig,
  { lines }: GridLayout,
  { terms }: StrategyMarket,
): SettingProblem | null {
  const isCollapsed = lines.some((line, place) => line === lines[place - 1]);
  if (!isCollapsed) return null;
  const steps = (config.upperPrice - config.lowerPrice) / terms.grid.priceStep;
  const step = formatDecimal(terms.grid.priceStep);
  const message =
    `"grid_count" ${config.gridCount} makes lines that are the same at the price step ${step}; ` +
    `at most ${steps} lines of equal steps fit in the range`;
  return { key: 'grid_count', message };
}

function planProblems(
  config: GridConfig,
  market: StrategyMarket,
  { layout, need, lots }: GridPlan,
  { minInvestment, profitLeastPercent }: GridFigures,
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const price = formatDecimal(priceOf(market.terms.grid, market.priceTicks));
  const { lines } = layout;
  if (market.priceTicks < (lines[0] as Ticks))
    problems.push(outside('lower_price', price, 'below', lines[0] as Ticks, market));
  if (market.priceTicks > (lines.at(-1) as Ticks))
    problems.push(outside('upper_price', price, 'above', lines.at(-1) as Ticks, market));
  if (profitLeastPercent <= 0n) {
    const percent = formatDecimal(profitLeastPercent);
    const most = mostEarningGrids(config, market);
    const hint = most < 2 ? 'widen the range' : `at most ${most} grids earn more than their fees`;
    const message = `"grid_count" makes a grid that earns ${percent} percent after fees; ${hint}`;
    problems.push({ key: 'grid_count', message });
  }
  if (lots === 0n) {
    const least = formatDecimal(minInvestment);
    const found = formatDecimal(config.investment);
    const message = `"investment" must be at least ${least}, found ${found}`;
    problems.push({ key: 'investment', message });
  } else problems.push(...moneyProblems(config, market, need));
  return problems;
}

function outside(
  key: string,
  price: string,
  where: string,
  line: Ticks,
  { terms }: StrategyMarket,
): SettingProblem {
  const bound = formatDecimal(priceOf(terms.grid, line));
  const message = `"${key}" ${bound} leaves out the price, ${price} is ${where} it`;
  return { key, message };
}

function moneyProblems(
  { extraMargin, investmentAsset }: GridConfig,
  market: StrategyMarket,
  need: GridNeed,
): readonly SettingProblem[] {
  const currency = settlement(market);
  const extra = unitsOf(currency, extraMargin, 'ceil');
  if (investmentAsset === 'base') {
    if (market.freeBaseUnits >= need.investedUnits) return [];
    return [missing(market.market.base, need.investedUnits, market.freeBaseUnits)];
  }
  const locked = (need.lockedUnits + extra) as Units;
  return market.freeUnits >= locked ? [] : [missing(currency, locked, market.freeUnits)];
}

function missing(currency: string, needed: Units, free: Units): SettingProblem {
  const [text, found] = [needed, free].map((units) => formatDecimal(valueOfUnits(currency, units)));
  const message = `"investment" needs ${text} ${currency} with fees, ${found} is free`;
  return { key: 'investment', message };
}
