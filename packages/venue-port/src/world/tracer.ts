// Traces of work from process to process: spans below one another, carried by W3C's `traceparent`.
// Off unless an operator wants them: whoever may be traced gets null then, and calls nothing.

/**
 * All that a span may say beside its name, closed so that no text of a user, no statement's values
 * and no secret can get there.
 */
export const TRACE_FIELDS = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'db.operation.name',
  'error.type',
  'tidemill.request_id',
  'tidemill.exchange',
  'tidemill.method',
  'tidemill.lane',
  'tidemill.outcome',
  'tidemill.queue',
  'tidemill.job_id',
  'tidemill.bot_id',
  'tidemill.account_id',
  'tidemill.inputs_count',
] as const;
export type TraceField = (typeof TRACE_FIELDS)[number];
export type TraceFields = { readonly [field in TraceField]?: string | number | undefined };

export type SpanStart = {
  readonly name: string;
  /** `serves` and `requests` are the two ends of a call, `consumes` takes work from a queue. */
  readonly kind: 'serves' | 'requests' | 'consumes' | 'within';
  readonly fields?: TraceFields;
  /** A `traceparent` from another process; absent or unusable: the span that is under way. */
  readonly parent?: string | null | undefined;
};

export type OpenSpan = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Runs what belongs to it: spans that begin there, also later, are below it. */
  within<T>(this: void, work: () => T): T;
  note(this: void, fields: TraceFields): void;
  /** Only the first call counts. With what failed: its kind, never its text. */
  end(this: void, failure?: string): void;
};

export type Tracer = {
  begin(this: void, start: SpanStart): OpenSpan;
  /** The `traceparent` of the span that is under way; null: there is none. */
  carried(this: void): string | null;
};

/** Runs the work in a span of its own; without a tracer only the work. Throws as the work does. */
export async function traceWork<T>(
  tracer: Tracer | null | undefined,
  start: SpanStart,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  if (tracer === null || tracer === undefined) return work(null);
  const span = tracer.begin(start);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(failureName(error));
    throw error;
  }
}

/** As `traceWork` where something is traced already: what runs by itself, such as polls, is not. */
export async function traceWithin<T>(
  tracer: Tracer | null | undefined,
  start: SpanStart,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  const isWithin = tracer !== null && tracer !== undefined && tracer.carried() !== null;
  return traceWork(isWithin ? tracer : null, start, work);
}

function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
