// Placing an order on the single-order fast path at a bar's open, as place-order.ts and
// match-arrival.ts do: it takes what is there, and what is left of it rests.

import { SMALL_INTEGERS } from '#lib/integers.ts';
import { smallFrom } from '#lib/small-integer.ts';
import type { ArrivalBar, SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import { NO_OUTCOME } from '#domain/fast-spot/single-outcome.ts';
import type { SingleOrder, FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import type { FastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import { endSingle, reserve, settleSingleFill } from '#domain/fast-spot/settle-single.ts';
import { isMarketable } from '#domain/matching/is-marketable.ts';
import { fillableOf, slippedPrice } from '#domain/matching/taking-rules.ts';
import { heldPrice, requiredSpotUnits } from '#domain/position/settle-spot.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';

/** Null, with nothing changed, when the exact venue has to do it. */
export function placeSingle(
  venue: FastSpotVenue,
  request: NewOrder,
  candle: ArrivalBar,
): SingleOutcome | null {
  const isMarket = request.type === 'market';
  const isPlain = isMarket || (request.type === 'limit' && !request.isPostOnly);
  if (venue.order !== null || !isPlain || request.oca !== null) return null;
  const lots = smallFrom(request.remainingLots);
  const limitTicks = request.limitTicks === null ? Number.NaN : smallFrom(request.limitTicks);
  if (isMarket !== Number.isNaN(limitTicks)) return null;
  const expiresAtMs = request.expiresAtMs ?? Infinity;
  const order = newSingleOrder(venue, candle, request, lots, limitTicks, expiresAtMs);
  return arriveSingle(venue, order, candle);
}

/** The same of an order that was made for this bar, while none works. */
export function arriveSingle(
  venue: FastSpotVenue,
  order: SingleOrder,
  candle: ArrivalBar,
): SingleOutcome | null {
  if (!(order.expiresAtMs > candle.openTimeMs) || !reserve(venue, order)) return null;
  const { throughTicks } = venue.terms;
  const isMarket = Number.isNaN(order.limitTicks);
  const isTaking =
    isMarket ||
    isMarketable(SMALL_INTEGERS, order.isBuy, candle.open, order.limitTicks, throughTicks);
  const outcome = isTaking ? take(venue, order, candle) : rest(venue, order);
  if (outcome === null) endSingle(venue, order, 'cancelled', 0);
  else venue.nextSequence += 1;
  return outcome;
}

/** An order for an arrival at the bar's open; `limitTicks` is NaN without a limit. */
export function newSingleOrder(
  venue: FastSpotVenue,
  candle: ArrivalBar,
  request: NewOrder,
  lots: number,
  limitTicks: number,
  expiresAtMs: number,
): SingleOrder {
  const { terms, nextSequence } = venue;
  const { marketHold } = terms;
  const order: SingleOrder = {
    request,
    isBuy: request.side === 'buy',
    lots,
    heldTicks: Number.isNaN(limitTicks)
      ? heldPrice(SMALL_INTEGERS, candle.open, marketHold)
      : limitTicks,
    limitTicks,
    expiresAtMs,
    sequence: nextSequence,
    placedAtMs: candle.openTimeMs,
    heldUnits: 0,
    remainingLots: lots,
    filledLots: 0,
    traded: 0,
    openedUnits: 0,
    feeWeight: 0,
    updatedAtMs: candle.openTimeMs,
  };
  order.heldUnits = requiredSpotUnits(SMALL_INTEGERS, terms.rates, order);
  return order;
}

function rest(venue: FastSpotVenue, order: SingleOrder): SingleOutcome {
  venue.order = order;
  return NO_OUTCOME;
}

function take(venue: FastSpotVenue, order: SingleOrder, candle: ArrivalBar): SingleOutcome | null {
  const { terms } = venue;
  const { openTimeMs, volumeBefore } = candle;
  const usedLots = venue.usedOpenMs === openTimeMs ? venue.usedLots : 0;
  const lots = fillableOf(
    SMALL_INTEGERS,
    terms.participation,
    order.remainingLots,
    volumeBefore,
    usedLots,
  );
  // A market order of which something is left meets the next candle in another way than a limit.
  if (Number.isNaN(order.limitTicks) && lots < order.lots) return null;
  if (lots === 0) return rest(venue, order);
  const priceTicks = takerPrice(terms, order.isBuy, order.limitTicks, lots, candle);
  const execution = { priceTicks, lots, isMaker: false, isGap: false, atMs: openTimeMs };
  const fill = settleSingleFill(venue, order, execution);
  if (fill === null) return null;
  venue.usedOpenMs = openTimeMs;
  venue.usedLots = usedLots + lots;
  if (!fill.isPartial) return { fill, end: endSingle(venue, order, 'filled', openTimeMs) };
  venue.order = order;
  return { fill, end: null };
}

/** The price of an order that takes at the bar's open; `limitTicks` is NaN without a limit. */
function takerPrice(
  terms: FastSpotTerms,
  isBuy: boolean,
  limitTicks: number,
  lots: number,
  { open, volumeBefore }: ArrivalBar,
): number {
  if (!terms.limitsSlip && !Number.isNaN(limitTicks)) return open;
  return slippedPrice(SMALL_INTEGERS, terms, isBuy, open, limitTicks, lots, volumeBefore);
}
