import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { KUCOIN_STREAM } from '#venues/dialects/kucoin/stream.ts';
import { NOW_MS, OUR_NAME, SPOT, success } from '#venues/dialects/kucoin/kucoin.fixture.ts';

function read(frame: unknown): readonly object[] {
  return KUCOIN_STREAM.read(typeof frame === 'string' ? frame : JSON.stringify(frame), SPOT);
}

test('the stream of KuCoin is addressed by a token, whatever address is named with it', () => {
  const token = KUCOIN_STREAM.token?.();
  assert(token !== undefined && token.call.path === 'bullet-private');
  const content = { token: 'a+/b==.c', instanceServers: [{ endpoint: 'wss://elsewhere/' }] };
  const verdict = token.read(success(content));
  assert(verdict.kind === 'done');
  assert.equal(
    KUCOIN_STREAM.address(verdict.value, 'spot'),
    'wss://ws-api-spot.kucoin.com/?token=a%2B%2Fb%3D%3D.c',
  );
  assert.equal(token.read(success({})).kind, 'not_done');
});

test('a subscription follows the welcome, and news its confirmation', () => {
  const keys = { apiKey: 'a', secret: 'b', passphrase: 'c' };
  assert.deepEqual(KUCOIN_STREAM.open(keys, 'token', NOW_MS), []);
  const [send] = read({ id: 'x', type: 'welcome' }) as readonly { frames?: readonly string[] }[];
  const sent = JSON.parse(send?.frames?.[0] ?? '') as Record<string, unknown>;
  assert.deepEqual(sent, {
    id: 'orders',
    type: 'subscribe',
    topic: '/spotMarket/tradeOrdersV2',
    privateChannel: true,
    response: true,
  });
  assert.deepEqual(read({ id: 'orders', type: 'ack' }), [{ kind: 'ready' }]);
  assert.deepEqual(read({ id: 'other', type: 'ack' }), []);
  assert.deepEqual(read({ id: '1545910590801', type: 'pong' }), []);
});

test('a subscription that is refused says why', () => {
  assert.deepEqual(read({ id: 'orders', type: 'error', code: 401, data: 'token is invalid' }), [
    { kind: 'refused', failure: 'unavailable', detail: 'token is invalid (401)' },
  ]);
});

/** As documented, of an order that rests. */
const CHANGE = {
  topic: '/spotMarket/tradeOrdersV2',
  type: 'message',
  subject: 'orderChange',
  userId: '633559791e1cbc0001f319bc',
  channelType: 'private',
  data: {
    canceledSize: '0',
    clientOid: OUR_NAME,
    filledSize: '0',
    orderId: '6720ecd9ec71f4000747731a',
    orderTime: 1_730_211_033_305,
    orderType: 'limit',
    originSize: '0.00001',
    price: '50000',
    remainSize: '0.00001',
    side: 'buy',
    size: '0.00001',
    status: 'open',
    symbol: 'BTC-USDT',
    ts: 1_730_211_033_335_000_000,
    type: 'open',
  },
};
const SWEEP = { kind: 'sweep', marketTag: null };

test('an order that rests at KuCoin is news, and read by REST, too', () => {
  const [news, sweep] = read(CHANGE);
  assert.deepEqual(sweep, SWEEP);
  assert.deepEqual(news, {
    kind: 'news',
    news: {
      kind: 'order',
      order: {
        venueOrderId: '6720ecd9ec71f4000747731a',
        clientOrderId: OUR_NAME,
        marketTag: 'KUCOIN_BTC_USDT',
        side: 'buy',
        type: 'limit',
        price: decimal('50000'),
        amount: decimal('0.00001'),
        terms: PLAIN_TERMS,
        filledAmount: 0n,
        averageFillPrice: 0n,
        state: 'open',
        reason: null,
        placedAtMs: 1_730_211_033_305,
        updatedAtMs: 1_730_211_033_305,
      },
    },
  });
  assert.deepEqual(read({ ...CHANGE, data: { ...CHANGE.data, filledSize: '0.000001' } }), [SWEEP]);
});

test('what else happens to an order is read by REST; that it was received, is nothing', () => {
  for (const type of ['match', 'filled', 'canceled', 'update', 'never seen'])
    assert.deepEqual(read({ ...CHANGE, data: { ...CHANGE.data, type } }), [SWEEP], type);
  assert.deepEqual(read({ ...CHANGE, data: { ...CHANGE.data, type: 'received' } }), []);
  const broken = { ...CHANGE, data: { ...CHANGE.data, side: 'both' } };
  for (const frame of ['', '[]', '{', { ...CHANGE, data: 1 }, broken])
    assert.deepEqual(read(frame), [SWEEP]);
  assert.deepEqual(read({ ...CHANGE, topic: '/account/balance' }), []);
});

test('a ping of KuCoin has an id, which its reply repeats', () => {
  assert.equal(KUCOIN_STREAM.ping?.frame(NOW_MS), '{"id":"1700000000000","type":"ping"}');
});
