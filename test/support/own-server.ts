// A database server of a test's own, which the test may stop: its keeper is frozen meanwhile, so
// that the server is not started again before it is to be.

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { migrate } from '#adapters/postgres/connection/migrate.ts';
import { removeFolder } from './remove-folder.ts';
import { copyTemplateCluster } from './template-cluster.ts';

const KEEPER = 'src/adapters/embedded-postgres/keeper.ts';

export type OwnServer = {
  readonly url: string;
  /** Closes all connections, and lets nobody in for so long. */
  stopFor(durationMs: number): Promise<void>;
};

/** Runs `work` with a migrated database that loses nothing it committed. */
export async function withOwnServer(work: (server: OwnServer) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-own-'));
  copyTemplateCluster(dataDir);
  const cluster = await attachCluster(dataDir);
  try {
    await migrate(cluster.url);
    await work({ url: cluster.url, stopFor: (durationMs) => stopFor(dataDir, durationMs) });
  } finally {
    await cluster.detach();
    await removeFolder(dataDir);
  }
}

async function stopFor(dataDir: string, durationMs: number): Promise<void> {
  const keeper = keeperOf(dataDir);
  process.kill(keeper, 'SIGSTOP');
  try {
    const lock = readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8');
    // A fast shutdown: whoever is connected is asked to go.
    process.kill(Number(lock.split('\n')[0]), 'SIGINT');
    await pause(durationMs);
  } finally {
    process.kill(keeper, 'SIGCONT');
  }
}

function keeperOf(dataDir: string): number {
  for (const name of readdirSync('/proc')) {
    const command = /^\d+$/.test(name) ? commandLine(name) : '';
    if (command.includes(KEEPER) && command.includes(dataDir)) return Number(name);
  }
  throw new Error(`There is no keeper of "${dataDir}".`);
}

function commandLine(name: string): string {
  try {
    return readFileSync(`/proc/${name}/cmdline`, 'utf8');
  } catch {
    // The process ended while we looked.
    return '';
  }
}
