// Threads whose requests take as much processor time as a test says.

import type { InProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { runHost } from '#services/live/run/run-host.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

/** A request that a thread served, as far as it did something. */
export type ServedRequest = { readonly thread: number; readonly request: RunRequest };

export type PricedThreads = {
  readonly threads: InProcessThreads<RunRequest, RunReply>;
  readonly served: ServedRequest[];
};

/** `costOf` says what a request takes in milliseconds, on a thread with this number. */
export function pricedThreads(
  count: number,
  monotonicMs: () => number,
  costOf: (request: RunRequest) => number,
): PricedThreads {
  const served: ServedRequest[] = [];
  let begunCount = 0;
  const threads = inProcessThreads(count, () => {
    const thread = begunCount;
    begunCount += 1;
    return priced(monotonicMs, costOf, (request) => served.push({ thread, request }));
  });
  return { threads, served };
}

function priced(
  monotonicMs: () => number,
  costOf: (request: RunRequest) => number,
  note: (request: RunRequest) => void,
): (request: RunRequest) => RunReply {
  let usedMs = 0;
  let dueMs = 0;
  let isMetered = false;
  const host = runHost({
    digest: systemDigest,
    // Work reads the clock when it begins: that is where its cost falls.
    monotonicMs() {
      if (isMetered) {
        usedMs += dueMs;
        dueMs = 0;
      }
      return monotonicMs();
    },
    processorMs() {
      isMetered = true;
      return usedMs;
    },
  });
  return (request) => {
    isMetered = false;
    dueMs = costOf(request);
    const reply = host.handle(request);
    if (reply.kind !== 'over_share') note(request);
    return reply;
  };
}
