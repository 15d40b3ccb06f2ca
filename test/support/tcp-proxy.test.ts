import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { until } from './until.ts';
import { seededChance } from '../sim/chance.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { startTcpProxy } from './tcp-proxy.ts';

async function withProxy(work: (proxy: TcpProxy) => Promise<void>): Promise<void> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startTcpProxy((server.address() as AddressInfo).port, seededChance(1));
  try {
    await work(proxy);
  } finally {
    await proxy.close();
    for (const socket of open) socket.destroy();
    server.close();
  }
}

/** What comes back for it; null: the connection ended before. */
async function echo(socket: Socket, text: string): Promise<string | null> {
  const heard = Promise.race([
    once(socket, 'data').then(([piece]) => String(piece)),
    once(socket, 'close').then(() => null),
  ]);
  socket.write(text);
  return heard.catch(() => null);
}

test('what is sent arrives, late where it is late, and in order', async () => {
  await withProxy(async (proxy) => {
    const socket = connect(proxy.port, '127.0.0.1');
    assert.equal(await echo(socket, 'first'), 'first');
    proxy.setWeather({ kind: 'late', delayMs: 30 });
    const sentAtMs = performance.now();
    assert.equal(await echo(socket, 'second'), 'second');
    assert.ok(performance.now() - sentAtMs >= 55, 'both ways are late');
    socket.destroy();
  });
});

test('a black hole swallows without a word, and its connections end with it', async () => {
  await withProxy(async (proxy) => {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    assert.equal(await echo(socket, 'before'), 'before');
    proxy.setWeather({ kind: 'black hole' });
    const heard = echo(socket, 'lost');
    await until('it is swallowed', () => proxy.counts().swallowed > 0);
    assert.equal(socket.destroyed, false);
    proxy.setWeather({ kind: 'clear' });
    assert.equal(await heard, null);
  });
});

test('a connection that loses a piece is reset behind it', async () => {
  await withProxy(async (proxy) => {
    proxy.setWeather({ kind: 'lossy', percent: 100 });
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    assert.equal(await echo(socket, 'lost'), null);
    assert.ok(proxy.counts().cut >= 1);
  });
});
