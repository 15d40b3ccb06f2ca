// OpenTelemetry's own variables, as far as this service decides by them; the exporter reads those
// of its connection (OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION, ...) by itself.

import type { SamplerName } from '#adapters/tracing/sampler-names.ts';
import { SAMPLER_NAMES } from '#adapters/tracing/sampler-names.ts';

export type TracingSettings = {
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** 0 to 1. */
  readonly ratio: number;
  readonly everyMs: number;
};

type Environment = { readonly [variable: string]: string | undefined };

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const PROTOCOL = 'http/protobuf';
const EVERY_MS = 5_000;
const EVERY_MS_MAX = 600_000;

/** Null: nothing is traced. Adds to `mistakes` what is set and cannot be. */
export function readTracing(environment: Environment, mistakes: string[]): TracingSettings | null {
  const endpoint = firstSet(environment, ENDPOINTS);
  const isOff =
    environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' ||
    environment['OTEL_TRACES_EXPORTER'] === 'none';
  if (endpoint === null || isOff) return null;
  const refuse = (variable: string, expected: string): void => {
    mistakes.push(`${variable}: expected ${expected}; found "${environment[variable]}".`);
  };
  if (!/^https?:$/.test(URL.parse(endpoint.value)?.protocol ?? ''))
    mistakes.push(`${endpoint.variable}: expected an address such as http://127.0.0.1:4318.`);
  const protocol = firstSet(environment, PROTOCOLS);
  if (protocol !== null && protocol.value !== PROTOCOL) refuse(protocol.variable, PROTOCOL);
  const sampler = environment['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on';
  const known = SAMPLER_NAMES.find((name) => name === sampler);
  if (known === undefined) refuse('OTEL_TRACES_SAMPLER', `one of ${SAMPLER_NAMES.join(', ')}`);
  const ratio = numberFrom(environment, 'OTEL_TRACES_SAMPLER_ARG', { fallback: 1, max: 1 });
  if (ratio === null) refuse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1');
  const delays = { fallback: EVERY_MS, max: EVERY_MS_MAX };
  const everyMs = numberFrom(environment, 'OTEL_BSP_SCHEDULE_DELAY', delays);
  if (everyMs === null) refuse('OTEL_BSP_SCHEDULE_DELAY', `milliseconds, ${EVERY_MS_MAX} at most`);
  return {
    serviceName: 'tidemill',
    sampler: known ?? 'always_off',
    ratio: ratio ?? 0,
    everyMs: everyMs ?? EVERY_MS,
  };
}

function firstSet(environment: Environment, variables: readonly string[]) {
  for (const variable of variables) {
    const value = environment[variable];
    if (value !== undefined && value !== '') return { variable, value };
  }
  return null;
}

/** Null: it is no such number. */
function numberFrom(
  environment: Environment,
  variable: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number | null {
  const text = environment[variable];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : -1;
  return value >= 0 && value <= max ? value : null;
}
