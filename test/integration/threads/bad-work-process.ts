// A process that has threads do work of which some misbehaves.

import { serveProcess } from '#adapters/processes/serve-process.ts';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import type { CountResult } from '#ports/work/compute.contract.ts';
import type { BadTask } from './bad-work.ts';

const compute = threadCompute<BadTask, CountResult>({
  entry: new URL('./bad-work.ts', import.meta.url),
  threadsMax: 1,
  threadsStart: 'at_once',
  wallMsMax: 60_000,
  heapMegabytesMax: 64,
});

serveProcess(compute, {
  residentMegabytesMax: 400,
  idleMegabytesMax: 300,
  end: () => process.exit(),
});
