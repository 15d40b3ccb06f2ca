import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { probePort } from '#main/process/probe-port.ts';
import { isEnding, isLiving, markProcess } from '#main/process/process-mark.ts';
import { findRunningServer, takeServerRole } from '#main/process/server-role.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-server-role-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => mkdtempSync(join(folder, 'data-'));
/** Memory of a server, which the kernel takes back before it gives up the locks. */
const SERVER = `
  const { takeServerRole } = await import('${new URL('server-role.ts', import.meta.url).href}');
  globalThis.memory = Buffer.alloc(300e6, 1);
  globalThis.role = await takeServerRole(process.argv[2]);
  process.send('serving');
  setInterval(() => undefined, 1_000);`;
const ENDED_ID = spawnSync(process.execPath, ['-e', '']).pid;

/** Counts its calls, and does this at one of them. */
function countedPause(at = 0, act: () => void = () => undefined) {
  const counted = { calls: 0 };
  const pause = (): Promise<void> => {
    counted.calls += 1;
    if (counted.calls === at) act();
    return Promise.resolve();
  };
  return { counted, pause };
}

test('a server that was killed a moment ago is waited for', async () => {
  const dataDir = newFolder();
  const program = join(folder, 'server.mjs');
  writeFileSync(program, SERVER);
  for (let round = 0; round < 2; round += 1) {
    const server = fork(program, [dataDir]);
    const ended = once(server, 'exit');
    const [word] = (await once(server, 'message')) as [string];
    assert.equal(word, 'serving');
    server.kill('SIGKILL');
    (await takeServerRole(dataDir)).release();
    await ended;
  }
});

test('a server that stays is reported by its process, after a second of looks', async () => {
  const dataDir = newFolder();
  const role = await takeServerRole(dataDir);
  role.announce('http://127.0.0.1:8080');
  const { counted, pause } = countedPause();
  await assert.rejects(
    takeServerRole(dataDir, { pause }),
    (error) =>
      error instanceof CommandFailed &&
      error.message.endsWith(`served by process ${process.pid} at http://127.0.0.1:8080.`),
  );
  assert.equal(counted.calls, 19);
  role.release();
  assert.equal(findRunningServer(dataDir), null);
});

test('a server whose key holder was killed is waited for until it has ended', async () => {
  const dataDir = newFolder();
  const former = await takeServerRole(dataDir, { keyHolderId: ENDED_ID });
  const { counted, pause } = countedPause(60, former.release);
  const reports: string[] = [];
  const report = (message: string): void => void reports.push(message);
  (await takeServerRole(dataDir, { pause, report })).release();
  assert.equal(counted.calls, 60);
  assert.deepEqual(reports, [`Waiting for the former server of "${dataDir}" to end.`]);
});

test('a server without a note, as one that starts, is reported without its process', async () => {
  const dataDir = newFolder();
  const lock = tryFileLock(join(dataDir, 'server.lock'));
  assert.ok(lock !== null);
  assert.deepEqual(findRunningServer(dataDir), { processId: 0, address: null });
  const { pause } = countedPause();
  await assert.rejects(takeServerRole(dataDir, { pause }), {
    message: `The data directory "${dataDir}" is already served by another process.`,
  });
  lock.release();
});

test('one that never ends is reported in the end', async () => {
  const dataDir = newFolder();
  const former = await takeServerRole(dataDir, { keyHolderId: ENDED_ID });
  const { counted, pause } = countedPause();
  await assert.rejects(takeServerRole(dataDir, { pause }), CommandFailed);
  assert.equal(counted.calls, 1_000);
  former.release();
});

test('the id of a dead server, given to another process, is not that server', async () => {
  const dataDir = newFolder();
  const lock = tryFileLock(join(dataDir, 'server.lock'));
  assert.ok(lock !== null);
  const marks = [{ id: process.pid, started: '1' }];
  const note = { processId: process.pid, address: null, marks };
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify(note));
  const { counted, pause } = countedPause(40, lock.release);
  (await takeServerRole(dataDir, { pause })).release();
  assert.equal(counted.calls, 40);
});

test('who only looks is no server, to others that look and to one that starts', async () => {
  const dataDir = newFolder();
  (await takeServerRole(dataDir)).release();
  const looking = new DatabaseSync(join(dataDir, 'server.lock'));
  looking.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  assert.equal(findRunningServer(dataDir), null);
  const { counted, pause } = countedPause(3, () => looking.close());
  (await takeServerRole(dataDir, { pause })).release();
  assert.equal(counted.calls, 3);
});

test('a port that a dying server still has is tried again, a busy one reported', async () => {
  const other = createServer();
  other.listen({ host: '127.0.0.1', port: 0 });
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const busy = countedPause();
  await assert.rejects(probePort('127.0.0.1', port, busy.pause), /is used by another program/);
  assert.equal(busy.counted.calls, 19);
  const closed = once(other, 'close');
  const pause = async (): Promise<void> => {
    other.close();
    await closed;
  };
  assert.equal(await probePort('127.0.0.1', port, pause), port);
});

test('processes are known by their id and their start', () => {
  assert.equal(isLiving(markProcess(process.pid)), true);
  assert.equal(isLiving({ id: process.pid, started: null }), true);
  assert.equal(isLiving({ id: process.pid, started: '1' }), process.platform !== 'linux');
  assert.equal(isLiving(markProcess(ENDED_ID)), false);
});

test('a process is ending from the signal that kills it until it is reaped', () => {
  const stat = (state: string, flags: number): string[] => [
    state,
    '1',
    '1',
    '1',
    '0',
    '0',
    `${flags}`,
  ];
  const status = (own: string, shared: string): string =>
    `Name:\tnode\nSigPnd:\t${own}\nShdPnd:\t${shared}\nSigBlk:\t0000000000000100\n`;
  const none = '0000000000000000';
  const killed = '0000000000000100';
  const cases: readonly [string, number, string, string, boolean][] = [
    ['S', 0x400000, none, none, false],
    ['R', 0x400000, '0000000000004000', none, false],
    ['R', 0x400000, killed, none, true],
    ['R', 0x400000, none, killed, true],
    ['R', 0x400004, none, none, true],
    ['Z', 0x400000, none, none, true],
    ['X', 0x400000, none, none, true],
  ];
  for (const [state, flags, own, shared, result] of cases)
    assert.equal(isEnding(stat(state, flags), status(own, shared)), result, `${state} ${flags}`);
});
