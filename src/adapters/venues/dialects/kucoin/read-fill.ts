// Fills of KuCoin, from its list: frames of the stream name neither fees nor ids of the list.

import type { VenueFill } from '#ports/exchange/exchange.ts';
import type { AccountContext } from '#adapters/venues/dialect.ts';
import { tagOf } from '#adapters/venues/dialects/kucoin/read-market.ts';
import { orderIdField, SIDES } from '#adapters/venues/dialects/kucoin/read-order.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
} from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { ListedRow } from '#adapters/venues/dialects/reply/windowed-list.ts';

const IS_MAKER: { readonly [liquidity: string]: boolean } = { maker: true, taker: false };

export function readListedFills(
  { items }: ReplyFields,
  context: AccountContext,
): readonly ListedRow<VenueFill>[] {
  return replyList(items, 'The list of fills').map((value) => {
    const item = readFill(replyFields(value, 'The fill'), context);
    return { id: item.fillId, atMs: item.filledAtMs, item };
  });
}

/** The id of a trade is that of both of its orders; that of the row is of one, and safe. */
function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  return {
    fillId: idField(fields, 'id'),
    venueOrderId: orderIdField(fields, 'orderId'),
    clientOrderId: null,
    marketTag: tagOf(textField(fields, 'symbol'), context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'size'),
    fee: decimalField(fields, 'fee'),
    feeCurrency: textField(fields, 'feeCurrency'),
    isMaker: knownWord(IS_MAKER, textField(fields, 'liquidity'), 'liquidity'),
    filledAtMs: integerField(fields, 'createdAt'),
  };
}
