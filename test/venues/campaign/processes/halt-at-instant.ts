// Preloaded into the processes of a campaign: a process stops itself at the instant that the
// campaign has requested, between two steps of an order that no other process can see. The request
// budget is lifted, because a campaign plays an hour in a minute.

import { readFileSync, renameSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { HaltInstant } from './halt-instant.ts';
import { HALT_FILE_VARIABLE } from './halt-instant.ts';

const PER_MINUTE = 10_000_000;
const STOPPING_MS = 100;

const file = process.env[HALT_FILE_VARIABLE];
if (isMainThread && file !== undefined) {
  for (const code of DIALECT_CODES) {
    const { budget } = await loadDialect(code);
    Object.assign(budget, { perMinute: PER_MINUTE });
  }
  watchRequests(file);
  watchLink(file);
}

/** Once: the campaign finds the file under its other name. */
function haltAt(path: string, instant: HaltInstant): void {
  try {
    if (readFileSync(path, 'utf8') !== instant) return;
    renameSync(path, `${path}.met`);
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGSTOP');
  // Another thread may take the signal: nothing happens here before it has.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOPPING_MS);
}

/** At the venue process: an order was signed and is not written yet; its response has arrived. */
function watchRequests(path: string): void {
  const real = http.request;
  const request = (options: http.RequestOptions): http.ClientRequest => {
    const made = real(options);
    const isOrder = options.method === 'POST' && /\/order(?:\/create)?(?:\?|$)/.test(made.path);
    if (!isOrder) return made;
    made.prependListener('socket', () => haltAt(path, 'signed'));
    made.prependListener('response', () => haltAt(path, 'responded'));
    return made;
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
}

/** At the other end of the link: before an order is handed over, and when its reply arrives. */
function watchLink(path: string): void {
  const sockets = net.Socket.prototype;
  const real = Object.fromEntries(
    (['write', 'push'] as const).map((name) => [name, Reflect.get(sockets, name) as Method]),
  );
  const watched = (
    name: string,
    instant: HaltInstant,
    isMeant: (chunk: unknown) => boolean,
  ): Method =>
    function (this: unknown, ...given: unknown[]): unknown {
      if (isMeant(given[0])) haltAt(path, instant);
      return Reflect.apply(real[name] as Method, this, given);
    };
  Object.assign(sockets, {
    write: watched('write', 'before_link', isPlacing),
    push: watched('push', 'after_link', isPlaced),
  });
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

function isPlacing(chunk: unknown): boolean {
  return typeof chunk === 'string' && chunk.includes('"method":"placeOrder"');
}

function isPlaced(chunk: unknown): boolean {
  if (!(chunk instanceof Uint8Array)) return false;
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return text.includes('"kind":"result"') && text.includes('"clientOrderId"');
}
