// The process's side of compute: has a thread do each piece of work, and measures meanwhile what
// memory the process has. It ends with whoever started it.

import { rejected } from '#lib/result.ts';
import { assert } from '#lib/assert.ts';
import type { ProcessReply, ProcessRequest } from '#adapters/processes/process-compute.ts';
import type { Compute, ComputeFault } from '#ports/work/compute.ts';

export type ServeProcessOptions = {
  /** Of the whole process; more ends what it is at, and the process. */
  readonly residentMegabytesMax: number;
  /** One that keeps more when its work is done is not used again. */
  readonly idleMegabytesMax: number;
  /** Ends the process at once. */
  readonly end: () => void;
};

const MEASURE_MS = 25;
const MEGABYTE = 1_048_576;

/**
 * Serves pieces of work from the parent process; one that takes too much memory ends the process.
 */
export function serveProcess<Input>(
  compute: Compute<Input, unknown>,
  { residentMegabytesMax, idleMegabytesMax, end }: ServeProcessOptions,
): void {
  function reply(message: ProcessReply): void {
    assert(process.send !== undefined, 'this module is started with a channel');
    process.send(message, undefined, undefined, () => {
      if (message.kind === 'ended' && message.isLast) end();
    });
  }

  async function carryOut(input: Input): Promise<void> {
    const measuring = setInterval(() => {
      if (process.memoryUsage.rss() < residentMegabytesMax * MEGABYTE) return;
      clearInterval(measuring);
      const message = `It needed more memory than ${residentMegabytesMax} MB.`;
      const fault: ComputeFault = { kind: 'out_of_memory', message, endsProcess: true };
      reply({ kind: 'ended', ending: rejected(fault), isLast: true });
    }, MEASURE_MS);
    const onProgress = (share: number): void => reply({ kind: 'progress', share });
    const ending = await compute.run(input, { signal: NEVER, onProgress });
    clearInterval(measuring);
    const isLast = process.memoryUsage.rss() > idleMegabytesMax * MEGABYTE;
    reply({ kind: 'ended', ending, isLast });
  }

  process.on('message', ({ input }: ProcessRequest) => void carryOut(input as Input));
  process.on('disconnect', end);
  reply({ kind: 'ready' });
}

const NEVER = new AbortController().signal;
