import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figure } from '#api/http/responses/metrics.ts';
import { recordRequest, renderMetrics, requestMetrics } from '#api/http/responses/metrics.ts';

const DELAY = { percentile: (percent: number) => percent * 1e7 };

const figure = (name: string, samples: Figure['samples'], kind: Figure['kind'] = 'gauge') => ({
  name,
  kind,
  help: 'Help.',
  samples,
});

async function linesOf(figures: readonly Figure[], requests = requestMetrics()) {
  const text = await renderMetrics(requests, DELAY, figures);
  return text.split('\n').filter((line) => line !== '');
}

test('requests are counted by operation and status, and measured by operation', async () => {
  const metrics = requestMetrics();
  const meter = { operation: 'listOrders', path: '/v1/orders', metrics };
  for (const [status, durationMs] of [
    [200, 4],
    [200, 80],
    [503, 20_000],
  ] as const)
    recordRequest(meter, status, durationMs);
  const lines = await linesOf([], metrics);
  const named = 'tidemill_http_request_duration_seconds';
  for (const line of [
    'tidemill_http_requests_total{operation="listOrders",status="200"} 2',
    'tidemill_http_requests_total{operation="listOrders",status="503"} 1',
    `${named}_bucket{le="0.005",operation="listOrders"} 1`,
    `${named}_bucket{le="0.1",operation="listOrders"} 2`,
    `${named}_bucket{le="10",operation="listOrders"} 2`,
    `${named}_bucket{le="+Inf",operation="listOrders"} 3`,
    `${named}_count{operation="listOrders"} 3`,
    'tidemill_event_loop_delay_seconds{quantile="0.5"} 0.5',
    'tidemill_event_loop_delay_seconds{quantile="0.99"} 0.99',
  ])
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
});

test('figures of edges are their own', async () => {
  const [one, other] = [requestMetrics(), requestMetrics()];
  recordRequest({ operation: 'a', path: null, metrics: one }, 200, 1);
  assert.ok((await linesOf([], one)).some((line) => line.includes('operation="a"')));
  assert.ok(!(await linesOf([], other)).some((line) => line.includes('operation="a"')));
});

for (const [what, given, expected] of [
  ['a number', figure('f', [{ value: 7 }]), ['f 7']],
  ['zero', figure('f', [{ value: 0 }], 'counter'), ['f 0']],
  ['none', figure('f', []), []],
  [
    'labels',
    figure('f', [
      { labels: { role: 'a' }, value: 1.5 },
      { labels: { role: 'b' }, value: -2 },
    ]),
    ['f{role="a"} 1.5', 'f{role="b"} -2'],
  ],
  [
    'labels of which some are absent',
    figure('f', [{ value: 1 }, { labels: { role: 'b' }, value: 2 }], 'counter'),
    ['f 1', 'f{role="b"} 2'],
  ],
  [
    'what would end the text of a label',
    figure('f', [{ labels: { use: 'a"b\\c\nd' }, value: 1 }]),
    ['f{use="a\\"b\\\\c\\nd"} 1'],
  ],
  ['no number', figure('f', [{ value: Number.NaN }]), ['f Nan']],
] as const) {
  test(`a figure with ${what}`, async () => {
    const lines = await linesOf([given]);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('# ') && line.includes(' f ')),
      ['# HELP f Help.', `# TYPE f ${given.kind}`],
    );
    assert.deepEqual(
      lines.filter((line) => line.startsWith('f')),
      expected,
    );
  });
}
