// A lab as one page that needs nothing else: how its results lie, and how much of the best of them
// may be luck.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';
import type { LabReport, LabReportRow } from '#services/reports/gather-lab-report.ts';
import { labCharts } from '#services/reports/lab-charts.ts';
import { renderReportPage } from '#services/reports/report-page.ts';

const BEST_SHOWN = 25;

const LAB_STYLE = `
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 1rem; }
figure { margin: .5rem 0; border: 1px solid var(--line); border-radius: 10px; padding: .6rem; }
figcaption { color: var(--soft); font-size: .85rem; } svg { width: 100%; height: auto; }
svg { overflow: visible; display: block; }
svg text { fill: var(--soft); font-size: 13px; } :is(.axis, .tick) { stroke: var(--soft); }
svg .inside { fill: #1c2330; } svg .strong { fill: #fff; }
.charts > * { min-width: 0; } .rule { stroke: var(--soft); stroke-dasharray: 4 4; }
.point { fill: var(--soft); opacity: .6; } :is(.halo, .best) { fill: none; }
.halo { stroke: #fff; stroke-width: 5; } .best { stroke: #1c2330; stroke-width: 2; }
:is(td, th).figure { text-align: right; }
@media (max-width: 40rem) { svg text { font-size: 21px; } .minor { display: none; } }`;

export function renderLabReport(report: LabReport): string {
  const { lab } = report;
  const title = `${lab.design.name}: ${lab.design.algorithm} on ${lab.design.marketTag ?? ''}`;
  const content = html`${tiles(report)} ${labCharts(report)} ${bestTable(report)}
  ${foldTable(report)}`;
  const page = { title, subtitle: windowOf(report), style: LAB_STYLE };
  return renderReportPage({ ...page, content });
}

function windowOf({ lab, rows }: LabReport): string {
  const { execution } = lab;
  if (execution === null) return '';
  const window = `${minuteText(execution.startMs)} to ${minuteText(execution.endMs)} UTC`;
  return `${window}, ${rows.length} of ${execution.scheduledCount} backtests, ${lab.status}`;
}

function tiles({ rows, summary }: LabReport): Html {
  const best = bestOf(rows)[0];
  return html`<section class="tiles">
    ${tile('Net profit', percent(best?.netPercent), 'of the starting equity, the best')}
    ${tile('Best in-sample ROI', percent(best?.inSampleRoi), 'on used margin, as searched')}
    ${tile('The same out of sample', percent(best?.outOfSampleRoi), 'what it did not see')}
    ${tile('Its neighbours', percent(best?.neighbourhoodRoi), 'median, one step away')}
    ${tile('Deflated Sharpe', share(best?.deflatedSharpe), 'probability of more than luck')}
    ${tile('Over-fitting', share(summary?.overfittingProbability), 'probability')}
    ${tile('Trials', String(summary?.trialsCount ?? '-'), 'runs that could differ')}
  </section>`;
}

function tile(name: string, value: string, note: string): Html {
  return html`<div class="tile">
    <span>${name}</span><strong>${value}</strong><small>${note}</small>
  </div>`;
}

function bestOf(rows: readonly LabReportRow[]): readonly LabReportRow[] {
  return rows
    .filter(({ inSampleRoi }) => inSampleRoi !== null)
    .toSorted((left, right) => (right.inSampleRoi ?? 0) - (left.inSampleRoi ?? 0))
    .slice(0, BEST_SHOWN);
}

/** The best by what the search saw, each against its neighbours. */
function bestTable({ parameters, rows }: LabReport): Html {
  const lines = bestOf(rows).map(
    (row) =>
      html`<tr>
        ${parameters.map(({ values }, at) => html`<td>${values[row.places[at] ?? 0] ?? ''}</td>`)}
        ${[
          percent(row.netPercent),
          percent(row.inSampleRoi),
          percent(row.outOfSampleRoi),
          percent(row.neighbourhoodRoi),
          share(row.stability),
          share(row.deflatedSharpe),
          String(row.positionsClosed),
        ].map(figureCell)}
      </tr>`,
  );
  const figures = [
    'Net profit',
    'In-sample ROI',
    'Out-of-sample ROI',
    'Neighbours',
    'Stability',
    'Deflated Sharpe',
    'Positions',
  ];
  const keys = parameters.map(({ key }) => key);
  return table('The best against their neighbours', keys, figures, lines);
}

function foldTable({ summary }: LabReport): Html {
  if (summary === null || summary.folds.length === 0) return html``;
  const lines = summary.folds.map(
    (fold) =>
      html`<tr>
        <td>${minuteText(fold.cutMs)}</td>
        <td>${minuteText(fold.endMs)}</td>
        ${figureCell(fold.chosenProfit.toFixed(2))} ${figureCell(fold.judgedProfit.toFixed(2))}
      </tr>`,
  );
  const figures = ['Profit chosen by', 'Profit that followed'];
  return table('Choosing by the past', ['Chosen until', 'Judged until'], figures, lines);
}

function figureCell(text: string): Html {
  return html`<td class="figure">${text}</td>`;
}

/** Columns of names, and columns of figures behind them. */
function table(
  title: string,
  names: readonly string[],
  figures: readonly string[],
  lines: readonly Html[],
): Html {
  return html`<h2>${title}</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            ${names.map((text) => html`<th scope="col">${text}</th>`)}
            ${figures.map((text) => html`<th scope="col" class="figure">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>`;
}

/** `2024-01-31 09:15`. */
function minuteText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : `${value.toFixed(2)} %`;
}

function share(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toFixed(2);
}
