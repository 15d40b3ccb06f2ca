// The responses of an operation as the OpenAPI document gives them. Errors are components, because
// most operations share them.

import { assert } from '#lib/assert.ts';
import type { Operation } from '#api/http/operation.ts';
import { takesIdempotencyKey } from '#api/http/operation.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEM_CODES, PROBLEMS, SHARED_PROBLEMS } from '#api/http/responses/problems.ts';
import type { HeaderEntries } from '#api/openapi/response-headers.ts';
import type { Json } from '#lib/json.ts';
import { budgetHeaderEntries, headerRef } from '#api/openapi/response-headers.ts';
import type { JsonSchema, SchemaCollector } from '#api/openapi/schema-collector.ts';

export type ResponseContent = {
  readonly schema: JsonSchema;
  /** Values that take the place of the shape's examples here, by field. */
  readonly 'x-example-changes'?: Readonly<Record<string, Json>>;
};

export type OpenApiResponse = {
  readonly description: string;
  readonly headers: HeaderEntries;
  readonly content?: { readonly [mediaType: string]: ResponseContent };
  /** Codes that this status can carry. */
  readonly 'x-codes'?: readonly ProblemCode[];
};

export type ResponseRef = { readonly $ref: string };

/** Components by name. */
export type ResponseComponents = Map<string, OpenApiResponse>;

export const RESPONSE_REFERENCE = '#/components/responses/';

/** Returned to a request that could not be read, by the connection. */
const UNREAD_STATUSES: readonly number[] = [
  PROBLEMS.request_timeout.status,
  PROBLEMS.headers_too_large.status,
];
/** The outcome is retained under an Idempotency-Key, and replayed. */
const RETAINED_STATUSES: readonly number[] = [400, 403, 404, 422];

/** By status; errors are added to the components and referred to. */
export function describeResponses(
  operation: Operation,
  schemas: SchemaCollector,
  components: ResponseComponents,
): { readonly [status: string]: OpenApiResponse | ResponseRef } {
  const isReplayed = takesIdempotencyKey(operation);
  const byStatus = Map.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  const failures = [...byStatus]
    .toSorted(([left], [right]) => left - right)
    .map(([status, codes]) => {
      const response = describeProblem(status, codes, isReplayed);
      return [String(status), referTo(components, nameOf(codes), response)] as const;
    });
  const { status } = operation.success;
  return { [String(status)]: describeSuccess(operation, schemas), ...Object.fromEntries(failures) };
}

function describeSuccess(operation: Operation, schemas: SchemaCollector): OpenApiResponse {
  const { status, description, exampleChanges, schema } = operation.success;
  const changes = exampleChanges === undefined ? {} : { 'x-example-changes': exampleChanges };
  return {
    description,
    headers: {
      ...budgetHeaderEntries('always'),
      ...headerRef('X-Request-Id'),
      ...(status === 201 || status === 202 ? headerRef('Location') : {}),
      ...(takesIdempotencyKey(operation) ? headerRef('Idempotency-Replayed') : {}),
    },
    ...(schema === null
      ? {}
      : {
          content: {
            'application/json': { schema: schemas.refer(schema, 'response'), ...changes },
          },
        }),
  };
}

/** Every code an operation can respond, in the order of the table of problems. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const own = new Set<ProblemCode>([...SHARED_PROBLEMS, ...operation.errors]);
  const hasBody = operation.method !== 'GET';
  if (hasBody) own.add('payload_too_large').add('unsupported_media_type');
  if (takesIdempotencyKey(operation)) {
    own.add('idempotency_in_progress').add('idempotency_key_reuse');
  }
  own.add('request_timeout').add('headers_too_large');
  return PROBLEM_CODES.filter((code) => own.has(code));
}

function describeProblem(
  status: number,
  codes: readonly ProblemCode[],
  takesKey: boolean,
): OpenApiResponse {
  const isReplayed = takesKey && RETAINED_STATUSES.includes(status);
  const isChallenge = status === 401 || status === 403;
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      ...budgetHeaderEntries(budgetPresence(status)),
      ...headerRef('X-Request-Id'),
      ...(isChallenge ? headerRef('WWW-Authenticate') : {}),
      ...(codes.some(hasRetryAfter) ? headerRef('Retry-After') : {}),
      ...(isReplayed ? headerRef('Idempotency-Replayed') : {}),
    },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    'x-codes': codes,
  };
}

/** A 400 and a 5xx can also precede the key: a wrong Host, a database that does not respond. */
function budgetPresence(status: number): Parameters<typeof budgetHeaderEntries>[0] {
  if (status === 401 || UNREAD_STATUSES.includes(status)) return 'never';
  return status === 400 || status >= 500 ? 'perhaps' : 'always';
}

function hasRetryAfter(code: ProblemCode): boolean {
  return code === 'rate_limited' || PROBLEMS[code].retryAfterSeconds !== null;
}

/** Such as `UnauthorizedOrInvalidApiKey`. */
function nameOf(codes: readonly ProblemCode[]): string {
  const words = (code: string) =>
    code.split('_').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return codes.map((code) => words(code).join('')).join('Or');
}

/** Responses to reads carry no mark of a replay, and are components of their own. */
function referTo(
  components: ResponseComponents,
  codesName: string,
  response: OpenApiResponse,
): ResponseRef {
  const isReplayed = response.headers['Idempotency-Replayed'] !== undefined;
  const name = isReplayed ? `${codesName}Retained` : codesName;
  const known = components.get(name);
  assert(
    known === undefined || JSON.stringify(known) === JSON.stringify(response),
    `the name "${name}" has one response`,
  );
  components.set(name, response);
  return { $ref: RESPONSE_REFERENCE + name };
}
