import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import { WebSocket } from 'ws';

import { callBinance, openVenue } from '#loopback/venue-client.ts';
import type { Parameters, VenueClient } from '#loopback/venue-client.ts';
import { signedText } from '#loopback/skins/binance/binance-parameters.ts';
import { isSignature } from '#loopback/skins/binance/binance-signature.ts';

const LIMIT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '59000',
};

function place(venue: VenueClient, changes: Parameters = {}) {
  return venue.toBinance('POST', '/api/v3/order', { ...LIMIT, ...changes });
}

suite('signatures', () => {
  const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
  const tail =
    'side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
  // The two examples of the documentation (REST API, "SIGNED Endpoint Examples").
  const EXAMPLES = [
    [`symbol=LTCBTC&${tail}`, 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'],
    [
      `symbol=%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96&${tail}`,
      'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3',
    ],
  ] as const;

  for (const [query, signature] of EXAMPLES) {
    test(`the documented signature of ${query.slice(0, 20)} verifies, in query and in body`, () => {
      const shared = { method: 'POST', path: '/api/v3/order', headers: {}, address: '' };
      const signed = `${query}&signature=${signature}`;
      for (const sent of [
        { ...shared, query: signed, body: '' },
        { ...shared, query: '', body: signed },
      ]) {
        assert(isSignature(SECRET, signedText(sent), signature));
        assert(isSignature(SECRET, signedText(sent), signature.toUpperCase()));
        assert(!isSignature(SECRET, signedText(sent).replace('0.1', '0.2'), signature));
      }
    });
  }
});

suite('a key', () => {
  const CASES = [
    ['unknown', { key: 'x' }, 401, -2015],
    ['missing', { key: '' }, 401, -2014],
    ['with a wrong secret', { secret: 'x' }, 400, -1022],
  ] as const;
  for (const [what, change, status, code] of CASES) {
    test(`${what} is refused with ${code}`, async (t) => {
      const venue = await openVenue(t);
      const key = { ...venue.binance, ...change };
      const reply = await callBinance(venue.server, key, 'GET', '/api/v3/account');
      assert.deepEqual([reply.status, reply.body.code], [status, code]);
    });
  }

  test('that was revoked, expired, is bound elsewhere or may not trade is refused', async (t) => {
    const venue = await openVenue(t);
    const { key } = venue.binance;
    for (const change of [
      { isRevoked: true },
      { isRevoked: false, expiresAtMs: 1 },
      { expiresAtMs: null, addresses: ['10.0.0.1'] },
      { addresses: [], canTrade: false },
    ]) {
      venue.control('key', { venue: 'binance', key, ...change });
      const reply = await place(venue);
      assert.deepEqual([reply.status, reply.body.code], [401, -2015], JSON.stringify(change));
    }
    const rights = await venue.toBinance('GET', '/sapi/v1/account/apiRestrictions');
    assert.equal(rights.body.enableSpotAndMarginTrading, false);
    assert.equal(rights.body.enableWithdrawals, false);
  });
});

suite('time stamps', () => {
  test('too old and too far ahead are refused with the texts of the documentation', async (t) => {
    const venue = await openVenue(t);
    const nowMs = venue.server.state.clock.nowMs();
    const old = await place(venue, { timestamp: nowMs - 6000 });
    assert.match(old.body.msg, /outside of the recvWindow/);
    const ahead = await place(venue, { timestamp: nowMs + 60_000 });
    assert.match(ahead.body.msg, /1000ms ahead of the server's time/);
    assert.equal((await place(venue, { timestamp: nowMs - 6000, recvWindow: 60_000 })).status, 200);
  });

  test('a request that waited at the surface is checked again before the engine', async (t) => {
    const venue = await openVenue(t);
    venue.control('fault', { kind: 'held', operations: ['place'], delayMs: 8000 });
    const waiting = place(venue, { recvWindow: 5000, newClientOrderId: 'held' });
    await until(() => venue.server.state.requests.length === 1);
    venue.control('advance', { ms: 8000 });
    const reply = await waiting;
    assert.deepEqual([reply.status, reply.body.code], [400, -1021]);
    assert.equal(ordersOf(venue).length, 0);
  });

  test('a request that lands late is carried out although its client saw a reset', async (t) => {
    const venue = await openVenue(t);
    venue.control('fault', { kind: 'late', operations: ['place'], delayMs: 3000 });
    await assert.rejects(place(venue, { newClientOrderId: 'late' }));
    assert.equal(ordersOf(venue).length, 0);
    venue.control('advance', { ms: 3000 });
    assert.equal(ordersOf(venue).length, 1);
  });
});

suite('orders are refused as the venue does', () => {
  const CASES = [
    [{ symbol: 'NONE' }, -1121, 'Invalid symbol.'],
    [{ side: 'HOLD' }, -1117, 'Invalid side.'],
    [{ type: 'ICEBERG' }, -1116, 'Invalid orderType.'],
    [{ timeInForce: 'DAY' }, -1115, 'Invalid timeInForce.'],
    [{ price: '59000.001' }, -1013, 'Filter failure: PRICE_FILTER'],
    [{ price: '1' }, -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
    [{ quantity: '0.000001' }, -1013, 'Filter failure: LOT_SIZE'],
    [{ quantity: '0.0100001' }, -1013, 'Filter failure: LOT_SIZE'],
    [{ quantity: '0.00001' }, -1013, 'Filter failure: NOTIONAL'],
    [{ quantity: '0.123456789' }, -1111, "Parameter 'quantity' has too much precision."],
    [{ quantity: '1e-2' }, -1100, undefined],
    [{ quantity: '5' }, -2010, 'Account has insufficient balance for requested action.'],
    [{ newClientOrderId: 'a b' }, -1100, undefined],
    [{ unknown: '1' }, -1104, undefined],
    [{ type: 'LIMIT_MAKER' }, -1106, "Parameter 'timeInForce' sent when not required."],
    [{ type: 'MARKET' }, -1106, "Parameter 'timeInForce' sent when not required."],
  ] as const;
  for (const [changes, code, text] of CASES) {
    test(`${JSON.stringify(changes)}: ${code}`, async (t) => {
      const venue = await openVenue(t);
      const reply = await place(venue, changes);
      assert.deepEqual([reply.status, reply.body.code], [400, code], reply.text);
      if (text !== undefined) assert.equal(reply.body.msg, text);
      assert.equal(ordersOf(venue).length, 0);
    });
  }

  test('a name is refused while its order is open, and free again afterwards', async (t) => {
    const venue = await openVenue(t);
    const name = { newClientOrderId: 'one' };
    assert.equal((await place(venue, name)).status, 200);
    const second = await place(venue, name);
    assert.deepEqual([second.body.code, second.body.msg], [-2010, 'Duplicate order sent.']);
    const filled = await place(venue, { newClientOrderId: 'two', price: '60001' });
    assert.equal(filled.body.status, 'FILLED');
    // Documented, and the reason why a blind resend doubles an order.
    assert.equal((await place(venue, { newClientOrderId: 'two', price: '60001' })).status, 200);
  });

  test('a post-only order that would take is no order', async (t) => {
    const venue = await openVenue(t);
    const { symbol, side, quantity } = LIMIT;
    const maker = { symbol, side, quantity, type: 'LIMIT_MAKER', price: '60001' };
    const reply = await venue.toBinance('POST', '/api/v3/order', maker);
    assert.equal(reply.body.msg, 'Order would immediately match and take.');
    assert.equal(ordersOf(venue).length, 0);
  });
});

suite('orders that wait for a price', () => {
  const STOP = { side: 'SELL', type: 'STOP_LOSS', price: '', timeInForce: '', stopPrice: '59000' };

  async function stopOf(venue: VenueClient): Promise<Record<string, unknown>> {
    const query = { symbol: 'BTCUSDT', origClientOrderId: 'stop' };
    const { body } = await venue.toBinance('GET', '/api/v3/order', query);
    return body as Record<string, unknown>;
  }

  async function placeStop(venue: VenueClient, changes: Parameters = {}) {
    const all: Parameters = { ...LIMIT, ...STOP, newClientOrderId: 'stop', ...changes };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    return venue.toBinance('POST', '/api/v3/order', sent);
  }

  test('lock what they sell, and are filled once the price is there', async (t) => {
    const venue = await openVenue(t);
    assert.equal((await placeStop(venue, { newOrderRespType: 'RESULT' })).body.status, 'NEW');
    const waiting = await stopOf(venue);
    assert.deepEqual(
      [waiting['type'], waiting['stopPrice'], waiting['isWorking'], waiting['workingTime']],
      ['STOP_LOSS', '59000.00000000', false, -1],
    );
    const { body } = await venue.toBinance('GET', '/api/v3/account');
    const balances = body.balances as { asset: string; locked: string }[];
    assert.equal(balances.find(({ asset }) => asset === 'BTC')?.locked, '0.01000000');
    venue.control('price', { venue: 'binance', market: 'spot:BTCUSDT', price: '58900' });
    const filled = await stopOf(venue);
    assert.deepEqual([filled['status'], filled['orderId']], ['FILLED', waiting['orderId']]);
  });

  test('are refused where the price has passed, and beyond five of a symbol', async (t) => {
    const venue = await openVenue(t);
    const cases = [
      [{ stopPrice: '61000' }, -2010],
      [{ type: 'TAKE_PROFIT' }, -2010],
      [{ side: 'BUY' }, -2010],
      [{ stopPrice: '' }, -1102],
      [{ type: 'STOP_LOSS_LIMIT' }, -1102],
      [{ price: '58000' }, -1106],
    ] as const;
    for (const [changes, code] of cases)
      assert.equal((await placeStop(venue, changes)).body.code, code, JSON.stringify(changes));
    for (let index = 0; index < 5; index += 1)
      assert.equal((await placeStop(venue, { newClientOrderId: `s${index}` })).status, 200);
    assert.match((await placeStop(venue)).body.msg, /MAX_NUM_ALGO_ORDERS/);
  });
});

suite('look-ups', () => {
  test('find an order by name or id, and say definitely that there is none', async (t) => {
    const venue = await openVenue(t);
    const { body: placed } = await place(venue, { newClientOrderId: 'one' });
    const symbol = 'BTCUSDT';
    for (const by of [{ origClientOrderId: 'one' }, { orderId: placed.orderId as number }]) {
      const { body } = await venue.toBinance('GET', '/api/v3/order', { symbol, ...by });
      assert.deepEqual(
        [body.status, body.clientOrderId, body.origQty],
        ['NEW', 'one', '0.01000000'],
      );
    }
    const none = await venue.toBinance('GET', '/api/v3/order', { symbol, origClientOrderId: 'no' });
    assert.deepEqual([none.status, none.body.code], [400, -2013]);
    const both = { symbol, orderId: placed.orderId as number, origClientOrderId: 'no' };
    assert.equal((await venue.toBinance('GET', '/api/v3/order', both)).body.code, -2013);
  });

  test('a hidden order locks its money, and is shown when its time has come', async (t) => {
    const venue = await openVenue(t);
    venue.control('fault', { kind: 'hidden', operations: ['place'], delayMs: 60_000 });
    assert.equal((await place(venue, { newClientOrderId: 'h' })).status, 200);
    const query = { symbol: 'BTCUSDT', origClientOrderId: 'h' };
    assert.equal((await venue.toBinance('GET', '/api/v3/order', query)).body.code, -2013);
    assert.deepEqual((await venue.toBinance('GET', '/api/v3/openOrders')).body, []);
    const { body } = await venue.toBinance('GET', '/api/v3/account');
    const balances = body.balances as { asset: string; locked: string }[];
    assert.equal(balances.find((row) => row.asset === 'USDT')?.locked, '590.00000000');
    venue.control('advance', { ms: 60_000 });
    assert.equal((await venue.toBinance('GET', '/api/v3/order', query)).body.status, 'NEW');
  });

  test('a stale list shows an order as it was, and misses the newest', async (t) => {
    const venue = await openVenue(t);
    await place(venue, { newClientOrderId: 'old' });
    venue.control('advance', { ms: 10_000 });
    await venue.toBinance('DELETE', '/api/v3/order', {
      symbol: 'BTCUSDT',
      origClientOrderId: 'old',
    });
    await place(venue, { newClientOrderId: 'new' });
    venue.control('fault', { kind: 'stale', operations: ['orders'], delayMs: 5000 });
    const names = (body: { clientOrderId: string }[]): string[] => body.map((o) => o.clientOrderId);
    assert.deepEqual(names((await venue.toBinance('GET', '/api/v3/openOrders')).body), ['old']);
    assert.deepEqual(names((await venue.toBinance('GET', '/api/v3/openOrders')).body), ['new']);
  });

  test('trades come in pages by id, and a span excludes an id', async (t) => {
    const venue = await openVenue(t);
    for (const price of ['60001', '60002', '60003']) await place(venue, { price });
    const trades = await venue.toBinance('GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
    const ids = (trades.body as { id: number }[]).map((trade) => trade.id);
    assert.equal(ids.length, 3);
    const from = { symbol: 'BTCUSDT', fromId: ids[1] ?? 0, limit: 1 };
    const page = await venue.toBinance('GET', '/api/v3/myTrades', from);
    assert.deepEqual(
      (page.body as { id: number }[]).map((trade) => trade.id),
      [ids[1]],
    );
    const mixed = { symbol: 'BTCUSDT', fromId: 1, startTime: 1 };
    assert.equal((await venue.toBinance('GET', '/api/v3/myTrades', mixed)).body.code, -1128);
  });

  test('a cancel of an order that has ended is unknown to the engine', async (t) => {
    const venue = await openVenue(t);
    await place(venue, { newClientOrderId: 'one' });
    const one = { symbol: 'BTCUSDT', origClientOrderId: 'one' };
    const cancelled = await venue.toBinance('DELETE', '/api/v3/order', one);
    assert.deepEqual(
      [cancelled.body.status, cancelled.body.origClientOrderId],
      ['CANCELED', 'one'],
    );
    const again = await venue.toBinance('DELETE', '/api/v3/order', one);
    assert.deepEqual([again.body.code, again.body.msg], [-2011, 'Unknown order sent.']);
  });
});

suite('request weight', () => {
  test('is counted in the headers, exceeded with 429, and then banned with 418', async (t) => {
    const venue = await openVenue(t);
    const first = await venue.toBinance('GET', '/api/v3/account');
    assert.equal(first.headers.get('x-mbx-used-weight-1m'), '20');
    venue.control('limits', { venue: 'binance', max: 30 });
    const refused = await venue.toBinance('GET', '/api/v3/account');
    assert.deepEqual([refused.status, refused.body.code], [429, -1003]);
    assert(Number(refused.headers.get('retry-after')) > 0);
    let last = refused;
    for (let times = 0; times < 11; times += 1)
      last = await venue.toBinance('GET', '/api/v3/account');
    assert.equal(last.status, 418);
    assert.match(last.body.msg, /IP banned until \d+/);
  });
});

suite('the user data stream', () => {
  test('is subscribed to by signature and reports orders, trades and balances', async (t) => {
    const venue = await openVenue(t);
    const { key, secret } = venue.binance;
    const socket = new WebSocket(`${venue.server.address.replace('http', 'ws')}/ws-api/v3`, {
      headers: { 'x-venue-host': 'ws-api.binance.com' },
    });
    t.after(() => socket.terminate());
    await once(socket, 'open');
    const frames: Record<string, unknown>[] = [];
    socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString('utf8'))));
    const timestamp = venue.server.state.clock.nowMs();
    const text = `apiKey=${key}&timestamp=${timestamp}`;
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    const params = { apiKey: key, timestamp, signature };
    socket.send(JSON.stringify({ id: 7, method: 'userDataStream.subscribe.signature', params }));
    await until(() => frames.length === 1);
    assert.deepEqual(frames[0], { id: 7, status: 200, result: { subscriptionId: 0 } });
    await place(venue, { newClientOrderId: 'one', price: '60001' });
    const events = (): { e: string; x: string; c: string }[] =>
      frames.slice(1).map((frame) => frame['event'] as { e: string; x: string; c: string });
    const reports = () => events().filter((event) => event.e === 'executionReport');
    await until(() => reports().length === 2);
    assert.deepEqual(
      reports().map(({ x, c }) => [x, c]),
      [
        ['NEW', 'one'],
        ['TRADE', 'one'],
      ],
    );
    await until(() => events().some((event) => event.e === 'outboundAccountPosition'));
    venue.control('streams', { venue: 'binance', action: 'drop' });
    await once(socket, 'close');
  });
});

function ordersOf(venue: VenueClient): readonly unknown[] {
  const { accounts } = venue.control('truth', { venue: 'binance', account: 'a' }) as {
    accounts: { orders: unknown[] }[];
  };
  return accounts[0]?.orders ?? [];
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
