// Results of a lab that are the best trade-off of several goals.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { frontOf } from '#backtesting/sweep/front-of.ts';
import type { LabResult, LabResultKey, LabSort } from '#ports/stores/lab-store.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { parametersFromText } from '#services/labs/lab-parameters.ts';
import type { LabReadDeps, ResultView } from '#services/labs/read-labs.ts';
import { viewOfResult } from '#services/labs/read-labs.ts';

export type FrontRequest = {
  readonly userId: string;
  readonly labId: string;
  /** Two or more, each once. */
  readonly goals: readonly LabSort[];
  readonly positionsMin: number;
  /** Percent; null: any. */
  readonly drawdownMax: number | null;
};

/** A fall is the better the smaller it is. */
const SMALLER_IS_BETTER: ReadonlySet<LabSort> = new Set(['drawdown']);

const READ_AT_ONCE = 500;
export const FRONT_MAX = 200;

/** By the first goal, best first; at most `FRONT_MAX`. Those without a figure are left out. */
export async function listLabFront(
  { labs }: LabReadDeps,
  { userId, labId, goals, positionsMin, drawdownMax }: FrontRequest,
): Promise<Result<readonly ResultView[], 'lab_not_found'>> {
  const lab = await labs.findLab(userId, labId);
  if (lab === null) return rejected('lab_not_found');
  const [sort] = goals;
  if (lab.execution === null || sort === undefined) return accepted([]);
  const isDescending = !SMALLER_IS_BETTER.has(sort);
  const key = executionKeyOf(lab);
  let candidates: readonly LabResult[] = [];
  let after: LabResultKey | null = null;
  for (;;) {
    const query = { sort, isDescending, positionsMin, drawdownMax, after, limit: READ_AT_ONCE };
    const read: readonly LabResult[] = await labs.listResults(key, query);
    const known = read.filter((result) => goals.every((goal) => result.sortValues[goal] !== null));
    // Who is beaten by some is beaten whatever else comes.
    candidates = frontOf([...candidates, ...known], (of) => goals.map((goal) => worthOf(of, goal)));
    const last = read.at(-1);
    if (last === undefined || read.length < READ_AT_ONCE) break;
    after = { value: last.sortValues[sort], ordinal: last.ordinal };
  }
  const parameters = parametersFromText(lab.execution.parameters);
  return accepted(candidates.slice(0, FRONT_MAX).map((result) => viewOfResult(parameters, result)));
}

function worthOf({ sortValues }: LabResult, goal: LabSort): number {
  const value = sortValues[goal] ?? -Infinity;
  return SMALLER_IS_BETTER.has(goal) ? -value : value;
}
