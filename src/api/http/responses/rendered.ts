// A response or refusal as it goes over the wire, without what belongs to one request alone (date,
// request id, budget). It is also what an Idempotency-Key stores.

import { requestUri } from '#api/http/responses/request-uri.ts';
import { assert } from '#lib/assert.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEMS } from '#api/http/responses/problems.ts';

export type RenderedResponse = {
  readonly status: number;
  /** Null when there is no body. */
  readonly contentType: string | null;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Bytes are of a page that is compressed; an outcome to be retained is text. */
  readonly body: string | Uint8Array | null;
  readonly code: ProblemCode | null;
};

export const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';

/** `requestId` (a UUID) is shown only where a caller is asked to quote it. */
export function renderRefusal(
  docsUrl: string,
  refusal: Refusal,
  requestId: string,
): RenderedResponse {
  const { status, title, retryAfterSeconds } = PROBLEMS[refusal.code];
  const hasRetryAfter = refusal.headers.includes('Retry-After');
  const document = {
    type: `${docsUrl}/errors/${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    ...(refusal.errors.length === 0 ? {} : { errors: refusal.errors }),
    ...(status === 500 ? { instance: requestUri(requestId) } : {}),
  };
  return {
    status,
    contentType: PROBLEM_TYPE,
    headers:
      retryAfterSeconds === null || hasRetryAfter
        ? refusal.headers
        : [...refusal.headers, 'Retry-After', String(retryAfterSeconds)],
    body: JSON.stringify(document),
    code: refusal.code,
  };
}

/** Bytes of a response as text; 204 has none. */
export function renderResponse({ status, body, headers }: ApiResponse<unknown>): RenderedResponse {
  if (status === 204) return { status, contentType: null, headers, body: null, code: null };
  return { status, contentType: JSON_TYPE, headers, body: JSON.stringify(body), code: null };
}

/** For an outcome to be retained: status, headers and body, and nothing of the first request. */
export function encodeRendered(rendered: RenderedResponse): Uint8Array {
  assert(!(rendered.body instanceof Uint8Array), 'a retained outcome is text');
  return Buffer.from(JSON.stringify(rendered));
}

/** Reads what `encodeRendered` wrote. */
export function decodeRendered(bytes: Uint8Array): RenderedResponse {
  const rendered = JSON.parse(Buffer.from(bytes).toString('utf8')) as RenderedResponse;
  assert(typeof rendered.status === 'number', 'a retained outcome has a status');
  return rendered;
}
