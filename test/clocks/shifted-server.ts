// A PostgreSQL whose clock is shifted with that of the tests: shift-clock.c, which reads the shift
// from a file at each reading of the clock. What the tests store and what they read back then have
// one time, as in a service.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  copyToWalkablePlace,
  findPackageFolder,
  prepareBinaries,
} from '#adapters/embedded-postgres/binaries.ts';
import { NOBODY } from '#adapters/system/service-user.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { makeShiftFile } from './shift-file.ts';

export type ShiftedServer = {
  readonly url: string;
  /** In it a process writes by how much the time is shifted; see `writeShift`. */
  readonly shiftFile: string;
  stop(): Promise<void>;
};

const SHIFT_CLOCK = fileURLToPath(new URL('./shift-clock.c', import.meta.url));
/** Nothing in it needs to survive. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** Named in the socket's file name. */
const PORT = 5432;
const READY_MS_MAX = 60_000;

/** Null: the machine has no compiler of C. */
export async function startShiftedServer(timeZone: string): Promise<ShiftedServer | null> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY.userId, gid: NOBODY.groupId } : {};
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tidemill-shifted-'));
  chmodSync(folder, 0o755);
  const library = path.join(folder, 'shift-clock.so');
  const compiled = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, SHIFT_CLOCK]);
  if (compiled.status !== 0) {
    await removeFolder(folder);
    return null;
  }
  const cluster = path.join(folder, 'cluster');
  const sockets = path.join(folder, 'sockets');
  for (const own of [cluster, sockets]) {
    mkdirSync(own, { mode: own === cluster ? 0o700 : 0o755 });
    if (isRoot) chownSync(own, NOBODY.userId, NOBODY.groupId);
  }
  const shiftFile = path.join(folder, 'shift');
  makeShiftFile(shiftFile);
  const packaged = findPackageFolder();
  const programs = isRoot ? copyToWalkablePlace(packaged, '/tmp') : packaged;
  const { initdb, postgres } = prepareBinaries(programs);
  const made = spawnSync(
    initdb,
    ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync'],
    { ...user, env: {}, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`PostgreSQL's first start failed: ${made.stderr}`);
  const settings = [
    `port=${PORT}`,
    'listen_addresses=',
    `unix_socket_directories=${sockets}`,
    `timezone=${timeZone}`,
    'max_connections=200',
    ...SETTINGS,
  ];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(postgres, args, {
    ...user,
    cwd: cluster,
    stdio: 'ignore',
    env: { LD_PRELOAD: library, TEST_CLOCK_SHIFT_FILE: shiftFile },
  });
  const ended = once(server, 'exit');
  const query = new URLSearchParams({ host: sockets, port: String(PORT), user: 'postgres' });
  const url = `postgresql:///postgres?${query.toString()}`;
  await ready(url);
  return {
    url,
    shiftFile,
    async stop() {
      server.kill('SIGINT');
      await ended;
      await removeFolder(folder);
    },
  };
}

async function ready(url: string): Promise<void> {
  const endMs = performance.now() + READY_MS_MAX;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await pause(50);
    }
  }
}
