// KuCoin's list of fills: of one market, from the newest on, at most a week at once.

import { assert } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
} from '#venues/dialect.ts';
import { readListedFills } from '#venues/dialects/kucoin/read-fill.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { kucoinVerdict } from '#venues/dialects/kucoin/verdict.ts';
import { countedIdField } from '#venues/dialects/reply/counted-id.ts';
import { fillsByWindow, listedOrderId } from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
import { replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { RowPage } from '#venues/dialects/reply/windowed-list.ts';
import { wholeList } from '#venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** For how long fills are listed is not documented; those of futures are for three months. */
const LISTED_MS = 90 * DAY_MS;
const WINDOW_MS = 7 * DAY_MS;
const PER_CALL_MAX = 100;

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function fillsAfter(
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
    page: ({ fromMs, toMs }, next: string | null) =>
      fillPage({ symbol: listed.symbol, startAt: fromMs, endAt: toMs }, context, next),
  });
  return ofMarket(cursor, limit, context, wantedSinceMs);
}

/** List of the fills of one order; the id of the exchange must be known. */
export function orderFills(
  name: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  return wholeList((next: string | null) =>
    fillPage({ symbol, orderId: listedOrderId(name) }, context, next),
  );
}

/** A page that is full may have another one behind it. */
function fillPage(
  filter: VenueCall['parameters'] & { readonly symbol: string; readonly orderId?: string },
  context: AccountContext,
  lastId: string | null,
): Query<RowPage<VenueFill, string>> {
  return {
    call: kucoinRequest('fills', {
      ...filter,
      limit: PER_CALL_MAX,
      ...(lastId === null ? {} : { lastId }),
    }),
    read: (outcome) =>
      kucoinVerdict('read', outcome, (data) => {
        const fields = replyFields(data, 'The page');
        const { items: rows, unreadable } = readListedFills(fields, context);
        const { orderId } = filter;
        if (orderId !== undefined) insistOnOrder(rows, orderId);
        const isFull = rows.length + unreadable.length >= PER_CALL_MAX;
        if (!isFull) return { rows, next: null, unreadable };
        const next = countedIdField(fields, 'lastId');
        if (next === lastId) throw new UnreadableReply('The list does not go on.');
        return { rows, next, unreadable };
      }),
  };
}
