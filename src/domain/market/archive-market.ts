// A market that exists only with its history: what it is called, and the terms it gets where nobody
// said others. They are those that large venues have for such markets.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Contract, Market, MarketTag, MarketType } from '#venue-port/market/market.ts';

export type ArchiveMarketName = {
  readonly exchange: string;
  readonly base: string;
  readonly quote: string;
  readonly marketType: MarketType;
};

/** What may be said of it; the rest has usual values. */
export type ArchiveMarketTerms = {
  readonly makerFeePercent?: Decimal;
  readonly takerFeePercent?: Decimal;
  readonly minOrderAmount?: Decimal;
  readonly minOrderValue?: Decimal;
  readonly highestLeverage?: Decimal;
};

const FEES = {
  spot: { maker: decimal('0.1'), taker: decimal('0.1') },
  futures: { maker: decimal('0.02'), taker: decimal('0.05') },
} as const;

/** Quotes of about a dollar, in which an order is worth at least five. */
const DOLLARS: readonly string[] = ['USDT', 'USDC', 'USD', 'EUR', 'FDUSD', 'BUSD', 'TUSD', 'DAI'];

/** Tag such as `VENUE_BTC_USDT`, with `_PERP` for contracts. */
export function archiveMarketTag(name: ArchiveMarketName): MarketTag {
  const { exchange, base, quote, marketType } = name;
  const tag = `${exchange.toUpperCase()}_${base}_${quote}`;
  return marketType === 'spot' ? tag : `${tag}_PERP`;
}

/** A closed market; futures are vanilla perpetuals of one unit of base. */
export function archiveMarket(
  name: ArchiveMarketName,
  steps: { readonly priceStep: Decimal; readonly amountStep: Decimal },
  terms: ArchiveMarketTerms,
): Market {
  const fees = FEES[name.marketType];
  const minOrderValue = isAboutDollar(name.quote) ? decimal('5') : ZERO;
  return {
    ...name,
    marketTag: archiveMarketTag(name),
    priceStep: steps.priceStep,
    priceDecimals: decimalsOf(steps.priceStep),
    priceSignificantDigits: null,
    amountStep: steps.amountStep,
    amountDecimals: decimalsOf(steps.amountStep),
    makerFeePercent: terms.makerFeePercent ?? fees.maker,
    takerFeePercent: terms.takerFeePercent ?? fees.taker,
    minOrderAmount: terms.minOrderAmount ?? steps.amountStep,
    minOrderValue: terms.minOrderValue ?? minOrderValue,
    maxOrderAmount: ZERO,
    maxOrderValue: ZERO,
    isOpen: false,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: name.marketType === 'spot' ? null : perpetual(name, terms),
  };
}

function perpetual(
  { base, quote }: ArchiveMarketName,
  { highestLeverage }: ArchiveMarketTerms,
): Contract {
  return {
    name: 'PERP',
    type: 'vanilla',
    marginCurrency: quote,
    displayName: `${base}/${quote} vanilla perpetual`,
    contractValue: decimal('1'),
    contractValueCurrency: base,
    lowestLeverage: decimal('1'),
    highestLeverage: highestLeverage ?? decimal('100'),
  };
}

function decimalsOf(step: Decimal): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}

/** Whether one unit of it is worth about a dollar. */
export function isAboutDollar(quote: string): boolean {
  return DOLLARS.includes(quote);
}
