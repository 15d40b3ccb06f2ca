// The checker of scripts on threads of this machine.

import { randomUUID } from 'node:crypto';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ScriptChecker } from '#ports/script-checker.ts';
import type { ScriptCheck } from '#ports/script-store.ts';
import type { CheckRequest } from '#services/scripts/compute-checker.ts';
import { computeChecker } from '#services/scripts/compute-checker.ts';

export type OpenedChecker = ScriptChecker & { close(): Promise<void> };

/**
 * Threads start with the first checks. `report` is told the cause of a defect under the id that its
 * user sees.
 */
export function openScriptChecker(
  report: (defectId: string, cause: string) => void,
): OpenedChecker {
  const compute = threadCompute<CheckRequest, ScriptCheck>({
    entry: new URL('./check-thread.ts', import.meta.url),
    threadsMax: LIMITS.scriptCheckThreadsMax,
    threadsStart: 'when_needed',
    wallMsMax: LIMITS.scriptCheckTimeoutMs,
    heapMegabytesMax: LIMITS.scriptCheckHeapMegabytesMax,
  });
  const limits = {
    placesCount: LIMITS.scriptCheckThreadsMax - LIMITS.scriptCheckThreadsKept,
    keptCount: LIMITS.scriptCheckThreadsKept,
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
