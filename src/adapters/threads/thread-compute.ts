// Compute on threads of this process. A thread has one piece of work at a time and is used again;
// one that takes too long, too much memory, or does not end when it is asked to, is ended together
// with its thread. Progress and the wish to stop pass through shared memory, so that work which
// never yields sees them as well.

import { Worker } from 'node:worker_threads';
import { codeRights } from '#adapters/threads/code-rights.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Compute, ComputeCall, ComputeFault } from '#ports/work/compute.ts';

export type ThreadComputeOptions = {
  /** The module that a thread runs: it calls `serveThread`. */
  readonly entry: URL;
  readonly threadsMax: number;
  /** At once, so that the first piece of work finds a warm one; or with the work. */
  readonly threadsStart: 'at_once' | 'when_needed';
  /** Of the work: the start of its thread does not count. */
  readonly wallMsMax: number;
  readonly heapMegabytesMax: number;
};

export type ClosableCompute<Input, Output> = Compute<Input, Output> & {
  /** Ends all threads; work under way is cancelled. */
  close(): Promise<void>;
};

/** What a thread is sent; `control` is two whole numbers that both sides see. */
export type ThreadRequest = { readonly input: unknown; readonly control: SharedArrayBuffer };
export type ThreadReply =
  /** It has started, and takes work. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'returned'; readonly output: unknown }
  | { readonly kind: 'cancelled' };

/** Places in `control`: thousandths that are done, and 1 when the work is to end. */
export const DONE_PLACE = 0;
export const STOP_PLACE = 1;
const CONTROL_BYTES = 8;

/** Runs make much that lives for a moment: room for it saves a sixth of their time. */
const YOUNG_MEGABYTES = 192;

/** How long work may take to notice that it is cancelled. */
const STOP_GRACE_MS = 250;
const PROGRESS_MS = 100;

type Ending = Result<unknown, ComputeFault>;

type Task = {
  readonly input: unknown;
  readonly call: ComputeCall;
  readonly control: Int32Array;
  end(ending: Ending): void;
};

type WorkerSlot = {
  readonly worker: Worker;
  isReady: boolean;
  task: Task | null;
  deadline: NodeJS.Timeout | null;
  progress: NodeJS.Timeout | null;
};

type Pool = {
  readonly options: ThreadComputeOptions;
  readonly seats: Set<WorkerSlot>;
  readonly waiting: Task[];
  isClosed: boolean;
};

/** Compute on threads, started at once or when first needed. */
export function threadCompute<Input, Output>(
  options: ThreadComputeOptions,
): ClosableCompute<Input, Output> {
  const pool: Pool = { options, seats: new Set(), waiting: [], isClosed: false };
  const startedCount = options.threadsStart === 'at_once' ? options.threadsMax : 0;
  for (let count = 0; count < startedCount; count += 1) openSlot(pool);
  return {
    run: (input, call) => runTask(pool, input, call) as Promise<Result<Output, ComputeFault>>,
    close: () => closePool(pool),
  };
}

async function runTask(pool: Pool, input: unknown, call: ComputeCall): Promise<Ending> {
  if (call.signal.aborted || pool.isClosed) return cancelled();
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const control = new Int32Array(new SharedArrayBuffer(CONTROL_BYTES));
  const task: Task = { input, call, control, end: resolve };
  const onAbort = (): void => cancelTask(pool, task);
  call.signal.addEventListener('abort', onAbort);
  const slot = freeSlot(pool);
  if (slot === null) pool.waiting.push(task);
  else begin(pool, slot, task);
  try {
    return await promise;
  } finally {
    call.signal.removeEventListener('abort', onAbort);
  }
}

function freeSlot(pool: Pool): WorkerSlot | null {
  const free = [...pool.seats].find((slot) => slot.task === null);
  if (free !== undefined) return free;
  return pool.seats.size < pool.options.threadsMax ? openSlot(pool) : null;
}

function begin(pool: Pool, slot: WorkerSlot, task: Task): void {
  slot.task = task;
  slot.progress = setInterval(() => {
    const thousandths = Atomics.load(task.control, DONE_PLACE);
    if (thousandths > 0) task.call.onProgress(thousandths / 1_000);
  }, PROGRESS_MS);
  if (slot.isReady) startClock(pool, slot);
  const request: ThreadRequest = {
    input: task.input,
    control: task.control.buffer as SharedArrayBuffer,
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  slot.worker.postMessage(request);
}

function startClock(pool: Pool, slot: WorkerSlot): void {
  const { task, worker } = slot;
  const before = processorMsOf(worker);
  const late = async (): Promise<void> => {
    const usedMs = await usedSince(before, worker);
    if (slot.task === task) replace(pool, slot, rejected(tooLong(pool, usedMs)));
  };
  slot.deadline = setTimeout(() => void late(), pool.options.wallMsMax);
}

function tooLong({ options: { wallMsMax } }: Pool, usedMs: number | null): ComputeFault {
  const minutes = Math.round(wallMsMax / 60_000);
  const message = `It took longer than the ${minutes} minutes that a run may take.`;
  const isStarved = usedMs !== null && usedMs < wallMsMax * STARVED_SHARE;
  return { kind: 'too_long', message, isStarved };
}

/** What used less of its time on a processor was held up by others. */
const STARVED_SHARE = 0.5;
/** A thread that does not say by then what it used computes where nothing interrupts it. */
const USED_MS_MAX = 1_000;

/** Null: it has ended, or does not say. */
async function processorMsOf(worker: Worker): Promise<number | null> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: null, system: 0 }));
  return user === null ? null : (user + system) / 1_000;
}

async function usedSince(before: Promise<number | null>, worker: Worker): Promise<number | null> {
  const silence = Promise.withResolvers<null>();
  const timer = setTimeout(() => silence.resolve(null), USED_MS_MAX);
  const both = Promise.all([before, processorMsOf(worker)]);
  const [from, to] = (await Promise.race([both, silence.promise])) ?? [null, null];
  clearTimeout(timer);
  return from === null || to === null ? null : to - from;
}

function cancelTask(pool: Pool, task: Task): void {
  const index = pool.waiting.indexOf(task);
  if (index >= 0) {
    pool.waiting.splice(index, 1);
    return task.end(cancelled());
  }
  Atomics.store(task.control, STOP_PLACE, 1);
  const slot = [...pool.seats].find((one) => one.task === task);
  if (slot === undefined) return;
  setTimeout(() => {
    if (slot.task === task) replace(pool, slot, cancelled());
  }, STOP_GRACE_MS).unref();
}

function openSlot(pool: Pool): WorkerSlot {
  const worker = new Worker(pool.options.entry, {
    resourceLimits: {
      maxOldGenerationSizeMb: pool.options.heapMegabytesMax,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    },
    // Nothing that the process was started with concerns a script.
    ...codeRights(pool.options.entry),
  });
  const slot: WorkerSlot = { worker, isReady: false, task: null, deadline: null, progress: null };
  worker.on('message', (reply: ThreadReply) => {
    if (reply.kind === 'ready') {
      slot.isReady = true;
      if (slot.task !== null) startClock(pool, slot);
      return;
    }
    leave(slot)?.end(reply.kind === 'returned' ? accepted(reply.output) : cancelled());
    startNext(pool, slot);
  });
  worker.on('error', (error) => replace(pool, slot, rejected(faultOf(error))));
  worker.on('exit', () =>
    replace(pool, slot, rejected({ kind: 'crashed', message: 'It ended its thread.' })),
  );
  pool.seats.add(slot);
  return slot;
}

function startNext(pool: Pool, slot: WorkerSlot): void {
  const next = pool.waiting.shift();
  if (next !== undefined) begin(pool, slot, next);
}

/** The task that the slot had, which is to be ended. */
function leave(slot: WorkerSlot): Task | null {
  const { task } = slot;
  if (slot.deadline !== null) clearTimeout(slot.deadline);
  if (slot.progress !== null) clearInterval(slot.progress);
  slot.task = null;
  slot.deadline = null;
  slot.progress = null;
  return task;
}

/** Ends the thread; another takes its place, unless it died of itself before it had any work. */
function replace(pool: Pool, slot: WorkerSlot, ending: Ending): void {
  if (!pool.seats.delete(slot)) return;
  void slot.worker.terminate();
  const task = leave(slot);
  if (task !== null) startNext(pool, openSlot(pool));
  task?.end(ending);
}

async function closePool(pool: Pool): Promise<void> {
  pool.isClosed = true;
  for (const task of pool.waiting.splice(0)) task.end(cancelled());
  const seats = [...pool.seats];
  pool.seats.clear();
  for (const slot of seats) leave(slot)?.end(cancelled());
  await Promise.all(seats.map(({ worker }) => worker.terminate()));
}

function cancelled(): Ending {
  return rejected({ kind: 'cancelled', message: 'It was cancelled.' });
}

function faultOf(error: unknown): ComputeFault {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { kind: 'out_of_memory', message: 'It needed more memory than a run may have.' };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'crashed', message };
}
