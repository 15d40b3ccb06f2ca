// Started as root, no process of the service has root's rights: neither those that it starts, nor
// the built-in PostgreSQL and its keeper. What root had made is given to their user, commands that
// root types work on, and where it cannot be, the start is refused.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { closedProgram } from '#main/process/give-up-root.ts';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { serviceUser } from '#adapters/system/service-user.ts';
import { freePort } from '../../support/free-port.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';
import { runCommand, startServiceProcess } from '../../support/service-process.ts';
import { startProgram } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const skip = isRoot ? false : 'needs root, and reads /proc';
/** Each compiles all sources. */
const SPOKEN_MS_MAX = 180_000;
/** By a word of the command line. */
const KINDS = ['--worker', '--bots', '--venues', 'check-process.ts', 'keeper.ts', '/bin/postgres'];
const VENUES = {
  TIDEMILL_VENUES: 'binance',
  // Nobody listens there, and nothing leaves this machine.
  TIDEMILL_VENUE_LOOPBACK: 'http://127.0.0.1:9',
};

type FoundProcess = { readonly words: string; readonly status: string };

function readProcess(processId: string, file: string): string {
  try {
    return readFileSync(`/proc/${processId}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Of this data directory: the service, all that it started, the keeper, and PostgreSQL's own. */
function processesOf(dataDir: string): readonly FoundProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((id) => {
      const status = readProcess(id, 'status');
      const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1] ?? '';
      return { id, parent, status, words: readProcess(id, 'cmdline') };
    });
  const ids = new Set(all.filter(({ words }) => words.includes(dataDir)).map(({ id }) => id));
  for (let before = 0; before < ids.size;) {
    before = ids.size;
    for (const { id, parent } of all) if (ids.has(parent)) ids.add(id);
  }
  return all.filter(({ id, status }) => ids.has(id) && status !== '');
}

/** Ids, groups and capabilities that are root's; the bounding set gives nobody a right. */
function rootsOf({ status }: FoundProcess): readonly string[] {
  const held = [...status.matchAll(/^Cap(?!Bnd)\w+:\t(?!0{16}$).+$/gm)].map(([line]) => line);
  const ids = [...status.matchAll(/^(?:Uid|Gid|Groups):.*\t?\b0\b.*$/gm)].map(([line]) => line);
  return [...held, ...ids];
}

function assertNoneIsRoots(dataDir: string, kinds: readonly string[]): void {
  const found = processesOf(dataDir);
  for (const kind of kinds)
    assert.ok(
      found.some(({ words }) => words.includes(kind)),
      kind,
    );
  for (const each of found)
    assert.deepEqual({ words: each.words, roots: rootsOf(each) }, { words: each.words, roots: [] });
  const { userId } = serviceUser();
  for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
    const entry = lstatSync(path.join(dataDir, name), { throwIfNoEntry: false });
    assert.equal(entry?.uid ?? userId, userId, `"${name}" belongs to the service's user`);
  }
}

test('what root starts gives up its rights, in a folder that is made', { skip }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-root-'));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'new', 'data');
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: VENUES,
    isFirstStart: true,
  });
  try {
    const kindsOf = () => processesOf(dataDir).map(({ words }) => words);
    await until('each kind runs', () =>
      KINDS.every((kind) => kindsOf().some((words) => words.includes(kind))),
    );
    await until('the venue key is made', () => existsSync(path.join(dataDir, 'venue.key')));
    assertNoneIsRoots(dataDir, KINDS);
    // Commands of root's, one of which writes where only root may.
    const users = (await runCommand(dataDir, ['users', 'list'])) as { data: readonly object[] };
    assert.equal(users.data.length, 1);
    const backup = path.join(folder, 'backup');
    chmodSync(folder, 0o711);
    await runCommand(dataDir, ['backup', backup, '--keys', path.join(folder, 'keys.json')]);
    assert.equal(lstatSync(backup).uid, 0);
    assertNoneIsRoots(dataDir, KINDS);
    await service.end('SIGTERM');
    assert.equal(service.child.exitCode, 0);
    // Restored by root into a folder of root's, and into one that is the service's already.
    const restored = path.join(folder, 'restored');
    await runCommand(restored, ['restore', backup, '--keys', path.join(folder, 'keys.json')]);
    const second = await startServiceProcess({ dataDir: restored, port: await freePort() });
    assertNoneIsRoots(restored, ['keeper.ts', '/bin/postgres']);
    await second.end('SIGTERM');
  } finally {
    await service.end('SIGKILL');
    await removeFolder(folder);
  }
});

test(
  'processes that start together share what V8 compiled, and none is refused',
  { skip },
  async () => {
    const folder = makeSharedFolder('tidemill-root-');
    const cache = path.join(folder, 'compiled');
    // Nobody listens there: what gave up root goes on to say so.
    const environment = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: cache,
      DATABASE_URL: 'postgres://127.0.0.1:9/none',
    };
    const started = Array.from({ length: 6 }, (_, at) => {
      const words = ['serve', '--bots', '--data-dir', path.join(folder, `data-${at}`)];
      return startProgram(words, environment);
    });
    try {
      const hasEnded = (each: (typeof started)[number]) => each.child.exitCode !== null;
      const hasSpoken = (): boolean =>
        started.every((each) => hasEnded(each) || each.output() !== '');
      await until('each has said something', hasSpoken, SPOKEN_MS_MAX);
      for (const each of started) assert.doesNotMatch(each.output(), /cannot be given up/);
    } finally {
      await Promise.all(started.map((each) => each.end('SIGKILL')));
      await removeFolder(folder);
    }
  },
);

test('a folder that the user cannot reach is refused, unless root may stay', { skip }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-root-'));
  const dataDir = path.join(folder, 'data');
  const port = await freePort();
  const roles = ['--api'];
  try {
    const words = ['serve', '--api', '--port', String(port), '--data-dir', dataDir];
    const refused = startProgram(words, process.env);
    await until('it has ended', () => refused.child.exitCode !== null);
    assert.equal(refused.child.exitCode, 1);
    assert.match(refused.output(), new RegExp(`no way through "${folder}"`));
    assert.match(refused.output(), /--allow-root/);
    assert.equal(existsSync(dataDir), false, 'nothing was made');
    const asRoot = await startServiceProcess({
      dataDir,
      port,
      roles: ['--api', '--allow-root'],
      isFirstStart: true,
    });
    assert.ok(processesOf(dataDir).some((each) => rootsOf(each).length > 0));
    assert.equal(lstatSync(dataDir).uid, 0);
    await runCommand(dataDir, ['users', 'list']);
    await asRoot.end('SIGTERM');
    // What root had made is given away as soon as it can be.
    chmodSync(folder, 0o711);
    const next = await startServiceProcess({ dataDir, port, roles });
    assertNoneIsRoots(dataDir, ['keeper.ts', '/bin/postgres']);
    await next.end('SIGTERM');
    assert.equal(next.child.exitCode, 0);
  } finally {
    await removeFolder(folder);
  }
});

test('a program that root alone can come to is named by the folder that is closed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-root-'));
  const file = path.join(folder, 'program.ts');
  const somebody = { userId: 65_533, groupId: 65_533 };
  try {
    writeFileSync(file, '', { mode: 0o644 });
    assert.equal(closedProgram(somebody, [process.execPath, file]), folder);
    chmodSync(folder, 0o711);
    assert.equal(closedProgram(somebody, [file]), null);
    chmodSync(file, 0o600);
    assert.equal(closedProgram(somebody, [file]), file);
  } finally {
    await removeFolder(folder);
  }
});
