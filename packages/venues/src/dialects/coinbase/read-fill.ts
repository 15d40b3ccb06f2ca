// Fills of Coinbase, which only its lists show: frames of the stream have sums.

import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal } from '#lib/decimal.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { instantField, SIDES, tagOf } from '#venues/dialects/coinbase/read-order.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow } from '#venues/dialects/reply/windowed-list.ts';

const IS_FILL: { readonly [type: string]: boolean } = {
  FILL: true,
  REVERSAL: false,
  CORRECTION: false,
  SYNTHETIC: false,
};

/** Corrections of fills are left out: their ids and signs are not documented. */
export function readListedFills(
  { fills }: ReplyFields,
  context: AccountContext,
): FillRows<ListedRow<VenueFill>> {
  const marketOf = (row: unknown): MarketTag => tagOf(replyFields(row, 'The fill'), context);
  const keys = { id: 'order_id', name: '' };
  return readFillRows(replyList(fills, 'The list of fills'), keys, marketOf, (value) => {
    const fields = replyFields(value, 'The fill');
    if (!knownWord(IS_FILL, textField(fields, 'trade_type'), 'trade_type')) return [];
    const item = readFill(fields, context);
    return [{ id: item.fillId, atMs: item.filledAtMs, item }];
  });
}

/** Both orders of a trade have entries of their own. */
function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const price = decimalField(fields, 'price');
  const size = decimalField(fields, 'size');
  const symbol = textField(fields, 'product_id');
  return {
    fillId: textField(fields, 'entry_id'),
    venueOrderId: textField(fields, 'order_id'),
    clientOrderId: null,
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price,
    amount: flagField(fields, 'size_in_quote') ? inBase(size, price) : size,
    fee: optionalDecimal(fields, 'commission'),
    // It is paid in quote, and the list does not name it.
    feeCurrency: symbol.slice(symbol.indexOf('-') + 1),
    isMaker: fields['liquidity_indicator'] === 'MAKER',
    filledAtMs: instantField(fields, 'trade_time'),
  };
}

/** Of orders that an owner placed by value. */
function inBase(size: Decimal, price: Decimal): Decimal {
  return divideDecimal(size, price, 'half_even');
}
