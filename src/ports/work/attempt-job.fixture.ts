// One attempt at a job of a queue that other cases use as well.

import type { JobAttempt, JobKind, Jobs } from '#ports/work/jobs.ts';

/** Attempts the first job that is meant with `act`; others are left as they are. */
export async function attemptJob(
  jobs: Pick<Jobs<never>, 'run'>,
  queue: string,
  isMeant: (jobId: string) => boolean,
  act: (attempt: JobAttempt) => Promise<void>,
): Promise<void> {
  const acted = Promise.withResolvers<void>();
  let isTaken = false;
  const kind: JobKind = {
    queue,
    async perform(attempt) {
      if (isTaken || !isMeant(attempt.jobId)) return { kind: 'again', delayMs: 10 };
      isTaken = true;
      await act(attempt).then(acted.resolve, acted.reject);
      return { kind: 'done' };
    },
    onDefect: acted.reject,
  };
  const runner = jobs.run({ kinds: [kind], placesCount: 1_000, retainedCount: 0 });
  try {
    await acted.promise;
  } finally {
    await runner.close();
  }
}
