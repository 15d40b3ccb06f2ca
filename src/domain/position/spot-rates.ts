// A spot market and the hold of an order on it as settle-spot.ts takes them, in bigints.

import { assert } from '#lib/assert.ts';
import { unitOfScale } from '#lib/decimal.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import { WEIGHT_PER_UNIT } from '#domain/money/fee.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type { SpotRates, SpotSums } from '#domain/position/settle-spot.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { worstFeePercent } from '#domain/position/trading-terms.ts';

const ratesOfTerms = new WeakMap<TradingTerms, SpotRates<bigint>>();

/**
 * The rates of a spot market; made at the first call for these very terms. A fee that is paid in
 * another currency is none of the quote currency, in which the rates are.
 */
export function spotRates(terms: TradingTerms): SpotRates<bigint> {
  const known = ratesOfTerms.get(terms);
  if (known !== undefined) return known;
  const { grid, base, charges, feePayment } = terms;
  assert(grid.shape === 'linear', 'a spot market is linear');
  assert(feePayment === undefined || charges === undefined, 'charges are of the quote currency');
  const baseUnit = unitOfScale(currencyScale(base));
  const isWhole = grid.amountStep % baseUnit === 0n;
  const made: SpotRates<bigint> = {
    unitsPerLotTick: { numerator: grid.factorNumerator, denominator: grid.factorDenominator },
    baseUnitsPerLot: {
      numerator: isWhole ? grid.amountStep / baseUnit : grid.amountStep,
      denominator: isWhole ? 1n : baseUnit,
    },
    makerFee: feePayment === undefined ? terms.makerFeePercent : 0n,
    takerFee: feePayment === undefined ? terms.takerFeePercent : 0n,
    worstFee: feePayment === undefined ? worstFeePercent(terms) : 0n,
    charges: charges ?? null,
    weightPerUnit: WEIGHT_PER_UNIT,
  };
  ratesOfTerms.set(terms, made);
  return made;
}

/** The rates for an order, which may have charges of its own. */
export function ratesFor(
  terms: TradingTerms,
  { charges }: Pick<OrderHold, 'charges'>,
): SpotRates<bigint> {
  const rates = spotRates(terms);
  return charges === undefined ? rates : { ...rates, charges };
}

/** What the order of a spot hold holds and has traded. */
export function spotSums(hold: OrderHold): SpotSums<bigint> {
  return {
    isBuy: hold.side === 'buy',
    heldUnits: hold.heldUnits,
    heldTicks: hold.heldTicks,
    remainingLots: hold.openingLots,
    filledLots: hold.filledLots,
    traded: hold.traded.numerator,
    openedUnits: hold.openedUnits,
    feeWeight: hold.feeWeight,
  };
}
