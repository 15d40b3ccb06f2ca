// Holds a response against the document of the API, as a client would that believes every word: the
// status, the media type, the headers, the codes, and a body in which no field is unknown.

import assert from 'node:assert/strict';
import Schema from 'typebox/schema';

type JsonSchema = { readonly [keyword: string]: unknown };

/** A reference, or a header itself. */
type Header = { readonly $ref: string } | { readonly required?: boolean; readonly schema: object };

export type DescribedResponse = {
  readonly $ref?: string;
  readonly headers?: { readonly [name: string]: Header };
  readonly content?: { readonly [mediaType: string]: { readonly schema: JsonSchema } };
  readonly 'x-codes'?: readonly string[];
};

export type DescribedOperation = {
  readonly operationId: string;
  readonly 'x-problems'?: readonly string[];
  readonly responses: { readonly [status: string]: DescribedResponse };
};

/** What is read of a document; it may be one that was received. */
export type CheckedDocument<Operation extends DescribedOperation = DescribedOperation> = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly headers: { readonly [name: string]: Header };
    readonly schemas: { readonly [name: string]: JsonSchema };
    readonly responses: { readonly [name: string]: DescribedResponse };
  };
  readonly 'x-problems': { readonly [code: string]: { readonly status: number } };
};

export type CheckedResponse = {
  readonly status: number;
  /** Undefined: not sent. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
};

/** What clients read; other headers are those of HTTP itself. */
const TELLING_HEADERS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  'Location',
  'Idempotency-Replayed',
];

type SplitPath = { readonly path: string; readonly parts: readonly string[] };
const splitPaths = new WeakMap<object, readonly SplitPath[]>();

/** Such as `getOrder`; undefined: no operation has this path and method. */
export function operationAt<Operation extends DescribedOperation>(
  { paths }: CheckedDocument<Operation>,
  method: string,
  pathname: string,
): Operation | undefined {
  const parts = pathname.split('/');
  const found = splitPathsOf(paths).find((template) => fits(template.parts, parts));
  return found === undefined ? undefined : paths[found.path]?.[method.toLowerCase()];
}

/** A path without a parameter comes before those that have one. */
function splitPathsOf(paths: object): readonly SplitPath[] {
  const known = splitPaths.get(paths);
  if (known !== undefined) return known;
  const split = Object.keys(paths)
    .toSorted((left, right) => countOf(left) - countOf(right))
    .map((path) => ({ path, parts: path.split('/') }));
  splitPaths.set(paths, split);
  return split;
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  const isParameter = (part: string) => part.startsWith('{');
  return (
    template.length === parts.length &&
    template.every((part, index) =>
      isParameter(part) ? parts[index] !== '' : part === parts[index],
    )
  );
}

function countOf(path: string): number {
  return path.split('{').length;
}

/** What of the response is not as the document says; empty: nothing. */
export function differencesFrom(
  document: CheckedDocument,
  operation: DescribedOperation,
  response: CheckedResponse,
): readonly string[] {
  const { status } = response;
  const listed = operation.responses[String(status)];
  const given = listed ?? operation.responses['default'];
  if (given === undefined || (status < 400 && listed === undefined)) {
    return [`the status ${status} is not documented`];
  }
  const described = resolved(document, given);
  return [
    ...differencesOfHeaders(document, described, response),
    ...differencesOfBody(document, described, response),
    ...(status >= 400 ? differencesOfProblem(document, operation, described, response) : []),
  ];
}

function resolved({ components }: CheckedDocument, given: DescribedResponse): DescribedResponse {
  if (given.$ref === undefined) return given;
  return components.responses[lastOf(given.$ref)] ?? {};
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function differencesOfHeaders(
  { components }: CheckedDocument,
  { headers = {} }: DescribedResponse,
  { header }: CheckedResponse,
): readonly string[] {
  const lacking = Object.entries(headers)
    .filter(([, given]) => {
      const described = '$ref' in given ? components.headers[lastOf(given.$ref)] : given;
      return described !== undefined && 'required' in described && described.required;
    })
    .filter(([name]) => header(name) === undefined)
    .map(([name]) => `lacks ${name}`);
  const unknown = TELLING_HEADERS.filter(
    (name) => header(name) !== undefined && headers[name] === undefined,
  ).map((name) => `has ${name}, which is not documented`);
  return [...lacking, ...unknown];
}

function differencesOfBody(
  document: CheckedDocument,
  { content = {} }: DescribedResponse,
  { header, text }: CheckedResponse,
): readonly string[] {
  const mediaTypes = Object.keys(content);
  if (mediaTypes.length === 0) return text === '' ? [] : ['has a body that is not documented'];
  const [type = ''] = (header('content-type') ?? '').split(';');
  const described = content[type];
  if (described === undefined) return [`is ${type}, not ${mediaTypes.join(' or ')}`];
  if (!type.endsWith('json')) return [];
  return fitsSchema(document, described.schema, JSON.parse(text))
    ? []
    : [`is not of its schema: ${text.slice(0, 500)}`];
}

function differencesOfProblem(
  document: CheckedDocument,
  operation: DescribedOperation,
  described: DescribedResponse,
  { status, text }: CheckedResponse,
): readonly string[] {
  const code = String((JSON.parse(text) as { readonly code: unknown }).code);
  return codesUnder(document, operation, described).includes(code) &&
    document['x-problems'][code]?.status === status
    ? []
    : [`the code ${code} is not documented under ${status}`];
}

/** The codes that a response of an operation may carry. */
export function codesUnder(
  document: CheckedDocument,
  operation: DescribedOperation,
  response: DescribedResponse,
): readonly string[] {
  return [...(resolved(document, response)['x-codes'] ?? []), ...(operation['x-problems'] ?? [])];
}

const validators = new Map<string, (value: unknown) => boolean>();

function fitsSchema(document: CheckedDocument, schema: JsonSchema, value: unknown): boolean {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known !== undefined) return known(value);
  const compiled = Schema.Compile(closed(document, schema) as never);
  const check = (each: unknown): boolean => compiled.Check(each);
  validators.set(key, check);
  return check(value);
}

/** With its references written out, and no field allowed that it does not name. */
function closed(document: CheckedDocument, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(document, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as JsonSchema;
  if (typeof $ref === 'string') {
    const referred = document.components.schemas[lastOf($ref)];
    assert(referred !== undefined, `${$ref} is in the document`);
    return closed(document, referred);
  }
  const entries = Object.entries(rest)
    .filter(([keyword]) => keyword !== 'examples' && !keyword.startsWith('x-'))
    .map(([keyword, value]) => [keyword, closed(document, value)]);
  const isObject = rest['properties'] !== undefined && rest['additionalProperties'] === undefined;
  return Object.fromEntries(isObject ? [...entries, ['additionalProperties', false]] : entries);
}
