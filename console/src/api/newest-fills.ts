// Newest fills of lists that begin with the oldest, as exchanges tell them: whoever wants the
// newest reads all, retains no more than a table shows, and reads on from there the next time.

type Fill = { readonly fill_id: string; readonly filled_at: string };

type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

/** Where the last reading has come to: at its last page, which is read again. */
type Reading<Item> = { readonly fills: readonly Item[]; readonly cursor: string | null };

type Source<Item> = {
  readonly readPage: (cursor: string | null) => Promise<Page<Item>>;
  readonly shownMax: number;
};

function byTime(one: Fill, other: Fill): number {
  return Date.parse(one.filled_at) - Date.parse(other.filled_at);
}

function newestOf<Item extends Fill>(fills: readonly Item[], max: number): readonly Item[] {
  return fills.length <= max ? fills : fills.toSorted(byTime).slice(-max);
}

/**
 * Reads on from where an earlier reading ended; `null`: from the oldest. A list of several accounts
 * is always read from there, because it goes by account.
 */
export async function readNewestFills<Item extends Fill>(
  { readPage, shownMax }: Source<Item>,
  earlier: Reading<Item> | null,
): Promise<Reading<Item> & { readonly shown: readonly Item[] }> {
  let [fills, cursor] = [earlier?.fills ?? [], earlier?.cursor ?? null];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
    const { data, next_cursor: next } = await readPage(cursor);
    const all = [...fills, ...data];
    if (next === null) return { fills, cursor, shown: newestOf(all, shownMax) };
    fills = newestOf(all, shownMax);
    cursor = next;
  }
}

/** Keeps readings of lists of one account each, by its id. */
export function fillReader<Item extends Fill>(
  shownMax: number,
  readPage: (id: string, cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>,
): (id: string, signal: AbortSignal) => Promise<readonly Item[]> {
  const readings = new Map<string, Reading<Item>>();
  return async (id, signal) => {
    const source = { shownMax, readPage: (cursor: string | null) => readPage(id, cursor, signal) };
    const { shown, ...reading } = await readNewestFills(source, readings.get(id) ?? null);
    readings.set(id, reading);
    return shown;
  };
}
