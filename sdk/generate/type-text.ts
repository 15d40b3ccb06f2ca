// The types of the API as TypeScript: a type for each shape, and for each operation what it takes
// and returns. A schema that it does not know is an error: no type becomes `unknown` unseen.

import type { ApiDocument, Parameter, ReadOperation, Schema } from './api-document.ts';
import { choicesOf, nameIn, readOperations } from './api-document.ts';

const COLUMNS_MAX = 100;

const HEADER = `// Data: the types of the API.
// Written by sdk/generate/write-client.ts from openapi.json.

declare const decimal: unique symbol;
/**
 * A decimal number as text, exact: "0.1". Amounts, prices and money are never JSON numbers. Every
 * text may be given for one; the mark, which no value has, is what \`decimals.ts\` finds them by.
 */
export type Decimal = string & { readonly [decimal]?: never };
/** RFC 3339 in UTC, such as "2026-11-21T10:00:00.000Z". */
export type Timestamp = string;
`;

/** The text of `src/api-types.ts`. */
export function typeText(document: ApiDocument): string {
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const operations = readOperations(document).map(operationText);
  return [
    HEADER,
    ...shapes,
    `/** Of each operation: what it takes and returns, the items of its pages, and its table. */
export type Operations = {
${operations.join('')}};
`,
  ]
    .join('\n')
    .replaceAll(/ +$/gm, '');
}

function operationText(operation: ReadOperation): string {
  const { id, description, parameters, body, output, page, isTable } = operation;
  const inputs = parameters.map((parameter) => parameterText(parameter));
  if (body !== null) inputs.push(`      readonly body: ${typeOf(body, '      ')};\n`);
  const input = inputs.length === 0 ? '{}' : `{\n${inputs.join('')}    }`;
  return `${comment(description, '  ')}  readonly ${id}: {
    readonly input: ${input};
    readonly output: ${output === null ? 'undefined' : typeOf(output, '    ')};
    readonly item: ${page === null ? 'never' : typeOf(page.item, '    ')};
    readonly table: ${isTable ? 'string' : 'never'};
  };
`;
}

function parameterText({ name, required, description, schema }: Parameter): string {
  return propertyText(name, { ...schema, description }, required === true, '      ');
}

function propertyText(name: string, schema: Schema, isRequired: boolean, indent: string): string {
  const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`;
  const type = typeOf(schema, indent);
  const value = isRequired ? `: ${type}` : `?: ${type} | undefined`;
  return `${comment(schema.description, indent)}${indent}readonly ${key}${value};\n`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const choices = choicesOf(schema);
  if (choices !== null) return choiceText(choices, indent);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return unionText(schema.enum.map(literal), indent);
  const open = schema['x-extensible-enum'];
  // Known values are offered, and others accepted.
  if (open !== undefined) return unionText([...open.map(literal), '(string & {})'], indent);
  switch (schema.type) {
    case 'string':
      return textType(schema.format);
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly ${itemText(schema.items ?? {}, indent)}[]`;
    case 'object':
      return objectText(schema, indent);
    case undefined:
    default:
      throw new Error(`no type is known for the schema ${JSON.stringify(schema)}`);
  }
}

function choiceText(choices: readonly Schema[], indent: string): string {
  return unionText([...new Set(choices.map((choice) => typeOf(choice, indent)))], indent);
}

function textType(format: string | undefined): string {
  if (format === 'decimal') return 'Decimal';
  return format === 'date-time' ? 'Timestamp' : 'string';
}

function itemText(items: Schema, indent: string): string {
  const type = typeOf(items, indent);
  return /[\s|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function objectText(schema: Schema, indent: string): string {
  const inner = `${indent}  `;
  const { additionalProperties: others, required = [] } = schema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    propertyText(name, property, required.includes(name), inner),
  );
  if (typeof others === 'object') {
    properties.push(`${inner}readonly [name: string]: ${typeOf(others, inner)};\n`);
  } else if (properties.length === 0)
    return others === false ? '{}' : '{ readonly [name: string]: unknown }';
  return `{\n${properties.join('')}${indent}}`;
}

function unionText(types: readonly string[], indent: string): string {
  // A member may be a union that was too long for a line.
  const members = types.flatMap((type) =>
    type.startsWith('\n')
      ? type
          .trimStart()
          .slice(2)
          .split(/\n\s*\| /)
      : type,
  );
  const line = members.join(' | ');
  if (indent.length + line.length < COLUMNS_MAX - 40) return line;
  return members.map((member) => `\n${indent}  | ${member}`).join('');
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const words = text.replaceAll('*/', '* /').split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isFull =
      last === undefined || indent.length + last.length + word.length > COLUMNS_MAX - 8;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
