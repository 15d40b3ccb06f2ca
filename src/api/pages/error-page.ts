// The page that each problem's `type` leads to, and the list of all of them.

import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEM_CODES, PROBLEMS } from '#api/http/responses/problems.ts';
import { html, inline, prose } from '#lib/html.ts';
import { renderPage, table } from '#api/pages/page-layout.ts';

/** Page of one problem code. */
export function renderErrorPage(code: ProblemCode): string {
  const { status, title, meaning, remedy } = PROBLEMS[code];
  const content = html`<main class="single">
    <p class="soft"><a href="/docs">API reference</a> / <a href="/errors">Errors</a></p>
    <h1>${title}</h1>
    <p class="line"><code>${code}</code> <span class="tag">HTTP ${status}</span></p>
    <h2>What it means</h2>
    ${prose(meaning)}
    <h2>What to do</h2>
    ${prose(remedy)}
  </main>`;
  return renderPage(`${code} - Tidemill API`, content);
}

/** List of all problem codes. */
export function renderErrorIndex(): string {
  const rows = PROBLEM_CODES.map((code) => [
    html`<a href="/errors/${code}"><code>${code}</code></a>`,
    html`${PROBLEMS[code].status}`,
    html`${inline(PROBLEMS[code].title)}`,
  ]);
  const content = html`<main class="single">
    <p class="soft"><a href="/docs">API reference</a></p>
    <h1>Errors</h1>
    <p>
      Every error is an RFC 9457 problem document. Match on <code>code</code>, never on its texts;
      codes may be added.
    </p>
    ${table(['Code', 'Status', 'Title'], rows)}
  </main>`;
  return renderPage('Errors - Tidemill API', content);
}
