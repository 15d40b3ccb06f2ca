// Connects to the keeper of a data directory, and starts one when there is none.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import type { KeeperMessage, KeeperTask } from '#adapters/embedded-postgres/keeper-message.ts';
import {
  encodeLine,
  KEEPER_BUSY_EXIT_CODE,
  lineReader,
} from '#adapters/embedded-postgres/keeper-message.ts';
import { isRoot, withRightsOf } from '#adapters/system/service-user.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type KeeperLink = {
  /** Settles when the keeper is gone or has let us go. */
  readonly closed: Promise<void>;
  /** Settles when the keeper has let us go; if we were the last, PostgreSQL has stopped by then. */
  detach(): Promise<void>;
  unref(): void;
};

const KEEPER_PROGRAM = fileURLToPath(import.meta.resolve('#adapters/embedded-postgres/keeper.ts'));
/** For a keeper of another process to respond. */
const FIND_MS_MAX = 30_000;
/** For one that we started: on a busy machine a program may take long to begin. */
const START_MS_MAX = 120_000;
const RETRY_MS = 40;
const LOG_BYTES_MAX = 1_000_000;

/** A link to a keeper whose PostgreSQL accepts connections. Throws Failure. */
export async function findKeeper(task: KeeperTask): Promise<KeeperLink> {
  let beganMs = performance.now();
  let spawned: ChildProcess | null = null;
  while (performance.now() - beganMs < (isRunning(spawned) ? START_MS_MAX : FIND_MS_MAX)) {
    const paths = unlessRemoved(() => prepareClusterPaths(task.dataDirectory));
    const socket = paths === null ? null : await tryConnect(paths.keeperSocket);
    if (paths === null) {
      // The next round makes them anew.
    } else if (socket !== null) {
      const { link, firstWord } = openLink(socket);
      const connectedMs = performance.now();
      const response = await firstWord;
      if (response?.kind === 'ready') return link;
      socket.destroy();
      if (response?.kind === 'failed') throw new Failure('unavailable', response.reason);
      // It was about to end. The time that it took does not count: making a database may take long.
      beganMs += performance.now() - connectedMs;
    } else {
      spawned = unlessRemoved(() => {
        return spawned === null || hasEnded(spawned, paths) ? spawnKeeper(task, paths) : spawned;
      });
    }
    await sleep(RETRY_MS);
  }
  // Says so where it is the folder that cannot be made.
  prepareClusterPaths(task.dataDirectory);
  throw new Failure(
    'unavailable',
    `Another process holds the database in "${task.dataDirectory}" and does not respond.`,
  );
}

/**
 * Null when a folder was gone: the keeper before removes those of scratch data at its end, and may
 * do so between any two steps.
 */
function unlessRemoved<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    const { code, cause } = error as NodeJS.ErrnoException;
    const reason =
      error instanceof Failure ? (cause as NodeJS.ErrnoException | undefined)?.code : code;
    if (reason === 'ENOENT') return null;
    throw error;
  }
}

function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

function openLink(socket: Socket): {
  link: KeeperLink;
  firstWord: Promise<KeeperMessage | null>;
} {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A broken link is a closed one; 'close' follows each error.
  socket.on('error', () => undefined);
  socket.setEncoding('utf8');
  const firstWord = new Promise<KeeperMessage | null>((resolve) => {
    const read = lineReader((line) => resolve(line as KeeperMessage));
    socket.on('data', (chunk: string) => read(chunk));
    socket.once('close', () => resolve(null));
  });
  const link: KeeperLink = {
    closed,
    async detach() {
      if (!socket.destroyed) {
        socket.ref();
        socket.write(encodeLine({ kind: 'detach' }));
      }
      await closed;
    },
    unref: () => {
      socket.unref();
    },
  };
  return { link, firstWord };
}

/**
 * In a session of its own, so that neither a closed terminal nor Ctrl-C reaches it; with nothing of
 * our environment.
 */
function spawnKeeper(task: KeeperTask, paths: ClusterPaths): ChildProcess {
  const { owner } = paths;
  const log = withRightsOf(owner, () =>
    openSync(paths.keeperLog, isTooLong(paths.keeperLog) ? 'w' : 'a', 0o600),
  );
  const keeper = spawn(process.execPath, [KEEPER_PROGRAM, JSON.stringify(task)], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', log, log],
    ...(isRoot() && owner.userId !== 0 ? { uid: owner.userId, gid: owner.groupId } : {}),
  });
  closeSync(log);
  keeper.unref();
  return keeper;
}

function isRunning(keeper: ChildProcess | null): boolean {
  return keeper !== null && keeper.exitCode === null && keeper.signalCode === null;
}

/**
 * True when it ended because another one was at work, or had already ended. Throws Failure when it
 * broke down.
 */
function hasEnded(keeper: ChildProcess, paths: ClusterPaths): boolean {
  if (isRunning(keeper)) return false;
  if (keeper.exitCode === 0 || keeper.exitCode === KEEPER_BUSY_EXIT_CODE) return true;
  if (keeper.exitCode === null) return true;
  const log = readFileSync(paths.keeperLog, 'utf8').slice(-2_000);
  throw new Failure('unavailable', `The keeper of the embedded PostgreSQL broke down: ${log}`);
}

function isTooLong(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX;
}
