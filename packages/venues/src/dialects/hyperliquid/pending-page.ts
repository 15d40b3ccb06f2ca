// Lists of Hyperliquid by time. A reply has so many rows at most, and which ones of the window are
// missing, and in which order they come, is not documented: a window that is full is halved until
// none is.

import type { Query, UnreadableFillRow, Verdict } from '#venues/dialect.ts';
import { questionVerdict } from '#venues/dialects/hyperliquid/verdict.ts';
import { accountRequest } from '#venues/dialects/hyperliquid/requests.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { ListedRow, RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';

/** Both instants of a window are part of it. */
type Source<T> = {
  readonly type: 'userFillsByTime' | 'userFunding';
  readonly rowsMax: number;
  readonly read: (body: unknown) => {
    readonly count: number;
    readonly rows: readonly ListedRow<T>[];
    readonly unreadable?: readonly UnreadableFillRow[];
  };
};

/** What of which list is still to be read. */
export type Pending<T> = readonly { readonly source: Source<T>; readonly window: TimeWindow }[];

/** Whole window of each source, still to be read. */
export function everything<T>(sources: readonly Source<T>[], window: TimeWindow): Pending<T> {
  return sources.map((source) => ({ source, window }));
}

/** The first of them; the others follow, and its halves where it is full. */
export function pendingPage<T>([first, ...others]: Pending<T>): Query<RowPage<T, Pending<T>>> {
  if (first === undefined) throw new RangeError('nothing is pending');
  const { source, window } = first;
  const { fromMs, toMs } = window;
  return {
    call: accountRequest(source.type, { startTime: fromMs, endTime: toMs }),
    read: (outcome): Verdict<RowPage<T, Pending<T>>> =>
      questionVerdict('read', outcome, (body) => {
        const { count, rows, unreadable = [] } = source.read(body);
        const halves = count < source.rowsMax ? [] : halvesOf(window);
        const next = [...halves.map((half) => ({ source, window: half })), ...others];
        return { rows, next: next.length === 0 ? null : next, unreadable };
      }),
  };
}

function halvesOf({ fromMs, toMs }: TimeWindow): readonly TimeWindow[] {
  if (toMs <= fromMs) throw new UnreadableReply('An instant has more rows than are listed.');
  const middleMs = Math.floor((fromMs + toMs) / 2);
  return [
    { fromMs, toMs: middleMs },
    { fromMs: middleMs + 1, toMs },
  ];
}
