// The process that owns one embedded PostgreSQL, started by attach-cluster.ts. It serves as many of
// our processes as attach to its socket, in any order, and ends with the last of them. Killing it
// harms nothing: PostgreSQL runs on, and the attached processes start another keeper, which adopts
// it.

import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  copyToWalkablePlace,
  findPackageFolder,
  prepareBinaries,
} from '#adapters/embedded-postgres/binaries.ts';
import type { ClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { currentUserId, prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { ensureCluster } from '#adapters/embedded-postgres/ensure-cluster.ts';
import { tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { livesIn } from '#adapters/embedded-postgres/find-server.ts';
import type { KeeperMessage, KeeperTask } from '#adapters/embedded-postgres/keeper-message.ts';
import {
  encodeLine,
  KEEPER_BUSY_EXIT_CODE,
  lineReader,
} from '#adapters/embedded-postgres/keeper-message.ts';
import type { Postmaster, PostmasterTask } from '#adapters/embedded-postgres/postmaster.ts';
import { startPostmaster } from '#adapters/embedded-postgres/postmaster.ts';
import type { RunAs } from '#adapters/embedded-postgres/run-as.ts';
import { chooseRunAs, probeNamespaces } from '#adapters/embedded-postgres/run-as.ts';
import { isWalkable } from '#adapters/system/is-walkable.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Time for the process that started us to attach. */
const FIRST_ATTACH_MS_MAX = 10_000;
/** Time for those who used an adopted server to find us: they look for a keeper all the time. */
const OTHERS_ATTACH_MS = 1_000;
const RESTART_PAUSE_MS = 200;
/** How long we stay to tell those who are about to attach why there is no PostgreSQL. */
const FAILURE_REPORTED_MS = 500;

const task = JSON.parse(process.argv[2] ?? '') as KeeperTask;
const paths = prepareClusterPaths(task.dataDirectory);
const lock = tryFileLock(paths.keeperLock);
const server = createServer(welcome);
const attached = new Set<Socket>();
/**
 * The last start, finished or not: an end that comes meanwhile waits for it, to stop its server.
 */
let starting: Promise<Postmaster> | null = null;
/** The server while it accepts connections. */
let postmaster: Postmaster | null = null;
/** Until then, by `performance.now`, the last to leave may not be the last. */
let othersUntilMs = 0;
let failure: KeeperMessage | null = null;
let isEnding = false;
/** Set when the machine goes down: PostgreSQL got the signal too and is not started again. */
let isTerminating = false;
let lingerTimer: NodeJS.Timeout | undefined;

// The keeper before us may have removed its folders, and the lock file in them, at its end.
if (lock === null || !existsSync(paths.keeperLock)) process.exitCode = KEEPER_BUSY_EXIT_CODE;
else begin();

function begin(): void {
  process.on('SIGTERM', () => {
    isTerminating = true;
    endWhenUnused(0);
  });
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  prepareClusterPaths(task.dataDirectory);
  rmSync(paths.keeperSocket, { force: true });
  server.listen(paths.keeperSocket, () => {
    chmodSync(paths.keeperSocket, 0o600);
    endWhenUnused(FIRST_ATTACH_MS_MAX);
    void keep();
  });
}

async function keep(): Promise<void> {
  try {
    const postmasterTask = prepare();
    for (;;) {
      starting = startPostmaster(postmasterTask);
      postmaster = await starting;
      if (postmaster.isAdopted) othersUntilMs = performance.now() + OTHERS_ATTACH_MS;
      for (const socket of attached) send(socket, { kind: 'ready' });
      await postmaster.ended;
      // Whoever attaches now waits for the next one.
      postmaster = null;
      if (isEnding || isTerminating) return;
      note('PostgreSQL ended by itself and is started again');
      await sleep(RESTART_PAUSE_MS);
    }
  } catch (error) {
    const reason = error instanceof Failure ? error.message : String((error as Error).stack);
    note(reason);
    starting = null;
    failure = { kind: 'failed', reason };
    for (const socket of attached) send(socket, failure);
    await sleep(FAILURE_REPORTED_MS);
    await end(1, null);
  }
}

function prepare(): PostmasterTask {
  const owner = existsSync(paths.cluster) ? statSync(paths.cluster) : null;
  const clusterOwner = owner === null ? null : { userId: owner.uid, groupId: owner.gid };
  // Files change hands only while no server works on them.
  const nobodyCanEnter = (): boolean =>
    livesIn(paths.cluster) !== 'somebody' && isWalkable(dirname(paths.root));
  const runAs = chooseRunAs(currentUserId(), clusterOwner, nobodyCanEnter, probeNamespaces);
  const binaries = prepareBinaries(packageFolderFor(runAs));
  preparePlacesFor(runAs, paths);
  ensureCluster(paths, binaries, runAs);
  return { paths, binaries, runAs, settings: task.settings };
}

function packageFolderFor(runAs: RunAs): string {
  const folder = findPackageFolder();
  prepareBinaries(folder);
  return runAs.kind === 'user' && !isWalkable(folder)
    ? copyToWalkablePlace(folder, '/tmp')
    : folder;
}

/** Another user must be able to reach its data and its socket, and nothing else of ours. */
function preparePlacesFor(runAs: RunAs, paths: ClusterPaths): void {
  mkdirSync(paths.postgresSocketFolder, { recursive: true, mode: 0o700 });
  if (runAs.kind !== 'user') return;
  chmodSync(paths.runtime, 0o711);
  chmodSync(paths.root, 0o711);
  chownSync(paths.postgresSocketFolder, runAs.userId, runAs.groupId);
  if (isWalkable(paths.root)) return;
  throw new Failure(
    'unavailable',
    `PostgreSQL cannot run as root, and the user with id ${runAs.userId} ` +
      `cannot enter "${paths.root}". ` +
      'Choose a data directory below folders that everybody may enter, or do not run as root.',
  );
}

function welcome(socket: Socket): void {
  if (isEnding) {
    socket.destroy();
    return;
  }
  clearTimeout(lingerTimer);
  attached.add(socket);
  socket.setEncoding('utf8');
  const read = lineReader(() => leave(socket));
  socket.on('data', (chunk: string) => read(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (attached.delete(socket)) endWhenUnused(task.lingerMs);
  });
  if (postmaster !== null) send(socket, { kind: 'ready' });
  if (failure !== null) send(socket, failure);
}

/**
 * An orderly leave, the only thing that an attached process ever says: the last one to go is
 * completed only when PostgreSQL has stopped.
 */
function leave(socket: Socket): void {
  const isLast = attached.size === 1 && attached.has(socket);
  if (isLast && task.lingerMs === 0) {
    const waitMs = othersWaitMs();
    if (waitMs > 0) setTimeout(() => leave(socket), waitMs);
    else void end(0, { kind: 'ended' });
    return;
  }
  attached.delete(socket);
  socket.end(encodeLine({ kind: 'ended' }));
  endWhenUnused(task.lingerMs);
}

function endWhenUnused(afterMs: number): void {
  if (attached.size > 0 || isEnding) return;
  clearTimeout(lingerTimer);
  const leastMs = Math.max(afterMs, othersWaitMs());
  lingerTimer = setTimeout(() => setImmediate(endIfUnused), isTerminating ? 0 : leastMs);
}

/**
 * Those who connected while this process was held up are heard before: making a cluster takes
 * longer than the whole time to attach, on a busy machine.
 */
function endIfUnused(): void {
  if (attached.size === 0) void end(0, null);
}

function othersWaitMs(): number {
  return Math.ceil(Math.max(0, othersUntilMs - performance.now()));
}

/** The process ends by having nothing left to do. */
async function end(exitCode: number, lastWord: KeeperMessage | null): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  clearTimeout(lingerTimer);
  process.exitCode = exitCode;
  server.close();
  rmSync(paths.keeperSocket, { force: true });
  try {
    await (await starting)?.stop();
    // The sockets go while the lock is still held: with the scratch data goes the lock, and the
    // next keeper may make its sockets at once.
    rmSync(paths.runtime, { recursive: true, force: true });
    if (task.isScratch) removeScratch();
  } catch (error) {
    note(String(error));
    process.exitCode = 1;
  }
  lock?.release();
  for (const socket of attached) {
    if (lastWord !== null) send(socket, lastWord);
    socket.destroySoon();
  }
}

function removeScratch(): void {
  if (existsSync(join(paths.root, 'keep'))) return;
  // Moved away first: the next keeper may already be making the same directory anew.
  const removed = `${paths.root}.removed-${process.pid}`;
  renameSync(paths.root, removed);
  rmSync(removed, { recursive: true, force: true });
}

function send(socket: Socket, message: KeeperMessage): void {
  if (!socket.destroyed) socket.write(encodeLine(message));
}

/** Standard output is the keeper's log in the data directory. */
function note(message: string): void {
  process.stdout.write(`${new Date().toISOString()} keeper ${process.pid}: ${message}\n`);
}
