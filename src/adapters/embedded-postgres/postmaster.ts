// One PostgreSQL server over one data directory: started, adopted from a keeper that was killed,
// watched and stopped, always by a process id that was proved to be a server of exactly this
// directory.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#venue-port/world/failure.ts';
import type { Binaries } from '#adapters/embedded-postgres/binaries.ts';
import type { ClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import type { RunAs } from '#adapters/embedded-postgres/run-as.ts';
import { commandAs } from '#adapters/embedded-postgres/run-as.ts';
import {
  findServer,
  isServing,
  livesIn,
  serverProcessesIn,
  worksIn,
} from '#adapters/embedded-postgres/find-server.ts';

export type Postmaster = {
  readonly processId: number;
  /** Whether it ran already: others may have been using it. */
  readonly isAdopted: boolean;
  /** Settles when the server is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is retained. */
  stop(): Promise<void>;
};

export type PostmasterTask = {
  readonly paths: ClusterPaths;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  /** Server settings beside those of this file, such as `fsync=off` for tests. */
  readonly settings: readonly string[];
};

/** Named in the socket's file name. */
export const SOCKET_PORT = 5432;

const RETRY_MS = 50;
/**
 * A server that was just killed may stay visible, or keep its shared memory, until the last of its
 * processes has noticed: some milliseconds, or half a minute on a machine that does much else.
 */
const LEFTOVER_RETRY_MS_MAX = 60_000;
/**
 * When no process lives in the directory for this long, its lock file is a leftover whose id was
 * given to another.
 */
const LEFTOVER_LOCK_MS = 3_000;
/** By then, processes of a dead server have ended by themselves if they ever do. */
const ORPHANS_MS = 5_000;
const FAST_STOP_MS_MAX = 10_000;
const LEFTOVER_MESSAGES = ['already exists', 'still in use'] as const;

/**
 * Starts the server or adopts the running one; settles when it accepts connections. Throws Failure.
 */
export async function startPostmaster(task: PostmasterTask): Promise<Postmaster> {
  const beganMs = performance.now();
  for (;;) {
    const running = findServer(task.paths.cluster);
    if (running !== null) return adopt(task, running);
    const started = await startOnce(task);
    if (started.kind === 'ready') return started.postmaster;
    const waitedMs = performance.now() - beganMs;
    const isLeftover = LEFTOVER_MESSAGES.some((message) => started.output.includes(message));
    if (!isLeftover || waitedMs > LEFTOVER_RETRY_MS_MAX) {
      throw new Failure('unavailable', `PostgreSQL did not start: ${started.output.trim()}`);
    }
    if (waitedMs > ORPHANS_MS) endOrphans(task.paths.cluster);
    if (waitedMs > LEFTOVER_LOCK_MS && livesIn(task.paths.cluster) === 'nobody') {
      rmSync(join(task.paths.cluster, 'postmaster.pid'), { force: true });
    }
    await sleep(RETRY_MS);
  }
}

/**
 * Ends what a killed server left behind. A process that waits for a lock whose holder was killed
 * too waits for ever, and retains the memory without which no server starts here. What it had not
 * committed is as lost as that of any crash.
 */
function endOrphans(cluster: string): void {
  if (findServer(cluster) !== null) return;
  for (const processId of serverProcessesIn(cluster)) {
    try {
      process.kill(processId, 'SIGKILL');
    } catch {
      // It has ended, or is another user's: then the start fails by its own message.
    }
  }
}

/** Half of the processors, of three at most: the others are for those who wait for a response. */
function autovacuumWorkersMax(): number {
  return Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
}

type Attempt =
  | { readonly kind: 'ready'; readonly postmaster: Postmaster }
  | { readonly kind: 'failed'; readonly output: string };

async function startOnce(task: PostmasterTask): Promise<Attempt> {
  const { paths } = task;
  // The folder is ours alone and no server runs, so what lies in it was left by a dead one.
  for (const name of [`.s.PGSQL.${SOCKET_PORT}`, `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    rmSync(join(paths.postgresSocketFolder, name), { force: true });
  }
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${paths.postgresSocketFolder}`,
    `port=${SOCKET_PORT}`,
    'max_connections=200',
    // Of the write-ahead log so much is retained to be used again: a busy hour makes no new files.
    'min_wal_size=256MB',
    'max_wal_size=1GB',
    `autovacuum_max_workers=${autovacuumWorkersMax()}`,
    // ANALYZE samples 300 rows for each; rows are found by their keys, for which 9,000 suffice.
    'default_statistics_target=30',
    ...task.settings,
  ];
  const args = ['-D', paths.cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const command = commandAs(task.runAs, task.binaries.postgres, args);
  const beganSeconds = Math.floor(Date.now() / 1_000);
  const log = openNewLog(paths.postgresLog);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: paths.root,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const end = endOf(child);
  if (await becomesReady(task, child, end, beganSeconds)) {
    return { kind: 'ready', postmaster: postmasterOf(task, child.pid ?? 0, end.ended) };
  }
  return { kind: 'failed', output: outputOf(task, child) };
}

/** The log of this start alone; that of the one before is retained beside it. */
function openNewLog(path: string): number {
  if (existsSync(path)) renameSync(path, `${path}.before`);
  return openSync(path, 'w', 0o600);
}

type End = { readonly ended: Promise<void>; hasEnded: boolean };

function endOf(child: ChildProcess): End {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end: End = { ended: promise, hasEnded: false };
  for (const event of ['exit', 'error']) {
    child.once(event, () => {
      end.hasEnded = true;
      resolve();
    });
  }
  return end;
}

/**
 * True when the server accepts connections, false when it ended instead. Crash recovery may take
 * its time.
 */
async function becomesReady(
  task: PostmasterTask,
  child: ChildProcess,
  end: End,
  beganSeconds: number,
): Promise<boolean> {
  while (!end.hasEnded) {
    const processId = child.pid ?? 0;
    if (isServing(task.paths.cluster, processId, beganSeconds)) return true;
    await sleep(10);
  }
  return false;
}

function outputOf(task: PostmasterTask, child: ChildProcess): string {
  if (child.pid === undefined) return `"${child.spawnfile}" cannot be run by this user`;
  return readFileSync(task.paths.postgresLog, 'utf8').slice(-2_000);
}

async function adopt(task: PostmasterTask, processId: number): Promise<Postmaster> {
  while (!isServing(task.paths.cluster, processId, 0)) {
    if (findServer(task.paths.cluster) !== processId) return startPostmaster(task);
    await sleep(RETRY_MS);
  }
  const ended = watchEnd(task.paths.cluster, processId);
  return { ...postmasterOf(task, processId, ended), isAdopted: true };
}

/** Not our child, so its end has to be looked for. */
async function watchEnd(cluster: string, processId: number): Promise<void> {
  while (worksIn(processId, cluster)) await sleep(RETRY_MS);
}

function postmasterOf(task: PostmasterTask, processId: number, ended: Promise<void>): Postmaster {
  return {
    processId,
    isAdopted: false,
    ended,
    async stop() {
      for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
        if (worksIn(processId, task.paths.cluster)) process.kill(processId, signal);
        const isStopped = await Promise.race([
          endedAsTrue(ended),
          sleep(FAST_STOP_MS_MAX, false, { ref: false }),
        ]);
        if (isStopped) return allLeave(task.paths.cluster);
      }
      throw new Failure('unavailable', `PostgreSQL (process ${processId}) does not stop.`);
    },
  };
}

/**
 * The last children of a server may be visible a moment longer than itself; one that hangs is left
 * to the next start.
 */
async function allLeave(cluster: string): Promise<void> {
  const untilMs = performance.now() + FAST_STOP_MS_MAX;
  while (livesIn(cluster) === 'somebody' && performance.now() < untilMs) await sleep(RETRY_MS);
}

async function endedAsTrue(ended: Promise<void>): Promise<true> {
  await ended;
  return true;
}
