// Code that got out of a script finds nothing: neither in a thread that runs scripts nor in a
// process that checks them can it read the master key, reach the database, learn a setting, start
// a program or speak to anybody.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { processCompute } from '#adapters/processes/process-compute.ts';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import { workerStatefulThreads } from '#adapters/threads/worker-stateful-threads.ts';
import type { Compute } from '#ports/work/compute.ts';
import type { Targets } from './attempts.ts';
import type { Escape, Outcomes } from './try-attempts.ts';
import { tryAttempts } from './try-attempts.ts';

let targets: Targets;
const servers: Server[] = [];

async function listenAt(place: string | number): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  servers.push(server.listen(place));
  await once(server, 'listening');
  return server;
}

before(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-escape-'));
  const secretFile = path.join(folder, 'master.key');
  await writeFile(secretFile, 'the secret', { mode: 0o400 });
  await writeFile(path.join(folder, 'secret.cjs'), 'module.exports = "the secret"');
  const socket = path.join(folder, 'socket');
  await listenAt(socket);
  const { port } = (await listenAt(0)).address() as AddressInfo;
  targets = { secretFile, socket, port, folder };
});

after(async () => {
  for (const server of servers) server.close();
  await rm(targets.folder, { recursive: true });
});

const CALL = { signal: new AbortController().signal, onProgress: () => undefined };

async function outcomesOf(
  compute: Compute<Escape, Outcomes> & { close(): Promise<void> },
  having: Escape['having'],
): Promise<Outcomes> {
  try {
    const response = await compute.run({ having, targets }, CALL);
    assert.ok(response.ok, JSON.stringify(response));
    return response.value;
  } finally {
    await compute.close();
  }
}

const inThread = (having: Escape['having']) =>
  outcomesOf(
    threadCompute({
      entry: new URL('./escaped-work.ts', import.meta.url),
      threadsMax: 1,
      threadsStart: 'when_needed',
      wallMsMax: 60_000,
      heapMegabytesMax: 200,
    }),
    having,
  );

const inProcess = (having: Escape['having']) =>
  outcomesOf(
    processCompute({
      entry: new URL('./escaped-process.ts', import.meta.url),
      processesMax: 1,
      wallMsMax: 60_000,
      deathsMax: 1,
    }),
    having,
  );

async function inStatefulThread(having: Escape['having']): Promise<Outcomes> {
  const { threads, close } = workerStatefulThreads<Escape, Outcomes | null>({
    entry: new URL('./escaped-state.ts', import.meta.url),
    count: 1,
    wallMsMax: 60_000,
    stuckMs: 60_000,
    heapMegabytesMax: 200,
  });
  try {
    for (;;) {
      const response = await threads[0]?.ask({ having, targets }, { isWanted: () => true });
      assert.ok(response?.ok === true, JSON.stringify(response));
      if (response.value !== null) return response.value;
    }
  } finally {
    await close();
  }
}

/** The attempts that got something. */
function gained(outcomes: Outcomes): readonly string[] {
  assert.ok(Object.keys(outcomes).length >= 12, 'all were tried');
  return Object.entries(outcomes)
    .filter(([, outcome]) => !outcome.startsWith('refused: '))
    .map(([name, outcome]) => `${name}: ${outcome}`);
}

suite('code that got out of a script', () => {
  for (const having of ['globals', 'modules'] as const)
    test(`would gain from each attempt with ${having}, were there no walls`, async () => {
      const outcomes = await tryAttempts({ having, targets });
      const refused = Object.entries(outcomes).filter(([, each]) => each.startsWith('refused: '));
      // The library is not there.
      const expected = having === 'globals' ? ['load native code'] : [];
      assert.deepEqual(
        refused.map(([name]) => name),
        expected,
      );
    });

  test('finds no way out of a thread of compute', async () => {
    assert.deepEqual(gained(await inThread('globals')), []);
  });
  test('is refused everything in a thread of compute that has the modules', async () => {
    assert.deepEqual(gained(await inThread('modules')), []);
  });
  test('finds no way out of a thread that keeps runs', async () => {
    assert.deepEqual(gained(await inStatefulThread('globals')), []);
  });
  test('is refused everything outside in a process of compute', async () => {
    // It starts the thread that scripts are on, and holds the sources to do so.
    const allowed = /^(?:start a thread|read the source of the service): /;
    const outcomes = await inProcess('modules');
    assert.deepEqual(
      gained(outcomes).filter((each) => !allowed.test(each)),
      [],
    );
  });
});
