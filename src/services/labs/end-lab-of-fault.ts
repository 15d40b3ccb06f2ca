// Ends a lab whose slice or plan could not be computed.

import type { ComputeFault } from '#ports/work/compute.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { LabWorkDeps } from '#services/labs/lab-work.ts';

type FaultDeps = Pick<LabWorkDeps, 'labs' | 'clock' | 'log'>;

const DONE: JobEnding = { kind: 'done' };
const AGAIN: JobEnding = { kind: 'again', delayMs: 0 };

/**
 * Ending of a job after a fault: run again when cancelled, otherwise the lab fails with a reason
 * for its user.
 */
export async function endLabOfFault(
  deps: FaultDeps,
  attempt: JobAttempt,
  { kind, message }: ComputeFault,
): Promise<JobEnding> {
  switch (kind) {
    case 'cancelled':
      return AGAIN;
    case 'too_long':
    case 'out_of_memory':
      return failLab(deps, attempt, message);
    case 'crashed':
      // Ours to mend, and nothing that a user should read.
      deps.log.error('lab.crashed', { job_id: attempt.jobId, cause: message });
      return failLab(deps, attempt, 'It ended in a mistake of the service; its log has the cause.');
  }
}

/** Fails the lab of an attempt, unless another attempt has taken over. */
export async function failLab(
  deps: FaultDeps,
  attempt: JobAttempt,
  reason: string,
): Promise<JobEnding> {
  await deps.labs.failLab(attempt, reason, deps.clock.nowMs());
  deps.log.info('lab.failed', { job_id: attempt.jobId, reason });
  return DONE;
}
