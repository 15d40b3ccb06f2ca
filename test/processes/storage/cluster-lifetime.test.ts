// Several processes share one embedded PostgreSQL and die in any order: the next start always
// works, nothing acknowledged is lost, and an orderly end leaves no process behind.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { present } from '#lib/assert.ts';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const ATTACHER = fileURLToPath(new URL('../../support/attached-process.ts', import.meta.url));
const KEEPER = 'src/adapters/embedded-postgres/keeper.ts';

/** With room for a busy machine between two lines. */
const LINGER_MS = 2_000;

const root = mkdtempSync(join(tmpdir(), 'tidemill-lifetime-'));
const dataDirectory = join(root, 'data');
const started: ChildProcess[] = [];

after(async () => {
  for (const id of [...keepers(), ...servers()]) process.kill(id, 'SIGKILL');
  await removeFolder(root);
});

/** A process of its own that attaches, says so, and detaches when its input ends. */
function startAttached(): ChildProcess {
  const child = spawn(process.execPath, [ATTACHER, dataDirectory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  return child;
}

async function isAttached(child: ChildProcess): Promise<boolean> {
  assert.ok(child.stdout !== null);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return said.toString() === 'attached\n';
}

async function detach(child: ChildProcess): Promise<number | null> {
  child.stdin?.end();
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function processes(isWanted: (id: string) => boolean): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter(isWanted).map(Number);
}

function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    // The process ended while we looked.
    return otherwise;
  }
}

function keepers(): number[] {
  return processes((id) => {
    const command = quietly(() => readFileSync(`/proc/${id}/cmdline`, 'utf8'), '');
    return command.includes(KEEPER) && command.includes(dataDirectory);
  });
}

/** All server processes: the postmaster and its children work in the data directory. */
function servers(): number[] {
  const cluster = join(dataDirectory, 'cluster');
  return processes((id) => quietly(() => readlinkSync(`/proc/${id}/cwd`), '') === cluster);
}

function postmaster(): number {
  const lock = readFileSync(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8');
  return Number(lock.split('\n')[0]);
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await pause(20);
}

async function noProcessIsLeft(): Promise<void> {
  await until(() => keepers().length === 0 && servers().length === 0);
}

/** Adds a row and returns how many there are. */
async function addRow(): Promise<number> {
  const cluster = await attachCluster(dataDirectory);
  const database = openDatabase({ url: cluster.url });
  try {
    await database.write({ text: 'CREATE TABLE IF NOT EXISTS retained (at int)' }, []);
    await database.write({ text: 'INSERT INTO retained VALUES (1)' }, []);
    return (await database.read({ text: 'SELECT FROM retained' }, [])).length;
  } finally {
    await database.close();
    await cluster.detach();
  }
}

// Processes are looked up in /proc.
const skip = process.platform === 'linux' ? false : 'needs Linux';

suite('an embedded cluster', { skip }, () => {
  // What a failed test leaves attached would keep the next one waiting.
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  test('two that attach at once to an empty directory share what is made', async () => {
    // A first start that was killed has left this behind.
    mkdirSync(join(dataDirectory, 'cluster.init-1', 'base'), { recursive: true });
    const children = [startAttached(), startAttached()];
    assert.deepEqual(await Promise.all(children.map(isAttached)), [true, true]);
    assert.equal(keepers().length, 1);
    const names = readdirSync(dataDirectory);
    assert.deepEqual(
      names.filter((name) => name.startsWith('cluster')),
      ['cluster'],
    );
    assert.deepEqual(await Promise.all(children.map(detach)), [0, 0]);
    assert.deepEqual(servers(), []);
    await noProcessIsLeft();
  });

  test('who attached first may be killed; the last one to leave stops it', async () => {
    const first = startAttached();
    assert.ok(await isAttached(first));
    const second = startAttached();
    assert.ok(await isAttached(second));
    await kill(first);
    assert.equal(await addRow(), 1);
    assert.equal(await detach(second), 0);
    assert.deepEqual(servers(), []);
    await noProcessIsLeft();
  });

  test('a killed keeper is replaced, and PostgreSQL runs on', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    const [keeper] = keepers();
    const server = postmaster();
    assert.ok(keeper !== undefined);
    process.kill(keeper, 'SIGKILL');
    await until(() => keepers().some((id) => id !== keeper));
    assert.equal(await addRow(), 2);
    assert.equal(postmaster(), server);
    assert.equal(await detach(child), 0);
    assert.deepEqual(servers(), []);
    await noProcessIsLeft();
  });

  test('the first to leave a new keeper does not stop it for those still to come', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    const server = postmaster();
    child.kill('SIGSTOP');
    for (const keeper of keepers()) process.kill(keeper, 'SIGKILL');
    const cluster = await attachCluster(dataDirectory);
    const left = cluster.detach();
    child.kill('SIGCONT');
    await left;
    assert.equal(postmaster(), server);
    assert.equal(await detach(child), 0);
    assert.deepEqual(servers(), []);
    await noProcessIsLeft();
  });

  test('a keeper that was held up hears who came meanwhile before it ends', async () => {
    await (await attachCluster(dataDirectory, { lingerMs: LINGER_MS })).detach();
    const [keeper] = keepers();
    assert.ok(keeper !== undefined);
    process.kill(keeper, 'SIGSTOP');
    const socket = connect(prepareClusterPaths(dataDirectory).keeperSocket);
    await once(socket, 'connect');
    await pause(LINGER_MS + 100);
    process.kill(keeper, 'SIGCONT');
    const [word] = (await once(socket, 'data')) as [Buffer];
    assert.match(word.toString(), /"ready"/);
    socket.destroy();
    await noProcessIsLeft();
  });

  test('a new one has a log of small files, which nobody waits long for', async () => {
    const cluster = await attachCluster(dataDirectory);
    const database = openDatabase({ url: cluster.url });
    const text = "SELECT current_setting('wal_segment_size') AS size";
    assert.deepEqual(await database.read({ text }, []), [{ size: '4MB' }]);
    await database.close();
    await cluster.detach();
    await noProcessIsLeft();
  });

  test('a killed PostgreSQL is started again', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    const server = postmaster();
    process.kill(server, 'SIGKILL');
    await until(() => quietly(postmaster, server) !== server);
    assert.equal(await addRow(), 3);
    await detach(child);
    await noProcessIsLeft();
  });

  test('with everything but PostgreSQL killed, the next start takes it over', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    const server = postmaster();
    for (const keeper of keepers()) process.kill(keeper, 'SIGKILL');
    await kill(child);
    assert.equal(await addRow(), 4);
    assert.ok(!servers().includes(server));
    await noProcessIsLeft();
  });

  test('with everything killed, the next start works and nothing is lost', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    for (const id of [...keepers(), ...servers()]) process.kill(id, 'SIGKILL');
    await kill(child);
    assert.equal(await addRow(), 5);
    await noProcessIsLeft();
  });

  test('a process that does not notice the death of its PostgreSQL is ended', async () => {
    const child = startAttached();
    assert.ok(await isAttached(child));
    const server = postmaster();
    const orphan = present(
      servers().find((id) => id !== server),
      'a server has processes',
    );
    // As one that waits for a lock of a process that was killed.
    process.kill(orphan, 'SIGSTOP');
    for (const id of [...keepers(), ...servers()]) if (id !== orphan) process.kill(id, 'SIGKILL');
    await kill(child);
    const count = await addRow();
    assert.ok(!servers().includes(orphan));
    assert.equal(count, 6);
    await noProcessIsLeft();
  });

  test('a folder that an ending keeper removes meanwhile is made anew', async () => {
    const folder = join(root, 'removed');
    mkdirSync(folder);
    // A log that cannot be opened, as while its folder is gone.
    const log = join(folder, 'keeper.log');
    symlinkSync(join(folder, 'gone', 'keeper.log'), log);
    const attaching = attachCluster(folder, { isScratch: true });
    await pause(100);
    rmSync(log);
    const cluster = await attaching;
    assert.ok(cluster.isAttached());
    await cluster.detach();
  });

  test('a data directory of another major version is refused by name', async () => {
    const other = join(root, 'other');
    mkdirSync(join(other, 'cluster'), { recursive: true });
    await assert.rejects(attachCluster(other), /not a PostgreSQL data directory/);
  });
});
