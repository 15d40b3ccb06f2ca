// Limits of a user's plan on labs; every refusal names the limit and what was found.

import { DAY_MS } from '#lib/time.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Principal } from '#ports/stores/key-store.ts';

type PlanOfCaller = Pick<Principal, 'plan' | 'planUntilMs'>;

/** Whether labs are allowed at all; null: they are. */
export function checkLabPlan({ plan, planUntilMs }: PlanOfCaller, nowMs: number): string | null {
  if (isLapsed(planUntilMs, nowMs)) return `Your plan "${plan}" has ended; renew it to use labs.`;
  return PLANS[plan].allowsLabs ? null : `Your plan "${plan}" does not allow labs.`;
}

export type LabSize = {
  readonly windowMs: number;
  readonly runsCount: number;
  /** Labs of the user that are queued or running already. */
  readonly atWorkCount: number;
};

/** Null: this execution is allowed. */
export function checkLabSize({ plan }: PlanOfCaller, size: LabSize): string | null {
  const { labWindowDaysMax, labCombinationsMax, labQueuedRunsMax } = PLANS[plan];
  const days = Math.ceil((size.windowMs / DAY_MS) * 100) / 100;
  if (labWindowDaysMax !== null && days > labWindowDaysMax) {
    const most = `at most ${labWindowDaysMax} days`;
    return `Your plan "${plan}" allows a lab window of ${most}; found ${days}.`;
  }
  if (labCombinationsMax !== null && size.runsCount > labCombinationsMax) {
    return (
      `Your plan "${plan}" allows at most ${labCombinationsMax} combinations in a lab; ` +
      `found ${size.runsCount}.`
    );
  }
  if (labQueuedRunsMax !== null && size.atWorkCount >= labQueuedRunsMax) {
    return (
      `Your plan "${plan}" allows at most ${labQueuedRunsMax} labs queued or running; ` +
      `found ${size.atWorkCount}.`
    );
  }
  return null;
}
