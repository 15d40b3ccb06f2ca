// What a thread of a process that runs bots is, but for runs whose script says that it hangs: for
// them a signal is never dealt with, as by a native loop that no meter sees.

import { serveStatefulThread } from '#adapters/threads/serve-stateful-thread.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { runHost } from '#services/bot-runs/run-host.ts';
import type { RunRequest } from '#services/bot-runs/run-messages.ts';

/** In the script of a bot that hangs. */
const MARK = '-- hangs';

const host = runHost({ digest: systemDigest, monotonicMs: () => performance.now() });
const hanging = new Set<string>();

serveStatefulThread((sent) => {
  const request = sent as RunRequest;
  if (request.kind === 'load' && request.record.setup.includes(MARK)) hanging.add(request.runId);
  const isCaught = request.kind === 'advance' && hanging.has(request.runId);
  if (isCaught && request.inputs.length > 0) for (;;);
  return host.answer(request);
});
