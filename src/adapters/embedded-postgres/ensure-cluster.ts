// The first start: makes PostgreSQL's data directory beside its place and moves it there when it is
// whole, so a start that is killed half-way leaves nothing that looks like a database. Relies on
// the keeper's lock being held.

import { spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '#venue-port/world/failure.ts';
import type { Binaries } from '#adapters/embedded-postgres/binaries.ts';
import { POSTGRES_MAJOR } from '#adapters/embedded-postgres/binaries.ts';
import type { ClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import type { RunAs } from '#adapters/embedded-postgres/run-as.ts';
import { commandAs } from '#adapters/embedded-postgres/run-as.ts';

/** The database's superuser; reachable only through the private socket. */
export const CLUSTER_USER = 'tidemill';

/** Makes the cluster if there is none; refuses one of another major version. Throws Failure. */
export function ensureCluster(paths: ClusterPaths, binaries: Binaries, runAs: RunAs): void {
  sweepKilledStarts(paths);
  if (!existsSync(paths.cluster)) {
    createCluster(paths, binaries, runAs);
    return;
  }
  const version = readVersion(paths.cluster);
  if (version === POSTGRES_MAJOR) {
    handOver(paths.cluster, runAs);
    return;
  }
  throw new Failure(
    'unavailable',
    version === null
      ? `"${paths.cluster}" is not a PostgreSQL data directory; ` +
          'move it away or choose another data directory.'
      : `"${paths.cluster}" was made by PostgreSQL ${version}, ` +
          `and this release brings ${POSTGRES_MAJOR}. ` +
          'Export it with the release that made it and import it here.',
  );
}

/** Files that root made in a user namespace, when namespaces have been switched off since. */
function handOver(cluster: string, runAs: RunAs): void {
  if (runAs.kind !== 'user' || statSync(cluster).uid === runAs.userId) return;
  for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(cluster, name), runAs.userId, runAs.groupId);
  }
}

function readVersion(cluster: string): string | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

function sweepKilledStarts(paths: ClusterPaths): void {
  const prefix = `${basename(paths.cluster)}.init-`;
  for (const name of readdirSync(paths.root)) {
    if (name.startsWith(prefix)) rmSync(join(paths.root, name), { recursive: true, force: true });
  }
}

function createCluster(paths: ClusterPaths, binaries: Binaries, runAs: RunAs): void {
  const unfinished = `${paths.cluster}.init-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  if (runAs.kind === 'user') chownSync(unfinished, runAs.userId, runAs.groupId);
  const args = ['-D', unfinished, '-U', CLUSTER_USER, '-E', 'UTF8', '--locale=C'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  args.push('--auth=trust', '--no-instructions');
  // Whoever fills a file of the write-ahead log makes the next one, and all others wait meanwhile:
  // 60 ms for the usual 16 MB.
  args.push('--wal-segsize=4');
  const command = commandAs(runAs, binaries.initdb, args);
  const run = spawnSync(command.file, command.args, { ...command.options, encoding: 'utf8' });
  if (run.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const reason = run.error?.message ?? (run.stderr.trim() || run.stdout.trim());
    throw new Failure('unavailable', `PostgreSQL's first start failed: ${reason}`);
  }
  renameSync(unfinished, paths.cluster);
  const folder = openSync(paths.root, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
