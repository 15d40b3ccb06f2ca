// Bookings of Bybit on positions by itself: funding, liquidations, and what it closes to make good
// another's loss (`AdlTrade`).

import { ZERO } from '#lib/decimal.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import {
  crossSequence,
  executionTag,
  feeCurrencyOf,
} from '#venues/dialects/bybit/read-execution.ts';
import { SIDES } from '#venues/dialects/bybit/read-order.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

export const MARGIN_EVENT_TYPES: readonly string[] = ['Funding', 'BustTrade', 'AdlTrade'];

/**
 * Of an execution of one of these types. The side of funding is that of the position, the side of
 * a liquidation closes it.
 */
export function readMarginEvent(
  fields: ReplyFields,
  listed: ListedMarket | null,
): VenueMarginEvent {
  const side = knownWord(SIDES, textField(fields, 'side'), 'side');
  const shared = {
    eventId: idField(fields, 'execId'),
    marketTag: executionTag(fields, listed),
    amount: decimalField(fields, 'execQty'),
    currency: feeCurrencyOf(fields, listed),
    atMs: integerField(fields, 'execTime'),
    ...crossSequence(fields),
  };
  if (fields['execType'] === 'Funding')
    return {
      kind: 'funding',
      ...shared,
      direction: side === 'buy' ? 'long' : 'short',
      paid: decimalField(fields, 'execFee'),
    };
  return {
    kind: 'liquidation',
    ...shared,
    direction: side === 'sell' ? 'long' : 'short',
    price: decimalField(fields, 'execPrice'),
    fee: optionalDecimal(fields, 'execFee'),
    insured: ZERO,
  };
}
