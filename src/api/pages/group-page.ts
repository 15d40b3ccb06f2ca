// The operations of one group for people: parameters, fields, examples in three languages, errors
// and limits, and a form that sends the request.

import { PROBLEMS } from '#api/http/responses/problems.ts';
import type { OpenApiDocument, OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { parametersOf, problemCodesOfAll, responseOf } from '#api/openapi/open-api-document.ts';
import type { ResponseContent } from '#api/openapi/describe-responses.ts';
import { present } from '#lib/assert.ts';
import type { Html } from '#lib/html.ts';
import { html, inline, NOTHING, prose } from '#lib/html.ts';
import { table } from '#api/pages/page-layout.ts';
import type { Group } from '#api/pages/reference-frame.ts';
import { groupsOf, renderReferencePart } from '#api/pages/reference-frame.ts';
import type { Entry } from '#api/pages/request-examples.ts';
import { exampleBody, isStream, requestExamples } from '#api/pages/request-examples.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import { fieldTable, shapeLink, typeText } from '#api/pages/schema-table.ts';

/** The page of the group with this name. */
export function renderGroupPage(document: OpenApiDocument, name: Group['name']): string {
  const named = groupsOf(document).find((each) => each.name === name);
  const group = present(named, 'each group of operations is in the document');
  const sections = group.entries.map((entry) => operationSection(document, entry));
  const content = html`<h1>${group.name}</h1>
    <p>${inline(group.description)}</p>
    ${sections}`;
  return renderReferencePart(document, group.name, content, group);
}

function operationSection(document: OpenApiDocument, entry: Entry): Html {
  const { method, path, operation } = entry;
  const addition =
    operation['x-addition'] === true ? html` <span class="tag">addition</span>` : NOTHING;
  return html`<section class="operation">
    <h2 id="${operation.operationId}">${operation.summary}</h2>
    <p class="line">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="tag">scope ${operation['x-required-scope']}</span>
      <span class="tag">tier ${operation['x-rate-limit-tier']}</span>${addition}
    </p>
    ${prose(operation.description)} ${parameterTable(document, operation)}
    ${bodySection(document, operation)} ${exampleSection(document, entry)}
    ${tryForm(document, entry)} ${responseSection(document, operation)}
    ${errorSection(document, operation)}
  </section> `;
}

function parameterTable(document: OpenApiDocument, operation: OpenApiOperation): Html {
  const parameters = parametersOf(document, operation);
  if (parameters.length === 0) return NOTHING;
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code>`,
    html`${parameter.in}`,
    typeText(document, parameter.schema),
    html`${parameter.required === true ? 'Required. ' : ''}${inline(parameter.description)}`,
  ]);
  return html`<h3>Parameters</h3>
    ${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function bodySection(document: OpenApiDocument, { requestBody }: OpenApiOperation): Html {
  if (requestBody === undefined) return NOTHING;
  const { schema } = requestBody.content['application/json'];
  return html`<h3>Body</h3>
    ${fieldTable(document, schema)}`;
}

function exampleSection(document: OpenApiDocument, entry: Entry): Html {
  const examples = requestExamples(document, entry).map(
    ({ language, text }) =>
      html`<div class="example" data-language="${language}">
        <pre aria-label="${language}"><code>${text}</code></pre>
      </div> `,
  );
  return html`<h3>Example</h3>
    <div class="examples">${examples}</div>`;
}

/** Shown by the script, which fills it: without one it could send nothing. */
function tryForm(document: OpenApiDocument, { method, path, operation }: Entry): Html {
  if (isStream(operation)) return NOTHING;
  const parameters = parametersOf(document, operation)
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required }) => ({ name, place, required: required === true }));
  const body = exampleBody(document, operation);
  const text = body === null ? '' : JSON.stringify(body, null, 2);
  return html`<details
    class="try"
    hidden
    data-method="${method.toUpperCase()}"
    data-path="${path}"
    data-parameters="${JSON.stringify(parameters)}"
    data-body="${text}"
  >
    <summary>Try it</summary>
  </details>`;
}

function responseSection(document: OpenApiDocument, { responses }: OpenApiOperation): Html {
  const [status, given] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  const response = given === undefined ? undefined : responseOf(document, given);
  if (status === undefined || response === undefined) return NOTHING;
  const content = response.content?.['application/json'];
  const shown = content === undefined ? NOTHING : contentSection(document, content);
  return html`<h3>Response</h3>
    <p><code>${status}</code> ${inline(response.description)}</p>
    ${shown}`;
}

function contentSection(document: OpenApiDocument, content: ResponseContent): Html {
  return html`<p>Shape: ${shapeLink(content.schema)}</p>
    <details>
      <summary>Fields</summary>
      ${fieldTable(document, content.schema)}
    </details>
    <details>
      <summary>Example response</summary>
      <pre><code>${JSON.stringify(responseExample(document, content), null, 2)}</code></pre>
    </details>`;
}

/** What the shape's example says, but for what cannot be so in this response. */
function responseExample(document: OpenApiDocument, content: ResponseContent): unknown {
  const example = exampleOf(document, content.schema);
  const changes = content['x-example-changes'];
  if (changes === undefined || typeof example !== 'object' || example === null) return example;
  return { ...example, ...changes };
}

function errorSection(document: OpenApiDocument, operation: OpenApiOperation): Html {
  const rows = problemCodesOfAll(document, operation).map((code) => [
    html`${PROBLEMS[code].status}`,
    html`<a href="/errors/${code}"><code>${code}</code></a>`,
    html`${PROBLEMS[code].title}`,
  ]);
  return html`<details>
    <summary>Errors</summary>
    ${table(['Status', 'Code', 'Meaning'], rows)}
  </details>`;
}
