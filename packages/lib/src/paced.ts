// Evenly spread work: whoever waits goes on at the next tick, so many of them together.

/**
 * Returns a function that waits for a turn. `tick` settles at the next tick; only while somebody
 * waits.
 */
export function paced(itemsMax: number, tick: () => Promise<unknown>): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let isBeating = false;

  async function goOn(): Promise<void> {
    isBeating = true;
    while (waiting.length > 0) {
      await tick();
      const turns = waiting.slice(0, itemsMax);
      waiting = waiting.slice(itemsMax);
      for (const turn of turns) turn();
    }
    isBeating = false;
  }

  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    if (!isBeating) void goOn();
    return promise;
  };
}
