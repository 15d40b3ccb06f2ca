// The state of the installation over HTTP, for owners alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { signedIn, withPassword } from '../support/signed-in.ts';

type Row = Readonly<Record<string, unknown>>;

test('an owner sees the state of the installation, and nobody else does', async (t) => {
  const { service, browser } = await withPassword(t);
  const seen = await browser.ask('GET', '/v1/operator');
  assert.deepEqual(
    [seen.status, Object.keys(seen.body)],
    [200, ['processes', 'queues', 'database', 'slow_requests']],
  );
  const trader = await signedIn(service, 'usr_second');
  assert.equal((await trader.ask('GET', '/v1/operator')).body['code'], 'forbidden');
});

test('what a process says of itself is shown, and that it fell silent', async (t) => {
  const { service, browser } = await withPassword(t);
  const seenAtMs = service.clock.nowMs();
  await service.installation.noteProcess(
    {
      processId: 'proc_1',
      role: 'bots',
      host: 'machine',
      osProcessId: 4_711,
      version: '1.2.3',
      startedAtMs: seenAtMs,
      seenAtMs,
      residentBytes: 5_000_000_000,
      loopDelayMs: 1.5,
      figures: [{ name: 'tidemill_bots', help: 'Bots.', samples: [{ labels: {}, value: 3 }] }],
      slowRequests: Array.from({ length: LIMITS.slowRequestsRetained }, (_, index) => ({
        atMs: seenAtMs + index,
        operation: 'listBots',
        durationMs: 1_500,
        status: 200,
        userId: null,
        requestId: `r${index}`,
      })),
    },
    0,
  );
  const read = async (): Promise<Row> => (await browser.ask('GET', '/v1/operator')).body;
  const processOf = (body: Row): Row => (body['processes'] as readonly Row[])[0] ?? {};
  const body = await read();
  const slow = body['slow_requests'] as readonly Row[];
  assert.deepEqual([slow.length, slow[0]?.['request_id']], [50, 'r49']);
  const { is_silent: isSilent, resident_bytes: bytes, figures } = processOf(body);
  assert.deepEqual([isSilent, bytes], [false, 5_000_000_000]);
  assert.deepEqual((figures as readonly Row[])[0]?.['samples'], [{ labels: {}, value: 3 }]);
  service.clock.advance(31_000);
  assert.equal(processOf(await read())['is_silent'], true);
});

test('an owner sees what each partner used this month, and nobody else does', async (t) => {
  const { service, browser } = await withPassword(t);
  const key = await service.makeKey(['partner']);
  const made = await service.api.app.inject({
    method: 'POST',
    url: '/v1/partner/users',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      external_id: 'customer-1',
      exchange: 'still',
      credentials: { api_key: 'k', api_secret: 's' },
    },
  });
  assert.equal(made.statusCode, 201, made.body);
  service.clock.advance(120_000);
  const { status, body } = await browser.ask('GET', '/v1/operator/partners');
  assert.equal(status, 200);
  const all = body['data'] as readonly Row[];
  const used = all.filter(({ users }) => users === 1);
  assert.equal(used.length, 1);
  const [{ user_name, active_users, bots_running, amount_due } = {}] = used;
  assert.equal(typeof user_name, 'string');
  assert.deepEqual([active_users, bots_running, amount_due], [0, 0, null]);
  const trader = await signedIn(service, 'usr_second');
  const refused = await trader.ask('GET', '/v1/operator/partners');
  assert.equal(refused.body['code'], 'forbidden');
});
