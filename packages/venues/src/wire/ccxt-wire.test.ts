import { test } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { RequestBudget } from '#venues/request-budget.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';
import type { CcxtWire } from '#venues/wire/ccxt-wire.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { LoopbackServer } from '#venues/wire/loopback-server.fixture.ts';
import { loopbackServer, response } from '#venues/wire/loopback-server.fixture.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const NOW_MS = 1_700_000_000_000;
const VENUE_NOW_MS = NOW_MS + 321;
const AMPLE_MS = 10_000;
const KEYS = { apiKey: 'THEKEY', secret: 'THESECRET', passphrase: null };
const LOOKUP: VenueCall = {
  access: 'private',
  section: 'private',
  method: 'GET',
  path: 'order',
  parameters: { symbol: 'BTCUSDT', origClientOrderId: 'a1' },
  lane: 'lookup',
  cost: 4,
};
const TIME: VenueCall = {
  ...LOOKUP,
  access: 'public',
  section: 'public',
  path: 'time',
  parameters: {},
};

test('a call is signed with the time of the venue and sent once', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.write(response('{"a":1}')));
  const { wire, budget } = wireTo(t, server);
  const outcome = await wire.send(LOOKUP, KEYS, AMPLE_MS);
  assert(outcome.kind === 'reply');
  assert.equal(outcome.body, '{"a":1}');
  const [request = '', ...others] = server.requests;
  assert.equal(others.length, 0);
  assert.match(
    request,
    new RegExp(`^GET /api/v3/order\\?timestamp=${VENUE_NOW_MS}&symbol=BTCUSDT`),
  );
  assert.match(request, /x-mbx-apikey: THEKEY\r\n/i);
  assert.doesNotMatch(request, /THESECRET/);
  assert.equal(budget.figures().usedInMinute, 4);
  assert.equal(budget.figures().inFlightCount, 0);
});

test('a public call holds neither key nor signature', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.write(response('{}')));
  await wireTo(t, server).wire.send(TIME, null, AMPLE_MS);
  assert.match(server.requests[0] ?? '', /^GET \/api\/v3\/time HTTP/);
  assert.doesNotMatch(server.requests[0] ?? '', /key|signature/i);
});

test('a ban by the venue is final for every later call, which is not sent', async (t) => {
  const server = await loopbackServer(t, (socket) =>
    socket.write(response('', { status: 418, headers: 'retry-after: 77\r\n' })),
  );
  const { wire } = wireTo(t, server);
  await wire.send(TIME, null, AMPLE_MS);
  const outcome = await wire.send({ ...LOOKUP, lane: 'cancel' }, KEYS, AMPLE_MS);
  assert(outcome.kind === 'not_sent');
  assert.equal(outcome.cause, 'budget');
  assert((outcome.retryAfterMs ?? 0) > 60_000);
  assert.equal(server.requests.length, 1);
});

test('credentials that cannot sign, or are missing, are not sent and use no budget', async (t) => {
  const server = await loopbackServer(t, (socket) => socket.write(response('{}')));
  const { wire, budget } = wireTo(t, server);
  for (const keys of [null, { ...KEYS, secret: '' }, { ...KEYS, apiKey: 'a\r\nb' }]) {
    const outcome = await wire.send(LOOKUP, keys, AMPLE_MS);
    assert.deepEqual(outcome, { kind: 'not_sent', cause: 'credentials', retryAfterMs: null });
  }
  assert.deepEqual(server.requests, []);
  assert.equal(budget.figures().usedInMinute, 0);
});

test('an exchange that ccxt does not have is not sent to', async (t) => {
  const server = await loopbackServer(t, () => undefined);
  const { wire } = wireTo(t, server, 'noexchange');
  const outcome = await wire.send(TIME, null, AMPLE_MS);
  assert.deepEqual(outcome, { kind: 'not_sent', cause: 'library', retryAfterMs: null });
});

test('calls under way end when the wire is closed', async (t) => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const server = await loopbackServer(t, () => resolve());
  const { wire, budget } = wireTo(t, server);
  const sent = wire.send(LOOKUP, KEYS, AMPLE_MS);
  await arrived;
  wire.close();
  assert.deepEqual(await sent, { kind: 'no_reply', cause: 'reset' });
  assert.equal(budget.figures().inFlightCount, 0);
});

function wireTo(
  t: TestContext,
  server: LoopbackServer,
  exchangeId = 'binance',
): { readonly wire: CcxtWire; readonly budget: RequestBudget } {
  const budget = makeRequestBudget(
    { perMinute: 6_000, windowSeconds: 60, usedHeader: null },
    SYSTEM_TIME,
  );
  const wire = makeCcxtWire({
    exchangeId,
    hosts: { ...server.hosts, allowed: ['api.binance.com'] },
    budget,
    clock: { nowMs: () => NOW_MS },
    venueNowMs: () => VENUE_NOW_MS,
  });
  t.after(() => wire.close());
  return { wire, budget };
}
