import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import test, { suite } from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { WebSocket } from 'ws';

import { callBybit, openVenue } from '#loopback/venue-client.ts';
import type { Parameters, VenueClient } from '#loopback/venue-client.ts';
import { bybitSignedText } from '#loopback/skins/bybit/bybit-signature.ts';

const SPOT = {
  category: 'spot',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '59000',
  timeInForce: 'GTC',
};
const LINEAR = { ...SPOT, category: 'linear', positionIdx: 0 };

function place(venue: VenueClient, changes: Parameters = {}, base: Parameters = SPOT) {
  return venue.toBybit('POST', '/v5/order/create', { ...base, ...changes });
}

async function realtime(venue: VenueClient, query: Parameters) {
  const { body } = await venue.toBybit('GET', '/v5/order/realtime', query);
  return body.result.list as { orderLinkId: string; orderStatus: string; rejectReason: string }[];
}

suite('signatures', () => {
  // The documentation gives the texts that are signed, and hides the secret.
  const shared = { path: '', address: '' };
  const headersAt = (timestamp: string) => ({
    'x-bapi-timestamp': timestamp,
    'x-bapi-api-key': 'XXXXXXXXXX',
    'x-bapi-recv-window': '5000',
  });
  const CASES = [
    [
      { method: 'GET', query: 'category=option&symbol=BTC-29JUL22-25000-C', body: '' },
      '1658384314791',
      '1658384314791XXXXXXXXXX5000category=option&symbol=BTC-29JUL22-25000-C',
    ],
    [
      { method: 'POST', query: '', body: '{"category": "option"}' },
      '1658385579423',
      '1658385579423XXXXXXXXXX5000{"category": "option"}',
    ],
  ] as const;
  for (const [request, timestamp, text] of CASES) {
    test(`the text of the documentation's ${request.method} example is signed`, () => {
      const signed = bybitSignedText({ ...shared, ...request, headers: headersAt(timestamp) });
      assert.equal(signed, text);
    });
  }
});

suite('a call', () => {
  test('of an unknown, revoked, expired or unbound key is refused with its own code', async (t) => {
    const venue = await openVenue(t);
    const account = { accountType: 'UNIFIED' };
    const ask = async (change: object = {}): Promise<number> => {
      const key = { ...venue.bybit, ...change };
      const path = '/v5/account/wallet-balance';
      return (await callBybit(venue.server, key, 'GET', path, account)).body.retCode as number;
    };
    assert.equal(await ask(), 0);
    assert.equal(await ask({ key: 'x' }), 10_003);
    assert.equal(await ask({ secret: 'x' }), 10_004);
    const { key } = venue.bybit;
    venue.control('key', { venue: 'bybit', key, addresses: ['10.0.0.1'] });
    assert.equal(await ask(), 10_010);
    venue.control('key', { venue: 'bybit', key, addresses: [], expiresAtMs: 1 });
    assert.equal(await ask(), 33_004);
    venue.control('key', { venue: 'bybit', key, expiresAtMs: null, isRevoked: true });
    assert.equal(await ask(), 10_003);
  });

  test('too old or ahead of time is refused', async (t) => {
    const venue = await openVenue(t);
    const nowMs = venue.server.state.clock.nowMs();
    for (const timestamp of [nowMs - 6000, nowMs + 60_000]) {
      const { body } = await place(venue, { timestamp });
      assert.equal(body.retCode, 10_002);
    }
    assert.equal(
      (await place(venue, { timestamp: nowMs - 6000, recvWindow: 10_000 })).body.retCode,
      0,
    );
  });

  test('says in its headers how many more the account may send', async (t) => {
    const venue = await openVenue(t);
    const { headers } = await place(venue);
    assert.equal(headers.get('x-bapi-limit'), '20');
    assert.equal(headers.get('x-bapi-limit-status'), '19');
  });
});

suite('orders are acknowledged first', () => {
  test('and are seen when the engine has them', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 60_000 });
    const { body } = await place(venue, { orderLinkId: 'one' });
    assert.deepEqual([body.retCode, body.result.orderLinkId], [0, 'one']);
    const query = { category: 'spot', orderLinkId: 'one' };
    assert.deepEqual(await realtime(venue, query), []);
    venue.control('advance', { ms: 60_000 });
    assert.equal((await realtime(venue, query))[0]?.orderStatus, 'New');
    const cancel = { category: 'spot', symbol: 'BTCUSDT', orderLinkId: 'one' };
    assert.equal((await venue.toBybit('POST', '/v5/order/cancel', cancel)).body.retCode, 0);
    assert.equal((await realtime(venue, query))[0]?.orderStatus, 'New');
    venue.control('advance', { ms: 60_000 });
    assert.equal((await realtime(venue, query))[0]?.orderStatus, 'Cancelled');
    assert.deepEqual(await realtime(venue, { category: 'spot', symbol: 'BTCUSDT' }), []);
  });

  test('a post-only order that would take is accepted and then cancelled', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    await place(venue, { orderLinkId: 'p', timeInForce: 'PostOnly', price: '60001' });
    const [order] = await realtime(venue, { category: 'spot', orderLinkId: 'p' });
    assert.equal(order?.orderStatus, 'Cancelled');
    assert.equal(order?.rejectReason, 'EC_PostOnlyWillTakeLiquidity');
  });

  test('a name is never free again', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    const filled = { orderLinkId: 'one', price: '60001' };
    assert.equal((await place(venue, filled)).body.retCode, 0);
    assert.equal((await place(venue, filled)).body.retCode, 170_141);
    assert.equal((await place(venue, filled, LINEAR)).body.retCode, 110_072);
  });

  const REFUSED = [
    [SPOT, { symbol: 'NONE' }, 170_121],
    [SPOT, { price: '59000.01' }, 170_134],
    [SPOT, { qty: '0.0100001' }, 170_137],
    [SPOT, { qty: '0.00001' }, 170_140],
    [SPOT, { qty: '80' }, 170_131],
    [SPOT, { qty: '90' }, 170_124],
    [SPOT, { orderLinkId: 'a b' }, 170_130],
    [LINEAR, { price: '59000.01' }, 10_001],
    [LINEAR, { qty: '0.0001' }, 10_001],
    [LINEAR, { qty: '1000' }, 110_007],
    [LINEAR, { reduceOnly: true, side: 'Sell' }, 110_017],
    [LINEAR, { positionIdx: 1 }, 10_001],
    [LINEAR, { symbol: 'ETHUSDT', price: '100', qty: '0.01' }, 110_094],
  ] as const;
  for (const [base, changes, retCode] of REFUSED) {
    test(`${base.category} ${JSON.stringify(changes)} is refused with ${retCode}`, async (t) => {
      const venue = await openVenue(t);
      const { body } = await place(venue, changes, base);
      assert.equal(body.retCode, retCode, body.retMsg);
    });
  }

  test('a market purchase on spot is by value unless it says otherwise', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    const market = { orderType: 'Market', qty: '600', price: '' };
    await place(venue, { ...market, orderLinkId: 'value' });
    await place(venue, { ...market, orderLinkId: 'base', qty: '0.02', marketUnit: 'baseCoin' });
    const filled = async (orderLinkId: string): Promise<unknown> => {
      const [order] = await realtime(venue, { category: 'spot', orderLinkId });
      return (order as unknown as { cumExecQty: string }).cumExecQty;
    };
    assert.equal(await filled('value'), '0.009999');
    assert.equal(await filled('base'), '0.02');
  });
});

suite('conditional orders of derivatives', () => {
  const STOP = {
    ...LINEAR,
    side: 'Sell',
    orderType: 'Market',
    price: '',
    triggerPrice: '59000',
    triggerDirection: 2,
    orderLinkId: 'stop',
  };

  async function openWithPosition(t: TestContext): Promise<VenueClient> {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    const entry = { orderType: 'Market', price: '', orderLinkId: 'entry' };
    assert.equal((await place(venue, entry, LINEAR)).body.retCode, 0);
    return venue;
  }

  async function stopOf(venue: VenueClient) {
    const [order] = await realtime(venue, { category: 'linear', orderLinkId: 'stop' });
    return order as unknown as Record<string, string>;
  }

  test('are hidden from the book, untriggered, and filled once the price is there', async (t) => {
    const venue = await openWithPosition(t);
    assert.equal((await place(venue, { reduceOnly: true }, STOP)).body.retCode, 0);
    const waiting = await stopOf(venue);
    assert.deepEqual(
      [waiting['orderStatus'], waiting['stopOrderType'], waiting['triggerPrice']],
      ['Untriggered', 'Stop', '59000'],
    );
    venue.control('price', { venue: 'bybit', market: 'linear:BTCUSDT', price: '59100' });
    assert.equal((await stopOf(venue))['orderStatus'], 'Untriggered');
    venue.control('price', { venue: 'bybit', market: 'linear:BTCUSDT', price: '58900' });
    assert.deepEqual(
      [(await stopOf(venue))['orderStatus'], (await stopOf(venue))['orderId']],
      ['Filled', waiting['orderId']],
    );
  });

  test('are deactivated by a cancellation, and end where nothing is left to reduce', async (t) => {
    const venue = await openWithPosition(t);
    await place(venue, { reduceOnly: true }, STOP);
    const { body } = await venue.toBybit('POST', '/v5/order/cancel', {
      category: 'linear',
      symbol: 'BTCUSDT',
      orderLinkId: 'stop',
    });
    assert.equal(body.retCode, 0);
    assert.equal((await stopOf(venue))['orderStatus'], 'Deactivated');
    await place(venue, { reduceOnly: true, orderLinkId: 'other' }, STOP);
    const exit = { orderType: 'Market', price: '', side: 'Sell', orderLinkId: 'exit' };
    await place(venue, exit, LINEAR);
    venue.control('price', { venue: 'bybit', market: 'linear:BTCUSDT', price: '58900' });
    const [ended] = await realtime(venue, { category: 'linear', orderLinkId: 'other' });
    const { orderStatus, cancelType } = ended as unknown as Record<string, string>;
    assert.deepEqual([orderStatus, cancelType], ['Cancelled', 'CancelByReduceOnly']);
  });

  test('are refused beyond ten of a symbol, and where the price has passed', async (t) => {
    const venue = await openWithPosition(t);
    const passed = { triggerPrice: '61000' };
    assert.equal((await place(venue, passed, STOP)).body.retCode, 110_093);
    const rising = { triggerPrice: '59000', triggerDirection: 1 };
    assert.equal((await place(venue, rising, STOP)).body.retCode, 110_092);
    assert.equal((await place(venue, { triggerDirection: '' }, STOP)).body.retCode, 10_001);
    for (let index = 0; index < 10; index += 1)
      assert.equal((await place(venue, { orderLinkId: `s${index}` }, STOP)).body.retCode, 0);
    assert.equal((await place(venue, {}, STOP)).body.retCode, 110_009);
  });
});

suite('stops that come with an entry of derivatives', () => {
  const ENTRY = {
    ...LINEAR,
    orderType: 'Market',
    price: '',
    stopLoss: '59000',
    tpslMode: 'Partial',
    orderLinkId: 'entry',
  };

  async function stopsOf(venue: VenueClient, openOnly = '0') {
    const query = { category: 'linear', symbol: 'BTCUSDT', orderFilter: 'StopOrder', openOnly };
    return (await realtime(venue, query)) as unknown as readonly Record<string, string>[];
  }

  async function openWithEntry(t: TestContext): Promise<VenueClient> {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    assert.equal((await place(venue, {}, ENTRY)).body.retCode, 0);
    return venue;
  }

  test('are of what it filled, without a name, and name their entry', async (t) => {
    const venue = await openWithEntry(t);
    const [stop, ...others] = await stopsOf(venue);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [stop?.['orderLinkId'], stop?.['parentOrderLinkId'], stop?.['stopOrderType']],
      ['', 'entry', 'PartialStopLoss'],
    );
    assert.deepEqual([stop?.['qty'], stop?.['side']], [LINEAR.qty, 'Sell']);
    venue.control('price', { venue: 'bybit', market: 'linear:BTCUSDT', price: '58900' });
    assert.deepEqual(await stopsOf(venue), []);
    assert.equal((await stopsOf(venue, '1'))[0]?.['orderStatus'], 'Filled');
  });

  test('end with the position', async (t) => {
    const venue = await openWithEntry(t);
    const exit = { orderType: 'Market', price: '', side: 'Sell', orderLinkId: 'exit' };
    await place(venue, { ...exit, reduceOnly: true }, LINEAR);
    const [stop] = await stopsOf(venue, '1');
    assert.deepEqual(
      [stop?.['orderStatus'], stop?.['cancelType']],
      ['Deactivated', 'CancelByTpSlTsClear'],
    );
  });

  test('are refused with their entry where their price has passed', async (t) => {
    const venue = await openVenue(t);
    assert.equal((await place(venue, { stopLoss: '61000' }, ENTRY)).body.retCode, 10_001);
    assert.equal((await place(venue, { reduceOnly: true }, ENTRY)).body.retCode, 10_001);
  });
});

suite('lists', () => {
  test('realtime keeps the last 500 that ended; history has the others', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    venue.control('limits', { venue: 'bybit', max: 5000, areAccountsLimited: false });
    for (let index = 0; index < 502; index += 1) {
      await place(venue, { orderLinkId: `o-${index}`, price: '60001', qty: '0.0001' });
    }
    const seen = async (path: string, orderLinkId: string): Promise<number> => {
      const query = { category: 'spot', orderLinkId };
      return (await venue.toBybit('GET', path, query)).body.result.list.length as number;
    };
    assert.equal(await seen('/v5/order/realtime', 'o-1'), 0);
    assert.equal(await seen('/v5/order/history', 'o-1'), 1);
    assert.equal(await seen('/v5/order/realtime', 'o-2'), 1);
  });

  test('pages go from the newest to the oldest by cursor', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    for (const name of ['a', 'b', 'c']) await place(venue, { orderLinkId: name, price: '60001' });
    const query = { category: 'spot', limit: 2 };
    const first = (await venue.toBybit('GET', '/v5/execution/list', query)).body.result;
    const names = (list: { orderLinkId: string }[]): string[] => list.map((row) => row.orderLinkId);
    assert.deepEqual(names(first.list), ['c', 'b']);
    const next = { ...query, cursor: first.nextPageCursor as string };
    const second = (await venue.toBybit('GET', '/v5/execution/list', next)).body.result;
    assert.deepEqual([names(second.list), second.nextPageCursor], [['a'], '']);
  });
});

suite('settings', () => {
  test('leverage, margin mode and position mode change, and are refused unchanged', async (t) => {
    const venue = await openVenue(t);
    const symbol = { category: 'linear', symbol: 'BTCUSDT' };
    const post = async (path: string, content: Parameters): Promise<number> =>
      (await venue.toBybit('POST', path, content)).body.retCode as number;
    const leverage = { ...symbol, buyLeverage: '5', sellLeverage: '5' };
    assert.equal(await post('/v5/position/set-leverage', leverage), 0);
    assert.equal(await post('/v5/position/set-leverage', leverage), 110_043);
    assert.equal(
      await post('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' }),
      0,
    );
    const info = await venue.toBybit('GET', '/v5/account/info');
    assert.equal(info.body.result.marginMode, 'ISOLATED_MARGIN');
    assert.equal(await post('/v5/position/switch-mode', { ...symbol, mode: 3 }), 0);
    assert.equal(await post('/v5/position/switch-mode', { ...symbol, mode: 3 }), 110_025);
    const list = await venue.toBybit('GET', '/v5/position/list', symbol);
    const positions = list.body.result.list as { positionIdx: number; leverage: string }[];
    assert.deepEqual(
      positions.map(({ positionIdx }) => positionIdx),
      [1, 2],
    );
    assert.equal(positions[0]?.leverage, '5');
    const order = { ...LINEAR, positionIdx: 2, side: 'Sell', orderType: 'Market' };
    assert.equal((await place(venue, order, LINEAR)).body.retCode, 0);
  });

  test('the rights of a key are read', async (t) => {
    const venue = await openVenue(t);
    venue.control('key', { venue: 'bybit', key: venue.bybit.key, canWithdraw: true });
    venue.control('advance', { ms: 1_000 });
    const { result } = (await venue.toBybit('GET', '/v5/user/query-api')).body;
    assert.equal(result.readOnly, 0);
    assert((result.permissions.Wallet as string[]).includes('Withdraw'));
    assert.deepEqual(result.ips, ['*']);
    assert.equal(result.deadlineDay, 89);
  });
});

suite('the private stream', () => {
  test('is authorized, and sends orders, executions, positions and the wallet', async (t) => {
    const venue = await openVenue(t);
    venue.control('engine', { venue: 'bybit', delayMs: 0 });
    const address = `${venue.server.address.replace('http', 'ws')}/v5/private?venue_host=stream.bybit.com`;
    const socket = new WebSocket(address);
    t.after(() => socket.terminate());
    await once(socket, 'open');
    const frames: {
      topic?: string;
      op?: string;
      success?: boolean;
      data: { orderStatus: string }[];
    }[] = [];
    socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString('utf8'))));
    const { key, secret } = venue.bybit;
    const expires = venue.server.state.clock.nowMs() + 10_000;
    const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
    const send = (op: string, args: unknown[]): void => socket.send(JSON.stringify({ op, args }));
    send('subscribe', ['order']);
    await until(() => frames.length === 1);
    assert.equal(frames[0]?.success, false);
    send('auth', [key, expires, sign(`GET/realtime${expires}`)]);
    send('subscribe', ['order', 'execution', 'position', 'wallet']);
    await until(() => frames.length === 3);
    assert.deepEqual(
      frames.slice(1).map(({ op, success }) => [op, success]),
      [
        ['auth', true],
        ['subscribe', true],
      ],
    );
    await place(venue, { orderType: 'Market' }, LINEAR);
    const of = (topic: string) => frames.filter((frame) => frame.topic === topic);
    await until(() => of('order').length === 2);
    assert.deepEqual(
      of('order').map(({ data }) => data[0]?.orderStatus),
      ['New', 'Filled'],
    );
    await until(() => ['execution', 'position', 'wallet'].every((topic) => of(topic).length > 0));
    send('ping', []);
    await until(() => frames.some(({ op }) => op === 'pong'));
    venue.control('streams', { venue: 'bybit', action: 'silence' });
    const count = frames.length;
    await place(venue, { orderType: 'Market' }, LINEAR);
    venue.control('streams', { venue: 'bybit', action: 'resume' });
    send('ping', []);
    await until(() => frames.length > count);
    // What happened in the silence is never reported: a gap.
    assert.deepEqual(
      frames.slice(count).map(({ op }) => op),
      ['pong'],
    );
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
