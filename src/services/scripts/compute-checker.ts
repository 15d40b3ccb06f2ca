// Checks scripts by compute, so that nothing a user wrote runs where requests are served.

import { Failure } from '#venue-port/world/failure.ts';
import type { Compute, ComputeFault } from '#ports/work/compute.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';
import { shareTurns } from '#services/shares/share-turns.ts';

/** What a check is given. */
export type CheckRequest = {
  readonly source: string;
  readonly libraries: readonly ScriptLibrary[];
};

/**
 * Gets what only the service's log may say of a defect; returns the id that stands for it.
 */
export type OnDefect = (cause: string) => string;

export type CheckLimits = {
  /** Checks at once. */
  readonly placesCount: number;
  /** Further ones, each of a user who has none under way. */
  readonly retainedCount: number;
  readonly waitingPerUserMax: number;
  /** Of all users, those that wait included. */
  readonly openMax: number;
};

/**
 * Checks are shared out by user: slow ones of one user hold up nobody else's. Beyond the limits the
 * caller is informed that it is busy.
 */
export function computeChecker(
  compute: Compute<CheckRequest, ScriptCheck>,
  { placesCount, retainedCount, waitingPerUserMax, openMax }: CheckLimits,
  onDefect: OnDefect,
): ScriptChecker {
  const waitingPerTenantMax = waitingPerUserMax;
  const turns = shareTurns({ placesCount, retainedCount, waitingPerTenantMax, sharesMax: 1 });
  return {
    async check(source, libraries, userId) {
      if (turns.waitingCount() + turns.runningCount() >= openMax) throw busy();
      const call = { signal: new AbortController().signal, onProgress: () => undefined };
      const tenant = { tenantId: userId, memberId: userId };
      const turn = await turns.run(tenant, () => compute.run({ source, libraries }, call));
      if (!turn.ok) throw busy();
      const checked = turn.value;
      return checked.ok ? checked.value : failedCheck(checked.rejection, onDefect);
    },
  };
}

function busy(): Failure {
  return new Failure('unavailable', 'too many scripts are being checked');
}

/** A source that cannot be checked is not one to run. */
function failedCheck(fault: ComputeFault, onDefect: OnDefect): ScriptCheck {
  if (fault.isStarved === true)
    throw new Failure('unavailable', 'the machine has no time for a check now');
  const errors = [{ message: faultText(fault, onDefect), line: null, column: null }];
  return { isValid: false, errors, warnings: [], inputs: [], commandName: null };
}

function faultText({ kind, message }: ComputeFault, onDefect: OnDefect): string {
  switch (kind) {
    case 'too_long':
      return 'the check took too long';
    case 'out_of_memory':
      return 'the check needed more memory than a check may have';
    case 'crashed':
      return `the check ended by a defect of the service, not of the script (${onDefect(message)})`;
    case 'cancelled':
      throw new Failure('unavailable', 'the service is stopping');
  }
}
