// What a deal would be if it were opened now: its orders, what each does to the average and to the
// price at which profit is taken, the most money that it can use, and what is wrong with it.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, formatDecimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, lotsOf, priceOf, valueOf } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import { checkOrder } from '#domain/order/order-check.ts';
import { describeRejection } from '#domain/order/order-rejection.ts';
import type { LadderShape } from '#engine/strategies/dca-ladder.ts';
import {
  ladderDeviations,
  ladderOrders,
  meanPrice,
  priceWithFee,
  takeProfitTicks,
} from '#engine/strategies/dca-ladder.ts';
import type { SettingProblem } from '#engine/strategies/setting.ts';
import type { StrategyMarket } from '#engine/strategies/strategy-market.ts';

export type DealShape = LadderShape & {
  readonly baseOrderSize: Decimal;
  readonly takeProfitPercent: Decimal;
  readonly takeProfitBase: 'average' | 'base_order';
};

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
  readonly problems: readonly SettingProblem[];
  readonly steps: readonly DealStep[];
  /** Value of all orders, before fees and leverage. */
  readonly maxFunds: Decimal;
};

/** @public for previews of bots that average */
export function previewDeal(shape: DealShape, market: StrategyMarket): DealPreview {
  const { terms, priceTicks } = market;
  const { grid } = terms;
  const price = priceOf(grid, priceTicks);
  const firstPrice = priceWithFee(price, terms.takerFeePercent, shape.direction);
  const size = shape.baseOrderSize;
  const amount = shape.sizeAsset === 'base' ? size : divideDecimal(size, price, 'floor');
  const first = { deviationPercent: 0n as Decimal, ticks: priceTicks };
  const orders = [
    { ...first, lots: lotsOf(grid, amount, 'floor') },
    ...ladderOrders(shape, terms, firstPrice),
  ];
  const maxUnits = orders.reduce(
    (sum, { ticks, lots }) => sum + valueOf(grid, ticks, lots, 'ceil'),
    0n,
  );
  return {
    problems: dealProblems(shape, market, orders),
    steps: orders.map((order, index) => stepOf(shape, market, orders.slice(0, index + 1), order)),
    maxFunds: valueOfUnits(grid.settlementCurrency, maxUnits as Units),
  };
}

type Placed = { readonly deviationPercent: Decimal; readonly ticks: Ticks; readonly lots: Lots };

function stepOf(
  shape: DealShape,
  { terms }: StrategyMarket,
  filled: readonly Placed[],
  { deviationPercent, ticks, lots }: Placed,
): DealStep {
  const { grid } = terms;
  const parts = filled.map((order, index) => ({
    price: priceWithFee(
      priceOf(grid, order.ticks),
      index === 0 ? terms.takerFeePercent : terms.makerFeePercent,
      shape.direction,
    ),
    lots: order.lots,
  }));
  const averagePrice = meanPrice(parts);
  const from = shape.takeProfitBase === 'average' ? averagePrice : (parts[0]?.price as Decimal);
  const target = takeProfitTicks(terms, shape.direction, from, shape.takeProfitPercent);
  return {
    index: filled.length - 1,
    deviationPercent,
    price: priceOf(grid, ticks),
    amount: amountOf(grid, lots),
    averagePrice,
    takeProfitPrice: priceOf(grid, target),
  };
}

function dealProblems(
  shape: DealShape,
  { market, terms }: StrategyMarket,
  orders: readonly Placed[],
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const fits = ladderDeviations(shape).length;
  if (fits < shape.count) {
    const message =
      `"max_averaging_orders" ${shape.count} reach a deviation of 100 percent; ` +
      `the nearest valid value is ${fits}`;
    problems.push({ key: 'max_averaging_orders', message });
  }
  const fees = (terms.takerFeePercent + terms.makerFeePercent) as Decimal;
  if (shape.takeProfitPercent <= fees) {
    const message = `"take_profit_percent" must be above the fees of ${formatDecimal(fees)} percent`;
    problems.push({ key: 'take_profit_percent', message });
  }
  for (const [index, { ticks, lots }] of orders.entries()) {
    const key = index === 0 ? 'base_order_size' : 'averaging_order_size';
    const price = priceOf(terms.grid, ticks);
    const checked = checkOrder(market, {
      side: shape.direction === 'long' ? 'buy' : 'sell',
      type: 'limit',
      price,
      amount: amountOf(terms.grid, lots),
      referencePrice: price,
    });
    if (checked.ok || problems.some((problem) => problem.key === key)) continue;
    const message = `"${key}" makes an order that is refused: ${describeRejection(checked.rejection)}`;
    problems.push({ key, message });
  }
  return problems;
}
