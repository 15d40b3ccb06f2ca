// Terms of a market for accounting, computed once per market and account.

import type { Decimal, Rounding } from '#lib/decimal.ts';
import { divideRounded, ONE, unitOfScale } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { FeeWeight } from '#domain/money/fee.ts';
import { moneyWeight } from '#domain/money/fee.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Lots, MarketGrid } from '#venue-port/market/market-grid.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Charges } from '#domain/position/fee-growth.ts';
import type { FeePayment } from '#domain/position/fee-payment.ts';

/** Fees are percentages of the value; a negative one is a rebate. */
export type TradingTerms = {
  readonly marketTag: MarketTag;
  readonly grid: MarketGrid;
  readonly base: string;
  readonly makerFeePercent: Decimal;
  readonly takerFeePercent: Decimal;
  /** Left out: an order costs its percentage alone. */
  readonly charges?: OrderCharges;
  /** Of spot trades; left out: in the quote currency. */
  readonly feePayment?: FeePayment;
};

export type OrderCharges = Charges<FeeWeight>;

/** The terms of a market, with its own fees or those of the account. */
export function tradingTerms(market: Market, fees: AccountFees = market): TradingTerms {
  const { charges } = fees;
  return {
    marketTag: market.marketTag,
    grid: marketGrid(market),
    base: market.base,
    makerFeePercent: fees.makerFeePercent,
    takerFeePercent: fees.takerFeePercent,
    ...(charges === undefined ? {} : { charges }),
  };
}

/** What an account pays on a market. */
export type AccountFees = Pick<TradingTerms, 'makerFeePercent' | 'takerFeePercent' | 'charges'>;

/** Charges in the market's settlement currency, for an order and for each unit of its amount. */
export function orderCharges(
  { settlementCurrency, amountStep }: MarketGrid,
  perOrder: Decimal,
  perContract: Decimal,
): OrderCharges {
  const scale = currencyScale(settlementCurrency);
  const perLot = divideRounded(perContract * amountStep, ONE, 'ceil') as Decimal;
  return { perOrder: moneyWeight(scale, perOrder), perLot: moneyWeight(scale, perLot) };
}

/** The fee percentage that an order must be able to pay; zero where all fees are rebates. */
export function worstFeePercent({ makerFeePercent, takerFeePercent }: TradingTerms): Decimal {
  const worst = makerFeePercent > takerFeePercent ? makerFeePercent : takerFeePercent;
  return (worst > 0n ? worst : 0n) as Decimal;
}

/**
 * Units of the base currency in some lots of a spot market; exact where a lot is a whole number of
 * units.
 */
export function baseUnitsOf(terms: TradingTerms, lots: Lots, rounding: Rounding): Units {
  const unit = unitOfScale(currencyScale(terms.base));
  return divideRounded(lots * terms.grid.amountStep, unit, rounding) as Units;
}

/**
 * How the value of a trade is rounded: always against the account. A linear buy costs the units
 * rounded up and a linear sale brings them rounded down; on inverse markets the value is what the
 * contracts stand for, and it is the seller's side that profits from a small one.
 */
export function valueRounding(shape: MarketGrid['shape'], side: OrderSide): Rounding {
  return (shape === 'linear') === (side === 'buy') ? 'ceil' : 'floor';
}
