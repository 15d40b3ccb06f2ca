// Bitget skin by itself, as its documentation says: without the dialect beside it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';

import type { VenueResponse, VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { bitgetSignature } from '#loopback/skins/bitget/bitget-signature.ts';

type Fields = Readonly<Record<string, unknown>>;
type Changes = {
  readonly aheadMs?: number;
  /** In place of the right ones, after the signature. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly without?: string;
};

/** Signed as the documentation says: time stamp, method, path with its query, body. */
async function call(
  { server, bitget }: VenueClient,
  endpoint: string,
  content: Fields | null = null,
  { aheadMs = 0, headers: changed = {}, without }: Changes = {},
): Promise<VenueResponse['body']> {
  const [method = 'GET', path = ''] = endpoint.split(' ');
  const body = content === null ? '' : JSON.stringify(content);
  const timestamp = String(server.state.clock.nowMs() + aheadMs);
  const headers = new Headers({
    'x-venue-host': 'api.bitget.com',
    'content-type': 'application/json',
    'access-key': bitget.key,
    'access-sign': bitgetSignature(bitget.secret, `${timestamp}${method}${path}${body}`),
    'access-timestamp': timestamp,
    'access-passphrase': bitget.passphrase ?? '',
    ...changed,
  });
  if (without !== undefined) headers.delete(without);
  const init = { method, headers, ...(content === null ? {} : { body }) };
  const response = await fetch(`${server.address}${path}`, init);
  return response.json();
}

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  force: 'gtc',
  price: '59000',
  size: '0.01',
  clientOid: 'mine-1',
};
const PLACE = 'POST /api/v2/spot/trade/place-order';
const CANCEL = 'POST /api/v2/spot/trade/cancel-order';
const BALANCES = 'GET /api/v2/spot/account/assets';
const DAY_MS = 86_400_000;

async function open(t: TestContext): Promise<VenueClient> {
  const venue = await openVenue(t);
  venue.control('engine', { venue: 'bitget', delayMs: 0 });
  return venue;
}

suite('a call to Bitget', () => {
  /** What is wrong with it, and the code. */
  const UNSIGNED: readonly (readonly [Changes, string])[] = [
    [{}, '00000'],
    [{ aheadMs: 29_000 }, '00000'],
    [{ without: 'access-key' }, '40001'],
    [{ without: 'access-sign' }, '40002'],
    [{ without: 'access-timestamp' }, '40003'],
    [{ without: 'access-passphrase' }, '40011'],
    [{ headers: { 'access-timestamp': 'now' } }, '40005'],
    [{ aheadMs: 31_000 }, '40008'],
    [{ aheadMs: -31_000 }, '40008'],
    [{ headers: { 'access-key': 'other' } }, '40037'],
    [{ headers: { 'access-passphrase': 'other' } }, '40012'],
    [{ headers: { 'access-sign': 'other' } }, '40009'],
  ];

  test('is checked for its time, key, passphrase, signature and right', async (t) => {
    const venue = await open(t);
    for (const [changes, code] of UNSIGNED)
      assert.equal((await call(venue, BALANCES, null, changes)).code, code);
    venue.control('key', { venue: 'bitget', key: venue.bitget.key, canTrade: false });
    assert.equal((await call(venue, PLACE, ORDER)).code, '40014');
    const { data } = await call(venue, 'GET /api/v2/spot/account/info');
    assert.deepEqual([data.authorities, data.ips], [['stor', 'coor'], '']);
  });

  test('that arrives after its window is refused', async (t) => {
    const venue = await open(t);
    const codeOf = async (receiveWindow: string, aheadMs: number): Promise<unknown> => {
      const order = { ...ORDER, receiveWindow, clientOid: `mine${aheadMs}` };
      return (await call(venue, PLACE, order, { aheadMs })).code;
    };
    assert.equal(await codeOf('5000', -3_000), '00000');
    assert.equal(await codeOf('5000', -5_001), '40008');
    assert.equal(await codeOf('20000', -6_000), '00000');
    assert.equal(await codeOf('60001', 0), '40017');
  });

  test('with an unknown parameter is refused', async (t) => {
    const venue = await open(t);
    assert.equal((await call(venue, `${BALANCES}?limit=1`)).code, '40017');
  });

  test('beyond the limit of an endpoint is refused, and others are not', async (t) => {
    const venue = await open(t);
    // All within one of the windows that are counted.
    venue.control('advance', { ms: 1_000 - (venue.server.state.clock.nowMs() % 1_000) });
    const codeOf = async (): Promise<string> => String((await call(venue, PLACE, {})).code);
    const codes = await Promise.all(Array.from({ length: 12 }, codeOf));
    const refused = codes.filter((code) => code === '429');
    assert(refused.length >= 1 && refused.length <= 2, `${refused.length}`);
    assert.equal((await call(venue, BALANCES)).code, '00000');
  });
});

suite('an order at Bitget', () => {
  /** What is wrong with it, and the code. */
  const WRONG: readonly (readonly [Fields, string])[] = [
    [{ symbol: 'NOUSDT' }, '40034'],
    [{ symbol: '' }, '40019'],
    [{ price: '59000.001' }, '41103'],
    [{ size: '0.0000001' }, '40808'],
    [{ size: '0.00001' }, '45110'],
    [{ size: '10' }, '43012'],
    [{ size: 'x' }, '40017'],
    [{ price: '90000' }, '43009'],
    [{ side: 'sell', price: '30000' }, '43008'],
    [{ side: 'both' }, '40017'],
    [{ force: '' }, '40019'],
    [{ force: 'GTD' }, '40017'],
    [{ clientOid: 'with a blank' }, '40017'],
    [{ clientOid: 'a'.repeat(51) }, '40017'],
    [{ tpslType: 'tpsl' }, '40017'],
    [{ unknown: '1' }, '40017'],
    [{ requestTime: '1700000000000', receiveWindow: '5000' }, '40008'],
  ];

  test('that breaks a rule is refused, and changes nothing', async (t) => {
    const venue = await open(t);
    for (const [changes, code] of WRONG) {
      venue.control('advance', { ms: 1_000 });
      const reply = await call(venue, PLACE, { ...ORDER, ...changes });
      assert.equal(reply.code, code, JSON.stringify(changes));
    }
    assert.deepEqual((await call(venue, 'GET /api/v2/spot/trade/unfilled-orders')).data, []);
  });

  test('is found by its id for ever, and by its name while it is at work', async (t) => {
    const venue = await open(t);
    const first = (await call(venue, PLACE, ORDER)).data;
    assert.deepEqual([first.clientOid, /^\d{19}$/.test(first.orderId)], ['mine-1', true]);
    assert.equal((await call(venue, PLACE, ORDER)).code, '43118');
    const find = async (query: string): Promise<unknown> =>
      (await call(venue, `GET /api/v2/spot/trade/orderInfo?${query}`)).data[0]?.status;
    const [byId, byName] = [`orderId=${first.orderId}`, 'clientOid=mine-1'];
    assert.deepEqual([await find(byId), await find(byName)], ['live', 'live']);
    const named = { symbol: 'BTCUSDT', clientOid: 'mine-1' };
    assert.deepEqual((await call(venue, CANCEL, named)).data, first);
    assert.equal((await call(venue, CANCEL, named)).code, '43001');
    assert.deepEqual([await find(byId), await find(byName)], ['cancelled', undefined]);
    const second = (await call(venue, PLACE, ORDER)).data;
    assert.notEqual(second.orderId, first.orderId);
    const elsewhere = { symbol: 'ETHUSDT', orderId: second.orderId };
    assert.equal((await call(venue, CANCEL, elsewhere)).code, '43001');
  });

  test('that is post-only and would take is accepted, and cancelled', async (t) => {
    const venue = await open(t);
    const { data } = await call(venue, PLACE, { ...ORDER, price: '61000', force: 'post_only' });
    const info = `GET /api/v2/spot/trade/orderInfo?orderId=${data.orderId}`;
    const [order] = (await call(venue, info)).data;
    assert.deepEqual([order.status, order.baseVolume], ['cancelled', '0']);
  });

  test('that is a market buy has a value for a size', async (t) => {
    const venue = await open(t);
    const wish = { ...ORDER, orderType: 'market', size: '600', price: undefined };
    const { data } = await call(venue, PLACE, wish);
    const info = `GET /api/v2/spot/trade/orderInfo?orderId=${data.orderId}`;
    const [order] = (await call(venue, info)).data;
    assert.deepEqual([order.size, order.price], ['600', '0']);
    assert(Number(order.baseVolume) > 0.009 && Number(order.baseVolume) <= 0.01);
  });
});

suite('lists of Bitget', () => {
  test('go on before an id, and reach ninety days', async (t) => {
    const venue = await open(t);
    for (const clientOid of ['a', 'b', 'c']) await call(venue, PLACE, { ...ORDER, clientOid });
    const list = async (query: string): Promise<VenueResponse['body']> =>
      call(venue, `GET /api/v2/spot/trade/${query}`);
    const names = (rows: readonly { clientOid: string }[]): string =>
      rows.map(({ clientOid }) => clientOid).join('');
    const { data: page } = await list('unfilled-orders?limit=2');
    assert.equal(names(page), 'cb');
    // The price of an open order is in the field of the average.
    assert.deepEqual([page[0].priceAvg, page[0].price], ['59000', undefined]);
    const rest = await list(`unfilled-orders?limit=2&idLessThan=${page[1].orderId}`);
    assert.equal(names(rest.data), 'a');
    await call(venue, CANCEL, { symbol: 'BTCUSDT', orderId: page[0].orderId });
    const now = venue.server.state.clock.nowMs();
    const ended = `history-orders?symbol=BTCUSDT&startTime=${now - DAY_MS}&endTime=`;
    assert.equal(names((await list(`${ended}${now}`)).data), 'c');
    assert.equal((await list(`${ended}${now + 60_000}`)).code, '40902');
    assert.equal((await list(`${ended}${now + 90 * DAY_MS}`)).code, '40705');
    assert.equal((await list(`${ended}1`)).code, '42072');
    assert.equal(names((await list(`history-orders?startTime=${now - DAY_MS}`)).data), 'c');
    venue.control('advance', { ms: 91 * DAY_MS });
    assert.deepEqual((await list('history-orders')).data, []);
  });

  test('of fills say what was taken below zero, and of its own token above it', async (t) => {
    const venue = await open(t);
    const take = { ...ORDER, price: '61000', clientOid: '' };
    await call(venue, PLACE, take);
    const own = { venue: 'bitget', id: 'a', balances: { BNB: '1' }, feeMode: 'BNB' };
    venue.control('account', own);
    await call(venue, PLACE, take);
    const { data } = await call(venue, 'GET /api/v2/spot/trade/fills');
    type Fee = Readonly<Record<'deduction' | 'feeCoin' | 'totalFee', string>>;
    const fees = (data as readonly { feeDetail: Fee }[]).map(
      ({ feeDetail: { deduction, feeCoin, totalFee } }) =>
        `${deduction} ${feeCoin} ${Number(totalFee) > 0 ? 'above' : 'below'}`,
    );
    assert.deepEqual(new Set(fees), new Set(['yes BNB above', 'no BTC below']));
  });

  test('of minutes are the last ones before their end', async (t) => {
    const venue = await open(t);
    const nowMs = Math.floor(venue.server.state.clock.nowMs() / 60_000) * 60_000;
    const rows = Array.from({ length: 300 }, (_, index) => [
      nowMs - (300 - index) * 60_000,
      '60000',
      '60000',
      '60000',
      '60000',
      '1',
    ]);
    venue.control('candles', { venue: 'bitget', market: 'spot:BTCUSDT', candles: rows });
    const list = async (query: string): Promise<VenueResponse['body']> =>
      call(venue, `GET /api/v2/spot/market/${query}&symbol=BTCUSDT&granularity=1min`);
    const { data } = await list(`history-candles?endTime=${nowMs}&limit=200`);
    const older = data as readonly (readonly string[])[];
    assert.deepEqual(
      [older.length, older[0]?.[0], older.at(-1)?.[0]],
      [200, String(nowMs - 200 * 60_000), String(nowMs - 60_000)],
    );
    assert.equal((await list(`history-candles?endTime=${nowMs}&limit=201`)).code, '40017');
    assert.equal((await list('history-candles?limit=10')).code, '40019');
    const recent = await list(`candles?startTime=${nowMs - 300_000}&endTime=${nowMs}&limit=1000`);
    assert.equal(recent.data.length, 5);
  });
});
