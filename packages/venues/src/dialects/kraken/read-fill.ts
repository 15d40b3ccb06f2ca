// Fills of Kraken, from its lists and from the frames of its stream.

import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext } from '#venues/dialect.ts';
import { currencyOf, pairOfStream, tagOf } from '#venues/dialects/kraken/read-market.ts';
import { instantField, nameOf, SIDES } from '#venues/dialects/kraken/read-order.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** What a list is sorted and continued by. */
export type ListedFill = { readonly id: string; readonly atMs: number; readonly item: VenueFill };

/** Of an object of fills by their ids. */
export function readListedFills(value: unknown, context: AccountContext): FillRows<ListedFill> {
  const fills = replyFields(value, 'The list of fills');
  const ids = Object.keys(fills);
  const marketOf = (row: unknown): MarketTag =>
    tagOf(textField(replyFields(row, 'The fill'), 'pair'), context);
  const keys = { id: 'ordertxid', name: '' };
  return readFillRows(Object.values(fills), keys, marketOf, (fill, index) => {
    const id = ids[index] ?? '';
    const item = readFill(id, replyFields(fill, 'The fill'), context);
    return [{ id, atMs: item.filledAtMs, item }];
  });
}

/** Lists name neither our name of the order nor the currency of the fee: they state it in quote. */
function readFill(fillId: string, fields: ReplyFields, context: AccountContext): VenueFill {
  const marketTag = tagOf(textField(fields, 'pair'), context);
  return {
    fillId,
    venueOrderId: textField(fields, 'ordertxid'),
    clientOrderId: null,
    marketTag,
    side: knownWord(SIDES, textField(fields, 'type'), 'type'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'vol'),
    fee: decimalField(fields, 'fee'),
    feeCurrency: quoteOf(fields, context),
    isMaker: fields['maker'] === true,
    filledAtMs: instantField(fields, 'time'),
  };
}

/** Of a market that is gone, the end of its name has to do. */
function quoteOf(fields: ReplyFields, context: AccountContext): string {
  const pair = textField(fields, 'pair');
  const tag = tagOf(pair, context);
  const listed = tag.split('_')[2];
  if (listed !== undefined) return listed;
  const quotes = ['ZUSD', 'ZEUR', 'ZGBP', 'ZCAD', 'ZJPY', 'ZAUD', 'XXBT', 'XETH'];
  const others = ['USDT', 'USDC', 'USD', 'EUR', 'GBP', 'CAD', 'JPY', 'AUD', 'XBT', 'ETH', 'DAI'];
  const found = [...quotes, ...others].find((each) => pair.endsWith(each));
  if (found === undefined) throw new UnreadableReply('"pair" is of no currency that is known.');
  return currencyOf(found);
}

const IS_MAKER: { readonly [word: string]: boolean } = { m: true, t: false };

/** A trade in a frame of the stream, which names the fee as it was paid. */
export function readStreamedFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const [paid, ...others] = replyList(fields['fees'] ?? [], 'The list of fees');
  if (others.length > 0) throw new UnreadableReply('The fee is in several currencies.');
  const fee = replyFields(paid, 'The fee');
  return {
    fillId: textField(fields, 'exec_id'),
    venueOrderId: textField(fields, 'order_id'),
    clientOrderId: nameOf(fields),
    marketTag: tagOf(pairOfStream(textField(fields, 'symbol')), context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'last_price'),
    amount: decimalField(fields, 'last_qty'),
    fee: decimalField(fee, 'qty'),
    feeCurrency: currencyOf(textField(fee, 'asset')),
    isMaker: knownWord(IS_MAKER, textField(fields, 'liquidity_ind'), 'liquidity_ind'),
    filledAtMs: streamInstant(fields),
  };
}

/** Instant of a frame in milliseconds; finer digits are cut. */
export function streamInstant(fields: ReplyFields): number {
  const text = textField(fields, 'timestamp');
  const atMs = /^\d{4}-\d{2}-\d{2}T\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UnreadableReply('"timestamp" is no instant.');
  return Math.floor(atMs);
}

/** Oldest first; the same in every page. */
export function inOrder(fills: readonly ListedFill[]): readonly ListedFill[] {
  return fills.toSorted((left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : 1));
}
