// Checking process: it holds no key and no connection, and has a thread check what it is sent.

import { threadCompute } from '#adapters/threads/thread-compute.ts';
import { serveProcess } from '#adapters/processes/serve-process.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import type { CheckRequest } from '#services/scripts/compute-checker.ts';

const compute = threadCompute<CheckRequest, ScriptCheck>({
  entry: new URL('./check-thread.ts', import.meta.url),
  threadsMax: 1,
  threadsStart: 'at_once',
  wallMsMax: LIMITS.scriptCheckTimeoutMs,
  heapMegabytesMax: LIMITS.scriptCheckHeapMegabytesMax,
});

serveProcess(compute, {
  residentMegabytesMax: LIMITS.scriptCheckMegabytesMax,
  idleMegabytesMax: LIMITS.scriptCheckIdleMegabytesMax,
  end: () => process.exit(),
});
