// Bars of a market from the service. Where it knows no older ones and the exchange may, it is made
// to fetch some: so one can move back further than anybody has before.

import type { BarQuery, ReadColumns } from './bar-feed.ts';
import type { Columns } from './bars.ts';

/** What the service says of the minutes that it knows. */
type KnownMinutes = { readonly from: string | null; readonly can_be_fetched: boolean };

export type BarSource = {
  readonly read: ReadColumns;
  readonly known: (signal: AbortSignal) => Promise<KnownMinutes>;
  readonly fetch: (from: string, signal: AbortSignal) => Promise<KnownMinutes>;
};

/** As many as the service fetches for one request. */
const STEP_MS = 3 * 86_400_000;
/** For one reading: a screen of days takes many. */
const FETCHES_MAX = 5;

/** `onFetch`: whether older minutes are being fetched from the exchange. */
export function readBars(source: BarSource, onFetch: (isFetching: boolean) => void): ReadColumns {
  /** Null until the service has said. */
  let mayBeMore: boolean | null = null;
  return async (query, signal) => {
    let columns = await source.read(query, signal);
    for (let fetches = 0; isNone(columns) && fetches < FETCHES_MAX; fetches += 1) {
      if (query.from !== undefined || mayBeMore === false) return columns;
      onFetch(true);
      try {
        // oxlint-disable-next-line no-await-in-loop -- each goes back further than the one before
        mayBeMore = await fetchOlder(source, query, signal);
        // oxlint-disable-next-line no-await-in-loop -- as above
        columns = await source.read(query, signal);
      } finally {
        onFetch(false);
      }
    }
    return columns;
  };
}

const isNone = ({ minutes }: Columns): boolean => minutes.length === 0;

/** Whether there may be still older ones. */
async function fetchOlder(
  source: BarSource,
  { to }: BarQuery,
  signal: AbortSignal,
): Promise<boolean> {
  const known = await source.known(signal);
  if (!known.can_be_fetched) return false;
  const beforeMs = Date.parse(known.from ?? to ?? new Date().toISOString());
  try {
    const fetched = await source.fetch(new Date(beforeMs - STEP_MS).toISOString(), signal);
    return fetched.from !== null && Date.parse(fetched.from) < beforeMs;
  } catch {
    // The exchange is out of reach, or may not be: what is known is shown all the same.
    return false;
  }
}
