import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import {
  ACCOUNT,
  CLOID,
  CREDENTIALS,
  FILL,
  FUTURES,
  ORDER_ID,
  OUR_NAME,
  PAYMENT,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import { HYPERLIQUID_STREAM } from '#venues/dialects/hyperliquid/stream.ts';

function read(frame: unknown): readonly unknown[] {
  return HYPERLIQUID_STREAM.read(
    typeof frame === 'string' ? frame : JSON.stringify(frame),
    FUTURES,
  );
}

const SWEEP = { kind: 'sweep', marketTag: null };

test('the stream of Hyperliquid follows the account, whatever wallet signs for it', () => {
  const keys = { ...CREDENTIALS, apiKey: ` ${ACCOUNT.toUpperCase().replace('0X', '0x')} ` };
  const frames = HYPERLIQUID_STREAM.open(keys, '', 0).map((frame): unknown => JSON.parse(frame));
  const subscribe = (type: string) => ({
    method: 'subscribe',
    subscription: { type, user: ACCOUNT },
  });
  assert.deepEqual(frames, ['userFundings', 'userFills', 'orderUpdates'].map(subscribe));
  const confirmed = (type: string) =>
    read({ channel: 'subscriptionResponse', data: subscribe(type) });
  assert.deepEqual(confirmed('userFills'), []);
  assert.deepEqual(confirmed('orderUpdates'), [{ kind: 'ready' }]);
  assert.deepEqual(read({ channel: 'pong' }), []);
});

test('a subscription that is refused says why', () => {
  assert.deepEqual(read({ channel: 'error', data: 'Cannot track more than 10 users' }), [
    { kind: 'refused', failure: 'unavailable', detail: 'Cannot track more than 10 users (stream)' },
  ]);
});

/** As documented, of an order that rests: it says neither its type nor its terms. */
const UPDATE = {
  order: {
    coin: 'BTC',
    side: 'B',
    limitPx: '34567.0',
    sz: '0.0125',
    oid: Number(ORDER_ID),
    timestamp: 1_699_999_999_123,
    origSz: '0.0125',
    cloid: CLOID,
  },
  status: 'open',
  statusTimestamp: 1_699_999_999_123,
};
const update = (changes: object, ofOrder: object = {}) =>
  read({
    channel: 'orderUpdates',
    data: [{ ...UPDATE, ...changes, order: { ...UPDATE.order, ...ofOrder } }],
  });

test('an order that rests at Hyperliquid is news', () => {
  assert.deepEqual(update({}), [
    {
      kind: 'news',
      news: {
        kind: 'order',
        order: {
          venueOrderId: ORDER_ID,
          clientOrderId: OUR_NAME,
          marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
          side: 'buy',
          type: 'limit',
          price: decimal('34567'),
          amount: decimal('0.0125'),
          terms: PLAIN_TERMS,
          filledAmount: 0n,
          averageFillPrice: 0n,
          state: 'open',
          reason: null,
          placedAtMs: 1_699_999_999_123,
          updatedAtMs: 1_699_999_999_123,
        },
      },
    },
  ]);
});

test('what else happens to an order is read by REST', () => {
  for (const status of ['filled', 'canceled', 'marginCanceled', 'never seen'])
    assert.deepEqual(update({ status }), [SWEEP], status);
  assert.deepEqual(update({}, { sz: '0.01' }), [SWEEP]);
  assert.deepEqual(update({}, { side: 'C' }), [SWEEP]);
  for (const frame of ['', '[]', '{', { channel: 'orderUpdates', data: 1 }])
    assert.deepEqual(read(frame), [SWEEP]);
  for (const coin of ['@107', 'PURR/USDC', 'xyz:TSLA', '#0'])
    assert.deepEqual(update({}, { coin }), [], coin);
});

const fills = (content: object) => read({ channel: 'userFills', data: content });

test('fills are news, but for those of before and what the exchange did by itself', () => {
  const [event] = fills({ user: ACCOUNT, fills: [FILL] }) as readonly {
    readonly news: { readonly fill: Readonly<Record<string, unknown>> };
  }[];
  assert.deepEqual(
    [event?.news.fill['fillId'], event?.news.fill['clientOrderId']],
    [String(FILL.tid), OUR_NAME],
  );
  assert.deepEqual(fills({ isSnapshot: true, user: ACCOUNT, fills: [FILL] }), []);
  const liquidation = { liquidatedUser: ACCOUNT, markPx: '30000', method: 'market' };
  assert.deepEqual(fills({ fills: [{ ...FILL, liquidation }] }), [SWEEP]);
  assert.deepEqual(fills({ fills: [{ ...FILL, dir: 'Auto-Deleveraging' }] }), [SWEEP]);
  assert.deepEqual(fills({ fills: [{ ...FILL, coin: '@107' }] }), []);
});

test('a payment of funding asks for a sweep, but for those of before', () => {
  const { time, delta } = PAYMENT;
  const content = { user: ACCOUNT, fundings: [{ time, ...delta }] };
  const payments = (more: object) =>
    read({ channel: 'userFundings', data: { ...content, ...more } });
  assert.deepEqual(payments({}), [SWEEP]);
  assert.deepEqual(payments({ isSnapshot: true }), []);
});
