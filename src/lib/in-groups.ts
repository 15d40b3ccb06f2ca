// Calls that are worked on together: what is asked for while earlier groups are under way waits,
// and goes with the next one. A call that comes alone does not wait.

import { assert } from '#lib/assert.ts';

export type GroupLimits = {
  /** Calls in one group. */
  readonly itemsMax: number;
  /** Groups under way at once. */
  readonly groupsMax: number;
};

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** `work` answers for each item, in their order; what it throws, each of its calls throws. */
export function inGroups<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { itemsMax, groupsMax }: GroupLimits,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let groups = 0;

  function next(): void {
    while (groups < groupsMax && waiting.length > 0) {
      const group = waiting.slice(0, itemsMax);
      waiting = waiting.slice(itemsMax);
      groups += 1;
      void settle(group);
    }
  }

  async function settle(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ item }) => item));
      assert(answers.length === group.length, 'a group answers each of its calls');
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    groups -= 1;
    next();
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ item, resolve, reject });
    next();
    return promise;
  };
}
