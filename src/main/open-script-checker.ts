// The checker of scripts on this machine's threads.

import type { ClosableScriptChecker } from '#adapters/threads/thread-script-checker.ts';
import { threadScriptChecker } from '#adapters/threads/thread-script-checker.ts';
import { LIMITS } from '#lib/limits.ts';

/** Threads start with the first check. */
export function openScriptChecker(): ClosableScriptChecker {
  return threadScriptChecker({
    entry: new URL('./check-thread.ts', import.meta.url),
    threadsMax: LIMITS.scriptCheckThreadsMax,
    waitingMax: LIMITS.scriptChecksWaitingMax,
    timeoutMs: LIMITS.scriptCheckTimeoutMs,
    heapMegabytesMax: LIMITS.scriptCheckHeapMegabytesMax,
  });
}
