// Figures of the service, of which a sample that failed shows nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { renderMetrics } from '#api/http/responses/metrics.ts';
import type { FigureDeps } from '#main/serving/service-figures.ts';
import { serviceFigures } from '#main/serving/service-figures.ts';
import { Failure } from '#venue-port/world/failure.ts';

const DEPS: FigureDeps = {
  version: '1.2.3',
  startedAtMs: 1_500,
  clockSkewMs: () => -1_500,
  defectsCount: () => 2,
  databaseUsage: () => ({ inUseCount: 3, idleCount: 2, waitingCount: 1 }),
  isClusterAttached: () => true,
  takeSample: async () => ({
    settleLagMs: 1_500,
    jobsByQueue: new Map([['backtest', { waitingCount: 2, runningCount: 1, oldestSeconds: 7.5 }]]),
    ordersByState: new Map([
      ['pending', 0],
      ['open', 12],
      ['unknown', 1],
    ]),
    stored: [{ name: 'some_bytes', kind: 'gauge', help: 'Bytes.', samples: [{ value: 7 }] }],
  }),
};

/** The lines without the comments. */
async function linesOf(figures: ReturnType<typeof serviceFigures>): Promise<readonly string[]> {
  const text = await renderMetrics(null, monitorEventLoopDelay(), figures.read());
  return text.split('\n').filter((line) => line !== '' && !/^#|event_loop/.test(line));
}

const UNSAMPLED = [
  'tidemill_build_info{version="1.2.3"} 1',
  'tidemill_start_time_seconds 1.5',
  'tidemill_database_connections{state="in_use"} 3',
  'tidemill_database_connections{state="idle"} 2',
  'tidemill_database_waiting_requests 1',
  'tidemill_embedded_database_attached 1',
  'tidemill_background_defects_total 2',
  'tidemill_clock_skew_seconds -1.5',
  'tidemill_reconcile_failures_total 0',
];

test('figures are those of now, and of the last sample', async () => {
  const figures = serviceFigures(DEPS);
  assert.deepEqual(await linesOf(figures), UNSAMPLED);
  await figures.sample();
  assert.deepEqual(await linesOf(figures), [
    ...UNSAMPLED.slice(0, 8),
    'tidemill_settle_lag_seconds 1.5',
    'tidemill_orders{state="pending"} 0',
    'tidemill_orders{state="open"} 12',
    'tidemill_orders{state="unknown"} 1',
    'tidemill_jobs{queue="backtest"} 3',
    'tidemill_jobs_waiting{queue="backtest"} 2',
    'tidemill_jobs_oldest_waiting_seconds{queue="backtest"} 7.5',
    'some_bytes 7',
    'tidemill_reconcile_failures_total 0',
  ]);
});

test('a sample that failed shows nothing instead of what was', async () => {
  let isAway = false;
  const figures = serviceFigures({
    ...DEPS,
    async takeSample() {
      if (isAway) throw new Failure('unavailable', 'the database is away');
      return DEPS.takeSample();
    },
  });
  await figures.sample();
  isAway = true;
  await assert.rejects(figures.sample(), Failure);
  assert.deepEqual(await linesOf(figures), UNSAMPLED);
});

test('failed comparisons add up; without an embedded cluster none is shown', async () => {
  const figures = serviceFigures({ ...DEPS, isClusterAttached: null });
  figures.noteReconcileFailures(2);
  figures.noteReconcileFailures(1);
  const lines = await linesOf(figures);
  assert.equal(lines.at(-1), 'tidemill_reconcile_failures_total 3');
  assert(!lines.some((line) => line.includes('embedded')));
});
