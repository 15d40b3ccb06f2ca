// Paper accounts: play money on the markets and prices of a real exchange.

import { isIdentifier } from '#lib/identifier.ts';

/** Of their ids, by which they differ from those of all other accounts. */
export const PAPER_PREFIX = 'paper';

/** By its id, which no other account can have: a mistake cannot send its orders to an exchange. */
export function isPaperAccount(accountId: string): boolean {
  return isIdentifier(PAPER_PREFIX, accountId);
}
