// Preview of a deal if it were opened now: its orders, what each does to the average and to the
// price at which profit is taken, the money that it needs, and what is wrong with it. It is the
// very plan that a bot carries out.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { amountOf, priceOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS, valueOfUnits } from '#venue-port/money/currency.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { baseUnitsOf, worstFeePercent } from '#domain/position/trading-terms.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import { dcaProblems } from '#strategies/dca/dca-config.ts';
import { meanPrice, priceWithFee, takeProfitTicks } from '#strategies/dca/dca-ladder.ts';
import type { DealOrder, DealShape } from '#strategies/dca/deal-shape.ts';
import { marginOf } from '#strategies/shared/margin-of.ts';
import { dealOrders, dealShape, firstPriceOf, fundsUnits } from '#strategies/dca/deal-shape.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

export type DealStep = {
  /** 0 is the first order. */
  readonly index: number;
  readonly deviationPercent: Decimal;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Once it is filled, fees in it. */
  readonly averagePrice: Decimal;
  readonly takeProfitPrice: Decimal;
};

export type DealPreview = {
  readonly config: DcaConfig;
  readonly market: StrategyMarket;
  readonly problems: readonly SettingProblem[];
  readonly shape: DealShape;
  readonly orders: readonly DealOrder[];
  readonly steps: readonly DealStep[];
  /** Value of all orders, before fees and leverage. */
  readonly maxFunds: Decimal;
  /** What the first order and those that rest with it take from what is free. */
  readonly requiredUnits: Units;
  /** In the settlement currency; of a short on spot, in base. */
  readonly requiredCurrency: string;
};

/** `earnedUnits`: profit of earlier deals, zero for a bot that has not begun. */
export function previewDca(
  config: DcaConfig,
  market: StrategyMarket,
  earnedUnits: Units = NO_UNITS,
): DealPreview {
  const { terms } = market;
  const shape = dealShape(config, market, earnedUnits);
  const orders = dealOrders(shape, market);
  const required = requiredOf(config, market, orders);
  const general = dcaProblems(config, market.market);
  return {
    config,
    market,
    shape,
    orders,
    problems: [...general, ...dealProblems(config, market, orders, required)],
    steps: stepsOf(config, shape, market, orders),
    maxFunds: valueOfUnits(terms.grid.settlementCurrency, fundsUnits(market, orders)),
    requiredUnits: required.units,
    requiredCurrency: required.currency,
  };
}

function stepsOf(
  config: DcaConfig,
  shape: DealShape,
  market: StrategyMarket,
  orders: readonly DealOrder[],
): readonly DealStep[] {
  const { terms } = market;
  const { grid } = terms;
  const parts = orders.map(({ ticks, lots }, index) => {
    const price = priceOf(grid, ticks);
    const isFirst = index === 0;
    return {
      lots,
      price: isFirst
        ? firstPriceOf(shape, market, price)
        : priceWithFee(price, terms.makerFeePercent, shape.direction),
    };
  });
  return orders.map(({ deviationPercent, ticks, lots }, index): DealStep => {
    const averagePrice = meanPrice(parts.slice(0, index + 1), grid.shape);
    const from = shape.profitBase === 'average' ? averagePrice : (parts[0]?.price as Decimal);
    const target = takeProfitTicks(terms, shape.direction, from, config.takeProfitPercent);
    return {
      index,
      deviationPercent,
      price: priceOf(grid, ticks),
      amount: amountOf(grid, lots),
      averagePrice,
      takeProfitPrice: priceOf(grid, target),
    };
  });
}

type RequiredFunds = { readonly units: Units; readonly currency: string; readonly free: Units };

function requiredOf(
  { activeCount, leverage, direction }: DcaConfig,
  market: StrategyMarket,
  orders: readonly DealOrder[],
): RequiredFunds {
  const { terms } = market;
  const first = orders.slice(0, activeCount + 1);
  if (market.market.contract === null && direction === 'short') {
    const units = first.reduce((sum, { lots }) => sum + baseUnitsOf(terms, lots, 'ceil'), 0n);
    return { units: units as Units, currency: market.market.base, free: market.freeBaseUnits };
  }
  const funds = fundsUnits(market, first);
  const fees = feeUnits(feeWeightOf(funds, worstFeePercent(terms)));
  return {
    units: (marginOf(funds, leverage) + fees) as Units,
    currency: terms.grid.settlementCurrency,
    free: market.freeUnits,
  };
}

function dealProblems(
  { direction }: DcaConfig,
  { market, terms }: StrategyMarket,
  orders: readonly DealOrder[],
  { units, currency, free }: RequiredFunds,
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  for (const [index, { ticks, lots }] of orders.entries()) {
    const key = index === 0 ? 'base_order_size' : 'averaging_order_size';
    const price = priceOf(terms.grid, ticks);
    const checked = checkOrder(market, {
      side: direction === 'long' ? 'buy' : 'sell',
      type: 'limit',
      price,
      amount: amountOf(terms.grid, lots),
      referencePrice: price,
      isExempt: false,
    });
    if (checked.ok || problems.some((problem) => problem.key === key)) continue;
    const reason = describeRejection(checked.rejection);
    problems.push({ key, message: `"${key}" makes an order that is refused: ${reason}` });
  }
  if (units > free) {
    const [needed, found] = [units, free].map((each) =>
      formatDecimal(valueOfUnits(currency, each)),
    );
    const what = 'and what rests with it need';
    const message = `"base_order_size" ${what} ${needed} ${currency} with fees, ${found} is free`;
    problems.push({ key: 'base_order_size', message });
  }
  return problems;
}
