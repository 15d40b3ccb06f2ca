// Items that are fetched some ahead of their use, and used in their order, those together that have
// come by then.

export type FetchedItem<Item, Fetched> = { readonly item: Item; readonly fetched: Fetched };

type Pending<Item, Fetched> = {
  arrival: Promise<void>;
  arrived: FetchedItem<Item, Fetched> | null;
};

/**
 * At most `aheadMax` are being fetched or wait for their use. `use` gets the next ones in a row,
 * one or more. Ends with the first error, of a fetch or of a use: whatever came before a failed
 * fetch is used, and what was being fetched then is dropped.
 */
export async function fetchAhead<Item, Fetched>(
  items: readonly Item[],
  aheadMax: number,
  fetchItem: (item: Item) => Promise<Fetched>,
  use: (batch: readonly FetchedItem<Item, Fetched>[]) => Promise<void>,
): Promise<void> {
  const pending: Pending<Item, Fetched>[] = [];
  const waiting = items.values();
  const fill = (): void => {
    while (pending.length < aheadMax) {
      const next = waiting.next();
      if (next.done === true) return;
      pending.push(begin(next.value, fetchItem));
    }
  };
  fill();
  for (let [first] = pending; first !== undefined; [first] = pending) {
    await first.arrival;
    const lateIndex = pending.findIndex(({ arrived }) => arrived === null);
    const batch = pending.splice(0, lateIndex < 0 ? pending.length : lateIndex);
    fill();
    await use(batch.flatMap(({ arrived }) => arrived ?? []));
  }
}

function begin<Item, Fetched>(
  item: Item,
  fetchItem: (item: Item) => Promise<Fetched>,
): Pending<Item, Fetched> {
  const arrive = async (): Promise<void> => {
    const fetched = await fetchItem(item);
    pending.arrived = { item, fetched };
  };
  const pending: Pending<Item, Fetched> = { arrival: Promise.resolve(), arrived: null };
  pending.arrival = arrive();
  // Whoever waits for it hears of the error; nobody may, once an earlier one has failed.
  pending.arrival.catch(() => undefined);
  return pending;
}
