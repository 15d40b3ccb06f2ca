// The fills of an account of Binance, by market and by order. Trade ids rise, and a list begins
// with the one that was requested.

import { assert } from '#lib/assert.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { CursorPage, ListedMarket, ListQuery, Query, Verdict } from '#venues/dialect.ts';
import type { BinanceTrades, TradeWords } from '#venues/dialects/binance/read-trade.ts';
import { readBinanceTrades } from '#venues/dialects/binance/read-trade.ts';
import { idAfter } from '#venues/dialects/reply/counted-id.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall, WireOutcome } from '#venues/wire/venue-wire.ts';

const FILLS_PER_CALL_MAX = 1_000;

/** What spot and futures request and read in different ways. */
export type TradeSource = {
  readonly words: TradeWords;
  /** The call of a list of a market's trades. */
  request(parameters: VenueCall['parameters']): VenueCall;
  /** The same of one order's; its weight may differ. */
  requestOfOrder(parameters: VenueCall['parameters']): VenueCall;
  read<T>(outcome: WireOutcome, read: (body: unknown) => T): Verdict<T>;
};

/** The cursor is the last trade id. */
export function fillsQuery(
  source: TradeSource,
  listed: ListedMarket,
  cursor: string | null,
  limit: number,
): Query<CursorPage<VenueFill>> {
  const call = source.request({
    symbol: listed.symbol,
    fromId: cursor === null ? 0 : idAfter(cursor),
    limit: Math.min(limit, FILLS_PER_CALL_MAX),
  });
  const readPage = (body: unknown): CursorPage<VenueFill> => {
    const trades = readBinanceTrades(source.words, body, listed, null);
    const { lastId, unreadable } = trades;
    const page = { items: fillsOf(trades), cursor: lastId ?? cursor, rest: null };
    return unreadable.length === 0 ? page : { ...page, unreadable };
  };
  return { call, read: (outcome) => source.read(outcome, readPage) };
}

/** All fills of one order, page by page. */
export function orderFillsQuery(
  source: TradeSource,
  name: OrderName,
  listed: ListedMarket,
  lastTradeId: string | null = null,
): ListQuery<VenueFill> {
  assert(name.venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  const call = source.requestOfOrder({
    symbol: listed.symbol,
    orderId: name.venueOrderId,
    ...(lastTradeId === null ? {} : { fromId: idAfter(lastTradeId) }),
    limit: FILLS_PER_CALL_MAX,
  });
  return {
    call,
    read: (outcome) =>
      source.read(outcome, (body) => {
        const clientOrderId = ownOrderName(name.clientOrderId);
        const trades = readBinanceTrades(source.words, body, listed, clientOrderId);
        // It is of this order: what the order came to is not known without it.
        const [first] = trades.unreadable;
        if (first !== undefined) throw new UnreadableReply(first.detail);
        const isFull = trades.count >= FILLS_PER_CALL_MAX;
        const next = isFull ? orderFillsQuery(source, name, listed, trades.lastId) : null;
        return { items: fillsOf(trades), next };
      }),
  };
}

function fillsOf({ items }: BinanceTrades): readonly VenueFill[] {
  return items.map(({ fill }) => fill);
}
