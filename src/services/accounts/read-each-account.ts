// Reads several accounts, of which one exchange that does not respond must not hide the others.

import { Failure } from '#venue-port/world/failure.ts';

type AccountName = { readonly accountId: string; readonly exchange: string };

export type EachAccount<T> = {
  readonly items: readonly T[];
  /** A sentence for each account that could not be read. */
  readonly problems: readonly string[];
};

/** One after the other, in their order. Failures of the world become problems. */
export async function readEachAccount<T>(
  accounts: readonly AccountName[],
  read: (accountId: string) => Promise<readonly T[]>,
): Promise<EachAccount<T>> {
  const items: T[] = [];
  const problems: string[] = [];
  for (const { accountId, exchange } of accounts) {
    try {
      items.push(...(await read(accountId)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(`Account "${accountId}" at "${exchange}": ${error.message}`);
    }
  }
  return { items, problems };
}
