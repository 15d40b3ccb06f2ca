// The shapes of requests and responses: a list of all, and a page for each with its fields.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import type { Html } from '#lib/html.ts';
import { html, inline, NOTHING } from '#lib/html.ts';
import { table } from '#api/pages/page-layout.ts';
import { groupsOf, renderReferencePart } from '#api/pages/reference-frame.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import { fieldTable, shapePath, typeText } from '#api/pages/schema-table.ts';

/** List of all shapes. */
export function renderShapeIndex(document: OpenApiDocument): string {
  const rows = Object.entries(document.components.schemas).map(([name, schema]) => [
    html`<a href="${shapePath(name)}">${name}</a>`,
    inline(schema.description ?? ''),
  ]);
  const content = html`<h1>Shapes</h1>
    <p>What requests and responses are made of.</p>
    ${table(['Shape', 'What it is'], rows)}`;
  return renderReferencePart(document, 'Shapes', content);
}

/** Null: there is no such shape. */
export function renderShapePage(document: OpenApiDocument, name: string): string | null {
  const { schemas } = document.components;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined) return null;
  const isObject = schema.properties !== undefined;
  const content = html`<h1>${name}</h1>
    <p>${inline(schema.description ?? '')}</p>
    ${isObject ? fieldTable(document, schema) : valueText(document, schema)}
    ${isObject ? exampleSection(document, schema) : NOTHING} ${usesSection(document, name)}`;
  return renderReferencePart(document, name, content);
}

/** What a value is that has a name and no fields. */
function valueText(document: OpenApiDocument, schema: JsonSchema): Html {
  const pattern = schema.pattern === undefined ? NOTHING : html`, <code>${schema.pattern}</code>`;
  return html`<p>${typeText(document, schema)}${pattern}</p>`;
}

function exampleSection(document: OpenApiDocument, schema: JsonSchema): Html {
  return html`<h2>Example</h2>
    <pre><code>${JSON.stringify(exampleOf(document, schema), null, 2)}</code></pre>`;
}

/** Shapes with a field of it, and operations that take or return it. */
function usesSection(document: OpenApiDocument, name: string): Html {
  const reference = `"#/components/schemas/${name}"`;
  const hasIt = (part: unknown): boolean => JSON.stringify(part).includes(reference);
  const shapes = Object.entries(document.components.schemas)
    .filter(([, schema]) => hasIt(schema))
    .map(([other]) => html`<li><a href="${shapePath(other)}">${other}</a></li> `);
  const responses = Object.entries(document.components.responses)
    .filter(([, response]) => hasIt(response))
    .map(([response]) => `"#/components/responses/${response}"`);
  const operations = groupsOf(document).flatMap(({ path, entries }) =>
    entries
      .filter(({ operation }) => {
        const text = JSON.stringify(operation);
        return [reference, ...responses].some((each) => text.includes(each));
      })
      .map(
        ({ operation: { operationId, summary } }) =>
          html`<li><a href="${path}#${operationId}">${summary}</a></li> `,
      ),
  );
  if (shapes.length + operations.length === 0) return NOTHING;
  return html`<h2>Used by</h2>
    <ul>
      ${operations} ${shapes}
    </ul>`;
}
