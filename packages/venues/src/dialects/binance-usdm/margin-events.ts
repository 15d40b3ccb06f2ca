// Funding and liquidations at Binance USD-M futures. The venue lists what was paid, and the orders
// by which it closed positions; of what size a position was follows from the rate of the funding.

import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, CursorPage, Query } from '#venues/dialect.ts';
import type { MarginDetails } from '#venues/dialects/binance-usdm/margin-details.ts';
import {
  detailQueries,
  marginEventOf,
  NO_DETAILS,
} from '#venues/dialects/binance-usdm/margin-details.ts';
import type { DetailQuery } from '#venues/dialects/binance-usdm/margin-details.ts';
import type { MarginRow } from '#venues/dialects/binance-usdm/read-margin-row.ts';
import {
  FUNDING_FEE,
  readForcedOrder,
  readFundingPayment,
} from '#venues/dialects/binance-usdm/read-margin-row.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import type { ListPlace } from '#venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#venues/dialects/reply/list-place.ts';
import { readDetailed } from '#venues/dialects/reply/read-detailed.ts';
import { byField, readFlatRows, readRows } from '#venues/dialects/reply/read-rows.ts';
import { replyList } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const WEEK_MS = 7 * 86_400_000;
/** The venue has three months; each week of them costs eighty units. */
const LISTED_MS = 30 * 86_400_000;
const INCOME_PER_CALL_MAX = 1_000;
const FORCED_PER_CALL_MAX = 100;
/** A window that has more than a call shows is read in parts. */
const PARTS = 8;
const WINDOW_MS_MIN = 1_000;

type EventQuery = Query<CursorPage<VenueMarginEvent>>;
type EventPage = CursorPage<VenueMarginEvent>;

type Reading = {
  readonly cursor: string | null;
  readonly place: ListPlace;
  readonly limit: number;
  readonly context: AccountContext;
};

type Window = { readonly fromMs: number; readonly durationMs: number };

/** What happened after the cursor (null: in the last thirty days at most), at most `limit`. */
export function marginEventsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): EventQuery {
  const { nowMs } = context;
  const place = placeOf(cursor, { nowMs, listedMs: LISTED_MS, wantedSinceMs });
  const reading = { cursor, place, limit, context };
  return incomeQuery(reading, { fromMs: place.sinceMs, durationMs: WEEK_MS });
}

function incomeQuery(reading: Reading, window: Window): EventQuery {
  const call = usdmRequest('income', {
    incomeType: FUNDING_FEE,
    ...spanOf(window),
    limit: INCOME_PER_CALL_MAX,
  });
  return eventQuery(call, (body) => {
    const rows = replyList(body, 'The list of payments');
    if (rows.length >= INCOME_PER_CALL_MAX && isDivisible(window))
      return goOn(reading, incomeQuery(reading, partOf(window)));
    const { items } = readRows(rows, byField('symbol'), readFundingPayment);
    return goOn(reading, forcedQuery(reading, window, items));
  });
}

function forcedQuery(reading: Reading, window: Window, payments: readonly MarginRow[]): EventQuery {
  // Also those that make good another's loss.
  const call = usdmRequest('forcedOrders', {
    ...spanOf(window),
    limit: FORCED_PER_CALL_MAX,
  });
  return eventQuery(call, (body) => {
    const rows = replyList(body, 'The list of forced orders');
    if (rows.length >= FORCED_PER_CALL_MAX && isDivisible(window))
      return goOn(reading, incomeQuery(reading, partOf(window)));
    const { items } = readFlatRows(rows, byField('symbol'), readForcedOrder);
    return endOfWindow(reading, window, [...payments, ...items]);
  });
}

function endOfWindow(reading: Reading, window: Window, found: readonly MarginRow[]): EventPage {
  const { place, limit, context } = reading;
  const fresh = found
    .filter(({ id, atMs }) => atMs >= place.sinceMs && !place.seen.has(id))
    .toSorted((left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
  const endMs = window.fromMs + window.durationMs;
  if (fresh.length === 0 && endMs < context.nowMs)
    return goOn(reading, incomeQuery(reading, { fromMs: endMs, durationMs: WEEK_MS }));
  return withDetails(reading, fresh, detailQueries(fresh), NO_DETAILS);
}

function withDetails(
  reading: Reading,
  fresh: readonly MarginRow[],
  [detail, ...others]: readonly DetailQuery[],
  details: MarginDetails,
): EventPage {
  const { cursor, place, context } = reading;
  if (detail !== undefined)
    return goOn(
      reading,
      eventQuery(detail.call, (body) =>
        withDetails(reading, fresh, others, detail.read(body, details)),
      ),
    );
  const after = placeAfter(place, fresh, context.nowMs);
  return {
    items: readDetailed(fresh, context.nowMs, byField('symbol'), (row) =>
      marginEventOf(row, details, context),
    ),
    cursor: after === place && cursor !== null ? cursor : cursorOf(after),
    rest: null,
  };
}

function eventQuery(call: VenueCall, read: (body: unknown) => EventPage): EventQuery {
  return { call, read: (outcome) => usdmVerdict('read', outcome, read) };
}

function goOn({ cursor }: Reading, rest: EventQuery): EventPage {
  return { items: [], cursor, rest };
}

function spanOf({ fromMs, durationMs }: Window): VenueCall['parameters'] {
  return { startTime: fromMs, endTime: fromMs + durationMs };
}

function isDivisible({ durationMs }: Window): boolean {
  return durationMs > WINDOW_MS_MIN;
}

function partOf({ fromMs, durationMs }: Window): Window {
  return { fromMs, durationMs: Math.ceil(durationMs / PARTS) };
}
