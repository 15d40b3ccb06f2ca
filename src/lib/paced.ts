// Evenly spread work: whoever waits goes on at the next beat, so many of them together.

/**
 * Returns a function that waits for a turn. `beat` settles at the next beat; only while somebody
 * waits.
 */
export function paced(itemsMax: number, beat: () => Promise<unknown>): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let isBeating = false;

  async function goOn(): Promise<void> {
    isBeating = true;
    while (waiting.length > 0) {
      await beat();
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
