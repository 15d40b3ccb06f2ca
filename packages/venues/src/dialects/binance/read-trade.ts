// Fills of Binance, spot and USD-M futures. Trade ids are unique on one market only, and the list
// of trades does not know our names.

import type { OrderSide } from '#venue-port/order/order.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { compareIds, countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { FillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readRows, withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** A fill with the trade id, by which lists go on. */
export type BinanceTrade = { readonly tradeId: string; readonly fill: VenueFill };

/** What spot and futures state by fields of different names. */
export type TradeWords = {
  side(fields: ReplyFields): OrderSide;
  isMaker(fields: ReplyFields): boolean;
};

/** Id that is unique among all markets. */
export function binanceFillId(symbol: string, tradeId: string): string {
  return `${symbol}-${tradeId}`;
}

export type BinanceTrades = FillRows<BinanceTrade> & {
  /** Also of those that cannot be read otherwise; null where none has one. */
  readonly lastId: string | null;
  /** All rows. */
  readonly count: number;
};

/** Oldest first. `clientOrderId`: our name, where all of them are of one order. */
export function readBinanceTrades(
  words: TradeWords,
  value: unknown,
  listed: ListedMarket,
  clientOrderId: string | null,
): BinanceTrades {
  const rows = replyList(value, 'The list of trades');
  const keys = { id: 'orderId', name: '' };
  const marketOf = (): MarketTag => listed.market.marketTag;
  const { items, unreadable } = readFillRows(rows, keys, marketOf, (row) => [
    readTrade(words, row, listed, clientOrderId),
  ]);
  const ids = withLeftOut(() =>
    readRows(rows, marketOf, (row) => countedIdField(replyFields(row, 'The trade'), 'id')),
  );
  return {
    items: items.toSorted((left, right) => compareIds(left.tradeId, right.tradeId)),
    unreadable,
    lastId: ids.value.items.toSorted(compareIds).at(-1) ?? null,
    count: rows.length,
  };
}

/** Where nothing was charged, no asset need be named. */
function feeOf(fields: ReplyFields, market: Market): Pick<VenueFill, 'fee' | 'feeCurrency'> {
  const fee = decimalField(fields, 'commission');
  const isNamed = typeof fields['commissionAsset'] === 'string' && fields['commissionAsset'] !== '';
  const feeCurrency =
    isNamed || fee !== 0n ? textField(fields, 'commissionAsset') : settlementCurrencyOf(market);
  return { fee, feeCurrency };
}

function readTrade(
  words: TradeWords,
  value: unknown,
  { symbol, market }: ListedMarket,
  clientOrderId: string | null,
): BinanceTrade {
  const fields = replyFields(value, 'The trade');
  if (fields['symbol'] !== symbol) throw new UnreadableReply('The trade is of another market.');
  const tradeId = countedIdField(fields, 'id');
  return {
    tradeId,
    fill: {
      fillId: binanceFillId(symbol, tradeId),
      venueOrderId: idField(fields, 'orderId'),
      clientOrderId,
      marketTag: market.marketTag,
      side: words.side(fields),
      price: decimalField(fields, 'price'),
      amount: decimalField(fields, 'qty'),
      ...feeOf(fields, market),
      isMaker: words.isMaker(fields),
      filledAtMs: integerField(fields, 'time'),
    },
  };
}
