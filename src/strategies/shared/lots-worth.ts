// Sizes as people choose them, in quote, base or percent of the free money, as lots of a market.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, divideRounded, multiplyDecimal, ONE } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, lotsOf, priceOf } from '#venue-port/market/market-grid.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { Direction } from '#domain/position/position.ts';
import { worstFeePercent } from '#domain/position/trading-terms.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

export type SizeAsset = 'quote' | 'base';

/** So many lots as are worth a size at a price, rounded down; none at a price of zero. */
export function lotsWorth(
  { market, terms }: Pick<StrategyMarket, 'market' | 'terms'>,
  ticks: Ticks,
  size: Decimal,
  sizeAsset: SizeAsset,
): Lots {
  const { grid } = terms;
  if (ticks === 0n) return 0n as Lots;
  const ofOne = market.contract?.contractValue ?? ONE;
  const price = priceOf(grid, ticks);
  const isInverse = market.contract?.type === 'inverse';
  // Contracts stand for base, inverse ones for quote.
  const share = isInverse === (sizeAsset === 'quote') ? ONE : price;
  const worth = isInverse
    ? multiplyDecimal(size, share, 'floor')
    : divideDecimal(size, share, 'floor');
  return lotsOf(grid, divideDecimal(worth, ofOne, 'floor'), 'floor');
}

/** The free money that an entry takes from: a short on spot sells base. */
export function freeMoney(
  { market, terms, freeUnits, freeBaseUnits }: StrategyMarket,
  direction: Direction,
): { readonly amount: Decimal; readonly asset: SizeAsset } {
  if (market.contract === null && direction === 'short')
    return { amount: valueOfUnits(market.base, freeBaseUnits), asset: 'base' };
  const { settlementCurrency } = terms.grid;
  const amount = valueOfUnits(settlementCurrency, freeUnits);
  return { amount, asset: market.contract?.type === 'inverse' ? 'base' : 'quote' };
}

/**
 * So many lots as the free money opens at a price, with the fee of those who take; on spot a short
 * sells what is free.
 */
export function payableLots(
  market: StrategyMarket,
  direction: Direction,
  ticks: Ticks,
  { leverage }: { readonly leverage: Decimal },
): Lots {
  const { amount, asset } = freeMoney(market, direction);
  if (market.market.contract === null && direction === 'short')
    return lotsWorth(market, ticks, amount, asset);
  const fee = divideDecimal(worstFeePercent(market.terms), HUNDRED, 'ceil');
  // Of the value: its margin, and the fee.
  const share = (divideDecimal(ONE, leverage, 'ceil') + fee) as Decimal;
  return lotsWorth(market, ticks, divideDecimal(amount, share, 'floor'), asset);
}

/** Percentage of an amount, rounded down. */
export function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return divideRounded(amount * percent, HUNDRED, 'floor') as Decimal;
}
