// The log of events over HTTP: reading piece by piece, by type, from wrong places; and its
// catalogue.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { EVENT_CATALOGUE, EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import { decimal } from '#lib/decimal.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, makeTestService } from '../support/test-service.ts';

const service = await makeTestService(undefined, AMPLE_BUDGETS);
const { store } = service;
const bearer = { authorization: `Bearer ${await service.makeKey(['read'])}` };

const order = sampleOrder(service.ownAccountId, { amount: decimal('0.5') });
await store.insertIntent(order);
const change = { orderId: order.orderId, venueOrderId: 'v', reason: null, atMs: 1_800_000_000_000 };
const filled = {
  ...change,
  from: ['pending'],
  to: 'filled',
  filledAmount: decimal('0.5'),
} as const;
await store.transition(filled, null);
await store.numberEvents(10);

function ask(query: string) {
  const headers = { ...bearer, accept: 'application/json' };
  return service.api.app.inject({ url: `/v1/events${query}`, headers });
}

type Page = {
  readonly data: readonly { readonly event_id: string; readonly type: string }[];
  readonly last_event_id: string;
  readonly has_more: boolean;
};

async function page(query: string): Promise<readonly [readonly string[], string, boolean]> {
  const response = await ask(query);
  assert.equal(response.statusCode, 200, response.body);
  const { data, last_event_id: last, has_more: hasMore } = response.json<Page>();
  return [data.map(({ event_id: id, type }) => `${id} ${type}`), last, hasMore];
}

suite('GET /v1/events', () => {
  test('begins with the oldest event and ends with the newest', async () => {
    const all = ['1 order.placed', '2 fill.created', '3 order.filled'];
    assert.deepEqual(await page(''), [all, '3', false]);
  });

  test('is read on from the last event, in any pieces, and again later', async () => {
    assert.deepEqual(await page('?limit=2'), [['1 order.placed', '2 fill.created'], '2', true]);
    assert.deepEqual(await page('?limit=2&after=2'), [['3 order.filled'], '3', false]);
    assert.deepEqual(await page('?after=3'), [[], '3', false]);
  });

  test('has only the types that are wanted, and goes on behind the others', async () => {
    assert.deepEqual(await page('?types=fill.created'), [['2 fill.created'], '3', false]);
    const orders = ['1 order.placed', '3 order.filled'];
    assert.deepEqual(await page('?types=order.*,order.filled'), [orders, '3', false]);
    const one = '?types=order.*&limit=1';
    assert.deepEqual(await page('?types=fill.created&limit=1'), [['2 fill.created'], '2', true]);
    assert.deepEqual(await page('?types=fill.created&limit=1&after=2'), [[], '3', false]);
    assert.deepEqual(await page(one), [['1 order.placed'], '1', true]);
    assert.deepEqual(await page(`${one}&after=1`), [['3 order.filled'], '3', false]);
  });

  test('says what an event is about', async () => {
    const response = await ask('?after=1&limit=1');
    assert.deepEqual(response.json<{ readonly data: readonly object[] }>().data, [
      {
        event_id: '2',
        type: 'fill.created',
        object_id: order.orderId,
        occurred_at: '2027-01-15T08:00:00.000Z',
        user_id: null,
        data: {
          order_id: order.orderId,
          account_id: service.ownAccountId,
          market_tag: 'SIM_BTC_USDT_',
          side: 'buy',
          type: 'limit',
          price: '27123.45',
          amount: '0.5',
          filled_amount: '0.5',
          bot_id: null,
          added_amount: '0.5',
        },
      },
    ]);
  });

  for (const query of [
    '?after=4',
    '?after=-1',
    '?after=1e3',
    '?types=',
    '?types=order',
    '?types=*',
  ])
    test(`refuses ${query}`, async () => {
      assertProblem(await ask(query), 'invalid_request', true);
    });
});

test('docs/events.md has each type with its object, and no other', () => {
  const text = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|.*\| ([^|]+) \| `\w+` \|$/gm);
  const listed = [...rows].map(([, type, subject]) => [type, subject]);
  const catalogue = EVENT_TYPES.map((type) => [type, EVENT_CATALOGUE[type].subject]);
  assert.deepEqual(listed, catalogue);
});
