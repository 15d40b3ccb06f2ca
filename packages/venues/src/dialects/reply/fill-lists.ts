// Lists of fills that are read by windows of time: those of an account from a place on, and all
// those of one order.

import { assert } from '#lib/assert.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, CursorPage, ListQuery, Query } from '#venues/dialect.ts';
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';
import { listAfter, wholeList } from '#venues/dialects/reply/windowed-list.ts';

type FillPage<Next> = RowPage<VenueFill, Next>;

/** Fills after the cursor (null: from the first that is wanted), at most `limit`. */
export type FillsAfter = (
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs?: number | null,
) => Query<CursorPage<VenueFill>>;

/** Fills of an account, of a list that has so much of the past, so much of it at once. */
export function fillsByWindow<Next>(list: {
  readonly listedMs: number;
  readonly windowMs: number;
  readonly page: (
    window: TimeWindow,
    next: Next | null,
    context: AccountContext,
  ) => Query<FillPage<Next>>;
}): FillsAfter {
  const { listedMs, windowMs } = list;
  return (cursor, limit, context, wantedSinceMs) =>
    listAfter(
      { listedMs, windowMs, page: (window, next: Next | null) => list.page(window, next, context) },
      { cursor, limit, nowMs: context.nowMs, wantedSinceMs },
    );
}

/** Windows that follow one another up to an instant; one at least. */
export function windowsBetween(
  fromMs: number,
  untilMs: number,
  windowMs: number,
): readonly TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let startMs = fromMs; windows.length === 0 || startMs < untilMs; startMs += windowMs)
    windows.push({ fromMs: startMs, toMs: Math.min(startMs + windowMs, untilMs) });
  return windows;
}

/** All fills of the windows, each read page by page before the next. */
export function fillsOfWindows<Next>(
  windows: readonly TimeWindow[],
  page: (window: TimeWindow, next: Next | null) => Query<FillPage<Next>>,
): ListQuery<VenueFill> {
  type Place = { readonly at: number; readonly next: Next | null };
  return wholeList((place: Place | null): Query<FillPage<Place>> => {
    const { at, next } = place ?? { at: 0, next: null };
    const window = windows[at];
    assert(window !== undefined, 'the list has this window');
    const { call, read } = page(window, next);
    return {
      call,
      read(outcome) {
        const verdict = read(outcome);
        if (verdict.kind !== 'done') return verdict;
        const { next: following } = verdict.value;
        const isOver = following === null && at + 1 >= windows.length;
        const place = following === null ? { at: at + 1, next: null } : { at, next: following };
        return { kind: 'done', value: { ...verdict.value, next: isOver ? null : place } };
      },
    };
  });
}

/** Id by which fills of an order are listed; an order without one is a defect. */
export function listedOrderId({ venueOrderId }: OrderName): string {
  assert(venueOrderId !== null, 'fills of an order are listed by the id of the venue');
  return venueOrderId;
}
