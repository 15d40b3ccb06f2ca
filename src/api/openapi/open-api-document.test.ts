// The document is whole: everything it refers to is in it, and it says what the table says.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { PROBLEM_CODES } from '#api/http/responses/problems.ts';
import { OPERATIONS } from '#api/operations.ts';
import { openApiDocument, problemCodesOfAll, responseOf } from '#api/openapi/open-api-document.ts';
import { problemCodesOf } from '#api/openapi/problem-codes.fixture.ts';
import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import { renderGroupPage } from '#api/pages/group-page.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';
import { renderShapeIndex } from '#api/pages/shape-pages.ts';
import { resolve, withoutNull } from '#api/pages/schema-example.ts';

const document = openApiDocument(OPERATIONS, {
  baseUrl: 'https://api.example.com',
  version: '1.2.3',
  budgets: PUBLISHED_BUDGETS,
});
const text = JSON.stringify(document);

test('every reference leads somewhere', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
  assert(references.length > 20);
  const components: Record<string, object> = document.components;
  for (const [, kind = '', name = ''] of references) {
    assert(Object.hasOwn(components[kind] ?? {}, name), `${kind}/${name}`);
  }
  assert(!text.includes('"$id"'));
});

/** Differences, gains and what is paid or received: any of them may be below zero. */
const SIGNED_NAME =
  /(^|_)(change|difference|gain|profit|loss|pnl|return|funding|net|balance|roi|ratio|equity)(_|$)/;
/** Limits on a loss, and a quotient of prices, are never below zero. */
const POSITIVE_NAMES = new Set(['max_daily_loss', 'take_profit_price', 'grid_ratio']);

test('what may be below zero is not described as an amount', () => {
  const schemas: Readonly<Record<string, JsonSchema>> = document.components.schemas;
  const isAmount = (schema: unknown): boolean =>
    JSON.stringify(schema).includes('"#/components/schemas/Amount"');
  const amounts = Object.entries(schemas).flatMap(([shape, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, schema]) => isAmount(schema))
      .map(([name]) => ({ shape, name })),
  );
  assert(amounts.length > 50);
  const wrong = amounts.filter(({ name }) => SIGNED_NAME.test(name) && !POSITIVE_NAMES.has(name));
  assert.deepEqual(wrong, []);
});

test('each operation of the table is there once, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const wanted = OPERATIONS.map(
    ({ method, path, operationId }) => `${method.toLowerCase()} ${path} ${operationId}`,
  );
  assert.equal(described.length, wanted.length);
  assert.deepEqual(new Set(described), new Set(wanted));
  const ids = new Set(OPERATIONS.map(({ operationId }) => operationId));
  assert.equal(ids.size, OPERATIONS.length);
});

test('parameters in paths are described, and no others', () => {
  for (const { path, params } of OPERATIONS) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    assert.deepEqual(Object.keys(params), inPath);
  }
});

test('requests are closed, responses are open', () => {
  const { PlaceOrder, Order } = document.components.schemas;
  assert.equal(PlaceOrder?.['additionalProperties'], false);
  assert.equal(Order?.['additionalProperties'], undefined);
});

/** Every property of every shape, under its place. */
const PROPERTIES = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  Object.entries(schema.properties ?? {}).map(
    ([field, property]) => [`${name}.${field}`, property] as const,
  ),
);

function placesWhere(isWrong: (property: JsonSchema) => boolean): readonly string[] {
  return PROPERTIES.filter(([, property]) => isWrong(property)).map(([place]) => place);
}

test('every field of every shape has a type', () => {
  assert(PROPERTIES.length > 400);
  assert.deepEqual(
    placesWhere(({ type, $ref, anyOf }) => (type ?? $ref ?? anyOf) === undefined),
    [],
  );
});

test('every field has its meaning beside its type, also if it may be null', () => {
  const isSilent = ({ description, $ref }: JsonSchema) =>
    $ref === undefined && (description ?? '') === '';
  assert.deepEqual(placesWhere(isSilent), []);
});

test('a field whose shape is an addition is marked itself', () => {
  const schemas: { readonly [name: string]: JsonSchema } = document.components.schemas;
  const refersToAddition = ({ $ref, anyOf = [] }: JsonSchema) =>
    [$ref, ...anyOf.map((choice) => choice.$ref)].some(
      (ref) => ref !== undefined && schemas[ref.split('/').at(-1) ?? '']?.['x-addition'] === true,
    );
  assert(PROPERTIES.some(([, property]) => refersToAddition(property)));
  assert.deepEqual(
    placesWhere((property) => refersToAddition(property) && property['x-addition'] !== true),
    [],
  );
});

test('every amount in base currency says that it may be contracts', () => {
  const amounts = PROPERTIES.filter(([, { description = '' }]) =>
    /base currency/i.test(description),
  );
  assert(amounts.length > 15);
  const silent = amounts.filter(
    ([place, { description = '' }]) => !place.endsWith('.base') && !/contract/.test(description),
  );
  assert.deepEqual(
    silent.map(([place]) => place),
    [],
  );
});

test('every whole number says how large it may be', () => {
  const integers = [...text.matchAll(/\{[^{}]*"type":"integer"[^{}]*\}/g)].map(
    ([schema]) => schema,
  );
  assert(integers.length > 20);
  assert.deepEqual(
    integers.filter((schema) => !/"format":"int(?:32|64)"/.test(schema)),
    [],
  );
});

/** What a field accepts besides null, with its reference followed. */
function valueOf(schema: JsonSchema = {}): JsonSchema {
  return resolve(document, withoutNull(schema).schema);
}

test('an amount or a price that is sent has no minus', () => {
  const { PlaceOrder, BacktestSettings, BotSettings } = document.components.schemas;
  const sent = [
    PlaceOrder?.properties?.['amount'],
    PlaceOrder?.properties?.['price'],
    BacktestSettings?.properties?.['trade_amount'],
    BacktestSettings?.properties?.['leverage'],
    BotSettings?.properties?.['trade_amount'],
  ];
  for (const schema of sent) {
    const { pattern } = valueOf(schema);
    assert.equal(typeof pattern, 'string');
    assert(!new RegExp(String(pattern), 'u').test('-1'));
    assert(new RegExp(String(pattern), 'u').test('62000.5'));
  }
});

test('an interval that is sent is one of those that a chart has', () => {
  for (const name of ['CreateBacktest', 'ConfigureLab', 'BotSettings']) {
    const interval = valueOf(document.components.schemas[name]?.properties?.['interval']);
    assert.equal(interval.enum?.length, INTERVALS_MINUTES.length, name);
  }
});

test('a source that is sent fits the body and the compiler', () => {
  const lengthOf = (name: string, field: string): number =>
    document.components.schemas[name]?.properties?.[field]?.maxLength ?? 0;
  assert.equal(lengthOf('CreateScript', 'source'), LIMITS.scriptCompiledBytesMax);
  assert(LIMITS.scriptCompiledBytesMax * 2 < LIMITS.bodyBytesMax);
  // Documents of visual scripts may be as long as a body; the Lua of one has the limit of Lua.
  assert.equal(lengthOf('ReplaceSource', 'source'), LIMITS.scriptSourceBytesMax);
  assert.equal(lengthOf('CreateVisualScript', 'document'), LIMITS.scriptSourceBytesMax);
});

test('codes of problems are an open set, so that a new one breaks no generated client', () => {
  const code = document.components.schemas['Problem']?.properties?.['code'];
  assert.equal(code?.type, 'string');
  assert.equal(code.enum, undefined);
  assert.deepEqual(code['x-extensible-enum'], PROBLEM_CODES);
});

const RESPONSES = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    Object.entries(responses).map(([status, response]) => ({
      place: `${method} ${path} ${status}`,
      method,
      status,
      response: responseOf(document, response),
    })),
  ),
);

/** Returned before a key is recognised. */
function isUnread(status: string): boolean {
  return ['401', '408', '431'].includes(status);
}

/** What any operation can respond: the headers depend on the status. */
function isAny(status: string): boolean {
  return status === 'default';
}

test('every reply lists the headers that are sent with it', () => {
  for (const { place, method, status, response } of RESPONSES) {
    const names = new Set(Object.keys(response.headers));
    assert.equal(names.has('RateLimit'), !isUnread(status), place);
    assert(names.has('X-Request-Id'), place);
    const challenges = isAny(status) || status === '401' || status === '403';
    assert.equal(names.has('WWW-Authenticate'), challenges, place);
    const isRetained = method !== 'get' && /^(?:2|400|403|404|422|default)/.test(status);
    assert.equal(names.has('Idempotency-Replayed'), isRetained, place);
  }
});

test('the headers of the budget are promised except where a key may be unknown', () => {
  const { headers } = document.components;
  assert.equal(headers['RateLimit'].required, true);
  for (const { place, status, response } of RESPONSES) {
    const header = response.headers['RateLimit'];
    const isPerhaps = isAny(status) || ['400', '403'].includes(status) || status.startsWith('5');
    if (isPerhaps) assert.deepEqual(header, { ...headers.RateLimit, required: false }, place);
    else if (!isUnread(status)) {
      assert.deepEqual(header, { $ref: '#/components/headers/RateLimit' }, place);
    }
  }
});

test('what is held, ordered and traded has no minus, and a profit may have one', () => {
  const accepts = (field: JsonSchema | undefined, value: string): boolean =>
    new RegExp(String(valueOf(field).pattern), 'u').test(value);
  const { Order, Position, Candle, OrderOutcome } = document.components.schemas;
  const amounts = [
    Order?.properties?.['amount'],
    Order?.properties?.['trigger_price'],
    Position?.properties?.['liquidation_price'],
    Position?.properties?.['average_price'],
    Candle?.properties?.['volume'],
    OrderOutcome?.properties?.['average_price'],
  ];
  for (const field of amounts) {
    assert(accepts(field, '0.25'));
    assert(!accepts(field, '-0.25'));
  }
  assert(accepts(Position?.properties?.['unrealized_profit'], '-0.25'));
});

test('a value that may be null keeps its meaning and its example beside its type', () => {
  const { Bot, KnownOrder } = document.components.schemas;
  const reason = Bot?.properties?.['stop_reason'];
  assert.deepEqual(reason?.type, ['string', 'null']);
  assert.notEqual(reason.examples, undefined);
  const price = KnownOrder?.properties?.['trigger_price'];
  assert.deepEqual(price?.anyOf, [{ $ref: '#/components/schemas/Amount' }, { type: 'null' }]);
  assert.match(price.description ?? '', /waits for/);
});

test('a set of words that several fields share has one name', () => {
  const inline = new Map<string, string[]>();
  for (const [place, property] of PROPERTIES) {
    const words = JSON.stringify(withoutNull(property).schema.enum);
    if (words !== undefined) inline.set(words, [...(inline.get(words) ?? []), place]);
  }
  assert.deepEqual(
    [...inline.values()].filter((places) => places.length > 3),
    [],
  );
});

test('each code that an operation lists has a status under which it stands', () => {
  for (const { operationId } of OPERATIONS) {
    const operation = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find((each) => each.operationId === operationId);
    assert(operation !== undefined);
    const codes = problemCodesOfAll(document, operation);
    const statuses = new Set(codes.map((code) => document['x-problems'][code]?.status ?? 0));
    const found = [...statuses].flatMap((status) => problemCodesOf(document, operation, status));
    assert.deepEqual(new Set(found), new Set(codes), operationId);
    assert(codes.includes('invalid_request') && codes.includes('headers_too_large'), operationId);
  }
});

test('errors stand in the document once, which keeps it small', () => {
  const sizeOf = (part: object): number => JSON.stringify(part).length;
  const [ofPaths, ofResponses] = [sizeOf(document.paths), sizeOf(document.components.responses)];
  // Shapes may grow; an operation only refers to its errors and to what it shares with others.
  assert(ofPaths < 1_000 * OPERATIONS.length, `${ofPaths} characters of operations`);
  assert(ofResponses < 125 * OPERATIONS.length, `${ofResponses} characters of responses`);
  assert(text.length < 2_400 * OPERATIONS.length, `${text.length} characters`);
  const inline = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses).filter(([status, reply]) => status >= '400' && !('$ref' in reply)),
    ),
  );
  assert.equal(inline.length, 0);
});

test('each group of operations says what it is about', () => {
  for (const { name, description } of document.tags) assert(description.length > 10, name);
});

test('the reference shows each operation, shape and limit', () => {
  const first = renderReferencePage(document);
  const shapes = renderShapeIndex(document);
  const groups = document.tags.map(({ name }) => renderGroupPage(document, name));
  for (const { operationId, path } of OPERATIONS) {
    assert(first.includes(path));
    assert.equal(groups.filter((html) => html.includes(`id="${operationId}"`)).length, 1);
  }
  for (const name of Object.keys(document.components.schemas)) {
    assert(shapes.includes(`href="/docs/shapes/${name}"`));
  }
  assert(first.includes('120 requests'));
  for (const html of [first, shapes, ...groups]) {
    const text = html.replaceAll(/<script>[\s\S]*?<\/script>/g, '');
    assert(!text.includes('undefined'));
    assert(!text.includes('[object'));
  }
});
