// A list that was requested of one order has fills of that order alone.

import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

type Row = { readonly item: Pick<VenueFill, 'venueOrderId'> };

/** Throws UnreadableReply when a row is of another order: the reply is one to another request. */
export function insistOnOrder(rows: readonly Row[], venueOrderId: string): void {
  if (rows.some(({ item }) => item.venueOrderId !== venueOrderId))
    throw new UnreadableReply('The reply names another order.');
}
