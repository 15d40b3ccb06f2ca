// Sends requests: one call is sent until it has an outcome, under one Idempotency-Key, so that no
// effect happens twice.

import type { Problem } from './api-types.ts';
import { ApiProblemError, NoResponseError } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { noteRateLimit, takeRequest } from './rate-limits.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { isOutcomeUnknown, waitBeforeRetry } from './retry-policy.ts';
import { deadline, reasonOf, wait } from './wait.ts';

export type HeaderRecord = { readonly [name: string]: string };

export type Transport = {
  readonly baseUrl: string;
  /** Of each request, with the key in it. */
  readonly headers: () => HeaderRecord | Promise<HeaderRecord>;
  readonly fetch: typeof fetch;
  readonly retries: RetryPolicy;
  readonly timeoutMs: number;
  readonly limits: RateLimits;
  readonly isPacing: boolean;
  /** Between 0 and 1. */
  readonly chance: () => number;
};

/** What one call may set for itself. */
export type CallOptions = {
  /** Ends the call, its waits too. */
  readonly signal?: AbortSignal | undefined;
  /** Of each try. */
  readonly timeoutMs?: number | undefined;
  /** In place of one of its own; give it where a program may be started anew in between. */
  readonly idempotencyKey?: string | undefined;
  /** Requests that are sent at most. */
  readonly triesMax?: number | undefined;
};

export type ApiRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly tier: string;
  readonly accept: MediaType;
};

export type MediaType = 'application/json' | 'text/csv' | typeof PARQUET;

export const PARQUET = 'application/vnd.apache.parquet';

/** Rows of a list as comma-separated values, and where it goes on; null: it has ended. */
export type TablePart = { readonly text: string; readonly nextCursor: string | null };

/**
 * The response's body, JSON parsed; undefined without one; a `TablePart` where CSV is accepted.
 * Throws what `problem.ts` has.
 */
export async function send(
  transport: Transport,
  request: ApiRequest,
  options: CallOptions = {},
): Promise<unknown> {
  const key = keyOf(request, options);
  const triesMax = options.triesMax ?? transport.retries.triesMax;
  let mayBeDone = false;
  for (let tries = 1; ; tries += 1) {
    await pace(transport, request, options.signal);
    try {
      return await sendOnce(transport, request, key, options);
    } catch (error) {
      if (options.signal?.aborted === true) throw reasonOf(options.signal);
      if (mayBeDone && isAlreadyDeleted(request, error)) return undefined;
      const policy = { ...transport.retries, triesMax };
      const waitMs = waitBeforeRetry(error, tries, policy, transport.chance);
      if (waitMs === null) throw error;
      mayBeDone ||= isOutcomeUnknown(error);
      await wait(waitMs, options.signal);
    }
  }
}

/** A DELETE can be sent again without one; where the caller gave one, it has the same outcome. */
function keyOf({ method }: ApiRequest, { idempotencyKey }: CallOptions): string | null {
  if (method === 'DELETE') return idempotencyKey ?? null;
  return method === 'GET' ? null : (idempotencyKey ?? crypto.randomUUID());
}

async function pace(
  { limits, isPacing, retries }: Transport,
  { tier }: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!isPacing) return;
  for (;;) {
    const waitMs = takeRequest(limits, tier, Date.now());
    if (waitMs === 0 || waitMs > retries.retryAfterMsMax) return;
    await wait(waitMs, signal);
  }
}

/** An earlier try of this call did it: its response was lost, and now nothing is there. */
function isAlreadyDeleted({ method }: ApiRequest, error: unknown): boolean {
  return method === 'DELETE' && error instanceof ApiProblemError && error.status === 404;
}

async function sendOnce(
  transport: Transport,
  { method, path, body, accept }: ApiRequest,
  key: string | null,
  options: CallOptions,
): Promise<unknown> {
  const limit = deadline(options.timeoutMs ?? transport.timeoutMs, options.signal);
  try {
    const response = await transport.fetch(transport.baseUrl + path, {
      method,
      signal: limit.signal,
      // One that is followed may become a GET, or take the key elsewhere.
      redirect: 'manual',
      headers: {
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(await transport.headers()),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    noteRateLimit(transport.limits, response.headers, Date.now());
    return await readResponse(response, accept);
  } catch (error) {
    if (error instanceof ApiProblemError) throw error;
    throw new NoResponseError(error, limit.hasPassed(), key);
  } finally {
    limit.end();
  }
}

/**
 * The body of a success, JSON parsed. Throws a problem, or what is wrong with a success that
 * cannot be read: something between here and the service may have responded.
 */
export async function readResponse(response: Response, accept: MediaType): Promise<unknown> {
  if (accept === PARQUET && response.ok && typeOf(response) === PARQUET)
    return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (!response.ok) throw problemIn(response, text);
  if (text === '') return undefined;
  if (accept === 'text/csv' && /^text\/csv\b/.test(typeOf(response))) {
    return { text, nextCursor: response.headers.get('next-cursor') } satisfies TablePart;
  }
  if (accept === 'application/json' && isJson(response)) return JSON.parse(text) as unknown;
  throw new TypeError(`expected ${accept}, found "${text.slice(0, 200)}"`);
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(typeOf(response));
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}

function problemIn(response: Response, text: string): ApiProblemError {
  const { status, statusText, headers } = response;
  const location = headers.get('location');
  const problem = {
    type: 'about:blank',
    title: statusText,
    detail:
      location === null
        ? `expected JSON, found "${text.slice(0, 200)}"`
        : `the address is now "${location}", which is not followed`,
    code: 'unknown',
    ...(isJson(response) ? problemOf(text) : null),
    status,
  };
  const waitMs = retryAfterMs(headers.get('retry-after'), Date.now());
  return new ApiProblemError(problem, headers.get('x-request-id'), waitMs);
}

/** Null: the text is no problem of the service. */
function problemOf(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' ? (problem as Problem) : null;
  } catch {
    return null;
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
