// Process for suspects: jobs whose last attempt ended with its process. It holds no key and no
// connection, and has a thread compute what it is sent.

import { serveProcess } from '#adapters/processes/serve-process.ts';
import { LIMITS } from '#lib/limits.ts';
import { openWorkPool } from '#main/work/open-work-threads.ts';

serveProcess(openWorkPool(1), {
  residentMegabytesMax: LIMITS.suspectMegabytesMax,
  idleMegabytesMax: LIMITS.suspectIdleMegabytesMax,
  end: () => process.exit(),
});
