// Reads a query string by an operation's parameter schemas. Nothing is coerced by guess: a whole
// number is plain digits, a parameter stands once, and unknown ones are refused by name.

import type { TProperties, TSchema } from 'typebox';
import { IsOptional } from 'typebox';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { FieldError } from '#api/http/responses/api-response.ts';
import { isPlainText } from '#api/http/requests/json-body.ts';
import { describeText, ERRORS_MAX, expectation } from '#api/http/requests/mismatch.ts';

export type Query = Readonly<Record<string, unknown>>;
type Faults = readonly [FieldError, ...FieldError[]];
export type QueryReader = (queryText: string) => Result<Query, Faults>;

type Parameter = {
  readonly schema: TSchema;
  readonly isRequired: boolean;
  readonly initial: unknown;
};

/** Prepared once per operation. */
export function queryReader(properties: TProperties): QueryReader {
  const parameters = new Map<string, Parameter>(
    Object.entries(properties).map(([name, schema]) => {
      const initial: unknown = 'default' in schema ? schema.default : undefined;
      return [name, { schema, isRequired: initial === undefined && !IsOptional(schema), initial }];
    }),
  );
  const initialQuery: Query = Object.fromEntries(
    [...parameters].flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );
  const hasRequired = [...parameters.values()].some(({ isRequired }) => isRequired);
  return (queryText) => {
    if (queryText === '' && !hasRequired) return accepted(initialQuery);
    return readQuery(parameters, { ...initialQuery }, queryText);
  };
}

function readQuery(
  parameters: ReadonlyMap<string, Parameter>,
  query: Record<string, unknown>,
  queryText: string,
): Result<Query, Faults> {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, text] of new URLSearchParams(queryText)) {
    if (errors.length >= ERRORS_MAX) break;
    const parameter = parameters.get(name);
    if (parameter === undefined) errors.push(unknownParameter(name, parameters));
    else if (seen.has(name)) errors.push(fault(name, 'it once', 'it repeated'));
    else {
      const value = readValue(parameter.schema, text);
      if (value === undefined) {
        errors.push(fault(name, expectedOf(parameter.schema, text), describeText(text)));
      } else query[name] = value;
    }
    seen.add(name);
  }
  for (const [name, { schema, isRequired }] of parameters) {
    if (errors.length >= ERRORS_MAX) break;
    if (isRequired && !seen.has(name)) errors.push(fault(name, expectation(schema), 'none'));
  }
  const [first, ...rest] = errors;
  return first === undefined ? accepted(query) : rejected([first, ...rest]);
}

function expectedOf(schema: TSchema, text: string): string {
  if (isPlainText(text)) return expectation(schema);
  return `${expectation(schema)} without NUL characters and halves of surrogate pairs`;
}

/** Undefined when the text is no value of the schema. */
function readValue(schema: TSchema, text: string): unknown {
  const { type, enum: words, minimum, maximum, minLength, maxLength, pattern } = schema as Limits;
  if (type === 'integer') {
    if (!/^(?:0|-?[1-9]\d{0,8})$/.test(text)) return undefined;
    const value = Number(text);
    if (words !== undefined && !words.includes(value)) return undefined;
    return value < (minimum ?? -Infinity) || value > (maximum ?? Infinity) ? undefined : value;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (!isPlainText(text) || text.length < (minLength ?? 0)) return undefined;
  if (maxLength !== undefined && text.length > maxLength) return undefined;
  if (words !== undefined && !words.includes(text)) return undefined;
  return pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? undefined : text;
}

type Limits = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

function unknownParameter(name: string, parameters: ReadonlyMap<string, Parameter>): FieldError {
  const known = [...parameters.keys()].join(', ');
  const expected = known === '' ? 'no parameters' : `one of ${known}`;
  return {
    parameter: name.slice(0, 60),
    detail: `Query parameter ${describeText(name)}: expected ${expected}, found an unknown one.`,
  };
}

function fault(name: string, expected: string, found: string): FieldError {
  return {
    parameter: name,
    detail: `Query parameter "${name}": expected ${expected}, found ${found}.`,
  };
}
