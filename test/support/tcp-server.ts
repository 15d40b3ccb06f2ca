// A server of a test's own that listens on a port of this machine, and that the test kills and
// freezes. It has the package's PostgreSQL, without a keeper.

import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPackageFolder, prepareBinaries } from '#adapters/embedded-postgres/binaries.ts';
import type { RunAs } from '#adapters/embedded-postgres/run-as.ts';
import { commandAs, probeNamespaces } from '#adapters/embedded-postgres/run-as.ts';
import { until } from './until.ts';

const NOBODY = 65_534;

export type TcpServer = {
  readonly port: number;
  /** Of this server alone. */
  readonly url: string;
  /** `kill -9` of all its processes. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT of all its processes. */
  freeze(): void;
  thaw(): void;
  start(): Promise<void>;
};

/** Makes the folder of a server whose superuser `tidemill` needs no password. */
export function initServer(folder: string, runAs: RunAs): void {
  const { initdb } = prepareBinaries(findPackageFolder());
  mkdirSync(folder, { mode: 0o700 });
  giveTo(runAs, folder);
  const flags = ['-D', folder, '-U', 'tidemill', '-E', 'UTF8', '--locale=C', '--auth=trust'];
  const made = commandAs(runAs, initdb, [...flags, '--wal-segsize=4', '--no-instructions']);
  const run = spawnSync(made.file, made.args, { ...made.options, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}

export function chooseUser(): RunAs {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  return probeNamespaces()
    ? { kind: 'namespace' }
    : { kind: 'user', userId: NOBODY, groupId: NOBODY };
}

function giveTo(runAs: RunAs, path: string): void {
  if (runAs.kind === 'user') chownSync(path, runAs.userId, runAs.groupId);
}

export function giveAll(runAs: RunAs, folder: string): void {
  giveTo(runAs, folder);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    giveTo(runAs, join(folder, name));
}

export async function ask({ url }: Pick<TcpServer, 'url'>, text: string): Promise<string | null> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ readonly value: string }>(text)).rows[0]?.value ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function signalOne(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // It ended while we looked.
  }
}

/** A process and all that it has begun. */
export function familyOf(processId: number): readonly number[] {
  return [processId, ...childrenOf(processId).flatMap(familyOf)];
}

function childrenOf(parentId: number): readonly number[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.filter((name) => parentOf(name) === parentId).map(Number);
}

function parentOf(name: string): number | null {
  try {
    // The name of the program, in parentheses, may contain anything.
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    // It ended while we looked.
    return null;
  }
}

export function serverIn(
  folder: string,
  port: number,
  runAs: RunAs,
  own: readonly string[],
): TcpServer {
  const { postgres } = prepareBinaries(findPackageFolder());
  const url = `postgresql://tidemill@127.0.0.1:${port}/postgres`;
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'wal_receiver_status_interval=1',
    'wal_retrieve_retry_interval=200',
    'max_connections=100',
    ...own,
  ];
  const flags = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
  let child: ChildProcess | null = null;
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // Each leads a session of its own.
    for (const processId of [child.pid, ...childrenOf(child.pid)]) signalOne(processId, signal);
  };
  const server: TcpServer = {
    port,
    url,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signalAll('SIGKILL');
      await ended;
    },
    async start() {
      const { file, args, options } = commandAs(runAs, postgres, flags);
      child = spawn(file, [...args], { ...options, stdio: 'ignore', cwd: folder });
      await until('it is up', async () => (await ask(server, `SELECT 'up' AS value`)) === 'up');
    },
  };
  return server;
}
