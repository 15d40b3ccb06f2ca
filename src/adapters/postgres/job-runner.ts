// Carries out jobs of one queue: takes as many as it has free slots, keeps its heart beating for
// them, notices those that were discarded or taken over, and gives back what it could not finish.

import { setTimeout as pause } from 'node:timers/promises';
import type { Job as BossJob, PgBoss } from 'pg-boss';
import type { Database } from '#adapters/postgres/database.ts';
import { jobGate } from '#adapters/postgres/job-gate.ts';
import { beginAttempt, readFences, readLostCount } from '#adapters/postgres/job-rows.ts';
import { translateDatabaseError } from '#adapters/postgres/translate-database-error.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { JobAttempt, JobEnding, JobRunner, JobWork } from '#ports/jobs.ts';

export type RunnerParts = {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly work: JobWork;
  readonly report: (message: string) => void;
  /** Makes the queue, and queues anew what pg-boss has forgotten. */
  prepareQueue(queue: string): Promise<void>;
  giveBack(attempt: JobAttempt, delayMs: number): Promise<void>;
  /** Until the answer is called. */
  listen(waker: { onQueued(queue: string): void; onDiscarded(jobId: string): void }): () => void;
};

/** Behind the notifications, which may be lost with their connection. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
const FAILURE_DELAY_MS = 1_000;

type Taken = BossJob<{ readonly jobId: string }>;

/** A job that this runner has taken, from then on until the queue knows what became of it. */
type Held = {
  readonly taken: Taken;
  readonly abort: AbortController;
  attempt: JobAttempt | null;
};

export function startJobRunner(parts: RunnerParts): JobRunner {
  const { work } = parts;
  const held = new Set<Held>();
  const attempting = new Set<Promise<void>>();
  const closing = new AbortController();
  const bell = doorbell();
  const gate = jobGate();
  const unlisten = parts.listen({
    onQueued: (queue) => queue === work.queue && bell.ring(),
    onDiscarded(jobId) {
      for (const one of held) if (one.attempt?.jobId === jobId) one.abort.abort();
    },
  });

  async function takeJobs(): Promise<void> {
    await untilItWorks(parts, () => parts.prepareQueue(work.queue), closing.signal);
    while (!closing.signal.aborted) {
      const freeCount = work.slotsCount - held.size;
      const taken = freeCount === 0 ? [] : await take(parts, freeCount);
      for (const job of taken) hold(job);
      // A full catch hints at more; a short one means that nothing waits.
      if (freeCount === 0 || taken.length < freeCount) await bell.rung(POLL_MS, closing.signal);
    }
  }

  function hold(taken: Taken): void {
    const one: Held = { taken, abort: new AbortController(), attempt: null };
    held.add(one);
    const ending = carryOut(parts, one, gate, closing.signal).finally(() => {
      held.delete(one);
      attempting.delete(ending);
      bell.ring();
    });
    attempting.add(ending);
  }

  const beating = repeatedly(HEARTBEAT_MS, closing.signal, () => beat(parts, held));
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

async function take({ boss, work, report }: RunnerParts, count: number): Promise<readonly Taken[]> {
  try {
    return await boss.fetch<Taken['data']>(work.queue, { batchSize: count });
  } catch (error) {
    report(`Jobs could not be taken: ${(error as Error).message}`);
    return [];
  }
}

async function carryOut(
  parts: RunnerParts,
  one: Held,
  gate: ReturnType<typeof jobGate>,
  closing: AbortSignal,
): Promise<void> {
  const { boss, database, work } = parts;
  const { jobId } = one.taken.data;
  const lostCount = await untilItWorks(parts, () => readLostCount(database, jobId), closing);
  // Closing, with the database away: this job's heart stops with ours.
  if (lostCount === undefined) return;
  const attempting = () => attemptOnce(parts, one, closing);
  const isOver =
    lostCount === null || (await (lostCount === 0 ? gate.together : gate.alone)(attempting));
  if (!isOver) return;
  await untilItWorks(
    parts,
    () => boss.complete(work.queue, [{ id: one.taken.id, retryCount: one.taken.retryCount }]),
    closing,
  );
}

/** Answers whether the queue may forget what was taken: the job is over, or queued anew. */
async function attemptOnce(parts: RunnerParts, one: Held, closing: AbortSignal): Promise<boolean> {
  const { database, work } = parts;
  const { jobId } = one.taken.data;
  const attempt = await untilItWorks(parts, () => beginAttempt(database, jobId), closing);
  if (attempt === null) return true;
  if (attempt === undefined) return false;
  one.attempt = attempt;
  const { ending, isLost } = await perform(work, attempt, one.abort.signal);
  one.attempt = null;
  if (ending.kind === 'done') return true;
  if (isLost) {
    await untilItWorks(parts, () => sendBackLost(parts, one), closing);
    return false;
  }
  const delayMs = closing.aborted ? 0 : ending.delayMs;
  const isGivenBack = async (): Promise<boolean> => {
    await parts.giveBack(attempt, delayMs);
    return true;
  };
  return (await untilItWorks(parts, isGivenBack, closing)) ?? false;
}

/** What an error of ours ended counts as lost; the queue tries it again by its own means. */
async function sendBackLost({ boss, work }: RunnerParts, { taken }: Held): Promise<void> {
  await boss.fail(work.queue, [{ id: taken.id, retryCount: taken.retryCount }]);
}

async function perform(
  work: JobWork,
  attempt: JobAttempt,
  signal: AbortSignal,
): Promise<{ readonly ending: JobEnding; readonly isLost: boolean }> {
  try {
    return { ending: await work.perform(attempt, signal), isLost: false };
  } catch (error) {
    const ending: JobEnding = { kind: 'again', delayMs: FAILURE_DELAY_MS };
    if (error instanceof Failure || error instanceof OutcomeUnknown)
      return { ending, isLost: false };
    work.onDefect(error);
    return { ending, isLost: true };
  }
}

async function beat({ boss, work }: RunnerParts, held: ReadonlySet<Held>): Promise<void> {
  if (held.size === 0) return;
  const jobs = [...held].map(({ taken }) => ({ id: taken.id, retryCount: taken.retryCount }));
  await boss.touch(work.queue, jobs);
}

/** Jobs that were discarded or that another attempt holds by now. */
async function abortLost({ database }: RunnerParts, held: ReadonlySet<Held>): Promise<void> {
  const attempts = [...held].flatMap((one) => (one.attempt === null ? [] : [one.attempt]));
  if (attempts.length === 0) return;
  const fences = await readFences(database, [...new Set(attempts.map(({ jobId }) => jobId))]);
  for (const { attempt, abort } of held) {
    // One that began after the question was asked is not judged by its answer.
    const isAsked = attempt !== null && attempts.includes(attempt);
    if (isAsked && fences.get(attempt.jobId) !== attempt.fence) abort.abort();
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

type Doorbell = {
  ring(): void;
  /** Settles when it rings, rang since it settled last, or after so long. */
  rung(ms: number, signal: AbortSignal): Promise<void>;
};

function doorbell(): Doorbell {
  let waiting = new AbortController();
  return {
    ring: () => waiting.abort(),
    async rung(ms, signal) {
      await rest(ms, AbortSignal.any([waiting.signal, signal]));
      waiting = new AbortController();
    },
  };
}
