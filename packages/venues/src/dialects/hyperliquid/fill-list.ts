// Hyperliquid's list of fills: of the whole account.

import { assert } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  CursorPage,
  ListedMarket,
  ListQuery,
  Query,
  UnreadableFillRow,
} from '#venues/dialect.ts';
import { FILLS_MAX, readListedFills } from '#venues/dialects/hyperliquid/read-fill.ts';
import type { Pending } from '#venues/dialects/hyperliquid/pending-page.ts';
import { everything, pendingPage } from '#venues/dialects/hyperliquid/pending-page.ts';
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import { listAfter, wholeList } from '#venues/dialects/reply/windowed-list.ts';

/** The newest ten thousand are listed, however old they are. */
export const LISTED_MS = 365 * DAY_MS;
export const WINDOW_MS = 90 * DAY_MS;
/** Clocks differ, and an order is filled when it is placed. */
const BEFORE_MS = 60_000;

function fillsIn(context: AccountContext, window: TimeWindow): Pending<VenueFill> {
  const read = (body: unknown) => readListedFills(body, context);
  return everything([{ type: 'userFillsByTime', rowsMax: FILLS_MAX, read }], window);
}

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
    page: (window: TimeWindow, next: Pending<VenueFill> | null) =>
      pendingPage(next ?? fillsIn(context, window)),
  };
  return listAfter(list, { cursor, limit, nowMs: context.nowMs, wantedSinceMs });
}

/** There is no list of one order: they are those of the account since it was placed. */
export function orderFills(
  { venueOrderId, placedAtMs }: OrderName,
  _listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  assert(venueOrderId !== null, 'fills of an order are found by the id of the venue');
  const window = { fromMs: Math.max(0, placedAtMs - BEFORE_MS), toMs: context.nowMs + BEFORE_MS };
  return wholeList((next: Pending<VenueFill> | null) =>
    ofOrder(venueOrderId, pendingPage(next ?? fillsIn(context, window))),
  );
}

function ofOrder(
  venueOrderId: string,
  { call, read }: Query<RowPage<VenueFill, Pending<VenueFill>>>,
): Query<RowPage<VenueFill, Pending<VenueFill>>> {
  return {
    call,
    read(outcome) {
      const verdict = read(outcome);
      if (verdict.kind !== 'done') return verdict;
      const { rows, next, unreadable = [] } = verdict.value;
      const own = rows.filter(({ item }) => item.venueOrderId === venueOrderId);
      const isOwn = (row: UnreadableFillRow): boolean =>
        row.venueOrderId === null || row.venueOrderId === venueOrderId;
      return { kind: 'done', value: { rows: own, next, unreadable: unreadable.filter(isOwn) } };
    },
  };
}
