// A list of a dialect from one of its queries, its form of a page and two rows.

import type { Query } from '#venues/dialect.ts';
import type { VenueCall, WireReply } from '#venues/wire/venue-wire.ts';
import { readFrame, readList } from '../row-list.ts';
import type { RowList } from '../row-list.ts';

type RowListParts = Omit<RowList, 'read'> & {
  /** The first of its requests; the one whose path this is gets the rows, once. */
  readonly query: () => Pick<Query<unknown>, 'call' | 'read'>;
  readonly page: (rows: readonly unknown[]) => WireReply;
  readonly path?: string;
  /** What other requests get, by their paths; the others get an empty page. */
  readonly others?: Readonly<Record<string, WireReply>>;
};

export function rowListOf({ query, page, path, others = {}, ...list }: RowListParts): RowList {
  return {
    ...list,
    read(rows) {
      const first = query();
      let isShown = false;
      const respond = (call: VenueCall): WireReply => {
        if (isShown || call.path !== (path ?? first.call.path))
          return others[call.path] ?? page([]);
        isShown = true;
        return page(rows);
      };
      return readList(first, respond);
    },
  };
}

type GivenFrame = Omit<RowList, 'read' | 'kind'> & {
  readonly events: (rows: readonly unknown[]) => readonly unknown[];
};

export function frameOf({ events, ...list }: GivenFrame): RowList {
  return { ...list, kind: 'frames', read: (rows) => readFrame(() => events(rows)) };
}

/** The first of several queries. */
export function firstOf<T>(queries: readonly T[]): T {
  const [first] = queries;
  if (first === undefined) throw new Error('there is no such list');
  return first;
}
