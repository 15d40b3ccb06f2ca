// A PostgreSQL with a synchronous standby, from Debian's packages, on the loopback alone.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { present } from '#lib/assert.ts';
import { freePort } from '../../test/support/free-port.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

const INSTALLED = '/usr/lib/postgresql';

/** The folder of its programs; null when it is not installed. */
export function postgresTools(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const newest = versions.toSorted((left, right) => Number(right) - Number(left))[0];
  const folder = newest === undefined ? null : join(INSTALLED, newest, 'bin');
  return folder !== null && existsSync(join(folder, 'pg_basebackup')) ? folder : null;
}

export type Pair = {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** The postmaster and with it all of its processes. */
  killPrimary(): Promise<void>;
  /** Settles when the standby takes writes. */
  promote(): Promise<void>;
  end(): Promise<void>;
};

/** The system's user of PostgreSQL, which a server that root starts must run as. */
const SYSTEM_USER = 'postgres';

export async function startPair(tools: string): Promise<Pair> {
  const root = await mkdtemp(join(tmpdir(), 'tidemill-standby-'));
  await chmod(root, 0o755);
  const run = await runnerOf(tools, root);
  const [primary, standby] = [join(root, 'primary'), join(root, 'standby')];
  const [port, standbyPort] = [await freePort(), await freePort()];
  await run('initdb', ['-D', primary, '-U', 'tidemill', '--auth=trust', '-E', 'UTF8']);
  await appendFile(join(primary, 'postgresql.conf'), settingsOf(root));
  await start(run, primary, port);
  await run('createdb', ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'tidemill', 'tidemill']);
  const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'tidemill'];
  await run('pg_basebackup', [...from, '-D', standby, '-R', '-X', 'stream']);
  await start(run, standby, standbyPort);
  const waits = ['-c', "ALTER SYSTEM SET synchronous_standby_names = '*'"];
  await run('psql', [...from, '-d', 'tidemill', ...waits]);
  await run('pg_ctl', ['-D', primary, 'reload']);
  const urlOf = (own: number): string => `postgresql://tidemill@127.0.0.1:${own}/tidemill`;
  return {
    primaryUrl: urlOf(port),
    standbyUrl: urlOf(standbyPort),
    async killPrimary() {
      const lock = readFileSync(join(primary, 'postmaster.pid'), 'utf8');
      const postmaster = Number(present(lock.split('\n')[0], 'a server that runs has a lock'));
      process.kill(postmaster, 'SIGKILL');
    },
    async promote() {
      await run('pg_ctl', ['-D', standby, '-w', 'promote']);
      // Nobody follows it; a commit would wait for ever.
      const alone = ['-c', "ALTER SYSTEM SET synchronous_standby_names = ''"];
      const where = ['-h', '127.0.0.1', '-p', `${standbyPort}`, '-U', 'tidemill'];
      await run('psql', [...where, '-d', 'tidemill', ...alone]);
      await run('pg_ctl', ['-D', standby, 'reload']);
    },
    async end() {
      await run('pg_ctl', ['-D', standby, '-m', 'immediate', 'stop']);
      await run('pg_ctl', ['-D', primary, '-m', 'immediate', 'stop']).catch(() => undefined);
      await removeFolder(root);
    },
  };
}

type Run = (program: string, parameters: readonly string[]) => Promise<void>;

async function runnerOf(tools: string, root: string): Promise<Run> {
  const execute = promisify(execFile);
  if (userInfo().uid !== 0) {
    return async (program, parameters) => void (await execute(join(tools, program), parameters));
  }
  const [uid, gid] = systemUser();
  await chown(root, uid, gid);
  return async (program, parameters) =>
    void (await execute(join(tools, program), parameters, { uid, gid, cwd: root }));
}

function systemUser(): readonly [number, number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${SYSTEM_USER}:`));
  const fields = present(line, 'the package makes its user').split(':');
  return [Number(fields[2]), Number(fields[3])];
}

function settingsOf(root: string): string {
  return [
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${root}'`,
    'max_connections = 200',
    'wal_level = replica',
    'hot_standby = on',
    '',
  ].join('\n');
}

async function start(run: Run, directory: string, port: number): Promise<void> {
  const log = join(directory, 'server.log');
  await run('pg_ctl', ['-D', directory, '-w', '-l', log, '-o', `-p ${port}`, 'start']);
}
