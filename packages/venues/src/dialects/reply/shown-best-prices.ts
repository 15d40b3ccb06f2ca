// The best bid and ask beside a price. The price was requested: a reply without the others, or with
// something else in their place, is read without them.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { bestPricesOf } from '#venue-port/market/best-prices.ts';
import { decimalIn } from '#venues/dialects/reply/reply-fields.ts';

/** A side without an order is missing, or an empty text. */
export function shownBestPrices(bid: unknown, ask: unknown): BestPrices | null {
  return bestPricesOf(priceOf(bid), priceOf(ask));
}

function priceOf(shown: unknown): Decimal {
  return decimalIn(shown) ?? ZERO;
}
