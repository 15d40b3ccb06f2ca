import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { loopbackServer, response, VENUE_HOST } from '#venues/wire/loopback-server.fixture.ts';
import type { SignedRequest, Transport } from '#venues/wire/transport.ts';
import { makeTransport } from '#venues/wire/transport.ts';
import type { VenueHosts } from '#venues/wire/venue-hosts.ts';

const NOW_MS = 1_700_000_000_000;
const AMPLE_MS = 10_000;
const ORDER: SignedRequest = {
  method: 'POST',
  address: `https://${VENUE_HOST}/api/v3/order?symbol=BTCUSDT`,
  headers: { 'x-key': 'KEY' },
  body: 'a=1&signature=SIGNATURE',
};

test('a reply has its status, headers, body and time', async (t) => {
  const server = await loopbackServer(t, (socket) =>
    socket.write(response('{"orderId":1}', { status: 201, headers: 'X-Used: 7\r\n' })),
  );
  const outcome = await transportFor(t, server.hosts).send(ORDER, AMPLE_MS);
  assert(outcome.kind === 'reply');
  assert.equal(outcome.status, 201);
  assert.equal(outcome.headers.get('x-used'), '7');
  assert.equal(outcome.body, '{"orderId":1}');
  assert.equal(outcome.receivedAtMs, NOW_MS);
  const [request = ''] = server.requests;
  assert.match(request, /^POST \/api\/v3\/order\?symbol=BTCUSDT HTTP\/1\.1\r\n/);
  assert.match(request, /x-venue-host: api\.venue\.example\r\n/);
  assert.match(request, /x-key: KEY\r\n/);
  assert.match(request, /content-length: 23\r\n/i);
  assert(request.endsWith('\r\n\r\na=1&signature=SIGNATURE'));
});

/** What the server does with an order, and what must be concluded. */
const PACKED = '{"a":"0.10"}';
const UNPACKED = `reply 200 "${PACKED}"`;

const ENDINGS: readonly (readonly [string, (socket: Socket) => void, string])[] = [
  ['cut before the reply', (socket) => socket.destroy(), 'no_reply reset'],
  ['reset before the reply', (socket) => socket.resetAndDestroy(), 'no_reply reset'],
  ['cut in the head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'), 'no_reply reset'],
  ['cut in the body', cutInBody, 'no_reply truncated'],
  ['cut between chunks', cutBetweenChunks, 'no_reply truncated'],
  ['no HTTP', (socket) => socket.end('SSH-2.0-server\r\n'), 'no_reply truncated'],
  ['an empty reply', (socket) => socket.write(response('')), 'reply 200 ""'],
  ['HTML', (socket) => socket.write(response('<html>')), 'reply 200 "<html>"'],
  ['an empty object', (socket) => socket.write(response('{}')), 'reply 200 "{}"'],
  ['a bad gateway', (socket) => socket.write(response('', { status: 502 })), 'reply 502 ""'],
  ['too many requests', (socket) => socket.write(response('', { status: 429 })), 'reply 429 ""'],
  ['a ban', (socket) => socket.write(response('', { status: 418 })), 'reply 418 ""'],
  ['a redirect', redirect, 'reply 302 ""'],
  [
    'a body over the limit',
    (socket) => socket.write(response('x'.repeat(1_001))),
    'no_reply too_large',
  ],
  ['a zip bomb', (socket) => zipped(socket, gzipSync('x'.repeat(5_000))), 'no_reply too_large'],
  [
    'damaged gzip',
    (socket) => zipped(socket, gzipSync('{}').subarray(0, -4)),
    'no_reply truncated',
  ],
  [
    'a zip bomb of brotli',
    (socket) => zipped(socket, brotliCompressSync('x'.repeat(5_000)), 'br'),
    'no_reply too_large',
  ],
  [
    'damaged brotli',
    (socket) => zipped(socket, brotliCompressSync(PACKED).subarray(0, -4), 'br'),
    'no_reply truncated',
  ],
  ['gzip', (socket) => zipped(socket, gzipSync(PACKED)), UNPACKED],
  ['gzip in capitals', (socket) => zipped(socket, gzipSync(PACKED), 'GZIP'), UNPACKED],
  ['brotli', (socket) => zipped(socket, brotliCompressSync(PACKED), 'br'), UNPACKED],
  ['zstd', (socket) => zipped(socket, zstdCompressSync(PACKED), 'zstd'), UNPACKED],
  ['deflate', (socket) => zipped(socket, deflateSync(PACKED), 'deflate'), UNPACKED],
  ['deflate, bare', (socket) => zipped(socket, deflateRawSync(PACKED), 'deflate'), UNPACKED],
  [
    'what is packed twice',
    (socket) => zipped(socket, gzipSync(brotliCompressSync(PACKED)), 'br, gzip'),
    UNPACKED,
  ],
  ['what is not packed', (socket) => zipped(socket, Buffer.from(PACKED), 'identity'), UNPACKED],
];

for (const [title, respond, conclusion] of ENDINGS)
  test(`${title}: ${conclusion}`, async (t) => {
    const server = await loopbackServer(t, respond);
    const outcome = await transportFor(t, server.hosts).send(ORDER, AMPLE_MS);
    const found =
      outcome.kind === 'reply'
        ? `reply ${outcome.status} "${outcome.body}"`
        : `${outcome.kind} ${outcome.cause}`;
    assert.equal(found, conclusion);
  });

test('a venue that hangs, or sends byte by byte for ever, is left at the deadline', async (t) => {
  const drips: NodeJS.Timeout[] = [];
  t.after(() => drips.map(clearInterval));
  for (const respond of [
    () => undefined,
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n');
      drips.push(setInterval(() => socket.write('x'), 5));
    },
  ]) {
    const server = await loopbackServer(t, respond);
    const outcome = await transportFor(t, server.hosts, { bodyBytesMax: 1_000_000 }).send(
      ORDER,
      600,
    );
    assert.deepEqual(outcome, { kind: 'no_reply', cause: 'timeout' });
    assert.equal(server.requests.length, 1);
  }
});

test('a request may take longer than a connection, up to its deadline', async (t) => {
  const patient = await loopbackServer(t, (socket) => {
    setTimeout(() => socket.write(response('{}')), 150);
  });
  const hanging = await loopbackServer(t, () => undefined);
  const limits = { connectMsMax: 50 };
  const late = await transportFor(t, patient.hosts, limits).send(ORDER, AMPLE_MS);
  assert.equal(late.kind, 'reply');
  const never = await transportFor(t, hanging.hosts, limits).send(ORDER, 300);
  assert.deepEqual(never, { kind: 'no_reply', cause: 'timeout' });
  assert.equal(hanging.requests.length, 1);
});

test('a connection that is not secured in its time is not sent', async (t) => {
  const server = await loopbackServer(t, () => undefined);
  const hosts: VenueHosts = { allowed: ['127.0.0.1'], redirect: null };
  const address = `https://127.0.0.1:${server.port}/api/v3/order`;
  const limits = { connectMsMax: 50 };
  const outcome = await transportFor(t, hosts, limits).send({ ...ORDER, address }, AMPLE_MS);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'deadline', retryAfterMs: null });
});

test('a refused connection is not sent', async (t) => {
  const server = await loopbackServer(t, () => undefined);
  // Port 1 is reserved, and nothing listens on it.
  const hosts = { ...server.hosts, redirect: 'http://127.0.0.1:1' };
  const outcome = await transportFor(t, hosts).send(ORDER, AMPLE_MS);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'refused', retryAfterMs: null });
});

test('a server that cannot secure the connection gets not a byte of the request', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.end('HTTP/1.1 400 Plain\r\n\r\n'));
  const hosts: VenueHosts = { allowed: ['127.0.0.1'], redirect: null };
  const address = `https://127.0.0.1:${server.port}/api/v3/order`;
  const outcome = await transportFor(t, hosts).send({ ...ORDER, address }, AMPLE_MS);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'tls', retryAfterMs: null });
  assert(server.requests.every((bytes) => !bytes.includes('SIGNATURE')));
});

test('a server that never secures the connection gets not a byte of it either', async (t) => {
  const server = await loopbackServer(t, () => undefined);
  const hosts: VenueHosts = { allowed: ['127.0.0.1'], redirect: null };
  const address = `https://127.0.0.1:${server.port}/api/v3/order`;
  const outcome = await transportFor(t, hosts).send({ ...ORDER, address }, 150);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'deadline', retryAfterMs: null });
  assert(server.requests.every((bytes) => !bytes.includes('SIGNATURE')));
});

test('a process that was frozen past the deadline before writing does not send', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.write(response('{}')));
  const sent = transportFor(t, server.hosts).send(ORDER, 50);
  const untilMs = performance.now() + 60;
  while (performance.now() < untilMs);
  assert.deepEqual(await sent, { kind: 'not_sent', cause: 'deadline', retryAfterMs: null });
  assert.deepEqual(server.requests, []);
});

test('nothing is written once its process may not send for the account any more', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.write(response('{}')));
  const transport = transportFor(t, server.hosts);
  let sendByMs = Infinity;
  const late = transport.send(ORDER, AMPLE_MS, () => sendByMs);
  // Lost while the connection is made.
  sendByMs = performance.now();
  assert.deepEqual(await late, { kind: 'not_sent', cause: 'lease', retryAfterMs: null });
  assert.deepEqual(server.requests, []);
  sendByMs = performance.now() + AMPLE_MS;
  assert.equal((await transport.send(ORDER, AMPLE_MS, () => sendByMs)).kind, 'reply');
  // On a connection that stands.
  sendByMs = -Infinity;
  const outcome = await transport.send(ORDER, AMPLE_MS, () => sendByMs);
  assert.equal(outcome.kind, 'not_sent');
  assert.equal(server.requests.length, 1);
});

test('a key that makes no header is not sent', async (t) => {
  const server = await loopbackServer(t, () => undefined);
  const signed = { ...ORDER, headers: { 'x-key': 'KEY\r\nx-other: 1' } };
  const outcome = await transportFor(t, server.hosts).send(signed, AMPLE_MS);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'credentials', retryAfterMs: null });
});

test('connections are retained and used again', async (t) => {
  const sockets = new Set<Socket>();
  const server = await loopbackServer(t, (socket) => {
    sockets.add(socket);
    socket.write(response('{}'));
  });
  const transport = transportFor(t, server.hosts);
  for (let count = 0; count < 3; count++) await transport.send(ORDER, AMPLE_MS);
  assert.equal(server.requests.length, 3);
  assert.equal(sockets.size, 1);
});

function cutInBody(socket: Socket): void {
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"orderId":');
}

function cutBetweenChunks(socket: Socket): void {
  socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
}

function redirect(socket: Socket): void {
  socket.write(response('', { status: 302, headers: 'location: https://other.example/\r\n' }));
}

function zipped(socket: Socket, bytes: Buffer, encoding = 'gzip'): void {
  const length = bytes.length;
  socket.write(
    `HTTP/1.1 200 X\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(bytes);
}

function transportFor(
  t: TestContext,
  hosts: VenueHosts,
  limits: { readonly bodyBytesMax?: number; readonly connectMsMax?: number } = {},
): Transport {
  const transport = makeTransport({
    hosts,
    clock: { nowMs: () => NOW_MS },
    bodyBytesMax: 1_000,
    connectMsMax: AMPLE_MS,
    ...limits,
  });
  t.after(() => transport.close());
  return transport;
}
