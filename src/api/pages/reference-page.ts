// The first page of the reference that people read: how to authenticate, the limits, and what there
// is. It is made from the OpenAPI document alone, and so are the pages of its groups.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { Html } from '#lib/html.ts';
import { html, inline, prose } from '#lib/html.ts';
import { table } from '#api/pages/page-layout.ts';
import type { Group } from '#api/pages/reference-frame.ts';
import { groupsOf, renderReferencePart } from '#api/pages/reference-frame.ts';

/** First page of the reference. */
export function renderReferencePage(document: OpenApiDocument): string {
  const content = html`<h1>${document.info.title}</h1>
    ${introduction(document)}
    <h2 id="operations">Operations</h2>
    ${groupsOf(document).map(groupSection)}`;
  return renderReferencePart(document, 'Reference', content);
}

function groupSection({ name, description, path, entries }: Group): Html {
  const rows = entries.map((entry) => [
    html`<span class="method ${entry.method}">${entry.method.toUpperCase()}</span>`,
    html`<a href="${path}#${entry.operation.operationId}">${entry.operation.summary}</a>`,
    html`<code>${entry.path}</code>`,
  ]);
  return html`<h3 id="${path.slice('/docs/'.length)}"><a href="${path}">${name}</a></h3>
    <p>${inline(description)}</p>
    <details>
      <summary>${entries.length === 1 ? '1 operation' : `${entries.length} operations`}</summary>
      ${table(['Method', 'Operation', 'Path'], rows)}
    </details>`;
}

function introduction(document: OpenApiDocument): Html {
  const baseUrl = document.servers[0]?.url ?? '';
  const limits = Object.entries(document['x-rate-limits']).map(([tier, limit]) => [
    html`<code>${tier}</code>`,
    html`${limit.requests} requests`,
    html`${limit.window_seconds} seconds`,
  ]);
  return html`${prose(document.info.description)}
    <p>Base address: <code>${baseUrl}</code></p>
    <h2 id="authentication">Authentication</h2>
    <p>Send an API key with every request. The full key is shown once, when it is made.</p>
    <pre><code>Authorization: Bearer tm_live_…</code></pre>
    <p>The examples read it from the environment:</p>
    <pre><code>export TIDEMILL_KEY=tm_live_…</code></pre>
    <h2 id="clients">Clients</h2>
    <p>
      Examples are for curl, and for the clients of TypeScript and Python, which send requests again
      where that is safe. In TypeScript they begin with
    </p>
    <pre><code>import { createClient } from '@tidemill/client';

const client = createClient({ baseUrl: '${baseUrl}', apiKey: process.env.TIDEMILL_KEY });</code></pre>
    <p>and in Python with</p>
    <pre><code>import os
from datetime import datetime
from tidemill import Tidemill

client = Tidemill("${baseUrl}", os.environ["TIDEMILL_KEY"])</code></pre>
    <h2 id="rate-limits">Rate limits</h2>
    <p>
      Each key has a budget per tier, in fixed windows that start with its first request.
      <code>RateLimit</code> says what is left and for how long. The five headers are in every
      response to a recognised key; not in a 401, in a 503 that came before the key could be
      verified, or in a response to OPTIONS. A request of tier <code>expensive</code> that is
      refused, or whose response is sent again, counts as one of <code>writes</code> instead.
    </p>
    ${table(['Tier', 'Budget', 'Window'], limits)}
    <h2 id="idempotency">Idempotency</h2>
    <p>
      Send <code>Idempotency-Key</code> with a POST, PUT or DELETE, and its outcome is retained for
      24 hours: sending the same request again with the same key returns the stored outcome, marked
      with <code>Idempotency-Replayed: true</code>, and repeats nothing. After a 5xx the same key
      may be used again safely. A refusal is retained too: use a new key after you have corrected a
      request. The API keys of one user share their Idempotency-Keys. Not so a key that is bound to
      one end user, and not where the response holds a secret: there the outcome belongs to the API
      key.
    </p>`;
}
