// Number of cases of a property whose cases are many or expensive.

import * as fc from 'fast-check';

/** What fast-check tries where nothing says otherwise. */
const USUAL_RUNS = 100;

/** All of them, or the share of them that all properties of this process try. */
export function propertyRuns(cases: number): number {
  const runs = fc.readConfigureGlobal().numRuns ?? USUAL_RUNS;
  return Math.ceil((cases * runs) / USUAL_RUNS);
}
