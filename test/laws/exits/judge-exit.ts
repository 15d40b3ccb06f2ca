// The judge of the law of exits, written from its rule: after the way out the venue holds nothing,
// or it holds what the run shows, with a reason that was said and counted.

import type { Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { Leaving, Outcome } from './leaving-run.ts';
import { SIZES } from './leaving-run.ts';

/** What an order on spot may be worth at least, in lots at the last price. */
const SPOT_LEAST = { down: 20, up: 5 };

/** A way out may turn the position; what was held before must be gone. */
export function judgeExit({ kind, size, move }: Leaving, outcome: Outcome): Verdict {
  const { hasHeld, heldAtVenue, shown, rejectedOrders, errors } = outcome;
  if (!hasHeld) return broken(`nothing was held: ${errors.join(' | ')}`);
  const total = shown.reduce((sum, { lots }) => sum + lots, 0);
  if (total !== heldAtVenue)
    return broken(`the venue holds ${heldAtVenue} lots, shown are ${total}`);
  if (heldAtVenue <= 0) return judgeSold({ kind, size, move });
  if (kind !== 'spot') return broken(`${heldAtVenue} lots stay: ${errors.join(' | ')}`);
  if (SIZES[size] >= SPOT_LEAST[move]) return broken(`${heldAtVenue} lots can be sold, and stay`);
  const isReasoned = shown.every(({ leftReason }) => leftReason?.includes('below the minimum'));
  if (!isReasoned) return broken('what cannot be sold has no reason');
  if (rejectedOrders === 0) return broken('the refusal is not counted');
  const said = errors.filter((line) => line.includes('cannot be sold')).length;
  return said === 1 ? HELD : broken(`the refusal is said ${said} times`);
}

/** What an exchange refuses on spot fills in no run either. */
function judgeSold({ kind, size, move }: Pick<Leaving, 'kind' | 'size' | 'move'>): Verdict {
  const isRefused = kind === 'spot' && SIZES[size] < SPOT_LEAST[move];
  return isRefused ? broken('what its exchange refuses was sold') : HELD;
}
