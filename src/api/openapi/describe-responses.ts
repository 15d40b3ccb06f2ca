// The responses of an operation as the OpenAPI document gives them. Errors are components, because
// most operations share them; those that any operation can have are its `default`.

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

/** A description here takes the place of the component's, as OpenAPI 3.1 has it. */
export type ResponseRef = { readonly $ref: string; readonly description?: string };

/** What the document says of an operation. */
type DescribedOperation = Omit<Operation, 'handle'>;

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

const PROBLEM_CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
} as const;

const TABLE_CONTENT = { 'text/csv': { schema: { type: 'string' } } } as const;

/** What any operation can respond, and any client treats alike. */
const DEFAULT_CODES: ReadonlySet<ProblemCode> = new Set([
  ...SHARED_PROBLEMS.filter((code) => code !== 'invalid_request'),
  'idempotency_in_progress',
  'idempotency_key_reuse',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
  'headers_too_large',
] as const);

/** By status; errors are added to the components and referred to. */
export function describeResponses(
  operation: DescribedOperation,
  schemas: SchemaCollector,
  components: ResponseComponents,
): { readonly [status: string]: OpenApiResponse | ResponseRef } {
  const isReplayed = takesIdempotencyKey(operation);
  const byStatus = Map.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  const isDefault = (code: ProblemCode): boolean => DEFAULT_CODES.has(code);
  const failures = [...byStatus]
    .filter(([, codes]) => !codes.every(isDefault))
    .toSorted(([left], [right]) => left - right)
    .map(([status, codes]) => {
      const response = describeProblem(status, codes, isReplayed);
      return [String(status), referTo(components, nameOf(codes), response)] as const;
    });
  const { status } = operation.success;
  return {
    [String(status)]: describeSuccess(operation, schemas),
    ...Object.fromEntries(failures),
    default: referToDefault(operation, problemsOf(operation).filter(isDefault), components),
  };
}

function referToDefault(
  operation: DescribedOperation,
  codes: readonly ProblemCode[],
  components: ResponseComponents,
): ResponseRef {
  const takesKey = takesIdempotencyKey(operation);
  const response: OpenApiResponse = {
    description: codes
      .map((code) => `${PROBLEMS[code].status} \`${code}\`: ${PROBLEMS[code].title}.`)
      .join(' '),
    headers: {
      ...budgetHeaderEntries('perhaps'),
      ...headerRef('X-Request-Id'),
      ...headerRef('WWW-Authenticate'),
      ...headerRef('Retry-After'),
      ...(takesKey ? headerRef('Idempotency-Replayed') : {}),
    },
    content: PROBLEM_CONTENT,
    'x-codes': codes,
  };
  const kind = takesKey ? 'Write' : operation.method === 'GET' ? 'Read' : 'Delete';
  return addComponent(components, `ErrorOf${kind}`, response);
}

function describeSuccess(operation: DescribedOperation, schemas: SchemaCollector): OpenApiResponse {
  const { status, description, exampleChanges, schema } = operation.success;
  const { mediaType = 'application/json' } = operation.success;
  const changes = exampleChanges === undefined ? {} : { 'x-example-changes': exampleChanges };
  return {
    description,
    headers: {
      ...budgetHeaderEntries('always'),
      ...headerRef('X-Request-Id'),
      ...(status === 201 || status === 202 ? headerRef('Location') : {}),
      ...(takesIdempotencyKey(operation) ? headerRef('Idempotency-Replayed') : {}),
      ...(operation.table === undefined ? {} : headerRef('Next-Cursor')),
    },
    ...(schema === null
      ? {}
      : {
          content: {
            [mediaType]: { schema: schemas.refer(schema, 'response'), ...changes },
            ...(operation.table === undefined ? {} : TABLE_CONTENT),
          },
        }),
  };
}

/** Every code an operation can respond, in the order of the table of problems. */
export function problemsOf(operation: DescribedOperation): readonly ProblemCode[] {
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
    content: PROBLEM_CONTENT,
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

/** Such as `AccountNotFoundOrUserNotFound`; what others have too is named only if it is alone. */
function nameOf(all: readonly ProblemCode[]): string {
  const own = all.filter((code) => !SHARED_PROBLEMS.includes(code));
  const codes = own.length > 0 ? own : all;
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
  return addComponent(components, isReplayed ? `${codesName}Retained` : codesName, response);
}

function addComponent(
  components: ResponseComponents,
  name: string,
  response: OpenApiResponse,
): ResponseRef {
  const known = components.get(name);
  assert(
    known === undefined || JSON.stringify(known) === JSON.stringify(response),
    `the name "${name}" has one response`,
  );
  components.set(name, response);
  return { $ref: RESPONSE_REFERENCE + name };
}
