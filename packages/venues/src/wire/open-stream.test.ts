import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { WebSocket as ServerSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { Failure } from '#venue-port/world/failure.ts';
import { openStream } from '#venues/wire/open-stream.ts';

const ADDRESS = 'wss://stream.venue.example:9443/ws/listenkey-123?a=1';

test('a stream is redirected with its path, and names the host that was meant', async (t) => {
  const { server, hosts } = await venue(t);
  const connected = once(server, 'connection') as Promise<[ServerSocket, IncomingMessage]>;
  const frames: string[] = [];
  const { promise: both, resolve } = Promise.withResolvers<void>();
  const stream = await openStream(
    hosts,
    ADDRESS,
    (text) => {
      frames.push(text);
      if (frames.length === 2) resolve();
    },
    t.signal,
  );
  const [socket, request] = await connected;
  assert.equal(request.url, '/ws/listenkey-123?a=1');
  assert.equal(request.headers['x-venue-host'], 'stream.venue.example:9443');
  const requested = once(socket, 'message');
  stream.send('{"op":"ping"}');
  assert.equal(String((await requested)[0]), '{"op":"ping"}');
  socket.send('one');
  socket.send(Buffer.from('binary'));
  socket.send('two');
  await both;
  assert.deepEqual(frames, ['one', 'two']);
});

test('a stream ends with its connection', async (t) => {
  const { server, hosts } = await venue(t);
  server.on('connection', (socket) => setImmediate(() => socket.terminate()));
  const stream = await openStream(hosts, ADDRESS, refuseFrame, t.signal);
  await stream.ended;
  assert.doesNotThrow(() => stream.send('nobody reads this'));
});

test('an aborted stream ends, and passes no further frame', async (t) => {
  const { server, hosts } = await venue(t);
  const connected = once(server, 'connection') as Promise<[ServerSocket]>;
  const abortion = new AbortController();
  const stream = await openStream(hosts, ADDRESS, refuseFrame, abortion.signal);
  const [socket] = await connected;
  abortion.abort();
  socket.send('late');
  await stream.ended;
  await once(socket, 'close');
  assert.notEqual(socket.readyState, socket.OPEN);
});

test('a frame that is too large ends the stream', async (t) => {
  const { server, hosts } = await venue(t);
  server.on('connection', (socket) => socket.send('x'.repeat(4_194_305)));
  const stream = await openStream(hosts, ADDRESS, refuseFrame, t.signal);
  assert.equal(await stream.ended, undefined);
});

test('a stream that cannot be opened is a failure without its address', async (t) => {
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const hosts = { allowed: ['stream.venue.example'], redirect: `http://127.0.0.1:${port}` };
  await assert.rejects(openStream(hosts, ADDRESS, refuseFrame, t.signal), (error: unknown) => {
    assert(error instanceof Failure);
    assert.equal(error.code, 'unavailable');
    return !`${error.message} ${String(error.cause)}`.includes('listenkey');
  });
});

test('a host that is not of the venue, or not encrypted, is never connected to', async (t) => {
  const { hosts } = await venue(t);
  for (const address of ['wss://venue.example.evil.example/ws', 'wss://127.0.0.1/ws'])
    await assert.rejects(openStream(hosts, address, refuseFrame, t.signal), /is a host of this/);
  const direct = { ...hosts, redirect: null };
  await assert.rejects(
    openStream(direct, 'ws://stream.venue.example/', refuseFrame, t.signal),
    /are encrypted/,
  );
  const elsewhere = { ...hosts, redirect: 'http://192.0.2.1:80' };
  await assert.rejects(openStream(elsewhere, ADDRESS, refuseFrame, t.signal), /loopback only/);
});

function refuseFrame(text: string): void {
  assert.fail(`no frame was expected, found "${text.slice(0, 20)}"`);
}

async function venue(t: TestContext): Promise<{
  readonly server: WebSocketServer;
  readonly hosts: { readonly allowed: readonly string[]; readonly redirect: string };
}> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    hosts: { allowed: ['stream.venue.example'], redirect: `http://127.0.0.1:${port}` },
  };
}
