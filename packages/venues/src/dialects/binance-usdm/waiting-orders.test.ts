import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Query } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  reply,
  RESTING,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';

const { orders, stream } = BINANCE_USDM;
const WAITING_NAME = {
  clientOrderId: OUR_NAME,
  venueOrderId: 'algo-2146760',
  placedAtMs: NOW_MS - 1_000,
};

/** As the venue shows a stop that waits. */
const WAITING = {
  algoId: 2_146_760,
  clientAlgoId: OUR_NAME,
  algoType: 'CONDITIONAL',
  orderType: 'STOP_MARKET',
  symbol: 'BTCUSDT',
  side: 'SELL',
  positionSide: 'BOTH',
  timeInForce: 'GTC',
  quantity: '0.012',
  algoStatus: 'NEW',
  actualOrderId: '',
  actualPrice: '0.00000',
  triggerPrice: '33500.50',
  price: '0.00',
  reduceOnly: true,
  createTime: NOW_MS - 1_000,
  updateTime: NOW_MS - 1_000,
  triggerTime: 0,
};
const BECAME = { actualOrderId: '974828356187', triggerTime: NOW_MS - 500 };

function read<T>(query: Query<T> | undefined, body: unknown): T {
  const verdict = query?.read(reply(body));
  assert(verdict?.kind === 'done', encodeJson(verdict ?? null));
  return verdict.value;
}

function found(changes: object): VenueOrder {
  return read(orders.lookUp(WAITING_NAME, BTC_PERPETUAL, CONTEXT)[1], { ...WAITING, ...changes });
}

/** What the venue says of what waits; the state and the id here, and how much is filled. */
const STATUSES = [
  [{}, 'open', 'algo-2146760', '0'],
  [{ algoStatus: 'TRIGGERING', triggerTime: NOW_MS - 500 }, 'open', 'algo-2146760', '0'],
  [{ algoStatus: 'TRIGGERED', ...BECAME }, 'open', '974828356187', '0'],
  [{ algoStatus: 'TRIGGERED', ...BECAME, actualQty: '0.004' }, 'open', '974828356187', '0.004'],
  [{ algoStatus: 'FINISHED', ...BECAME, actualQty: '0.012' }, 'filled', '974828356187', '0.012'],
  [{ algoStatus: 'FINISHED', ...BECAME, actualQty: '0.004' }, 'cancelled', '974828356187', '0.004'],
  [{ algoStatus: 'FINISHED', ...BECAME, actualQty: '0' }, 'cancelled', '974828356187', '0'],
  [{ algoStatus: 'CANCELED' }, 'cancelled', 'algo-2146760', '0'],
  [{ algoStatus: 'REJECTED' }, 'rejected', 'algo-2146760', '0'],
  [{ algoStatus: 'EXPIRED' }, 'expired', 'algo-2146760', '0'],
] as const;

for (const [changes, state, id, filled] of STATUSES)
  test(`what waits is ${state} (${id}) where the venue says ${JSON.stringify(changes)}`, () => {
    const order = found({ ...changes, actualPrice: '33500.00000' });
    assert.deepEqual([order.state, order.venueOrderId], [state, id]);
    assert.equal(order.filledAmount, decimal(filled));
    assert.equal(order.averageFillPrice, decimal(filled === '0' ? '0' : '33500'));
  });

test('what was triggered a minute ago and became no order has expired', () => {
  for (const [agoMs, state] of [
    [60_000, 'open'],
    [60_001, 'expired'],
  ] as const)
    assert.equal(found({ algoStatus: 'TRIGGERING', triggerTime: NOW_MS - agoMs }).state, state);
});

test('an end without what was filled, another order and an unknown word are unreadable', () => {
  const query = orders.lookUp(WAITING_NAME, BTC_PERPETUAL, CONTEXT)[1];
  for (const changes of [
    { algoStatus: 'FINISHED', ...BECAME },
    { algoStatus: 'SLEEPING' },
    { algoId: 2_146_761 },
  ]) {
    const verdict = query?.read(reply({ ...WAITING, ...changes }));
    assert(verdict?.kind === 'not_done' && verdict.failure === 'corrupt_reply');
  }
});

test('a placement that names another order leaves it open', () => {
  const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: decimal('33500.5') };
  const wish = newOrder({ type: 'stop_market', side: 'sell', price: ZERO, terms });
  const query = orders.place(wish, BTC_PERPETUAL, {
    ...CONTEXT,
    protectionPrice: null,
    marginMode: null,
  });
  const placed = read(query, WAITING);
  assert.deepEqual([placed.state, placed.venueOrderId], ['open', 'algo-2146760']);
  assert.deepEqual(placed.terms, terms);
  assert.equal(query.read(reply({ ...WAITING, clientAlgoId: 'web_1' })).kind, 'unknown');
});

test('lists have each order once: what was triggered is among the orders', () => {
  const [, query] = orders.open(CONTEXT);
  const rows = [
    WAITING,
    { ...WAITING, algoId: 1, algoStatus: 'TRIGGERED', ...BECAME },
    { ...WAITING, algoId: 2, algoStatus: 'CANCELED' },
    { ...WAITING, algoId: 3, triggerPrice: 'soon' },
  ];
  const { items, unreadable } = read(query, rows);
  assert.deepEqual(
    items.map(({ venueOrderId }) => venueOrderId),
    ['algo-2146760'],
  );
  assert.deepEqual(
    unreadable?.map(({ venueOrderId, venueName }) => [venueOrderId, venueName]),
    [['algo-3', OUR_NAME]],
  );
});

test('what has come of it is looked for by our name, where it has one', () => {
  const paths = (name: typeof WAITING_NAME): readonly string[] =>
    orders.lookUp(name, BTC_PERPETUAL, CONTEXT).map(({ call }) => call.path);
  assert.deepEqual(paths(WAITING_NAME), ['order', 'algoOrder']);
  assert.deepEqual(paths({ ...WAITING_NAME, clientOrderId: 'algo-2146760' }), ['algoOrder']);
  const child = { ...RESTING, type: 'MARKET', orderId: 974_828_356_187 };
  const [byName] = orders.lookUp(WAITING_NAME, BTC_PERPETUAL, CONTEXT);
  assert.equal(read(byName, child).venueOrderId, '974828356187');
});

test('a frame of what was triggered is a reason to read, and says nothing by itself', () => {
  const frame = (X: string, ai: string): string =>
    JSON.stringify({
      e: 'ALGO_UPDATE',
      T: NOW_MS,
      E: NOW_MS,
      o: {
        caid: OUR_NAME,
        aid: 2_146_760,
        at: 'CONDITIONAL',
        o: 'STOP_MARKET',
        s: 'BTCUSDT',
        S: 'SELL',
        f: 'GTC',
        q: '0.012',
        X,
        ai,
        ap: '0',
        aq: '0',
        tp: '33500.5',
        p: '0',
        R: true,
        tt: 0,
      },
    });
  const kinds = (X: string, ai = ''): readonly string[] =>
    stream
      .read(frame(X, ai), CONTEXT)
      .map((event) =>
        event.kind === 'news' && event.news.kind === 'order' ? event.news.order.state : event.kind,
      );
  assert.deepEqual(
    ['NEW', 'CANCELED', 'EXPIRED', 'REJECTED', 'TRIGGERING'].map((status) => kinds(status)),
    [['open'], ['cancelled'], ['expired'], ['rejected'], ['sweep']],
  );
  assert.deepEqual(kinds('TRIGGERED', '974828356187'), ['sweep']);
  assert.deepEqual(kinds('FINISHED', '974828356187'), ['sweep']);
});
