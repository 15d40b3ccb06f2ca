// Fills of a unified account of KuCoin: of one market, from the newest on, at most a week at once.

import { assert } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
} from '#venues/dialect.ts';
import { nanosecondsField } from '#venues/dialects/kucoin/nanoseconds.ts';
import { tagOf } from '#venues/dialects/kucoin/read-market.ts';
import { orderIdField } from '#venues/dialects/kucoin/read-order.ts';
import { UNIFIED_SIDES } from '#venues/dialects/kucoin/read-unified-order.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { kucoinVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { feeCurrencyField } from '#venues/dialects/reply/fee-currency.ts';
import {
  fillsByWindow,
  fillsOfWindows,
  listedOrderId,
  windowsBetween,
} from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
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
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** For how long fills are listed is not documented. */
const LISTED_MS = 90 * DAY_MS;
const WINDOW_MS = 7 * DAY_MS;
const PER_CALL_MAX = 200;
/** So far the time of an order here may be from the venue's. */
const AROUND_MS = 60_000;

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function unifiedFillsAfter(
  listed: ListedMarket | null,
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs?: number | null,
): Query<CursorPage<VenueFill>> {
  assert(listed !== null, 'fills are listed by market');
  const ofMarket = fillsByWindow({
    listedMs: LISTED_MS,
    windowMs: WINDOW_MS,
    page: (window, next: string | null) => fillPage(listed, { window }, context, next),
  });
  return ofMarket(cursor, limit, context, wantedSinceMs);
}

/** Those of each week since it was placed: without instants the list has the last one alone. */
export function unifiedOrderFills(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const orderId = listedOrderId(name);
  const firstMs = Math.max(name.placedAtMs - AROUND_MS, context.nowMs - LISTED_MS);
  return fillsOfWindows(
    windowsBetween(firstMs, context.nowMs + 1, WINDOW_MS),
    (window, next: string | null) => fillPage(listed, { window, orderId }, context, next),
  );
}

type FillFilter = { readonly window: TimeWindow; readonly orderId?: string };

/** A page that is full may have another one behind it. */
function fillPage(
  { symbol }: ListedMarket,
  { window, orderId }: FillFilter,
  context: AccountContext,
  lastId: string | null,
): Query<RowPage<VenueFill, string>> {
  const parameters: VenueCall['parameters'] = {
    tradeType: 'SPOT',
    symbol,
    ...(orderId === undefined ? {} : { orderId }),
    startAt: window.fromMs,
    endAt: window.toMs,
    pageSize: PER_CALL_MAX,
    ...(lastId === null ? {} : { lastId }),
  };
  return {
    call: kucoinRequest('unifiedFills', parameters),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => {
        const fields = replyFields(data, 'The page');
        const listed = replyList(fields['items'] ?? [], 'The list of fills');
        const { items: rows, unreadable } = readFillRows(listed, KEYS, marketOf(context), (row) => {
          const item = readFill(replyFields(row, 'The fill'), context);
          return [{ id: item.fillId, atMs: item.filledAtMs, item }];
        });
        if (orderId !== undefined) insistOnOrder(rows, orderId);
        if (listed.length < PER_CALL_MAX) return { rows, next: null, unreadable };
        const next = countedIdField(fields, 'lastId');
        if (next === lastId) throw new UnreadableReply('The list does not go on.');
        return { rows, next, unreadable };
      }),
  };
}

const KEYS = { id: 'orderId', name: '' };

function marketOf(context: AccountContext): (row: unknown) => MarketTag {
  return (row) => tagOf(textField(replyFields(row, 'The fill'), 'symbol'), context);
}

const IS_MAKER: { readonly [role: string]: boolean } = { MAKER: true, TAKER: false };

/** The id of a trade is that of both of its orders, which may be of one account. */
function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const fee = decimalField(fields, 'fee');
  const symbol = textField(fields, 'symbol');
  const marketTag = tagOf(symbol, context);
  const venueOrderId = orderIdField(fields, 'orderId');
  return {
    fillId: `${countedIdField(fields, 'tradeId')}_${venueOrderId}`,
    venueOrderId,
    clientOrderId: null,
    marketTag,
    side: knownWord(UNIFIED_SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'price'),
    amount: decimalField(fields, 'size'),
    fee,
    feeCurrency: feeCurrencyField(fields, 'feeCurrency', fee, { context, symbol, marketTag }),
    isMaker: knownWord(IS_MAKER, textField(fields, 'liquidityRole'), 'liquidityRole'),
    filledAtMs: nanosecondsField(fields, 'executionTime'),
  };
}
