// What a script exported, as tables of the page.

import type { Html } from '#lib/html.ts';
import { html, NOTHING } from '#lib/html.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { exportCellText } from '#services/backtests/export-parts.ts';

const ROWS_SHOWN_MAX = 200;

/** Empty where nothing was exported. */
export function exportTables({ exports }: Pick<BacktestReport, 'exports'>): Html {
  if (exports.length === 0) return NOTHING;
  return html`<section>
    <h2>Exports of the script</h2>
    ${exports.map(tableOf)}
  </section>`;
}

function tableOf({ name, headers, rows }: BacktestReport['exports'][number]): Html {
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const heads = headers.map((text, column) => {
    const isNumber = typeof shown[0]?.[column] === 'number';
    return html`<th scope="col" class="${isNumber ? 'number' : ''}">${text}</th>`;
  });
  const lines = shown.map((cells) => {
    const row = cells.map((cell) =>
      typeof cell === 'number'
        ? html`<td class="number">${exportCellText(cell)}</td>`
        : html`<td>${exportCellText(cell)}</td>`,
    );
    return html`<tr>
      ${row}
    </tr> `;
  });
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  const rest = rows.length - shown.length;
  const note = rest > 0 ? html`<p class="soft">${rest} more rows are in the files.</p>` : NOTHING;
  return html`<h3>${name} <span class="soft">${count}</span></h3>
    <div class="wide" tabindex="0">
      <table class="export">
        <thead>
          <tr>
            ${heads}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>
    ${note}`;
}
