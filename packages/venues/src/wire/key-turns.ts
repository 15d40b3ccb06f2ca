// Turns of a key: a venue that takes rising numbers of requests refuses one that another request
// has overtaken, so they are sent one after another.

export type KeyTurns = <T>(apiKey: string, send: () => Promise<T>) => Promise<T>;

/**
 * The next in turn is called when the request has ended, or after so long: a venue that hangs must
 * not hold up an order. The late request is then refused by its number, so nothing comes of it.
 */
export function makeKeyTurns(turnMsMax: number): KeyTurns {
  const last = new Map<string, Promise<void>>();
  return async (apiKey, send) => {
    const before = last.get(apiKey);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last.set(apiKey, ended);
    await before;
    const timer = setTimeout(end, turnMsMax);
    try {
      return await send();
    } finally {
      clearTimeout(timer);
      end();
      if (last.get(apiKey) === ended) last.delete(apiKey);
    }
  };
}
