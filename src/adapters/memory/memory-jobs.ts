// Jobs in the memory of one process, for tests and for commands that need no other process.

import { present } from '#lib/assert.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { JobAttempt, JobEnding, JobRunner, Jobs, JobWork } from '#ports/jobs.ts';

type Entry = {
  readonly jobId: string;
  readonly queue: string;
  fence: number;
  lostCount: number;
  attempt: AbortController | null;
};

type State = {
  readonly entries: Map<string, Entry>;
  /** Ids that wait, oldest first. */
  readonly waiting: Set<string>;
  readonly wakers: Set<() => void>;
};

const FAILURE_DELAY_MS = 10;

/** No jobs yet. Nothing in it waits, so a transaction is nothing. */
export function memoryJobs(): Jobs<null> {
  const state: State = { entries: new Map(), waiting: new Set(), wakers: new Set() };
  return {
    async enqueue(_transaction, queue, jobIds) {
      for (const jobId of jobIds) {
        if (state.entries.has(jobId)) continue;
        state.entries.set(jobId, { jobId, queue, fence: 0, lostCount: 0, attempt: null });
        wait(state, jobId);
      }
    },
    async discard(_transaction, jobIds) {
      const known = jobIds.flatMap((jobId) => state.entries.get(jobId) ?? []);
      for (const { attempt, jobId } of known) {
        state.waiting.delete(jobId);
        state.entries.delete(jobId);
        attempt?.abort();
      }
      return known.length;
    },
    async settle(_transaction, { jobId, fence }) {
      const isHeld = state.entries.get(jobId)?.fence === fence;
      if (isHeld) state.entries.delete(jobId);
      return isHeld;
    },
    run: (work) => runIn(state, work),
  };
}

function wait(state: State, jobId: string): void {
  state.waiting.add(jobId);
  for (const wake of state.wakers) wake();
}

function runIn(state: State, work: JobWork): JobRunner {
  const running = new Set<Promise<void>>();
  const controllers = new Set<AbortController>();
  let isClosed = false;

  function takeMore(): void {
    for (const jobId of state.waiting) {
      if (isClosed || running.size >= work.slotsCount) return;
      const entry = present(state.entries.get(jobId), 'what waits is known');
      if (entry.queue !== work.queue) continue;
      state.waiting.delete(jobId);
      const attempting = attempt(entry).finally(() => {
        running.delete(attempting);
        takeMore();
      });
      running.add(attempting);
    }
  }

  async function attempt(entry: Entry): Promise<void> {
    const controller = new AbortController();
    controllers.add(controller);
    const held: JobAttempt = {
      jobId: entry.jobId,
      fence: entry.fence + 1,
      lostCount: entry.lostCount,
    };
    entry.fence = held.fence;
    entry.attempt = controller;
    const ending = await endingOf(work, held, controller.signal, () => {
      entry.lostCount += 1;
    });
    entry.attempt = null;
    controllers.delete(controller);
    if (ending.kind === 'done') return;
    const delayMs = isClosed ? 0 : ending.delayMs;
    if (delayMs === 0) waitAgain(entry);
    else setTimeout(waitAgain, delayMs, entry).unref();
  }

  function waitAgain(entry: Entry): void {
    if (state.entries.get(entry.jobId) === entry) wait(state, entry.jobId);
  }

  state.wakers.add(takeMore);
  queueMicrotask(takeMore);
  return {
    async close() {
      isClosed = true;
      state.wakers.delete(takeMore);
      for (const controller of controllers) controller.abort();
      await Promise.all(running);
    },
  };
}

async function endingOf(
  work: JobWork,
  attempt: JobAttempt,
  signal: AbortSignal,
  onLoss: () => void,
): Promise<JobEnding> {
  try {
    return await work.perform(attempt, signal);
  } catch (error) {
    const isOfTheWorld = error instanceof Failure || error instanceof OutcomeUnknown;
    if (!isOfTheWorld) {
      onLoss();
      work.onDefect(error);
    }
    return { kind: 'again', delayMs: FAILURE_DELAY_MS };
  }
}
