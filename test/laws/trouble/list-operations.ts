// Requests of all operations, one after another, as a client would make them: what is created first
// is read, changed and deleted afterwards, by the ids that the responses returned.

import type { LightMyRequestResponse } from 'fastify';
import type { OpenApiDocument, OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { parametersOf } from '#api/openapi/open-api-document.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import type { Json } from '#lib/json.ts';
import { REQUEST_FIELDS } from './request-fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An operation as it is to be requested. */
export type ListedOperation = {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly described: OpenApiOperation;
};

export type OperationRequest = {
  readonly method: Method;
  readonly url: string;
  readonly payload?: object;
};

/** Values of fields and of parts of paths, by their names. */
export type Names = Map<string, string>;

/** What others are made of comes first, then what reads, then what changes; deletions are last. */
const ORDER_OF: readonly (readonly [Method, RegExp, RegExp])[] = [
  ['PUT', /^allowAccountBots$/, /.*/],
  ['POST', /^create(Script|NotificationChannel)$|^connect|CreateUser$|CreateKey$/, /.*/],
  ['POST', /^createStrategyBot$|CreateBot$/, /.*/],
  ['POST', /^create|^placeOrder|^placeAccountOrder|SendSignal$/, /.*/],
  ['GET', /.*/, /.*/],
  ['PUT', /.*/, /.*/],
  ['POST', /^(?!.*[sS]top)/, /.*/],
  ['POST', /.*/, /.*/],
  ['DELETE', /^cancelOrder$|CancelUserOrder$|CancelBotOrder$/, /.*/],
  ['DELETE', /.*/, /\{.*\{|orders|bots|keys|scripts|labs|backtests/],
  ['DELETE', /.*/, /.*/],
];

/** All operations of the document, in the order in which they are requested. */
export function listOperations(document: OpenApiDocument): readonly ListedOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      operationId: described.operationId,
      method: method.toUpperCase() as Method,
      path,
      described,
    })),
  );
  return all
    .map((operation, at) => ({ operation, rank: rankOf(operation), at }))
    .toSorted((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ operation }) => operation);
}

function rankOf({ operationId, method, path }: ListedOperation): number {
  return ORDER_OF.findIndex(
    ([of, id, place]) => of === method && id.test(operationId) && place.test(path),
  );
}

export function isStream({ described }: ListedOperation): boolean {
  const success = described.responses['200'];
  return success !== undefined && 'content' in success && 'text/event-stream' in success.content;
}

/** The request with the names that are known, and the examples of the document. */
export function requestOf(
  document: OpenApiDocument,
  operation: ListedOperation,
  names: Names,
): OperationRequest {
  const { described, method, path, operationId } = operation;
  const of = (name: string): string | undefined =>
    names.get(`${surfaceOf(path)}${name}`) ?? names.get(name);
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_match, name: string) => of(name) ?? `${name}_that_nothing_has`,
  );
  const required = parametersOf(document, described).filter(
    (parameter) => parameter.in === 'query' && parameter.required === true,
  );
  const query = new URLSearchParams(
    required.map(({ name, schema }) => [name, of(name) ?? String(exampleOf(document, schema))]),
  ).toString();
  const url = query === '' ? filled : `${filled}?${query}`;
  const schema = described.requestBody?.content['application/json'].schema;
  if (schema === undefined) return { method, url };
  const example = exampleOf(document, schema) as Readonly<Record<string, Json>>;
  const own = REQUEST_FIELDS[operationId] ?? {};
  const body = Object.fromEntries(
    Object.entries({ ...example, ...own }).filter(([, value]) => value !== undefined),
  );
  return { method, url, payload: withNames(body, of) as object };
}

/** Fields of bodies that name what another operation made. */
const NAMING = /_id$|^market_tag$|^exchange$/;

/** The value with each naming field as it is known. */
function withNames(value: unknown, of: (name: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withNames(each, of));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      NAMING.test(name) && typeof each === 'string' ? (of(name) ?? each) : withNames(each, of),
    ]),
  );
}

/** Learns the ids that a response tells, also of the first row of a list. */
export function learnNames(
  { path }: ListedOperation,
  response: Pick<LightMyRequestResponse, 'statusCode' | 'body'>,
  names: Names,
): void {
  if (response.statusCode >= 300 || !response.body.startsWith('{')) return;
  const body = JSON.parse(response.body) as Readonly<Record<string, unknown>>;
  const [row = body] = Array.isArray(body['data']) ? (body['data'] as object[]) : [];
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !name.endsWith('_id')) continue;
    const place = `${surfaceOf(path)}${name}`;
    if (!names.has(place)) names.set(place, value);
  }
}

/** Ids of one surface are none of another. */
function surfaceOf(path: string): string {
  const [, , surface = ''] = path.split('/');
  return surface === 'whitelabel' || surface === 'partner' ? `${surface} ` : '';
}
