// Bounds of what entries of a script may open: the limit of entries, the sides that are allowed,
// and the largest position.

import type { PineBroker } from '#pine/brain/place-order.ts';
import type { MarketTerms } from '#pine/brain/plan-market.ts';
import { withinPosition } from '#pine/brain/risk-limits.ts';
import type { EntryRequest } from '#pine/runtime/broker.ts';

/**
 * Terms at the start of a bar's orders; `opens` gives the rounded amount that may still be opened.
 */
export function marketTerms(
  { book, api, terms, isSpot }: PineBroker,
  request: EntryRequest | null,
): MarketTerms & { readonly isAllowed: (direction: 'long' | 'short') => boolean } {
  const isAllowed = (direction: 'long' | 'short'): boolean =>
    book.allowed === 'all' || book.allowed === direction;
  return {
    pyramiding: terms.pyramiding,
    isSpot,
    isAllowed,
    opens: (amount, holding, direction = request?.direction ?? 'long') =>
      isAllowed(direction)
        ? api.markets.roundAmount(null, withinPosition(book, amount, holding) + 1e-12)
        : 0,
  };
}
