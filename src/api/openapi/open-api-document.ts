// The OpenAPI 3.1 document, built from the operation table. Only what the table holds appears, so
// the document cannot promise more than is served.

import type { TProperties, TSchema } from 'typebox';
import { IsOptional } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { TierBudgets } from '#api/http/edge-deps.ts';
import type { Operation } from '#api/http/operation.ts';
import { takesIdempotencyKey } from '#api/http/operation.ts';
import type { ProblemCode } from '#api/http/problems.ts';
import { PROBLEM_CODES, PROBLEMS, SHARED_PROBLEMS } from '#api/http/problems.ts';
import { budgetHeaderRefs, HEADERS, headerRef } from '#api/openapi/response-headers.ts';
import type { JsonSchema, SchemaCollector } from '#api/openapi/schema-collector.ts';
import { createSchemaCollector } from '#api/openapi/schema-collector.ts';

type OpenApiParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly 'x-addition'?: true;
};

export type OpenApiResponse = {
  readonly description: string;
  readonly headers: { readonly [name: string]: { readonly $ref: string } };
  readonly content?: { readonly [mediaType: string]: { readonly schema: JsonSchema } };
  /** Codes that this status can carry. */
  readonly 'x-codes'?: readonly ProblemCode[];
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-required-scope': string;
  readonly 'x-rate-limit-tier': string;
  readonly 'x-addition'?: true;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: { readonly [status: string]: OpenApiResponse };
};

export type OpenApiDocument = {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly { readonly apiKey: readonly [] }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: OpenApiOperation };
  };
  readonly components: {
    readonly securitySchemes: { readonly apiKey: JsonSchema };
    readonly headers: typeof HEADERS;
    readonly schemas: { readonly [name: string]: JsonSchema };
  };
  readonly 'x-rate-limits': {
    readonly [tier: string]: { readonly requests: number; readonly window_seconds: number };
  };
};

const DESCRIPTION = [
  'Markets, exchange accounts, orders, bots, scripts, backtests and labs.',
  'Field names and enumerated values are snake_case. Decimal numbers are JSON strings. ' +
    'Timestamps are RFC 3339 in UTC. Identifiers and cursors are opaque.',
  'Every POST and PUT accepts an `Idempotency-Key`, whose outcome is kept for 24 hours.',
  'Errors are RFC 9457 problem documents: match on `code`.',
  'What carries `x-addition` goes beyond the published contract.',
].join('\n\n');

/** The document of these operations, as plain JSON. */
export function openApiDocument(
  operations: readonly Operation[],
  options: { readonly baseUrl: string; readonly version: string; readonly budgets: TierBudgets },
): OpenApiDocument {
  const schemas = createSchemaCollector();
  schemas.define('Problem', problemSchema());
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describeOperation(operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tidemill API', version: options.version, description: DESCRIPTION },
    servers: [{ url: options.baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `tm_live_` and 43 letters and digits. No other token is accepted.',
        },
      },
      headers: HEADERS,
      schemas: schemas.all(),
    },
    'x-rate-limits': Object.fromEntries(
      Object.entries(options.budgets).map(([tier, { requests, windowMs }]) => [
        tier,
        { requests, window_seconds: windowMs / 1_000 },
      ]),
    ),
  };
}

function describeOperation(operation: Operation, schemas: SchemaCollector): OpenApiOperation {
  const { body } = operation;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    'x-required-scope': operation.scope,
    'x-rate-limit-tier': operation.tier,
    ...(operation.isAddition ? { 'x-addition': true } : {}),
    parameters: describeParameters(operation, schemas),
    ...(body === null ? {} : { requestBody: jsonBody(schemas.refer(body, 'request')) }),
    responses: describeResponses(operation, schemas),
  };
}

function jsonBody(schema: JsonSchema) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

function describeParameters(
  operation: Operation,
  schemas: SchemaCollector,
): readonly OpenApiParameter[] {
  const inPath = Object.entries(operation.params).map(
    ([name, { description }]): OpenApiParameter => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
    }),
  );
  const inQuery = describeQuery(operation.query, schemas);
  const inHeader: readonly OpenApiParameter[] = takesIdempotencyKey(operation)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Names the request, so that sending it again does not repeat its effect.',
          schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharactersMax },
        },
      ]
    : [];
  return [...inPath, ...inQuery, ...inHeader];
}

function describeQuery(
  properties: TProperties,
  schemas: SchemaCollector,
): readonly OpenApiParameter[] {
  return Object.entries(properties).map(([name, schema]: [string, TSchema]) => {
    const {
      description = '',
      'x-addition': isAddition,
      ...rest
    } = schemas.refer(schema, 'request');
    return {
      name,
      in: 'query',
      required: !IsOptional(schema) && !('default' in schema),
      description,
      schema: rest,
      ...(isAddition === true ? { 'x-addition': true as const } : {}),
    };
  });
}

function describeResponses(
  operation: Operation,
  schemas: SchemaCollector,
): { readonly [status: string]: OpenApiResponse } {
  const { status, description, schema } = operation.success;
  const success: OpenApiResponse = {
    description,
    headers: {
      ...budgetHeaderRefs(),
      ...(status === 201 || status === 202 ? headerRef('Location') : {}),
      ...(takesIdempotencyKey(operation) ? headerRef('Idempotency-Replayed') : {}),
    },
    ...(schema === null
      ? {}
      : { content: { 'application/json': { schema: schemas.refer(schema, 'answer') } } }),
  };
  const byStatus = Map.groupBy(problemsOf(operation), (code) => String(PROBLEMS[code].status));
  const failures = [...byStatus]
    .toSorted(([left], [right]) => Number(left) - Number(right))
    .map(([failure, codes]) => [failure, describeProblem(codes)] as const);
  return { [String(status)]: success, ...Object.fromEntries(failures) };
}

/** Every code an operation can answer, in the order of the table of problems. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const own = new Set<ProblemCode>([...SHARED_PROBLEMS, ...operation.errors]);
  const hasBody = operation.method !== 'GET';
  if (hasBody) own.add('payload_too_large').add('unsupported_media_type');
  if (takesIdempotencyKey(operation)) {
    own.add('idempotency_in_progress').add('idempotency_key_reuse');
  }
  return PROBLEM_CODES.filter((code) => own.has(code));
}

function describeProblem(codes: readonly ProblemCode[]): OpenApiResponse {
  const status = PROBLEMS[codes[0] ?? 'internal_error'].status;
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      ...(status === 401 ? headerRef('WWW-Authenticate') : budgetHeaderRefs()),
      ...(codes.some(hasRetryAfter) ? headerRef('Retry-After') : {}),
    },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    'x-codes': codes,
  };
}

function hasRetryAfter(code: ProblemCode): boolean {
  return code === 'rate_limited' || PROBLEMS[code].retryAfterSeconds !== null;
}

function problemSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'RFC 9457 problem document. Match on `code`.',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string', format: 'uri', description: "The error's documentation." },
      title: { type: 'string', description: 'The same for every occurrence of the code.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What happened this time.' },
      code: { type: 'string', enum: PROBLEM_CODES },
      instance: { type: 'string', description: 'On 500: quote it when reporting.' },
      errors: {
        type: 'array',
        'x-addition': true,
        description: 'Each fault of the request.',
        items: {
          type: 'object',
          required: ['detail'],
          properties: {
            pointer: { type: 'string', description: 'JSON Pointer into the body.' },
            parameter: { type: 'string', description: 'Query parameter.' },
            header: { type: 'string', description: 'Header.' },
            detail: { type: 'string' },
          },
        },
      },
    },
  };
}
