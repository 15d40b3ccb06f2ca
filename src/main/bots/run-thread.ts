// Thread of a process that runs bots: it holds runs and carries them on, and reaches neither
// database nor exchange.

import { serveStatefulThread } from '#adapters/threads/serve-stateful-thread.ts';
import { threadProcessorMs } from '#main/bots/thread-processor-time.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { RunRequest } from '#services/live/state/run-messages.ts';
import { runHost } from '#services/live/run/run-host.ts';
import { drawKeyPlaces } from '#main/draw-key-places.ts';

drawKeyPlaces();

const host = runHost({
  digest: systemDigest,
  monotonicMs: () => performance.now(),
  processorMs: threadProcessorMs,
});

serveStatefulThread((request) => host.handle(request as RunRequest));
