// The tracer over OpenTelemetry's official packages, which are loaded when it is opened: a service
// that is not traced pays nothing for them. Where spans go, with what headers and certificates, the
// exporter reads from the usual variables OTEL_EXPORTER_OTLP_*. Nothing is registered globally but
// the exporter's complaints: only what this project says of itself is traced.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span, SpanStatusCode } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import { contextOf, parentText } from '#adapters/tracing/trace-parent.ts';
import type { SamplerName } from '#adapters/tracing/sampler-names.ts';
import { safeFields, safeName } from '#adapters/tracing/safe-fields.ts';
import type { OpenSpan, SpanStart, Tracer } from '#venue-port/world/tracer.ts';

export type TracingOptions = {
  /** `service.name`, unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES have one. */
  readonly serviceName: string;
  readonly version: string;
  /** Of the process: `api`, `worker`, `bots` or `venues`. */
  readonly role: string;
  readonly sampler: SamplerName;
  /** The share of traces that a sampler by ratio takes, 0 to 1. */
  readonly ratio: number;
  /** Between two batches. */
  readonly everyMs: number;
  /** Hears, once a minute at most, that traces were lost. */
  readonly onLost: (message: string) => void;
};

export type OpenedTracer = {
  readonly tracer: Tracer;
  /** Sends what is left; best effort. */
  close(this: void): Promise<void>;
};

const COMPLAINTS_EVERY_MS = 60_000;
/** A service that stops does not wait longer for a collector that is away. */
const CLOSE_MS_MAX = 3_000;

/** Opens a tracer; spans that could not be exported are reported rarely. */
export async function openTracer(options: TracingOptions): Promise<OpenedTracer> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const complain = rarely(options.onLost);
  const ignore = (): void => undefined;
  api.diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    api.DiagLogLevel.WARN,
  );
  const own = resources.resourceFromAttributes({
    'service.name': options.serviceName,
    'service.version': options.version,
    'service.instance.id': crypto.randomUUID(),
    'tidemill.role': options.role,
    'process.pid': process.pid,
  });
  const set = resources.detectResources({
    detectors: [resources.resourceAttributesEnvDetector, resources.serviceNameEnvDetector],
  });
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(own).merge(set),
    sampler: samplerOf(sdk, options),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: options.everyMs,
      }),
    ],
  });
  const source = provider.getTracer('tidemill', options.version);
  const underWay = new AsyncLocalStorage<Context>();
  const kinds = {
    serves: api.SpanKind.SERVER,
    requests: api.SpanKind.CLIENT,
    consumes: api.SpanKind.CONSUMER,
    within: api.SpanKind.INTERNAL,
  } as const;
  return {
    tracer: {
      begin({ name, kind, fields, parent }: SpanStart): OpenSpan {
        const above = contextOf(api, parent) ?? underWay.getStore() ?? api.ROOT_CONTEXT;
        const attributes = safeFields(fields ?? {});
        const span = source.startSpan(safeName(name), { kind: kinds[kind], attributes }, above);
        const below = api.trace.setSpan(above, span);
        return openSpan(span, api.SpanStatusCode.ERROR, (work) => underWay.run(below, work));
      },
      carried() {
        const span = api.trace.getSpan(underWay.getStore() ?? api.ROOT_CONTEXT);
        return span === undefined ? null : parentText(span.spanContext());
      },
    },
    async close() {
      try {
        const shutdown = provider.shutdown().then(() => true);
        const isSent = await Promise.race([shutdown, pause(CLOSE_MS_MAX, false)]);
        if (!isSent) complain('the collector did not respond before the end');
      } catch (error) {
        complain(String(error));
      } finally {
        api.diag.disable();
      }
    },
  };
}

function openSpan(span: Span, failed: SpanStatusCode, within: OpenSpan['within']): OpenSpan {
  let isOver = false;
  return {
    traceId: span.spanContext().traceId,
    within,
    note: (fields) => void span.setAttributes(safeFields(fields)),
    end(failure) {
      if (isOver) return;
      isOver = true;
      if (failure !== undefined) {
        span.setAttributes(safeFields({ 'error.type': failure }));
        span.setStatus({ code: failed });
      }
      span.end();
    },
  };
}

function samplerOf(sdk: typeof Sdk, { sampler, ratio }: TracingOptions) {
  const root = rootSampler(sdk, sampler, ratio);
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

function rootSampler(sdk: typeof Sdk, sampler: SamplerName, ratio: number) {
  if (sampler.endsWith('traceidratio')) return new sdk.TraceIdRatioBasedSampler(ratio);
  return sampler.endsWith('always_off') ? new sdk.AlwaysOffSampler() : new sdk.AlwaysOnSampler();
}

/** A collector that is away is no news each second; the text is cut, and says nothing of ours. */
function rarely(onLost: (message: string) => void): (message: string) => void {
  let lastAtMs = -Infinity;
  return (message) => {
    const nowMs = performance.now();
    if (nowMs - lastAtMs < COMPLAINTS_EVERY_MS) return;
    lastAtMs = nowMs;
    onLost(messageOf(message));
  };
}

const MESSAGE_CHARACTERS_MAX = 200;

/** What the exporter says is an error as JSON, with a stack. */
function messageOf(text: string): string {
  const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message.slice(0, MESSAGE_CHARACTERS_MAX);
}
