// Reading Bybit's list of executions onwards: it is given newest first, in windows of a week at
// most, so the windows after a place are read whole until one has something.

import type { MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { AccountContext, CursorPage, Query, UnreadableFillRow } from '#venues/dialect.ts';
import type { Execution } from '#venues/dialects/bybit/read-execution.ts';
import { executionTag, inOrder } from '#venues/dialects/bybit/read-execution.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, categoryOf } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import type { ListPlace } from '#venues/dialects/reply/list-place.ts';
import { cursorOf, placeAfter, placeOf } from '#venues/dialects/reply/list-place.ts';
import { readFillRows } from '#venues/dialects/reply/read-open-orders.ts';
import { replyFields, textField, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

export type ExecutionList<T> = {
  readonly marketType: MarketType;
  /** In the venue's words; each is a list of its own. */
  readonly types: readonly string[];
  readonly read: (value: unknown) => Execution<T>;
};

const WEEK_MS = 7 * 86_400_000;
/** A list begins so long ago; the fills of one order are found for two years. */
const LISTED_MS = 90 * 86_400_000;
const PER_CALL_MAX = 100;
/** A window with more is read in parts. */
const PAGES_MAX = 10;
const PARTS = 8;
const WINDOW_MS_MIN = 1_000;

/** What happened after the cursor (null: from the first that is wanted), at most `limit`. */
export function executionsAfter<T>(
  list: ExecutionList<T>,
  cursor: string | null,
  limit: number,
  context: AccountContext,
  wantedSinceMs: number | null = null,
): Query<CursorPage<T>> {
  const { nowMs } = context;
  const place = placeOf(cursor, { nowMs, listedMs: LISTED_MS, wantedSinceMs });
  const reading = { list, cursor, place, limit, context };
  return windowQuery(reading, { fromMs: place.sinceMs, durationMs: WEEK_MS });
}

type Reading<T> = {
  readonly list: ExecutionList<T>;
  readonly cursor: string | null;
  readonly place: ListPlace;
  readonly limit: number;
  readonly context: AccountContext;
};

type Window = { readonly fromMs: number; readonly durationMs: number };

type Progress<T> = {
  readonly typeIndex: number;
  readonly pageCursor: string | null;
  readonly pageCount: number;
  readonly found: readonly Execution<T>[];
  /** Also those of windows before. */
  readonly unreadable: readonly UnreadableFillRow[];
};

const START = { typeIndex: 0, pageCursor: null, pageCount: 0, found: [], unreadable: [] } as const;

function windowQuery<T>(
  reading: Reading<T>,
  window: Window,
  progress: Progress<T> = START,
): Query<CursorPage<T>> {
  const { list, cursor } = reading;
  const { typeIndex, pageCursor } = progress;
  const call = bybitRequest('executions', {
    category: categoryOf(list.marketType),
    execType: list.types[typeIndex] ?? '',
    startTime: window.fromMs,
    endTime: window.fromMs + window.durationMs,
    limit: PER_CALL_MAX,
    ...(pageCursor === null ? {} : { cursor: pageCursor }),
  });
  const goOn = (rest: Query<CursorPage<T>>): CursorPage<T> => ({ items: [], cursor, rest });
  return {
    call,
    read: (outcome) =>
      bybitVerdict('read', outcome, (result) => {
        const page = readPage(result, 'The list of executions');
        const read = readFillRows(page.list, KEYS, marketIn(reading), (value) => [
          readOfType(list, typeIndex, value),
        ]);
        const found = [...progress.found, ...read.items];
        const unreadable = [...progress.unreadable, ...read.unreadable];
        const pageCount = progress.pageCount + 1;
        if (page.nextCursor !== null && pageCount >= PAGES_MAX && isDivisible(window)) {
          const durationMs = Math.ceil(window.durationMs / PARTS);
          return goOn(windowQuery(reading, { ...window, durationMs }, { ...START, unreadable }));
        }
        if (page.nextCursor !== null)
          return goOn(
            windowQuery(reading, window, {
              ...progress,
              pageCursor: page.nextCursor,
              pageCount,
              found,
              unreadable,
            }),
          );
        if (typeIndex + 1 < list.types.length)
          return goOn(
            windowQuery(reading, window, {
              ...START,
              typeIndex: typeIndex + 1,
              found,
              unreadable,
            }),
          );
        return endOfWindow(reading, window, found, unreadable);
      }),
  };
}

const KEYS = { id: 'orderId', name: 'orderLinkId' };

function marketIn({ list, context }: Pick<Reading<unknown>, 'list' | 'context'>) {
  return (row: unknown): MarketTag => {
    const fields = replyFields(row, 'The execution');
    return executionTag(fields, context.findMarket(list.marketType, textField(fields, 'symbol')));
  };
}

/** A venue that does not know the type would list everything. */
function readOfType<T>(
  { types, read }: ExecutionList<T>,
  typeIndex: number,
  value: unknown,
): Execution<T> {
  if (replyFields(value, 'The execution')['execType'] !== types[typeIndex])
    throw new UnreadableReply('The execution is of another type.');
  return read(value);
}

function isDivisible({ durationMs }: Window): boolean {
  return durationMs > WINDOW_MS_MIN;
}

function endOfWindow<T>(
  reading: Reading<T>,
  { fromMs, durationMs }: Window,
  found: readonly Execution<T>[],
  unreadable: readonly UnreadableFillRow[],
): CursorPage<T> {
  const { place, limit, context, cursor } = reading;
  const { nowMs } = context;
  // The pages of a list that grows meanwhile may show one twice.
  const each = new Map(found.map((execution) => [execution.id, execution])).values();
  const fresh = inOrder([...each].filter(({ id }) => !place.seen.has(id))).slice(0, limit);
  const endMs = fromMs + durationMs;
  if (fresh.length === 0 && endMs < nowMs) {
    const next = { fromMs: endMs, durationMs: WEEK_MS };
    return { items: [], cursor, rest: windowQuery(reading, next, { ...START, unreadable }) };
  }
  const after = placeAfter(place, fresh, nowMs);
  return {
    items: fresh.map(({ item }) => item),
    cursor: after === place && cursor !== null ? cursor : cursorOf(after),
    rest: null,
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}
