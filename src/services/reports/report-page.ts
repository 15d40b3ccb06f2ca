// The frame of a report: one document that needs nothing else and may load nothing.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';
import { REPORT_STYLE } from '#services/reports/report-style.ts';

export type ReportPage = {
  readonly title: string;
  /** Stands below the title. */
  readonly subtitle: Html | string;
  /** Added to the style that all reports share. */
  readonly style: string;
  readonly content: Html;
};

export function renderReportPage({ title, subtitle, style, content }: ReportPage): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        ${{ markup: `<style>${REPORT_STYLE}${style}</style>` }}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p class="soft">${subtitle}</p>
        </header>
        <main>${content}</main>
      </body>
    </html> `.markup;
}
