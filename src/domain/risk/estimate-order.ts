// Estimates an order's cost: where it would fill by the price of now, what it is worth there, its
// fee, and what has to be available for it.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, divideRounded, ONE, ZERO } from '#lib/decimal.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { unitsAt } from '#domain/risk/order-value.ts';

export type EstimatedOrder = {
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Limit price; zero on the types that have none. */
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly terms: OrderTerms;
};

export type OrderEstimate = {
  /** Where it is expected to fill. */
  readonly price: Decimal;
  /** Whether it is expected to take from the book, rather than to rest in it. */
  readonly isTaker: boolean;
  /** In `currency`, the one that the market settles in. */
  readonly value: Decimal;
  readonly currency: string;
  readonly feePercent: Decimal;
  /** In `currency`. */
  readonly fee: Decimal;
  /** What has to be available; null: by a leverage that is not known. */
  readonly required: Decimal | null;
  readonly requiredCurrency: string;
};

/** `now` and prices are above zero. */
export function estimateOrder(market: Market, order: EstimatedOrder, now: Decimal): OrderEstimate {
  const currency = settlementCurrencyOf(market);
  const isTaker = takes(order, now);
  const price = fillPrice(order, now, isTaker);
  const feePercent = isTaker ? market.takerFeePercent : market.makerFeePercent;
  const at = valued(market, order.amount, price, feePercent);
  // A limit order has what its limit may cost locked, even if it fills at a better price.
  const worst = isLimitType(order.type) && order.price > price ? order.price : price;
  const most = worst === price ? at : valued(market, order.amount, worst, feePercent);
  return {
    price,
    isTaker,
    currency,
    feePercent,
    ...at,
    ...required(market, order, currency, most),
  };
}

function takes({ side, type, price, terms }: EstimatedOrder, now: Decimal): boolean {
  if (type !== 'limit') return true;
  if (terms.isPostOnly) return false;
  return side === 'buy' ? price >= now : price <= now;
}

function fillPrice({ type, price, terms }: EstimatedOrder, now: Decimal, isTaker: boolean) {
  if (type === 'limit') return isTaker ? now : price;
  if (isLimitType(type)) return price;
  return terms.triggerPrice ?? now;
}

type ValueAndFee = Pick<OrderEstimate, 'value' | 'fee'>;

function valued(market: Market, amount: Decimal, price: Decimal, feePercent: Decimal): ValueAndFee {
  const currency = settlementCurrencyOf(market);
  const units = unitsAt(market, price, amount);
  const fee = feeUnits(feeWeightOf(units, feePercent));
  return { value: valueOfUnits(currency, units), fee: valueOfUnits(currency, fee) };
}

function required(
  market: Market,
  { side, amount, terms }: EstimatedOrder,
  currency: string,
  { value, fee }: ValueAndFee,
): Pick<OrderEstimate, 'required' | 'requiredCurrency'> {
  if (market.contract === null)
    return side === 'buy'
      ? { required: addDecimal(value, fee), requiredCurrency: currency }
      : { required: amount, requiredCurrency: market.base };
  if (terms.isReduceOnly) return { required: ZERO, requiredCurrency: currency };
  if (terms.margin === null) return { required: null, requiredCurrency: currency };
  const margin = divideRounded(value * ONE, terms.margin.leverage, 'ceil') as Decimal;
  return { required: addDecimal(margin, fee), requiredCurrency: currency };
}
