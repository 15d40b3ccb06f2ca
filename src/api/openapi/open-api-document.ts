// The OpenAPI 3.1 document, built from the operation table. Only what the table holds appears, so
// the document cannot promise more than is served.

import type { TProperties, TSchema } from 'typebox';
import { IsOptional } from 'typebox';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { TierBudgets } from '#api/http/edge-deps.ts';
import { PROTECTING_SCOPES } from '#domain/access/protecting-scopes.ts';
import type { Operation } from '#api/http/operation.ts';
import { OPERATION_TAGS } from '#api/http/operation-tags.ts';
import { takesIdempotencyKey } from '#api/http/operation.ts';
import type { ProblemCode, ProblemText } from '#api/http/responses/problems.ts';
import { PROBLEM_CODES, PROBLEMS } from '#api/http/responses/problems.ts';
import type {
  OpenApiResponse,
  ResponseComponents,
  ResponseRef,
} from '#api/openapi/describe-responses.ts';
import {
  describeResponses,
  ownProblemsOf,
  RESPONSE_REFERENCE,
} from '#api/openapi/describe-responses.ts';
import { HEADERS } from '#api/openapi/response-headers.ts';
import {
  PARAMETER_REFERENCE,
  referToParameter,
  sharedParameters,
  shareSuccesses,
} from '#api/openapi/share-parts.ts';
import type { JsonSchema, SchemaCollector } from '#api/openapi/schema-collector.ts';
import { createSchemaCollector } from '#api/openapi/schema-collector.ts';

export type OpenApiParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** Left out where it may be. */
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly 'x-addition'?: true;
};

export type ParameterRef = { readonly $ref: string };

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-required-scope': string;
  /** One of them, beside the required one. */
  readonly 'x-also-required-scopes'?: readonly string[];
  readonly 'x-rate-limit-tier': string;
  /** Codes of problems beyond those that its responses list. */
  readonly 'x-problems'?: readonly ProblemCode[];
  readonly 'x-addition'?: true;
  readonly parameters: readonly (OpenApiParameter | ParameterRef)[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: { readonly [status: string]: OpenApiResponse | ResponseRef };
};

export type OpenApiDocument = {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string; readonly url: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly { readonly apiKey: readonly [] }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: OpenApiOperation };
  };
  readonly components: {
    readonly securitySchemes: { readonly apiKey: JsonSchema };
    readonly headers: typeof HEADERS;
    readonly parameters: { readonly [name: string]: OpenApiParameter };
    readonly responses: { readonly [name: string]: OpenApiResponse };
    readonly schemas: { readonly [name: string]: JsonSchema };
  };
  readonly 'x-rate-limits': {
    readonly [tier: string]: { readonly requests: number; readonly window_seconds: number };
  };
  /** What each code of a problem means. */
  readonly 'x-problems': {
    readonly [code: string]: { readonly status: number; readonly title: string };
  };
};

const DESCRIPTION = [
  'Markets, exchange accounts, orders, bots, scripts, backtests and labs.',
  'Field names and enumerated values are snake_case. Decimal numbers are JSON strings. ' +
    'Timestamps are RFC 3339 in UTC. Identifiers and cursors are opaque.',
  'Every POST and PUT accepts an `Idempotency-Key`, whose outcome is retained for 24 hours. A ' +
    'DELETE can be sent again safely: the first response is 204, each later one 404 without a key.',
  'Errors are RFC 9457 problem documents: match on `code`. A method that a path does not have is ' +
    'given 405 `method_not_allowed`, an unknown path 404 `not_found`.',
  'Each response to a recognised key carries the five headers of its rate limit. A 401 has none, ' +
    'nor a 503 that was sent before the key could be verified, nor a response to OPTIONS. ' +
    '`X-RateLimit-*` say what `RateLimit-Policy` and `RateLimit` say; responses list these two.',
  'Fields, operations and codes of problems may be added; what is there keeps its meaning. ' +
    'Ignore fields that you do not know, and treat an unknown code by its status.',
  'What carries `x-addition` goes beyond the published contract.',
].join('\n\n');

const IDEMPOTENCY_KEY =
  'Names the request, so that sending it again does not repeat its effect. The outcome is ' +
  'retained for 24 hours, a refusal too: use a new key after you have corrected a request.';

const IDEMPOTENCY_PARAMETER: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: IDEMPOTENCY_KEY,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharactersMax },
};

/** Of a DELETE, which needs none by the published contract. */
const DELETE_KEY_PARAMETER: OpenApiParameter = {
  ...IDEMPOTENCY_PARAMETER,
  description: 'As for a POST.',
  'x-addition': true,
};

/** A response that lasts, as the document has it: an operation whose response is a text. */
export type DescribedStream = Omit<Operation, 'handle'> & {
  readonly requestHeaders: { readonly [name: string]: TSchema };
  readonly success: { readonly mediaType: 'text/event-stream' };
};

/** The document of these operations and streams, as plain JSON. */
export function openApiDocument(
  operations: readonly Operation[],
  options: { readonly baseUrl: string; readonly version: string; readonly budgets: TierBudgets },
  streams: readonly DescribedStream[] = [],
): OpenApiDocument {
  const schemas = createSchemaCollector();
  schemas.define('Problem', problemSchema());
  const responses: ResponseComponents = new Map();
  const described = [...operations, ...streams].map((operation) => {
    const parameters = describeParameters(operation, schemas);
    return { operation, parameters, ...describeOperation(operation, schemas, responses) };
  });
  const parameters = sharedParameters(described.flatMap((one) => one.parameters));
  const shareSuccess = shareSuccesses(
    described.map((one) => one.responses),
    responses,
  );
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { operation, ...one } of described) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = {
      ...one.facts,
      parameters: one.parameters.map((parameter) => referToParameter(parameters, parameter)),
      ...one.requestBody,
      responses: shareSuccess(one.responses),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemill API',
      version: options.version,
      description: DESCRIPTION,
      contact: { name: 'Tidemill', url: `${options.baseUrl}/docs` },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: options.baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: OPERATION_TAGS[name],
    })),
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
      parameters,
      responses: inOrder(responses),
      schemas: schemas.all(),
    },
    'x-rate-limits': Object.fromEntries(
      Object.entries(options.budgets).map(([tier, { requests, windowMs }]) => [
        tier,
        { requests, window_seconds: windowMs / 1_000 },
      ]),
    ),
    'x-problems': problemTable(),
  };
}

function problemTable(): OpenApiDocument['x-problems'] {
  const facts = ({ status, title }: ProblemText) => ({ status, title });
  return Object.fromEntries(PROBLEM_CODES.map((code) => [code, facts(PROBLEMS[code])]));
}

/** The parameters of an operation, those too that stand among the components. */
export function parametersOf(
  { components }: OpenApiDocument,
  { parameters }: OpenApiOperation,
): readonly OpenApiParameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter
      ? present(
          components.parameters[parameter.$ref.slice(PARAMETER_REFERENCE.length)],
          'a parameter that is referred to is in the document',
        )
      : parameter,
  );
}

/** The response itself, where it is one or where it refers to one. */
export function responseOf(
  { components }: OpenApiDocument,
  response: OpenApiResponse | ResponseRef,
): OpenApiResponse {
  if (!('$ref' in response)) return response;
  const found = components.responses[response.$ref.slice(RESPONSE_REFERENCE.length)];
  const { description } = response;
  const referred = present(found, 'a response that is referred to is in the document');
  return { ...referred, ...(description === undefined ? {} : { description }) };
}

/** All codes of problems that an operation responds with. */
export function problemCodesOfAll(
  document: OpenApiDocument,
  operation: OpenApiOperation,
): readonly ProblemCode[] {
  const shared = Object.values(operation.responses).flatMap(
    (response) => responseOf(document, response)['x-codes'] ?? [],
  );
  const codes = new Set([...shared, ...(operation['x-problems'] ?? [])]);
  return PROBLEM_CODES.filter((code) => codes.has(code));
}

function inOrder(responses: ResponseComponents): { readonly [name: string]: OpenApiResponse } {
  return Object.fromEntries([...responses].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function describeOperation(
  operation: Omit<Operation, 'handle'> | DescribedStream,
  schemas: SchemaCollector,
  responses: ResponseComponents,
) {
  const { body } = operation;
  const problems = ownProblemsOf(operation);
  const facts = {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    'x-required-scope': operation.scope,
    ...(operation.needsProtectingScope === true
      ? { 'x-also-required-scopes': PROTECTING_SCOPES }
      : {}),
    'x-rate-limit-tier': operation.tier,
    ...(problems.length === 0 ? {} : { 'x-problems': problems }),
    ...(operation.isAddition ? { 'x-addition': true as const } : {}),
  };
  return {
    facts,
    requestBody: body === null ? {} : { requestBody: jsonBody(schemas.refer(body, 'request')) },
    responses: describeResponses(operation, schemas, responses),
  };
}

function jsonBody(schema: JsonSchema) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

function describeParameters(
  operation: Omit<Operation, 'handle'> | DescribedStream,
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
  const parameter = operation.method === 'DELETE' ? DELETE_KEY_PARAMETER : IDEMPOTENCY_PARAMETER;
  const inHeader = takesIdempotencyKey(operation) ? [parameter] : [];
  const own = 'requestHeaders' in operation ? describeHeaders(operation, schemas) : [];
  return [...inPath, ...inQuery, ...inHeader, ...own];
}

function describeHeaders(
  { requestHeaders }: DescribedStream,
  schemas: SchemaCollector,
): readonly OpenApiParameter[] {
  return Object.entries(requestHeaders).map(([name, given]) => {
    const { description = '', ...schema } = schemas.refer(given, 'request');
    return { name, in: 'header', description, schema };
  });
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
      ...(mayBeLeftOut(schema) && !hasOneValue(rest) ? {} : { required: true as const }),
      description,
      schema: rest,
      ...(isAddition === true ? { 'x-addition': true as const } : {}),
    };
  });
}

function mayBeLeftOut(schema: TSchema): boolean {
  return IsOptional(schema) || 'default' in schema;
}

/**
 * A query parameter that chooses between responses which an address has. Requests may choose by
 * `Accept` instead; the document has the parameter in every request, so that those made from it get
 * the response that is described whatever `Accept` their library sends.
 */
export function hasOneValue({ enum: values }: JsonSchema): boolean {
  return Array.isArray(values) && values.length === 1;
}

function problemSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'RFC 9457 problem document. Match on `code`.',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string', format: 'uri', description: "The error's documentation." },
      title: { type: 'string', description: 'The same for every occurrence of the code.' },
      status: { type: 'integer', format: 'int32', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What happened this time.' },
      code: {
        type: 'string',
        description:
          'What a program matches on. Codes may be added: treat an unknown one by its status.',
        examples: PROBLEM_CODES.slice(0, 1),
        // Not `enum`, which would make generated clients refuse a code that is added.
        'x-extensible-enum': PROBLEM_CODES,
      },
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
            detail: { type: 'string', description: 'What is wrong with it.' },
          },
        },
      },
    },
  };
}
