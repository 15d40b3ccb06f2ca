// Fills of Binance spot. Trade ids are unique on one market only, and the list of trades does not
// know our names.

import type { VenueFill } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import {
  decimalField,
  flagField,
  idField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

/** A fill with the trade id, by which lists go on. */
export type SpotTrade = { readonly tradeId: number; readonly fill: VenueFill };

export function spotFillId(symbol: string, tradeId: number): string {
  return `${symbol}-${tradeId}`;
}

/** Oldest first. `clientOrderId`: our name, where all of them are of one order. */
export function readSpotTrades(
  value: unknown,
  listed: ListedMarket,
  clientOrderId: string | null,
): readonly SpotTrade[] {
  const trades = replyList(value, 'The list of trades').map((trade) =>
    readTrade(trade, listed, clientOrderId),
  );
  return trades.sort((left, right) => left.tradeId - right.tradeId);
}

function readTrade(
  value: unknown,
  { symbol, market }: ListedMarket,
  clientOrderId: string | null,
): SpotTrade {
  const fields = replyFields(value, 'The trade');
  if (fields['symbol'] !== symbol) throw new UnreadableReply('The trade is of another market.');
  const tradeId = integerField(fields, 'id');
  return {
    tradeId,
    fill: {
      fillId: spotFillId(symbol, tradeId),
      venueOrderId: idField(fields, 'orderId'),
      clientOrderId,
      marketTag: market.marketTag,
      side: flagField(fields, 'isBuyer') ? 'buy' : 'sell',
      price: decimalField(fields, 'price'),
      amount: decimalField(fields, 'qty'),
      fee: decimalField(fields, 'commission'),
      feeCurrency: textField(fields, 'commissionAsset'),
      isMaker: flagField(fields, 'isMaker'),
      filledAtMs: integerField(fields, 'time'),
    },
  };
}
