// In which currency an account pays the fees of its spot trades, where that is not the quote
// currency: in what a trade brings it, or in a currency of its own.

import type { Ratio } from '#lib/integers.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { FeeWeight } from '#domain/money/fee.ts';
import { feeWeightOf, WEIGHT_PER_UNIT } from '#domain/money/fee.ts';
import { divideRounded } from '#lib/decimal.ts';
import type { Fill } from '#domain/position/fill.ts';
import { feeGrowth } from '#domain/position/fee-growth.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

export type FeePayment =
  /** Buys pay in the base currency, sales in the quote currency. */
  | { readonly kind: 'received' }
  /** In this currency while the account has it, else as `received`. */
  | {
      readonly kind: 'currency';
      readonly currency: string;
      /** Units of it that a unit of the quote currency is worth; null: there is no price. */
      readonly unitsPerQuoteUnit: (atMs: number) => Ratio<bigint> | null;
    };

export type PaidFee = {
  readonly currency: string;
  readonly units: Units;
  /** Of the order, after it: what it has to pay in the currency that it receives. */
  readonly feeWeight: FeeWeight;
};

/** What a trade of a spot order moved. */
export type TradeUnits = { readonly valueUnits: Units; readonly baseUnits: Units };

/** The fee of a fill. `fundsUnits`: what is available of the currency of its own, before it. */
export function feeToPay(
  terms: TradingTerms,
  payment: FeePayment,
  hold: Pick<OrderHold, 'side' | 'feeWeight'>,
  { isMaker, atMs }: Fill,
  { valueUnits, baseUnits }: TradeUnits,
  fundsUnits: Units,
): PaidFee {
  const { makerFeePercent, takerFeePercent, base, grid } = terms;
  const percent = isMaker ? makerFeePercent : takerFeePercent;
  if (payment.kind === 'currency') {
    const rate = payment.unitsPerQuoteUnit(atMs);
    const units = rate === null ? null : converted(feeWeightOf(valueUnits, percent), rate);
    if (units !== null && units <= fundsUnits)
      return { currency: payment.currency, units, feeWeight: hold.feeWeight };
  }
  const isBuy = hold.side === 'buy';
  const paidOn = isBuy ? baseUnits : valueUnits;
  const feeWeight = hold.feeWeight + feeWeightOf(paidOn, percent);
  const units = feeGrowth<bigint>(BIG_INTEGERS, WEIGHT_PER_UNIT, hold.feeWeight, feeWeight);
  return { currency: isBuy ? base : grid.settlementCurrency, units: units as Units, feeWeight };
}

/** Rounded up at each fill: the rate is another one at the next. */
function converted(weight: FeeWeight, { numerator, denominator }: Ratio<bigint>): Units {
  return divideRounded(weight * numerator, WEIGHT_PER_UNIT * denominator, 'ceil') as Units;
}
