// Reads lists of an account that take many requests: a list by time is read window by window, kind
// by kind and page by page. What was read before a request failed is retained for the next reading
// of the same, so that one failure in so many requests does not keep a long list from its end.

import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { CursorPage, Query, UnreadableFillRow } from '#venues/dialect.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import { valueOf } from '#venues/venue-requests.ts';

export type ListReading<T> = {
  /** Of the list, and of what is requested of it, among those of its account. */
  readonly name: string;
  readonly cursor: string | null;
  readonly limit: number;
  readonly pageAfter: (cursor: string | null, limit: number) => Query<CursorPage<T>>;
};

export type ListPart<T> = {
  readonly items: readonly T[];
  readonly cursor: string | null;
  readonly unreadable: readonly UnreadableFillRow[];
};

export type ListReadings = {
  /** What comes after the cursor, at most `limit`; fewer are all. Throws Failure. */
  read<T>(this: void, account: VenueAccount, reading: ListReading<T>): Promise<ListPart<T>>;
};

type Progress<T> = ListPart<T> & {
  readonly beganAtMs: number;
  /** The request that comes next of a page that was begun; null: none was. */
  readonly rest: Query<CursorPage<T>> | null;
};

/** Of one reading; a quiet account of a venue that lists by time needs many. */
const REQUESTS_MAX = 2_000;
/** A venue's places in its own pages hold for a while only. */
const RETAINED_MS = 600_000;
const RETAINED_MAX = 200;

/** Readings over these requests; interrupted ones are resumed for a limited time. */
export function makeListReadings(
  requests: Pick<VenueRequests, 'run'>,
  { nowMs }: Pick<MonotonicTime, 'nowMs'>,
): ListReadings {
  const interrupted = new Map<string, Progress<unknown>>();

  /** What an interrupted reading has come to; nothing where there was none. */
  function resume<T>(key: string, { cursor }: ListReading<T>): Progress<T> {
    // A key stands for one list, and so for one type.
    const known = interrupted.get(key) as Progress<T> | undefined;
    interrupted.delete(key);
    const isFresh = known !== undefined && nowMs() - known.beganAtMs < RETAINED_MS;
    if (isFresh) return known;
    return { items: [], cursor, unreadable: [], rest: null, beganAtMs: nowMs() };
  }

  function retain(key: string, progress: Progress<unknown>): void {
    interrupted.set(key, progress);
    // The oldest is the first in the order of insertion.
    const [oldest] = interrupted.size > RETAINED_MAX ? interrupted.keys() : [];
    if (oldest !== undefined) interrupted.delete(oldest);
  }

  return {
    async read(account, reading) {
      const { name, limit, pageAfter } = reading;
      const key = JSON.stringify([account.accountId, name, reading.cursor, limit]);
      let progress = resume(key, reading);
      // A page that an earlier reading began shows the list as it was then.
      let isOld = progress.rest !== null;
      for (let count = 1; progress.items.length < limit; count += 1) {
        if (count > REQUESTS_MAX)
          throw new Failure('corrupt_reply', `A list needs over ${REQUESTS_MAX} requests.`);
        const { items, cursor, rest } = progress;
        const query = rest ?? pageAfter(cursor, limit - items.length);
        let isRefused = false;
        let page;
        try {
          const verdict = await requests.run(account, query);
          isRefused = verdict.kind === 'rejected';
          page = valueOf(verdict);
        } catch (error) {
          // A place in its pages that the venue refuses is not tried again.
          if (!isRefused) retain(key, progress);
          throw error;
        }
        progress = after(progress, page);
        if (page.rest !== null) continue;
        if (page.items.length === 0 && !isOld) break;
        isOld = false;
      }
      const { items, cursor, unreadable } = progress;
      return { items, cursor, unreadable };
    },
  };
}

function after<T>(progress: Progress<T>, page: CursorPage<T>): Progress<T> {
  const { rest } = page;
  if (rest !== null) return { ...progress, rest };
  return {
    ...progress,
    items: [...progress.items, ...page.items],
    unreadable: [...progress.unreadable, ...(page.unreadable ?? [])],
    cursor: page.cursor,
    rest,
  };
}
