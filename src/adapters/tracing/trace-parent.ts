// The header `traceparent` of https://www.w3.org/TR/trace-context/: a span as another process reads
// it.

import type * as Api from '@opentelemetry/api';
import type { Context, SpanContext } from '@opentelemetry/api';

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const SAMPLED = 1;

/** Null for what is none. */
export function contextOf(api: typeof Api, text: string | null | undefined): Context | null {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED;
  const parent: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return api.isSpanContextValid(parent) ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : null;
}

/** Header of a span, with only the sampled flag. */
export function parentText({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`;
}
