// A market as plain JSON, for those that are stored.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Contract, Market } from '#venue-port/market/market.ts';

/** The same fields, with decimals as text. */
export type MarketRecord = Texts<Omit<Market, 'contract'>> & {
  readonly contract: Texts<Contract> | null;
};

type Texts<T> = { readonly [name in keyof T]: T[name] extends Decimal ? string : T[name] };

/** Record of a market; decimals as text. */
export function marketToRecord(market: Market): MarketRecord {
  const { contract, ...rest } = market;
  return {
    ...rest,
    priceStep: formatDecimal(rest.priceStep),
    amountStep: formatDecimal(rest.amountStep),
    makerFeePercent: formatDecimal(rest.makerFeePercent),
    takerFeePercent: formatDecimal(rest.takerFeePercent),
    minOrderAmount: formatDecimal(rest.minOrderAmount),
    minOrderValue: formatDecimal(rest.minOrderValue),
    maxOrderAmount: formatDecimal(rest.maxOrderAmount),
    maxOrderValue: formatDecimal(rest.maxOrderValue),
    contract: contract === null ? null : contractToRecord(contract),
  };
}

/** Records that were written before these fields existed lack them. */
const LATER_FIELDS = {
  priceSignificantDigits: null,
  listedAtMs: null,
  marketBuyBy: 'base',
} as const satisfies Partial<MarketRecord>;

/** Market of a record; fields that older releases did not write have their usual values. */
export function marketFromRecord(
  record: Omit<MarketRecord, keyof typeof LATER_FIELDS> & Partial<MarketRecord>,
): Market {
  const { contract, ...rest } = { ...LATER_FIELDS, ...record };
  return {
    ...rest,
    priceStep: decimal(rest.priceStep),
    amountStep: decimal(rest.amountStep),
    makerFeePercent: decimal(rest.makerFeePercent),
    takerFeePercent: decimal(rest.takerFeePercent),
    minOrderAmount: decimal(rest.minOrderAmount),
    minOrderValue: decimal(rest.minOrderValue),
    maxOrderAmount: decimal(rest.maxOrderAmount),
    maxOrderValue: decimal(rest.maxOrderValue),
    contract: contract === null ? null : contractFromRecord(contract),
  };
}

function contractToRecord(contract: Contract): Texts<Contract> {
  return {
    ...contract,
    contractValue: formatDecimal(contract.contractValue),
    lowestLeverage: formatDecimal(contract.lowestLeverage),
    highestLeverage: formatDecimal(contract.highestLeverage),
  };
}

function contractFromRecord(record: Texts<Contract>): Contract {
  return {
    ...record,
    contractValue: decimal(record.contractValue),
    lowestLeverage: decimal(record.lowestLeverage),
    highestLeverage: decimal(record.highestLeverage),
  };
}
