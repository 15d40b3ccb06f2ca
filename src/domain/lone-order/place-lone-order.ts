// Placing an order at a lone venue at a candle's open, as place-order.ts and match-arrival.ts do:
// it takes what is there, and what is left of it rests.

import { ceilQuotient, smallFrom, smallProduct } from '#lib/small-integer.ts';
import type { LoneCandle, LoneOutcome } from '#domain/lone-order/lone-outcome.ts';
import { NO_OUTCOME } from '#domain/lone-order/lone-outcome.ts';
import type { LoneOrder, LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { servedLots, takenPrice } from '#domain/lone-order/serve-lone-order.ts';
import {
  endLone,
  requiredOfLone,
  reserve,
  settleLoneFill,
} from '#domain/lone-order/settle-lone-fill.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';

/** Null, with nothing changed, when the exact venue has to do it. */
export function placeLoneOrder(
  venue: LoneVenue,
  asked: NewOrder,
  candle: LoneCandle,
): LoneOutcome | null {
  const isMarket = asked.type === 'market';
  const isPlain = isMarket || (asked.type === 'limit' && !asked.isPostOnly);
  if (venue.order !== null || !isPlain || asked.oca !== null) return null;
  const order = newLoneOrder(venue, asked, candle);
  if (!(order.expiresAtMs > candle.openTimeMs) || !reserve(venue, order)) return null;
  venue.nextSequence += 1;
  if (!isMarket && !takes(venue, order, candle.open)) {
    venue.order = order;
    return NO_OUTCOME;
  }
  const outcome = take(venue, order, candle);
  if (outcome !== null) return outcome;
  // As if nothing had been: neither the reservation nor what it and the order were numbered.
  endLone(venue, order, 'cancelled', 0);
  venue.nextSequence = order.sequence - 1;
  return null;
}

function newLoneOrder(venue: LoneVenue, asked: NewOrder, candle: LoneCandle): LoneOrder {
  const { terms, nextSequence } = venue;
  const { marketHold } = terms;
  const lots = smallFrom(asked.remainingLots);
  const limitTicks = asked.limitTicks === null ? Number.NaN : smallFrom(asked.limitTicks);
  const held = smallProduct(candle.open, marketHold.over);
  const order: LoneOrder = {
    asked,
    isBuy: asked.side === 'buy',
    lots,
    heldTicks: asked.limitTicks === null ? ceilQuotient(held, marketHold.under) : limitTicks,
    limitTicks,
    expiresAtMs: asked.expiresAtMs ?? Infinity,
    // Its reservation is booked first.
    sequence: nextSequence + 1,
    placedAtMs: candle.openTimeMs,
    heldUnits: 0,
    remainingLots: lots,
    traded: 0,
    openedUnits: 0,
    feeWeight: 0,
    updatedAtMs: candle.openTimeMs,
  };
  order.heldUnits = requiredOfLone(terms, order, lots);
  return order;
}

/** Whether the first price that the order meets fills it. */
function takes({ terms }: LoneVenue, { isBuy, limitTicks }: LoneOrder, open: number): boolean {
  const isBetter = isBuy ? open < limitTicks : open > limitTicks;
  return isBetter || (terms.throughTicks === 0 && open === limitTicks);
}

function take(venue: LoneVenue, order: LoneOrder, candle: LoneCandle): LoneOutcome | null {
  const { terms } = venue;
  const { openTimeMs, volume } = candle;
  const usedLots = venue.usedOpenMs === openTimeMs ? venue.usedLots : 0;
  const lots = servedLots(terms, order.remainingLots, volume, usedLots);
  // A market order of which something is left meets the next candle in another way than a limit.
  if (Number.isNaN(order.limitTicks) && lots < order.lots) return null;
  if (lots === 0) {
    venue.order = order;
    return NO_OUTCOME;
  }
  const priceTicks = takenPrice(terms, order.isBuy, order.limitTicks, lots, candle);
  const execution = { priceTicks, lots, isMaker: false, isGap: false, atMs: openTimeMs };
  const fill = settleLoneFill(venue, order, execution);
  if (fill === null) return null;
  venue.usedOpenMs = openTimeMs;
  venue.usedLots = usedLots + lots;
  if (!fill.isPartial) return { fill, end: endLone(venue, order, 'filled', openTimeMs) };
  venue.order = order;
  return { fill, end: null };
}
