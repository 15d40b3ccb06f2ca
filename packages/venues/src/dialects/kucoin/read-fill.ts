// Fills of KuCoin, from its list: frames of the stream name neither fees nor ids of the list.

import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { orderIdField, SIDES } from '#venues/dialects/kucoin/read-order.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow } from '#venues/dialects/reply/windowed-list.ts';

const IS_MAKER: { readonly [liquidity: string]: boolean } = { maker: true, taker: false };

/** Fills of a page, with the places by which lists go on; those that cannot be read are named. */
export function readListedFills(
  { items }: ReplyFields,
  context: AccountContext,
): FillRows<ListedRow<VenueFill>> {
  const marketOf = (row: unknown): MarketTag =>
    tagOf(textField(replyFields(row, 'The fill'), 'symbol'), context);
  const keys = { id: 'orderId', name: '' };
  return readFillRows(replyList(items, 'The list of fills'), keys, marketOf, (value) => {
    const item = readFill(replyFields(value, 'The fill'), context);
    return [{ id: item.fillId, atMs: item.filledAtMs, item }];
  });
}

/** The id of a trade is that of both of its orders; that of the row is of one, and safe. */
function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const fee = decimalField(fields, 'fee');
  const symbol = textField(fields, 'symbol');
  const marketTag = tagOf(symbol, context);
  return {
    fillId: idField(fields, 'id'),
    venueOrderId: orderIdField(fields, 'orderId'),
    clientOrderId: null,
    marketTag,
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'size'),
    fee,
    feeCurrency: feeCurrencyField(fields, 'feeCurrency', fee, { context, symbol, marketTag }),
    isMaker: knownWord(IS_MAKER, textField(fields, 'liquidity'), 'liquidity'),
    filledAtMs: integerField(fields, 'createdAt'),
  };
}
