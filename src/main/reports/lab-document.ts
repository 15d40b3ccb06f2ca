// A lab with its results and the reports of some of its runs, in the shapes that the API sends.

import { labToWire, LAB_PARAMETERS } from '#api/schemas/lab.ts';
import { LAB_RESULT_PAGE, overfittingToWire } from '#api/schemas/lab-result.ts';
import type { LabSubject } from '#cli/report-subject.ts';
import { backtestDocument } from '#main/reports/backtest-document.ts';

/** `console/src/report/report-document.ts` is its type in the page. */
export function labDocument({ report, runs }: LabSubject) {
  const { lab, parameters, scriptName, summary, views } = report;
  return {
    kind: 'lab' as const,
    script_name: scriptName,
    lab: labToWire(lab),
    parameters: LAB_PARAMETERS.toWire(parameters).data,
    results: LAB_RESULT_PAGE.toWire(views, null).data,
    overfitting: overfittingToWire(summary),
    runs: runs.map((run) => backtestDocument({ kind: 'backtest', ...run })),
  };
}
