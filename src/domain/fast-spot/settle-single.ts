// The money of a single order: what it holds, what its fills move, what its end releases. The same
// units as order-hold.ts, fill-spot.ts and settle-execution.ts.

import { SMALL_INTEGERS } from '#lib/integers.ts';
import { ceilQuotient, floorQuotient, small, smallProduct } from '#lib/small-integer.ts';
import type { SingleEnd, SingleFill } from '#domain/fast-spot/single-outcome.ts';
import { feeGrowth, weightAfter } from '#domain/position/fee-growth.ts';
import type { FastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import type {
  CurrencyBook,
  SingleOrder,
  FastSpotVenue,
} from '#domain/fast-spot/fast-spot-venue.ts';

export type SingleExecution = {
  readonly priceTicks: number;
  readonly lots: number;
  readonly isMaker: boolean;
  readonly isGap: boolean;
  readonly atMs: number;
};

/** What so many lots need at a price, beyond what the order has traded so far. */
export function requiredOfSingle(
  terms: FastSpotTerms,
  order: Pick<SingleOrder, 'isBuy' | 'heldTicks' | 'traded' | 'feeWeight' | 'openedUnits'>,
  lots: number,
): number {
  if (lots === 0) return 0;
  if (!order.isBuy) return smallProduct(lots, terms.baseUnitsPerLot);
  const traded = order.traded + smallProduct(order.heldTicks, lots);
  const value = valueOf(terms, traded, true) - order.openedUnits;
  const feeWeight = weightAfter(SMALL_INTEGERS, order.feeWeight, value, terms.worstFee, 0);
  return small(value + feeGrowth(SMALL_INTEGERS, terms.feeDenominator, order.feeWeight, feeWeight));
}

/** Locks what the order holds. Returns false, and changes nothing, when it is not available. */
export function reserve(venue: FastSpotVenue, order: SingleOrder): boolean {
  const book = heldBook(venue, order);
  const available = book.available - order.heldUnits;
  if (!(available >= 0)) return false;
  book.available = available;
  book.reserved += order.heldUnits;
  return true;
}

/** Removes the order and releases what it still holds. */
export function endSingle(
  venue: FastSpotVenue,
  order: SingleOrder,
  outcome: SingleEnd['outcome'],
  atMs: number,
): SingleEnd {
  if (order.heldUnits > 0) {
    const book = heldBook(venue, order);
    book.reserved -= order.heldUnits;
    book.available += order.heldUnits;
  }
  venue.order = null;
  return { outcome, atMs };
}

/** Null, with nothing changed, when the account cannot pay or a number is not small. */
export function settleSingleFill(
  venue: FastSpotVenue,
  order: SingleOrder,
  execution: SingleExecution,
): SingleFill | null {
  const { terms } = venue;
  const { priceTicks, lots, isMaker, isGap, atMs } = execution;
  const { isBuy, heldTicks } = order;
  const traded = small(order.traded + smallProduct(priceTicks, lots));
  const openedUnits = valueOf(terms, traded, isBuy);
  const valueUnits = openedUnits - order.openedUnits;
  const fee = isMaker ? terms.makerFee : terms.takerFee;
  const feeWeight = weightAfter(SMALL_INTEGERS, order.feeWeight, valueUnits, fee, 0);
  const feeUnits = feeGrowth(SMALL_INTEGERS, terms.feeDenominator, order.feeWeight, feeWeight);
  const baseUnits = smallProduct(lots, terms.baseUnitsPerLot);
  const remainingLots = order.remainingLots - lots;
  const after = { isBuy, heldTicks, traded, openedUnits, feeWeight };
  const required = requiredOfSingle(terms, after, remainingLots);
  const left = isBuy
    ? payBuy(venue, order.heldUnits, required, valueUnits, feeUnits, baseUnits)
    : paySale(venue, order.heldUnits, valueUnits, feeUnits, baseUnits);
  if (Number.isNaN(left)) return null;
  order.heldUnits = left;
  order.remainingLots = remainingLots;
  order.traded = traded;
  order.openedUnits = openedUnits;
  order.feeWeight = feeWeight;
  order.updatedAtMs = atMs;
  const isPartial = remainingLots > 0;
  return { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial, atMs };
}

/** Returns what the order then holds; NaN, with nothing changed, when it cannot be paid. */
function payBuy(
  venue: FastSpotVenue,
  heldUnits: number,
  requiredUnits: number,
  valueUnits: number,
  feeUnits: number,
  baseUnits: number,
): number {
  const { quote, base } = venue;
  const heldValue = Math.min(heldUnits, valueUnits);
  const heldFee = Math.min(heldUnits - heldValue, feeUnits);
  const rest = heldUnits - heldValue - heldFee;
  const spare = Math.max(0, rest - requiredUnits);
  const available = quote.available + spare - (valueUnits - heldValue) - (feeUnits - heldFee);
  const moved = { quote: quote.venue + valueUnits, base: base.available + baseUnits };
  const fees = quote.fees + feeUnits;
  if (!(available >= 0) || !isSmall(available, moved.quote, moved.base, fees)) return Number.NaN;
  quote.reserved -= heldUnits - rest + spare;
  quote.available = available;
  quote.venue = moved.quote;
  quote.fees = fees;
  base.venue -= baseUnits;
  base.available = moved.base;
  base.isKept = true;
  return rest - spare;
}

/** The same for a sale, whose base is all held. */
function paySale(
  venue: FastSpotVenue,
  heldUnits: number,
  valueUnits: number,
  feeUnits: number,
  baseUnits: number,
): number {
  const { quote, base } = venue;
  const available = quote.available + valueUnits - feeUnits;
  const moved = { quote: quote.venue - valueUnits, base: base.venue + baseUnits };
  const fees = quote.fees + feeUnits;
  if (!(available >= 0) || !isSmall(available, moved.quote, moved.base, fees)) return Number.NaN;
  base.reserved -= baseUnits;
  base.venue = moved.base;
  quote.venue = moved.quote;
  quote.available = available;
  quote.fees = fees;
  quote.isKept = true;
  return heldUnits - baseUnits;
}

function isSmall(first: number, second: number, third: number, fourth: number): boolean {
  return !Number.isNaN(small(first) + small(second) + small(third) + small(fourth));
}

function heldBook({ quote, base }: FastSpotVenue, { isBuy }: SingleOrder): CurrencyBook {
  return isBuy ? quote : base;
}

/** Rounded against the account. */
function valueOf({ unitsPerLotTick }: FastSpotTerms, traded: number, isBuy: boolean): number {
  const { numerator, denominator } = unitsPerLotTick;
  const scaled = smallProduct(traded, numerator);
  return isBuy ? ceilQuotient(scaled, denominator) : floorQuotient(scaled, denominator);
}
