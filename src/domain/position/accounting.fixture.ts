// Fixtures shared by the tests of accounting: one market of each kind with numbers that are easy to
// check by hand, and short ways to write a deposit and to apply what must be accepted.

import assert from 'node:assert/strict';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS, unitsOf } from '#venue-port/money/currency.ts';
import type { Contract, Market } from '#venue-port/market/market.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { lotsOf, ticksOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import { applyTransfers, depositTransfers, emptyLedger } from '#domain/ledger/ledger.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { Direction, Position } from '#domain/position/position.ts';
import {
  entrySide,
  increasePosition,
  initialMarginUnits,
  newPosition,
} from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { tradingTerms, valueRounding } from '#domain/position/trading-terms.ts';

const SPOT: Market = {
  marketTag: 'sample:spot',
  exchange: 'sample',
  base: 'BTC',
  quote: 'USDT',
  marketType: 'spot',
  priceStep: decimal('0.1'),
  priceDecimals: 1,
  priceSignificantDigits: null,
  amountStep: decimal('0.0001'),
  amountDecimals: 4,
  makerFeePercent: decimal('0.02'),
  takerFeePercent: decimal('0.05'),
  minOrderAmount: ZERO,
  minOrderValue: ZERO,
  maxOrderAmount: ZERO,
  maxOrderValue: ZERO,
  isOpen: true,
  listedAtMs: null,
  marketBuyBy: 'base',
  contract: null,
};

const CONTRACT: Contract = {
  name: '',
  type: 'vanilla',
  marginCurrency: 'USDT',
  displayName: 'BTC perpetual',
  contractValue: decimal('1'),
  contractValueCurrency: 'BTC',
  lowestLeverage: decimal('1'),
  highestLeverage: decimal('100'),
};

/** Spot: 0.0001 BTC a lot, prices in 0.1 USDT; maker 0.02 %, taker 0.05 %. */
export const SPOT_TERMS = tradingTerms(SPOT);

/** Vanilla: as spot, margin in USDT. */
export const VANILLA_TERMS = termsOf({ marketTag: 'sample:vanilla' }, {});

/** Inverse: contracts of 100 USD, margin in BTC; one contract a lot, prices in 0.5. */
export const INVERSE_TERMS = termsOf(
  {
    marketTag: 'sample:inverse',
    quote: 'USD',
    amountStep: decimal('1'),
    priceStep: decimal('0.5'),
  },
  {
    type: 'inverse',
    marginCurrency: 'BTC',
    contractValue: decimal('100'),
    contractValueCurrency: 'USD',
  },
);

/** Quanto: an ETHUSD contract that gains 0.000001 XBT per dollar, margin in XBT. */
export const QUANTO_TERMS = termsOf(
  {
    marketTag: 'sample:quanto',
    base: 'ETH',
    quote: 'USD',
    amountStep: decimal('1'),
    priceStep: decimal('0.05'),
  },
  {
    type: 'quanto',
    marginCurrency: 'XBT',
    contractValue: decimal('0.000001'),
    contractValueCurrency: 'XBT',
  },
);

/** Another vanilla market: prices in thousandths, whole coins, no fee for makers. */
export const ALT_TERMS = termsOf(
  {
    marketTag: 'sample:alt',
    base: 'ALT',
    priceStep: decimal('0.001'),
    amountStep: decimal('1'),
    makerFeePercent: ZERO,
  },
  { contractValueCurrency: 'ALT' },
);

/** Spot so fine that a lot at a tick is worth a hundredth of a unit: all has to be rounded. */
export const ROUGH_SPOT_TERMS = tradingTerms({
  ...SPOT,
  marketTag: 'sample:rough:spot',
  base: 'ALT',
  priceStep: decimal('0.0000001'),
  amountStep: decimal('0.001'),
});

/** Vanilla as rough: a lot at a tick is worth 0.03 units. */
export const ROUGH_VANILLA_TERMS = termsOf(
  { marketTag: 'sample:rough:vanilla', priceStep: decimal('0.001'), amountStep: decimal('1') },
  { contractValue: decimal('0.0000003') },
);

function termsOf(market: Partial<Market>, contract: Partial<Contract>): TradingTerms {
  const whole: Contract = { ...CONTRACT, ...contract };
  return tradingTerms({ ...SPOT, marketType: 'futures', ...market, contract: whole });
}

export function ticks(terms: TradingTerms, price: string): Ticks {
  return ticksOf(terms.grid, decimal(price), 'floor');
}

export function lots(terms: TradingTerms, amount: string): Lots {
  return lotsOf(terms.grid, decimal(amount), 'floor');
}

export function units(amount: string, currency = 'USDT'): Units {
  return unitsOf(currency, decimal(amount), 'floor');
}

export const TEN: Decimal = decimal('10');

/** A ledger with these deposits, as `[currency, amount]`. */
export function fundedLedger(...deposits: readonly (readonly [string, string])[]): Ledger {
  return deposits.reduce(
    (ledger, [currency, amount]) =>
      applied(ledger, depositTransfers(currency, units(amount, currency), 'deposit')),
    emptyLedger('account'),
  );
}

/** The ledger after transfers that it must accept. */
export function applied(ledger: Ledger, transfers: readonly Transfer[]): Ledger {
  const result = applyTransfers(ledger, transfers);
  assert.ok(result.ok, 'the ledger accepts the transfers');
  return result.value;
}

/** An isolated position as one fill at `entry` leaves it, without its fee. */
export function samplePosition(
  terms: TradingTerms,
  direction: Direction,
  entry: string,
  amount: string,
  leverage: string,
): Position {
  const opening = {
    positionId: 'position',
    marketTag: terms.marketTag,
    direction,
    marginMode: 'isolated' as const,
    leverage: decimal(leverage),
  };
  const rounding = valueRounding(terms.grid.shape, entrySide(direction));
  const priceTicks = ticks(terms, entry);
  const size = lots(terms, amount);
  const valueUnits = valueOf(terms.grid, priceTicks, size, rounding);
  const trade = { priceTicks, lots: size, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
  const marginUnits = initialMarginUnits(valueUnits, opening.leverage);
  return increasePosition(terms.grid, newPosition(opening, 0), trade, marginUnits);
}
