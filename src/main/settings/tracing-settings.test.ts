import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTracing } from '#main/settings/tracing-settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test('tracing is off unless traces have somewhere to go, and where it is disabled', () => {
  const mistakes: string[] = [];
  const off = [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_TRACES_SAMPLER: 'always_on' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ];
  for (const environment of off) assert.equal(readTracing(environment, mistakes), null);
  assert.deepEqual(mistakes, []);
});

test('the usual variables decide what is sampled and how often it is sent', () => {
  const mistakes: string[] = [];
  assert.deepEqual(readTracing(ENDPOINT, mistakes), {
    serviceName: 'tidemill',
    sampler: 'parentbased_always_on',
    ratio: 1,
    everyMs: 5_000,
  });
  const set = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/v1/traces',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_BSP_SCHEDULE_DELAY: '250',
  };
  const read = readTracing(set, mistakes);
  assert.deepEqual(
    [read?.sampler, read?.ratio, read?.everyMs],
    [set.OTEL_TRACES_SAMPLER, 0.25, 250],
  );
  assert.deepEqual(mistakes, []);
});

test('each variable that cannot be is a mistake that names it', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_BSP_SCHEDULE_DELAY: '-1',
  };
  for (const [variable, value] of Object.entries(wrong)) {
    const mistakes: string[] = [];
    readTracing({ ...ENDPOINT, [variable]: value }, mistakes);
    assert.equal(mistakes.length, 1, variable);
    assert.match(mistakes[0] ?? '', new RegExp(`^${variable}: expected`));
  }
});
