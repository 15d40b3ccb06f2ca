// Items of a page whose stored texts are read one by one: one that cannot be read costs itself, and
// is counted.

export type ReadableItems<Item> = {
  readonly items: readonly Item[];
  /** Those that cannot be read, and why the first one cannot; null: none. */
  readonly leftOut: { readonly count: number; readonly cause: string } | null;
};

/** Items that could be read; `leftOut` counts the others and has the first cause. */
export function readableItems<Stored, Item>(
  stored: readonly Stored[],
  read: (each: Stored) => Item,
): ReadableItems<Item> {
  const items: Item[] = [];
  const causes: string[] = [];
  for (const each of stored) {
    try {
      items.push(read(each));
    } catch (error) {
      causes.push(error instanceof Error ? error.message : String(error));
    }
  }
  const [cause] = causes;
  return { items, leftOut: cause === undefined ? null : { count: causes.length, cause } };
}
