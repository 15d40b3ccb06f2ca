// Reads labs: one, a page of them, their parameters.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  Lab,
  LabResult,
  LabResultKey,
  LabSort,
  LabStore,
  ListedLab,
} from '#ports/stores/lab-store.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import { parametersFromText, sweptOf } from '#services/labs/lab-parameters.ts';
import type { InputSet } from '#backtesting/sweep/run-sweep.ts';
import type { LabJudgementFigures, StoredResult } from '#services/labs/lab-results.ts';
import { judgementFromText, storedResultFromText } from '#services/labs/lab-results.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { boundedPage, sizeOfValues } from '#services/pages/bounded-page.ts';

export type LabReadDeps = {
  readonly labs: Pick<LabStore, 'findLab' | 'listLabs' | 'listResults'>;
};
type LabRequest = { readonly userId: string; readonly labId: string };

/** Lab of the user. */
export async function getLab(
  { labs }: LabReadDeps,
  { userId, labId }: LabRequest,
): Promise<Result<Lab, 'lab_not_found'>> {
  const lab = await labs.findLab(userId, labId);
  return lab === null ? rejected('lab_not_found') : accepted(lab);
}

/** Page in the order of ids; `lastId` is null on the last page. */
export async function listLabs(
  { labs }: LabReadDeps,
  request: { readonly userId: string; readonly afterId: string | null; readonly limit: number },
): Promise<{ readonly labs: readonly ListedLab[]; readonly lastId: string | null }> {
  const { userId, afterId, limit } = request;
  const found = await labs.listLabs(userId, afterId, limit + 1);
  const page = found.slice(0, limit);
  return { labs: page, lastId: found.length > limit ? (page.at(-1)?.labId ?? null) : null };
}

/** Parameters of a lab as they are configured now. */
export async function listParameters(
  deps: LabReadDeps,
  requested: LabRequest,
): Promise<Result<readonly LabParameter[], 'lab_not_found'>> {
  const lab = await getLab(deps, requested);
  return lab.ok ? accepted(parametersFromText(lab.value.design.parameters)) : lab;
}

export type ResultView = {
  readonly result: LabResult;
  readonly parameters: InputSet;
  readonly stored: StoredResult;
  readonly judgement: LabJudgementFigures | null;
};

export type ListResultsRequest = LabRequest & {
  readonly sort: LabSort;
  readonly isDescending: boolean;
  readonly positionsMin: number;
  /** Percent; null: any. */
  readonly drawdownMax: number | null;
  /** As handed out in `lastKey`; null: from the start. */
  readonly after: string | null;
  readonly limit: number;
};

/**
 * Page of results of the newest execution, sorted and filtered; empty before the first. The
 * parameters are those of its start.
 */
export async function listLabResults(
  deps: LabReadDeps,
  request: ListResultsRequest,
): Promise<
  Result<
    { readonly views: readonly ResultView[]; readonly lastKey: string | null },
    'lab_not_found'
  >
> {
  const { userId, labId, limit, sort, isDescending, positionsMin, drawdownMax } = request;
  const lab = await deps.labs.findLab(userId, labId);
  if (lab === null) return rejected('lab_not_found');
  if (lab.execution === null) return accepted({ views: [], lastKey: null });
  const key = executionKeyOf(lab);
  const parameters = parametersFromText(lab.execution.parameters);
  const { items, lastKey } = await boundedPage<ResultView, LabResultKey>({
    limit,
    after: keyFromText(request.after),
    async read(after, count) {
      const query = { sort, isDescending, positionsMin, drawdownMax, after, limit: count };
      const found = await deps.labs.listResults(key, query);
      return found.map((result) => viewOfResult(parameters, result));
    },
    keyOf: ({ result }) => ({ value: result.sortValues[sort], ordinal: result.ordinal }),
    sizeOf: (view) => sizeOfValues(view.parameters),
  });
  return accepted({
    views: items,
    lastKey: lastKey === null ? null : JSON.stringify([lastKey.value, lastKey.ordinal]),
  });
}

/** Result with the values of the parameters that were swept. */
export function viewOfResult(parameters: readonly LabParameter[], result: LabResult): ResultView {
  return {
    result,
    parameters: sweptOf(parameters, result.combination),
    stored: storedResultFromText(result.figures),
    judgement: result.judgement === null ? null : judgementFromText(result.judgement),
  };
}

function keyFromText(text: string | null): LabResultKey | null {
  if (text === null) return null;
  const [value, ordinal] = JSON.parse(text) as [number | null, number];
  return { value, ordinal };
}
