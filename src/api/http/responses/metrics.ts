// Request counters and durations, and the text of all figures for Prometheus, by prom-client.

import type { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A figure of another part of the service, read when the metrics are requested. */
export type Figure = {
  readonly name: string;
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
};

export type Sample = {
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
};

const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of all operations of an edge. */
export type RequestMetrics = {
  readonly requests: Counter<'operation' | 'status'>;
  readonly durations: Histogram<'operation'>;
};

/** An operation, and where its requests are counted. */
export type Meter = {
  readonly operation: string;
  /** The path that is served, with names in braces; null where none is. */
  readonly path: string | null;
  readonly metrics: RequestMetrics;
};

/** Metrics of an edge; they are in no global registry. */
export function requestMetrics(): RequestMetrics {
  return {
    requests: new Counter({
      name: 'tidemill_http_requests_total',
      help: 'Requests served.',
      labelNames: ['operation', 'status'],
      registers: [],
    }),
    durations: new Histogram({
      name: 'tidemill_http_request_duration_seconds',
      help: 'Time to the response.',
      labelNames: ['operation'],
      buckets: BUCKET_SECONDS,
      registers: [],
    }),
  };
}

/** Counts a response and its duration in milliseconds. */
export function recordRequest(
  { operation, metrics }: Meter,
  status: number,
  durationMs: number,
): void {
  metrics.requests.inc({ operation, status });
  metrics.durations.observe({ operation }, durationMs / 1_000);
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Of type `METRICS_TYPE`; null: of a process that serves no requests. */
export async function renderMetrics(
  requests: RequestMetrics | null,
  eventLoopDelay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile'>,
  figures: readonly Figure[],
): Promise<string> {
  const registry = new Registry();
  if (requests !== null) {
    registry.registerMetric(requests.requests);
    registry.registerMetric(requests.durations);
  }
  const delays = [50, 99].map((percent) => ({
    labels: { quantile: String(percent / 100) },
    value: eventLoopDelay.percentile(percent) / 1e9,
  }));
  register(registry, {
    name: 'tidemill_event_loop_delay_seconds',
    kind: 'gauge',
    help: 'Delay of the event loop.',
    samples: delays,
  });
  for (const figure of figures) register(registry, figure);
  return registry.metrics();
}

/** One without samples shows its name and its help. */
function register(registry: Registry, { name, kind, help, samples }: Figure): void {
  const known = samples.flatMap(({ labels = {} }) => Object.keys(labels));
  const labelNames = samples.length === 0 ? ['none'] : [...new Set(known)];
  const settings = { name, help, labelNames, registers: [registry] };
  if (kind === 'gauge') {
    const gauge = new Gauge(settings);
    for (const { labels = {}, value } of samples) gauge.set(labels, value);
  } else {
    const counter = new Counter(settings);
    for (const { labels = {}, value } of samples) counter.inc(labels, value);
  }
}
