import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

const PROCESSES = 4;
const PORTS_EACH = 50;
const SCRIPT = `
  import { freePort } from ${JSON.stringify(new URL('free-port.ts', import.meta.url).href)};
  const ports = [];
  for (let i = 0; i < ${PORTS_EACH}; i += 1) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  await new Promise((resolve) => process.stdin.once('data', resolve));
`;

test('processes at once get different ports, below those of connections', async () => {
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const printed = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, 'data'))[0])),
  );
  for (const child of children) child.stdin.end('end');
  const ports = printed.flatMap((line) => JSON.parse(line) as number[]);
  assert.equal(ports.length, PROCESSES * PORTS_EACH);
  assert.equal(new Set(ports).size, ports.length);
  assert.ok(ports.every((port) => port < 32_768));
  await Promise.all(children.map((child) => once(child, 'exit')));
});

test('a port that somebody listens on is not given', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    assert.notEqual(await freePort(), port);
  } finally {
    server.close();
  }
});
