// Carries the requests of contract tests by the client: each becomes a call of the client's method,
// the request that it sends is what the test wrote, and what it returns or throws is what the
// service responded. The test goes on with that response. Requests that no method of the client
// sends, such as a body that is no JSON, go as they are.

import assert from 'node:assert/strict';
import type { InjectOptions, LightMyRequestResponse as ReceivedResponse } from 'fastify';
import type { CallOptions, TidemillClient } from '../../sdk/src/tidemill-client.ts';
import { ApiProblemError, createClient } from '../../sdk/src/tidemill-client.ts';
import { withDecimals } from '../../sdk/src/decimals.ts';
import * as OPERATION_TABLE from '../../sdk/src/operation-table.ts';
import type { CarriedRequest, Carrier, Inject } from '../support/request-carrier.ts';

type Values = Readonly<Record<string, unknown>>;
type TextRecord = Readonly<Record<string, string>>;

/** A request in the terms of the client. */
type ClientCall = {
  readonly input: Values;
  readonly headers: TextRecord;
  readonly options: CallOptions;
  readonly isTable: boolean;
};

type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: TextRecord;
  readonly body: string | undefined;
};

export type CarryReport = {
  /** How often each operation was called, by its id. */
  readonly called: ReadonlyMap<string, number>;
  /** How many requests went as they are, by the reason. */
  readonly uncalled: ReadonlyMap<string, number>;
};

const ROWS: { readonly [id: string]: readonly string[] } = OPERATION_TABLE;
const BASE_URL = 'http://client.invalid';
/** What the client adds by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'idempotency-key']);

/** After so many calls of an operation, its requests go as they are. */
export function clientCarrier({ callsMax }: { readonly callsMax: number }): {
  readonly carrier: Carrier;
  readonly report: CarryReport;
} {
  const called = new Map<string, number>();
  const uncalled = new Map<string, number>();
  const carrier: Carrier = (carried, inject) => {
    const { operationId } = carried.operation;
    if ((called.get(operationId) ?? 0) >= callsMax) return inject(carried.request);
    const call = callOf(carried);
    if (typeof call === 'string') {
      count(uncalled, call);
      return inject(carried.request);
    }
    count(called, operationId);
    return carryByClient(carried, call, inject);
  };
  return { carrier, report: { called, uncalled } };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The call that sends this request, or why there is none. */
function callOf({ request, operation: { operationId } }: CarriedRequest): ClientCall | string {
  const row = ROWS[operationId];
  if (row === undefined) return `${operationId} is a stream`;
  const template = row[1] ?? '';
  const { pathname, query } = addressOf(request);
  const parameters = parametersIn(template, pathname);
  if (parameters === null) return 'a part of the path is empty, or is not in its escapes';
  const names = [...query.keys(), ...Object.keys(parameters), 'body'];
  if (new Set(names).size < names.length) return 'a parameter comes twice';
  const headers = headersOf(request);
  const isKeyed = request.method === 'POST' || request.method === 'PUT';
  const { 'idempotency-key': idempotencyKey, 'content-type': type, accept, ...rest } = headers;
  if (idempotencyKey !== undefined && !isKeyed) return 'a key on a request that has none';
  const isTable = accept === 'text/csv';
  if (!isJson(accept) && !isTable) return 'another media type is accepted';
  if (isTable && !query.has('limit')) return 'a whole list as a table, which the client pages';
  if (request.method === 'GET' && bodyOf(request) !== undefined) return 'a body of a GET';
  const body = jsonOf(bodyOf(request), type);
  if (typeof body === 'string') return body;
  return {
    input: { ...parameters, ...Object.fromEntries(query), ...body },
    headers: rest,
    isTable,
    options: { triesMax: 1, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  };
}

function isJson(type: string | undefined): boolean {
  return type === undefined || type === '*/*' || type === 'application/json';
}

function addressOf({ url = '', query = {} }: InjectOptions) {
  assert(typeof url === 'string', 'tests write addresses as text');
  const address = new URL(BASE_URL + url);
  const more = typeof query === 'string' ? new URLSearchParams(query) : Object.entries(query);
  for (const [name, value] of more) {
    for (const each of [value].flat()) address.searchParams.append(name, each);
  }
  const [pathname = ''] = url.split('?');
  return { pathname, query: address.searchParams };
}

function parametersIn(template: string, pathname: string): TextRecord | null {
  const parts = pathname.split('/');
  const names = template.split('/').entries();
  const found = [...names].filter(([, name]) => name.startsWith('{'));
  const values = found.map(([index, name]) => [name.slice(1, -1), decoded(parts[index] ?? '')]);
  if (values.some(([, value]) => value === null || value === '')) return null;
  return Object.fromEntries(values) as TextRecord;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** By their names in small letters. */
function headersOf({ headers = {} }: InjectOptions): TextRecord {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function bodyOf({ payload, body }: InjectOptions): unknown {
  return payload ?? body;
}

function jsonOf(body: unknown, type: string | undefined): { readonly body?: unknown } | string {
  if (body === undefined) return type === undefined ? {} : 'a media type without a body';
  if (!isJson(type)) return 'a body of another media type';
  if (typeof body !== 'string') return isPlain(body) ? { body } : 'a body that is bytes';
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? { body: value } : 'JSON as nobody writes it';
  } catch {
    return 'a body that is no JSON';
  }
}

function isPlain(body: unknown): boolean {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
}

async function carryByClient(
  carried: CarriedRequest,
  { input, headers, options, isTable }: ClientCall,
  inject: Inject,
): Promise<ReceivedResponse> {
  const { request, operation } = carried;
  const exchanges: { readonly sent: SentRequest; readonly response: ReceivedResponse }[] = [];
  const client = clientWith(headers, async (sent) => {
    const response = await inject({
      ...withoutPlaces(request),
      method: sent.method as 'GET',
      url: sent.url.slice(BASE_URL.length),
      headers: sent.headers,
      ...(sent.body === undefined ? {} : { payload: sent.body }),
    });
    exchanges.push({ sent, response });
    return responseOf(response);
  });
  const id = operation.operationId as 'listOrders';
  const call = isTable ? client.table(id, input, options) : client[id](input, options);
  const outcome = await outcomeOf(call);
  const [exchange] = exchanges;
  assert(exchange !== undefined && exchanges.length === 1, `one request: ${String(outcome.error)}`);
  assertSent(exchange.sent, request);
  assertOutcome(outcome, exchange.response);
  if ('value' in outcome && !isTable) {
    await assertItems(carried, input, exchange.response);
    await assertDecimals(carried, input, exchange.response);
  }
  return exchange.response;
}

function withoutPlaces(request: InjectOptions): InjectOptions {
  const { url: _url, query: _query, headers: _headers, ...rest } = request;
  const { payload: _payload, body: _body, ...others } = rest;
  return others;
}

function clientWith(
  headers: TextRecord,
  respond: (sent: SentRequest) => Response | Promise<Response>,
): TidemillClient {
  const { authorization, ...others } = headers;
  const apiKey = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const isBearer = apiKey !== undefined || authorization === undefined;
  return createClient({
    baseUrl: BASE_URL,
    apiKey,
    headers: isBearer ? others : headers,
    isPacing: false,
    fetch: async (url, { method = 'GET', headers: own, body } = {}) =>
      respond({
        method,
        url: url instanceof Request ? url.url : url.toString(),
        headers: own as TextRecord,
        body: typeof body === 'string' ? body : undefined,
      }),
  });
}

function responseOf({ statusCode, headers, body }: ReceivedResponse): Response {
  const received = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) received.append(name, String(each));
  }
  const text = statusCode === 204 || statusCode === 304 ? null : body;
  return new Response(text, { status: statusCode, headers: received });
}

type CallOutcome =
  | { readonly value: unknown; readonly error?: never }
  | { readonly error: unknown };

async function outcomeOf(call: Promise<unknown>): Promise<CallOutcome> {
  return call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** Method, path, query, headers and body are those of the test. */
function assertSent(sent: SentRequest, request: InjectOptions): void {
  const { pathname, query } = addressOf(request);
  const address = new URL(sent.url);
  assert.equal(sent.method, request.method ?? 'GET');
  const parts = (path: string) => path.split('/').map(decoded);
  const [sentPath = ''] = sent.url.slice(BASE_URL.length).split('?');
  assert.deepEqual(parts(sentPath), parts(pathname));
  assert.deepEqual(Object.fromEntries(address.searchParams), Object.fromEntries(query));
  const wanted = headersOf(request);
  for (const [name, value] of Object.entries(wanted)) {
    if (name !== 'accept') assert.equal(sent.headers[name], value, name);
  }
  const added = Object.keys(sent.headers).filter((name) => wanted[name] === undefined);
  assert.deepEqual(
    added.filter((name) => !OWN_HEADERS.has(name)),
    [],
  );
  const body = bodyOf(request);
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  assert.equal(sent.body, text);
}

/** A value is the body of the response; an error has all that the response says of it. */
function assertOutcome(outcome: CallOutcome, response: ReceivedResponse): void {
  const { statusCode, headers, body } = response;
  if (statusCode < 300) {
    assert('value' in outcome, String(outcome.error));
    const isText = String(headers['content-type']).startsWith('text/csv');
    const value: unknown = isText || body === '' ? body : JSON.parse(body);
    assert.deepEqual(outcome.value ?? '', value);
    return;
  }
  const { error } = outcome;
  assert(error instanceof ApiProblemError, `${statusCode}: ${String(error)}`);
  assert.deepEqual(error.problem, JSON.parse(body));
  assert.equal(error.status, statusCode);
  assert.equal(error.code, error.problem.code);
  assert.equal(error.requestId, headers['x-request-id'] ?? null);
  const seconds = headers['retry-after'];
  assert.equal(error.retryAfterMs, seconds === undefined ? null : Number(seconds) * 1_000);
}

/** Where the operation returns pages, the iterator has the items of this one. */
async function assertItems(
  { operation: { operationId } }: CarriedRequest,
  input: Values,
  response: ReceivedResponse,
): Promise<void> {
  const list = ROWS[operationId]?.[3];
  if (list === undefined) return;
  const page = JSON.parse(response.body) as Values;
  const last = JSON.stringify({ ...page, next_cursor: null });
  const headers = { 'content-type': 'application/json' };
  const client = clientWith({}, () => new Response(last, { headers }));
  const items: unknown[] = [];
  for await (const item of client.each(operationId as 'listBots', input)) items.push(item);
  assert.deepEqual(items, page[list]);
}

class Numeral {
  readonly text: string;

  constructor(text: string) {
    assert.match(text, /^-?\d+(?:\.\d+)?$/);
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** What is read as a decimal is one, and is the same when it is written again. */
async function assertDecimals(
  { operation: { operationId } }: CarriedRequest,
  input: Values,
  response: ReceivedResponse,
): Promise<void> {
  const client = withDecimals(
    clientWith({}, () => responseOf(response)),
    { read: (text) => new Numeral(text), write: ({ text }) => text },
  );
  const value = await client[operationId as 'listBots'](input);
  assert.equal(value === undefined ? '' : JSON.stringify(value), response.body);
}
