// The client against responses that are scripted: what it sends, sends again, and gives up.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TidemillClient } from '../../sdk/src/tidemill-client.ts';
import {
  ApiProblemError,
  createClient,
  createPartialClient,
  isProblem,
  market,
  NoResponseError,
  StreamEndedError,
} from '../../sdk/src/tidemill-client.ts';
import { listOrders } from '../../sdk/src/operation-table.ts';
import type { ScriptedFetch } from './scripted-fetch.ts';
import { jsonResponse, problemResponse, scriptedFetch, streamResponse } from './scripted-fetch.ts';

const ORDER = {
  account_id: 'acc_1',
  market_tag: 'SIM_BTC_USDT',
  side: 'buy',
  type: 'market',
  amount: '0.1',
} as const;

function clientOf({ fetch }: ScriptedFetch): TidemillClient {
  const retries = { firstWaitMs: 1, waitMsMax: 2 };
  return createClient({ baseUrl: 'http://tidemill.invalid/', apiKey: 'tm_live_x', fetch, retries });
}

suite('requests', () => {
  test('parameters are in path and query, the key in its header', async () => {
    const script = scriptedFetch([jsonResponse({ data: [], next_cursor: null })]);
    await clientOf(script).listBotLogs({ bot_id: 'bot/1', limit: 5 });
    const [{ url, headers, method } = assert.fail()] = script.sent;
    assert.equal(url, 'http://tidemill.invalid/v1/bots/bot%2F1/logs?limit=5');
    assert.equal(method, 'GET');
    assert.equal(headers.get('authorization'), 'Bearer tm_live_x');
    assert.equal(headers.get('idempotency-key'), null);
  });

  test('a parameter that is missing is refused before anything is sent', async () => {
    const script = scriptedFetch([]);
    await assert.rejects(
      async () => clientOf(script).getBot({ bot_id: '' }),
      /"bot_id" is missing/,
    );
    assert.equal(script.sent.length, 0);
  });

  test('a response without a body is undefined', async () => {
    const script = scriptedFetch([new Response(null, { status: 204 })]);
    assert.equal(await clientOf(script).cancelOrder({ order_id: 'ord_1' }), undefined);
  });
});

const PARQUET_BYTES = Uint8Array.of(0x50, 0x41, 0x52, 0x31);

test('a client of some operations sends these, and has no others', async () => {
  const pages = [
    jsonResponse({ data: [{ order_id: 'ord_1' }], next_cursor: 'c1' }),
    jsonResponse({ data: [{ order_id: 'ord_2' }], next_cursor: null }),
    new Response('order_id\r\n', { headers: { 'content-type': 'text/csv' } }),
    new Response(PARQUET_BYTES, { headers: { 'content-type': 'application/vnd.apache.parquet' } }),
  ];
  const script = scriptedFetch(pages);
  const { fetch } = script;
  const part = createPartialClient(
    { baseUrl: 'http://tidemill.invalid', fetch },
    { listOrders, market },
  );
  const found: string[] = [];
  for await (const { order_id } of part.each('listOrders')) found.push(order_id);
  assert.deepEqual(found, ['ord_1', 'ord_2']);
  assert.equal(await part.table('listOrders'), 'order_id\r\n');
  assert.deepEqual(await part.parquet('listOrders'), PARQUET_BYTES);
  const general = ['each', 'table', 'parquet', 'rateLimit'];
  assert.deepEqual(Object.keys(part), ['listOrders', 'market', ...general]);
  const others = part as TidemillClient;
  for (const id of ['listFills', 'market', 'toString'] as never[]) {
    const none = {} as never;
    assert.throws(() => others.table(id, none), /is no operation of this client/);
    assert.throws(() => others.parquet(id, none), /is no operation of this client/);
    await assert.rejects(others.each(id, none).next(), /is no operation of this client/);
  }
  assert.equal(script.sent.length, 4);
});

test('a list as a table is whole, read page by page with one line of columns', async () => {
  const part = (rows: string, next?: string) =>
    new Response(`order_id,reason\r\n${rows}`, {
      headers: {
        'content-type': 'text/csv',
        ...(next === undefined ? {} : { 'next-cursor': next }),
      },
    });
  const rows = ['ord_1,"a\r\nb"\r\n', 'ord_2,\r\n', 'ord_3,\r\n'];
  const [first = '', second = '', third = ''] = rows;
  const away = problemResponse('temporarily_unavailable', 503, { 'retry-after': '0' });
  const pages = [part(first, 'c/1'), away, part(second, 'c2'), part(third)];
  const script = scriptedFetch([...pages, part(first, 'c3')]);
  const client = clientOf(script);
  const from = '2026-01-01T00:00:00Z';
  assert.equal(await client.table('listOrders', { from }), `order_id,reason\r\n${rows.join('')}`);
  const wanted = '/v1/orders?from=2026-01-01T00%3A00%3A00Z&limit=500';
  assert.deepEqual(
    script.sent.map(({ url }) => url.slice(url.indexOf('/v1'))),
    [wanted, `${wanted}&cursor=c%2F1`, `${wanted}&cursor=c%2F1`, `${wanted}&cursor=c2`],
  );
  // Whoever names a limit wants one page.
  assert.equal(await client.table('listOrders', { limit: 1 }), `order_id,reason\r\n${first}`);
});

test('a list as a table is text, and nothing else is taken for one', async () => {
  const table = new Response('order_id\r\nord_1\r\n', {
    headers: { 'content-type': 'text/csv; charset=utf-8; header=present' },
  });
  const script = scriptedFetch([jsonResponse({ data: [] }), table]);
  assert.equal(await clientOf(script).table('listOrders', { limit: 1 }), 'order_id\r\nord_1\r\n');
  assert.equal(script.sent[1]?.headers.get('accept'), 'text/csv');
  assert.match(script.sent[1]?.url ?? '', /\/v1\/orders\?limit=1$/);
});

suite('retries', () => {
  test('all tries of a call have one Idempotency-Key, another call another', async () => {
    const placed = jsonResponse({ order_id: 'ord_1' }, 201);
    const again = jsonResponse({ order_id: 'ord_2' }, 201);
    const busy = problemResponse('idempotency_in_progress', 409);
    const away = problemResponse('temporarily_unavailable', 503, { 'retry-after': '0' });
    const script = scriptedFetch([new TypeError('reset'), busy, away, placed, again]);
    const client = clientOf(script);
    assert.deepEqual(await client.placeOrder({ body: ORDER }), { order_id: 'ord_1' });
    await client.placeOrder({ body: ORDER });
    const keys = script.sent.map(({ headers }) => headers.get('idempotency-key'));
    assert.deepEqual(keys.slice(1, 4), [keys[0], keys[0], keys[0]]);
    assert.notEqual(keys[4], keys[0]);
    assert.match(keys[0] ?? '', /^[\da-f-]{36}$/);
    assert.deepEqual(JSON.parse(script.sent[3]?.body ?? ''), ORDER);
  });

  test('a refusal is thrown at once, with its code', async () => {
    const headers = { 'x-request-id': 'req_1' };
    const script = scriptedFetch([problemResponse('insufficient_funds', 400, headers)]);
    await assert.rejects(clientOf(script).placeOrder({ body: ORDER }), (error) => {
      assert(isProblem(error, 'insufficient_funds'));
      assert.equal(error.requestId, 'req_1');
      assert.equal(error.status, 400);
      return true;
    });
    assert.equal(script.sent.length, 1);
  });

  test('without any response the error names the key, to call again with', async () => {
    const script = scriptedFetch([new TypeError('refused'), new TypeError('refused')]);
    const call = clientOf(script).placeOrder(
      { body: ORDER },
      { idempotencyKey: 'mine', triesMax: 2 },
    );
    await assert.rejects(call, (error) => {
      assert(error instanceof NoResponseError);
      assert.equal(error.idempotencyKey, 'mine');
      return true;
    });
    assert.equal(script.sent.length, 2);
  });

  test('a service that says to wait longer than the policy allows is not waited for', async () => {
    const script = scriptedFetch([problemResponse('rate_limited', 429, { 'retry-after': '3600' })]);
    await assert.rejects(clientOf(script).listBots(), (error) => {
      assert(error instanceof ApiProblemError);
      assert.equal(error.retryAfterMs, 3_600_000);
      return true;
    });
  });

  test('a DELETE whose first response was lost finds nothing, and is done', async () => {
    const gone = (): Response => problemResponse('order_not_found', 404);
    const lost = scriptedFetch([new TypeError('reset'), gone()]);
    assert.equal(await clientOf(lost).cancelOrder({ order_id: 'ord_1' }), undefined);
    const first = scriptedFetch([gone()]);
    await assert.rejects(clientOf(first).cancelOrder({ order_id: 'ord_1' }), ApiProblemError);
  });

  test('something between that responds with a page is a problem by its status', async () => {
    const page = new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
    const script = scriptedFetch([page, jsonResponse({ data: [] })]);
    await clientOf(script).listExchanges();
    assert.equal(script.sent.length, 2);
  });

  test('a signal ends a call that waits', async () => {
    const away = problemResponse('temporarily_unavailable', 503, { 'retry-after': '60' });
    const controller = new AbortController();
    const call = clientOf(scriptedFetch([away])).listBots({}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(call, /enough/);
  });

  test('what is left of a limit is known after a response', async () => {
    const headers = { 'ratelimit-policy': '"reads";q=120;w=60', ratelimit: '"reads";r=119;t=57' };
    const client = clientOf(scriptedFetch([jsonResponse({ data: [] }, 200, headers)]));
    await client.listExchanges();
    assert.equal(client.rateLimit('reads')?.remaining, 119);
    assert.equal(client.rateLimit('reads')?.limit, 120);
  });
});

test('a list is read page by page, as far as it is wanted', async () => {
  const page = (ids: readonly string[], next: string | null): Response =>
    jsonResponse({ data: ids.map((id) => ({ bot_id: id })), next_cursor: next });
  const script = scriptedFetch([page(['a', 'b'], 'c1'), page(['c'], null)]);
  const ids: string[] = [];
  for await (const bot of clientOf(script).each('listBots', { limit: 2 })) ids.push(bot.bot_id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.equal(new URL(script.sent[1]?.url ?? '').search, '?limit=2&cursor=c1');
});

suite('events', () => {
  const event = (id: string): string =>
    `id: ${id}\ndata: ${JSON.stringify({ event_id: id, type: 'order.opened' })}\n\n`;

  test('a stream goes on behind the last place, over what passes', async () => {
    const script = scriptedFetch([
      streamResponse(`retry: 1000\nid: 7\n\n${event('8')}`),
      new TypeError('reset'),
      problemResponse('temporarily_unavailable', 503),
      streamResponse(`id: 8\n\n${event('9')}event: end\ndata: {"reason":"stopping"}\n\n`),
      streamResponse(`id: 9\n\n: heartbeat\nid: 11\n\n`),
      streamResponse(`id: 11\n\nevent: end\ndata: {"reason":"key_not_valid"}\n\n`),
    ]);
    const [seen, places]: [string[], string[]] = [[], []];
    const connections: boolean[] = [];
    const stream = clientOf(script).events({
      types: ['order.*', 'fill.created'],
      onPlace: (id) => places.push(id),
      onConnection: (isConnected) => connections.push(isConnected),
    });
    await assert.rejects(async () => {
      for await (const { event_id: id } of stream) seen.push(id);
    }, StreamEndedError);
    assert.deepEqual(seen, ['8', '9']);
    const from = script.sent.map(({ headers }) => headers.get('last-event-id'));
    assert.deepEqual(from, [null, '8', '8', '8', '9', '11']);
    assert.match(script.sent[0]?.url ?? '', /\?types=order.\*%2Cfill.created$/);
    assert.equal(places.at(-1), '11');
    assert.deepEqual(connections, [true, false, false, false, true, false, true, false, true]);
  });

  test('a market is followed, and begins anew after what passes', async () => {
    const ticker = (price: string): string =>
      `data: ${JSON.stringify({ type: 'ticker', data: { price } })}\n\n`;
    const script = scriptedFetch([
      streamResponse(`retry: 1000\n\n${ticker('1')}`),
      streamResponse(`${ticker('2')}event: end\ndata: {"reason":"key_not_valid"}\n\n`),
    ]);
    const prices: (string | null)[] = [];
    await assert.rejects(async () => {
      for await (const news of clientOf(script).market('SIM_BTC/USDT'))
        if (news.type === 'ticker') prices.push(news.data.price);
    }, StreamEndedError);
    assert.deepEqual(prices, ['1', '2']);
    assert.match(script.sent[0]?.url ?? '', /\/v1\/markets\/SIM_BTC%2FUSDT\/stream$/);
    assert.equal(script.sent[1]?.headers.get('last-event-id'), null);
  });

  test('a refusal ends it', async () => {
    const script = scriptedFetch([problemResponse('events_expired', 410)]);
    const stream = clientOf(script).events({ after: '1' });
    await assert.rejects(stream.next(), (error) => isProblem(error, 'events_expired'));
  });
});
