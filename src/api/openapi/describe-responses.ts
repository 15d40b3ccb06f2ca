// The responses of an operation as the OpenAPI document gives them. Errors are components by
// status, because most operations share them; those that any operation can have are its `default`.

import { assert, present } from '#lib/assert.ts';
import type { Operation } from '#api/http/operation.ts';
import { PARQUET_TYPE } from '#api/http/requests/framing.ts';
import { takesIdempotencyKey } from '#api/http/operation.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEM_CODES, PROBLEMS, SHARED_PROBLEMS } from '#api/http/responses/problems.ts';
import type { HeaderEntries } from '#api/openapi/response-headers.ts';
import type { Json } from '#lib/json.ts';
import {
  allBudgetHeaderEntries,
  budgetHeaderEntries,
  headerRef,
} from '#api/openapi/response-headers.ts';
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
  /** Codes that this status can carry in whichever operation; others are `x-problems` of one. */
  readonly 'x-codes'?: readonly ProblemCode[];
};

/** A description here takes the place of the component's, as OpenAPI 3.1 has it. */
export type ResponseRef = { readonly $ref: string; readonly description?: string };

/** What the document says of an operation. */
type DescribedOperation = Omit<Operation, 'handle'>;

/** Components by name. */
export type ResponseComponents = Map<string, OpenApiResponse>;

export const RESPONSE_REFERENCE = '#/components/responses/';

/** The outcome is retained under an Idempotency-Key, and replayed. */
const RETAINED_STATUSES: readonly number[] = [400, 403, 404, 422];

/** The component of each status that an operation lists; all others are its `default`. */
const LISTED: { readonly [status: number]: { readonly name: string; readonly what: string } } = {
  400: { name: 'BadRequest', what: 'The request is not valid, or was refused.' },
  403: { name: 'Forbidden', what: 'A scope is missing, or a limit forbids it.' },
  404: { name: 'NotFound', what: 'What the request names does not exist, or is of somebody else.' },
  410: { name: 'Gone', what: 'What the request names is retained no longer.' },
  422: { name: 'UnprocessableContent', what: 'The request cannot be carried out as it is.' },
};

const PROBLEM_CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
} as const;

/** Parquet is bytes, which a schema says nothing of. */
const TABLE_CONTENT = {
  'text/csv': { schema: { type: 'string' } },
  [PARQUET_TYPE]: { schema: {} },
} as const;

const PAGE_CONTENT = { 'text/html': { schema: { type: 'string' } } } as const;

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
  const byStatus = Map.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  const listed = [...byStatus]
    .filter(([, codes]) => !codes.every(isDefault))
    .map(([status]) => status)
    .toSorted((left, right) => left - right);
  const { status } = operation.success;
  return {
    [String(status)]: describeSuccess(operation, schemas),
    ...Object.fromEntries(
      listed.map((each) => [String(each), referToListed(each, operation, components)]),
    ),
    default: referToDefault(operation, problemsOf(operation).filter(isDefault), components),
  };
}

/** Codes of an operation beyond those that stand in its responses. */
export function ownProblemsOf(operation: DescribedOperation): readonly ProblemCode[] {
  return problemsOf(operation).filter((code) => !isDefault(code) && !isShared(code));
}

function isDefault(code: ProblemCode): boolean {
  return DEFAULT_CODES.has(code);
}

function isShared(code: ProblemCode): boolean {
  return SHARED_PROBLEMS.includes(code);
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
      ...allBudgetHeaderEntries(),
      ...headerRef('X-Request-Id'),
      ...headerRef('WWW-Authenticate'),
      ...headerRef('Retry-After'),
      ...(takesKey ? headerRef('Idempotency-Replayed') : {}),
    },
    content: PROBLEM_CONTENT,
    'x-codes': codes,
  };
  return addComponent(components, `ErrorOf${takesKey ? 'Write' : 'Read'}`, response);
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
            ...(operation.page === undefined ? {} : PAGE_CONTENT),
          },
        }),
  };
}

/** Every code an operation can respond, in the order of the table of problems. */
export function problemsOf(operation: DescribedOperation): readonly ProblemCode[] {
  const own = new Set<ProblemCode>([...SHARED_PROBLEMS, ...operation.errors]);
  const hasBody = operation.method !== 'GET';
  // What a role does not allow, and what a page of somebody else sends.
  if (hasBody || operation.scope !== 'read') own.add('forbidden');
  if (hasBody) own.add('payload_too_large').add('unsupported_media_type');
  if (takesIdempotencyKey(operation)) {
    own.add('idempotency_in_progress').add('idempotency_key_reuse');
  }
  own.add('request_timeout').add('headers_too_large');
  return PROBLEM_CODES.filter((code) => own.has(code));
}

function referToListed(
  status: number,
  operation: DescribedOperation,
  components: ResponseComponents,
): ResponseRef {
  const { name, what } = present(LISTED[status], `the status ${status} has a component`);
  const codes = problemsOf(operation)
    .filter((code) => PROBLEMS[code].status === status)
    .filter((code) => isShared(code) || isDefault(code));
  const isReplayed = takesIdempotencyKey(operation) && RETAINED_STATUSES.includes(status);
  const response: OpenApiResponse = {
    description: `${what} \`code\` says which; \`x-problems\` of an operation lists its own.`,
    headers: {
      // A wrong Host is refused before the key is looked at, and so is a page of somebody else.
      ...budgetHeaderEntries(status === 400 || status === 403 ? 'perhaps' : 'always'),
      ...headerRef('X-Request-Id'),
      ...(status === 403 ? headerRef('WWW-Authenticate') : {}),
      ...(isReplayed ? headerRef('Idempotency-Replayed') : {}),
    },
    content: PROBLEM_CONTENT,
    'x-codes': codes,
  };
  // Responses to reads carry no mark of a replay, and are components of their own.
  return addComponent(components, isReplayed ? `${name}Retained` : name, response);
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
