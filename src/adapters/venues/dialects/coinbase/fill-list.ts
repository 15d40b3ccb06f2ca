// Coinbase's list of fills. In which order it is given is not documented.

import { assert } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
} from '#adapters/venues/dialect.ts';
import { readListedFills } from '#adapters/venues/dialects/coinbase/read-fill.ts';
import { coinbaseRequest } from '#adapters/venues/dialects/coinbase/requests.ts';
import { coinbaseVerdict } from '#adapters/venues/dialects/coinbase/verdict.ts';
import { insistOnOrder } from '#adapters/venues/dialects/reply/insist-on-order.ts';
import type { RowPage, TimeWindow } from '#adapters/venues/dialects/reply/windowed-list.ts';
import { listAfter, wholeList } from '#adapters/venues/dialects/reply/windowed-list.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 30 * DAY_MS;
const PER_CALL_MAX = 100;

/** What was filled after the cursor (null: from the first that is wanted), at most `limit`. */
export function fillsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs?: number | null,
): Query<CursorPage<VenueFill>> {
  const list = {
    listedMs: LISTED_MS,
    windowMs: WINDOW_MS,
    // The second instant is left out.
    page: ({ fromMs, toMs }: TimeWindow, next: string | null) =>
      fillPage(
        {
          start_sequence_timestamp: new Date(fromMs).toISOString(),
          end_sequence_timestamp: new Date(toMs).toISOString(),
        },
        context,
        next,
      ),
  };
  return listAfter(list, { cursor, limit, nowMs: context.nowMs, wantedSinceMs });
}

export function orderFills(
  { venueOrderId }: OrderName,
  _listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  return wholeList((next: string | null) =>
    fillPage({ order_ids: [venueOrderId] }, context, next, venueOrderId),
  );
}

/** `only`: the order that they are all of; null: of any. */
function fillPage(
  filter: VenueCall['parameters'],
  context: AccountContext,
  next: string | null,
  only: string | null = null,
): Query<RowPage<VenueFill, string>> {
  return {
    call: coinbaseRequest('fills', {
      ...filter,
      limit: PER_CALL_MAX,
      ...(next === null ? {} : { cursor: next }),
    }),
    read: (outcome) =>
      coinbaseVerdict('read', outcome, (fields) => {
        const { items: rows, unreadable } = readListedFills(fields, context);
        if (only !== null) insistOnOrder(rows, only);
        const { cursor } = fields;
        const isLast = typeof cursor !== 'string' || cursor === '';
        return { rows, next: isLast ? null : cursor, unreadable };
      }),
  };
}
