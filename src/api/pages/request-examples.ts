// A request of each operation as people write it: with curl, and with the clients for TypeScript
// and Python. Made from the document, as the clients are, so the names are theirs.

import type { OpenApiDocument, OpenApiParameter } from '#api/openapi/open-api-document.ts';
import type { OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { hasOneValue, parametersOf, responseOf } from '#api/openapi/open-api-document.ts';
import { exampleOf, resolve } from '#api/pages/schema-example.ts';

export type Entry = {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
};

export type RequestExample = { readonly language: string; readonly text: string };

/** The body that examples send; null: the operation takes none. */
export function exampleBody(document: OpenApiDocument, { requestBody }: OpenApiOperation): unknown {
  if (requestBody === undefined) return null;
  return exampleOf(document, requestBody.content['application/json'].schema);
}

/** In the order in which they are shown. */
export function requestExamples(
  document: OpenApiDocument,
  entry: Entry,
): readonly RequestExample[] {
  return [
    { language: 'curl', text: curlExample(document, entry) },
    { language: 'TypeScript', text: typeScriptExample(document, entry) },
    { language: 'Python', text: pythonExample(document, entry) },
  ];
}

function curlExample(document: OpenApiDocument, { method, path, operation }: Entry): string {
  const url = (document.servers[0]?.url ?? '') + path + queryOf(document, operation);
  const lines = [
    method === 'get' ? `curl "${url}"` : `curl -X ${method.toUpperCase()} "${url}"`,
    '  -H "Authorization: Bearer $TIDEMILL_KEY"',
  ];
  if (isStream(operation)) lines.push('  -N');
  if (parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key')) {
    lines.push('  -H "Idempotency-Key: $(date +%s)-$RANDOM"');
  }
  const body = exampleBody(document, operation);
  if (body !== null) {
    lines.push('  -H "Content-Type: application/json"');
    lines.push(`  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n');
}

/** Parameters that have to be given. */
function queryOf(document: OpenApiDocument, operation: OpenApiOperation): string {
  const required = requiredOf(document, operation).filter(({ in: place }) => place === 'query');
  const words = required.map(
    ({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(document, schema)))}`,
  );
  return words.length === 0 ? '' : `?${words.join('&')}`;
}

function requiredOf(
  document: OpenApiDocument,
  operation: OpenApiOperation,
): readonly OpenApiParameter[] {
  return parametersOf(document, operation).filter(({ required }) => required === true);
}

/** The clients choose the response by `Accept`. */
function givenToClient(
  document: OpenApiDocument,
  operation: OpenApiOperation,
): readonly OpenApiParameter[] {
  return requiredOf(document, operation).filter(({ schema }) => !hasOneValue(schema));
}

/** Whether the response does not end by itself. */
export function isStream({ responses }: OpenApiOperation): boolean {
  const success = responses['200'];
  return success !== undefined && 'content' in success && 'text/event-stream' in success.content;
}

/** Whether the operation returns pages, which the clients read as one list. */
function isPaged(document: OpenApiDocument, { responses }: OpenApiOperation): boolean {
  const success = responses['200'];
  const schema =
    success === undefined
      ? undefined
      : responseOf(document, success).content?.['application/json']?.schema;
  return (
    schema !== undefined && resolve(document, schema).properties?.['next_cursor'] !== undefined
  );
}

function typeScriptExample(document: OpenApiDocument, { operation }: Entry): string {
  const { operationId } = operation;
  if (operationId === 'streamMarket') {
    const stream = "client.market('SIM_BTC_USDT')";
    return `for await (const { type, data } of ${stream}) console.log(type, data);`;
  }
  if (isStream(operation)) {
    return 'for await (const event of client.events()) console.log(event.type, event.object_id);';
  }
  const given = givenToClient(document, operation).map(
    ({ name, in: place, schema }) =>
      `${name}: ${place === 'path' ? `'${pathValue(name)}'` : literal(exampleOf(document, schema))}`,
  );
  const body = exampleBody(document, operation);
  if (body !== null) given.push(`body: ${literal(body)}`);
  const isLong = given.some((word) => word.includes('\n'));
  const input = isLong
    ? `{\n  ${given.map((word) => word.replaceAll('\n', '\n  ')).join(',\n  ')},\n}`
    : `{ ${given.join(', ')} }`;
  if (isPaged(document, operation)) {
    const words = given.length === 0 ? '' : `, ${input}`;
    return `for await (const item of client.each('${operationId}'${words})) console.log(item);`;
  }
  const call = `client.${operationId}(${given.length === 0 ? '' : input})`;
  return returnsNothing(operation) ? `await ${call};` : `const result = await ${call};`;
}

function pythonExample(document: OpenApiDocument, { operation }: Entry): string {
  if (operation.operationId === 'streamMarket') {
    return 'for message in client.market("SIM_BTC_USDT"):\n    print(message.type, message.data)';
  }
  if (isStream(operation)) {
    return 'for event in client.events():\n    print(event.type, event.object_id)';
  }
  const words = givenToClient(document, operation).map(({ name, in: place, schema }) =>
    place === 'path' ? `"${pathValue(name)}"` : pythonQuery(document, schema),
  );
  const body = exampleBody(document, operation);
  if (body !== null) words.push(pythonLiteral(body, ''));
  const method = operation.operationId.replaceAll(/[A-Z]/g, (word) => `_${word.toLowerCase()}`);
  const list = words.join(', ');
  if (isPaged(document, operation)) {
    return `for item in client.each_${method}(${list}):\n    print(item)`;
  }
  const call = `client.${method}(${list})`;
  return returnsNothing(operation) ? call : `result = ${call}`;
}

/** Instants are not texts in Python. */
function pythonQuery(document: OpenApiDocument, schema: Parameters<typeof exampleOf>[1]): string {
  const value = exampleOf(document, schema);
  return resolve(document, schema).format === 'date-time'
    ? `datetime.fromisoformat("${String(value).replace('Z', '+00:00')}")`
    : pythonLiteral(value, '');
}

function returnsNothing({ responses }: OpenApiOperation): boolean {
  return responses['204'] !== undefined;
}

/** Where an id is that the reader has. */
function pathValue(name: string): string {
  return name === 'market_tag' ? 'SIM_BTC_USDT' : `${name.replace(/_id$/, '')}_…`;
}

/** As TypeScript writes it: keys without quotes where they need none. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([a-z_]\w*)":/gim, '$1$2:');
}

function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonLiteral(item, indent));
    return `[${items.join(', ')}]`;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}"${key}": ${pythonLiteral(item, inner)},\n`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}${indent}}`;
}
