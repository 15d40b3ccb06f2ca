// KuCoin skin by itself, as its documentation says: without the dialect beside it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { VenueResponse, VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { kucoinSignature } from '#loopback/skins/kucoin/kucoin-signature.ts';

type Changes = {
  readonly key?: string;
  readonly secret?: string;
  readonly passphrase?: string;
  readonly version?: string;
  readonly aheadMs?: number;
  /** Left out of the request. */
  readonly without?: string;
};

async function call(
  { server, kucoin }: VenueClient,
  endpoint: string,
  content: object | null = null,
  changes: Changes = {},
): Promise<VenueResponse['body']> {
  const [method = 'GET', path = ''] = endpoint.split(' ');
  const body = content === null ? '' : JSON.stringify(content);
  const secret = changes.secret ?? kucoin.secret;
  const timestamp = String(server.state.clock.nowMs() + (changes.aheadMs ?? 0));
  const headers = new Headers({
    'x-venue-host': 'api.kucoin.com',
    'content-type': 'application/json',
    'kc-api-key': changes.key ?? kucoin.key,
    'kc-api-sign': kucoinSignature(secret, `${timestamp}${method}${path}${body}`),
    'kc-api-timestamp': timestamp,
    'kc-api-passphrase': kucoinSignature(secret, changes.passphrase ?? kucoin.passphrase ?? ''),
    'kc-api-key-version': changes.version ?? '3',
  });
  if (changes.without !== undefined) headers.delete(changes.without);
  const init = { method, headers, ...(content === null ? {} : { body }) };
  const response = await fetch(`${server.address}${path}`, init);
  return response.json();
}

const ORDER = {
  clientOid: 'mine-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '50000',
  size: '0.001',
};
const PLACE = 'POST /api/v1/hf/orders';
const BALANCES = 'GET /api/v1/accounts?type=trade';

async function open(t: TestContext): Promise<VenueClient> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'kucoin', delayMs: 0 });
  return venue;
}

/** What is wrong with a request, and the code of the gateway. */
const UNSIGNED: readonly (readonly [Changes, string])[] = [
  [{ without: 'kc-api-passphrase' }, '400001'],
  [{ aheadMs: 6_000 }, '400002'],
  [{ aheadMs: -6_000 }, '400002'],
  [{ key: 'other' }, '400003'],
  [{ passphrase: 'other' }, '400004'],
  [{ secret: 'other' }, '400004'],
  [{ version: '1' }, '400009'],
];

test('time, key, passphrase, signature and right are checked', async (t) => {
  const venue = await open(t);
  for (const [changes, code] of UNSIGNED)
    assert.equal((await call(venue, BALANCES, null, changes)).code, code);
  for (const version of ['2', '3'])
    assert.equal((await call(venue, BALANCES, null, { version, aheadMs: 4_000 })).code, '200000');
  venue.control('key', { venue: 'kucoin', key: venue.kucoin.key, canTrade: false });
  assert.equal((await call(venue, PLACE, ORDER)).code, '400007');
  const { data } = await call(venue, 'GET /api/v1/user/api-key');
  assert.deepEqual([data.permission, data.uid > 0], ['General', true]);
});

/** What is wrong with an order, and what the venue says. */
const WRONG: readonly (readonly [object, string])[] = [
  [{ symbol: 'NO-USDT' }, '400100'],
  [{ price: '50000.05' }, '400100'],
  [{ size: '0.00000001' }, '600100'],
  [{ size: '0.000001' }, '400100'],
  [{ size: '100' }, '200004'],
  [{ size: 'x' }, '400100'],
  [{ price: '900000' }, '400370'],
  [{ side: 'both' }, '400100'],
  [{ clientOid: 'with a blank' }, '400100'],
  [{ clientOid: 'a'.repeat(41) }, '400100'],
  [{ unknown: '1' }, '400100'],
  [{ type: 'market', funds: '5' }, '400100'],
  [{ allowMaxTimeWindow: 1_000 }, '126041'],
  [{ allowMaxTimeWindow: 1_000, clientTimestamp: 1_700_000_000_000 }, '126041'],
];

test('orders that break a rule are refused, and change nothing', async (t) => {
  const venue = await open(t);
  for (const [changes, code] of WRONG)
    assert.equal((await call(venue, PLACE, { ...ORDER, ...changes })).code, code);
  const { data } = await call(venue, 'GET /api/v1/hf/orders/active/symbols');
  assert.deepEqual(data, { symbols: [] });
});

test('a name is free again after the end of its order, and found in its market', async (t) => {
  const venue = await open(t);
  const first = (await call(venue, PLACE, ORDER)).data;
  assert.deepEqual([first.clientOid, /^[0-9a-f]{24}$/.test(first.orderId)], ['mine-1', true]);
  assert.equal((await call(venue, PLACE, ORDER)).code, '126044');
  const named = '/api/v1/hf/orders/client-order/mine-1?symbol=';
  assert.deepEqual((await call(venue, `DELETE ${named}BTC-USDT`)).data, { clientOid: 'mine-1' });
  const again = await call(venue, `DELETE ${named}BTC-USDT`);
  assert.equal(again.msg, 'order_not_exist_or_not_allow_to_cancel');
  const { data } = await call(venue, `GET ${named}BTC-USDT`);
  assert.deepEqual(
    [data.id, data.active, data.cancelExist, data.cancelledSize],
    [first.orderId, false, true, '0.001'],
  );
  assert.equal((await call(venue, `GET ${named}ETH-USDT`)).msg, 'The order does not exist.');
  const second = (await call(venue, PLACE, ORDER)).data;
  assert.notEqual(second.orderId, first.orderId);
  assert.equal((await call(venue, `GET ${named}BTC-USDT`)).data.id, second.orderId);
  venue.control('advance', { ms: 3 * 86_400_000 + 1 });
  const old = await call(venue, `GET /api/v1/hf/orders/${first.orderId}?symbol=BTC-USDT`);
  assert.equal(old.msg, 'The order does not exist.');
});

test('fills are listed from the newest on, a week at most, with the fee in quote', async (t) => {
  const venue = await open(t);
  for (const size of ['0.01', '0.02', '0.03'])
    await call(venue, PLACE, { ...ORDER, clientOid: '', type: 'market', price: '', size });
  const list = 'GET /api/v1/hf/fills?symbol=BTC-USDT';
  const { data } = await call(venue, `${list}&limit=2`);
  const sizes = (items: readonly { size: string }[]): readonly string[] =>
    items.map(({ size }) => size);
  assert.deepEqual(sizes(data.items), ['0.03', '0.02']);
  assert.equal(data.items[0].feeCurrency, 'USDT');
  const rest = (await call(venue, `${list}&limit=2&lastId=${data.lastId}`)).data;
  assert.deepEqual(sizes(rest.items), ['0.01']);
  assert.equal((await call(venue, `${list}&startAt=0&endAt=604800001`)).code, '400100');
  const [{ orderId }] = rest.items;
  assert.deepEqual(sizes((await call(venue, `${list}&orderId=${orderId}`)).data.items), ['0.01']);
  const balances = await call(venue, BALANCES);
  type Row = { readonly currency: string; readonly type: string };
  const rows = (balances.data as readonly Row[]).map(({ currency, type }) => `${currency} ${type}`);
  assert.deepEqual(new Set(rows), new Set(['BTC trade', 'USDT trade']));
});

test('calls of a key are counted by pool, and those of nobody by address', async (t) => {
  const venue = await open(t);
  const { server } = venue;
  // A window may end between the calls, and another one begin.
  let within = -1;
  let code: unknown = '200000';
  while (code === '200000' && within < 500) {
    within += 1;
    code = (await call(venue, 'GET /api/v1/user/api-key')).code;
  }
  assert.ok(within >= 100 && within < 500, `${within} calls`);
  assert.equal(code, '429000');
  assert.equal((await call(venue, 'GET /api/v1/hf/orders/active/symbols')).code, '200000');
  const time = await fetch(`${server.address}/api/v1/timestamp`, {
    headers: { 'x-venue-host': 'api.kucoin.com' },
  });
  assert.deepEqual(
    ['limit', 'remaining'].map((name) => time.headers.get(`gw-ratelimit-${name}`)),
    ['2000', '1997'],
  );
  venue.control('advance', { ms: 30_000 });
  assert.equal((await call(venue, 'GET /api/v1/user/api-key')).code, '200000');
});
