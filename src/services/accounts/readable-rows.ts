// Balances and positions of an account of which some cannot be read: whoever shows them shows the
// others and says so, and whoever decides by them has to have those that the decision is about.

import type { WantedRows } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type ReadableRows<T> = {
  readonly rows: T;
  /** Why these are not all, with the first that is missing; null: they are. */
  readonly unreadable: string | null;
};

/** Asks again only where there is such a row. Throws Failure when nothing can be read. */
export async function readableRows<T>(
  read: (wanted?: WantedRows) => Promise<T>,
): Promise<ReadableRows<T>> {
  try {
    return { rows: await read(), unreadable: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'corrupt_reply') throw error;
    return { rows: await read('readable'), unreadable: error.message };
  }
}
