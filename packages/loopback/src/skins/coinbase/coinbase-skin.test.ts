// Coinbase skin by itself, as its documentation says: without the dialect beside it.

import assert from 'node:assert/strict';
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';

type Changes = Readonly<Record<string, unknown>>;
// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies as they come
type SkinReply = { readonly status: number; readonly body: any };

const PREFIX = '/api/v3/brokerage';
const HOST = 'api.coinbase.com';

function tokenFor({ server, coinbase }: VenueClient, uri: string, changes: Changes): string {
  const nowSeconds = Math.floor(server.state.clock.nowMs() / 1_000);
  const { kid = coinbase.key, secret = coinbase.secret, ...claims } = changes;
  const parts = [
    { alg: 'ES256', typ: 'JWT', kid, nonce: randomUUID() },
    { iss: 'cdp', sub: kid, nbf: nowSeconds, exp: nowSeconds + 120, uri, ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const key = createPrivateKey(String(secret));
  const signature = sign('sha256', Buffer.from(parts.join('.')), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return [...parts, signature.toString('base64url')].join('.');
}

async function call(
  venue: VenueClient,
  [method = 'GET', path = '', query = '']: readonly string[],
  { body, ...changes }: Changes = {},
): Promise<SkinReply> {
  const uri = `${method} ${HOST}${PREFIX}${path}`;
  const response = await fetch(`${venue.server.address}${PREFIX}${path}?${query}`, {
    method,
    headers: { 'x-venue-host': HOST, authorization: `Bearer ${tokenFor(venue, uri, changes)}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}

async function open(t: TestContext): Promise<VenueClient> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'coinbase', delayMs: 0 });
  return venue;
}

const LIMIT = { limit_limit_gtc: { base_size: '0.001', limit_price: '50000', post_only: false } };
const ORDER = { product_id: 'BTC-USDT', side: 'BUY', order_configuration: LIMIT };
const BATCH = '/orders/historical/batch';

async function place(venue: VenueClient, changes: Changes = {}): Promise<SkinReply['body']> {
  const body = { client_order_id: randomUUID(), ...ORDER, ...changes };
  return (await call(venue, ['POST', '/orders'], { body })).body as unknown;
}

/** What is wrong with a token. */
const WRONG: readonly (readonly [string, Changes])[] = [
  ['another key', { kid: 'organizations/x/apiKeys/y' }],
  ['another subject', { sub: 'other' }],
  ['the wrong request', { uri: `GET ${HOST}${PREFIX}/key_permissions` }],
  ['no request', { uri: undefined }],
  ['an end that is over', { exp: 1_000 }],
  ['a beginning that is ahead', { nbf: 9_999_999_999 }],
  ['too long a life', { nbf: 1_000 }],
];

test('a token is of a key, for one request, and for two minutes', async (t) => {
  const venue = await open(t);
  assert.equal((await call(venue, ['GET', '/accounts'])).status, 200);
  for (const [what, changes] of WRONG) {
    const { status, body } = await call(venue, ['GET', '/accounts'], changes);
    assert.deepEqual([status, body], [401, 'Unauthorized'], what);
  }
  const { secret } = venue.control('account', { venue: 'coinbase', id: 'b' }) as VenueClient['okx'];
  assert.equal((await call(venue, ['GET', '/accounts'], { secret })).status, 401);
});

test('the reply to a key that may not trade names the missing scope', async (t) => {
  const venue = await open(t);
  venue.control('key', { venue: 'coinbase', key: venue.coinbase.key, canTrade: false });
  const { status, body } = await call(venue, ['POST', '/orders'], { body: ORDER });
  assert.deepEqual([status, body.error], [403, 'PERMISSION_DENIED']);
  const { body: rights } = await call(venue, ['GET', '/key_permissions']);
  assert.deepEqual([rights.can_view, rights.can_trade], [true, false]);
});

test('a name brings its first order for ever, whatever else is requested with it', async (t) => {
  const venue = await open(t);
  const named = { client_order_id: randomUUID() };
  const { success_response: first } = await place(venue, named);
  await call(venue, ['POST', '/orders/batch_cancel'], { body: { order_ids: [first.order_id] } });
  const { success_response: again } = await place(venue, { ...named, side: 'SELL' });
  assert.deepEqual(again, first);
});

/** What is wrong with an order, and the reason. */
const REFUSED: readonly (readonly [Changes, string])[] = [
  [{ product_id: 'NO-USD' }, 'INVALID_PRODUCT_ID'],
  [{ side: 'HOLD' }, 'INVALID_SIDE'],
  [{ order_configuration: { iceberg: {} } }, 'UNSUPPORTED_ORDER_CONFIGURATION'],
  [
    { order_configuration: { market_market_ioc: { base_size: '1' } } },
    'UNSUPPORTED_ORDER_CONFIGURATION',
  ],
  [
    { order_configuration: { limit_limit_gtc: { base_size: '0.001', limit_price: '50000.05' } } },
    'PREVIEW_INVALID_PRICE_PRECISION',
  ],
  [
    { order_configuration: { limit_limit_gtc: { base_size: '0.0000001', limit_price: '1' } } },
    'PREVIEW_INVALID_QUOTE_SIZE_TOO_SMALL',
  ],
  [
    { order_configuration: { limit_limit_gtc: { base_size: '100', limit_price: '50000' } } },
    'INSUFFICIENT_FUND',
  ],
  [
    {
      order_configuration: {
        limit_limit_gtc: { base_size: '0.001', limit_price: '70000', post_only: true },
      },
    },
    'INVALID_LIMIT_PRICE_POST_ONLY',
  ],
];

test('orders that break a rule are not created, each with its reason', async (t) => {
  const venue = await open(t);
  for (const [changes, reason] of REFUSED) {
    const { success, error_response: refusal } = await place(venue, changes);
    assert.equal(success, false);
    const said = [refusal.error, refusal.preview_failure_reason];
    assert(said.includes(reason), `${reason}: ${said.join()}`);
  }
  const { body } = await call(venue, ['GET', BATCH]);
  assert.deepEqual(body.orders, []);
  const unknown = await call(venue, ['POST', '/orders'], { body: { ...ORDER, leverage: '2' } });
  assert.equal(unknown.status, 400);
});

test('orders are listed newest first, by page, and before the second instant', async (t) => {
  const venue = await open(t);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift((await place(venue)).order_id as string);
    venue.control('advance', { ms: 1_000 });
  }
  const listed = async (query: string): Promise<readonly string[]> => {
    const { body } = await call(venue, ['GET', BATCH, query]);
    const rows = body.orders as readonly { readonly order_id: string }[];
    return [...rows.map(({ order_id: id }) => id), String(body.has_next)];
  };
  assert.deepEqual(await listed('limit=2'), [...ids.slice(0, 2), 'true']);
  assert.deepEqual(await listed(`limit=2&cursor=${ids[1]}`), [ids[2], 'false']);
  const { body } = await call(venue, ['GET', `/orders/historical/${ids[1]}`]);
  const at = body.order.created_time as string;
  assert.deepEqual(await listed(`start_date=${at}`), [...ids.slice(0, 2), 'false']);
  assert.deepEqual(await listed(`end_date=${at}`), [ids[2], 'false']);
  assert.deepEqual(await listed('order_status=OPEN'), [...ids, 'false']);
  assert.deepEqual(await listed('order_status=CANCELLED&order_status=FILLED'), ['false']);
  const mixed = await call(venue, ['GET', BATCH, 'order_status=OPEN&order_status=FILLED']);
  assert.equal(mixed.status, 400);
});

test('cancellations say for each order whether it was taken', async (t) => {
  const venue = await open(t);
  const { order_id: id } = await place(venue);
  const cancel = async (): Promise<unknown> => {
    const body = { order_ids: [id, 'none'] };
    return (await call(venue, ['POST', '/orders/batch_cancel'], { body })).body.results;
  };
  const none = { success: false, failure_reason: 'UNKNOWN_CANCEL_ORDER', order_id: 'none' };
  const taken = { success: true, failure_reason: 'UNKNOWN_CANCEL_FAILURE_REASON', order_id: id };
  assert.deepEqual(await cancel(), [taken, none]);
  assert.deepEqual(await cancel(), [{ ...none, order_id: id }, none]);
});

test('a user may do thirty requests a second, and an address ten public ones', async (t) => {
  const venue = await open(t);
  for (const [path, max] of [
    ['/accounts', 30],
    ['/time', 10],
  ] as const)
    // On a slow machine they take more than a second.
    for (let refused = 0; refused === 0;) {
      const calls = Array.from({ length: 3 * max }, () => call(venue, ['GET', path]));
      const replies = await Promise.all(calls);
      assert(replies.filter(({ status }) => status === 200).length >= max);
      refused = replies.filter(({ status }) => status === 429).length;
    }
});

test('at most 350 minutes are listed at once, newest first', async (t) => {
  const venue = await open(t);
  const path = '/market/products/BTC-USDT/candles';
  const startMs = Math.floor(venue.server.state.clock.nowMs() / 60_000) * 60_000 - 600_000;
  const candles = [0, 1, 2].map((row) => [
    String(startMs + row * 60_000),
    '6',
    '8',
    '5',
    '7',
    '1.5',
  ]);
  venue.control('candles', { venue: 'coinbase', market: 'spot:BTCUSDT', candles });
  const start = startMs / 1_000;
  const query = `granularity=ONE_MINUTE&start=${start}&end=${start + 60}`;
  const { body } = await call(venue, ['GET', path, query]);
  assert.deepEqual(body.candles[0], {
    start: String(start + 60),
    low: '5',
    high: '8',
    open: '6',
    close: '7',
    volume: '1.50000000',
  });
  assert.equal(body.candles.length, 2);
  const wide = `granularity=ONE_MINUTE&start=${start - 351 * 60}&end=${start}`;
  assert.equal((await call(venue, ['GET', path, wide])).status, 400);
});
