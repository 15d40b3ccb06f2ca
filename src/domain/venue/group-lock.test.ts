// Locks of a group's orders, by example: the most of them once, as long as one needs it.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import {
  fundedLedger,
  lots,
  SPOT_TERMS,
  ticks,
  units,
} from '#domain/position/accounting.fixture.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import {
  limitAt,
  minute,
  NOW_MS,
  order,
  place,
  placed,
  RICH,
  SETTING,
  SPOT,
  VANILLA,
} from '#domain/venue/venue-examples.fixture.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

type Wish = Partial<NewOrder>;

const cancel = { name: 'g', kind: 'cancel' } as const;
const reduce = { name: 'g', kind: 'reduce' } as const;
const amount = (text: string) => ({ remainingLots: lots(SPOT_TERMS, text) });
const HOLDER = emptyVenue(fundedLedger(['BTC', '1']));

function stopAt(price: string): Wish {
  return { type: 'stop_market', triggerTicks: ticks(SPOT_TERMS, price) };
}

const STOP: Wish = {
  orderId: 'stop',
  side: 'sell',
  ...amount('1'),
  ...stopAt('19000'),
  oca: cancel,
};
const TARGET: Wish = { ...STOP, orderId: 'target', triggerTicks: null, ...limitAt('21000') };

function withAll(state: VenueState, wishes: readonly Wish[], market = SPOT): VenueState {
  return wishes.reduce((held, wish) => placed(held, market, wish, '20000').state, state);
}

function locked({ ledger }: VenueState, currency: string): readonly bigint[] {
  const { reserved, available } = balancesIn(ledger, currency);
  return [reserved, available];
}

/** Of the whole candle only the tenth part can be had. */
function thin(market: VenueMarket): VenueMarket {
  return { ...market, rules: { ...market.rules, participationPercentMax: decimal('10') } };
}

suite('a group that cancels', () => {
  test('locks a holding once for a stop and a target of all of it', () => {
    const state = withAll(HOLDER, [STOP, TARGET]);
    assert.equal(state.orders.length, 2);
    assert.deepEqual(locked(state, 'BTC'), [units('1', 'BTC'), 0n]);
  });

  test('of which either fills, and the other ends with nothing locked', () => {
    const state = withAll(HOLDER, [STOP, TARGET]);
    for (const [prices, filled] of [
      [['20000', '20000', '18900', '18900'], 'stop'],
      [['20000', '21100', '20000', '21100'], 'target'],
    ] as const) {
      const { state: after, effects } = minute(state, SPOT, prices);
      assert.deepEqual(
        effects.trades.map(({ orderId, lots: sold }) => [orderId, sold]),
        [[filled, lots(SPOT_TERMS, '1')]],
      );
      assert.deepEqual(
        effects.ends.map(({ outcome, reason }) => [outcome, reason]),
        [
          ['filled', null],
          ['cancelled', 'group'],
        ],
      );
      assert.deepEqual(locked(after, 'BTC'), [0n, 0n]);
    }
  });

  test('is refused what it needs beyond the lock, and no more is named as missing', () => {
    const state = withAll(HOLDER, [{ ...STOP, ...amount('0.6') }]);
    const refused = place(state, SPOT, { ...TARGET, ...amount('1.5') }, '20000');
    assert.equal(refused.ok, false);
    assert.equal(
      'missingUnits' in refused.rejection && refused.rejection.missingUnits,
      units('0.5', 'BTC'),
    );
    assert.equal(
      place(state, SPOT, { ...TARGET, oca: { ...cancel, name: 'h' } }, '20000').ok,
      false,
    );
    assert.equal(place(state, SPOT, { ...TARGET, oca: reduce }, '20000').ok, false);
    assert.equal(place(state, SPOT, { ...TARGET, oca: null }, '20000').ok, false);
    assert.equal(place(state, SPOT, TARGET, '20000').ok, true);
  });

  test('passes the lock to the one that then needs most when a larger one ends', () => {
    const wishes = [
      { ...STOP, ...amount('0.3') },
      { ...TARGET, ...amount('0.9') },
      { ...TARGET, ...amount('0.5'), orderId: 'far', expiresAtMs: NOW_MS + 30_000 },
    ];
    const state = withAll(HOLDER, wishes);
    assert.deepEqual(locked(state, 'BTC'), [units('0.9', 'BTC'), units('0.1', 'BTC')]);
    const two = cancelOrder(state, 'target', NOW_MS);
    assert(two !== null);
    assert.deepEqual(locked(two.state, 'BTC'), [units('0.5', 'BTC'), units('0.5', 'BTC')]);
    const one = minute(two.state, SPOT, null).state;
    assert.deepEqual(locked(one, 'BTC'), [units('0.3', 'BTC'), units('0.7', 'BTC')]);
    const none = cancelOrder(one, 'stop', NOW_MS);
    assert.deepEqual(none?.state.ledger, HOLDER.ledger);
  });

  test('locks what its dearest buy needs with the fee, and its sales by themselves', () => {
    const start = emptyVenue(fundedLedger(['USDT', '2000'], ['BTC', '0.1']));
    const state = withAll(start, [
      { ...limitAt('19000'), orderId: 'low', oca: cancel },
      { ...stopAt('19500'), orderId: 'high', oca: cancel, ...limitAt('19600') },
      { ...TARGET, ...amount('0.1'), oca: cancel },
    ]);
    assert.deepEqual(locked(state, 'USDT'), [units('1960.98'), units('39.02')]);
    assert.deepEqual(locked(state, 'BTC'), [units('0.1', 'BTC'), 0n]);
    const { state: after } = minute(state, SPOT, ['20000', '21000', '20000', '20500']);
    assert.deepEqual(locked(after, 'USDT'), [0n, units('4099.58')], 'the buys lock nothing more');
  });

  test('pays a fill that slips beyond what it holds with what the others lock', () => {
    const start = emptyVenue(fundedLedger(['USDT', '2500']));
    const wishes = [
      { ...stopAt('20100'), orderId: 'stop', oca: cancel },
      { ...limitAt('19000'), orderId: 'large', oca: cancel, ...amount('0.13') },
    ];
    const gap = ['22000', '22000', '22000', '22000'] as const;
    const { state, effects } = minute(withAll(start, wishes), SPOT, gap);
    assert.deepEqual(
      effects.trades.map(({ orderId }) => orderId),
      ['stop'],
    );
    assert.deepEqual(locked(state, 'USDT'), [0n, units('298.9')]);
    const alone = wishes.map((wish) => ({ ...wish, oca: null }));
    const [first] = alone;
    const poor = withAll(start, first === undefined ? [] : [first]);
    assert.equal(place(poor, SPOT, alone[1] ?? {}, '20000').ok, false, 'not both without a group');
  });

  test('ends with a partial fill, which retains a lock for the rest alone', () => {
    const market = thin(SPOT);
    const state = withAll(HOLDER, [STOP, TARGET], market);
    const { state: after, effects } = minute(
      state,
      market,
      ['20000', '21100', '20000', '21100'],
      null,
      5_000n,
    );
    assert.deepEqual(
      after.orders.map(({ resting }) => [resting.orderId, resting.remainingLots]),
      [['target', 10_000n - (effects.trades[0]?.lots ?? 0n)]],
    );
    assert.equal(locked(after, 'BTC')[1], 0n);
  });
});

suite('a group that reduces', () => {
  test('shrinks together with its lock', () => {
    const state = withAll(HOLDER, [
      { ...STOP, oca: reduce },
      { ...TARGET, ...amount('0.4'), oca: reduce },
    ]);
    assert.deepEqual(locked(state, 'BTC'), [units('1', 'BTC'), 0n]);
    const { state: after } = minute(state, SPOT, ['20000', '21100', '20000', '21100']);
    assert.deepEqual(
      after.orders.map(({ resting }) => resting.remainingLots),
      [lots(SPOT_TERMS, '0.6')],
    );
    assert.deepEqual(locked(after, 'BTC'), [units('0.6', 'BTC'), 0n]);
  });

  test('ends the one whose rest cannot be paid for beside a dearer fill', () => {
    // 0.1 at 20,000 and then 0.1 at 19,000 need more than 0.2 at 19,000.
    const wishes = [
      { ...limitAt('19900'), orderId: 'dear', oca: reduce },
      { ...limitAt('19000'), orderId: 'cheap', oca: reduce, ...amount('0.2') },
    ];
    const met = ['20000', '20000', '19900', '19950'] as const;
    const outcome = (funds: string) => {
      const state = withAll(emptyVenue(fundedLedger(['USDT', funds])), wishes);
      const { state: after, effects } = minute(state, SPOT, met);
      const ends = effects.ends.map(({ order, reason }) => [order.resting.orderId, reason]);
      return { ends, reserved: locked(after, 'USDT')[0] };
    };
    assert.deepEqual(outcome('3900'), { ends: [['dear', null]], reserved: units('1900.95') });
    assert.deepEqual(outcome('3850'), {
      ends: [
        ['dear', null],
        ['cheap', 'insufficient_funds'],
      ],
      reserved: 0n,
    });
  });
});

test('of buys that reduce one another the one that needs most ends first', () => {
  const wishes = [
    { ...limitAt('19900'), orderId: 'dear', oca: reduce },
    { ...limitAt('19000'), orderId: 'cheap', oca: reduce, ...amount('0.2') },
    { ...limitAt('18000'), orderId: 'small', oca: reduce, ...amount('0.11') },
    { ...TARGET, orderId: 'sale', oca: reduce, ...amount('0.2') },
  ];
  const funds = emptyVenue(fundedLedger(['USDT', '3850'], ['BTC', '1']));
  const { state } = minute(withAll(funds, wishes), SPOT, ['20000', '20000', '19900', '19950']);
  assert.deepEqual(
    state.orders.map(({ resting }) => [resting.orderId, resting.remainingLots]),
    [
      ['small', lots(SPOT_TERMS, '0.01')],
      ['sale', lots(SPOT_TERMS, '0.1')],
    ],
  );
  assert.equal(locked(state, 'USDT')[0], units('180.09'));
  assert.equal(locked(state, 'BTC')[0], units('0.1', 'BTC'));
});

test('a fill that nothing can pay for ends its order alone, and the others go on', () => {
  for (const oca of [cancel, reduce]) {
    const start = emptyVenue(fundedLedger(['USDT', '2040']));
    const state = withAll(start, [
      { ...stopAt('20100'), orderId: 'stop', oca },
      { ...limitAt('19000'), orderId: 'other', oca },
    ]);
    const gap = ['25000', '25000', '25000', '25000'] as const;
    const { state: after, effects } = minute(state, SPOT, gap);
    assert.deepEqual(
      effects.ends.map(({ order, reason }) => [order.resting.orderId, reason]),
      [['stop', 'insufficient_funds']],
    );
    assert.deepEqual(after.orders, state.orders.slice(1));
    assert.deepEqual(locked(after, 'USDT'), [units('1900.95'), units('139.05')]);
  }
});

/** After a loss of 500 at 15,000 of a position with a margin of 200. */
function afterLoss(oca: typeof cancel | typeof reduce): VenueState {
  const market = { ...VANILLA, rules: { ...VANILLA.rules, appliesMargin: false } };
  const start = emptyVenue(fundedLedger(['USDT', '1000']));
  const setting = { ...SETTING, marginMode: 'cross' } as const;
  const instant = {
    atMs: NOW_MS,
    liveFromMs: NOW_MS,
    priceTicks: ticks(market.terms, '20000'),
    minuteOpenMs: NOW_MS,
    volumeLots: 1_000_000n as Lots,
    range: null,
  };
  const opened = placeOrder(start, market, order({ orderId: 'entry' }), setting, instant);
  assert(opened.ok);
  const exit = { ...STOP, ...stopAt('18000'), ...amount('0.1') };
  const again = { ...limitAt('14000'), orderId: 'again', oca, ...amount('0.55') };
  const state = withAll(opened.value.state, [{ ...exit, oca }, again], market);
  const { available, reserved } = balancesIn(state.ledger, 'USDT');
  assert(available < units('100') && reserved > units('700'));
  return minute(state, market, ['15000', '15000', '15000', '15000']).state;
}

test('a loss beyond the margin is paid with what the group of its order locks', () => {
  const { ledger } = afterLoss(cancel);
  assert.equal(balancesIn(ledger, 'USDT').insurance, 0n);
  const left = units('498.25');
  assert.equal(balancesIn(ledger, 'USDT').available, left, '500 lost, and fees of 1 and 0.75');
});

test('a loss leaves to the others of a group that reduces what they need', () => {
  const { ledger, orders } = afterLoss(reduce);
  const [again] = orders;
  assert.equal(again?.resting.remainingLots, lots(SPOT_TERMS, '0.45'));
  const { reserved, available, insurance } = balancesIn(ledger, 'USDT');
  assert.deepEqual([reserved, available], [units('633.15'), 0n]);
  assert.equal(insurance, -units('134.9'));
});

test('a liquidation gives back what a group of the market locked', () => {
  const held = placed(RICH, VANILLA, { remainingLots: 4_000n as Lots }, '20000').state;
  const state = withAll(
    held,
    [
      { ...limitAt('15000'), orderId: 'low', oca: cancel },
      { ...limitAt('16000'), orderId: 'high', oca: cancel },
    ],
    VANILLA,
  );
  assert.deepEqual(locked(state, 'USDT')[0], units('160.8'));
  const { state: after, effects } = minute(state, VANILLA, ['18000', '18000', '17000', '17000']);
  assert.equal(effects.liquidations.length, 1);
  assert.deepEqual(after.orders, []);
  assert.equal(locked(after, 'USDT')[0], 0n);
});
