// Funding and liquidations of an account of Hyperliquid.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, CursorPage, Query } from '#venues/dialect.ts';
import { LISTED_MS, WINDOW_MS } from '#venues/dialects/hyperliquid/fill-list.ts';
import { FILLS_MAX, readLiquidations } from '#venues/dialects/hyperliquid/read-fill.ts';
import { COLLATERAL, isPerpetual, tagOf } from '#venues/dialects/hyperliquid/read-market.ts';
import type { Pending } from '#venues/dialects/hyperliquid/pending-page.ts';
import { everything, pendingPage } from '#venues/dialects/hyperliquid/pending-page.ts';
import { readFlatRows } from '#venues/dialects/reply/read-rows.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import { listAfter } from '#venues/dialects/reply/windowed-list.ts';

const PAYMENTS_MAX = 500;

/** What happened after the cursor (null: from the first that is wanted), at most `limit`. */
export function marginEventsAfter(
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs?: number | null,
): Query<CursorPage<VenueMarginEvent>> {
  const list = {
    listedMs: LISTED_MS,
    windowMs: WINDOW_MS,
    page: (window: TimeWindow, next: Pending<VenueMarginEvent> | null) =>
      pendingPage(next ?? eventsIn(context, window)),
  };
  return listAfter(list, { cursor, limit, nowMs: context.nowMs, wantedSinceMs });
}

function eventsIn(context: AccountContext, window: TimeWindow): Pending<VenueMarginEvent> {
  return everything(
    [
      {
        type: 'userFunding',
        rowsMax: PAYMENTS_MAX,
        read: (body: unknown) => readPayments(body, context),
      },
      {
        type: 'userFillsByTime',
        rowsMax: FILLS_MAX,
        read: (body: unknown) => readLiquidations(body, context),
      },
    ],
    window,
  );
}

function readPayments(
  body: unknown,
  context: AccountContext,
): { readonly count: number; readonly rows: readonly ListedRow<VenueMarginEvent>[] } {
  const all = replyList(body, 'The list of payments');
  const { items } = readFlatRows(all, coinOf, (value) => readPayment(value, context));
  return { count: all.length, rows: items };
}

function coinOf(row: unknown): unknown {
  return replyFields(replyFields(row, 'The payment')['delta'], 'The payment')['coin'];
}

/** A payment has no id: there is one of a market at a time. */
function readPayment(
  value: unknown,
  context: AccountContext,
): readonly ListedRow<VenueMarginEvent>[] {
  const fields = replyFields(value, 'The payment');
  const delta = replyFields(fields['delta'], 'The payment');
  const coin = textField(delta, 'coin');
  if (delta['type'] !== 'funding' || !isPerpetual(coin)) return [];
  const size = decimalField(delta, 'szi');
  const atMs = integerField(fields, 'time');
  const eventId = `funding-${coin}-${atMs}`;
  const item: VenueMarginEvent = {
    kind: 'funding',
    eventId,
    marketTag: tagOf(coin, context),
    direction: size < 0n ? 'short' : 'long',
    amount: (size < 0n ? -size : size) as Decimal,
    currency: COLLATERAL,
    atMs,
    paid: -decimalField(delta, 'usdc') as Decimal,
  };
  return [{ id: eventId, atMs, item }];
}
