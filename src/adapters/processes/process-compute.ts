// Compute in processes of their own, for work whose memory must not be this process's. A process
// has one piece of work at a time and is used again while it is small; one that takes too long,
// grows too large or dies is ended, and another takes its place.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scriptUser } from '#adapters/processes/script-user.ts';
import { codeRights } from '#adapters/threads/code-rights.ts';
import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { Compute, ComputeCall, ComputeFault } from '#ports/work/compute.ts';

export type ProcessComputeOptions = {
  /** The module that a process runs: it calls `serveProcess`. */
  readonly entry: URL;
  readonly processesMax: number;
  /**
   * Longer than the process itself allows its work, which then says so. Counts from when the
   * process has started; that its threads start is within it.
   */
  readonly wallMsMax: number;
  /**
   * How many processes may die of the same work. More than one: a process may be the victim of
   * another, and its work is tried again.
   */
  readonly deathsMax: number;
};

export type ClosableCompute<Input, Output> = Compute<Input, Output> & {
  /** Ends all processes; work under way is cancelled. */
  close(): Promise<void>;
};

/** What a process is sent, one at a time. */
export type ProcessRequest = { readonly input: unknown };

export type ProcessReply =
  /** It has started, and takes work. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly share: number }
  | {
      readonly kind: 'ended';
      readonly ending: Result<unknown, ComputeFault>;
      /** It has grown, and ends by itself. */
      readonly isLast: boolean;
    };

type Ending = Result<unknown, ComputeFault>;

type Task = {
  readonly input: unknown;
  readonly call: ComputeCall;
  /** Processes that died of it, or with it. */
  deathsCount: number;
  end(ending: Ending): void;
};

type WorkerSlot = {
  readonly child: ChildProcess;
  isReady: boolean;
  task: Task | null;
  deadline: NodeJS.Timeout | null;
};

type Pool = {
  readonly options: ProcessComputeOptions;
  readonly seats: Set<WorkerSlot>;
  readonly waiting: Task[];
  isClosed: boolean;
};

/** Its threads have rights of their own; Node warns that they might have more. */
const THREADS_ALLOWED = ['--allow-worker', '--disable-warning=SecurityWarning'];

/** Processes start with the first work. */
export function processCompute<Input, Output>(
  options: ProcessComputeOptions,
): ClosableCompute<Input, Output> {
  const pool: Pool = { options, seats: new Set(), waiting: [], isClosed: false };
  return {
    run: (input, call) => runTask(pool, input, call) as Promise<Result<Output, ComputeFault>>,
    close: () => closePool(pool),
  };
}

async function runTask(pool: Pool, input: unknown, call: ComputeCall): Promise<Ending> {
  if (call.signal.aborted || pool.isClosed) return CANCELLED;
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const task: Task = { input, call, deathsCount: 0, end: resolve };
  const onAbort = (): void => cancelTask(pool, task);
  call.signal.addEventListener('abort', onAbort);
  pool.waiting.push(task);
  beginWaiting(pool);
  try {
    return await promise;
  } finally {
    call.signal.removeEventListener('abort', onAbort);
  }
}

function beginWaiting(pool: Pool): void {
  while (!pool.isClosed && pool.waiting.length > 0) {
    const slot = freeSlot(pool);
    const task = slot === null ? undefined : pool.waiting.shift();
    if (slot === null || task === undefined) return;
    begin(pool, slot, task);
  }
}

function freeSlot(pool: Pool): WorkerSlot | null {
  const free = [...pool.seats].find(({ task }) => task === null);
  if (free !== undefined) return free;
  return pool.seats.size < pool.options.processesMax ? openSlot(pool) : null;
}

function begin(pool: Pool, slot: WorkerSlot, task: Task): void {
  slot.task = task;
  if (slot.isReady) startClock(pool, slot);
  const request: ProcessRequest = { input: task.input };
  // What cannot be sent is given by the exit.
  slot.child.send(request, () => undefined);
}

function startClock(pool: Pool, slot: WorkerSlot): void {
  slot.deadline = setTimeout(() => {
    const message = 'Its process did not respond in time.';
    leave(pool, slot, rejected({ kind: 'too_long', message }));
  }, pool.options.wallMsMax);
}

function openSlot(pool: Pool): WorkerSlot {
  const { entry } = pool.options;
  const { execArgv, env } = codeRights(entry);
  const words = [...execArgv, ...THREADS_ALLOWED, fileURLToPath(entry)];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    cwd: '/',
    ...scriptUser(entry),
    // No key, no address of a database: nothing that the process was started with concerns it.
    env,
  });
  const slot: WorkerSlot = { child, isReady: false, task: null, deadline: null };
  child.on('message', (reply: ProcessReply) => {
    if (reply.kind === 'ready') {
      slot.isReady = true;
      if (slot.task !== null) startClock(pool, slot);
      return;
    }
    if (reply.kind === 'progress') return slot.task?.call.onProgress(reply.share);
    if (reply.isLast) return leave(pool, slot, reply.ending);
    end(slot, reply.ending);
    beginWaiting(pool);
  });
  child.on('error', () => died(pool, slot, 'could not be started'));
  child.on('exit', (code, signal) => died(pool, slot, signal ?? `exit code ${code}`));
  pool.seats.add(slot);
  return slot;
}

/** What it had is tried again, unless it has cost as many processes as it may. */
function died(pool: Pool, slot: WorkerSlot, how: string): void {
  if (!pool.seats.has(slot)) return;
  const { task } = slot;
  if (task === null) return leave(pool, slot, CANCELLED);
  task.deathsCount += 1;
  if (task.deathsCount < pool.options.deathsMax) {
    slot.task = null;
    pool.waiting.unshift(task);
    return leave(pool, slot, CANCELLED);
  }
  const message = `Its process ended: ${how}.`;
  const kind = how === 'SIGKILL' || how === 'SIGABRT' ? 'out_of_memory' : 'crashed';
  leave(pool, slot, rejected({ kind, message, endsProcess: true }));
}

function cancelTask(pool: Pool, task: Task): void {
  const index = pool.waiting.indexOf(task);
  if (index >= 0) {
    pool.waiting.splice(index, 1);
    return task.end(CANCELLED);
  }
  const slot = [...pool.seats].find((each) => each.task === task);
  if (slot !== undefined) leave(pool, slot, CANCELLED);
}

/** Ends the process, and what it was at. */
function leave(pool: Pool, slot: WorkerSlot, ending: Ending): void {
  if (!pool.seats.delete(slot)) return;
  slot.child.kill('SIGKILL');
  end(slot, ending);
  beginWaiting(pool);
}

function end(slot: WorkerSlot, ending: Ending): void {
  const { task, deadline } = slot;
  if (deadline !== null) clearTimeout(deadline);
  slot.task = null;
  slot.deadline = null;
  task?.end(ending);
}

async function closePool(pool: Pool): Promise<void> {
  pool.isClosed = true;
  for (const task of pool.waiting.splice(0)) task.end(CANCELLED);
  const exits = [...pool.seats].map(exitOf);
  for (const slot of pool.seats) leave(pool, slot, CANCELLED);
  await Promise.all(exits);
}

function exitOf({ child }: WorkerSlot): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

const CANCELLED: Ending = rejected({ kind: 'cancelled', message: 'It was cancelled.' });
