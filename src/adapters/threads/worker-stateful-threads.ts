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

type Answer = Result<unknown, ThreadFault>;
type Asked = { readonly call: ThreadCall; readonly resolve: (answer: Answer) => void };

type Seat = {
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
  /** By number, in their order: all that have no answer. */
  readonly open: Map<number, Asked>;
  lastNumber: number;
  /** The request that the thread is at, and for how long, as far as was seen. */
  seenNumber: number;
  seenMs: number;
  polledAtMs: number;
  readonly listeners: Set<() => void>;
  isClosed: boolean;
};

/** Threads are started with their first requests. */
export function workerStatefulThreads<Request, Reply>(
  options: StatefulThreadOptions,
): StatefulThreads<Request, Reply> {
  const seats = Array.from({ length: options.count }, () => newSeat(options));
  const timer = setInterval(() => {
    for (const seat of seats) poll(seat);
  }, POLL_MS);
  timer.unref();
  return {
    threads: seats.map((seat) => threadOf(seat) as StatefulThread<Request, Reply>),
    endedCount: () => seats.reduce((sum, { endedCount }) => sum + endedCount, 0),
    async close() {
      clearInterval(timer);
      await Promise.all(seats.map((seat) => closeSeat(seat)));
    },
  };
}

function newSeat(options: StatefulThreadOptions): Seat {
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
    listeners: new Set(),
    isClosed: false,
  };
}

function newControl(): BigInt64Array {
  return new BigInt64Array(new SharedArrayBuffer(CONTROL_BYTES));
}

function runningNumber({ control }: Seat): number {
  return Number(Atomics.load(control, RUNNING_PLACE));
}

function threadOf(seat: Seat): StatefulThread<unknown, unknown> {
  return {
    generation: () => seat.generation,
    runningMs: () => seat.seenMs,
    ask(request, call) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      if (seat.isClosed) {
        resolve(rejected(LOST));
        return promise;
      }
      if (seat.queue.length === 0) queueMicrotask(() => flush(seat));
      seat.queue.push(request);
      seat.lastNumber += 1;
      seat.open.set(seat.lastNumber, { call, resolve });
      return promise;
    },
    onStuck(listener) {
      seat.listeners.add(listener);
      return () => void seat.listeners.delete(listener);
    },
  };
}

const LOST: ThreadFault = { kind: 'lost', message: 'Its thread has ended.' };

function flush(seat: Seat): void {
  if (seat.queue.length === 0 || seat.isClosed) return;
  // Until then the queue waits; the timer looks again.
  if (seat.worker === null && performance.now() < seat.mayStartAtMs) return;
  seat.worker ??= startWorker(seat);
  const requests = seat.queue;
  seat.queue = [];
  const firstNumber = seat.lastNumber - requests.length + 1;
  const control = seat.control.buffer as SharedArrayBuffer;
  const batch: RequestBatch = { firstNumber, requests, control };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  seat.worker.postMessage(batch);
}

function startWorker(seat: Seat): Worker {
  const worker = new Worker(seat.options.entry, {
    resourceLimits: { maxOldGenerationSizeMb: seat.options.heapMegabytesMax },
    // Nothing that the process was started with concerns a script.
    ...codeRights(seat.options.entry),
  });
  seat.startedAtMs = performance.now();
  worker.on('message', (replies: ReplyBatch) => {
    if (seat.worker === worker) takeReplies(seat, replies);
  });
  worker.on('error', (error) => replace(seat, worker, faultOf(error)));
  worker.on('exit', () =>
    replace(seat, worker, { kind: 'crashed', message: 'It ended its thread.' }),
  );
  return worker;
}

function takeReplies(seat: Seat, replies: ReplyBatch): void {
  const asked = seat.open.entries();
  const answered = replies.map((reply) => [asked.next().value, reply] as const);
  for (const [entry, reply] of answered) {
    if (entry === undefined) continue;
    const [number, { resolve }] = entry;
    seat.open.delete(number);
    resolve(accepted(reply));
  }
}

/** Looks at what the thread is doing. */
function poll(seat: Seat): void {
  const nowMs = performance.now();
  // What this process did not see does not count: it may have been stopped meanwhile.
  const passedMs = Math.min(nowMs - seat.polledAtMs, 2 * POLL_MS);
  seat.polledAtMs = nowMs;
  flush(seat);
  const { worker, options } = seat;
  const number = runningNumber(seat);
  if (worker === null || number === 0 || number !== seat.seenNumber) {
    seat.seenNumber = number;
    seat.seenMs = 0;
    return;
  }
  seat.seenMs += passedMs;
  if (seat.seenMs >= options.stuckMs) for (const listener of seat.listeners) listener();
  if (seat.seenMs >= options.wallMsMax) {
    const seconds = options.wallMsMax / 1_000;
    const message = `It took longer than ${seconds} s.`;
    replace(seat, worker, { kind: 'too_long', message });
  } else if (seat.seenMs >= options.stuckMs && seat.open.get(number)?.call.isWanted() === false) {
    replace(seat, worker, { kind: 'lost', message: 'Nobody waits for it any more.' });
  }
}

/** Ends the thread; the request that it was at gets the fault, all others are lost. */
function replace(seat: Seat, worker: Worker, fault: ThreadFault): void {
  if (seat.worker !== worker) return;
  const number = runningNumber(seat);
  void worker.terminate();
  const nowMs = performance.now();
  const hasLived = nowMs - seat.startedAtMs > HEALTHY_MS;
  seat.mayStartAtMs = hasLived ? nowMs : nowMs + HEALTHY_MS;
  seat.worker = null;
  // The old thread may still write into its own.
  seat.control = newControl();
  seat.seenMs = 0;
  seat.seenNumber = 0;
  seat.generation += 1;
  seat.endedCount += 1;
  seat.queue = [];
  const open = [...seat.open];
  seat.open.clear();
  for (const [each, { resolve }] of open) resolve(rejected(each === number ? fault : LOST));
}

async function closeSeat(seat: Seat): Promise<void> {
  seat.isClosed = true;
  const { worker } = seat;
  seat.worker = null;
  for (const { resolve } of seat.open.values()) resolve(rejected(LOST));
  seat.open.clear();
  await worker?.terminate();
}

function faultOf(error: unknown): ThreadFault {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { kind: 'out_of_memory', message: 'It needed more memory than its thread may have.' };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'crashed', message };
}
