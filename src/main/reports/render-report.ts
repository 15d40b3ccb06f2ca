// The pages that commands write: the frame that is built with the console, with what the page is
// about written in.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from '#lib/html.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ReportSubject } from '#cli/report-subject.ts';
import { backtestDocument } from '#main/reports/backtest-document.ts';
import { comparisonDocument } from '#main/reports/comparison-document.ts';
import { labDocument } from '#main/reports/lab-document.ts';

const FRAME = fileURLToPath(new URL('../../../console/dist/report.html', import.meta.url));

/** Throws CommandFailed where the console was not built. */
export function renderReport(subject: ReportSubject): string {
  const { title, document } = pageOf(subject);
  // No text of a script, a market or a user may end the element that it stands in.
  const content = JSON.stringify(document).replaceAll('<', String.raw`\u003c`);
  // Functions, because `$` in a text that replaces another means something.
  return readFrame()
    .replace('__REPORT__', () => content)
    .replace('__TITLE__', () => html`${title}`.markup);
}

function pageOf(subject: ReportSubject): { readonly title: string; readonly document: object } {
  switch (subject.kind) {
    case 'backtest': {
      const document = backtestDocument(subject);
      return { title: `${document.script_name} on ${document.job.market_tag ?? ''}`, document };
    }
    case 'lab': {
      const document = labDocument(subject);
      const { algorithm, market_tag: market, name } = document.lab;
      return { title: `${name}: ${algorithm} on ${market ?? ''}`, document };
    }
    case 'comparison': {
      const document = comparisonDocument(subject);
      return { title: `${document.bot_name} against a backtest`, document };
    }
  }
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
