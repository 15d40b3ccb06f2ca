// The types and methods of the API as Python: a dataclass for each shape, and a method for each
// operation, once for programs that wait and once for those that use asyncio.

import type { ApiDocument, Parameter, ReadOperation, Schema } from './api-document.ts';
import { choicesOf, nameIn, readOperations } from './api-document.ts';

/** The reserved words of Python 3.11 (keyword.kwlist). */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);
const COLUMNS_MAX = 96;

/** The text of `tidemill/models.py`. */
export function pythonModels(document: ApiDocument): string {
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) =>
    schema.type === 'object' && schema.properties !== undefined
      ? classText(name, schema)
      : aliasText(name, schema),
  );
  return `"""The shapes of the API. Written by sdk/generate/write-client.ts from openapi.json."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias

${shapes.join('\n')}`;
}

/** Python can join what it names with `|` only where it is no text. */
function aliasText(name: string, schema: Schema): string {
  return `\n${name}: TypeAlias = ${typeOf(schema)}\n${documentation(schema.description, '')}`;
}

/** The text of `tidemill/operations.py`. */
export function pythonOperations(document: ApiDocument): string {
  const operations = readOperations(document);
  return `"""A method for each operation.

Written by sdk/generate/write-client.ts from openapi.json."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from . import models
from .calls import AsyncCalls, CallOptions, SyncCalls
from .values import Shapes
from datetime import datetime


class Operations(SyncCalls):
    """Methods that wait for the response."""
${operations.map((operation) => methodText(operation, '')).join('')}

class AsyncOperations(AsyncCalls):
    """Methods to be awaited."""
${operations.map((operation) => methodText(operation, 'async ')).join('')}`;
}

function classText(name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([key, property]) => {
    const isRequired = required.includes(key);
    const own = pythonName(key);
    const type = isRequired ? typeOf(property) : optional(typeOf(property));
    const given = [
      ...(isRequired ? [] : ['default=None']),
      ...(own === key ? [] : [`metadata={"name": "${key}"}`]),
    ];
    const value = given.length === 0 ? '' : ` = field(${given.join(', ')})`;
    return `    ${own}: ${type}${value}\n${documentation(property.description, '    ')}`;
  });
  return `
@dataclass(frozen=True, slots=True, kw_only=True)
class ${name}:
${documentation(schema.description ?? name, '    ')}
${fields.join('')}`;
}

function methodText(operation: ReadOperation, prefix: string): string {
  const { id, description, parameters, body, output } = operation;
  const required = parameters.filter((parameter) => parameter.required === true);
  const others = parameters.filter((parameter) => parameter.required !== true);
  const words = [
    'self',
    ...required.map((parameter) => `${pythonName(parameter.name)}: ${ofModels(parameter.schema)}`),
    ...(body === null ? [] : [`body: ${ofModels(body)} | Mapping[str, Any]`]),
    '*',
    ...others.map(optionalWord),
    'options: CallOptions | None = None',
  ];
  const given = parameters.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ');
  const shapes = output === null ? '' : `${shapesOf(output)}, `;
  const call = `"${operation.method}", "${operation.path}", {${given}}, ${
    body === null ? 'None' : 'body'
  }, ${shapes}"${operation.tier}", options`;
  const isAsync = prefix !== '';
  const begun = `${output === null ? '' : 'return '}${isAsync ? 'await ' : ''}`;
  const { result, caller } = callerOf(operation);
  const method = `
    ${prefix}def ${snake(id)}(
${words.map((word) => `        ${word},\n`).join('')}    ) -> ${result}:
${documentation(description, '        ')}        ${begun}self.${caller}(
            ${call}
        )
`;
  return (
    method + eachText(operation, words, call, isAsync) + tableText(operation, words, given, prefix)
  );
}

/** A deletion that was done by a try whose response was lost has no value. */
function callerOf({ method, output }: ReadOperation): {
  readonly result: string;
  readonly caller: string;
} {
  if (output === null) return { result: 'None', caller: 'act' };
  const type = ofModels(output);
  return method === 'DELETE'
    ? { result: optional(type), caller: 'delete' }
    : { result: type, caller: 'call' };
}

/** The classes of which a response is one. */
function shapesOf(output: Schema): string {
  const shapes = (choicesOf(output) ?? [output]).map(({ $ref }) => {
    if ($ref === undefined) throw new Error('a response is a shape with a name');
    return `Shapes(models.${nameIn($ref)})`;
  });
  return shapes.join(' | ');
}

function eachText(
  { id, page }: ReadOperation,
  words: readonly string[],
  call: string,
  isAsync: boolean,
): string {
  if (page === null) return '';
  const unpaged = words.filter((word) => !word.startsWith('cursor:'));
  const iterator = `${isAsync ? 'AsyncIterator' : 'Iterator'}[${ofModels(page.item)}]`;
  return `
    def each_${snake(id)}(
${unpaged.map((word) => `        ${word},\n`).join('')}    ) -> ${iterator}:
        """Each item of all pages of \`${snake(id)}\`."""
        return self.each(
            ${call.replace('"cursor": cursor', '"cursor": None')}, lambda page: page.${page.list}
        )
`;
}

function tableText(
  { id, method, path, tier, isTable }: ReadOperation,
  words: readonly string[],
  given: string,
  prefix: string,
): string {
  if (!isTable) return '';
  const stated = `What \`${snake(id)}\` returns as comma-separated values, for spreadsheets; starts with the names of its columns.`;
  return `
    ${prefix}def table_${snake(id)}(
${words.map((word) => `        ${word},\n`).join('')}    ) -> str:
${documentation(stated, '        ')}        return ${prefix === '' ? '' : 'await '}self.table(
            "${method}", "${path}", {${given}}, "${tier}", options
        )
`;
}

function optionalWord({ name, schema }: Parameter): string {
  return `${pythonName(name)}: ${optional(ofModels(schema))} = None`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const choices = choicesOf(schema);
  if (choices !== null) {
    const types = new Set(choices.map(typeOf));
    // In this order, so that None comes last, as is usual.
    return (
      [...types].filter((type) => type !== 'None').join(' | ') +
      (types.has('None') ? ' | None' : '')
    );
  }
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return textType(schema.format);
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `tuple[${typeOf(schema.items ?? {})}, ...]`;
    case 'object': {
      const { additionalProperties: others } = schema;
      return typeof others === 'object' ? `dict[str, ${typeOf(others)}]` : 'dict[str, Any]';
    }
    case undefined:
    default:
      throw new Error(`no type is known for the schema ${JSON.stringify(schema)}`);
  }
}

/** A value as Python writes it where it is a type; numbers there are whole. */
function literal(value: string | number | boolean | null): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new Error(`${value} is no literal type of Python`);
  return JSON.stringify(value);
}

function textType(format: string | undefined): string {
  if (format === 'decimal') return 'Decimal';
  return format === 'date-time' ? 'datetime' : 'str';
}

/** Names of shapes are looked up in their module. */
function ofModels(schema: Schema): string {
  return typeOf(schema).replaceAll(
    /\b(?!Literal|None|Any|Decimal)[A-Z]\w+(?![^[]*")/g,
    (name) => `models.${name}`,
  );
}

function optional(type: string): string {
  return type.endsWith(' None') ? type : `${type} | None`;
}

function pythonName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function snake(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function documentation(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const lines = [''];
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    const isFull = indent.length + last.length + word.length + 8 > COLUMNS_MAX;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  const end = (lines.at(-1) ?? '').endsWith('"') ? ' ' : '';
  return `${indent}"""${lines.join(`\n${indent}`)}${end}"""\n`;
}
