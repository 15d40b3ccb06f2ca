// Fills of a unified account of Bitget: from the newest on, page by page, thirty days at a time.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, Query } from '#venues/dialect.ts';
import { listedBetween } from '#venues/dialects/bitget/fill-list.ts';
import { tagOf } from '#venues/dialects/bitget/read-market.ts';
import { nameOf, orderIdField, SIDES } from '#venues/dialects/bitget/read-order.ts';
import { isSpot } from '#venues/dialects/bitget/read-unified-order.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { pageOf } from '#venues/dialects/bitget/unified-page.ts';
import { bitgetVerdict } from '#venues/dialects/bitget/verdict.ts';
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
  integerField,
  knownWord,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow, RowPage } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const LISTED_MS = 89 * DAY_MS;
/** The longest window is thirty days; without an end it goes to now. */
const WINDOW_MS = 29 * DAY_MS;
/** So far the time of an order here may be from the venue's. */
const AROUND_MS = 60_000;

/** Fills of the account after a place, oldest first. */
export const unifiedFillsAfter = fillsByWindow({
  listedMs: LISTED_MS,
  windowMs: WINDOW_MS,
  page: (window, next: string | null, context) =>
    fillPage(listedBetween(window, context), context, next),
});

/** Those of each window since it was placed. */
export function unifiedOrderFills(name: OrderName, context: AccountContext): ListQuery<VenueFill> {
  const orderId = listedOrderId(name);
  const firstMs = Math.max(name.placedAtMs - AROUND_MS, context.nowMs - LISTED_MS);
  return fillsOfWindows(
    windowsBetween(firstMs, context.nowMs + 1, WINDOW_MS),
    (window, next: string | null) =>
      fillPage({ orderId, ...listedBetween(window, context) }, context, next),
  );
}

function fillPage(
  filter: VenueCall['parameters'] & { readonly orderId?: string },
  context: AccountContext,
  before: string | null,
): Query<RowPage<VenueFill, string>> {
  const { parameters, readPage } = pageOf(before, 'execId');
  return {
    call: bitgetRequest('unifiedFills', { ...filter, ...parameters }),
    read: (outcome) =>
      bitgetVerdict('read', outcome, (data) => {
        const page = readPage(data);
        const marketOf = (row: unknown): MarketTag =>
          tagOf(textField(replyFields(row, 'The fill'), 'symbol'), context);
        const keys = { id: 'orderId', name: 'clientOid' };
        const { items: rows, unreadable } = readFillRows(page.rows, keys, marketOf, (row) =>
          isSpot(row) ? [listedFill(row, context)] : [],
        );
        if (filter.orderId !== undefined) insistOnOrder(rows, filter.orderId);
        return { rows, next: page.next, unreadable };
      }),
  };
}

function listedFill(value: unknown, context: AccountContext): ListedRow<VenueFill> {
  const item = readFill(replyFields(value, 'The fill'), context);
  return { id: item.fillId, atMs: item.filledAtMs, item };
}

function readFill(fields: ReplyFields, context: AccountContext): VenueFill {
  const venueOrderId = orderIdField(fields);
  const symbol = textField(fields, 'symbol');
  const marketTag = tagOf(symbol, context);
  return {
    // Two orders of one account may have filled one another, in one trade.
    fillId: `${countedIdField(fields, 'execId')}_${venueOrderId}`,
    venueOrderId,
    clientOrderId: nameOf(fields),
    marketTag,
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    price: decimalField(fields, 'execPrice'),
    amount: decimalField(fields, 'execQty'),
    ...feeOf(fields, { context, symbol, marketTag }),
    isMaker: fields['tradeScope'] === 'maker',
    filledAtMs: integerField(fields, 'createdTime'),
  };
}

type Place = Parameters<typeof feeCurrencyField>[3];

/** What is charged is above zero here, other than in the classic interface. */
function feeOf(fields: ReplyFields, place: Place): Pick<VenueFill, 'fee' | 'feeCurrency'> {
  const rows = replyList(fields['feeDetail'], 'The fees').map((row) => replyFields(row, 'The fee'));
  const charged = rows.filter((row) => decimalField(row, 'fee') !== ZERO);
  if (charged.length > 1) throw new UnreadableReply('The fee is in more than one currency.');
  const row = charged[0] ?? rows[0] ?? {};
  const fee: Decimal = charged.length === 0 ? ZERO : decimalField(row, 'fee');
  return { fee, feeCurrency: feeCurrencyField(row, 'feeCoin', fee, place) };
}
