// What the page of a lab shows: some numbers of every result. Results are read in pages, so that a
// large lab costs memory for its numbers only.

import { choicesOf } from '#backtesting/sweep/parameter-space.ts';
import type { Lab, LabStore } from '#ports/stores/lab-store.ts';
import { enabledOf, parametersFromText, spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabSummary } from '#services/labs/lab-results.ts';
import {
  judgementFromText,
  netPercent,
  shownFiguresFromText,
  summaryFromText,
} from '#services/labs/lab-results.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';

export type LabReportRow = {
  readonly ordinal: number;
  /** Places of its values among those of the parameters. */
  readonly places: readonly number[];
  /** Percent; null when it failed or closed no position. */
  readonly roi: number | null;
  /** Of the equity at the start; null also where that was not retained. */
  readonly netPercent: number | null;
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
  const swept = parametersFromText(lab.execution.parameters);
  const space = spaceOf(swept);
  const key = executionKeyOf(lab);
  const rows: LabReportRow[] = [];
  for (let page = await labs.readResults(key, 0, PAGE); page.length > 0;) {
    for (const result of page) {
      const judgement = result.judgement === null ? null : judgementFromText(result.judgement);
      const { outOfSampleRoi, startEquity } = shownFiguresFromText(result.figures);
      rows.push({
        ordinal: result.ordinal,
        places: choicesOf(space, result.combination),
        roi: result.sortValues.roi,
        inSampleRoi: result.score,
        outOfSampleRoi,
        netPercent: netPercent(result.sortValues.profit, startEquity),
        neighbourhoodRoi: judgement?.neighbourhoodRoi ?? null,
        stability: judgement?.stability ?? null,
        deflatedSharpe: judgement?.deflatedSharpe ?? null,
        positionsClosed: result.positionsClosed,
      });
    }
    page = await labs.readResults(key, (page.at(-1)?.ordinal ?? 0) + 1, PAGE);
  }
  const parameters = enabledOf(swept).map(({ key: name, values }) => ({
    key: name,
    values: values.map(String),
  }));
  const { summary } = lab.execution;
  return { lab, parameters, rows, summary: summary === null ? null : summaryFromText(summary) };
}
