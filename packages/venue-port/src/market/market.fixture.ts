// Markets for the tests of orders and of market arithmetic.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import type { Contract, ContractType, Market } from '#venue-port/market/market.ts';

type Numbers = {
  readonly [
    name in
      | 'priceStep'
      | 'amountStep'
      | 'minOrderAmount'
      | 'minOrderValue'
      | 'maxOrderAmount'
      | 'maxOrderValue'
  ]?: string;
};

/** An open spot market for BTC in USDT, steps 0.01 and 0.001, without limits; changed as given. */
export function spotMarket(numbers: Numbers = {}, changes: Partial<Market> = {}): Market {
  const numberOf = (name: keyof Numbers, usual: string): Decimal => decimal(numbers[name] ?? usual);
  return {
    marketTag: 'm1',
    exchange: 'sim',
    base: 'BTC',
    quote: 'USDT',
    marketType: 'spot',
    priceStep: numberOf('priceStep', '0.01'),
    priceDecimals: 2,
    priceSignificantDigits: null,
    amountStep: numberOf('amountStep', '0.001'),
    amountDecimals: 3,
    makerFeePercent: decimal('0.1'),
    takerFeePercent: decimal('0.2'),
    minOrderAmount: numberOf('minOrderAmount', '0'),
    minOrderValue: numberOf('minOrderValue', '0'),
    maxOrderAmount: numberOf('maxOrderAmount', '0'),
    maxOrderValue: numberOf('maxOrderValue', '0'),
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
    ...changes,
  };
}

const MARGIN_CURRENCIES = { vanilla: 'USDT', inverse: 'BTC', quanto: 'ETH' } as const;

/** The same market as a future of this type, with this much in one unit of amount. */
export function futuresMarket(
  type: ContractType,
  contractValue: string,
  numbers: Numbers = {},
): Market {
  const contract: Contract = {
    name: 'PERPETUAL',
    type,
    marginCurrency: MARGIN_CURRENCIES[type],
    displayName: 'Perpetual',
    contractValue: decimal(contractValue),
    contractValueCurrency: type === 'inverse' ? 'USDT' : 'BTC',
    lowestLeverage: decimal('1'),
    highestLeverage: decimal('100'),
  };
  return spotMarket(numbers, { marketType: 'futures', contract });
}
