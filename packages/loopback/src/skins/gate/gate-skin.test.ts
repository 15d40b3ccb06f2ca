import type { TestContext } from 'node:test';
import test, { suite } from 'node:test';
import assert from 'node:assert/strict';

import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';
import { gateSignature, gateSignedText } from '#loopback/skins/gate/gate-signature.ts';

type Changes = {
  readonly atMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
};
type Fields = Readonly<Record<string, unknown>>;
type Reply = {
  readonly status: number;
  /** As it is read. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies as they come
  readonly body: any;
  readonly label: unknown;
};

const ORDER = {
  text: 't-a1',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'buy',
  amount: '0.01',
  price: '59000',
  time_in_force: 'gtc',
};
const PAIR = { currency_pair: 'BTC_USDT' };

/** Signed as the documentation says; headers are changed after that. */
async function send(
  venue: VenueClient,
  method: string,
  endpoint: string,
  parameters: Fields = {},
  { atMs = venue.server.state.clock.nowMs(), headers = {} }: Changes = {},
): Promise<Reply> {
  const { key, secret } = venue.gate;
  const path = `/api/v4${endpoint}`;
  const given = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  const query = method === 'POST' ? '' : new URLSearchParams(given).toString();
  const body = method === 'POST' ? JSON.stringify(parameters) : '';
  const timestamp = String(Math.floor(atMs / 1_000));
  const text = gateSignedText({ method, path, query, body, headers: { timestamp }, address: '' });
  const response = await fetch(`${venue.server.address}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      'x-venue-host': 'api.gateio.ws',
      'content-type': 'application/json',
      KEY: key,
      Timestamp: timestamp,
      SIGN: gateSignature(secret, text),
      ...headers,
    },
    ...(body === '' ? {} : { body }),
  });
  const content = (await response.json()) as Fields;
  return { status: response.status, body: content, label: content['label'] };
}

suite('a call to Gate', () => {
  /** Requests of the documentation, with the digests that it prints. */
  const EXAMPLES = [
    [
      { method: 'GET', query: 'contract=BTC_USD&status=finished&limit=50', body: '' },
      '55f84ea195d6fe57ce62464daaa7c3c02fa9d1dde954e4c898289c9a2407a3d6fb3faf24deff16790d726b66ac9f74526668b13bd01029199cc4fcc522418b8a',
    ],
    [
      {
        method: 'POST',
        query: '',
        body: '{"contract":"BTC_USD","type":"limit","size":100,"price":6800,"time_in_force":"gtc"}',
      },
      'eae42da914a590ddf727473aff25fc87d50b64783941061f47a3fdb92742541fc4c2c14017581b4199a1418d54471c269c03a38d788d802e2c306c37636389f0',
    ],
  ] as const;
  for (const [request, signature] of EXAMPLES)
    test(`has the signature of the documentation's example with ${request.method}`, () => {
      const path = '/api/v4/futures/orders';
      const headers = { timestamp: '1541993715' };
      const text = gateSignedText({ ...request, path, headers, address: '' });
      assert.equal(gateSignature('secret', text), signature);
    });

  /** What is wrong, with the label and the status. */
  const WRONG: readonly (readonly [string, Changes, string | undefined, number])[] = [
    ['nothing', {}, undefined, 200],
    ['the key', { headers: { KEY: 'x' } }, 'INVALID_KEY', 401],
    ['the signature', { headers: { SIGN: 'x' } }, 'INVALID_SIGNATURE', 401],
    ['the time', { atMs: 1_700_000_000_000 }, 'REQUEST_EXPIRED', 403],
  ];
  for (const [what, changes, label, status] of WRONG)
    test(`with ${what} wrong is ${label}`, async (t) => {
      const reply = await send(await openVenue(t), 'GET', '/spot/accounts', {}, changes);
      assert.deepEqual([reply.label, reply.status], [label, status]);
    });

  test('with an unknown parameter is refused', async (t) => {
    const venue = await openVenue(t);
    const reply = await send(venue, 'GET', '/spot/accounts', { limit: 1 });
    assert.equal(reply.label, 'INVALID_PARAM_VALUE');
  });

  test('beyond the limit of an endpoint is refused, and others are not', async (t) => {
    const venue = await openVenue(t);
    venue.control('limits', { venue: 'gate', areAccountsLimited: true });
    // All within one of the windows that are counted.
    venue.control('advance', { ms: 10_000 - (venue.server.state.clock.nowMs() % 10_000) });
    const replies = await Promise.all(
      Array.from({ length: 102 }, async () => send(venue, 'POST', '/spot/orders')),
    );
    const refused = replies.filter(({ status }) => status === 429);
    assert.equal(refused.length, 2);
    assert.equal(refused[0]?.label, 'TOO_MANY_REQUESTS');
    assert.equal((await send(venue, 'GET', '/spot/open_orders')).status, 200);
  });
});

suite('an order at Gate', () => {
  async function place(t: TestContext, changes: Fields = {}, more: Changes = {}) {
    const venue = await openVenue(t);
    return {
      venue,
      ...(await send(venue, 'POST', '/spot/orders', { ...ORDER, ...changes }, more)),
    };
  }

  /** What is wrong with it, and the label. */
  const REFUSED: readonly (readonly [string, Fields, string])[] = [
    ['a name without its beginning', { text: 'a1' }, 'INVALID_PARAM_VALUE'],
    ['a name that is too long', { text: `t-${'a'.repeat(29)}` }, 'INVALID_PARAM_VALUE'],
    ['no amount', { amount: '' }, 'MISSING_REQUIRED_PARAM'],
    ['no price', { price: '' }, 'MISSING_REQUIRED_PARAM'],
    ['too fine an amount', { amount: '0.0100001' }, 'INVALID_PRECISION'],
    ['too fine a price', { price: '59000.01' }, 'INVALID_PRECISION'],
    ['too little', { amount: '0.00001' }, 'INVALID_PARAM_VALUE'],
    ['too much', { amount: '2000' }, 'AMOUNT_TOO_MUCH'],
    ['more than there is', { amount: '10' }, 'BALANCE_NOT_ENOUGH'],
    ['another market', { currency_pair: 'BTC_USD' }, 'INVALID_CURRENCY_PAIR'],
    ['another account', { account: 'margin' }, 'INVALID_PARAM_VALUE'],
    ['a market order that rests', { type: 'market', price: '' }, 'INVALID_PARAM_VALUE'],
    [
      'a post-only order that would take',
      { price: '61000', time_in_force: 'poc' },
      'POC_FILL_IMMEDIATELY',
    ],
  ];
  for (const [what, changes, expected] of REFUSED)
    test(`with ${what} is refused: ${expected}`, async (t) => {
      const { label, status } = await place(t, changes);
      assert.deepEqual([label, status], [expected, 400]);
    });

  test('comes with what became of it', async (t) => {
    const resting = await place(t);
    assert.deepEqual(
      [resting.status, resting.body.status, resting.body.left, resting.body.finish_as],
      [201, 'open', '0.01', 'open'],
    );
    const filled = await place(t, { price: '61000' });
    assert.deepEqual(
      [filled.body.status, filled.body.left, filled.body.filled_amount, filled.body.fee_currency],
      ['closed', '0', '0.01', 'BTC'],
    );
  });

  test('by value is one whose amount is in quote', async (t) => {
    const wish = { type: 'market', time_in_force: 'ioc', amount: '600', price: undefined };
    const { body } = await place(t, wish);
    assert.deepEqual([body.amount, body.price], ['600', '0']);
    assert(Number(body.filled_amount) > 0.009 && Number(body.left) < 1);
  });

  test('that arrives after it has expired is refused', async (t) => {
    const past = { headers: { 'x-gate-exptime': '1700000000000' } };
    assert.equal((await place(t, {}, past)).label, 'REQUEST_EXPIRED');
  });

  test('may have the name of another one', async (t) => {
    const { venue, body } = await place(t);
    const second = await send(venue, 'POST', '/spot/orders', ORDER);
    assert.notEqual(second.body.id, body.id);
  });

  test('is found by its name while it is open, and by its id for ever', async (t) => {
    const { venue, body } = await place(t);
    const find = async (name: string): Promise<unknown> => {
      const { label, body: found } = await send(venue, 'GET', `/spot/orders/${name}`, PAIR);
      return label ?? found.status;
    };
    assert.deepEqual([await find('t-a1'), await find(body.id)], ['open', 'open']);
    const cancelled = await send(venue, 'DELETE', '/spot/orders/t-a1', PAIR);
    assert.deepEqual([cancelled.body.id, cancelled.body.status], [body.id, 'cancelled']);
    assert.deepEqual([await find('t-a1'), await find(body.id)], ['ORDER_NOT_FOUND', 'cancelled']);
    const again = await send(venue, 'DELETE', `/spot/orders/${body.id}`, PAIR);
    assert.equal(again.label, 'ORDER_CANCELLED');
  });

  test('that has ended is listed by the instant of its end', async (t) => {
    const { venue, body } = await place(t);
    const placed = Math.floor(body.create_time_ms / 1_000);
    venue.control('advance', { ms: 60_000 });
    const ended = placed + 60;
    await send(venue, 'DELETE', `/spot/orders/${body.id}`, PAIR);
    const list = async (from: number, to: number): Promise<number> => {
      const query = { ...PAIR, status: 'finished', from, to };
      return Number((await send(venue, 'GET', '/spot/orders', query)).body.length);
    };
    assert.equal(await list(placed, ended - 1), 0);
    assert.equal(await list(ended, ended + 1), 1);
    const open = await send(venue, 'GET', '/spot/orders', {
      ...PAIR,
      status: 'open',
      from: placed,
    });
    assert.equal(open.label, 'INVALID_PARAM_VALUE');
  });
});

suite('lists of Gate', () => {
  test('of fills reach a week, or a month between two instants', async (t) => {
    const venue = await openVenue(t);
    await send(venue, 'POST', '/spot/orders', { ...ORDER, price: '61000' });
    const placedAt = Math.floor(venue.server.state.clock.nowMs() / 1_000);
    venue.control('advance', { ms: 8 * 86_400_000 });
    const list = async (query: Fields) => send(venue, 'GET', '/spot/my_trades', query);
    assert.equal((await list({})).body.length, 0);
    const [from, to] = [placedAt - 86_400, placedAt + 9 * 86_400];
    assert.equal((await list({ from, to })).body.length, 1);
    assert.equal((await list({ from, to: from + 31 * 86_400 })).label, 'INVALID_PARAM_VALUE');
    assert.equal((await list({ order_id: '1', from, to })).label, 'INVALID_PARAM_VALUE');
  });

  test('of minutes have a thousand at once, and the last ten thousand', async (t) => {
    const venue = await openVenue(t);
    const { clock } = venue.server.state;
    // To the middle of a minute, so that none ends between two requests.
    venue.control('advance', { ms: 90_000 - (clock.nowMs() % 60_000) });
    const now = Math.floor(clock.nowMs() / 60_000) * 60;
    const list = async (minutesAgo: number, count: number): Promise<unknown> => {
      const from = now - minutesAgo * 60;
      const query = { ...PAIR, interval: '1m', from, to: from + (count - 1) * 60 };
      return (await send(venue, 'GET', '/spot/candlesticks', query)).label;
    };
    assert.equal(await list(1_000, 1_000), undefined);
    assert.equal(await list(1_001, 1_001), 'INVALID_PARAM_VALUE');
    assert.equal(await list(9_999, 10), undefined);
    assert.equal(await list(10_001, 10), 'INVALID_PARAM_VALUE');
  });
});
