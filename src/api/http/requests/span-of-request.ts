// Spans of requests: which operation was requested, in whose trace, and how it ended. Pages, health
// checks and metrics have none.

import type { IncomingMessage } from 'node:http';
import type { Meter } from '#api/http/responses/metrics.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import type { OpenSpan, Tracer } from '#services/access/request-ports.ts';

type RequestParts = {
  readonly request: Pick<IncomingMessage, 'headers' | 'method'>;
  readonly requestId: string;
  readonly meter: Pick<Meter, 'operation' | 'path'>;
};

/** Null: it is not traced. */
export function spanOfRequest(
  tracer: Tracer | null | undefined,
  { request, requestId, meter }: RequestParts,
): OpenSpan | null {
  const { operation, path } = meter;
  if (tracer === null || tracer === undefined || path === null || !isWork(meter)) return null;
  const { traceparent } = request.headers;
  return tracer.begin({
    name: operation,
    kind: 'serves',
    fields: {
      'http.request.method': request.method,
      'http.route': path,
      'tidemill.request_id': requestId,
    },
    parent: typeof traceparent === 'string' ? traceparent : null,
  });
}

function isWork({ path, operation }: RequestParts['meter']): boolean {
  return path?.startsWith('/v1/') === true || operation === 'hook';
}

/** Runs work for the request below its span. */
export function inSpan<T>({ span }: { readonly span: OpenSpan | null }, work: () => T): T {
  return span === null ? work() : span.within(work);
}

/** Ends a span; only statuses from 500 on are errors. */
export function endSpan(span: OpenSpan | null, status: number, code: ProblemCode | null): void {
  if (span === null) return;
  span.note({ 'http.response.status_code': status });
  span.end(status >= 500 ? (code ?? 'error') : undefined);
}
