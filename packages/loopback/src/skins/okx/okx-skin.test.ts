import type { TestContext } from 'node:test';
import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { okxSignature, okxSignedText } from '#loopback/skins/okx/okx-signature.ts';

type Changes = { readonly atMs?: number; readonly headers?: Readonly<Record<string, string>> };
type Body = {
  readonly code: string;
  readonly data: readonly Readonly<Record<string, string>>[];
};

const ORDER = {
  instId: 'BTC-USDT',
  tdMode: 'cash',
  clOrdId: 'a1',
  side: 'buy',
  ordType: 'limit',
  px: '59000',
  sz: '0.01',
};

/** Signed as the documentation says; headers are changed after that. */
async function send(
  venue: VenueClient,
  method: string,
  path: string,
  parameters: Readonly<Record<string, string | boolean>> = {},
  { atMs = venue.server.state.clock.nowMs(), headers = {} }: Changes = {},
): Promise<{ readonly status: number; readonly body: Body; readonly code: string }> {
  const { key, secret, passphrase } = venue.okx;
  const given = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  const query = method === 'GET' ? new URLSearchParams(given).toString() : '';
  const body = method === 'GET' ? '' : JSON.stringify(parameters);
  const timestamp = new Date(atMs).toISOString();
  const address = query === '' ? path : `${path}?${query}`;
  const response = await fetch(`${venue.server.address}${address}`, {
    method,
    headers: {
      'x-venue-host': 'www.okx.com',
      'content-type': 'application/json',
      'OK-ACCESS-KEY': key,
      'OK-ACCESS-PASSPHRASE': passphrase ?? '',
      'OK-ACCESS-TIMESTAMP': timestamp,
      'OK-ACCESS-SIGN': okxSignature(secret, `${timestamp}${method}${address}${body}`),
      ...headers,
    },
    ...(body === '' ? {} : { body }),
  });
  const content = (await response.json()) as Body;
  const code = content.data[0]?.['sCode'] ?? content.code;
  return { status: response.status, body: content, code };
}

const BALANCE = '/api/v5/account/balance';
const TRADE = '/api/v5/trade/order';

suite('a call to OKX', () => {
  test("signs the text of the documentation's example", () => {
    const request = { method: 'GET', path: BALANCE, query: 'ccy=BTC', body: '', address: '' };
    const headers = { 'ok-access-timestamp': '2020-12-08T09:08:57.715Z' };
    const text = '2020-12-08T09:08:57.715ZGET/api/v5/account/balance?ccy=BTC';
    assert.equal(okxSignedText({ ...request, headers }), text);
  });

  /** What is wrong, with the code and the status. */
  const WRONG: readonly (readonly [string, Changes, string, number])[] = [
    ['nothing', {}, '0', 200],
    ['the key', { headers: { 'OK-ACCESS-KEY': 'x' } }, '50111', 401],
    ['the passphrase', { headers: { 'OK-ACCESS-PASSPHRASE': 'x' } }, '50105', 401],
    ['the signature', { headers: { 'OK-ACCESS-SIGN': 'x' } }, '50113', 401],
    ['the form of the time', { headers: { 'OK-ACCESS-TIMESTAMP': '1' } }, '50112', 401],
    ['the time', { atMs: 1_700_000_000_000 }, '50102', 401],
  ];
  for (const [what, changes, code, status] of WRONG)
    test(`with ${what} wrong is ${code}`, async (t) => {
      const reply = await send(await openVenue(t), 'GET', BALANCE, {}, changes);
      assert.deepEqual([reply.code, reply.status], [code, status]);
    });

  test('with an unknown parameter is refused', async (t) => {
    const venue = await openVenue(t);
    assert.equal((await send(venue, 'GET', BALANCE, { limit: '1' })).code, '51000');
  });

  test('beyond the limit of an endpoint is refused, and others are not', async (t) => {
    const venue = await openVenue(t);
    // All within one of the windows that are counted.
    venue.control('advance', { ms: 2_000 - (venue.server.state.clock.nowMs() % 2_000) });
    const replies = await Promise.all(
      Array.from({ length: 11 }, () => send(venue, 'GET', BALANCE)),
    );
    const codes = replies.map(({ code }) => code).sort();
    assert.deepEqual([codes.filter((code) => code === '0').length, codes.at(-1)], [10, '50011']);
    assert.equal((await send(venue, 'POST', TRADE, ORDER)).code, '0');
  });
});

suite('orders at OKX', () => {
  const REFUSED: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, '0'],
    [{ instId: 'NO-NE' }, '51001'],
    [{ clOrdId: 'a_b' }, '51000'],
    [{ tdMode: 'cross' }, '51010'],
    [{ ordType: 'iceberg' }, '51000'],
    [{ px: '59000.01' }, '51000'],
    [{ sz: '0.00000001' }, '51121'],
    [{ sz: '0.000001' }, '51020'],
    [{ sz: '50' }, '51008'],
  ];
  for (const [changes, code] of REFUSED)
    test(`${JSON.stringify(changes)} is ${code}`, async (t) => {
      const reply = await send(await openVenue(t), 'POST', TRADE, { ...ORDER, ...changes });
      assert.equal(reply.code, code);
    });

  test('are void from the instant of their header on', async (t) => {
    const venue = await openVenue(t);
    const nowMs = venue.server.state.clock.nowMs();
    const until = (atMs: number): Changes => ({ headers: { expTime: String(atMs) } });
    assert.equal((await send(venue, 'POST', TRADE, ORDER, until(nowMs - 1))).code, '51149');
    assert.equal((await send(venue, 'POST', TRADE, ORDER, until(nowMs + 60_000))).code, '0');
  });

  test('have a name that is free again when they have ended', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const place = async (): Promise<string> => (await send(venue, 'POST', TRADE, ORDER)).code;
    assert.deepEqual([await place(), await place()], ['0', '51016']);
    const name = { instId: 'BTC-USDT', clOrdId: 'a1' };
    assert.equal((await send(venue, 'POST', '/api/v5/trade/cancel-order', name)).code, '0');
    assert.equal((await send(venue, 'POST', '/api/v5/trade/cancel-order', name)).code, '51400');
    assert.equal(await place(), '0');
    const shown = await send(venue, 'GET', TRADE, name);
    assert.equal(shown.body.data[0]?.['state'], 'live');
  });

  test('are gone two hours after a cancellation without a fill', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    await send(venue, 'POST', TRADE, ORDER);
    const name = { instId: 'BTC-USDT', clOrdId: 'a1' };
    await send(venue, 'POST', '/api/v5/trade/cancel-order', name);
    venue.control('advance', { ms: 7_100_000 });
    assert.equal((await send(venue, 'GET', TRADE, name)).code, '0');
    venue.control('advance', { ms: 200_000 });
    assert.equal((await send(venue, 'GET', TRADE, name)).code, '51603');
  });

  test('bought at the market are by value unless they say otherwise', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    const { px: _px, ...rest } = ORDER;
    const market = { ...rest, ordType: 'market' };
    await send(venue, 'POST', TRADE, { ...market, clOrdId: 'value', sz: '600' });
    await send(venue, 'POST', TRADE, { ...market, clOrdId: 'base', tgtCcy: 'base_ccy' });
    const filled = async (clOrdId: string): Promise<number> => {
      const { body } = await send(venue, 'GET', TRADE, { instId: 'BTC-USDT', clOrdId });
      return Number(body.data[0]?.['accFillSz']);
    };
    assert(Math.abs((await filled('value')) - 0.01) < 0.0001);
    assert.equal(await filled('base'), 0.01);
  });
});

suite('swaps at OKX', () => {
  const SWAP = {
    instId: 'BTC-USDT-SWAP',
    tdMode: 'cross',
    side: 'buy',
    ordType: 'market',
    sz: '10',
  };
  const POSITIONS = '/api/v5/account/positions';
  const named = (clOrdId: string, changes: object = {}) => ({ ...SWAP, clOrdId, ...changes });

  async function openSwaps(t: TestContext): Promise<VenueClient> {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'okx', delayMs: 0 });
    return venue;
  }

  const REFUSED: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, '0'],
    [{ tdMode: 'cash' }, '51000'],
    [{ posSide: 'long' }, '51000'],
    [{ posSide: 'net' }, '0'],
    [{ tgtCcy: 'base_ccy' }, '59110'],
    [{ sz: '0.001' }, '51121'],
    [{ sz: '12001' }, '51202'],
    [{ sz: '12000' }, '51008'],
    [{ reduceOnly: 'true' }, '51169'],
  ];
  for (const [changes, code] of REFUSED)
    test(`an order with ${JSON.stringify(changes)} is ${code}`, async (t) => {
      const reply = await send(await openSwaps(t), 'POST', TRADE, named('a1', changes));
      assert.equal(reply.code, code);
    });

  test('positions of both margin modes stand side by side', async (t) => {
    const venue = await openSwaps(t);
    await send(venue, 'POST', TRADE, named('a1'));
    await send(venue, 'POST', TRADE, named('a2', { tdMode: 'isolated', side: 'sell' }));
    const { body } = await send(venue, 'GET', POSITIONS, { instType: 'SWAP' });
    const found = Object.fromEntries(body.data.map(({ mgnMode, pos }) => [mgnMode, pos]));
    assert.deepEqual(found, { cross: '10', isolated: '-10' });
  });

  test('in hedge mode a side is named, and the mode waits for an empty account', async (t) => {
    const venue = await openSwaps(t);
    const mode = { posMode: 'long_short_mode' };
    const path = '/api/v5/account/set-position-mode';
    assert.equal((await send(venue, 'POST', path, mode)).code, '0');
    assert.equal((await send(venue, 'POST', TRADE, named('a1', { posSide: 'net' }))).code, '51000');
    assert.equal((await send(venue, 'POST', TRADE, named('a1', { posSide: 'long' }))).code, '0');
    assert.equal((await send(venue, 'POST', path, { posMode: 'net_mode' })).code, '59000');
  });

  test('a leverage is of a market and a margin mode, and not changed under orders', async (t) => {
    const venue = await openSwaps(t);
    const set = async (lever: string, mgnMode: string): Promise<string> => {
      const parameters = { instId: SWAP.instId, lever, mgnMode };
      return (await send(venue, 'POST', '/api/v5/account/set-leverage', parameters)).code;
    };
    assert.deepEqual([await set('5', 'cross'), await set('101', 'cross')], ['0', '59102']);
    const of = async (mgnMode: string): Promise<string | undefined> => {
      const parameters = { instId: SWAP.instId, mgnMode };
      const { body } = await send(venue, 'GET', '/api/v5/account/leverage-info', parameters);
      return body.data[0]?.['lever'];
    };
    assert.deepEqual([await of('cross'), await of('isolated')], ['5', '10']);
    await send(venue, 'POST', TRADE, named('a1', { ordType: 'limit', px: '50000' }));
    assert.deepEqual([await set('5', 'cross'), await set('5', 'isolated')], ['59107', '0']);
  });

  test('an order that only reduces is made as small as its position', async (t) => {
    const venue = await openSwaps(t);
    await send(venue, 'POST', TRADE, named('a1'));
    const close = { side: 'sell', reduceOnly: 'true', sz: '25' };
    assert.equal((await send(venue, 'POST', TRADE, named('a2', close))).code, '0');
    const name = { instId: SWAP.instId, clOrdId: 'a2' };
    const { body } = await send(venue, 'GET', TRADE, name);
    assert.deepEqual([body.data[0]?.['sz'], body.data[0]?.['state']], ['10', 'filled']);
  });

  test('bills say what funding cost, and a liquidation what it closed', async (t) => {
    const venue = await openSwaps(t);
    const parameters = { instId: SWAP.instId, lever: '100', mgnMode: 'isolated' };
    await send(venue, 'POST', '/api/v5/account/set-leverage', parameters);
    await send(venue, 'POST', TRADE, named('a1', { tdMode: 'isolated' }));
    venue.control('funding', { venue: 'okx', market: 'linear:BTCUSDT', rate: '0.001' });
    venue.control('price', { venue: 'okx', market: 'linear:BTCUSDT', price: '59000' });
    const bills = async (type: string) =>
      (await send(venue, 'GET', '/api/v5/account/bills', { instType: 'SWAP', type })).body.data;
    const [funding] = await bills('8');
    assert.deepEqual(
      [funding?.['subType'], funding?.['pnl'], funding?.['sz']],
      ['173', '-6', '10'],
    );
    const [liquidation] = await bills('5');
    assert.deepEqual([liquidation?.['subType'], liquidation?.['px']], ['107', '59000']);
    assert.deepEqual((await send(venue, 'GET', POSITIONS, {})).body.data, []);
  });
});
