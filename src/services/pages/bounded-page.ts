// A page of items that may be large: read in parts, and ended early when it has enough of them, so
// that one request neither reads nor returns more than a process can hold beside others.

import { LIMITS } from '#lib/limits.ts';

export type PageTask<Item, Key> = {
  /** The most items of the page. */
  readonly limit: number;
  /** Key of the last item of the page before; null: from the start. */
  readonly after: Key | null;
  /** At most so many items behind the key, in order; fewer only where there are no more. */
  readonly read: (after: Key | null, count: number) => Promise<readonly Item[]>;
  readonly keyOf: (item: Item) => Key;
  /** About how many characters the item is in a response, beyond what any has. */
  readonly sizeOf: (item: Item) => number;
};

export type BoundedPage<Item, Key> = {
  /** One at least, where there are any. */
  readonly items: readonly Item[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: Key | null;
};

/** Throws what `read` throws. */
export async function boundedPage<Item, Key>(
  task: PageTask<Item, Key>,
): Promise<BoundedPage<Item, Key>> {
  const { limit, read, keyOf, sizeOf } = task;
  const items: Item[] = [];
  let after = task.after;
  let charactersCount = 0;
  for (;;) {
    // One more than requested tells whether there is a next page.
    const wantedCount = Math.min(LIMITS.pagePartItems, limit + 1 - items.length);
    const part = await read(after, wantedCount);
    for (const item of part) {
      charactersCount += sizeAsFar(sizeOf, item);
      const isLarge = charactersCount > LIMITS.pageCharactersMax && items.length > 0;
      if (isLarge || items.length === limit) return { items, lastKey: after };
      items.push(item);
      after = keyOf(item);
    }
    if (part.length < wantedCount) return { items, lastKey: null };
  }
}

/** None of one that does not fit: whoever sends it says so. */
function sizeAsFar<Item>(sizeOf: (item: Item) => number, item: Item): number {
  try {
    return sizeOf(item);
  } catch {
    return 0;
  }
}

/** The characters of chosen values and their names. */
export function sizeOfValues(values: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const [name, value] of Object.entries(values))
    count += name.length + (typeof value === 'string' ? value.length : 0);
  return count;
}
