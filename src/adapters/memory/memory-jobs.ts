// Jobs in the memory of one process, for tests and for commands that need no other process.

import { present } from '#lib/assert.ts';
import type { Line, TurnRecord } from '#domain/shares/choose-line.ts';
import { chooseLine, noteEnding, turnRecord } from '#domain/shares/choose-line.ts';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { JobAttempt, JobEnding, JobKind, JobRunner, Jobs, JobWork } from '#ports/work/jobs.ts';

type Entry = {
  readonly jobId: string;
  readonly queue: string;
  readonly tenant: Tenant;
  /** The order of arrival. */
  readonly number: number;
  readonly dueMs: number;
  fence: number;
  lostCount: number;
  attempt: AbortController | null;
};

type State = {
  readonly entries: Map<string, Entry>;
  readonly turns: TurnRecord;
  /** Orders arrivals and endings. */
  eventsCount: number;
  /** Ids that wait. */
  readonly waiting: Set<string>;
  readonly wakers: Set<() => void>;
  /** Members one of whose jobs ended its process. */
  readonly suspectMembers: Set<string>;
};

const FAILURE_DELAY_MS = 10;

/**
 * No jobs yet. Nothing in it waits, so a transaction is nothing. `tenantOf` says whose end user a
 * user is.
 */
export function memoryJobs(tenantOf: (userId: string) => string = (userId) => userId): Jobs<null> {
  const state: State = {
    entries: new Map(),
    turns: turnRecord(),
    eventsCount: 0,
    waiting: new Set(),
    wakers: new Set(),
    suspectMembers: new Set(),
  };
  return {
    async enqueue(_transaction, queue, jobIds, userId, patienceMs = 0) {
      const tenant = { tenantId: tenantOf(userId), memberId: userId };
      for (const jobId of jobIds) {
        if (state.entries.has(jobId)) continue;
        state.eventsCount += 1;
        const number = state.eventsCount;
        // An arrival is as good as a millisecond here: no clock is needed to tell which is shorter.
        const named = { jobId, queue, tenant, number, dueMs: number + patienceMs };
        state.entries.set(jobId, { ...named, fence: 0, lostCount: 0, attempt: null });
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
    async suspect({ memberId }) {
      state.suspectMembers.add(memberId);
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
  /** Without suspects, which take no place. */
  let placedCount = 0;
  const controllers = new Set<AbortController>();
  let isClosed = false;

  function takeMore(): void {
    for (let next = nextEntry(); next !== null; next = nextEntry()) {
      const { entry, kind } = next;
      state.waiting.delete(entry.jobId);
      const place = isSuspect(state, entry) ? 0 : 1;
      placedCount += place;
      const attempting = attempt(entry, kind).finally(() => {
        running.delete(attempting);
        placedCount -= place;
        state.eventsCount += 1;
        noteEnding(state.turns, entry.tenant, state.eventsCount);
        takeMore();
      });
      running.add(attempting);
    }
  }

  function nextEntry(): Next | null {
    const { placesCount, retainedCount } = work;
    if (isClosed || placedCount >= placesCount + retainedCount) return null;
    const isForIdle = placedCount >= placesCount;
    return chooseEntry(state, work, isForIdle);
  }

  async function attempt(entry: Entry, kind: JobKind): Promise<void> {
    const controller = new AbortController();
    controllers.add(controller);
    const held: JobAttempt = {
      jobId: entry.jobId,
      fence: entry.fence + 1,
      lostCount: entry.lostCount,
      isSuspect: isSuspect(state, entry),
      tenant: entry.tenant,
      dueMs: entry.dueMs,
    };
    entry.fence = held.fence;
    entry.attempt = controller;
    const ending = await endingOf(kind, held, controller.signal, () => {
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

function isSuspect({ suspectMembers }: State, { lostCount, tenant }: Entry): boolean {
  return lostCount > 0 || suspectMembers.has(tenant.memberId);
}

type Next = { readonly entry: Entry; readonly kind: JobKind };

function chooseEntry(
  { entries, turns, waiting }: State,
  { kinds }: JobWork,
  isForIdle: boolean,
): Next | null {
  const known = [...entries.values()].filter((one) =>
    kinds.some(({ queue }) => queue === one.queue),
  );
  const lines = [...Map.groupBy(known, ({ tenant }) => JSON.stringify(tenant)).values()].map(
    (own) => lineOf(own, waiting),
  );
  const line = chooseLine(turns, lines, { sharesMax: LIMITS.partnerSharesMax, isForIdle });
  if (line === null) return null;
  for (const kind of kinds) {
    const [entry] = known
      .filter(
        ({ jobId, queue, tenant }) =>
          queue === kind.queue && waiting.has(jobId) && isSame(tenant, line),
      )
      .toSorted((left, right) => left.dueMs - right.dueMs);
    if (entry !== undefined) return { entry, kind };
  }
  return null;
}

function isSame(left: Tenant, right: Tenant): boolean {
  return left.tenantId === right.tenantId && left.memberId === right.memberId;
}

function lineOf(own: readonly Entry[], waiting: ReadonlySet<string>): Line {
  const first = present(own[0], 'a group has members');
  const waits = own.filter(({ jobId }) => waiting.has(jobId));
  return {
    ...first.tenant,
    waitingCount: waits.length,
    runningCount: own.filter(({ attempt }) => attempt !== null).length,
    oldest: waits[0]?.number ?? 0,
  };
}

async function endingOf(
  kind: JobKind,
  attempt: JobAttempt,
  signal: AbortSignal,
  onLoss: () => void,
): Promise<JobEnding> {
  try {
    return await kind.perform(attempt, signal);
  } catch (error) {
    const isOfTheWorld = error instanceof Failure || error instanceof OutcomeUnknown;
    if (!isOfTheWorld) {
      onLoss();
      kind.onDefect(error);
    }
    return { kind: 'again', delayMs: FAILURE_DELAY_MS };
  }
}
