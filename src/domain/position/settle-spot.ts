// Settles an order on a spot market: what it needs, and what its fills are worth, cost and move,
// for the single-order fast path and the exact venue alike. Sums are retained over the order's
// fills and rounded as wholes, so that parts cost exactly what the whole would.

import type { Integer, Integers, Ratio } from '#lib/integers.ts';
import type { Charges } from '#domain/position/fee-growth.ts';
import { chargesOf, feeGrowth, weightAfter } from '#domain/position/fee-growth.ts';

/** What a spot market charges; fees are weights, of which `weightPerUnit` come to a unit. */
export type SpotRates<N extends Integer> = {
  /** Units of the quote currency in a lot at one tick. */
  readonly unitsPerLotTick: Ratio<N>;
  readonly baseUnitsPerLot: Ratio<N>;
  /** Of a unit of value. A negative one is a rebate. */
  readonly makerFee: N;
  readonly takerFee: N;
  /** What an order must be able to pay. */
  readonly worstFee: N;
  /** Null: an order costs its percentage alone. */
  readonly charges: Charges<N> | null;
  readonly weightPerUnit: N;
};

/** What a working order holds and has traded so far. */
export type SpotSums<N extends Integer> = {
  readonly isBuy: boolean;
  readonly heldUnits: N;
  /** The price that the held units suffice for. */
  readonly heldTicks: N;
  /** Lots that the held units are for. */
  readonly remainingLots: N;
  readonly filledLots: N;
  /** Sum of ticks times lots. */
  readonly traded: N;
  /** The value of that. */
  readonly openedUnits: N;
  readonly feeWeight: N;
};

/** What a fill comes to. A caller may keep one and have each fill written into it. */
export type SpotSettlement<N extends Integer> = {
  valueUnits: N;
  feeUnits: N;
  baseUnits: N;
  /** How much of the value of a buy, or of the base of a sale, is paid from what was held. */
  heldPart: N;
  heldFee: N;
  /** Of what was held: no longer needed. */
  spareUnits: N;
  /** The order's sums afterwards. */
  heldUnits: N;
  remainingLots: N;
  filledLots: N;
  traded: N;
  openedUnits: N;
  feeWeight: N;
};

/** All zero. */
export function emptySettlement<N extends Integer>(of: Integers<N>): SpotSettlement<N> {
  return {
    valueUnits: of.zero,
    feeUnits: of.zero,
    baseUnits: of.zero,
    heldPart: of.zero,
    heldFee: of.zero,
    spareUnits: of.zero,
    heldUnits: of.zero,
    remainingLots: of.zero,
    filledLots: of.zero,
    traded: of.zero,
    openedUnits: of.zero,
    feeWeight: of.zero,
  };
}

export type SpotFill<N extends Integer> = {
  readonly priceTicks: N;
  readonly lots: N;
  readonly isMaker: boolean;
};

/**
 * Settles a fill, into `settled`. The order pays with what it holds first, and from `available`
 * only for the rest; what its remaining lots do not need is released.
 */
export function settleSpot<N extends Integer>(
  of: Integers<N>,
  rates: SpotRates<N>,
  order: SpotSums<N>,
  { priceTicks, lots, isMaker }: SpotFill<N>,
  settled: SpotSettlement<N>,
): void {
  const { isBuy, heldTicks } = order;
  const traded = of.sum(order.traded, of.product(priceTicks, lots));
  const openedUnits = valueOf(of, rates, traded, isBuy);
  const valueUnits = of.difference(openedUnits, order.openedUnits);
  const rate = isMaker ? rates.makerFee : rates.takerFee;
  const charged = chargesOf(of, rates.charges, lots, order.traded === of.zero);
  const feeWeight = weightAfter(of, order.feeWeight, valueUnits, rate, charged);
  const feeUnits = feeGrowth(of, rates.weightPerUnit, order.feeWeight, feeWeight);
  const baseUnits = baseGrowth(of, rates, isBuy, order.filledLots, lots);
  const filledLots = of.sum(order.filledLots, lots);
  // Comparisons are such that NaN goes through them, too.
  const paid = isBuy ? valueUnits : baseUnits;
  const heldPart = order.heldUnits < paid ? order.heldUnits : paid;
  const unpaid = of.difference(order.heldUnits, heldPart);
  const heldFee = isBuy ? heldFeeOf(of, unpaid, feeUnits) : of.zero;
  const left = heldFee === of.zero ? unpaid : of.difference(unpaid, heldFee);
  let remainingLots = of.zero;
  let heldUnits = of.zero;
  if (lots < order.remainingLots) {
    remainingLots = of.difference(order.remainingLots, lots);
    const after = { isBuy, heldTicks, remainingLots, filledLots, traded, openedUnits, feeWeight };
    const required = requiredSpotUnits(of, rates, after);
    heldUnits = left < required ? left : required;
  }
  settled.valueUnits = valueUnits;
  settled.feeUnits = feeUnits;
  settled.baseUnits = baseUnits;
  settled.heldPart = heldPart;
  settled.heldFee = heldFee;
  settled.spareUnits = of.difference(left, heldUnits);
  settled.heldUnits = heldUnits;
  settled.remainingLots = remainingLots;
  settled.filledLots = filledLots;
  settled.traded = traded;
  settled.openedUnits = openedUnits;
  settled.feeWeight = feeWeight;
}

/** What of a fee is paid from what is held; a rebate is received instead. */
function heldFeeOf<N extends Integer>(of: Integers<N>, heldUnits: N, feeUnits: N): N {
  if (feeUnits < of.zero) return of.zero;
  return heldUnits < feeUnits ? heldUnits : feeUnits;
}

/** What a market order to buy is held for: its price moved by a part, rounded up. */
export function heldPrice<N extends Integer>(of: Integers<N>, price: N, part: Ratio<N>): N {
  return of.ceilQuotient(of.product(price, part.numerator), part.denominator);
}

/** What the remaining lots need at the held price, beyond what the order has paid already. */
export function requiredSpotUnits<N extends Integer>(
  of: Integers<N>,
  rates: SpotRates<N>,
  order: Omit<SpotSums<N>, 'heldUnits'>,
): N {
  const { isBuy, heldTicks, remainingLots, filledLots } = order;
  if (remainingLots === of.zero) return of.zero;
  if (!isBuy) return baseGrowth(of, rates, isBuy, filledLots, remainingLots);
  const traded = of.sum(order.traded, of.product(heldTicks, remainingLots));
  const value = of.difference(valueOf(of, rates, traded, isBuy), order.openedUnits);
  const charged = chargesOf(of, rates.charges, remainingLots, order.traded === of.zero);
  const feeWeight = weightAfter(of, order.feeWeight, value, rates.worstFee, charged);
  return of.sum(value, feeGrowth(of, rates.weightPerUnit, order.feeWeight, feeWeight));
}

/** Rounded against the account. */
function valueOf<N extends Integer>(
  of: Integers<N>,
  { unitsPerLotTick }: SpotRates<N>,
  traded: N,
  isBuy: boolean,
): N {
  const { numerator, denominator } = unitsPerLotTick;
  const scaled = of.product(traded, numerator);
  return isBuy ? of.ceilQuotient(scaled, denominator) : of.floorQuotient(scaled, denominator);
}

/** What so many more lots come to in the base currency, rounded against the account. */
function baseGrowth<N extends Integer>(
  of: Integers<N>,
  { baseUnitsPerLot }: SpotRates<N>,
  isBuy: boolean,
  filledLots: N,
  lots: N,
): N {
  const { numerator, denominator } = baseUnitsPerLot;
  if (denominator === of.one) return of.product(lots, numerator);
  const from = of.product(filledLots, numerator);
  const to = of.product(of.sum(filledLots, lots), numerator);
  return isBuy
    ? of.difference(of.floorQuotient(to, denominator), of.floorQuotient(from, denominator))
    : of.difference(of.ceilQuotient(to, denominator), of.ceilQuotient(from, denominator));
}
