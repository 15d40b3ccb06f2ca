// The page of a backtest: the frame that is built with the console, with the backtest written in.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from '#lib/html.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Gathered } from '#services/backtests/gather-input.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { reportDocument } from '#main/opening/report-document.ts';

const FRAME = fileURLToPath(new URL('../../../console/dist/report.html', import.meta.url));

/** Throws CommandFailed where the console was not built. */
export function renderReport(gathered: Gathered, report: BacktestReport): string {
  const document = reportDocument(gathered, report);
  const title = html`${document.script_name} on ${document.job.market_tag ?? ''}`.markup;
  // No text of a script, a market or a user may end the element that it stands in.
  const content = JSON.stringify(document).replaceAll('<', String.raw`\u003c`);
  // Functions, because `$` in a text that replaces another means something.
  return readFrame()
    .replace('__REPORT__', () => content)
    .replace('__TITLE__', () => title);
}

function readFrame(): string {
  try {
    return readFileSync(FRAME, 'utf8');
  } catch {
    throw new CommandFailed(
      'The pages of reports are not built.',
      'In a repository, build them: npm run build -w console',
    );
  }
}
