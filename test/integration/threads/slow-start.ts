// A thread that takes long to start, as any does on a busy machine.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import type { CountTask } from '#ports/work/compute.contract.ts';
import { countTask } from '#ports/work/compute.contract.ts';
import { SLOW_START_MS } from './start-slowly.ts';

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_START_MS);

serveThread((input, onProgress) =>
  countTask(input as CountTask, async (share) => onProgress(share)),
);
