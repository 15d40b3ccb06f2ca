// Reading a venue's list that is by time onwards, whatever its order: the windows of time after a
// place are read whole, page by page, until one has something that was not read before.

import type { CursorPage, ListQuery, Query, UnreadableFillRow, Verdict } from '#venues/dialect.ts';
import { unreadable as unreadableReply } from '#venues/dialects/reply/read-outcome.ts';
import type { ListPlace } from '#venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#venues/dialects/reply/list-place.ts';

/** A row of the list, by which it is sorted and recognized. */
export type ListedRow<T> = { readonly id: string; readonly atMs: number; readonly item: T };

/** `next` is the venue's place of the page that follows; null after the last one. */
export type RowPage<T, Next> = {
  readonly rows: readonly ListedRow<T>[];
  readonly next: Next | null;
  /** Rows that are not among them. */
  readonly unreadable?: readonly UnreadableFillRow[];
};

export type TimeWindow = { readonly fromMs: number; readonly toMs: number };

export type WindowedList<T, Next> = {
  /** The venue lists so much of the past. */
  readonly listedMs: number;
  /** The longest window of one request. */
  readonly windowMs: number;
  /** What happened in the window, and what happened around it if that is easier. */
  readonly page: (window: TimeWindow, next: Next | null) => Query<RowPage<T, Next>>;
};

/** See `AccountQueries.fills`; times are of the venue's clock. */
export type ListRequest = {
  readonly cursor: string | null;
  readonly limit: number;
  readonly nowMs: number;
  readonly wantedSinceMs?: number | null | undefined;
};

/** A window with more pages is read in parts, because what it has is held until its end. */
const PAGES_MAX = 10;
const PARTS = 8;
const WINDOW_MS_MIN = 2_000;

/** What the list has after the cursor (null: from the first that is wanted), oldest first. */
export function listAfter<T, Next>(
  list: WindowedList<T, Next>,
  request: ListRequest,
): Query<CursorPage<T>> {
  const { cursor, nowMs, wantedSinceMs = null } = request;
  const place = placeOf(cursor, { nowMs, listedMs: list.listedMs, wantedSinceMs });
  const window = { fromMs: place.sinceMs, toMs: place.sinceMs + list.windowMs };
  return windowQuery({ list, request, place }, window, START);
}

type Reading<T, Next> = {
  readonly list: WindowedList<T, Next>;
  readonly request: ListRequest;
  readonly place: ListPlace;
};

type Progress<T, Next> = {
  readonly next: Next | null;
  readonly pageCount: number;
  readonly found: readonly ListedRow<T>[];
  /** Also those of windows before. */
  readonly unreadable: readonly UnreadableFillRow[];
};

const START = { next: null, pageCount: 0, found: [], unreadable: [] } as const;

function windowQuery<T, Next>(
  reading: Reading<T, Next>,
  window: TimeWindow,
  progress: Progress<T, Next>,
): Query<CursorPage<T>> {
  const { list, request } = reading;
  const page = list.page(window, progress.next);
  const goOn = (rest: Query<CursorPage<T>>): CursorPage<T> => ({
    items: [],
    cursor: request.cursor,
    rest,
  });
  return {
    call: page.call,
    read: (outcome) =>
      mapped(page.read(outcome), ({ rows, next, unreadable: leftOut = [] }) => {
        const found = [...progress.found, ...rows];
        const unreadable = [...progress.unreadable, ...leftOut];
        const pageCount = progress.pageCount + 1;
        if (next === null) return endOfWindow(reading, window, found, unreadable);
        const durationMs = window.toMs - window.fromMs;
        if (pageCount >= PAGES_MAX && durationMs > WINDOW_MS_MIN) {
          const part = { ...window, toMs: window.fromMs + Math.ceil(durationMs / PARTS) };
          return goOn(windowQuery(reading, part, { ...START, unreadable: progress.unreadable }));
        }
        return goOn(windowQuery(reading, window, { next, pageCount, found, unreadable }));
      }),
  };
}

function endOfWindow<T, Next>(
  reading: Reading<T, Next>,
  { toMs }: TimeWindow,
  found: readonly ListedRow<T>[],
  unreadable: readonly UnreadableFillRow[],
): CursorPage<T> {
  const { list, request, place } = reading;
  const { cursor, limit, nowMs } = request;
  const isNew = ({ id, atMs }: ListedRow<T>): boolean =>
    atMs >= place.sinceMs && !place.seen.has(id);
  const items = inOrder(found).filter(isNew).slice(0, limit);
  if (items.length === 0 && toMs < nowMs) {
    const next = { fromMs: toMs, toMs: toMs + list.windowMs };
    const rest = windowQuery(reading, next, { ...START, unreadable });
    return { items: [], cursor, rest };
  }
  const after = placeAfter(place, items, nowMs);
  return {
    items: items.map(({ item }) => item),
    cursor: after === place && cursor !== null ? cursor : cursorOf(after),
    rest: null,
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

/**
 * A list that is read whole, as the fills of one order are; all comes with its last page. One that
 * cannot be read is of that order: what the order came to is not known without it.
 */
export function wholeList<T, Next>(
  page: (next: Next | null) => Query<RowPage<T, Next>>,
): ListQuery<T> {
  const from = (next: Next | null, before: readonly ListedRow<T>[]): ListQuery<T> => {
    const { call, read } = page(next);
    return {
      call,
      read: (outcome) => {
        const verdict = read(outcome);
        const [first] = verdict.kind === 'done' ? (verdict.value.unreadable ?? []) : [];
        if (first !== undefined) return unreadableReply('reads', first.detail);
        return mapped(verdict, ({ rows, next: following }) => {
          const found = [...before, ...rows];
          return following === null
            ? { items: inOrder(found).map(({ item }) => item), next: null }
            : { items: [], next: from(following, found) };
        });
      },
    };
  };
  return from(null, []);
}

/** Oldest first, each once: a page may repeat what an earlier one had. */
function inOrder<T>(rows: readonly ListedRow<T>[]): readonly ListedRow<T>[] {
  const each = [...new Map(rows.map((row) => [row.id, row])).values()];
  return each.sort((left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : 1));
}

function mapped<T, U>(verdict: Verdict<T>, map: (value: T) => U): Verdict<U> {
  return verdict.kind === 'done' ? { kind: 'done', value: map(verdict.value) } : verdict;
}
