// Attempts of code that got out of a script: to read the master key, to reach the database, to
// learn settings, to start programs, to speak to the network, to signal other processes. Each
// attempt gives what it got, or throws.

import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { writeHeapSnapshot } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** What there is to be reached. */
export type Targets = {
  readonly secretFile: string;
  readonly socket: string;
  readonly port: number;
  readonly folder: string;
};

/** With Node's modules in hand, as if it had found them. */
export const WITH_MODULES: {
  readonly [name: string]: (targets: Targets) => unknown;
} = {
  'read the master key': ({ secretFile }) => readFileSync(secretFile, 'utf8'),
  'read the master key later': ({ secretFile }) => readFile(secretFile, 'utf8'),
  'list the data directory': ({ folder }) => readdirSync(folder).length,
  'read the environment of the process': () => openSync('/proc/self/environ', 'r'),
  'read the memory of the process': () => openSync('/proc/self/mem', 'r'),
  'read the source of the service': () => readFileSync(new URL(import.meta.url), 'utf8').length,
  'write a file': ({ folder }) => writeFileSync(`${folder}/written`, 'x'),
  'write what the heap holds': ({ folder }) => writeHeapSnapshot(`${folder}/heap`),
  "connect to the database's socket": ({ socket }) => connected(connect(socket)),
  'connect to a port': ({ port }) => connected(connect(port, '127.0.0.1')),
  'listen on a port': () => listening(),
  'send a datagram': ({ port }) => sent(port),
  'look up a name': () => lookup('localhost'),
  'start a program': () => throwError(spawnSync('true')).status,
  'start a thread': async () => {
    const thread = new Worker('', { eval: true });
    return thread.terminate();
  },
  'debug the process': () => new Session().connect(),
  'load a module of a file': ({ folder }) => createRequire(`${folder}/`)('./secret.cjs') as unknown,
};

/** With what is left to generated code: the text of a function, `targets` its only argument. */
export const WITH_GLOBALS: { readonly [name: string]: string } = {
  'import a module of Node': 'return import("node:fs").then((fs) => typeof fs.readFileSync)',
  'import the files by descriptor': 'return import("fs").then((fs) => fs.fstatSync(0).mode)',
  'import a database of its own':
    'return import("node:sqlite").then((it) => typeof it.DatabaseSync)',
  'import from text':
    'return import("data:text/javascript,0").then((it) => Object.keys(it).length)',
  'ask the process for a module': 'return typeof process.getBuiltinModule("fs").readFileSync',
  'read the environment': 'return JSON.stringify(process.env)',
  'signal the parent': 'return process.kill(process.ppid, 0)',
  'load native code': 'return process.dlopen({ exports: {} }, "none")',
  'fetch from a port': 'return fetch(`http://127.0.0.1:${targets.port}/`)',
  'make code of the engine':
    'return new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0]))',
  'listen to other threads': 'return new BroadcastChannel("x").close()',
  'write to the log': 'return console.log.name',
};

/** What an attempt gave, or how it was refused. */
export async function attempt(act: () => unknown): Promise<string> {
  try {
    return `got ${String(await act())}`;
  } catch (error) {
    return `refused: ${codeOf(error) ?? String(error)}`;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

async function connected(socket: ReturnType<typeof connect>): Promise<string> {
  await once(socket, 'connect');
  socket.destroy();
  return 'a connection';
}

async function listening(): Promise<string> {
  const server = createServer();
  server.listen(0);
  await once(server, 'listening');
  server.close();
  return 'a port';
}

function sent(port: number): Promise<string> {
  const socket = createSocket('udp4');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket.once('error', reject);
  socket.send('x', port, '127.0.0.1', (error) => {
    if (error === null) resolve('sent');
    else reject(error);
  });
  return promise.finally(() => socket.close());
}

function throwError<T extends { readonly error?: Error }>(result: T): T {
  if (result.error !== undefined) throw result.error;
  return result;
}
