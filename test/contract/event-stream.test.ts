// The stream of events over real connections: from now on or from a place, through cuts, beside
// readers that stop reading, until its key is revoked or the service stops.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Store } from '#ports/stores/store.ts';
import { requestExamples } from '#api/pages/request-examples.ts';
import { ORDER_STATES } from '#venue-port/order/order.ts';
import { sampleId, sampleOrder } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { readEventStream } from '../support/event-reader.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Harness = {
  readonly service: TestService;
  readonly store: Store;
  readonly address: string;
  readonly key: string;
  /** So many orders are placed and their events announced. */
  happen(this: void, count?: number): Promise<void>;
  /** What happens is numbered, and nobody hears of it. */
  happenUnheard(this: void): Promise<void>;
  /** An order is placed and changes, in so many events with long reasons, which are announced. */
  happenAtLength(this: void, count: number): Promise<void>;
};

const EVENTS_AT_ONCE = 200;
const LONG_REASON = 'The exchange is silent. '.repeat(100);

async function makeHarness(context: Parameters<typeof closeAfter>[0]): Promise<Harness> {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(context, service);
  const { store, api } = service;
  const address = await api.listen({ host: '127.0.0.1', port: 0 });
  const place = async () => {
    const marketTag = sampleId('market');
    await store.insertIntent(sampleOrder(service.ownAccountId, { marketTag }));
    await store.numberEvents(10);
  };
  return {
    service,
    store,
    address,
    key: await service.makeKey(['read']),
    async happen(count = 1) {
      for (let index = 0; index < count; index += 1) await place();
      api.noteEvents(['usr_first']);
    },
    happenUnheard: place,
    async happenAtLength(count) {
      const talkative = sampleOrder(service.ownAccountId, { marketTag: sampleId('market') });
      await store.insertIntent(talkative);
      const { orderId, filledAmount, updatedAtMs: atMs } = talkative;
      const rest = { orderId, filledAmount, reason: LONG_REASON, venueOrderId: null, atMs };
      for (let index = 1; index < count; index += 1) {
        const to = index % 2 === 0 ? 'unknown' : 'open';
        assert(await store.transition({ ...rest, from: ORDER_STATES, to }, null));
      }
      await store.numberEvents(count);
      api.noteEvents(['usr_first']);
    },
  };
}

suite('GET /v1/events/stream', () => {
  test('sends what happens from now on, once, and says its place first', async (context) => {
    const { address, key, happen } = await makeHarness(context);
    await happen(2);
    const reader = readEventStream(address, key);
    await reader.until(() => reader.lastId() === '2');
    assert.match(reader.text(), /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(reader.text(), /\r\nContent-Type: text\/event-stream\r\n/);
    await happen();
    await happen(2);
    await reader.until(() => reader.ids().length === 3);
    assert.deepEqual(reader.ids(), [3, 4, 5]);
    assert.match(reader.text(), /"type":"order\.placed"/);
    reader.cut();
  });

  test('goes on behind Last-Event-ID or after, the header first', async (context) => {
    const { address, key, happen } = await makeHarness(context);
    await happen(4);
    const byHeader = readEventStream(address, key, { query: '?after=1', lastEventId: '3' });
    const byQuery = readEventStream(address, key, { query: '?after=1' });
    const whole = readEventStream(address, key, { query: '?after=0' });
    await byHeader.until(() => byHeader.ids().length === 1);
    await byQuery.until(() => byQuery.ids().length === 3);
    await whole.until(() => whole.ids().length === 4);
    assert.deepEqual([byHeader.ids(), byQuery.ids()], [[4], [2, 3, 4]]);
    for (const reader of [byHeader, byQuery, whole]) reader.cut();
  });

  test('is at /v1/events for whoever does not ask for the list', async (context) => {
    const { address, key, happen } = await makeHarness(context);
    await happen(2);
    for (const accept of [
      null,
      '*/*',
      'text/event-stream',
      'application/json, text/event-stream',
    ]) {
      const reader = readEventStream(address, key, {
        path: '/v1/events',
        lastEventId: '1',
        accept,
      });
      await reader.until(() => reader.ids().length === 1);
      assert.deepEqual(reader.ids(), [2], String(accept));
      reader.cut();
    }
    const authorization = `Bearer ${key}`;
    const response = await fetch(`${address}/v1/events?after=0`, { headers: { authorization } });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    await response.body?.cancel();
  });

  test('gives way to the list where JSON is named, or a parameter of the list', async (context) => {
    const { service, key, happen } = await makeHarness(context);
    await happen(2);
    for (const [query, accept] of [
      ['?after=1&wait=0', null],
      ['?after=1&wait=0', 'text/event-stream, application/json;q=0.5'],
      ['?after=1&limit=5', '*/*'],
      ['?after=1', 'application/json'],
      ['?after=1', 'application/json, text/plain, */*'],
    ] as const) {
      const headers = { authorization: `Bearer ${key}`, ...(accept === null ? null : { accept }) };
      const response = await service.api.app.inject({ url: `/v1/events${query}`, headers });
      const list = response.json<{ readonly last_event_id: string }>();
      assert.equal(list.last_event_id, '2', `${query} ${accept}`);
    }
    const headers = { authorization: `Bearer ${key}` };
    const inject = (query: string, more: Readonly<Record<string, string>>) =>
      service.api.app.inject({ url: `/v1/events${query}`, headers: { ...headers, ...more } });
    assertProblem(await inject('?wait=5', {}), 'invalid_request', true);
    assertProblem(await inject('?wait=0', { accept: 'text/event-stream' }), 'not_acceptable', true);
    assertProblem(await inject('', { accept: 'text/html' }), 'not_acceptable', true);
    const document = service.api.document();
    const [curl] = requestExamples(document, {
      method: 'get',
      path: '/v1/events',
      operation: present(document.paths['/v1/events']?.['get'], 'the list is described'),
    });
    assert.match(curl?.text ?? '', /\/v1\/events\?wait=0"/);
  });

  test('a reader that is cut off again and again has each event once', async (context) => {
    const { address, key, happen } = await makeHarness(context);
    const seen: number[] = [];
    let lastEventId = '0';
    for (let round = 1; round <= 8; round += 1) {
      const reader = readEventStream(address, key, { lastEventId });
      await happen(round % 3);
      await reader.until(() => reader.lastId() !== null && reader.ids().length >= round % 2);
      reader.cut();
      seen.push(...reader.ids());
      lastEventId = reader.lastId() ?? lastEventId;
      await happen();
    }
    const last = readEventStream(address, key, { lastEventId });
    await last.until(() => last.ids().at(-1) === 17);
    seen.push(...last.ids());
    last.cut();
    assert.deepEqual(
      seen,
      Array.from({ length: 17 }, (_, index) => index + 1),
    );
  });

  test('sends only the wanted types, and its place with each heartbeat', async (context) => {
    const { service, address, key, happen } = await makeHarness(context);
    const reader = readEventStream(address, key, { query: '?types=fill.created' });
    await reader.until(() => reader.lastId() === '0');
    await happen(2);
    await reader.until(() => {
      service.clock.advance(LIMITS.eventHeartbeatMs);
      return reader.lastId() === '2';
    });
    assert.deepEqual(reader.ids(), []);
    assert.match(reader.text(), /^: heartbeat$/m);
    reader.cut();
  });

  test('finds by itself what nobody announced', async (context) => {
    const { service, address, key, happenUnheard } = await makeHarness(context);
    const reader = readEventStream(address, key);
    await reader.until(() => reader.lastId() === '0');
    await happenUnheard();
    await reader.until(() => {
      service.clock.advance(LIMITS.eventLookMs);
      return reader.ids().length === 1;
    });
    assert.deepEqual(reader.ids(), [1]);
    reader.cut();
  });

  test('another user hears nothing', async (context) => {
    const { service, address, key, happen } = await makeHarness(context);
    const stranger = readEventStream(address, await service.makeKey(['read'], 'usr_second'));
    const reader = readEventStream(address, key);
    await stranger.until(() => stranger.lastId() === '0');
    await reader.until(() => reader.lastId() === '0');
    await happen();
    await reader.until(() => reader.ids().length === 1);
    assert.deepEqual(stranger.ids(), []);
    for (const each of [reader, stranger]) each.cut();
  });

  test('refuses places and types that are none, before anything is sent', async (context) => {
    const { service, key, happen } = await makeHarness(context);
    await happen();
    const headers = { authorization: `Bearer ${key}` };
    const ask = (query: string, more = {}) =>
      service.api.app.inject({
        url: `/v1/events/stream${query}`,
        headers: { ...headers, ...more },
      });
    for (const query of ['?after=2', '?after=x', '?types=none', '?limit=1'])
      assertProblem(await ask(query), 'invalid_request', true);
    assertProblem(await ask('', { 'last-event-id': 'x' }), 'invalid_request', true);
  });
});

suite('a stream ends', () => {
  test('when its key is revoked, and others of the user go on', async (context) => {
    const { service, address, key, happen } = await makeHarness(context);
    const other = readEventStream(address, await service.makeKey(['read']));
    const reader = readEventStream(address, key);
    await reader.until(() => reader.lastId() === '0');
    await other.until(() => other.lastId() === '0');
    const principal = await service.store.findPrincipal(hash('sha256', key, 'buffer'));
    await service.store.setKeyEnabled(principal?.keyId ?? '', false);
    service.api.forgetPrincipals();
    await reader.until(() =>
      reader.text().includes('{"reason":"key_not_valid","detail":"The key of'),
    );
    await happen();
    await other.until(() => other.ids().length === 1);
    assert.deepEqual(reader.ids(), []);
    other.cut();
  });

  test('when the service stops, which does not wait for its reader', async (context) => {
    const { service, address, key } = await makeHarness(context);
    const reader = readEventStream(address, key);
    await reader.until(() => reader.lastId() === '0');
    await service.close();
    await reader.until(() => reader.text().includes('event: end\n'));
    assert.match(
      reader.text(),
      /event: end\ndata: \{"reason":"stopping","detail":"The service stops\. /,
    );
  });

  test('when its reader takes nothing for long; others are served meanwhile', async (context) => {
    const { service, address, key, happen, happenAtLength } = await makeHarness(context);
    const still = readEventStream(address, key);
    const reader = readEventStream(address, key);
    await still.until(() => still.lastId() === '0');
    await reader.until(() => reader.lastId() === '0');
    still.pause();
    // More than the buffers of a connection hold.
    const hasEnded = () => service.log.some(({ fields }) => fields['reason'] === 'too_slow');
    for (let round = 1; !hasEnded(); round += 1) {
      await happenAtLength(EVENTS_AT_ONCE);
      await reader.until(() => reader.lastId() === String(round * EVENTS_AT_ONCE));
      service.clock.advance(LIMITS.eventReaderStillMsMax / 2);
    }
    // It does not take its last message either, and its connection ends.
    const isCut = () => service.log.some(({ event }) => event === 'event_stream.cut');
    while (!isCut()) {
      service.clock.advance(LIMITS.eventStreamEndMsMax);
      await turn();
    }
    const lastEventId = still.lastId() ?? '';
    still.cut();
    const resumed = readEventStream(address, key, { lastEventId });
    const newest = reader.ids().at(-1) ?? 0;
    await resumed.until(() => resumed.ids().at(-1) === newest);
    assert.equal(resumed.ids().length, newest - Number(lastEventId));
    assert.match(resumed.text(), /\r\nX-Previous-Stream-End: too_slow at 20\S+Z\r\n/);
    assert.match(
      resumed.text(),
      /\n: The stream before was cut off at 20\S+Z \(too_slow\): its reader took nothing for 10 /,
    );
    const next = readEventStream(address, key);
    await next.until(() => next.lastId() !== null);
    assert.doesNotMatch(next.text(), /too_slow/);
    // At any process it reads so in the log, where its owner does.
    await happen();
    await resumed.until(() => /"type":"stream\.cut"/.test(resumed.text()));
    const path = '"path":"/v1/events/stream"';
    assert.ok(resumed.text().includes(`${path},"reason":"Its reader took nothing for 10 seconds`));
    for (const each of [reader, resumed, next]) each.cut();
  });

  test('a user has so many and no more, and timers end with the last', async (context) => {
    const { service, address, key } = await makeHarness(context);
    const before = service.clock.repetitionsCount;
    const readers = Array.from({ length: LIMITS.eventStreamsPerUserMax }, () =>
      readEventStream(address, key),
    );
    for (const reader of readers) await reader.until(() => reader.lastId() === '0');
    const headers = { authorization: `Bearer ${key}` };
    const url = '/v1/events/stream';
    assertProblem(await service.api.app.inject({ url, headers }), 'rate_limited', true);
    for (const reader of readers) reader.cut();
    while (service.api.hasEventReaders()) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(service.clock.repetitionsCount, before);
  });
});
