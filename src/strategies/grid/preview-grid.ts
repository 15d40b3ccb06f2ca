// Preview of a grid if it were started now, without starting it: the very plan that a bot carries
// out, and what is wrong with it. Whatever can be computed is returned, also of a plan that is
// refused.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, divideRounded, formatDecimal } from '#lib/decimal.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, HUNDRED, priceOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { unitsOf, valueOfUnits } from '#venue-port/money/currency.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import { gridProblems } from '#strategies/grid/grid-config.ts';
import { gridLiquidationPrice } from '#strategies/grid/grid-liquidation.ts';
import type { GridLayout, GridNeed } from '#strategies/grid/grid-plan.ts';
import {
  gridNeed,
  layGrid,
  lotRange,
  lotsPerGrid,
  mostLots,
  settlement,
  takerFee,
} from '#strategies/grid/grid-plan.ts';
import { collapseProblem, profitProblem } from '#strategies/grid/grid-line-problems.ts';
import { profitRange } from '#strategies/grid/grid-profit.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

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
  const problems = gridProblems(config, market.market);
  if (problems.some(({ key }) => LINE_KEYS.includes(key)))
    return { config, market, problems, figures: null, plan: null };
  const layout = layGrid(config, market, 0);
  const collapse = collapseProblem(config, market);
  if (collapse !== null)
    return { config, market, problems: [...problems, collapse], figures: null, plan: null };
  const lots = wholeLots(config, market, layout);
  const need = gridNeed(config, market, layout, lots);
  const plan = { layout, lots, need };
  const figures = figuresOf(config, market, plan, tiers);
  const planned = planProblems(config, market, plan, figures);
  return { config, market, plan, figures, problems: [...problems, ...planned] };
}

/** Without these there are no lines to tell anything of. */
const LINE_KEYS = ['market_tag', 'lower_price', 'upper_price'];

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

function planProblems(
  config: GridConfig,
  market: StrategyMarket,
  { layout, need, lots }: GridPlan,
  { minInvestment }: GridFigures,
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const price = formatDecimal(priceOf(market.terms.grid, market.priceTicks));
  const { lines } = layout;
  if (market.priceTicks < (lines[0] as Ticks))
    problems.push(outside('lower_price', price, 'below', lines[0] as Ticks, market));
  if (market.priceTicks > (lines.at(-1) as Ticks))
    problems.push(outside('upper_price', price, 'above', lines.at(-1) as Ticks, market));
  const unprofitable = profitProblem(config, market);
  if (unprofitable !== null) problems.push(unprofitable);
  if (lots === 0n) {
    const least = formatDecimal(minInvestment);
    const found = formatDecimal(config.investment);
    const message =
      `"investment" must be at least ${least}, found ${found}; ` +
      `the nearest valid value is ${least}`;
    problems.push({ key: 'investment', message });
  } else problems.push(...moneyProblems(config, market, layout, need));
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
  const message =
    `"${key}" ${bound} leaves out the price, ${price} is ${where} it; ` +
    `the nearest valid value is ${price}`;
  return { key, message };
}

function moneyProblems(
  config: GridConfig,
  market: StrategyMarket,
  layout: GridLayout,
  need: GridNeed,
): readonly SettingProblem[] {
  const isBase = config.investmentAsset === 'base';
  const currency = isBase ? market.market.base : settlement(market);
  const extra = isBase ? 0n : unitsOf(currency, config.extraMargin, 'ceil');
  const free = isBase ? market.freeBaseUnits : market.freeUnits;
  const locked = (each: GridNeed): bigint =>
    isBase ? each.investedUnits : each.lockedUnits + extra;
  if (locked(need) <= free) return [];
  const lots = mostLots((each) => locked(gridNeed(config, market, layout, each)) <= free);
  const isEnough = lots >= lotRange(market, layout).least;
  const affordable = gridNeed(config, market, layout, lots).investedUnits;
  const [needed, found, nearest] = [locked(need) as Units, free, affordable].map((units) =>
    formatDecimal(valueOfUnits(currency, units)),
  );
  const hint = isEnough ? `the nearest valid value is ${nearest}` : 'it is too little for any grid';
  const message = `"investment" needs ${needed} ${currency} with fees, ${found} is free; ${hint}`;
  return [{ key: 'investment', message }];
}
