// PgBouncer (Debian package pgbouncer) in front of the server of a test.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import { makeSharedFolder } from './shared-folder.ts';
import { until } from './until.ts';

const NOBODY = 65_534;

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export type Pgbouncer = {
  /** The same database through it. */
  urlOf(this: void, url: string): string;
  close(this: void): Promise<void>;
};

export type PoolMode = 'session' | 'transaction';

/** `url` names the server, by its parameters `host`, `port` and `user`. */
export async function startPgbouncer(url: string, mode: PoolMode): Promise<Pgbouncer> {
  const { searchParams } = new URL(url);
  const [host, port, user] = ['host', 'port', 'user'].map((name) => searchParams.get(name) ?? '');
  const folder = makeSharedFolder('tidemill-pgbouncer-');
  const own = await freePort();
  const lines = [
    '[databases]',
    `* = host=${host} port=${port} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 90',
    'max_client_conn = 300',
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
  ];
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  // It refuses to be root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [settings], {
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const ended = once(child, 'exit');
  const urlOf = (of: string): string =>
    `postgresql://${user}@127.0.0.1:${own}${new URL(of).pathname}`;
  await until('PgBouncer responds', async () => responds(urlOf(url)), 20_000);
  return {
    urlOf,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await removeFolder(folder);
    },
  };
}

async function responds(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
