// An order at its arrival: what it holds, what it tells other exits of its position, how it is on
// the book afterwards, and which leverage is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { leverageTiers, singleTier } from '#domain/margin/leverage-tier.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import {
  fundedLedger,
  lots,
  SPOT_TERMS,
  ticks,
  units,
} from '#domain/position/accounting.fixture.ts';
import type { NewOrder, PlaceSetting, VenueInstant } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import {
  limitAt,
  NOW_MS,
  order,
  place,
  placed,
  RICH,
  SETTING,
  SPOT,
  VANILLA,
} from '#domain/venue/venue-examples.fixture.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

const amount = (text: string): Pick<NewOrder, 'remainingLots'> => ({
  remainingLots: lots(SPOT_TERMS, text),
});

/** As `placed`, at 20000 with something of the instant or of the setting otherwise. */
function placedAt(
  state: VenueState,
  market: VenueMarket,
  wish: Partial<NewOrder>,
  changes: Partial<VenueInstant & PlaceSetting>,
): VenueStep {
  const setting = { ...SETTING, ...changes };
  const step = placeOrder(state, market, order(wish), setting, {
    atMs: NOW_MS,
    liveFromMs: NOW_MS,
    priceTicks: ticks(market.terms, '20000'),
    minuteOpenMs: NOW_MS,
    volumeLots: 1_000_000n as Lots,
    range: null,
    ...changes,
  });
  assert.ok(step.ok);
  return step.value;
}

suite('an exit that states what is open of its position', () => {
  const exit = (orderId: string, open: string | null, group: string | null = 'p') => ({
    ...limitAt('21000'),
    ...amount('0.01'),
    orderId,
    side: 'sell' as const,
    positionGroup: group,
    openLots: open === null ? null : lots(SPOT_TERMS, open),
  });
  const openAfter = (...exits: readonly Partial<NewOrder>[]) => {
    let state = RICH;
    for (const wish of exits) ({ state } = placed(state, SPOT, wish, '20000'));
    return state.orders.map(({ resting }) => resting.openLots);
  };
  const [old, recent] = [lots(SPOT_TERMS, '0.1'), lots(SPOT_TERMS, '0.05')];

  test('knows it better than those before it, which learn of it', () => {
    assert.deepEqual(openAfter(exit('a', '0.1'), exit('b', '0.05')), [recent, recent]);
  });

  test('tells exits of other positions nothing, nor orders of the other side', () => {
    const entry = { ...exit('c', '0.1'), ...limitAt('19000'), side: 'buy' as const };
    const others = [exit('a', '0.1', 'q'), exit('b', '0.1', null), entry];
    assert.deepEqual(openAfter(...others, exit('d', '0.05')), [old, old, old, recent]);
  });

  test('that is of no position tells nobody anything', () => {
    assert.deepEqual(openAfter(exit('a', '0.1', null), exit('b', '0.05', null)), [old, recent]);
  });

  test('that does not know it leaves what others know', () => {
    assert.deepEqual(openAfter(exit('a', '0.1'), exit('b', null)), [old, null]);
  });
});

suite('an order at its arrival', () => {
  test('that would take and must not is cancelled, and holds nothing', () => {
    const { state, effects } = placed(
      RICH,
      SPOT,
      { ...limitAt('21000'), isPostOnly: true },
      '20000',
    );
    assert.deepEqual(
      effects.ends.map(({ outcome, reason }) => [outcome, reason]),
      [['cancelled', 'would_take']],
    );
    assert.deepEqual([state.orders, effects.trades, state.ledger], [[], [], RICH.ledger]);
  });

  test('that only rests works from the instant that it was given', () => {
    const liveFromMs = NOW_MS + 1_000;
    const { state } = placedAt(RICH, SPOT, limitAt('19000'), { liveFromMs });
    assert.equal(state.orders[0]?.resting.liveFromMs, liveFromMs);
  });

  test('that follows the price has seen that of its arrival', () => {
    const trail = {
      distanceTicks: ticks(SPOT_TERMS, '100'),
      limitOffsetTicks: ticks(SPOT_TERMS, '0'),
      extremeTicks: null,
      activationTicks: null,
    };
    const wish = { type: 'trailing_stop_market', side: 'sell', trail } as const;
    const { state } = placed(RICH, SPOT, wish, '20000');
    assert.equal(state.orders[0]?.resting.trail?.extremeTicks, ticks(SPOT_TERMS, '20000'));
  });

  const tenth = { ...MATCHING_RULES.touch, participationPercentMax: decimal('10') };
  const thin = { volumeLots: lots(SPOT_TERMS, '0.5') };

  test('takes what a minute has beside those before it, and goes on with the rest', () => {
    const market = { ...SPOT, rules: tenth };
    const liveFromMs = NOW_MS + 1_000;
    const first = placedAt(RICH, market, { orderId: 'a', ...amount('0.03') }, thin);
    assert.deepEqual(first.state.orders, []);
    const second = placedAt(first.state, market, { orderId: 'b' }, { ...thin, liveFromMs });
    assert.deepEqual(
      second.effects.trades.map((trade) => trade.lots),
      [lots(SPOT_TERMS, '0.02')],
    );
    const [left] = second.state.orders;
    assert.equal(left?.resting.remainingLots, lots(SPOT_TERMS, '0.08'));
    assert.equal(left.resting.liveFromMs, liveFromMs);
    const third = placedAt(second.state, market, { orderId: 'c' }, thin);
    assert.deepEqual(third.effects.trades, [], 'the minute has no more');
  });

  test('that was triggered at once and filled in part stays triggered', () => {
    const market = { ...SPOT, rules: tenth };
    const stop = { type: 'stop_market', triggerTicks: ticks(SPOT_TERMS, '19000') } as const;
    const { state } = placedAt(RICH, market, stop, thin);
    const [left] = state.orders;
    assert.equal(left?.resting.remainingLots, lots(SPOT_TERMS, '0.05'));
    assert.equal(left.resting.isTriggered, true);
  });

  test('of which nothing can be paid is gone', () => {
    const poor = emptyVenue(fundedLedger(['USDT', '2015'], ['BTC', '1']));
    const dear = { ...MATCHING_RULES.touch.slippage, pricePercent: decimal('5') };
    const market = { ...SPOT, rules: { ...MATCHING_RULES.touch, slippage: dear } };
    const { state, effects } = placed(poor, market, {}, '19900');
    assert.deepEqual([state.orders, state.ledger], [[], poor.ledger]);
    assert.deepEqual(
      effects.ends.map(({ reason }) => reason),
      ['insufficient_funds'],
    );
  });
});

suite('what an order holds', () => {
  const reservedFor = (
    wish: Partial<NewOrder>,
    changes: Partial<VenueInstant & PlaceSetting> = {},
    [state, market]: readonly [VenueState, VenueMarket] = [RICH, SPOT],
  ): bigint => {
    const before = balancesIn(state.ledger, 'USDT').reserved;
    return (
      balancesIn(placedAt(state, market, wish, changes).state.ledger, 'USDT').reserved - before
    );
  };

  test('of a stop is what it needs at its trigger, not at the present price', () => {
    const stop = { type: 'stop_market', triggerTicks: ticks(SPOT_TERMS, '30000') } as const;
    // 0.1 at 30300, a percent above the trigger, and the fee of 0.05 %.
    assert.equal(reservedFor(stop), units('3031.515'));
  });

  test('of an exit whose entry has not filled is nothing', () => {
    assert.equal(reservedFor(limitAt('19000'), { mostLots: 0n as Lots }), 0n);
    assert.equal(reservedFor(limitAt('19000'), { mostLots: 10_000n as Lots }), units('1900.95'));
  });

  test('of one that leaves a position is nothing, and of one that turns it what is beyond', () => {
    const held = placed(RICH, VANILLA, {}, '20000').state;
    const at = [held, VANILLA] as const;
    const sell = { ...limitAt('21000'), orderId: 'two', side: 'sell' } as const;
    assert.equal(reservedFor(sell, {}, at), 0n);
    // A tenth of 2100, and the fee of 1.05.
    assert.equal(reservedFor({ ...sell, ...amount('0.2') }, {}, at), units('211.05'));
    const most = { mostLots: lots(SPOT_TERMS, '0.05') };
    assert.equal(reservedFor({ ...sell, ...amount('0.2') }, most, at), units('105.525'));
  });
});

suite('the leverage of a position', () => {
  const tiers = leverageTiers([
    { floorUnits: units('0'), maintenanceRate: decimal('0.01'), highestLeverage: decimal('10') },
    { floorUnits: units('3000'), maintenanceRate: decimal('0.02'), highestLeverage: decimal('5') },
  ]);
  const market = (of: LeverageTiers): VenueMarket => ({ ...VANILLA, tiers: of });
  const two = (): VenueMarket => {
    assert.ok(tiers.ok);
    return market(tiers.value);
  };
  const opened = () => placed(RICH, two(), amount('0.1'), '20000').state;
  const isTaken = (state: VenueState, wish: Partial<NewOrder>, of = two()): boolean =>
    place(state, of, { orderId: 'two', ...wish }, '20000').ok;

  test('may be the highest that there is', () => {
    assert.ok(isTaken(RICH, amount('0.1')));
  });

  test('is judged with what the position has already', () => {
    assert.ok(isTaken(opened(), amount('0.04')));
    assert.ok(!isTaken(opened(), amount('0.06')));
  });

  test('is judged of an order that turns a position by what is beyond it', () => {
    assert.ok(isTaken(opened(), { side: 'sell', ...amount('0.2') }));
    assert.ok(!isTaken(opened(), { side: 'sell', ...amount('0.26') }));
  });

  test('never keeps anybody in a position: whoever holds may leave', () => {
    const held = placed(RICH, VANILLA, {}, '20000').state;
    const strict = market(singleTier(decimal('0.01'), decimal('2')));
    assert.ok(isTaken(held, { side: 'sell' }, strict));
    assert.ok(!isTaken(held, { side: 'buy' }, strict));
  });
});
