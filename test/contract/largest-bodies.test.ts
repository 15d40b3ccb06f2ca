// The largest body that the document allows is one that is read: whoever sends as many items as an
// operation takes is not refused for the members of all of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readJsonBody } from '#api/http/requests/json-body.ts';

type Schema = {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly maxItems?: number;
};
type Body = { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
type Operation = { readonly operationId: string; readonly requestBody?: Body };
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

const FILE = new URL('../../openapi.json', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
const operations = Object.values(paths).flatMap((path) => Object.values(path));

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);

/** The most members that its objects may have together; Infinity where nothing bounds a list. */
function membersMax(schema: Schema, within: readonly string[] = []): number {
  const { $ref, oneOf, anyOf, allOf = [], properties = {}, items, maxItems = Infinity } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    const named = components.schemas[name] ?? {};
    return within.includes(name) ? Infinity : membersMax(named, [...within, name]);
  }
  const of = (each: Schema): number => membersMax(each, within);
  const either = Math.max(0, ...[...(oneOf ?? []), ...(anyOf ?? [])].map(of));
  const own = sum(Object.values(properties).map((each) => 1 + of(each)));
  const ofItem = items === undefined ? 0 : of(items);
  return either + sum(allOf.map(of)) + own + (ofItem === 0 ? 0 : ofItem * maxItems);
}

test('a list in a body may be as long as the document says', () => {
  const counts = operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    const count = schema === undefined ? Infinity : membersMax(schema);
    return count === Infinity ? [] : [[operationId, count] as const];
  });
  assert(counts.some(([, count]) => count > 5_000));
  for (const [operationId, count] of counts) {
    const members = Array.from({ length: count }, (_, at) => [`k${at}`, 1] as const);
    const body = readJsonBody(Buffer.from(JSON.stringify(Object.fromEntries(members))));
    assert(body.ok, `${operationId}: ${count} members`);
  }
});
