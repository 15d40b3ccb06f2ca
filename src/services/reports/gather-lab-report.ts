// What the page of a lab shows: some numbers of every result. Results are read in pages, so that a
// large lab costs memory for its numbers only.

import { choicesOf } from '#engine/sweep/parameter-space.ts';
import type { Lab, LabStore } from '#ports/lab-store.ts';
import { enabledOf, spaceOf } from '#services/labs/lab-parameters.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import type { LabSummary } from '#services/labs/lab-results.ts';
import {
  judgementFromText,
  outOfSampleRoiFromText,
  summaryFromText,
} from '#services/labs/lab-results.ts';

export type LabReportRow = {
  readonly ordinal: number;
  /** Places of its values among those of the parameters. */
  readonly places: readonly number[];
  /** Percent; null when it failed or closed no position. */
  readonly roi: number | null;
  readonly inSampleRoi: number | null;
  readonly outOfSampleRoi: number | null;
  readonly neighbourhoodRoi: number | null;
  readonly stability: number | null;
  readonly deflatedSharpe: number | null;
  readonly positionsClosed: number;
};

export type LabReport = {
  readonly lab: Lab;
  readonly parameters: readonly { readonly key: string; readonly values: readonly string[] }[];
  readonly rows: readonly LabReportRow[];
  readonly summary: LabSummary | null;
};

const PAGE = 1_000;

/** Null before the first start. */
export async function gatherLabReport(
  { labs }: { readonly labs: Pick<LabStore, 'readResults'> },
  lab: Lab,
): Promise<LabReport | null> {
  if (lab.execution === null) return null;
  const plan = planFromText(lab.execution.plan);
  const space = spaceOf(plan.parameters);
  const rows: LabReportRow[] = [];
  for (let page = await labs.readResults(lab.labId, 0, PAGE); page.length > 0;) {
    for (const result of page) {
      const judgement = result.judgement === null ? null : judgementFromText(result.judgement);
      rows.push({
        ordinal: result.ordinal,
        places: choicesOf(space, result.combination),
        roi: result.sortValues.roi,
        inSampleRoi: result.score,
        outOfSampleRoi: outOfSampleRoiFromText(result.figures),
        neighbourhoodRoi: judgement?.neighbourhoodRoi ?? null,
        stability: judgement?.stability ?? null,
        deflatedSharpe: judgement?.deflatedSharpe ?? null,
        positionsClosed: result.positionsClosed,
      });
    }
    page = await labs.readResults(lab.labId, (page.at(-1)?.ordinal ?? 0) + 1, PAGE);
  }
  const parameters = enabledOf(plan.parameters).map(({ key, values }) => ({
    key,
    values: values.map(String),
  }));
  const { summary } = lab.execution;
  return { lab, parameters, rows, summary: summary === null ? null : summaryFromText(summary) };
}
