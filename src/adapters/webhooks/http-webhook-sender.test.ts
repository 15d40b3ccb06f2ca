// Webhooks to receivers that do what they should not, and to addresses that must not be reached.
// The signature is verified by an implementation of its own, written from the text of the Standard
// Webhooks convention.

import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { parseAddressRange } from '#domain/access/address-range.ts';
import type { PostOptions } from '#adapters/outgoing/guarded-post.ts';
import { httpWebhookSender } from '#adapters/webhooks/http-webhook-sender.ts';
import { LIMITS } from '#lib/limits.ts';

/** Far above any deadline here, and below the limits that libraries have by themselves. */
const OVERLOADED_MS = 20_000;
const LOOPBACK = ['127.0.0.0/8'].map((text) => {
  const range = parseAddressRange(text);
  assert(range.ok);
  return range.value;
});
const SECRET = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const OLD_SECRET = Buffer.alloc(32, 7);
const BODY = '{"type":"order.filled","data":{"name":"Jürgen"}}';
const SENT_AT_MS = 1_674_087_231_999;

async function receiver(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
}

function sendTo(url: string, options: Partial<PostOptions> = {}) {
  const sender = httpWebhookSender({ allowed: LOOPBACK, ...options });
  const secrets = [SECRET, OLD_SECRET];
  return sender.send({ url, id: 'usr_1-42', sentAtMs: SENT_AT_MS, body: BODY, secrets });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** "The signature scheme": `{id}.{timestamp}.{body}`, HMAC-SHA256, base64, versions by space. */
function isVerified(headers: IncomingMessage['headers'], body: string, secret: Buffer): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const expected = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${String(id)}.${String(timestamp)}.`), Buffer.from(body)]))
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

test('the request is signed by both secrets, and the response is what came back', async (t) => {
  const seen: { headers: IncomingMessage['headers']; text: string; line: string }[] = [];
  const url = await receiver(t, (request, response) => {
    const note = async (): Promise<void> => {
      const text = await textOf(request);
      seen.push({ headers: request.headers, text, line: `${request.method} ${request.url}` });
      response.writeHead(202).end('thank you');
    };
    void note();
  });
  assert.deepEqual(await sendTo(url), {
    kind: 'responded',
    outcome: 'accepted',
    status: 202,
    text: 'thank you',
  });
  const [got] = seen;
  assert(got !== undefined);
  assert.equal(got.line, 'POST /hook?a=b');
  assert.equal(got.text, BODY);
  assert.equal(got.headers['webhook-id'], 'usr_1-42');
  assert.equal(got.headers['webhook-timestamp'], '1674087231');
  assert(isVerified(got.headers, got.text, SECRET));
  assert(isVerified(got.headers, got.text, OLD_SECRET));
  assert(!isVerified(got.headers, `${got.text} `, SECRET));
  assert(!isVerified(got.headers, got.text, Buffer.alloc(32)));
});

test('a redirect is a response like any other, and is not followed', async (t) => {
  let count = 0;
  const url = await receiver(t, (_request, response) => {
    count += 1;
    response.writeHead(307, { location: '/other' }).end();
  });
  assert.deepEqual(await sendTo(url), {
    kind: 'responded',
    outcome: 'redirected',
    status: 307,
    text: '',
  });
  assert.equal(count, 1);
});

for (const [name, listener] of [
  ['a receiver that does not respond', () => undefined],
  ['a body that does not end', (_request, response) => void response.writeHead(200).write('a')],
] satisfies readonly (readonly [string, RequestListener])[])
  test(`${name} is left at the deadline`, async (t) => {
    const url = await receiver(t, listener);
    const beganAtMs = performance.now();
    assert.deepEqual(await sendTo(url, { timeoutMs: 200 }), {
      kind: 'unreachable',
      problem: 'It did not respond within 0.2 s.',
    });
    assert(performance.now() - beganAtMs < OVERLOADED_MS);
  });

test('of a body of 100 MB little is read', async (t) => {
  let written = 0;
  const url = await receiver(t, (_request, response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    const write = (): void => {
      while (written < 100_000_000 && !response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', write);
    write();
  });
  const response = await sendTo(url);
  assert(response.kind === 'responded');
  assert.equal(response.text.length, LIMITS.webhookResponseBytesMax);
  assert(written < 20_000_000, `${written} bytes were written`);
});

test('a connection that is refused or cut off is reported in words', async (t) => {
  const cut = await receiver(t, (request) => request.socket.destroy());
  for (const [url, problem] of [
    [cut, 'It could not be reached: socket hang up.'],
    ['http://127.0.0.1:1/', 'It could not be reached: connect ECONNREFUSED 127.0.0.1:1.'],
  ] as const)
    assert.deepEqual(await sendTo(url), { kind: 'unreachable', problem });
});

for (const addresses of [['127.0.0.1'], ['10.0.0.1', '169.254.169.254'], ['::ffff:7f00:1']])
  test(`a name that leads to ${addresses.join(' and ')} is not reached`, async (t) => {
    let count = 0;
    const own = new URL(await receiver(t, () => (count += 1)));
    const resolve = () => Promise.resolve(addresses);
    const url = `http://rebind.example:${own.port}/`;
    const response = await sendTo(url, { allowed: [], resolve });
    assert.deepEqual(response, {
      kind: 'unreachable',
      problem: '"rebind.example" is in a network that this service does not reach.',
    });
    assert.equal(count, 0);
  });

test('the connection goes to the address that was judged', async (t) => {
  const hosts: (string | undefined)[] = [];
  const own = new URL(
    await receiver(t, (request, response) => {
      hosts.push(request.headers.host);
      response.end();
    }),
  );
  let count = 0;
  const resolve = () => {
    count += 1;
    return Promise.resolve([count === 1 ? '127.0.0.1' : '10.0.0.1']);
  };
  const response = await sendTo(`http://rebind.example:${own.port}/`, { resolve });
  assert.equal(response.kind, 'responded');
  assert.equal(count, 1);
  assert.deepEqual(hosts, [`rebind.example:${own.port}`]);
});

test('a name without addresses, and one whose look-up hangs, are reported', async () => {
  const none = await sendTo('http://none.example/', { resolve: () => Promise.resolve([]) });
  assert(none.kind === 'unreachable');
  assert.match(none.problem, /has no address/);
  const hanging = new Promise<readonly string[]>(() => undefined);
  const late = await sendTo('http://slow.example/', { resolve: () => hanging, timeoutMs: 100 });
  assert(late.kind === 'unreachable');
  assert.match(late.problem, /within 0.1 s/);
});

test('without encryption only networks of the operator are reached', async () => {
  const resolve = () => Promise.resolve(['8.8.8.8']);
  const response = await sendTo('http://public.example/', { resolve });
  assert(response.kind === 'unreachable');
  assert.match(response.problem, /https/);
});
