// Request counters and durations, and their Prometheus text. Recording one request is a few array
// writes; all text is made when somebody asks for it.

import type { monitorEventLoopDelay } from 'node:perf_hooks';

/** A figure of another part of the service, read when the metrics are requested. */
export type Figure = {
  readonly name: string;
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
};

export type Sample = {
  /** Names and values; ours, so that nothing in them needs to be escaped. */
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
};

const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The figures of one operation. */
export type Meter = {
  readonly operation: string;
  /** The path that is served, with names in braces; null where none is. */
  readonly path: string | null;
  readonly countByStatus: Map<number, number>;
  /** Not cumulated; the last one holds what is longer than every bound. */
  readonly countByBucket: number[];
  sumSeconds: number;
};

export function createMeter(operation: string, path: string | null = null): Meter {
  return {
    operation,
    path,
    countByStatus: new Map(),
    countByBucket: BUCKET_SECONDS.map(() => 0).concat(0),
    sumSeconds: 0,
  };
}

export function recordRequest(meter: Meter, status: number, durationMs: number): void {
  meter.countByStatus.set(status, (meter.countByStatus.get(status) ?? 0) + 1);
  const seconds = durationMs / 1_000;
  let bucket = 0;
  while (bucket < BUCKET_SECONDS.length && seconds > (BUCKET_SECONDS[bucket] ?? 0)) bucket += 1;
  meter.countByBucket[bucket] = (meter.countByBucket[bucket] ?? 0) + 1;
  meter.sumSeconds += seconds;
}

/** Prometheus text format 0.0.4. */
export function renderMetrics(
  meters: readonly Meter[],
  eventLoopDelay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile'>,
  figures: readonly Figure[],
): string {
  const used = meters.filter((meter) => meter.countByStatus.size > 0);
  return [
    ...head('tidemill_http_requests_total', 'counter', 'Requests served.'),
    ...used.flatMap(requestLines),
    ...head('tidemill_http_request_duration_seconds', 'histogram', 'Time to the response.'),
    ...used.flatMap(durationLines),
    ...head('tidemill_event_loop_delay_seconds', 'gauge', 'Delay of the event loop.'),
    `tidemill_event_loop_delay_seconds{quantile="0.5"} ${eventLoopDelay.percentile(50) / 1e9}`,
    `tidemill_event_loop_delay_seconds{quantile="0.99"} ${eventLoopDelay.percentile(99) / 1e9}`,
    ...figures.flatMap(figureLines),
    '',
  ].join('\n');
}

function figureLines({ name, kind, help, samples }: Figure): readonly string[] {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
  });
  return [...head(name, kind, help), ...lines];
}

function requestLines({ operation, countByStatus }: Meter): readonly string[] {
  return [...countByStatus].map(
    ([status, count]) =>
      `tidemill_http_requests_total{operation="${operation}",status="${status}"} ${count}`,
  );
}

function durationLines({ operation, countByBucket, sumSeconds }: Meter): readonly string[] {
  const name = 'tidemill_http_request_duration_seconds';
  const label = `operation="${operation}"`;
  let total = 0;
  const buckets = countByBucket.map((count, index) => {
    total += count;
    return `${name}_bucket{${label},le="${BUCKET_SECONDS[index] ?? '+Inf'}"} ${total}`;
  });
  return [...buckets, `${name}_sum{${label}} ${sumSeconds}`, `${name}_count{${label}} ${total}`];
}

function head(name: string, kind: 'counter' | 'gauge' | 'histogram', help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}
