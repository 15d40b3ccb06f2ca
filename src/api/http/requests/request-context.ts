// One request on its way through the edge, and the one place where a response leaves: headers that
// every response carries, the line in the log, and the figures. Responses are written to Node's
// response directly, because the framework would add a charset to problem documents and costs more.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import { headersBelow } from '#api/http/base-path.ts';
import type { Caller, OpenSpan } from '#services/access/request-ports.ts';
import { failedExchange, failureKind, isDefect } from '#services/access/failure-kind.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { Budget } from '#api/http/callers/budget.ts';
import { budgetHeaders } from '#api/http/callers/budget.ts';
import type { EdgeState, Lane } from '#api/http/edge-state.ts';
import type { Meter } from '#api/http/responses/metrics.ts';
import { recordRequest } from '#api/http/responses/metrics.ts';
import { addressOf } from '#api/http/callers/authenticate.ts';
import type { CountedPlace } from '#api/http/requests/return-place.ts';
import { returnPlace } from '#api/http/requests/return-place.ts';
import { endSpan, spanOfRequest } from '#api/http/requests/span-of-request.ts';
import { traceRequest } from '#api/http/requests/trace-request.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import { FAILURE_PROBLEMS, PROBLEMS } from '#api/http/responses/problems.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';
import { renderRefusal } from '#api/http/responses/rendered.ts';
import { callerNetwork } from '#api/http/callers/unknown-callers.ts';

export type RequestContext = {
  readonly edge: EdgeState;
  readonly lane: Lane;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly meter: Meter;
  /** Null until the key is recognised. */
  caller: Caller | null;
  /** Null until the request is counted. */
  budget: Budget | null;
  /** What it was counted in, where that is returned unless its work begins; otherwise null. */
  place: CountedPlace | null;
  /** Whether it came without a usable key, and so is logged by its address alone. */
  isUnknown: boolean;
  /** Set when its operation had a key checked that its exchange refused. */
  hasFailedKeyCheck: boolean;
  isServed: boolean;
  /** Null: it is not traced. */
  readonly span: OpenSpan | null;
};

/** Context of a request from its arrival; it counts as in flight until its response has left. */
export function beginRequestContext(
  edge: EdgeState,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  meter: Meter,
  lane: Lane = edge.lane,
): RequestContext {
  edge.inFlightCount += 1;
  return {
    edge,
    lane,
    request,
    response,
    requestId,
    startedAtMs: performance.now(),
    meter,
    caller: null,
    budget: null,
    place: null,
    isUnknown: false,
    hasFailedKeyCheck: false,
    isServed: false,
    span: spanOfRequest(edge.deps.ports.tracer, { request, requestId, meter }),
  };
}

/** Sends the response, once what was not used is returned; only the first one counts. */
export function finish(
  context: RequestContext,
  rendered: RenderedResponse,
  extra: readonly string[] = [],
): void {
  if (context.isServed) return;
  context.isServed = true;
  const { place } = context;
  if (place === null) return send(context, rendered, extra);
  returnPlace(context, place)
    .catch((error: unknown) => noteDefect(context, error))
    .finally(() => send(context, rendered, extra));
}

function send(context: RequestContext, rendered: RenderedResponse, extra: readonly string[]): void {
  context.edge.inFlightCount -= 1;
  const { response } = context;
  const { status, body } = rendered;
  // In one call with one list: header by header costs a busy service a tenth of its speed.
  response.writeHead(status, headersOf(context, rendered, extra));
  if (body === null) response.end();
  else response.end(body);
  record(context, status, rendered.code);
}

/** Begins a response that is written as it comes, and counts the request as served. */
export function beginStream(context: RequestContext, headers: readonly string[]): void {
  if (context.isServed) return;
  context.isServed = true;
  context.edge.inFlightCount -= 1;
  const rendered = { status: 200, contentType: null, headers, body: null, code: null };
  context.response.writeHead(rendered.status, headersOf(context, rendered, []));
  record(context, rendered.status, null);
}

/**
 * Begins a response that is written piece by piece and counts as under way until the function that
 * is returned is called, at its end or where it is broken off.
 */
export function beginPieces(context: RequestContext, headers: readonly string[]): () => void {
  context.isServed = true;
  const rendered = { status: 200, contentType: null, headers, body: null, code: null };
  context.response.writeHead(rendered.status, headersOf(context, rendered, []));
  return () => {
    context.edge.inFlightCount -= 1;
    record(context, rendered.status, null);
  };
}

/** Names and values in turn, each name once. */
function headersOf(
  context: RequestContext,
  rendered: RenderedResponse,
  extra: readonly string[],
): string[] {
  const { contentType, body } = rendered;
  const headers = ['X-Content-Type-Options', 'nosniff', 'X-Request-Id', context.requestId];
  if (!rendered.headers.includes('Cache-Control')) headers.push('Cache-Control', 'no-store');
  const { budget, edge } = context;
  if (budget !== null) headers.push(...budgetHeaders(budget, edge.deps.ports.clock.nowMs()));
  headers.push(...headersBelow(edge.basePath, rendered.headers), ...extra);
  // Otherwise the connection would stay open, waiting for a next request that is turned away.
  if (context.edge.isDraining && !headers.includes('Connection'))
    headers.push('Connection', 'close');
  if (contentType !== null && body !== null) {
    headers.push('Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body)));
  }
  return headers;
}

/** Refuses the request. */
export function finishRefused(context: RequestContext, refusal: Refusal): void {
  const { docsUrl } = context.edge.deps;
  finish(context, renderRefusal(docsUrl, refusal, context.requestId));
}

/**
 * Responds to what was thrown: a failure of the outer world by its kind, anything else as our own
 * mistake. A request works on what was read for it alone, so neither ends the service: a damaged
 * record of one user must not stop all others.
 */
export function finishFailed(context: RequestContext, error: unknown): void {
  const refusal = refusalOf(error);
  finishRefused(context, refusal);
  if (isDefect(error)) return noteDefect(context, error);
  context.edge.deps.ports.log.warn('request_failed', errorFields(context, refusal.code, error));
}

/** Logs and counts a mistake of ours that came to light while the request was carried out. */
export function noteDefect(context: RequestContext, error: unknown): void {
  const { edge } = context;
  edge.defectCount += 1;
  edge.deps.ports.log.error('request_defect', errorFields(context, refusalOf(error).code, error));
}

/** Logs why a response was broken off; what was thrown as in `finishFailed`. */
export function noteBrokenOff(context: RequestContext, error: unknown): void {
  if (isDefect(error)) return noteDefect(context, error);
  const { code } = refusalOf(error);
  context.edge.deps.ports.log.warn('request_broken_off', errorFields(context, code, error));
}

function errorFields(context: RequestContext, code: ProblemCode, error: unknown) {
  return {
    request_id: context.requestId,
    operation: context.meter.operation,
    code,
    cause: withoutKeys(describeError(error)),
  };
}

function refusalOf(error: unknown): Refusal {
  const kind = failureKind(error);
  const code = kind === null ? 'internal_error' : FAILURE_PROBLEMS[kind];
  const exchange = failedExchange(error);
  const detail = exchange === null ? undefined : EXCHANGE_DETAILS[code]?.(exchange);
  return refuse(code, detail ?? FAILURE_DETAILS[code] ?? PROBLEMS[code].meaning);
}

/** Should a key ever stand in an error's text, it goes no further. */
function withoutKeys(text: string): string {
  return text.replaceAll(/tm_(live|session|link|hook|ticket)_\w+/g, 'tm_$1_[redacted]');
}

/** What a caller may know; the cause is in the log. */
const FAILURE_DETAILS: { readonly [code in ProblemCode]?: string } = {
  internal_error: 'An unexpected error occurred. Quote "instance" when you report it.',
  temporarily_unavailable: 'The request cannot be served now. Try again with the same key.',
  upstream_error: 'An exchange or internal service responded in a way that could not be served.',
  upstream_timeout: 'An exchange or internal service did not respond in time.',
};

/** Where it is known which exchange failed. */
const EXCHANGE_DETAILS: { readonly [code in ProblemCode]?: (exchange: string) => string } = {
  temporarily_unavailable: (exchange) =>
    `Exchange "${exchange}" cannot serve the request now. Try again with the same key.`,
  upstream_error: (exchange) =>
    `Exchange "${exchange}" responded in a way that could not be served.`,
  upstream_timeout: (exchange) => `Exchange "${exchange}" did not respond in time.`,
};

function record(context: RequestContext, status: number, code: ProblemCode | null): void {
  const durationMs = performance.now() - context.startedAtMs;
  recordRequest(context.meter, status, durationMs);
  endSpan(context.span, status, code);
  if (context.isUnknown) return;
  const { edge } = context;
  const { log, clock } = edge.deps.ports;
  if (durationMs >= LIMITS.slowRequestMs) noteSlow(context, status, durationMs);
  // Who has shown no key costs a line a minute, whatever it is refused for.
  if (context.caller === null && status >= 400 && status < 500) {
    return edge.unknown.note(networkOfRequest(edge, context.request), clock.nowMs());
  }
  const method = context.request.method ?? '';
  log[isOrdinaryRead(method, status, durationMs) ? 'debug' : 'info']('request', {
    request_id: context.requestId,
    operation: context.meter.operation,
    method,
    ...traced(context),
    status,
    code,
    duration_ms: Math.round(durationMs * 1_000) / 1_000,
    key_id: context.caller?.keyId ?? null,
    user_id: context.caller?.userId ?? null,
  });
}

function noteSlow(context: RequestContext, status: number, durationMs: number): void {
  const { slowRequests, deps } = context.edge;
  slowRequests.unshift({
    atMs: deps.ports.clock.nowMs(),
    operation: context.meter.operation,
    durationMs: Math.round(durationMs),
    status,
    userId: context.caller?.userId ?? null,
    requestId: context.requestId,
  });
  if (slowRequests.length > LIMITS.slowRequestsRetained) slowRequests.pop();
}

function traced({ edge, meter, request, span }: RequestContext) {
  const { ids, path, trace_id: sent } = traceRequest(request, meter.path);
  const traceId = span?.traceId ?? sent;
  const address = addressOf(edge.deps.trustedProxies, request) ?? null;
  return { path: withoutKeys(path), ...ids, trace_id: traceId, client_address: address };
}

/** Changed nothing, went well, took no time: counted in the figures, and a line only on demand. */
function isOrdinaryRead(method: string, status: number, durationMs: number): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && status < 400 && durationMs < LIMITS.slowRequestMs;
}

/** The network that it is counted as coming from. */
export function networkOfRequest(edge: EdgeState, request: IncomingMessage): string {
  return callerNetwork(addressOf(edge.deps.trustedProxies, request));
}
