import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Verdict } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  list,
  newOrder,
  NOW_MS,
  OUR_NAME,
  refusal,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';

const { orders } = OKX;
const ALGO_ID = '1753184812254216192';
const NAME = {
  clientOrderId: OUR_NAME,
  venueOrderId: `algo-${ALGO_ID}`,
  placedAtMs: NOW_MS - 1_000,
};

/** As the venue shows a stop that waits. */
const WAITING = {
  algoId: ALGO_ID,
  algoClOrdId: OUR_NAME,
  clOrdId: '',
  ordId: '',
  instId: 'BTC-USDT',
  instType: 'SPOT',
  ordType: 'conditional',
  state: 'live',
  side: 'sell',
  sz: '0.0125',
  slTriggerPx: '33500.5',
  slTriggerPxType: 'last',
  slOrdPx: '-1',
  tpTriggerPx: '',
  tpOrdPx: '',
  reduceOnly: 'false',
  failCode: '',
  cTime: String(NOW_MS - 1_000),
  uTime: String(NOW_MS - 500),
};

function valueOf<T>(verdict: Verdict<T> | undefined): T {
  assert(verdict?.kind === 'done', encodeJson(verdict ?? null));
  return verdict.value;
}

function found(changes: object): VenueOrder {
  const [query] = orders.lookUp(NAME, BTC_SPOT, SPOT);
  return valueOf(query?.read(list([{ ...WAITING, ...changes }])));
}

/** What the venue says of what waits; the state, the id and whether there is a reason. */
const STATES = [
  [{}, 'open', `algo-${ALGO_ID}`, false],
  [{ state: 'pause' }, 'open', `algo-${ALGO_ID}`, false],
  [{ state: 'effective' }, 'open', `algo-${ALGO_ID}`, false],
  [{ state: 'effective', ordId: '71' }, 'open', '71', false],
  [{ state: 'partially_effective', ordId: '71' }, 'open', '71', false],
  [{ state: 'canceled' }, 'cancelled', `algo-${ALGO_ID}`, false],
  [{ state: 'order_failed', failCode: '51008' }, 'rejected', `algo-${ALGO_ID}`, true],
] as const;

for (const [changes, state, id, hasReason] of STATES)
  test(`what waits is ${state} (${id}) where the venue says ${JSON.stringify(changes)}`, () => {
    const order = found(changes);
    assert.deepEqual([order.state, order.venueOrderId], [state, id]);
    assert.equal(order.reason !== null, hasReason);
  });

test('one that the venue could not place says why, as far as it does', () => {
  const text = 'The exchange could not place the order once its price had come';
  const reasons = ['51008', '', undefined].map(
    (failCode) => found({ state: 'order_failed', failCode }).reason,
  );
  assert.deepEqual(reasons, [`${text} (51008).`, `${text}.`, `${text}.`]);
});

/** Triggers and limits of the venue; the type, the trigger and the limit here. */
const TYPES = [
  [{}, 'stop_market 33500.5 0'],
  [{ slOrdPx: '33400' }, 'stop_limit 33500.5 33400'],
  [
    { slTriggerPx: '', slOrdPx: '', tpTriggerPx: '36000', tpOrdPx: '-1' },
    'take_profit_market 36000 0',
  ],
  [
    { slTriggerPx: '', slOrdPx: '', tpTriggerPx: '36000', tpOrdPx: '36100' },
    'take_profit_limit 36000 36100',
  ],
  // Of both, the venue carries out the stop.
  [{ tpTriggerPx: '36000', tpOrdPx: '-1' }, 'stop_market 33500.5 0'],
] as const;

for (const [changes, expected] of TYPES)
  test(`what waits by ${JSON.stringify(changes)} is ${expected}`, () => {
    const { type, terms, price } = found(changes);
    const trigger = formatDecimal(terms.triggerPrice ?? ZERO);
    assert.equal(`${type} ${trigger} ${formatDecimal(price)}`, expected);
  });

test('another order, a state never seen and no trigger are unreadable', () => {
  const [query] = orders.lookUp(NAME, BTC_SPOT, SPOT);
  for (const changes of [{ algoId: '7' }, { state: 'asleep' }, { slTriggerPx: '' }]) {
    const verdict = query?.read(list([{ ...WAITING, ...changes }]));
    assert(verdict?.kind === 'not_done' && verdict.failure === 'corrupt_reply');
  }
});

test('a placement is acknowledged under the id that it waits by, and names ours', () => {
  const terms = { ...PLAIN_TERMS, triggerPrice: decimal('33500.5') };
  const wish = newOrder({ type: 'stop_market', side: 'sell', price: ZERO, terms });
  const context = { ...SPOT, protectionPrice: null, marginMode: null };
  const query = orders.place(wish, BTC_SPOT, context);
  const receipt = { algoClOrdId: OUR_NAME, algoId: ALGO_ID, sCode: '0', sMsg: '' };
  const placed = valueOf(query.read(list([receipt])));
  assert.deepEqual([placed.state, placed.venueOrderId], ['acknowledged', NAME.venueOrderId]);
  assert.equal(query.read(list([{ ...receipt, algoClOrdId: 'other' }])).kind, 'unknown');
});

test('lists have each order once, page by page', () => {
  const [, query] = orders.open(SPOT);
  const triggered = { ...WAITING, algoId: '2', state: 'effective', ordId: '71' };
  const broken = { ...WAITING, algoId: '3', sz: 'many' };
  const page = valueOf(query?.read(list([WAITING, triggered, broken])));
  assert.deepEqual(
    page.items.map(({ venueOrderId }) => venueOrderId),
    [NAME.venueOrderId],
  );
  assert.deepEqual(
    page.unreadable?.map(({ venueOrderId, venueName }) => [venueOrderId, venueName]),
    [['algo-3', OUR_NAME]],
  );
  const full = valueOf(query?.read(list(Array.from({ length: 100 }, () => WAITING))));
  assert.equal(full.next?.call.parameters['after'], ALGO_ID);
});

test('what has come of it has our name beside its own', () => {
  const name = { ...NAME, venueOrderId: RESTING.ordId };
  const [query] = orders.lookUp(name, BTC_SPOT, SPOT);
  const child = valueOf(query?.read(list([{ ...RESTING, clOrdId: '', algoClOrdId: OUR_NAME }])));
  assert.equal(child.clientOrderId, OUR_NAME);
});

test('an old order that waits is forgotten where it is not found, a new one is absent', () => {
  const missing = refusal(51_603, 'Order does not exist');
  const kinds = [1_000, 3 * 3_600_000].map((agoMs) => {
    const [query] = orders.lookUp({ ...NAME, placedAtMs: NOW_MS - agoMs }, BTC_SPOT, SPOT);
    return query?.read(missing).kind;
  });
  assert.deepEqual(kinds, ['absent', 'forgotten']);
});
