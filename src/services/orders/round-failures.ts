// Failures of single orders while an account is compared: one order that cannot be read keeps no
// other order back, and an exchange that serves nothing is not asked about all of them.

import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';

export type RoundFailures = {
  /** Null when it fails in a way that concerns one order; throws what ends the round. */
  pass<T>(this: void, work: Promise<T>): Promise<T | null>;
  /** The first one that was passed over. */
  readonly first: Failure | null;
};

/** They concern every request of the account. */
const OF_ACCOUNT: ReadonlySet<FailureCode> = new Set([
  'rate_limited',
  'unauthorized',
  'region_blocked',
]);
/** They may concern one order or the exchange; each may take as long as a request may. */
const OF_EITHER: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout']);
const OF_EITHER_MAX = 3;

/**
 * Failures of one round. `pass` gives null for an order that failed, and throws where the failure
 * concerns the account or the exchange.
 */
export function failuresOfRound({ exchange }: Pick<AccountAtExchange, 'exchange'>): RoundFailures {
  let first: Failure | null = null;
  let ofEitherCount = 0;
  const endsRound = (code: FailureCode): boolean => {
    if (OF_EITHER.has(code)) ofEitherCount += 1;
    return OF_ACCOUNT.has(code) || ofEitherCount >= OF_EITHER_MAX || exchange.health() === 'down';
  };
  return {
    async pass(work) {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof Failure) || endsRound(error.code)) throw error;
        first ??= error;
        return null;
      }
    },
    get first() {
      return first;
    },
  };
}
