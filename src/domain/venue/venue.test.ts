// The venue by example: what an order, a minute, funding and a liquidation do to one account.

import test from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { lots, SPOT_TERMS, ticks, units } from '#domain/position/accounting.fixture.ts';
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
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import { NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';

test('a market order fills at once: money, asset, fee, and no order is left', () => {
  const { state, effects } = placed(RICH, SPOT, {}, '20000');
  const usdt = balancesIn(state.ledger, 'USDT');
  assert.equal(usdt.available, units('7999'), '2,000 and a fee of 0.05 %');
  assert.equal(usdt.reserved, 0n);
  assert.equal(balancesIn(state.ledger, 'BTC').available, units('1.1', 'BTC'));
  assert.deepEqual(state.orders, []);
  assert.deepEqual(
    effects.ends.map(({ outcome, reason }) => [outcome, reason]),
    [['filled', null]],
  );
});

test('a limit order holds value and fee, fills when met, and releases the rest', () => {
  const { state } = placed(RICH, SPOT, limitAt('19000'), '20000');
  assert.equal(balancesIn(state.ledger, 'USDT').reserved, units('1900.95'));
  const quiet = minute(state, SPOT, ['20000', '20100', '19900', '20000']);
  assert.equal(quiet.state, state);
  assert.equal(quiet.effects, NO_EFFECTS);
  const met = minute(state, SPOT, ['20000', '20000', '18900', '18950']);
  assert.equal(met.effects.trades[0]?.priceTicks, ticks(SPOT_TERMS, '19000'));
  assert.equal(met.effects.trades[0].isMaker, true);
  assert.equal(balancesIn(met.state.ledger, 'USDT').available, units('8099.62'));
});

test('a stop and a target that know what is open of their position share it, also later', () => {
  const exit = (orderId: string, amount: string, open: string): Partial<NewOrder> => ({
    orderId,
    side: 'sell',
    remainingLots: lots(SPOT_TERMS, amount),
    positionGroup: 'p',
    openLots: lots(SPOT_TERMS, open),
  });
  const stop = {
    type: 'stop_market',
    role: 'stop',
    triggerTicks: ticks(SPOT_TERMS, '19000'),
  } as const;
  const target = { ...limitAt('21000'), role: 'target' } as const;
  const first = placed(RICH, SPOT, { ...exit('stop', '0.04', '0.1'), ...stop }, '20000');
  const second = placed(
    first.state,
    SPOT,
    { ...exit('target', '0.04', '0.1'), ...target },
    '20000',
  );
  const third = placed(second.state, SPOT, exit('market', '0.04', '0.1'), '20000');
  const openOf = ({ orders }: VenueState) => orders.map(({ resting }) => resting.openLots);
  assert.deepEqual(openOf(third.state), [lots(SPOT_TERMS, '0.06'), lots(SPOT_TERMS, '0.06')]);
  const wide = ['20000', '21000', '19000', '20000'] as const;
  const both = minute(second.state, SPOT, wide);
  const filled = ({ effects }: VenueStep) => effects.trades.map((it) => [it.orderId, it.lots]);
  const [part, rest] = [lots(SPOT_TERMS, '0.04'), lots(SPOT_TERMS, '0.02')];
  assert.deepEqual(filled(both), [
    ['stop', part],
    ['target', part],
  ]);
  assert.deepEqual(filled(minute(third.state, SPOT, wide)), [
    ['stop', part],
    ['target', rest],
  ]);
});

test('an order that expires within a missing minute ends, and gives back what it held', () => {
  const wish = { ...limitAt('19000'), expiresAtMs: NOW_MS + 30_000 };
  const { state } = placed(RICH, SPOT, wish, '20000');
  const { state: after, effects } = minute(state, SPOT, null);
  assert.deepEqual(
    effects.ends.map(({ outcome, atMs }) => [outcome, atMs]),
    [['expired', NOW_MS + 30_000]],
  );
  assert.deepEqual(after.ledger, RICH.ledger);
});

test('what the wallet cannot cover is refused with what is missing', () => {
  const refusal = place(
    RICH,
    SPOT,
    { ...limitAt('20000'), remainingLots: 10_000n as Lots },
    '21000',
  );
  assert.deepEqual(refusal, {
    ok: false,
    rejection: {
      code: 'insufficient_funds',
      currency: 'USDT',
      account: 'available',
      missingUnits: units('10010'),
    },
  });
});

test('a position larger than its leverage allows is refused', () => {
  const strict = { ...VANILLA, tiers: singleTier(decimal('0.01'), decimal('5')) };
  const refusal = place(RICH, strict, {}, '20000');
  assert.deepEqual(refusal.ok || refusal.rejection, {
    code: 'leverage_too_high',
    highestLeverage: decimal('5'),
  });
});

test('funding is paid at the start of the minute by the long', () => {
  const { state } = placed(RICH, VANILLA, {}, '20000');
  const { state: after, effects } = minute(
    state,
    VANILLA,
    ['20000', '20000', '20000', '20000'],
    '0.001',
  );
  assert.equal(effects.funding[0]?.units, units('2'));
  assert.equal(after.positions[0]?.fundingUnits, units('2'));
});

test('rules without margin know no funding, no liquidation and no tiers', () => {
  const market = { ...VANILLA, rules: MATCHING_RULES.touch };
  const { state } = placed(RICH, market, {}, '20000');
  const { effects } = minute(state, market, ['20000', '20000', '15000', '15000'], '0.001');
  assert.deepEqual([effects.funding, effects.liquidations], [[], []]);
});

test('a position whose margin is used up is liquidated, and its orders are cancelled', () => {
  const { state } = placed(RICH, VANILLA, {}, '20000');
  const exit = { ...limitAt('25000'), orderId: 'exit', side: 'sell' } as const;
  const { state: held } = placed(state, VANILLA, exit, '20000');
  const { state: after, effects } = minute(held, VANILLA, ['20000', '20000', '15000', '15000']);
  const [liquidation] = effects.liquidations;
  assert(liquidation !== undefined && liquidation.priceTicks > (15_000n as Ticks));
  assert.deepEqual(after.positions, []);
  assert.deepEqual(
    effects.ends.map(({ order, reason }) => [order.resting.orderId, reason]),
    [['exit', 'liquidation']],
  );
  const { available, margin } = balancesIn(after.ledger, 'USDT');
  assert.equal(margin, 0n);
  assert(available >= units('9798'), 'no more than the margin of 200 and the fee are lost');
});

test('the low of a minute from before the position was opened does not liquidate it', () => {
  const market = VANILLA;
  const opened = placeOrder(RICH, market, order({}), SETTING, {
    atMs: NOW_MS + MINUTE_MS / 2,
    liveFromMs: NOW_MS + MINUTE_MS / 2,
    priceTicks: ticks(market.terms, '20000'),
    minuteOpenMs: NOW_MS,
    volumeLots: 1_000_000n as Lots,
    range: null,
  });
  assert(opened.ok);
  const { effects } = minute(opened.value.state, market, ['20000', '20000', '15000', '19990']);
  assert.deepEqual(effects.liquidations, []);
});

test('an order that only reduces fills what is open against it, and ends', () => {
  const reducing = { ...SETTING, isReduceOnly: true };
  const instant = {
    atMs: NOW_MS,
    liveFromMs: NOW_MS,
    priceTicks: ticks(VANILLA.terms, '20000'),
    minuteOpenMs: NOW_MS,
    volumeLots: lots(VANILLA.terms, '100'),
    range: null,
  };
  const nothing = placeOrder(RICH, VANILLA, order({ side: 'sell' }), reducing, instant);
  assert.ok(nothing.ok);
  assert.deepEqual(nothing.value.effects.trades, []);
  assert.equal(nothing.value.effects.ends[0]?.reason, 'nothing_to_reduce');
  const held = placeOrder(RICH, VANILLA, order({}), SETTING, instant);
  assert.ok(held.ok);
  const remainingLots = (order({}).remainingLots * 3n) as NewOrder['remainingLots'];
  const wish = order({ orderId: 'two', side: 'sell', remainingLots });
  const reduced = placeOrder(held.value.state, VANILLA, wish, reducing, instant);
  assert.ok(reduced.ok);
  const { state, effects } = reduced.value;
  assert.deepEqual([state.positions, state.orders], [[], []]);
  assert.equal(effects.trades[0]?.lots, order({}).remainingLots);
  assert.equal(effects.ends[0]?.reason, 'nothing_to_reduce');
});
