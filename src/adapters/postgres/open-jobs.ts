// Jobs on pg-boss, which keeps the queue in this database: who is next, whose heart has stopped,
// what is tried again. Which attempt may have an effect is in our own table, and runners are woken
// by our own notifications, so that nothing depends on how pg-boss polls or cancels.

import { randomUUID } from 'node:crypto';
import type { Db } from 'pg-boss';
import { PgBoss } from 'pg-boss';
import type { ConnectionPool } from '#adapters/postgres/connection-pool.ts';
import { openConnectionPool } from '#adapters/postgres/connection-pool.ts';
import type { Database, Session } from '#adapters/postgres/database.ts';
import type { QueuedJob } from '#adapters/postgres/job-rows.ts';
import {
  acquitAttempt,
  DISCARDED_CHANNEL,
  discardJobs,
  findForgotten,
  holdJobsAs,
  insertJobs,
  QUEUED_CHANNEL,
  settleJob,
  wakeRunners,
} from '#adapters/postgres/job-rows.ts';
import { startJobRunner } from '#adapters/postgres/job-runner.ts';
import { openListener } from '#adapters/postgres/listener.ts';
import {
  isConnectionLost,
  translateDatabaseError,
} from '#adapters/postgres/translate-database-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { JobAttempt, Jobs } from '#ports/jobs.ts';

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
};

const SCHEMA = 'pgboss';
const CONNECTIONS_MAX = { running: 4, asking: 2 } as const;
const ANSWER_GRACE_MS = 2_000;
/** The least that pg-boss takes; with the supervision below, the dead are noticed in 12 s. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISION_SECONDS = 1;
/** How often is decided by our own count of lost attempts; this is only never reached. */
const RETRIES_MAX = 1_000;
const HELD_SECONDS_MAX = 12 * 3_600;
const KEPT_WHEN_OVER_SECONDS = 600;
/** However long it waits: what it is about is still there. */
const KEPT_WAITING_SECONDS = 365 * 86_400;

/** The database must be migrated. Throws Failure. */
export async function openJobs(database: Database, options: OpenJobsOptions): Promise<OpenedJobs> {
  const pool = openConnectionPool({
    url: database.url,
    applicationName: 'tidemill jobs',
    connectionsMax: options.isRunning ? CONNECTIONS_MAX.running : CONNECTIONS_MAX.asking,
    statementTimeoutMs: LIMITS.databaseStatementTimeoutMs,
    answerGraceMs: ANSWER_GRACE_MS,
    report: options.report,
  });
  const boss = newBoss(pool, options);
  const enqueueing = enqueuer(boss);
  try {
    await boss.start();
    for (const queue of options.queues ?? []) await enqueueing.prepareQueue(queue);
  } catch (error) {
    await boss.stop({ graceful: false });
    await pool.close();
    throw translateDatabaseError(error, 'read');
  }
  const wakers = new Set<{ onQueued(queue: string): void; onDiscarded(jobId: string): void }>();
  const listener = options.isRunning ? listenFor(database, wakers, options.report) : null;
  return {
    jobs: {
      enqueue: (session, queue, jobIds) => enqueueing.enqueue(session, queue, jobIds),
      discard: discardJobs,
      settle: settleJob,
      run: (work) =>
        startJobRunner({
          boss,
          database,
          work,
          report: options.report,
          async prepareQueue(queue) {
            await enqueueing.prepareQueue(queue);
            await database.transaction((session) => enqueueing.queueForgotten(session, queue));
          },
          giveBack: (attempt, delayMs) =>
            database.transaction((session) =>
              enqueueing.giveBack(session, work.queue, attempt, delayMs),
            ),
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
    database.url,
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

/** What is written of a job that waits, in our table and in pg-boss's, in one transaction. */
function enqueuer(boss: PgBoss) {
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
      deleteAfterSeconds: KEPT_WHEN_OVER_SECONDS,
      retentionSeconds: KEPT_WAITING_SECONDS,
    });
  }

  return {
    prepareQueue,
    async enqueue(session: Session, queue: string, jobIds: readonly string[]): Promise<void> {
      await prepareQueue(queue);
      const inserted = await insertJobs(session, queue, withBossIds(jobIds));
      if (inserted.length === 0) return;
      await send(boss, session, queue, inserted, null);
      await wakeRunners(session, queue);
    },
    /** Jobs that pg-boss does not know: its tables may have been left out of a backup. */
    async queueForgotten(session: Session, queue: string): Promise<void> {
      await sendAgain(boss, session, queue, await findForgotten(session, queue), null);
    },
    /** To the end of the queue, if the attempt still holds the job. */
    async giveBack(
      session: Session,
      queue: string,
      attempt: JobAttempt,
      delayMs: number,
    ): Promise<void> {
      if (!(await acquitAttempt(session, attempt))) return;
      // A delay, not an instant: it is the database that reckons from now.
      const startAfter = delayMs === 0 ? null : `${delayMs} milliseconds`;
      await sendAgain(boss, session, queue, [attempt.jobId], startAfter);
      if (delayMs === 0) await wakeRunners(session, queue);
    },
  };
}

async function send(
  boss: PgBoss,
  session: Session,
  queue: string,
  queued: readonly QueuedJob[],
  startAfter: string | null,
): Promise<void> {
  const when = startAfter === null ? {} : { startAfter };
  const jobs = queued.map(({ jobId, bossId }) => ({ id: bossId, data: { jobId }, ...when }));
  await boss.insert(queue, jobs, { db: bossDatabase(session) });
}

/** Anew, of jobs that are in our table already. */
async function sendAgain(
  boss: PgBoss,
  session: Session,
  queue: string,
  jobIds: readonly string[],
  startAfter: string | null,
): Promise<void> {
  const queued = withBossIds(jobIds);
  await holdJobsAs(session, queued);
  await send(boss, session, queue, queued, startAfter);
}

function withBossIds(jobIds: readonly string[]): readonly QueuedJob[] {
  return jobIds.map((jobId) => ({ jobId, bossId: randomUUID() }));
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
