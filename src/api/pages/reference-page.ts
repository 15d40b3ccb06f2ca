// The reference that people read, made from the OpenAPI document alone: operations by resource with
// parameters, fields, an example, errors and limits.

import { PROBLEMS } from '#api/http/responses/problems.ts';
import type { OpenApiDocument, OpenApiOperation } from '#api/openapi/open-api-document.ts';
import type { ResponseContent } from '#api/openapi/describe-responses.ts';
import { parametersOf, problemCodesOfAll, responseOf } from '#api/openapi/open-api-document.ts';
import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import type { Html } from '#lib/html.ts';
import { html, inline, NOTHING, prose } from '#lib/html.ts';
import { SCRIPT_ELEMENT, searchField } from '#api/pages/page-script.ts';
import { renderPage, table } from '#api/pages/page-layout.ts';
import { exampleOf, referredName, resolve, withoutNull } from '#api/pages/schema-example.ts';

type Entry = {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
};

export function renderReferencePage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const sections = groups.map(
    (group) =>
      html`<h2 id="${anchor(group.name)}">${group.name}</h2>
        ${group.entries.map((entry) => operationSection(document, entry))}`,
  );
  const content = html`<div class="frame">
    ${navigation(groups)}
    <main>
      <h1>${document.info.title}</h1>
      ${introduction(document)} ${sections} ${schemaSections(document)}
    </main>
    ${SCRIPT_ELEMENT}
  </div>`;
  return renderPage(`${document.info.title} reference`, content);
}

function navigation(
  groups: readonly { readonly name: string; readonly entries: readonly Entry[] }[],
): Html {
  const lists = groups.map(
    ({ name, entries }) =>
      html`<h2>${name}</h2>
        <ul>
          ${entries.map(
            ({ operation }) =>
              html`<li><a href="#${operation.operationId}">${operation.summary}</a></li> `,
          )}
        </ul> `,
  );
  return html`<nav aria-label="Contents">
    <strong>Tidemill API</strong>
    ${searchField('operations and shapes')}
    <h2>Start</h2>
    <ul>
      <li><a href="#authentication">Authentication</a></li>
      <li><a href="#rate-limits">Rate limits</a></li>
      <li><a href="#idempotency">Idempotency</a></li>
      <li><a href="/errors">Errors</a></li>
      <li><a href="#shapes">Shapes</a></li>
      <li><a href="/docs/commands">Script commands</a></li>
      <li><a href="/openapi.json">OpenAPI document</a></li>
    </ul>
    ${lists}
  </nav>`;
}

function introduction(document: OpenApiDocument): Html {
  const limits = Object.entries(document['x-rate-limits']).map(([tier, limit]) => [
    html`<code>${tier}</code>`,
    html`${limit.requests} requests`,
    html`${limit.window_seconds} seconds`,
  ]);
  return html`${prose(document.info.description)}
    <p>Base address: <code>${document.servers[0]?.url ?? ''}</code></p>
    <h2 id="authentication">Authentication</h2>
    <p>Send an API key with every request. The full key is shown once, when it is made.</p>
    <pre><code>Authorization: Bearer tm_live_…</code></pre>
    <p>The examples read it from the environment:</p>
    <pre><code>export TIDEMILL_KEY=tm_live_…</code></pre>
    <h2 id="rate-limits">Rate limits</h2>
    <p>
      Each key has a budget per tier, in fixed windows that start with its first request.
      <code>RateLimit</code> says what is left and for how long. The five headers are in every
      response to a recognised key; not in a 401, in a 503 that came before the key could be
      verified, or in a response to OPTIONS.
    </p>
    ${table(['Tier', 'Budget', 'Window'], limits)}
    <h2 id="idempotency">Idempotency</h2>
    <p>
      Send <code>Idempotency-Key</code> with a POST or PUT, and its outcome is retained for 24
      hours: sending the same request again with the same key returns the stored outcome, marked
      with <code>Idempotency-Replayed: true</code>, and repeats nothing. After a 5xx the same key
      may be used again safely. A refusal is retained too: use a new key after you have corrected a
      request. The API keys of one user share their Idempotency-Keys. Not so a key that is bound to
      one end user, and not where the response holds a secret: there the outcome belongs to the API
      key.
    </p>`;
}

function operationSection(document: OpenApiDocument, entry: Entry): Html {
  const { method, path, operation } = entry;
  const addition =
    operation['x-addition'] === true ? html` <span class="tag">addition</span>` : NOTHING;
  return html`<section>
    <h3 id="${operation.operationId}">${operation.summary}</h3>
    <p class="line">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="tag">scope ${operation['x-required-scope']}</span>
      <span class="tag">tier ${operation['x-rate-limit-tier']}</span>${addition}
    </p>
    ${prose(operation.description)} ${parameterTable(document, operation)}
    ${bodySection(document, operation)}
    <h4>Example</h4>
    <pre><code>${curlExample(document, entry)}</code></pre>
    ${responseSection(document, operation)} ${errorSection(document, operation)}
  </section> `;
}

function parameterTable(document: OpenApiDocument, operation: OpenApiOperation): Html {
  const parameters = parametersOf(document, operation);
  if (parameters.length === 0) return NOTHING;
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code>`,
    html`${parameter.in}`,
    typeText(parameter.schema),
    html`${parameter.required === true ? 'Required. ' : ''}${inline(parameter.description)}`,
  ]);
  return html`<h4>Parameters</h4>
    ${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function bodySection(document: OpenApiDocument, { requestBody }: OpenApiOperation): Html {
  if (requestBody === undefined) return NOTHING;
  const { schema } = requestBody.content['application/json'];
  return html`<h4>Body</h4>
    ${fieldTable(document, schema)}`;
}

function responseSection(document: OpenApiDocument, { responses }: OpenApiOperation): Html {
  const [status, given] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  const response = given === undefined ? undefined : responseOf(document, given);
  const content = response?.content?.['application/json'];
  const schema = content?.schema;
  if (status === undefined || response === undefined) return NOTHING;
  const example =
    schema === undefined
      ? NOTHING
      : html`<details>
          <summary>Example response</summary>
          <p>Shape: ${shapeLink(schema)}</p>
          <pre><code>${JSON.stringify(responseExample(document, content), null, 2)}</code></pre>
        </details>`;
  return html`<h4>ApiResponse</h4>
    <p><code>${status}</code> ${inline(response.description)}</p>
    ${example}`;
}

/** What the shape's example says, but for what cannot be so in this response. */
function responseExample(document: OpenApiDocument, content: ResponseContent | undefined): unknown {
  const example = exampleOf(document, content?.schema ?? {});
  const changes = content?.['x-example-changes'];
  if (changes === undefined || typeof example !== 'object' || example === null) return example;
  return { ...example, ...changes };
}

function errorSection(document: OpenApiDocument, operation: OpenApiOperation): Html {
  const links = problemCodesOfAll(document, operation).map(
    (code) =>
      html`<a href="/errors/${code}" title="${PROBLEMS[code].title}"><code>${code}</code></a> `,
  );
  return html`<details>
    <summary>Errors</summary>
    <p>${links}</p>
  </details>`;
}

function schemaSections(document: OpenApiDocument): Html {
  const sections = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<h3 id="shape-${name}">${name}</h3>
        <p>${inline(schema.description ?? '')}</p>
        ${schema.properties === undefined ? valueText(schema) : fieldTable(document, schema)} `,
  );
  return html`<h2 id="shapes">Shapes</h2>
    ${sections}`;
}

/** What a value is that has a name and no fields. */
function valueText(schema: JsonSchema): Html {
  const pattern = schema.pattern === undefined ? NOTHING : html`, <code>${schema.pattern}</code>`;
  return html`<p>${typeText(schema)}${pattern}</p>`;
}

function fieldTable(document: OpenApiDocument, given: JsonSchema): Html {
  const schema = resolve(document, given);
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {});
  const rows = properties.map(([name, property]) => {
    const described = property.description ?? withoutNull(property).schema.description ?? '';
    return [
      html`<code>${name}</code>`,
      typeText(property),
      html`${required.includes(name) ? '' : 'Optional. '}${inline(described)}`,
    ];
  });
  return rows.length === 0 ? NOTHING : table(['Field', 'Type', 'Meaning'], rows);
}

function typeText(given: JsonSchema): Html {
  const { schema, isNullable } = withoutNull(given);
  const end = isNullable ? ' or null' : '';
  if (referredName(schema) !== null) return html`${shapeLink(schema)}${end}`;
  if (schema.type === 'array') {
    return html`array of ${typeText(schema.items ?? {})}${end}`;
  }
  const words = schema.enum;
  if (words !== undefined && words.length <= 30) {
    const list = words.map((word) => html`<code>${String(word)}</code> `);
    return html`${list}${end}`;
  }
  const kind = schema.format ?? schema.type?.toString() ?? 'any value';
  return html`${kind}${rangeText(schema)}${end}`;
}

function rangeText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, default: initial } = schema;
  const size = minLength === undefined && maxLength === undefined ? '' : ' characters';
  const least = minimum ?? minLength;
  const most = maximum ?? maxLength;
  const isPlain = least === undefined && most === undefined;
  const range = isPlain ? '' : `, ${boundsText(least, most)}${size}`;
  return `${range}${initial === undefined ? '' : `, default ${String(initial)}`}`;
}

/** At least one of the two is given. */
function boundsText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}

function shapeLink(schema: JsonSchema): Html {
  const name = referredName(schema);
  return name === null ? html`object` : html`<a href="#shape-${name}">${name}</a>`;
}

function curlExample(document: OpenApiDocument, { method, path, operation }: Entry): string {
  const url = (document.servers[0]?.url ?? '') + path;
  const lines = [
    method === 'get' ? `curl "${url}"` : `curl -X ${method.toUpperCase()} "${url}"`,
    '  -H "Authorization: Bearer $TIDEMILL_KEY"',
  ];
  if (parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key')) {
    lines.push('  -H "Idempotency-Key: $(date +%s)-$RANDOM"');
  }
  if (operation.requestBody !== undefined) {
    const { schema } = operation.requestBody.content['application/json'];
    lines.push('  -H "Content-Type: application/json"');
    lines.push(`  -d '${JSON.stringify(exampleOf(document, schema))}'`);
  }
  return lines.join(' \\\n');
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
