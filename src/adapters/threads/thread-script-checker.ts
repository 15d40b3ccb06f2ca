// Checks scripts on threads of their own, so that nothing a user wrote runs where requests are
// served. A thread has one check at a time; one that takes too long, or more memory than it may, is
// ended together with its thread.

import { Worker } from 'node:worker_threads';
import { Failure } from '#ports/failure.ts';
import type { ScriptChecker } from '#ports/script-checker.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/script-store.ts';

/** What a thread is sent; it answers a ScriptCheck for each. */
export type CheckRequest = {
  readonly source: string;
  readonly libraries: readonly ScriptLibrary[];
};

export type ThreadCheckerOptions = {
  /** The module that a thread runs. */
  readonly entry: URL;
  readonly threadsMax: number;
  /** Checks that may wait for a thread. */
  readonly waitingMax: number;
  readonly timeoutMs: number;
  readonly heapMegabytesMax: number;
};

export type ClosableScriptChecker = ScriptChecker & { close(): Promise<void> };

type Task = {
  readonly request: CheckRequest;
  resolve(check: ScriptCheck): void;
  reject(error: Failure): void;
};

type Seat = { readonly worker: Worker; task: Task | null; deadline: NodeJS.Timeout | null };

type Pool = {
  readonly options: ThreadCheckerOptions;
  readonly seats: Set<Seat>;
  readonly waiting: Task[];
  isClosed: boolean;
};

/** Threads start when they are needed and stay. */
export function threadScriptChecker(options: ThreadCheckerOptions): ClosableScriptChecker {
  const pool: Pool = { options, seats: new Set(), waiting: [], isClosed: false };
  return {
    check: (source, libraries) =>
      new Promise((resolve, reject) => {
        enqueue(pool, { request: { source, libraries }, resolve, reject });
      }),
    close: () => closePool(pool),
  };
}

function enqueue(pool: Pool, task: Task): void {
  const { options, seats, waiting } = pool;
  if (pool.isClosed) return task.reject(stopping());
  const free = [...seats].find((seat) => seat.task === null);
  if (free !== undefined) return start(pool, free, task);
  if (seats.size < options.threadsMax) return start(pool, openSeat(pool), task);
  if (waiting.length < options.waitingMax) return void waiting.push(task);
  task.reject(new Failure('unavailable', 'too many scripts are being checked'));
}

function openSeat(pool: Pool): Seat {
  const worker = new Worker(pool.options.entry, {
    resourceLimits: { maxOldGenerationSizeMb: pool.options.heapMegabytesMax },
    // Nothing that the process was started with concerns a script.
    env: {},
    execArgv: [],
  });
  const seat: Seat = { worker, task: null, deadline: null };
  worker.on('message', (check: ScriptCheck) => {
    leave(seat)?.resolve(check);
    startNext(pool, seat);
  });
  worker.on('error', (error) => drop(pool, seat, describe(error)));
  worker.on('exit', () => drop(pool, seat, 'the check ended its thread'));
  worker.unref();
  pool.seats.add(seat);
  return seat;
}

function start(pool: Pool, seat: Seat, task: Task): void {
  const { timeoutMs } = pool.options;
  seat.task = task;
  seat.worker.ref();
  seat.deadline = setTimeout(() => {
    drop(pool, seat, `the check took more than ${timeoutMs} ms`);
  }, timeoutMs);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  seat.worker.postMessage(task.request);
}

function startNext(pool: Pool, seat: Seat): void {
  const next = pool.waiting.shift();
  if (next !== undefined) start(pool, seat, next);
}

/** The task that the seat had, for the caller to settle. */
function leave(seat: Seat): Task | null {
  const { task, deadline } = seat;
  if (deadline !== null) clearTimeout(deadline);
  seat.task = null;
  seat.deadline = null;
  seat.worker.unref();
  return task;
}

/** Ends the thread; the next check gets a new one. */
function drop(pool: Pool, seat: Seat, reason: string): void {
  if (!pool.seats.delete(seat)) return;
  void seat.worker.terminate();
  leave(seat)?.resolve(failedCheck(reason));
  if (pool.waiting.length > 0) startNext(pool, openSeat(pool));
}

async function closePool(pool: Pool): Promise<void> {
  pool.isClosed = true;
  for (const task of pool.waiting.splice(0)) task.reject(stopping());
  const seats = [...pool.seats];
  pool.seats.clear();
  for (const seat of seats) leave(seat)?.reject(stopping());
  await Promise.all(seats.map(({ worker }) => worker.terminate()));
}

function stopping(): Failure {
  return new Failure('unavailable', 'the service is stopping');
}

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'the script used up its memory when it was tried';
  return `the check failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A source that cannot be checked is not one to run. */
function failedCheck(message: string): ScriptCheck {
  const errors = [{ message, line: null, column: null }];
  return { isValid: false, errors, warnings: [], inputs: [], commandName: null };
}
