// Previews as they are sent: snake_case, decimals as text, null where nothing can be computed.

import type { Decimal } from '#lib/decimal.ts';
import { AVERAGE_DIGITS, formatDecimal, roundToDigits } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { priceOf } from '#domain/market/market-grid.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import { settlement } from '#strategies/grid/grid-plan.ts';
import type { DealPreview } from '#strategies/dca/preview-dca.ts';
import type { GridFigures, GridPreview } from '#strategies/grid/preview-grid.ts';

/** Keys of the figures that are plain decimals, and the names they are sent under. */
const DECIMALS = [
  ['amount_per_grid', 'amountPerGrid'],
  ['min_investment', 'minInvestment'],
  ['max_investment', 'maxInvestment'],
  ['required_total_in_quote', 'requiredTotal'],
  ['profit_per_grid_min_percent', 'profitLeastPercent'],
  ['profit_per_grid_max_percent', 'profitMostPercent'],
  ['estimated_fees', 'estimatedFees'],
  ['margin', 'margin'],
] as const satisfies readonly (readonly [string, keyof GridFigures])[];

/** The same of those that a division leaves with more digits than anybody reads. */
const PRICES = [
  ['grid_step', 'gridStep'],
  ['grid_ratio', 'gridRatio'],
  ['liquidation_price_up', 'liquidationPriceUp'],
  ['liquidation_price_down', 'liquidationPriceDown'],
  ['break_even_price', 'breakEvenPrice'],
] as const satisfies readonly (readonly [string, keyof GridFigures])[];

export function writeGridPreview(preview: GridPreview): Json {
  const { market, figures } = preview;
  return {
    ...headOf(preview),
    ...Object.fromEntries(DECIMALS.map(([name, key]) => [name, text(figures?.[key] ?? null)])),
    ...Object.fromEntries(PRICES.map(([name, key]) => [name, priceText(figures?.[key] ?? null)])),
    orders_count: figures?.ordersCount ?? null,
    required:
      figures === null
        ? null
        : { base: text(figures.required.base), quote: text(figures.required.quote) },
    available: availableOf(market),
    initial_order: initialOrder(figures),
    levels: (figures?.levels ?? []).map(({ index, price, side, amount }) => ({
      index,
      price: priceText(price),
      side,
      amount: text(amount),
    })),
  };
}

export function writeDealPreview(preview: DealPreview): Json {
  const { market, ...deal } = preview;
  return {
    ...headOf(preview),
    max_funds: text(deal.maxFunds),
    required: text(valueOfUnits(deal.requiredCurrency, deal.requiredUnits)),
    required_currency: deal.requiredCurrency,
    available: availableOf(market),
    orders: deal.steps.map((step) => ({
      index: step.index,
      deviation_percent: text(step.deviationPercent),
      price: priceText(step.price),
      amount: text(step.amount),
      average_price: priceText(step.averagePrice),
      take_profit_price: priceText(step.takeProfitPrice),
    })),
  };
}

function headOf({ config, market, problems }: GridPreview | DealPreview) {
  return {
    type: config.type,
    market_tag: market.market.marketTag,
    is_valid: problems.length === 0,
    problems: problems.map(({ key, message }) => ({ key, message })),
    current_price: formatDecimal(priceOf(market.terms.grid, market.priceTicks)),
    currency: settlement(market),
  };
}

function availableOf(market: GridPreview['market']) {
  return {
    base: text(valueOfUnits(market.market.base, market.freeBaseUnits)),
    quote: text(valueOfUnits(settlement(market), market.freeUnits)),
  };
}

function initialOrder(figures: GridFigures | null): Json {
  if (figures === null || figures.initialOrder === null) return null;
  const { side, amount, estimatedPrice } = figures.initialOrder;
  return { side, amount: text(amount), estimated_price: priceText(estimatedPrice) };
}

function priceText(price: Decimal | null): string | null {
  return price === null ? null : formatDecimal(roundToDigits(price, AVERAGE_DIGITS));
}

function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value);
}
