// Rows of a venue's lists that cannot be read at present: each is logged once for as long as it is
// listed, and shown in the exchange's health. What is of an account is named in the log alone.

import type { UnreadableListRow } from '#venue-port/exchange/exchange.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';

export type RowList = UnreadableListRow['list'] | 'account';

export type UnreadableRows = {
  /** What a reading of a list of nobody's, or of an account, left out. */
  note(
    this: void,
    list: Exclude<RowList, 'markets'>,
    rows: readonly Pick<UnreadableRow, 'name' | 'detail'>[],
    accountId?: string,
  ): void;
  /** What the newest reading of the markets left out; others of them are readable again. */
  noteMarkets(this: void, rows: readonly UnreadableRow[]): void;
  /** Of nobody's lists. */
  current(): readonly UnreadableListRow[];
  counts(): Readonly<Record<RowList, number>>;
};

type RowToName = {
  readonly list: RowList;
  readonly name: string | null;
  readonly reason: string;
  seenAtMs: number;
};

/** Of a list that is not read whole again and again. */
const RETAINED_MS = 3_600_000;
const KNOWN_MAX = 2_000;
const SHOWN_MAX = 50;

/** Rows, none at first; a row that was not seen for a while counts as gone. */
export function makeUnreadableRows(
  exchange: string,
  { nowMs }: Pick<MonotonicTime, 'nowMs'>,
  log: Pick<Log, 'warn'>,
): UnreadableRows {
  const known = new Map<string, RowToName>();

  function drop(isGone: (row: RowToName) => boolean): void {
    for (const [key, row] of known) if (isGone(row)) known.delete(key);
  }

  function add(
    list: RowList,
    { name, detail }: Pick<UnreadableRow, 'name' | 'detail'>,
    accountId: string | undefined,
  ): void {
    const key = JSON.stringify([list, accountId, name, detail]);
    const before = known.get(key);
    if (before !== undefined) {
      before.seenAtMs = nowMs();
      return;
    }
    // Beyond so many nothing is learned from one more.
    if (known.size >= KNOWN_MAX) return;
    known.set(key, { list, name, reason: detail, seenAtMs: nowMs() });
    log.warn('venue.row_unreadable', {
      exchange,
      list,
      ...(accountId === undefined ? {} : { account_id: accountId }),
      row: name,
      cause: detail,
    });
  }

  const current = (): readonly RowToName[] => {
    const sinceMs = nowMs() - RETAINED_MS;
    drop(({ list, seenAtMs }) => list !== 'markets' && seenAtMs < sinceMs);
    return [...known.values()];
  };

  return {
    note(list, rows, accountId) {
      for (const row of rows) add(list, row, accountId);
    },
    noteMarkets(rows) {
      const reasons = new Set(rows.map(({ name, detail }) => JSON.stringify([name, detail])));
      drop(
        ({ list, name, reason }) =>
          list === 'markets' && !reasons.has(JSON.stringify([name, reason])),
      );
      for (const row of rows) add('markets', row, undefined);
    },
    current: () =>
      current()
        .flatMap(({ list, name, reason }) => (list === 'account' ? [] : [{ list, name, reason }]))
        .slice(0, SHOWN_MAX),
    counts() {
      const counts = { markets: 0, market_data: 0, account: 0 };
      for (const { list } of current()) counts[list] += 1;
      return counts;
    },
  };
}
