// The markets of the simulated exchange, as a table. Steps, minimums, fees and contract sizes are
// those that the large venues use for such markets; the tags are names and nothing else.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Contract, ContractType, Market } from '#venue-port/market/market.ts';

/**
 * A row: `dailyVolume` in the settlement currency; the half spread in hundredths of a percent of
 * the price.
 */
export type CatalogueRow = {
  readonly market: Market;
  readonly dailyVolume: number;
  readonly halfSpreadBps: number;
  readonly tierClass: TierClass | null;
};

/** Which table of leverage tiers applies. */
export type TierClass = 'major' | 'large' | 'small';

type Limits = { readonly minValue: string; readonly maxAmount: string };

const EXCHANGE = 'sim';

/**
 * base, quote, price step, amount step, minimum value, maximum amount, volume per day in quote,
 * half spread.
 */
const SPOT = [
  ['BTC', 'USDT', '0.01', '0.00001', '5', '9000', 1_600_000_000, 0.05],
  ['ETH', 'USDT', '0.01', '0.0001', '5', '9000', 900_000_000, 0.1],
  ['SOL', 'USDT', '0.01', '0.001', '5', '90000', 400_000_000, 0.4],
  ['XRP', 'USDT', '0.0001', '0.1', '5', '9000000', 250_000_000, 0.6],
  ['BNB', 'USDT', '0.01', '0.001', '5', '9000', 150_000_000, 0.2],
  ['ADA', 'USDT', '0.0001', '0.1', '5', '9000000', 60_000_000, 0.9],
  ['DOGE', 'USDT', '0.00001', '1', '1', '9000000', 120_000_000, 0.5],
  ['LTC', 'USDT', '0.01', '0.001', '5', '90000', 40_000_000, 0.8],
  ['LINK', 'USDT', '0.001', '0.01', '5', '90000', 45_000_000, 0.9],
  ['AVAX', 'USDT', '0.001', '0.01', '5', '90000', 40_000_000, 1],
  ['DOT', 'USDT', '0.001', '0.01', '5', '90000', 25_000_000, 1.2],
  ['SHIB', 'USDT', '0.00000001', '1', '1', '90000000000', 50_000_000, 2.5],
  ['BTC', 'EUR', '0.01', '0.00001', '5', '9000', 70_000_000, 0.4],
  ['ETH', 'EUR', '0.01', '0.0001', '5', '9000', 30_000_000, 0.6],
  ['ETH', 'BTC', '0.00001', '0.0001', '0.0001', '100000', 1_200, 1.2],
  ['EOS', 'USDT', '0.0001', '0.1', '5', '900000', 4_000_000, 3],
  ['SOL', 'BTC', '0.0000001', '0.001', '0.0001', '90000', 160, 1.8],
] as const;

/**
 * As above, and: contract type, margin currency, contract value and its currency, highest leverage,
 * tier class.
 */
const FUTURES = [
  [
    'BTC',
    'USDT',
    '0.1',
    '0.001',
    '100',
    '1000',
    12_000_000_000,
    0.03,
    'vanilla',
    '1',
    125,
    'major',
  ],
  [
    'ETH',
    'USDT',
    '0.01',
    '0.001',
    '20',
    '10000',
    8_000_000_000,
    0.05,
    'vanilla',
    '1',
    125,
    'major',
  ],
  ['SOL', 'USDT', '0.01', '0.01', '5', '100000', 2_500_000_000, 0.3, 'vanilla', '1', 100, 'large'],
  [
    'XRP',
    'USDT',
    '0.0001',
    '0.1',
    '5',
    '10000000',
    1_200_000_000,
    0.5,
    'vanilla',
    '1',
    75,
    'large',
  ],
  ['DOGE', 'USDT', '0.00001', '1', '5', '50000000', 900_000_000, 0.4, 'vanilla', '1', 75, 'small'],
  ['LINK', 'USDT', '0.001', '0.01', '20', '100000', 300_000_000, 0.5, 'vanilla', '1', 75, 'small'],
  ['BTC', 'USD', '0.1', '1', '0', '1000000', 9_000, 0.05, 'inverse', '100', 125, 'major'],
  ['ETH', 'USD', '0.01', '1', '0', '1000000', 90_000, 0.1, 'inverse', '10', 100, 'major'],
  ['SOL', 'USD', '0.01', '1', '0', '1000000', 700_000, 0.5, 'inverse', '10', 50, 'large'],
  ['ETH', 'USD', '0.05', '1', '0', '10000000', 600, 0.6, 'quanto', '0.000001', 50, 'large'],
  ['XRP', 'USD', '0.0001', '1', '0', '10000000', 60, 1.2, 'quanto', '0.0002', 50, 'small'],
] as const;

/** Listed, with a history, but trading has ended. */
const CLOSED_BASES: readonly string[] = ['EOS'];

/** Every market, sorted by tag. */
export const MARKET_CATALOGUE: readonly CatalogueRow[] = [
  ...SPOT.map(spotRow),
  ...FUTURES.map(futuresRow),
].sort((left, right) => (left.market.marketTag < right.market.marketTag ? -1 : 1));

function spotRow(row: (typeof SPOT)[number]): CatalogueRow {
  const [base, quote, priceStep, amountStep, minValue, maxAmount, dailyVolume, halfSpreadBps] = row;
  const market: Market = {
    ...steps(priceStep, amountStep, { minValue, maxAmount }),
    marketTag: `SIM_${base}_${quote}`,
    exchange: EXCHANGE,
    base,
    quote,
    marketType: 'spot',
    makerFeePercent: decimal('0.1'),
    takerFeePercent: decimal('0.1'),
    isOpen: !CLOSED_BASES.includes(base),
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: null,
  };
  return { market, dailyVolume, halfSpreadBps, tierClass: null };
}

function futuresRow(row: (typeof FUTURES)[number]): CatalogueRow {
  const [base, quote, priceStep, amountStep, minValue, maxAmount, dailyVolume, halfSpreadBps] = row;
  const [, , , , , , , , type, contractValue, highestLeverage, tierClass] = row;
  const market: Market = {
    ...steps(priceStep, amountStep, { minValue, maxAmount }),
    marketTag: `SIM_${base}_${quote}_PERP${type === 'quanto' ? '_QUANTO' : ''}`,
    exchange: EXCHANGE,
    base,
    quote,
    marketType: 'futures',
    makerFeePercent: decimal('0.02'),
    takerFeePercent: decimal('0.05'),
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract: contract(base, quote, type, contractValue, highestLeverage),
  };
  return { market, dailyVolume, halfSpreadBps, tierClass };
}

function contract(
  base: string,
  quote: string,
  type: ContractType,
  contractValue: string,
  highestLeverage: number,
): Contract {
  const currencies = {
    vanilla: { marginCurrency: quote, contractValueCurrency: base },
    inverse: { marginCurrency: base, contractValueCurrency: quote },
    quanto: { marginCurrency: 'BTC', contractValueCurrency: 'BTC' },
  } as const;
  return {
    name: 'PERP',
    type,
    displayName: `${base}/${quote} ${type} perpetual`,
    contractValue: decimal(contractValue),
    lowestLeverage: decimal('1'),
    highestLeverage: decimal(String(highestLeverage)),
    ...currencies[type],
  };
}

function steps(
  priceStep: string,
  amountStep: string,
  limits: Limits,
): Pick<
  Market,
  | 'priceStep'
  | 'priceDecimals'
  | 'priceSignificantDigits'
  | 'amountStep'
  | 'amountDecimals'
  | 'minOrderAmount'
  | 'minOrderValue'
  | 'maxOrderAmount'
  | 'maxOrderValue'
> {
  return {
    priceStep: decimal(priceStep),
    priceDecimals: decimalsOf(decimal(priceStep)),
    priceSignificantDigits: null,
    amountStep: decimal(amountStep),
    amountDecimals: decimalsOf(decimal(amountStep)),
    minOrderAmount: decimal(amountStep),
    minOrderValue: decimal(limits.minValue),
    maxOrderAmount: decimal(limits.maxAmount),
    maxOrderValue: decimal('0'),
  };
}

function decimalsOf(step: Decimal): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}
