// The time of the machine by which a budget counts: monotonic, because an address must not be
// banned for a clock that was set back.

import type { BudgetTime } from '#adapters/venues/request-budget.ts';

/** @public For the process of venues. */
export const SYSTEM_BUDGET_TIME: BudgetTime = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.ceil(delayMs));
    return () => clearTimeout(timer);
  },
};
