// Lets many in together, or one alone. A job whose last attempt ended with its process is tried
// alone, so that if it ends another process, no other job is blamed for it.

export type JobGate = {
  /** Runs `work` beside others that are let in together. */
  together<T>(this: void, work: () => Promise<T>): Promise<T>;
  /** Runs `work` when nothing else runs; whoever comes later waits. */
  alone<T>(this: void, work: () => Promise<T>): Promise<T>;
};

export function jobGate(): JobGate {
  /** Ends when the last one who must be alone has ended. */
  let lastAlone: Promise<unknown> = Promise.resolve();
  const inside = new Set<Promise<unknown>>();

  function enter<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => inside.delete(settled));
    const settled = running.catch(() => undefined);
    inside.add(settled);
    return running;
  }

  return {
    async together(work) {
      // Another may have asked to be alone while this one waited.
      for (let before; before !== lastAlone;) {
        before = lastAlone;
        await before;
      }
      return enter(work);
    },
    async alone(work) {
      const before = lastAlone;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastAlone = promise;
      await before;
      await Promise.all(inside);
      try {
        return await work();
      } finally {
        resolve();
      }
    },
  };
}
