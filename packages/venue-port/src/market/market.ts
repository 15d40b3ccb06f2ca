// A market: what can be traded, its steps, fees and limits. Plain data; the same shape for every
// exchange.

import type { Decimal } from '#lib/decimal.ts';

export const MARKET_TYPES = ['spot', 'futures'] as const;
export type MarketType = (typeof MARKET_TYPES)[number];

export const CONTRACT_TYPES = ['vanilla', 'inverse', 'quanto'] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

/**
 * `quote_limit_ioc`: only as a limit order that is cancelled where it does not fill at once.
 * `limit_ioc`: sales as well.
 */
export type MarketBuyBy = 'base' | 'quote_limit_ioc' | 'limit_ioc';

/** Opaque name of a market, unique over all exchanges. */
export type MarketTag = string;

/**
 * Terms of a futures contract. One unit of amount is:
 * - `vanilla`: `contractValue` of the base currency; profit and margin in quote.
 * - `inverse`: one contract worth `contractValue` of the quote currency; profit and margin in base.
 * - `quanto`: a position that gains `contractValue` of the margin currency when the price rises by
 *   one.
 */
export type Contract = {
  readonly name: string;
  readonly type: ContractType;
  readonly marginCurrency: string;
  readonly displayName: string;
  readonly contractValue: Decimal;
  readonly contractValueCurrency: string;
  readonly lowestLeverage: Decimal;
  readonly highestLeverage: Decimal;
};

/** Steps, minimums and maximums are zero where the exchange sets none. Fees are percentages. */
export type Market = {
  readonly marketTag: MarketTag;
  readonly exchange: string;
  readonly base: string;
  readonly quote: string;
  readonly marketType: MarketType;
  readonly priceStep: Decimal;
  readonly priceDecimals: number;
  /**
   * Prices have at most so many significant digits, where they are no whole numbers, and the step
   * is a power of ten; null where the step alone decides.
   */
  readonly priceSignificantDigits: number | null;
  readonly amountStep: Decimal;
  readonly amountDecimals: number;
  readonly makerFeePercent: Decimal;
  readonly takerFeePercent: Decimal;
  readonly minOrderAmount: Decimal;
  readonly minOrderValue: Decimal;
  readonly maxOrderAmount: Decimal;
  readonly maxOrderValue: Decimal;
  readonly isOpen: boolean;
  /** When trading began, which tells a reused ticker from its predecessor; null: not known. */
  readonly listedAtMs: number | null;
  /** How the venue takes a market buy of an amount of base. */
  readonly marketBuyBy: MarketBuyBy;
  /** Null on spot markets. */
  readonly contract: Contract | null;
};
