// Time that leaps: timers run in their order, and not before what sockets still bring.

import test from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { startLeapingTime } from './leaping-time.ts';

const HOUR_MS = 3_600_000;

test('an hour of waiting takes no time, and timers keep their order', async () => {
  const machineMs = process.hrtime.bigint();
  const time = startLeapingTime();
  try {
    const fromMs = Date.now();
    const ran: string[] = [];
    const cancelled = setTimeout(() => ran.push('cancelled'), 5);
    const ticks = setInterval(() => ran.push('tick'), HOUR_MS / 3);
    setTimeout(() => ran.push('soon'), 10);
    clearTimeout(cancelled);
    await new Promise((resolve) => setTimeout(resolve, HOUR_MS));
    clearInterval(ticks);
    assert.deepEqual(ran.slice(0, 3), ['soon', 'tick', 'tick']);
    assert.equal(Date.now() - fromMs, HOUR_MS);
  } finally {
    time.stop();
  }
  assert(process.hrtime.bigint() - machineMs < BigInt(HOUR_MS) * 1_000_000n);
});

test('a reply that is on its way comes before the deadline', async () => {
  const server = http.createServer((_request, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const time = startLeapingTime();
  try {
    const replied = new Promise((resolve) => {
      http.get({ port, host: '127.0.0.1' }, (response) => {
        response.resume().on('end', () => resolve('reply'));
      });
    });
    const deadline = new Promise((resolve) => setTimeout(() => resolve('deadline'), 1));
    assert.equal(await Promise.race([replied, deadline]), 'reply');
  } finally {
    time.stop();
    server.closeAllConnections();
    server.close();
  }
});

test('the time of the machine comes back', () => {
  const current = () => ({
    timers: [globalThis.setTimeout, globalThis.clearInterval, Date.now],
    isMonotonicOwn: Object.hasOwn(performance, 'now'),
  });
  const before = current();
  const time = startLeapingTime();
  assert.notDeepEqual(current(), before);
  time.stop();
  assert.deepEqual(current(), before);
});
