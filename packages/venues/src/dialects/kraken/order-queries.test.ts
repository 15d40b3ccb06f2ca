// Requests about orders of Kraken, and what its replies to them mean: whether what was taken is the
// order that was sent, by what an order is looked up, and from when on one may be forgotten.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal, ZERO } from '#lib/decimal.ts';
import type { OrderName } from '#venue-port/exchange/exchange.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import { UNFILLED_RETAINED_MS } from '#venues/dialects/kraken/promises.ts';

const { orders } = KRAKEN;

suite('an order that Kraken has taken', () => {
  const market = newOrder({ type: 'market', price: ZERO });
  const CASES: readonly (readonly [ReturnType<typeof newOrder>, described: string, boolean])[] = [
    [newOrder(), 'buy 0.01250000 XBTUSD @ limit 34567.8', true],
    [newOrder(), 'buy 0.01250000 XBTUSD @ limit 34567.9', false],
    [newOrder(), 'buy 0.01250001 XBTUSD @ limit 34567.8', false],
    [newOrder(), 'sell 0.01250000 XBTUSD @ limit 34567.8', false],
    [newOrder(), 'buy 0.01250000 XBTUSD @ post only', true],
    [market, 'buy 0.01250000 XBTUSD @ market', true],
    [market, 'buy 0.01250000 XBTUSD @ limit 34567.8', false],
    [market, 'buy 0.01250000 XBTUSD @ limit 0', false],
  ];
  for (const [order, described, isOurs] of CASES)
    test(`${order.type}: "${described}" ${isOurs ? 'is it' : 'is another one'}`, () => {
      const context = { ...SPOT, protectionPrice: null, marginMode: null };
      const { read } = orders.place(order, BTC_SPOT, context);
      const verdict = read(result({ txid: [ORDER_ID], descr: { order: described } }));
      assert.equal(verdict.kind, isOurs ? 'done' : 'unknown');
    });
});

suite('the look-up of an order at Kraken', () => {
  const lookUps = (changes: Partial<OrderName>) =>
    orders.lookUp(
      { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS, ...changes },
      BTC_SPOT,
      SPOT,
    );
  const namesIn = (changes: Partial<OrderName>) =>
    lookUps(changes).map(({ call: { parameters } }) => parameters);

  test('is by its id and by our name, because an id alone may be of another order', () => {
    assert.deepEqual(namesIn({ venueOrderId: ORDER_ID }), [
      { txid: ORDER_ID },
      { cl_ord_id: OUR_UUID },
      { cl_ord_id: OUR_UUID },
    ]);
  });

  test('is by its id alone when its owner placed it elsewhere', () => {
    const foreign = { clientOrderId: ORDER_ID, venueOrderId: ORDER_ID };
    assert.deepEqual(namesIn(foreign), [{ txid: ORDER_ID }]);
    const [byId] = lookUps(foreign);
    const verdict = byId?.read(result({ [ORDER_ID]: FILLED }));
    assert.ok(verdict?.kind === 'done');
    assert.equal(verdict.value.filledAmount, decimal('0.0125'), 'whatever name it has there');
  });

  test('by its id finds nothing of ours where the row has another name of ours', () => {
    const [byId] = lookUps({ venueOrderId: ORDER_ID });
    const cl_ord_id = '01936e4d-a1c2-79e6-3a26-a5b1b08d079e';
    const verdict = byId?.read(result({ [ORDER_ID]: { ...FILLED, cl_ord_id } }));
    assert.equal(verdict?.kind, 'absent');
  });

  for (const [ageMs, kind] of [
    [UNFILLED_RETAINED_MS - 1, 'absent'],
    [UNFILLED_RETAINED_MS, 'forgotten'],
  ] as const)
    test(`among the ended ones: one of ${ageMs} ms that is not listed is ${kind}`, () => {
      const [open, ended] = lookUps({ placedAtMs: NOW_MS - ageMs });
      assert.equal(ended?.read(result({ closed: {} })).kind, kind);
      assert.equal(open?.read(result({ open: {} })).kind, 'absent', 'it is not open');
    });
});
