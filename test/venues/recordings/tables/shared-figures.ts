// Figures that the tables of several exchanges share.

import { OWN_NAME } from '../dialect-queries.ts';
import type { Figures, Source } from '../figures.ts';
import { asRequested, is, nothing } from '../figures.ts';

/** An order without trigger, that neither is post-only nor only reduces. */
export const PLAIN: Figures = {
  'terms.triggerPrice': nothing,
  'terms.trailDistance': nothing,
  'terms.trailActivationPrice': nothing,
  'terms.isPostOnly': is('false'),
  'terms.isReduceOnly': is('false'),
};

/** What a placement knows of its order where the reply names no more than its id. */
export function acknowledged(venueOrderId: Source): Figures {
  return {
    ...PLAIN,
    venueOrderId,
    clientOrderId: is(OWN_NAME),
    side: is('buy'),
    type: is('limit'),
    price: is('59000'),
    amount: is('0.01'),
    filledAmount: is('0'),
    averageFillPrice: is('0'),
    state: is('acknowledged'),
    placedAtMs: asRequested,
    updatedAtMs: asRequested,
  };
}

/** A candle as a list, by the places of its figures. */
export function candleAt(
  places: readonly [open: string, high: string, low: string, close: string, volume: string],
  openTimeMs: Source = '0',
): Figures {
  const [open, high, low, close, volume] = places;
  return { openTimeMs, open, high, low, close, volume };
}

export const SPOT_BALANCE: Figures = { marginUsed: nothing, unrealizedProfit: nothing };
