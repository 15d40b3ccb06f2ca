// Processes that can be killed within one process: everything that belongs to a generation stops
// at its next wait once the generation has ended, as if the process had been killed there.

export type Generation = {
  isAlive(): boolean;
  end(): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Its functions never return, nor throw, once the generation has ended. */
  own<T extends object>(parts: T): T;
};

/** It ends by itself at its last call. */
export function startGeneration(callsMax = Infinity): Generation {
  let isAlive = true;
  let calls = 0;
  const ended = Promise.withResolvers<void>();
  const end = (): void => {
    isAlive = false;
    ended.resolve();
  };
  const never = new Promise<never>(() => {});
  const mortal = async (run: () => unknown): Promise<unknown> => {
    if (!isAlive) return never;
    calls += 1;
    if (calls >= callsMax) end();
    try {
      const result = await run();
      return isAlive ? result : await never;
    } catch (error) {
      if (!isAlive) return never;
      throw error;
    }
  };
  return {
    isAlive: () => isAlive,
    end,
    ended: ended.promise,
    own: (parts) =>
      new Proxy(parts, {
        get(target, name, receiver) {
          const part: unknown = Reflect.get(target, name, receiver);
          if (typeof part !== 'function' || SYNCHRONOUS.has(name)) return part;
          return (...given: readonly unknown[]) =>
            mortal(() => Reflect.apply(part, target, given) as unknown);
        },
      }),
  };
}

/** What returns at once. */
const SYNCHRONOUS: ReadonlySet<string | symbol> = new Set(['health', 'clockSkewMs']);
