// Lets the changes of one account happen one after another in this process, so that they do not
// make each other stale; several processes are distinguished by the account's version.

export type AccountQueue = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/** A line per account; accounts do not wait for each other. */
export function makeAccountQueue(): AccountQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (accountId, work) => {
    const before = tails.get(accountId) ?? Promise.resolve();
    const own = before.then(work, work);
    tails.set(accountId, own);
    try {
      return await own;
    } finally {
      if (tails.get(accountId) === own) tails.delete(accountId);
    }
  };
}
