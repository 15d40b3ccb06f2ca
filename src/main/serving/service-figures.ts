// Figures in /metrics of the parts behind the edge. Figures that cost a query are sampled in the
// background, so that asking for the metrics costs none; a sample that failed shows nothing.

import type { PoolUsage } from '#adapters/postgres/connection/connection-pool.ts';
import type { JobCount } from '#adapters/postgres/jobs/job-rows.ts';
import type { Figure, Sample } from '#api/http/responses/metrics.ts';

export type FigureSample = {
  /** How long the account that waits longest for its settlement has been due. */
  readonly settleLagMs: number;
  readonly ordersByState: ReadonlyMap<string, number>;
  /** Of all processes. */
  readonly jobsByQueue: ReadonlyMap<string, JobCount>;
  /** Of what is stored and of what waits in it. */
  readonly stored: readonly Figure[];
};

export type FigureDeps = {
  readonly version: string;
  readonly startedAtMs: number;
  /** How far this machine's clock is ahead of the database's. */
  readonly clockSkewMs: () => number;
  /** Mistakes of ours in the background. */
  readonly defectsCount: () => number;
  readonly databaseUsage: () => PoolUsage;
  /** Null without an embedded cluster. */
  readonly isClusterAttached: (() => boolean) | null;
  /** Throws Failure. */
  readonly takeSample: () => Promise<FigureSample>;
};

export type ServiceFigures = {
  /** Takes the sample that is shown until the next. Throws Failure. */
  sample(this: void): Promise<void>;
  /** Accounts that could not be compared with their exchange. */
  noteReconcileFailures(this: void, count: number): void;
  read(this: void): readonly Figure[];
};

/** Figures whose sample is taken apart; without a sample those are left out. */
export function serviceFigures(deps: FigureDeps): ServiceFigures {
  let sampled: FigureSample | null = null;
  let reconcileFailures = 0;
  return {
    async sample() {
      try {
        sampled = await deps.takeSample();
      } catch (error) {
        sampled = null;
        throw error;
      }
    },
    noteReconcileFailures(count) {
      reconcileFailures += count;
    },
    read: () => [
      {
        name: 'tidemill_build_info',
        kind: 'gauge',
        help: 'Always 1; the release is in the label.',
        samples: [{ labels: { version: deps.version }, value: 1 }],
      },
      gauge(
        'tidemill_start_time_seconds',
        'When the process started, since 1970 UTC.',
        deps.startedAtMs / 1_000,
      ),
      ...databaseFigures(deps),
      {
        name: 'tidemill_background_defects_total',
        kind: 'counter',
        help: 'Mistakes of the service in background work; the log has each.',
        samples: [{ value: deps.defectsCount() }],
      },
      gauge(
        'tidemill_clock_skew_seconds',
        "How far this machine's clock is ahead of the database's.",
        deps.clockSkewMs() / 1_000,
      ),
      ...(sampled === null ? [] : sampledFigures(sampled)),
      {
        name: 'tidemill_reconcile_failures_total',
        kind: 'counter',
        help: 'Comparisons of an account with its exchange that failed.',
        samples: [{ value: reconcileFailures }],
      },
    ],
  };
}

function databaseFigures({ databaseUsage, isClusterAttached }: FigureDeps): readonly Figure[] {
  const { inUseCount, idleCount, waitingCount } = databaseUsage();
  const connections: Figure = {
    name: 'tidemill_database_connections',
    kind: 'gauge',
    help: 'Open connections of the pool.',
    samples: [
      { labels: { state: 'in_use' }, value: inUseCount },
      { labels: { state: 'idle' }, value: idleCount },
    ],
  };
  const waiting = gauge(
    'tidemill_database_waiting_requests',
    'Statements that wait for a connection.',
    waitingCount,
  );
  if (isClusterAttached === null) return [connections, waiting];
  const attached = gauge(
    'tidemill_embedded_database_attached',
    'Whether the embedded database is held by this process (1) or was lost (0).',
    isClusterAttached() ? 1 : 0,
  );
  return [connections, waiting, attached];
}

function sampledFigures({
  settleLagMs,
  ordersByState,
  jobsByQueue,
  stored,
}: FigureSample): readonly Figure[] {
  const lag = gauge(
    'tidemill_settle_lag_seconds',
    'How long the simulated account that waits longest to be settled has been due.',
    settleLagMs / 1_000,
  );
  const orders: Figure = {
    name: 'tidemill_orders',
    kind: 'gauge',
    help: 'Working orders by state.',
    samples: [...ordersByState].map(([state, value]) => ({ labels: { state }, value })),
  };
  const jobs: Figure = {
    name: 'tidemill_jobs',
    kind: 'gauge',
    help: 'Jobs that wait or run, by queue.',
    samples: byQueue(jobsByQueue, (count) => count.waitingCount + count.runningCount),
  };
  const waiting: Figure = {
    name: 'tidemill_jobs_waiting',
    kind: 'gauge',
    help: 'Jobs that wait for a worker, by queue.',
    samples: byQueue(jobsByQueue, (count) => count.waitingCount),
  };
  const oldest: Figure = {
    name: 'tidemill_jobs_oldest_waiting_seconds',
    kind: 'gauge',
    help: 'How long the job that waits longest for a worker has been queued, by queue.',
    samples: byQueue(jobsByQueue, (count) => count.oldestSeconds),
  };
  return [lag, orders, jobs, waiting, oldest, ...stored];
}

function byQueue(
  counts: ReadonlyMap<string, JobCount>,
  valueOf: (count: JobCount) => number,
): readonly Sample[] {
  return [...counts].map(([queue, count]) => ({ labels: { queue }, value: valueOf(count) }));
}

function gauge(name: string, help: string, value: number): Figure {
  return { name, kind: 'gauge', help, samples: [{ value }] };
}
