// Thread in the tests of compute: counting, and every way to misbehave.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import type { CountTask } from '#ports/work/compute.contract.ts';
import { countTask } from '#ports/work/compute.contract.ts';

export type Misdeed = 'spin' | 'wait' | 'hoard' | 'hoard_buffers' | 'throw' | 'exit' | 'kill';
export type BadTask = CountTask & { readonly misdeed?: Misdeed };

/** Taken before the thread has no rights any more. */
const own: NodeJS.Process = process;

serveThread((input, onProgress) => {
  const task = input as BadTask;
  if (task.misdeed === 'wait') return new Promise<never>(() => undefined);
  if (task.misdeed !== undefined) commit(task.misdeed);
  return countTask(task, async (share) => onProgress(share));
});

function commit(misdeed: Exclude<Misdeed, 'wait'>): void {
  const hoard: number[][] = [];
  switch (misdeed) {
    case 'spin':
      for (;;) hoard.length = 0;
    case 'hoard':
      for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5));
    case 'hoard_buffers':
      hoardBuffers();
    case 'throw':
      throw new Error('a mistake of ours');
    case 'exit':
      own.exit(3);
    case 'kill':
      own.kill(own.pid, 'SIGKILL');
  }
}

/** Slowly enough to be seen before the machine has no memory left. */
function hoardBuffers(): never {
  const buffers: Uint8Array[] = [];
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    buffers.push(new Uint8Array(10_000_000).fill(1));
    Atomics.wait(nothing, 0, 0, 10);
  }
}
