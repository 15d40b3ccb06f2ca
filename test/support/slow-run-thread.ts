// Thread of a process that runs bots, with runs whose script says that it hangs: they never deal
// with a signal, or with a minute, as if in a native loop that no meter sees.

import { serveStatefulThread } from '#adapters/threads/serve-stateful-thread.ts';
import { threadProcessorMs } from '#main/bots/thread-processor-time.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { runHost } from '#services/live/run/run-host.ts';
import type { RunRequest } from '#services/live/state/run-messages.ts';

/** In the script of a bot that hangs, whatever for; or when it is sent something. */
const ALWAYS = '-- hangs at closes';
const ON_INPUTS = '-- hangs on signals';

const host = runHost({
  digest: systemDigest,
  monotonicMs: () => performance.now(),
  processorMs: threadProcessorMs,
});
const setups = new Map<string, string>();

serveStatefulThread((sent) => {
  const request = sent as RunRequest;
  if (request.kind === 'load') setups.set(request.runId, request.record.setup);
  if (request.kind === 'advance') {
    const setup = setups.get(request.runId) ?? '';
    const isCaught = setup.includes(ON_INPUTS) && request.inputs.length > 0;
    if (isCaught || setup.includes(ALWAYS)) for (;;);
  }
  return host.handle(request);
});
