// The queue of jobs as the store has it: who took a job holds it as long as it says that it is at
// work, and another may take it after that, under a higher fence.

import type { Clock } from '#venue-port/world/clock.ts';
import type { JobAttempt, Jobs } from '#ports/work/jobs.ts';

/** What stores write in their transactions. */
export type QueuedJobs = Pick<Jobs<null>, 'enqueue' | 'discard' | 'settle'>;

export type JobQueue = {
  readonly jobs: QueuedJobs;
  /** What processes call. */
  readonly calls: JobCalls;
  /** The highest fence that was given out; 0 when the job is over. */
  fenceOf(this: void, jobId: string): number;
  /** How many attempts at it ended with their process; also of a job that is over. */
  lostCountOf(this: void, jobId: string): number;
  /** How long the job waits that waits longest; 0 when none does. */
  longestWaitMs(this: void): number;
  readonly counts: { readonly attempts: number; readonly lostAttempts: number };
  /** Ids of what is not over. */
  openIds(): readonly string[];
};

export type JobCalls = {
  /** The oldest job that waits, or whose holder was not heard of for long; null: there is none. */
  takeJob(queue: string): Promise<JobAttempt | null>;
  /** False when the attempt does not hold its job any more. */
  renewJob(attempt: JobAttempt): Promise<boolean>;
  giveJobBack(attempt: JobAttempt, delayMs: number): Promise<void>;
};

type Entry = {
  readonly queue: string;
  readonly tenant: JobAttempt['tenant'];
  fence: number;
  lostCount: number;
  /** Null while it waits. */
  heldUntilMs: number | null;
  dueMs: number;
};

function freeSinceMs({ heldUntilMs, dueMs }: Entry): number {
  return heldUntilMs ?? dueMs;
}

/** As in service: a process says every three seconds that it is at work. */
const HELD_MS = 10_000;

export function makeJobQueue(clock: Clock): JobQueue {
  const entries = new Map<string, Entry>();
  const lost = new Map<string, number>();
  const counts = { attempts: 0, lostAttempts: 0 };
  const heldBy = ({ jobId, fence }: JobAttempt): Entry | null => {
    const entry = entries.get(jobId);
    return entry?.fence === fence && entry.heldUntilMs !== null ? entry : null;
  };
  const isFree = (entry: Entry): boolean => clock.nowMs() >= freeSinceMs(entry);
  return {
    counts,
    fenceOf: (jobId) => entries.get(jobId)?.fence ?? 0,
    lostCountOf: (jobId) => lost.get(jobId) ?? 0,
    longestWaitMs() {
      const waits = [...entries.values()].map((entry) => clock.nowMs() - freeSinceMs(entry));
      return Math.max(0, ...waits);
    },
    openIds: () => [...entries.keys()],
    jobs: {
      async enqueue(_transaction, queue, jobIds, userId) {
        const tenant = { tenantId: userId, memberId: userId };
        for (const jobId of jobIds) {
          if (entries.has(jobId)) continue;
          const dueMs = clock.nowMs();
          entries.set(jobId, { queue, tenant, fence: 0, lostCount: 0, heldUntilMs: null, dueMs });
        }
      },
      async discard(_transaction, jobIds) {
        return jobIds.filter((jobId) => entries.delete(jobId)).length;
      },
      async settle(_transaction, attempt) {
        return heldBy(attempt) !== null && entries.delete(attempt.jobId);
      },
    },
    calls: {
      async takeJob(queue) {
        for (const [jobId, entry] of entries) {
          if (entry.queue !== queue || !isFree(entry)) continue;
          if (entry.heldUntilMs !== null) {
            entry.lostCount += 1;
            lost.set(jobId, entry.lostCount);
            counts.lostAttempts += 1;
          }
          counts.attempts += 1;
          entry.fence += 1;
          entry.heldUntilMs = clock.nowMs() + HELD_MS;
          const { fence, lostCount, tenant } = entry;
          return { jobId, fence, lostCount, isSuspect: lostCount > 0, tenant, dueMs: 0 };
        }
        return null;
      },
      async renewJob(attempt) {
        const entry = heldBy(attempt);
        if (entry !== null) entry.heldUntilMs = clock.nowMs() + HELD_MS;
        return entry !== null;
      },
      async giveJobBack(attempt, delayMs) {
        const entry = heldBy(attempt);
        if (entry !== null)
          Object.assign(entry, { heldUntilMs: null, dueMs: clock.nowMs() + delayMs });
      },
    },
  };
}
