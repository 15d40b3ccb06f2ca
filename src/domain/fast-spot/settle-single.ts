// The balances that a single order changes: by what it holds, by what its fills move (the amounts
// of settle-spot.ts), by what its end releases.

import { SMALL_INTEGERS } from '#lib/integers.ts';
import { small } from '#lib/small-integer.ts';
import type { SingleEnd, SingleFill } from '#domain/fast-spot/single-outcome.ts';
import type { SpotSettlement } from '#domain/position/settle-spot.ts';
import { settleSpot } from '#domain/position/settle-spot.ts';
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
  const { priceTicks, lots, isGap, atMs } = execution;
  const { settled } = venue;
  settleSpot(SMALL_INTEGERS, venue.terms.rates, order, execution, settled);
  const isPaid = order.isBuy ? payBuy(venue, settled) : paySale(venue, settled);
  if (!isPaid) return null;
  heldBook(venue, order).reserved -= order.heldUnits - settled.heldUnits;
  order.heldUnits = settled.heldUnits;
  order.remainingLots = settled.remainingLots;
  order.filledLots = settled.filledLots;
  order.traded = settled.traded;
  order.openedUnits = settled.openedUnits;
  order.feeWeight = settled.feeWeight;
  order.updatedAtMs = atMs;
  const { valueUnits, feeUnits, remainingLots } = settled;
  return { priceTicks, lots, valueUnits, feeUnits, isGap, isPartial: remainingLots > 0, atMs };
}

/** Returns false, with nothing changed, when it cannot be paid. */
function payBuy({ quote, base }: FastSpotVenue, settled: SpotSettlement<number>): boolean {
  const { valueUnits, feeUnits, baseUnits, heldPart, heldFee, spareUnits } = settled;
  const paid = valueUnits - heldPart + (feeUnits - heldFee);
  const available = quote.available + spareUnits - paid;
  const moved = { quote: quote.venue + valueUnits, base: base.available + baseUnits };
  const fees = quote.fees + feeUnits;
  if (!(available >= 0) || !isSmall(available, moved.quote, moved.base, fees)) return false;
  quote.available = available;
  quote.venue = moved.quote;
  quote.fees = fees;
  base.venue -= baseUnits;
  base.available = moved.base;
  base.isRetained = true;
  return true;
}

/** The same for a sale, whose base is all held. */
function paySale({ quote, base }: FastSpotVenue, settled: SpotSettlement<number>): boolean {
  const { valueUnits, feeUnits, baseUnits } = settled;
  const available = quote.available + valueUnits - feeUnits;
  const moved = { quote: quote.venue - valueUnits, base: base.venue + baseUnits };
  const fees = quote.fees + feeUnits;
  if (!(available >= 0) || !isSmall(available, moved.quote, moved.base, fees)) return false;
  base.venue = moved.base;
  quote.venue = moved.quote;
  quote.available = available;
  quote.fees = fees;
  quote.isRetained = true;
  return true;
}

function isSmall(first: number, second: number, third: number, fourth: number): boolean {
  return !Number.isNaN(small(first) + small(second) + small(third) + small(fourth));
}

function heldBook({ quote, base }: FastSpotVenue, { isBuy }: SingleOrder): CurrencyBook {
  return isBuy ? quote : base;
}
