// Items that are fetched some ahead of their use, and used one by one in their order.

/**
 * At most `aheadMax` are being fetched or wait for their use. Ends with the first error, of a fetch
 * or of a use; what was being fetched then is dropped.
 */
export async function fetchAhead<Item, Fetched>(
  items: readonly Item[],
  aheadMax: number,
  fetchItem: (item: Item) => Promise<Fetched>,
  use: (fetched: Fetched, item: Item) => Promise<void>,
): Promise<void> {
  const pending: Promise<Fetched>[] = [];
  const begin = (item: Item): void => {
    const fetched = fetchItem(item);
    // Whoever waits for it hears of the error; nobody may, once an earlier one has failed.
    fetched.catch(() => undefined);
    pending.push(fetched);
  };
  for (const item of items.slice(0, aheadMax)) begin(item);
  for (const [index, item] of items.entries()) {
    const fetched = await (pending.shift() as Promise<Fetched>);
    const next = items[index + aheadMax];
    if (next !== undefined) begin(next);
    await use(fetched, item);
  }
}
