// The fields of a shape as a table, as the pages of the reference show them.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import type { Html } from '#lib/html.ts';
import { html, inline, NOTHING } from '#lib/html.ts';
import { table } from '#api/pages/page-layout.ts';
import { referredName, resolve, withoutNull } from '#api/pages/schema-example.ts';

/** The fields of the shape; nothing where it has none. */
export function fieldTable(document: OpenApiDocument, given: JsonSchema): Html {
  const schema = resolve(document, given);
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const described = property.description ?? withoutNull(property).schema.description ?? '';
    return [
      html`<code>${name}</code>`,
      typeText(document, property),
      html`${required.includes(name) ? '' : 'Optional. '}${inline(described)}`,
    ];
  });
  return rows.length === 0 ? NOTHING : table(['Field', 'Type', 'Meaning'], rows);
}

/** What a value is: its type with its bounds, its words, or a link to its shape. */
export function typeText(document: OpenApiDocument, given: JsonSchema): Html {
  const choices = given.anyOf ?? [];
  if (choices.length > 2) {
    const words = choices.map((choice, index) => {
      const between = index === 0 ? '' : index === choices.length - 1 ? ' or ' : ', ';
      return html`${between}${typeText(document, choice)}`;
    });
    return html`${words}`;
  }
  const { schema, isNullable } = withoutNull(given);
  const end = isNullable ? ' or null' : '';
  if (referredName(schema) !== null) return html`${referredText(document, schema)}${end}`;
  if (schema.type === 'array') {
    return html`array of ${typeText(document, schema.items ?? {})}${end}`;
  }
  const words = schema.enum;
  if (words !== undefined) {
    const list = words.map((word) => html`<code>${String(word)}</code> `);
    return html`${list}${end}`;
  }
  const kind = schema.format ?? schema.type?.toString() ?? 'any value';
  return html`${kind}${rangeText(schema)}${end}`;
}

/** Short sets of words are shown where they are used; whatever else has a name is a link. */
function referredText(document: OpenApiDocument, given: JsonSchema): Html {
  const own = resolve(document, given);
  const { enum: words = [], format } = own;
  if (words.length > 0 && words.length <= 4) return typeText(document, own);
  return words.length === 0 && format !== undefined
    ? html`<a href="${shapePath(referredName(given) ?? '')}">${format}</a>`
    : shapeLink(given);
}

/** Link to the page of a schema's shape; the word "object" for one without a name. */
export function shapeLink(schema: JsonSchema): Html {
  const name = referredName(schema);
  return name === null ? html`object` : html`<a href="${shapePath(name)}">${name}</a>`;
}

/** Path of a shape's page. */
export function shapePath(name: string): string {
  return `/docs/shapes/${name}`;
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
