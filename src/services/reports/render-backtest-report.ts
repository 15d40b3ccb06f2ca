// A backtest as one page that needs nothing else: figures, charts, trades, and what was assumed.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { DRAWING } from '#services/reports/draw-charts.ts';
import { chartContent } from '#services/reports/report-content.ts';
import { reportSections } from '#services/reports/report-sections.ts';
import { STATISTICS_STYLE } from '#services/reports/statistics-charts.ts';
import { renderReportPage } from '#services/reports/report-page.ts';

/** `chartLibrary` is the text of lightweight-charts' standalone build. */
export function renderBacktestReport(
  input: BacktestInput,
  report: BacktestReport,
  chartLibrary: string,
): string {
  const title = `${input.script.name} on ${input.markets[0]?.market.marketTag ?? ''}`;
  const sections = reportSections(input, report);
  const content = html`${sections.headline}
    <div id="legend"></div>
    <section id="charts" aria-label="Price with trades, equity and drawdown">
      <output id="mark-label" hidden></output>
    </section>
    ${sections.months} ${sections.statistics}
    <section>
      <h2>Distributions and resampled runs</h2>
      ${sections.charts}
    </section>
    ${sections.trades}
    <div class="columns">${sections.figures} ${sections.assumptions}</div>
    ${sections.inputs} ${sections.exports} ${sections.log} ${script(chartLibrary)}
    ${script(startText(input, report))}`;
  const page = { title, subtitle: sections.window, style: STATISTICS_STYLE, hasScripts: true };
  return renderReportPage({ ...page, content });
}

/** No text of a script, a market or a user may end the element that it stands in. */
function script(text: string): Html {
  return { markup: `<script>${text.replaceAll('</script', String.raw`<\/script`)}</script>` };
}

function startText(input: BacktestInput, report: BacktestReport): string {
  const content = JSON.stringify(chartContent(input, report)).replaceAll('<', String.raw`\u003c`);
  return `const drawn = (() => { ${DRAWING} })()(LightweightCharts, ${content}, {
    root: document.getElementById('charts'),
    label: document.getElementById('mark-label'),
    addToLegend(name, color) {
      const entry = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.style.background = color;
      entry.append(swatch, name);
      document.getElementById('legend').append(entry);
    },
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    rows: document.querySelectorAll('.trade'),
    afterDrawing: (run) => requestAnimationFrame(() => requestAnimationFrame(run)),
  });`;
}
