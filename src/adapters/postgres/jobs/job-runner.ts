// Carries out jobs: takes as many as it has places, keeps its heart beating for them, notices those
// that were discarded or taken over, and gives back what it could not finish.

import { setTimeout as pause } from 'node:timers/promises';
import type { Job as BossJob, PgBoss } from 'pg-boss';
import type { Database, Session } from '#adapters/postgres/connection/database.ts';
import { handOutJobs, isAnyWaiting } from '#adapters/postgres/jobs/hand-out-jobs.ts';
import type { HandedJob } from '#adapters/postgres/jobs/hand-out-jobs.ts';
import type { Suspicion } from '#adapters/postgres/jobs/job-rows.ts';
import { beginAttempt, readFences, readSuspicion } from '#adapters/postgres/jobs/job-rows.ts';
import type { SuspectGate } from '#adapters/postgres/jobs/suspect-gate.ts';
import { suspectGate } from '#adapters/postgres/jobs/suspect-gate.ts';
import { translateDatabaseError } from '#adapters/postgres/connection/translate-database-error.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { TurnRecord } from '#domain/shares/choose-line.ts';
import { turnRecord } from '#domain/shares/choose-line.ts';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import { traceWork } from '#venue-port/world/tracer.ts';
import type { JobAttempt, JobEnding, JobKind, JobRunner, JobWork } from '#ports/work/jobs.ts';

export type RunnerParts = {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly work: JobWork;
  readonly report: (message: string) => void;
  /** Null: jobs are not traced. */
  readonly tracer: Tracer | null;
  /** Makes the queue, and lets wait again what pg-boss has forgotten. */
  prepareQueue(queue: string): Promise<void>;
  /** Writes jobs for pg-boss, which this runner or another fetches then. */
  carry(this: void, session: Session, jobs: readonly HandedJob[]): Promise<void>;
  giveBack(queue: string, attempt: JobAttempt, delayMs: number): Promise<void>;
  /** Until the returned function is called. */
  listen(waker: { onQueued(queue: string): void; onDiscarded(jobId: string): void }): () => void;
};

/** Behind the notifications, which may be lost with their connection. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
const FAILURE_DELAY_MS = 1_000;

type QueuedJob = BossJob<{ readonly jobId: string }>;

/** A job that this runner has taken, from then on until the queue knows what became of it. */
type HeldJob = {
  readonly kind: JobKind;
  readonly taken: QueuedJob;
  readonly abort: AbortController;
  attempt: JobAttempt | null;
  /** Null until it is attempted. */
  tenant: Tenant | null;
  /** A suspect takes no place from others. */
  isSuspect: boolean;
};

/** What is known of turns by this runner. */
type Turns = { readonly record: TurnRecord; ended: Tenant[] };

/** Starts to take jobs at once; `close` waits for those that are under way, or gives them back. */
export function startJobRunner(parts: RunnerParts): JobRunner {
  const { work } = parts;
  const held = new Set<HeldJob>();
  const attempting = new Set<Promise<void>>();
  const closing = new AbortController();
  const bell = wakeSignal();
  const gates = { certain: suspectGate(), likely: suspectGate() };
  const turns: Turns = { record: turnRecord(), ended: [] };
  const unlisten = parts.listen({
    onQueued: (queue) => work.kinds.some((kind) => kind.queue === queue) && bell.ring(),
    onDiscarded(jobId) {
      for (const one of held) if (one.attempt?.jobId === jobId) one.abort.abort();
    },
  });

  async function takeJobs(): Promise<void> {
    for (const { queue } of work.kinds) {
      await untilItWorks(parts, () => parts.prepareQueue(queue), closing.signal);
    }
    while (!closing.signal.aborted) {
      const placedCount = [...held].filter(({ isSuspect }) => !isSuspect).length;
      const taken = await take(parts, turns, placedCount);
      for (const job of taken) hold(job);
      // One that was taken hints at more.
      if (taken.length === 0) await bell.rung(POLL_MS, closing.signal);
    }
  }

  function hold({ kind, job }: TakenJob): void {
    const one: HeldJob = {
      kind,
      taken: job,
      abort: new AbortController(),
      attempt: null,
      tenant: null,
      isSuspect: false,
    };
    held.add(one);
    // It was fetched while the runner closed, which has aborted what it held then.
    if (closing.signal.aborted) one.abort.abort();
    const among = { gates, onSuspect: () => bell.ring(), closing: closing.signal };
    const ended = carryOut(parts, one, among).finally(() => {
      if (one.tenant !== null) turns.ended.push(one.tenant);
      held.delete(one);
      attempting.delete(ended);
      bell.ring();
    });
    attempting.add(ended);
  }

  const beating = repeatedly(HEARTBEAT_MS, closing.signal, () => renewHeartbeats(parts, held));
  const watching = repeatedly(POLL_MS, closing.signal, () => abortLost(parts, held));
  const taking = takeJobs();
  return {
    async close() {
      closing.abort();
      for (const one of held) one.abort.abort();
      await Promise.all([taking, beating, watching]);
      await Promise.all(attempting);
      unlisten();
    },
  };
}

type TakenJob = { readonly kind: JobKind; readonly job: QueuedJob };

/** What was handed out for this runner, and what others had and lost. */
async function take(
  parts: RunnerParts,
  turns: Turns,
  heldCount: number,
): Promise<readonly TakenJob[]> {
  const { placesCount, retainedCount } = parts.work;
  if (heldCount >= placesCount + retainedCount) return [];
  try {
    const handedCount = await handOut(parts, turns, heldCount);
    // A place that is retained is for nobody but whom it was handed out to.
    const fetchedMax = Math.max(placesCount - heldCount, handedCount);
    return fetchedMax > 0 ? await fetchJobs(parts, fetchedMax) : [];
  } catch (error) {
    parts.report(`Jobs could not be taken: ${(error as Error).message}`);
    return [];
  }
}

/** Returns how many. */
async function handOut(
  { database, work, carry }: RunnerParts,
  turns: Turns,
  heldCount: number,
): Promise<number> {
  const queues = work.kinds.map(({ queue }) => queue);
  if (!(await isAnyWaiting(database, queues))) return 0;
  const { ended, record } = turns;
  const { placesCount, retainedCount } = work;
  const freeCount = Math.max(0, placesCount - heldCount);
  const left = placesCount + retainedCount - heldCount - freeCount;
  turns.ended = [];
  return database.transaction(async (session) => {
    const handing = { queues, turns: record, ended, freeCount, retainedCount: left };
    const handed = await handOutJobs(session, handing);
    await carry(session, handed);
    return handed.length;
  });
}

async function fetchJobs({ boss, work }: RunnerParts, count: number): Promise<readonly TakenJob[]> {
  const taken: TakenJob[] = [];
  for (const kind of work.kinds) {
    const batchSize = count - taken.length;
    if (batchSize === 0) break;
    const jobs = await boss.fetch<QueuedJob['data']>(kind.queue, { batchSize });
    for (const job of jobs) taken.push({ kind, job });
  }
  return taken;
}

/** What a job shares with all that the runner holds. */
type Among = {
  /** Who is only likely to be one does not wait for who is certain to be. */
  readonly gates: { readonly [suspicion in Exclude<Suspicion, 'none'>]: SuspectGate };
  /** A place has become free. */
  onSuspect(this: void): void;
  readonly closing: AbortSignal;
};

async function carryOut(
  parts: RunnerParts,
  one: HeldJob,
  { gates, onSuspect, closing }: Among,
): Promise<void> {
  const { boss, database } = parts;
  const { jobId } = one.taken.data;
  const found = await untilItWorks(parts, () => readSuspicion(database, jobId), closing);
  // Closing, with the database away: this job's heart stops with ours.
  if (found === undefined) return;
  const attempting = () => attemptOnce(parts, one, closing);
  const suspicion = found?.suspicion ?? 'none';
  one.isSuspect = suspicion !== 'none';
  if (one.isSuspect) onSuspect();
  const isOver =
    found === null ||
    (await (suspicion === 'none'
      ? attempting()
      : gates[suspicion].enter(found.tenant, attempting)));
  if (isOver) {
    const done = [{ id: one.taken.id, retryCount: one.taken.retryCount }];
    await untilItWorks(parts, () => boss.complete(one.kind.queue, done), closing);
  }
}

/** Returns whether the queue may forget what was taken: the job is over, or queued anew. */
async function attemptOnce(
  parts: RunnerParts,
  one: HeldJob,
  closing: AbortSignal,
): Promise<boolean> {
  const { database } = parts;
  const { jobId } = one.taken.data;
  const attempt = await untilItWorks(
    parts,
    () => beginAttempt(database, jobId, one.isSuspect),
    closing,
  );
  if (attempt === null) return true;
  if (attempt === undefined) return false;
  one.attempt = attempt;
  one.tenant = attempt.tenant;
  const { ending, isLost } = await traceWork(parts.tracer, spanOf(one.kind, attempt), () =>
    perform(one.kind, attempt, one.abort.signal),
  );
  one.attempt = null;
  if (ending.kind === 'done') return true;
  if (isLost) {
    await untilItWorks(parts, () => sendBackLost(parts, one), closing);
    return false;
  }
  const delayMs = closing.aborted ? 0 : ending.delayMs;
  const isGivenBack = async (): Promise<boolean> => {
    await parts.giveBack(one.kind.queue, attempt, delayMs);
    return true;
  };
  return (await untilItWorks(parts, isGivenBack, closing)) ?? false;
}

/** What an error of ours ended counts as lost; the queue tries it again by its own means. */
async function sendBackLost({ boss }: RunnerParts, { kind, taken }: HeldJob): Promise<void> {
  await boss.fail(kind.queue, [{ id: taken.id, retryCount: taken.retryCount }]);
}

function spanOf({ queue }: JobKind, { jobId, traceParent }: JobAttempt) {
  const fields = { 'tidemill.queue': queue, 'tidemill.job_id': jobId };
  return { name: `job ${queue}`, kind: 'consumes', fields, parent: traceParent } as const;
}

async function perform(
  kind: JobKind,
  attempt: JobAttempt,
  signal: AbortSignal,
): Promise<{ readonly ending: JobEnding; readonly isLost: boolean }> {
  try {
    return { ending: await kind.perform(attempt, signal), isLost: false };
  } catch (error) {
    const ending: JobEnding = { kind: 'again', delayMs: FAILURE_DELAY_MS };
    const isPassing = error instanceof Failure || error instanceof OutcomeUnknown;
    // A statement that the database does not accept is ours to mend; the job waits for that.
    if (!isPassing || (error instanceof Failure && error.isDefect)) kind.onDefect(error);
    return { ending, isLost: !isPassing };
  }
}

async function renewHeartbeats(
  { boss, work }: RunnerParts,
  held: ReadonlySet<HeldJob>,
): Promise<void> {
  for (const { queue } of work.kinds) {
    const own = [...held].filter(({ kind }) => kind.queue === queue);
    const jobs = own.map(({ taken }) => ({ id: taken.id, retryCount: taken.retryCount }));
    if (jobs.length > 0) await boss.touch(queue, jobs);
  }
}

/** Jobs that were discarded or that another attempt holds by now. */
async function abortLost({ database }: RunnerParts, held: ReadonlySet<HeldJob>): Promise<void> {
  const attempts = [...held].flatMap((one) => (one.attempt === null ? [] : [one.attempt]));
  if (attempts.length === 0) return;
  const fences = await readFences(database, [...new Set(attempts.map(({ jobId }) => jobId))]);
  for (const { attempt, abort } of held) {
    // One that began after the question was asked is not judged by its response.
    const isRequested = attempt !== null && attempts.includes(attempt);
    if (isRequested && fences.get(attempt.jobId) !== attempt.fence) abort.abort();
  }
}

/** What fails because the database is away is tried again; undefined when it closes meanwhile. */
async function untilItWorks<T>(
  { report }: RunnerParts,
  attempt: () => Promise<T>,
  closing: AbortSignal,
): Promise<T | undefined> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const known = translateDatabaseError(error, 'read');
      if (!(known instanceof Failure || known instanceof OutcomeUnknown)) throw error;
      report(`A job could not be noted: ${known.message}`);
      if (closing.aborted) return undefined;
    }
    await rest(FAILURE_DELAY_MS, closing);
  }
}

async function repeatedly(
  intervalMs: number,
  closing: AbortSignal,
  round: () => Promise<void>,
): Promise<void> {
  while (!closing.aborted) {
    await rest(intervalMs, closing);
    // The next round does it; when none does, another process takes the job over.
    await round().catch(() => undefined);
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

type WakeSignal = {
  ring(): void;
  /** Settles when it rings, rang since it settled last, or after so long. */
  rung(ms: number, signal: AbortSignal): Promise<void>;
};

function wakeSignal(): WakeSignal {
  let waiting = new AbortController();
  return {
    ring: () => waiting.abort(),
    async rung(ms, signal) {
      await rest(ms, AbortSignal.any([waiting.signal, signal]));
      waiting = new AbortController();
    },
  };
}
