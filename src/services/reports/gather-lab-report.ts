// Gathers the page of a lab: its best results with what is known of each.

import type { Lab, LabStore } from '#ports/stores/lab-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import { parametersFromText } from '#services/labs/lab-parameters.ts';
import type { LabSummary } from '#services/labs/lab-results.ts';
import { summaryFromText } from '#services/labs/lab-results.ts';
import type { ResultView } from '#services/labs/read-labs.ts';
import { listLabResults } from '#services/labs/read-labs.ts';

export type LabReport = {
  readonly lab: Lab;
  /** Empty where the script is gone. */
  readonly scriptName: string;
  /** Of the execution. */
  readonly parameters: readonly LabParameter[];
  /** By profit, best first; at most `RESULTS_MAX`. */
  readonly views: readonly ResultView[];
  /** Null until all results are there. */
  readonly summary: LabSummary | null;
};

export type GatherLabReportDeps = {
  readonly labs: Pick<LabStore, 'findLab' | 'listLabs' | 'listResults'>;
  readonly scripts: Pick<ScriptStore, 'findScript'>;
};

/** As many as the console draws and lists. */
const RESULTS_MAX = 2_000;
const PAGE = 500;

/** Null before the first start. Throws Failure. */
export async function gatherLabReport(
  deps: GatherLabReportDeps,
  lab: Lab,
): Promise<LabReport | null> {
  const { design, execution, labId, userId } = lab;
  if (execution === null) return null;
  const script = await deps.scripts.findScript(userId, design.scriptId);
  return {
    lab,
    scriptName: script?.name ?? '',
    parameters: parametersFromText(execution.parameters),
    views: await bestViews(deps, { userId, labId }),
    summary: execution.summary === null ? null : summaryFromText(execution.summary),
  };
}

async function bestViews(
  deps: GatherLabReportDeps,
  requested: { readonly userId: string; readonly labId: string },
): Promise<readonly ResultView[]> {
  const any = { positionsMin: 0, drawdownMax: null };
  const query = { sort: 'profit', isDescending: true, ...any, limit: PAGE } as const;
  const views: ResultView[] = [];
  let after: string | null = null;
  do {
    const listed = await listLabResults(deps, { ...requested, ...query, after });
    if (!listed.ok) break;
    views.push(...listed.value.views);
    after = listed.value.lastKey;
  } while (after !== null && views.length < RESULTS_MAX);
  return views.slice(0, RESULTS_MAX);
}
