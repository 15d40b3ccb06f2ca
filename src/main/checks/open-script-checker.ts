// The checker of scripts in processes of this machine, shared out between users.

import { randomUUID } from 'node:crypto';
import { processCompute } from '#adapters/processes/process-compute.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import type { CheckRequest } from '#services/scripts/compute-checker.ts';
import { computeChecker } from '#services/scripts/compute-checker.ts';

export type OpenedChecker = ScriptChecker & { close(): Promise<void> };

/**
 * The process itself says when its check takes too long; this is for one that says nothing. Its
 * thread may have to start, on a busy machine.
 */
const RESPONSE_GRACE_MS = 30_000;

/** Processes that start with the first checks. */
export function checkProcesses() {
  return processCompute<CheckRequest, ScriptCheck>({
    entry: new URL('./check-process.ts', import.meta.url),
    processesMax: LIMITS.scriptCheckProcessesMax,
    wallMsMax: LIMITS.scriptCheckTimeoutMs + RESPONSE_GRACE_MS,
    deathsMax: 2,
  });
}

/** Closes `compute` with itself. `report` gets the cause of a defect under the id its user sees. */
export function openScriptChecker(
  report: (defectId: string, cause: string) => void,
  compute = checkProcesses(),
): OpenedChecker {
  const limits = {
    placesCount: LIMITS.scriptCheckProcessesMax - LIMITS.scriptCheckProcessesRetained,
    retainedCount: LIMITS.scriptCheckProcessesRetained,
    waitingPerUserMax: LIMITS.scriptChecksWaitingPerUserMax,
    openMax: LIMITS.scriptChecksOpenMax,
  };
  const checker = computeChecker(compute, limits, (cause) => {
    const defectId = randomUUID();
    report(defectId, cause);
    return defectId;
  });
  return { ...checker, close: () => compute.close() };
}
