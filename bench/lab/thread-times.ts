// Times of the threads of worker processes that run labs: how long each ran, and how long it waited
// for a core. From /proc; none where the system does not tell it.

import { readdirSync, readFileSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1_000_000;
/** As Node names the threads that scripts run on. */
const NAME = 'WorkerThread';

export type ThreadTimes = {
  readonly id: string;
  readonly ranMs: number;
  readonly waitedMs: number;
};

export function threadTimesOf(processId: number): readonly ThreadTimes[] {
  const folder = `/proc/${processId}/task`;
  try {
    return readdirSync(folder).flatMap((id) => {
      if (readFileSync(`${folder}/${id}/comm`, 'utf8').trim() !== NAME) return [];
      const [ran = 0, waited = 0] = readFileSync(`${folder}/${id}/schedstat`, 'utf8')
        .split(' ')
        .map((text) => Number(text) / NANOSECONDS_PER_MS);
      return [{ id, ranMs: ran, waitedMs: waited }];
    });
  } catch {
    return [];
  }
}

/** Of `ms`, in percent, what each thread had nothing to do for since `before`. */
export function idlePercents(
  before: readonly ThreadTimes[],
  after: readonly ThreadTimes[],
  ms: number,
): readonly number[] {
  return after.map(({ id, ranMs, waitedMs }) => {
    const was = before.find((thread) => thread.id === id);
    const busyMs = ranMs + waitedMs - (was?.ranMs ?? 0) - (was?.waitedMs ?? 0);
    return 100 * (1 - busyMs / ms);
  });
}
