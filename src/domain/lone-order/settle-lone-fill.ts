// The money of a lone order: what it holds, what its fills move, what its end gives back. The same
// units as order-hold.ts, fill-spot.ts and settle-execution.ts, and as many numbers taken from the
// venue's sequence.

import { ceilQuotient, floorQuotient, small, smallProduct } from '#lib/small-integer.ts';
import type { LoneEnd, LoneFill } from '#domain/lone-order/lone-outcome.ts';
import type { LoneTerms } from '#domain/lone-order/lone-terms.ts';
import type { LoneBook, LoneOrder, LoneVenue } from '#domain/lone-order/lone-venue.ts';

export type LoneExecution = {
  readonly priceTicks: number;
  readonly lots: number;
  readonly isMaker: boolean;
  readonly isGap: boolean;
  readonly atMs: number;
};

/** What so many lots need at a price, beyond what the order has traded so far. */
export function requiredOfLone(
  terms: LoneTerms,
  order: Pick<LoneOrder, 'isBuy' | 'heldTicks' | 'traded' | 'feeWeight' | 'openedUnits'>,
  lots: number,
): number {
  if (lots === 0) return 0;
  if (!order.isBuy) return smallProduct(lots, terms.baseUnitsPerLot);
  const traded = order.traded + smallProduct(order.heldTicks, lots);
  const value = valueOf(terms, traded, true) - order.openedUnits;
  const feeWeight = order.feeWeight + smallProduct(value, terms.worstFee);
  return small(value + feeOf(terms, feeWeight) - feeOf(terms, order.feeWeight));
}

/** Locks what the order holds. Answers false, and does nothing, when that is not there. */
export function reserve(venue: LoneVenue, order: LoneOrder): boolean {
  const book = heldBook(venue, order);
  const available = book.available - order.heldUnits;
  if (!(available >= 0)) return false;
  book.available = available;
  book.reserved += order.heldUnits;
  venue.nextSequence += 1;
  return true;
}

/** Takes the order off and gives back what it still holds. */
export function endLone(
  venue: LoneVenue,
  order: LoneOrder,
  outcome: LoneEnd['outcome'],
  atMs: number,
): LoneEnd {
  if (order.heldUnits > 0) {
    const book = heldBook(venue, order);
    book.reserved -= order.heldUnits;
    book.available += order.heldUnits;
    venue.nextSequence += 1;
  }
  venue.order = null;
  return { outcome, atMs };
}

/** Null, with nothing changed, when the account cannot pay or a number is not small. */
export function settleLoneFill(
  venue: LoneVenue,
  order: LoneOrder,
  execution: LoneExecution,
): LoneFill | null {
  const { terms } = venue;
  const { priceTicks, lots, isMaker, isGap, atMs } = execution;
  const { isBuy, heldTicks } = order;
  const traded = small(order.traded + smallProduct(priceTicks, lots));
  const openedUnits = valueOf(terms, traded, isBuy);
  const valueUnits = openedUnits - order.openedUnits;
  const fee = isMaker ? terms.makerFee : terms.takerFee;
  const feeWeight = small(order.feeWeight + smallProduct(valueUnits, fee));
  const feeUnits = feeOf(terms, feeWeight) - feeOf(terms, order.feeWeight);
  const baseUnits = smallProduct(lots, terms.baseUnitsPerLot);
  const remainingLots = order.remainingLots - lots;
  const after = { isBuy, heldTicks, traded, openedUnits, feeWeight };
  const required = requiredOfLone(terms, after, remainingLots);
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

/** Answers what the order then holds; NaN, with nothing changed, when it cannot be. */
function payBuy(
  venue: LoneVenue,
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
  // One for the base that came, one for the trade, and one for each part that was paid or freed.
  venue.nextSequence += 2 + countOf(heldValue) + countOf(valueUnits - heldValue);
  venue.nextSequence += countOf(heldFee) + countOf(feeUnits - heldFee) + countOf(spare);
  return rest - spare;
}

/** The same for a sale, whose base is all held. */
function paySale(
  venue: LoneVenue,
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
  venue.nextSequence += 2 + countOf(valueUnits) + countOf(feeUnits);
  return heldUnits - baseUnits;
}

function isSmall(first: number, second: number, third: number, fourth: number): boolean {
  return !Number.isNaN(small(first) + small(second) + small(third) + small(fourth));
}

function heldBook({ quote, base }: LoneVenue, { isBuy }: LoneOrder): LoneBook {
  return isBuy ? quote : base;
}

function countOf(units: number): number {
  return units > 0 ? 1 : 0;
}

/** Rounded against the account. */
function valueOf({ unitsPerLotTick }: LoneTerms, traded: number, isBuy: boolean): number {
  const { over, under } = unitsPerLotTick;
  const scaled = smallProduct(traded, over);
  return isBuy ? ceilQuotient(scaled, under) : floorQuotient(scaled, under);
}

function feeOf({ feesUnder }: LoneTerms, feeWeight: number): number {
  return ceilQuotient(feeWeight, feesUnder);
}
