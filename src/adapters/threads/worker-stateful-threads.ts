// Stateful threads as worker threads of this process. Requests that are made in one turn go in one
// message. Which one a thread is at stands in shared memory; the time for which it is there is
// added up by a timer of this side, so that what stops this whole process is not held against it.

import { Worker } from 'node:worker_threads';
import { codeRights } from '#adapters/threads/code-rights.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  StatefulThread,
  StatefulThreads,
  ThreadCall,
  ThreadFault,
} from '#ports/work/stateful-threads.ts';

export type StatefulThreadOptions = {
  /** The module that a thread runs: it calls `serveStatefulThread`. */
  readonly entry: URL;
  readonly count: number;
  readonly wallMsMax: number;
  /** A request that nobody wants any more has so long to end by itself, too. */
  readonly stuckMs: number;
  readonly heapMegabytesMax: number;
};

/** Numbers of requests begin with 1 and grow by 1. */
export type RequestBatch = {
  readonly firstNumber: number;
  readonly requests: readonly unknown[];
  readonly control: SharedArrayBuffer;
};

/** In the order of the requests. */
export type ReplyBatch = readonly unknown[];

/** In `control`: the number of the request that the thread is at; zero between two batches. */
export const RUNNING_PLACE = 0;
const CONTROL_BYTES = 8;

const POLL_MS = 100;
/** One that died sooner than this after its start is not started again at once. */
const HEALTHY_MS = 300;

type Outcome = Result<unknown, ThreadFault>;
type Pending = { readonly call: ThreadCall; readonly resolve: (response: Outcome) => void };

type WorkerSlot = {
  readonly options: StatefulThreadOptions;
  /** Null until it is needed, and while a new one is waited for. */
  worker: Worker | null;
  startedAtMs: number;
  mayStartAtMs: number;
  control: BigInt64Array;
  generation: number;
  endedCount: number;
  /** Not sent yet. */
  queue: unknown[];
  /** By number, in their order: all that have no response. */
  readonly open: Map<number, Pending>;
  lastNumber: number;
  /** The request that the thread is at, and for how long, as far as was seen. */
  seenNumber: number;
  seenMs: number;
  polledAtMs: number;
  /** For how long it has not been seen without a request. */
  busyMs: number;
  readonly listeners: Set<() => void>;
  readonly busyListeners: Set<() => void>;
  isClosed: boolean;
};

/** Threads are started with their first requests. */
export function workerStatefulThreads<Request, Reply>(
  options: StatefulThreadOptions,
): StatefulThreads<Request, Reply> {
  const seats = Array.from({ length: options.count }, () => newSlot(options));
  const timer = setInterval(() => {
    for (const slot of seats) poll(slot);
  }, POLL_MS);
  timer.unref();
  return {
    threads: seats.map((slot) => threadOf(slot) as StatefulThread<Request, Reply>),
    endedCount: () => seats.reduce((sum, { endedCount }) => sum + endedCount, 0),
    async close() {
      clearInterval(timer);
      await Promise.all(seats.map((slot) => closeSlot(slot)));
    },
  };
}

function newSlot(options: StatefulThreadOptions): WorkerSlot {
  return {
    options,
    worker: null,
    startedAtMs: -Infinity,
    mayStartAtMs: -Infinity,
    control: newControl(),
    generation: 0,
    endedCount: 0,
    queue: [],
    open: new Map(),
    lastNumber: 0,
    seenNumber: 0,
    seenMs: 0,
    polledAtMs: performance.now(),
    busyMs: 0,
    listeners: new Set(),
    busyListeners: new Set(),
    isClosed: false,
  };
}

function newControl(): BigInt64Array {
  return new BigInt64Array(new SharedArrayBuffer(CONTROL_BYTES));
}

function runningNumber({ control }: WorkerSlot): number {
  return Number(Atomics.load(control, RUNNING_PLACE));
}

function threadOf(slot: WorkerSlot): StatefulThread<unknown, unknown> {
  return {
    generation: () => slot.generation,
    runningMs: () => slot.seenMs,
    ask(request, call) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      if (slot.isClosed) {
        resolve(rejected(LOST));
        return promise;
      }
      if (slot.queue.length === 0) queueMicrotask(() => flush(slot));
      slot.queue.push(request);
      slot.lastNumber += 1;
      slot.open.set(slot.lastNumber, { call, resolve });
      return promise;
    },
    onStuck(listener) {
      slot.listeners.add(listener);
      return () => void slot.listeners.delete(listener);
    },
    onBusy(listener) {
      slot.busyListeners.add(listener);
      return () => void slot.busyListeners.delete(listener);
    },
  };
}

const LOST: ThreadFault = { kind: 'lost', message: 'Its thread has ended.' };

function flush(slot: WorkerSlot): void {
  if (slot.queue.length === 0 || slot.isClosed) return;
  // Until then the queue waits; the timer looks again.
  if (slot.worker === null && performance.now() < slot.mayStartAtMs) return;
  slot.worker ??= startWorker(slot);
  const requests = slot.queue;
  slot.queue = [];
  const firstNumber = slot.lastNumber - requests.length + 1;
  const control = slot.control.buffer as SharedArrayBuffer;
  const batch: RequestBatch = { firstNumber, requests, control };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  slot.worker.postMessage(batch);
}

function startWorker(slot: WorkerSlot): Worker {
  const worker = new Worker(slot.options.entry, {
    resourceLimits: { maxOldGenerationSizeMb: slot.options.heapMegabytesMax },
    // Nothing that the process was started with concerns a script.
    ...codeRights(slot.options.entry),
  });
  slot.startedAtMs = performance.now();
  worker.on('message', (replies: ReplyBatch) => {
    if (slot.worker === worker) takeReplies(slot, replies);
  });
  worker.on('error', (error) => replace(slot, worker, faultOf(error)));
  worker.on('exit', () =>
    replace(slot, worker, { kind: 'crashed', message: 'It ended its thread.' }),
  );
  return worker;
}

function takeReplies(slot: WorkerSlot, replies: ReplyBatch): void {
  const requested = slot.open.entries();
  const returned = replies.map((reply) => [requested.next().value, reply] as const);
  for (const [entry, reply] of returned) {
    if (entry === undefined) continue;
    const [number, { resolve }] = entry;
    slot.open.delete(number);
    resolve(accepted(reply));
  }
}

/** Inspects what the thread is doing. */
function poll(slot: WorkerSlot): void {
  const nowMs = performance.now();
  // What this process did not see does not count: it may have been stopped meanwhile.
  const passedMs = Math.min(nowMs - slot.polledAtMs, 2 * POLL_MS);
  slot.polledAtMs = nowMs;
  flush(slot);
  const { worker, options } = slot;
  slot.busyMs = slot.open.size === 0 ? 0 : slot.busyMs + passedMs;
  if (slot.busyMs >= options.stuckMs) for (const listener of slot.busyListeners) listener();
  const number = runningNumber(slot);
  if (worker === null || number === 0 || number !== slot.seenNumber) {
    slot.seenNumber = number;
    slot.seenMs = 0;
    return;
  }
  slot.seenMs += passedMs;
  if (slot.seenMs >= options.stuckMs) for (const listener of slot.listeners) listener();
  if (slot.seenMs >= options.wallMsMax) {
    const seconds = options.wallMsMax / 1_000;
    const message = `It took longer than ${seconds} s.`;
    replace(slot, worker, { kind: 'too_long', message });
  } else if (slot.seenMs >= options.stuckMs && slot.open.get(number)?.call.isWanted() === false) {
    replace(slot, worker, { kind: 'lost', message: 'Nobody waits for it any more.' });
  }
}

/** Ends the thread; the request that it was at gets the fault, all others are lost. */
function replace(slot: WorkerSlot, worker: Worker, fault: ThreadFault): void {
  if (slot.worker !== worker) return;
  const number = runningNumber(slot);
  void worker.terminate();
  const nowMs = performance.now();
  const hasLived = nowMs - slot.startedAtMs > HEALTHY_MS;
  slot.mayStartAtMs = hasLived ? nowMs : nowMs + HEALTHY_MS;
  slot.worker = null;
  // The old thread may still write into its own.
  slot.control = newControl();
  slot.seenMs = 0;
  slot.seenNumber = 0;
  slot.generation += 1;
  slot.endedCount += 1;
  slot.queue = [];
  const open = [...slot.open];
  slot.open.clear();
  for (const [each, { resolve }] of open) resolve(rejected(each === number ? fault : LOST));
}

async function closeSlot(slot: WorkerSlot): Promise<void> {
  slot.isClosed = true;
  const { worker } = slot;
  slot.worker = null;
  for (const { resolve } of slot.open.values()) resolve(rejected(LOST));
  slot.open.clear();
  await worker?.terminate();
}

function faultOf(error: unknown): ThreadFault {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { kind: 'out_of_memory', message: 'It needed more memory than its thread may have.' };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'crashed', message };
}
