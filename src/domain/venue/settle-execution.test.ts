// An execution's money: what the account has closed, what pays a loss beyond its margin and a fee
// in another currency, and what other exits of the position learn of it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import {
  fundedLedger,
  lots,
  SPOT_TERMS,
  ticks,
  units,
} from '#domain/position/accounting.fixture.ts';
import type { MarginMode } from '#domain/position/position.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import { isSameExit } from '#domain/venue/settle-execution.ts';
import {
  limitAt,
  minute,
  NOW_MS,
  order,
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

suite('exits of a position', () => {
  test('are those of its side, and of no other position', () => {
    const exit = { positionGroup: 'p', side: 'sell' } as const;
    assert.ok(isSameExit(exit, { ...exit }));
    assert.ok(!isSameExit(exit, { ...exit, side: 'buy' }));
    assert.ok(!isSameExit(exit, { ...exit, positionGroup: 'q' }));
  });

  const open = (text: string | null) => (text === null ? null : lots(SPOT_TERMS, text));
  const resting = (orderId: string, text: string | null, group = 'p'): Partial<NewOrder> => ({
    ...limitAt('21000'),
    ...amount('0.01'),
    orderId,
    side: 'sell',
    positionGroup: group,
    openLots: open(text),
  });
  /** Places them, then fills 0.04 of an exit of position p at once; what the others know then. */
  const afterFill = (others: readonly Partial<NewOrder>[], known: string | null) => {
    let state = RICH;
    for (const wish of others) ({ state } = placed(state, SPOT, wish, '20000'));
    const exit = { ...resting('now', known), ...amount('0.04') };
    const at = { ...exit, type: 'market', limitTicks: null } as const;
    const { orders } = placed(state, SPOT, at, '20000').state;
    return orders.map((each) => each.resting.openLots);
  };

  test('learn how much of it is left, and those of another position do not', () => {
    const others = [resting('a', '0.1'), resting('b', '0.1', 'q')];
    assert.deepEqual(afterFill(others, '0.1'), [open('0.06'), open('0.1')]);
  });

  test('learn that nothing is left when more was sold than was said to be open', () => {
    assert.deepEqual(afterFill([resting('a', '0.03')], '0.03'), [open('0')]);
  });

  test('know no more of it after a part has filled when they did not know it', () => {
    const rules = { ...MATCHING_RULES.touch, participationPercentMax: decimal('10') };
    const wish = { ...resting('a', null), ...amount('0.1') };
    const state = placed(RICH, SPOT, wish, '20000').state;
    const thin = ['20000', '21000', '20000', '20000'] as const;
    const { orders } = minute(state, { ...SPOT, rules }, thin, null, 5_000n).state;
    assert.equal(orders[0]?.resting.remainingLots, lots(SPOT_TERMS, '0.05'));
    assert.equal(orders[0].resting.openLots, null);
  });

  test('learn nothing from one that does not know what is open', () => {
    assert.deepEqual(afterFill([resting('a', '0.1')], null), [open('0.1')]);
  });
});

/** As `placed`, with a margin of this mode. */
function placedOn(
  state: VenueState,
  market: VenueMarket,
  wish: Partial<NewOrder>,
  price: string,
  marginMode: MarginMode = 'isolated',
): VenueStep {
  const step = placeOrder(
    state,
    market,
    order(wish),
    { ...SETTING, marginMode },
    {
      atMs: NOW_MS,
      liveFromMs: NOW_MS,
      priceTicks: ticks(market.terms, price),
      minuteOpenMs: NOW_MS,
      volumeLots: lots(market.terms, '100'),
      range: null,
    },
  );
  assert.ok(step.ok);
  return step.value;
}

suite('a contract that is left', () => {
  test('is listed as closed, and its fees are in its currency', () => {
    const opened = placedOn(RICH, VANILLA, {}, '20000');
    assert.deepEqual(opened.effects.closed, []);
    const { effects, state } = placedOn(opened.state, VANILLA, { side: 'sell' }, '21000');
    assert.deepEqual(state.positions, []);
    assert.deepEqual(
      effects.trades.map(({ feeCurrency, feeUnits }) => [feeCurrency, feeUnits]),
      [['USDT', units('1.05')]],
    );
    assert.deepEqual(
      effects.closed.map(({ marketTag, grossUnits }) => [marketTag, grossUnits]),
      [[VANILLA.terms.marketTag, units('100')]],
    );
  });
});

suite('a loss beyond the margin of a position and the money beside it', () => {
  const market = (marketTag: string, settles = 'USDT'): VenueMarket => {
    const { grid } = VANILLA.terms;
    const terms = { ...VANILLA.terms, marketTag, grid: { ...grid, settlementCurrency: settles } };
    return { ...VANILLA, terms };
  };
  const [ONE, TWO, OTHER] = [market('one'), market('two'), market('other', 'USDC')];
  const funded = (usdt: string) =>
    emptyVenue(fundedLedger(['USDT', usdt], ['USDC', '205'], ['BTC', '1']));

  /** Opens both, each of 2000 with a margin of 200; leaves the first with a loss of 300. */
  const afterLoss = (mode: MarginMode, peer: VenueMarket, peerMode: MarginMode) => {
    let { state } = placedOn(funded(peer === OTHER ? '205' : '405'), ONE, {}, '20000', mode);
    ({ state } = placedOn(state, peer, { orderId: 'peer' }, '20000', peerMode));
    return placedOn(state, ONE, { orderId: 'exit', side: 'sell' }, '17000', mode);
  };
  const marginsOf = ({ state }: VenueStep) => state.positions.map((each) => each.marginUnits);
  const insured = ({ effects }: VenueStep) => effects.closed.map((each) => each.insuredUnits);

  test('is paid by the other cross positions of its currency', () => {
    const after = afterLoss('cross', TWO, 'cross');
    const { available } = balancesIn(after.state.ledger, 'USDT');
    assert.deepEqual([available, insured(after)], [0n, [0n]]);
    const [margin] = marginsOf(after);
    // 405, less margins of 400, fees of 1 each and 0.85 for the exit, and 300 lost of 200.
    assert.equal(margin, units('102.15'));
  });

  // 100 beyond the margin. A cross one pays with what was available: 3 or 4, less a fee of 0.85.
  for (const [what, mode, peer, peerMode, borne] of [
    ['an isolated position is its own', 'isolated', TWO, 'cross', '100'],
    ['isolated positions do not pay for a cross one', 'cross', TWO, 'isolated', '97.85'],
    ['positions of another currency do not pay', 'cross', OTHER, 'cross', '96.85'],
  ] as const)
    test(`is the insurance's otherwise: ${what}`, () => {
      const after = afterLoss(mode, peer, peerMode);
      assert.deepEqual(marginsOf(after), [units('200')]);
      assert.deepEqual(insured(after), [units(borne)]);
    });

  test('a position that is left without such a loss leaves the others their margin', () => {
    let { state } = placedOn(funded('405'), ONE, {}, '20000', 'cross');
    ({ state } = placedOn(state, TWO, { orderId: 'peer' }, '20000', 'cross'));
    const after = placedOn(state, ONE, { orderId: 'exit', side: 'sell' }, '19000', 'cross');
    assert.deepEqual([marginsOf(after), insured(after)], [[units('200')], [0n]]);
  });
});

suite('a fee in a currency of its own', () => {
  const terms: VenueMarket['terms'] = {
    ...SPOT_TERMS,
    feePayment: {
      kind: 'currency',
      currency: 'BNB',
      unitsPerQuoteUnit: () => ({ numerator: 1n, denominator: 500n }),
    },
  };
  const feeOf = (bnb: string, wish: Partial<NewOrder> = {}) => {
    const ledger = fundedLedger(['USDT', '10000'], ['BNB', bnb]);
    const { effects } = placedOn(emptyVenue(ledger), { ...SPOT, terms }, wish, '20000');
    return effects.trades.map(({ feeCurrency }) => feeCurrency);
  };

  test('is paid in it while there is some, else in what the trade brings', () => {
    assert.deepEqual(feeOf('1'), ['BNB']);
    assert.deepEqual(feeOf('0'), ['BTC']);
  });

  test('is not paid from what its group gives back in another one', () => {
    const oca = { name: 'group', kind: 'cancel' } as const;
    const market = { ...SPOT, terms };
    const empty = emptyVenue(fundedLedger(['USDT', '10000']));
    const dear = { ...limitAt('19000'), ...amount('0.3'), orderId: 'dear', oca };
    const { state } = placedOn(empty, market, dear, '20000');
    const { effects } = placedOn(state, market, { oca }, '20000');
    assert.deepEqual(
      effects.trades.map(({ feeCurrency }) => feeCurrency),
      ['BTC'],
    );
  });
});

suite('an order on spot that waits for its price', () => {
  const MIN: VenueMarket = { ...SPOT, triggeredValueMin: decimal('100') };
  /** Sells 0.0051 at 20,000, worth 102, when the price comes. */
  const after = (wish: Partial<NewOrder>, low: string): VenueStep => {
    const { state } = placed(RICH, MIN, { ...amount('0.0051'), side: 'sell', ...wish }, '20000');
    return minute(state, MIN, ['20000', '20000', low, low]);
  };
  const stop = (price: string) =>
    ({ type: 'stop_market', triggerTicks: ticks(SPOT_TERMS, price) }) as const;

  test('is refused where it is worth too little then, and gives back what it held', () => {
    const { state, effects } = after(stop('19000'), '18000');
    assert.deepEqual(
      effects.ends.map(({ outcome, reason }) => [outcome, reason]),
      [['cancelled', 'min_value']],
    );
    assert.deepEqual(effects.trades, []);
    assert.deepEqual(state.ledger, RICH.ledger);
  });

  test('fills where it is worth as much as its market takes', () => {
    const { effects } = after(stop('19800'), '19700');
    assert.deepEqual(
      effects.trades.map(({ lots: filled }) => filled),
      [lots(SPOT_TERMS, '0.0051')],
    );
  });

  test('that has a limit was judged by it before', () => {
    const limitTicks = ticks(SPOT_TERMS, '18000');
    const { effects } = after({ ...stop('19000'), type: 'stop_limit', limitTicks }, '18000');
    assert.equal(effects.trades.length, 1);
  });
});
