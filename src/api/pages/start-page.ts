// Start page at the address of the service: to a browser a page that says what runs here and where
// to go on, to a program the same as JSON. Neither holds anything of a tenant.

import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { renderPage, table } from '#api/pages/page-layout.ts';

export type Installation = {
  readonly version: string;
  readonly baseUrl: string;
  readonly isReady: boolean;
};

const PLACES = [
  ['docs', '/docs', 'API reference', 'Every operation, with its fields, errors and an example.'],
  ['commands', '/docs/commands', 'Script commands', 'What a Lua script can call.'],
  ['pine', '/docs/pine', 'Pine Script', 'The built-ins of Pine Script, and what differs here.'],
  ['errors', '/errors', 'Errors', 'What each error means, and what to do about it.'],
  ['openapi', '/openapi.json', 'OpenAPI document', 'The same API for programs.'],
] as const;

const CHECKS = [
  ['health', '/healthz', 'Whether the process responds.'],
  ['ready', '/readyz', 'Whether it takes requests, with its database.'],
  ['metrics', '/metrics', 'Figures for Prometheus.'],
] as const;

const COMMANDS = [
  ['tidemill keys create --name NAME', 'make a key; it is shown this once'],
  ['tidemill bots list', 'see which bots there are, and what they earn'],
  ['tidemill orders list', 'see the open orders'],
  ['tidemill doctor', 'check the installation'],
  ['tidemill --help', 'see all commands'],
] as const;

/** Addresses of an installation as JSON, with whether it is ready. */
export function startDocument({ version, baseUrl, isReady }: Installation): string {
  const addresses = [...PLACES, ...CHECKS].map(([name, path]) => [name, baseUrl + path]);
  return JSON.stringify({
    name: 'tidemill',
    version,
    status: isReady ? 'ready' : 'not_ready',
    ...Object.fromEntries(addresses),
  });
}

/** Page for an installation whose console is not built. */
export function renderStartPage({ version, baseUrl, isReady }: Installation): string {
  const state = isReady
    ? html`<span class="tag">ready</span>`
    : html`<span class="tag">not ready: it starts, stops or waits for its database</span>`;
  const content = html`<main class="single">
    <h1>Tidemill</h1>
    <p>Self-hosted trading automation behind one REST API.</p>
    <p>
      The web console is not built. Build it in the folder of the service, and start the service
      again: <code>npm run build -w console</code>
    </p>
    <p class="line"><span>Version ${version}</span> ${state}</p>
    <h2>To read</h2>
    ${table(['Page', 'What it has'], PLACES.map(placeRow))}
    <h2>First request</h2>
    <p>
      The first start of the service shows a key. With it, the API responds at
      <code>${baseUrl}</code>:
    </p>
    <pre><code>curl -sS '${baseUrl}/v1/accounts' \\
  -H 'Authorization: Bearer tm_live_…'</code></pre>
    <h2>On the machine</h2>
    <p>Commands, in the folder of the service as <code>bin/tidemill</code>:</p>
    ${table(['Command', 'To'], COMMANDS.map(commandRow))}
    <h2>Health</h2>
    ${table(['Address', 'What it says'], CHECKS.map(checkRow))}
  </main>`;
  return renderPage('Tidemill', content);
}

function placeRow([, path, title, text]: (typeof PLACES)[number]): readonly Html[] {
  return [html`<a href="${path}">${title}</a>`, html`${text}`];
}

function commandRow([command, text]: (typeof COMMANDS)[number]): readonly Html[] {
  return [html`<code>${command}</code>`, html`${text}`];
}

function checkRow([, path, text]: (typeof CHECKS)[number]): readonly Html[] {
  return [html`<a href="${path}"><code>${path}</code></a>`, html`${text}`];
}
