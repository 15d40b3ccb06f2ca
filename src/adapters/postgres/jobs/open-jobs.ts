// Jobs on pg-boss, which carries in this database what was handed out: who holds it, whose heart
// has stopped, what is tried again. What waits, whose turn it is and which attempt may have an
// effect is in our own table, and runners are woken by our own notifications, so that nothing
// depends on how pg-boss orders, polls or cancels.

import type { ClientBase } from 'pg';
import type { Db } from 'pg-boss';
import { PgBoss } from 'pg-boss';
import type { ConnectionPool } from '#adapters/postgres/connection/connection-pool.ts';
import { openConnectionPool } from '#adapters/postgres/connection/connection-pool.ts';
import type { Database, Session } from '#adapters/postgres/connection/database.ts';
import { sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import {
  DISCARDED_CHANNEL,
  discardJobs,
  giveBackJob,
  handOutAgain,
  insertJobs,
  noteSuspicion,
  QUEUED_CHANNEL,
  settleJob,
  wakeRunners,
} from '#adapters/postgres/jobs/job-rows.ts';
import type { HandedJob } from '#adapters/postgres/jobs/hand-out-jobs.ts';
import { startJobRunner } from '#adapters/postgres/jobs/job-runner.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import {
  isConnectionLost,
  translateDatabaseError,
} from '#adapters/postgres/connection/translate-database-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Jobs } from '#ports/work/jobs.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';

export type OpenedJobs = {
  readonly jobs: Jobs<Session>;
  /** After its runners. */
  close(this: void): Promise<void>;
};

export type OpenJobsOptions = {
  /** Whether this process carries out jobs, and looks after those of processes that died. */
  readonly isRunning: boolean;
  /** Made at once, so that the first job in them need not wait for it. */
  readonly queues?: readonly string[];
  /** Hears of trouble that passes by itself. */
  readonly report: (message: string) => void;
  /** Absent: jobs are not traced. */
  readonly tracer?: Tracer | null;
};

const SCHEMA = 'pgboss';
const CONNECTIONS_MAX = { running: 4, asking: 2 } as const;
const RESPONSE_GRACE_MS = 2_000;
/** The least that pg-boss takes; with the supervision below, the dead are noticed in 12 s. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISION_SECONDS = 1;
/** How often is decided by our own count of lost attempts; this is only never reached. */
const RETRIES_MAX = 1_000;
const HELD_SECONDS_MAX = 12 * 3_600;
const RETAINED_WHEN_OVER_SECONDS = 600;
/** However long nobody fetches it: what it is about is still there. */
const RETAINED_WAITING_SECONDS = 365 * 86_400;

/** The database must be migrated. Throws Failure. */
export async function openJobs(database: Database, options: OpenJobsOptions): Promise<OpenedJobs> {
  const pool = openConnectionPool({
    url: database.url,
    sharesSessions: database.listenUrl !== null,
    applicationName: 'tidemill jobs',
    connectionsMax: options.isRunning ? CONNECTIONS_MAX.running : CONNECTIONS_MAX.asking,
    connectTimeoutMs: LIMITS.databaseConnectTimeoutMs,
    statementTimeoutMs: LIMITS.databaseStatementTimeoutMs,
    responseGraceMs: RESPONSE_GRACE_MS,
    report: options.report,
  });
  const boss = newBoss(pool, options);
  const queues = queuesOf(boss);
  try {
    await boss.start();
    for (const queue of options.queues ?? []) await queues.prepareQueue(queue);
  } catch (error) {
    await boss.stop({ graceful: false });
    await pool.close();
    throw translateDatabaseError(error, 'read');
  }
  const wakers = new Set<{ onQueued(queue: string): void; onDiscarded(jobId: string): void }>();
  const listener = options.isRunning ? listenFor(database, wakers, options.report) : null;
  return {
    jobs: {
      enqueue: enqueueJobs,
      discard: discardJobs,
      settle: settleJob,
      suspect: (tenant) => noteSuspicion(database, tenant),
      run: (work) =>
        startJobRunner({
          boss,
          database,
          work,
          report: options.report,
          tracer: options.tracer ?? null,
          async prepareQueue(queue) {
            await queues.prepareQueue(queue);
            await database.transaction((session) => handOutAgain(session, queue));
          },
          carry: queues.carry,
          giveBack: (queue, attempt, delayMs) =>
            database.transaction(async (session) => {
              await giveBackJob(session, attempt, delayMs);
              if (delayMs === 0) await wakeRunners(session, queue);
            }),
          listen(waker) {
            wakers.add(waker);
            return () => void wakers.delete(waker);
          },
        }),
    },
    async close() {
      await listener?.close();
      await boss.stop({ graceful: false });
      await pool.close();
    },
  };
}

/**
 * Makes or migrates the tables of the queue, as whoever owns the database; who works on them later
 * then needs no right to.
 */
export async function installQueue(client: ClientBase): Promise<void> {
  const db: Db = { executeSql: (text, values) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: SCHEMA, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

function newBoss(pool: ConnectionPool, { isRunning, report }: OpenJobsOptions): PgBoss {
  const boss = new PgBoss({
    db: poolDatabase(pool),
    schema: SCHEMA,
    schedule: false,
    supervise: isRunning,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
  });
  boss.on('error', (error) => report(`The job queue: ${error.message}`));
  return boss;
}

/** pg-boss on a pool of ours, because one of its own would wait for a dead connection for ever. */
function poolDatabase(pool: ConnectionPool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.checkOut();
      try {
        const result = await pool.during(client, () => client.query(text, values));
        pool.giveBack(client, false);
        return result;
      } catch (error) {
        pool.giveBack(client, isConnectionLost(error));
        throw error;
      }
    },
  };
}

function listenFor(
  database: Database,
  wakers: ReadonlySet<{ onQueued(queue: string): void; onDiscarded(jobId: string): void }>,
  report: (message: string) => void,
) {
  const onGap = (): void => undefined;
  return openListener(
    sessionUrlOf(database),
    [
      {
        channel: QUEUED_CHANNEL,
        onMessage: (queue) => {
          for (const waker of wakers) waker.onQueued(queue);
        },
        onGap,
      },
      {
        channel: DISCARDED_CHANNEL,
        onMessage: (jobId) => {
          for (const waker of wakers) waker.onDiscarded(jobId);
        },
        onGap,
      },
    ],
    report,
  );
}

async function enqueueJobs(
  session: Session,
  queue: string,
  jobIds: readonly string[],
  userId: string,
  patienceMs = 0,
): Promise<void> {
  const inserted = await insertJobs(session, queue, jobIds, userId, patienceMs);
  if (inserted.length > 0) await wakeRunners(session, queue);
}

/** The queues of pg-boss, and how jobs get there. */
function queuesOf(boss: PgBoss) {
  const prepared = new Map<string, Promise<void>>();

  /** Once per process and queue; creating one that exists changes nothing. */
  async function prepareQueue(queue: string): Promise<void> {
    const preparing = prepared.get(queue) ?? create(queue);
    prepared.set(queue, preparing);
    try {
      await preparing;
    } catch (error) {
      prepared.delete(queue);
      throw translateDatabaseError(error, 'read');
    }
  }

  async function create(queue: string): Promise<void> {
    await boss.createQueue(queue, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: RETRIES_MAX,
      expireInSeconds: HELD_SECONDS_MAX,
      deleteAfterSeconds: RETAINED_WHEN_OVER_SECONDS,
      retentionSeconds: RETAINED_WAITING_SECONDS,
    });
  }

  return {
    prepareQueue,
    async carry(this: void, session: Session, jobs: readonly HandedJob[]): Promise<void> {
      for (const [queue, handed] of Map.groupBy(jobs, (job) => job.queue)) {
        const rows = handed.map(({ jobId, bossId }) => ({ id: bossId, data: { jobId } }));
        await boss.insert(queue, rows, { db: bossDatabase(session) });
      }
    },
  };
}

/** pg-boss writing in a transaction of ours. */
function bossDatabase(session: Session): Db {
  return {
    async executeSql(text, values = []) {
      const rows = await session.write<never>({ text }, values);
      return { rows: [...rows] };
    },
  };
}
