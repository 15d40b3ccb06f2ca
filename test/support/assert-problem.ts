// Checks of every refusal of the API, whichever code it carries.

import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { BUDGET_HEADERS } from '#api/openapi/response-headers.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import { PROBLEMS } from '#api/http/responses/problems.ts';

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly instance?: string;
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly header?: string;
    readonly detail: string;
  }[];
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Checks status, media type, members and headers; returns the document. */
export function assertProblem(
  response: LightMyRequestResponse,
  code: ProblemCode,
  isAuthenticated: boolean,
): Problem {
  const { status, title, retryAfterSeconds } = PROBLEMS[code];
  assert.equal(response.statusCode, status, response.body);
  assert.equal(response.headers['content-type'], 'application/problem+json');
  const problem = response.json<Problem>();
  assert.equal(problem.code, code, response.body);
  assert.equal(problem.status, status);
  assert.equal(problem.title, title);
  assert.equal(problem.type, `http://tidemill.test/errors/${code}`);
  assert(problem.detail.length > 10, 'the detail says something');
  assert(!response.body.includes('tm_live_'), 'no key is echoed');
  if (retryAfterSeconds !== null) {
    assert.equal(response.headers['retry-after'], String(retryAfterSeconds));
  }
  assertSharedHeaders(response, isAuthenticated);
  return problem;
}

/**
 * Headers of every response: never cached, never shared with browsers, with a budget if a key was
 * recognised.
 */
export function assertSharedHeaders(
  response: LightMyRequestResponse,
  isAuthenticated: boolean,
  cacheControl: 'no-store' | 'no-cache' = 'no-store',
): void {
  assert.equal(response.headers['cache-control'], cacheControl);
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.match(String(response.headers['x-request-id']), UUID);
  assert(response.headers.date !== undefined);
  for (const name of BUDGET_HEADERS) {
    const value = response.headers[name.toLowerCase()];
    assert.equal(value !== undefined, isAuthenticated, `${name}: ${String(value)}`);
  }
  const foreign = Object.keys(response.headers).filter((name) =>
    /^(?:access-control-|server$|x-powered-by$)/.test(name),
  );
  assert.deepEqual(foreign, []);
}
