// Problems of a call: the service refused it, did not respond, or the caller gave it up.

import type { Problem } from './api-types.ts';

export type ProblemCode = Problem['code'];

/** The service responded with a problem document; match on `code`. */
export class ApiProblemError extends Error {
  override readonly name = 'ApiProblemError';
  readonly status: number;
  readonly code: ProblemCode;
  /** The whole document. */
  readonly problem: Problem;
  /** Names the request in the log of the service. */
  readonly requestId: string | null;
  /** After this time the request may be sent again; null: the service names none. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, requestId: string | null, retryAfterMs: number | null) {
    super(`${problem.code} (${problem.status}): ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * No response that could be read arrived, in any try. What the request should do may have been
 * done: call again with the same `idempotencyKey`, which the error names.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  readonly isTimeout: boolean;
  /** Null: the request changes nothing, or has none. */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, isTimeout: boolean, idempotencyKey: string | null) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(isTimeout ? 'no response arrived in time' : `no response: ${reason}`, { cause });
    this.isTimeout = isTimeout;
    this.idempotencyKey = idempotencyKey;
  }
}

/** Whether the error is a problem, with this code if one is given. */
export function isProblem(error: unknown, code?: ProblemCode): error is ApiProblemError {
  return error instanceof ApiProblemError && (code === undefined || error.code === code);
}
