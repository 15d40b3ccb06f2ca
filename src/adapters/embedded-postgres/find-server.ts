// Finds the process that serves a data directory: read from PostgreSQL's own lock file and proved
// by looking at the process, because after a crash the same id may belong to anything.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The id of the live server of this directory, or null. */
export function findServer(cluster: string): number | null {
  const lock = readLock(cluster);
  return lock !== null && worksIn(lock.processId, cluster) ? lock.processId : null;
}

/**
 * Whether the live server of this data directory has root's rights, as in a user namespace of root;
 * false where the system does not let us look.
 */
export function runsAsRoot(dataDirectory: string): boolean {
  try {
    const processId = findServer(join(realpathSync(dataDirectory), 'cluster'));
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return /^Uid:\s+0\s/m.test(status);
  } catch {
    return false;
  }
}

/**
 * Whether this server says that it accepts connections. A lock written before `sinceSeconds` is a
 * dead server's, whose id the new one may have been given again.
 */
export function isServing(cluster: string, processId: number, sinceSeconds: number): boolean {
  const lock = readLock(cluster);
  if (lock === null || lock.processId !== processId) return false;
  return lock.status === 'ready' && lock.startedSeconds >= sinceSeconds;
}

/** Whether any process works in the directory; `unknown` where the system does not let us look. */
export function livesIn(cluster: string): 'somebody' | 'nobody' | 'unknown' {
  if (process.platform !== 'linux') return 'unknown';
  return processesIn(cluster).length > 0 ? 'somebody' : 'nobody';
}

/** Processes of PostgreSQL that work in the directory; none where the system shows none. */
export function serverProcessesIn(cluster: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return processesIn(cluster).filter(isPostgres);
}

function processesIn(cluster: string): readonly number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => worksIn(id, cluster));
}

/** By its program, so that a shell in the directory is none. An update may have removed it. */
function isPostgres(processId: number): boolean {
  try {
    const program = readlinkSync(`/proc/${processId}/exe`).replace(/ \(deleted\)$/, '');
    return basename(program) === 'postgres';
  } catch {
    return false;
  }
}

type Lock = {
  readonly processId: number;
  readonly startedSeconds: number;
  readonly status: string;
};

const STARTED_LINE = 2;
const STATUS_LINE = 7;

/**
 * `postmaster.pid`: process id, data directory, start, port, sockets, addresses, memory, status.
 */
function readLock(cluster: string): Lock | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const processId = Number(lines[0]);
    if (!Number.isSafeInteger(processId) || processId <= 1) return null;
    return {
      processId,
      startedSeconds: Number(lines[STARTED_LINE] ?? 0),
      status: lines[STATUS_LINE]?.trim() ?? '',
    };
  } catch {
    // Missing, or being written now.
    return null;
  }
}

/** A server's working folder is its data directory. A zombie has none. */
export function worksIn(processId: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${processId}/cwd`) === cluster;
    } catch {
      return false;
    }
  }
  const list = spawnSync('/bin/ps', ['-o', 'command=', '-p', String(processId)], {
    encoding: 'utf8',
    env: {},
  });
  return list.stdout.includes(cluster);
}
