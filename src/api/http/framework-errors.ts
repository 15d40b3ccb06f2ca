// Problem documents for requests that Fastify itself refuses, and for what is thrown where requests
// are routed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '#lib/limits.ts';
import type { EdgeState } from '#api/http/edge-state.ts';
import { tooLarge } from '#api/http/requests/framing.ts';
import {
  beginRequestContext,
  finishFailed,
  finishRefused,
} from '#api/http/requests/request-context.ts';
import { restoreMethod } from '#api/http/requests/routed-methods.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const CUT_OFF = refuse('invalid_request', 'The body was cut off.', ['Connection', 'close']);

/** What Fastify itself refuses, by its error codes. */
const FRAMEWORK_REFUSALS: { readonly [code: string]: Refusal } = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge(LIMITS.bodyBytesMax),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: CUT_OFF,
  ECONNRESET: CUT_OFF,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse(
    'unsupported_media_type',
    'Header "Content-Type": expected "application/json".',
    ['Accept', 'application/json'],
  ),
};

/** Ends the request with the problem that stands for the framework's error. */
export function respondToFrameworkError(
  edge: EdgeState,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  restoreMethod(request.raw);
  reply.hijack();
  const context =
    request.context ??
    beginRequestContext(edge, request.raw, reply.raw, request.id, {
      operation: 'framework_error',
      path: null,
      metrics: edge.metrics,
    });
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const refusal = FRAMEWORK_REFUSALS[String(code)];
  if (refusal === undefined) finishFailed(context, error);
  else finishRefused(context, refusal);
}
