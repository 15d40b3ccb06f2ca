// Figures of an order that its venue calls filled. Some venues change the word before the figures:
// an order of which nothing is filled yet must not be taken for one that ended without a fill.

import type { Decimal } from '#lib/decimal.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/**
 * Throws UnreadableReply where the word says filled, and the figures say that nothing is, or where
 * less than nothing is.
 */
export function insistOnFills(isFilled: boolean, filledAmount: Decimal): void {
  if (filledAmount < 0n) throw new UnreadableReply('Less than nothing of the order was filled.');
  if (isFilled && filledAmount === 0n)
    throw new UnreadableReply('The order is filled, and nothing of it was.');
}
