// Calls that are worked on together: those that are made at once, and what is requested while
// earlier groups are under way, which goes with the next one. A call that comes alone does not
// wait.

import { assert } from '#lib/assert.ts';

export type GroupLimits = {
  /** Calls in one group. */
  readonly itemsMax: number;
  /** Groups under way at once. */
  readonly groupsMax: number;
  /**
   * Requested as a group begins: settles when the next may, unless that one is full before. So a
   * stream of calls makes groups of some size, however quickly each is done.
   */
  readonly spacing?: () => Promise<unknown>;
};

type Waiting<Item, Output> = {
  readonly item: Item;
  readonly resolve: (response: Output) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * `work` returns one result for each item, in their order; what it throws, each of its calls
 * throws.
 */
export function coalesce<Item, Output>(
  work: (items: readonly Item[]) => Promise<readonly Output[]>,
  { itemsMax, groupsMax, spacing }: GroupLimits,
): (item: Item) => Promise<Output> {
  let waiting: Waiting<Item, Output>[] = [];
  let groups = 0;
  let isGathering = false;
  let isSpacing = false;

  function next(): void {
    while (groups < groupsMax && waiting.length >= (isSpacing ? itemsMax : 1)) {
      const group = waiting.slice(0, itemsMax);
      waiting = waiting.slice(itemsMax);
      groups += 1;
      void settle(group);
      if (spacing !== undefined && !isSpacing) void space(spacing);
    }
  }

  async function space(over: () => Promise<unknown>): Promise<void> {
    isSpacing = true;
    await over();
    isSpacing = false;
    next();
  }

  async function settle(group: readonly Waiting<Item, Output>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      assert(results.length === group.length, 'a group returns each of its calls');
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Output);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    groups -= 1;
    await gather();
  }

  /** Whoever goes on with the same response has its turn before the next group is closed. */
  async function gather(): Promise<void> {
    if (isGathering) return;
    isGathering = true;
    await Promise.resolve();
    isGathering = false;
    next();
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    waiting.push({ item, resolve, reject });
    void gather();
    return promise;
  };
}

export type Calls<Item, Output> = {
  /** A call that comes alone. */
  readonly one: (item: Item) => Promise<Output>;
  /** Several at once, all or none of them; returns one result for each, in their order. */
  readonly many: (items: readonly Item[]) => Promise<readonly Output[]>;
  /** Whether what `many` threw may be about one of them; nothing was done then. */
  readonly isOfOne: (error: unknown) => boolean;
};

/** As `coalesce`; what goes wrong for one call of a group fails no other, each is made alone. */
export function coalesceWithFallback<Item, Output>(
  { one, many, isOfOne }: Calls<Item, Output>,
  limits: GroupLimits,
): (item: Item) => Promise<Output> {
  type Settled = readonly PromiseSettledResult<Output>[];
  const alone = async (items: readonly Item[]): Promise<Settled> =>
    Promise.allSettled<Promise<Output>[]>(items.map((item) => one(item)));
  const settle = coalesce(async (items: readonly Item[]): Promise<Settled> => {
    if (items.length === 1) return alone(items);
    try {
      const results = await many(items);
      assert(results.length === items.length, 'a group returns each of its calls');
      return results.map((value) => ({ status: 'fulfilled', value }) as const);
    } catch (error) {
      if (!isOfOne(error)) throw error;
      return alone(items);
    }
  }, limits);
  return async (item) => {
    const settled = await settle(item);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };
}
