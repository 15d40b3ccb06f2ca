// Fills of Binance USD-M futures. Trade ids are unique on one market only, and the list of trades
// does not know our names.

import type { VenueFill } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { SIDES } from '#adapters/venues/dialects/binance-usdm/read-order.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** A fill with the trade id, by which lists go on. */
export type UsdmTrade = { readonly tradeId: number; readonly fill: VenueFill };

export function usdmFillId(symbol: string, tradeId: number): string {
  return `${symbol}-${tradeId}`;
}

/** Oldest first. `clientOrderId`: our name, where all of them are of one order. */
export function readUsdmTrades(
  value: unknown,
  listed: ListedMarket,
  clientOrderId: string | null,
): readonly UsdmTrade[] {
  const trades = replyList(value, 'The list of trades').map((trade) =>
    readTrade(trade, listed, clientOrderId),
  );
  return trades.sort((left, right) => left.tradeId - right.tradeId);
}

function readTrade(
  value: unknown,
  { symbol, market }: ListedMarket,
  clientOrderId: string | null,
): UsdmTrade {
  const fields = replyFields(value, 'The trade');
  if (fields['symbol'] !== symbol) throw new UnreadableReply('The trade is of another market.');
  const tradeId = integerField(fields, 'id');
  return {
    tradeId,
    fill: {
      fillId: usdmFillId(symbol, tradeId),
      venueOrderId: idField(fields, 'orderId'),
      clientOrderId,
      marketTag: market.marketTag,
      side: knownWord(SIDES, textField(fields, 'side'), 'side'),
      price: decimalField(fields, 'price'),
      amount: decimalField(fields, 'qty'),
      fee: decimalField(fields, 'commission'),
      feeCurrency: textField(fields, 'commissionAsset'),
      isMaker: flagField(fields, 'maker'),
      filledAtMs: integerField(fields, 'time'),
    },
  };
}
