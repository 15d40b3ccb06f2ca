// Fills of Binance, spot and USD-M futures. Trade ids are unique on one market only, and the list
// of trades does not know our names.

import type { OrderSide } from '#domain/order/order.ts';
import type { VenueFill } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { compareIds, countedIdField } from '#adapters/venues/dialects/reply/counted-id.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** A fill with the trade id, by which lists go on. */
export type BinanceTrade = { readonly tradeId: string; readonly fill: VenueFill };

/** What spot and futures state by fields of different names. */
export type TradeWords = {
  side(fields: ReplyFields): OrderSide;
  isMaker(fields: ReplyFields): boolean;
};

export function binanceFillId(symbol: string, tradeId: string): string {
  return `${symbol}-${tradeId}`;
}

/** Oldest first. `clientOrderId`: our name, where all of them are of one order. */
export function readBinanceTrades(
  words: TradeWords,
  value: unknown,
  listed: ListedMarket,
  clientOrderId: string | null,
): readonly BinanceTrade[] {
  const trades = replyList(value, 'The list of trades').map((trade) =>
    readTrade(words, trade, listed, clientOrderId),
  );
  return trades.sort((left, right) => compareIds(left.tradeId, right.tradeId));
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
      fee: decimalField(fields, 'commission'),
      feeCurrency: textField(fields, 'commissionAsset'),
      isMaker: words.isMaker(fields),
      filledAtMs: integerField(fields, 'time'),
    },
  };
}
