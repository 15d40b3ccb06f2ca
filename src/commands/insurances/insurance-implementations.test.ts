// Insurances against a scripted bot: what they let pass.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { INSURANCE_IMPLEMENTATIONS } from '#commands/insurances/insurance-implementations.ts';
import { SAFETY_IMPLEMENTATIONS } from '#commands/safeties/safety-implementations.ts';
import { TRADE_ACTION_IMPLEMENTATIONS } from '#commands/trade-actions/trade-action-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import { EMPTY_REPORT } from '#engine/run-api/report-api.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';

suite('insurances of a price', () => {
  test('say nothing without a position', () => {
    const { context } = scriptedContext();
    assert.equal(INSURANCE_IMPLEMENTATIONS.AbsolutePriceChange(context, 5, undefined, ''), true);
    assert.equal(INSURANCE_IMPLEMENTATIONS.PercentagePriceChange(context, 5, undefined, ''), true);
    assert.equal(INSURANCE_IMPLEMENTATIONS.NeverExitWithLoss(context, 0, 1, ''), true);
    assert.equal(INSURANCE_IMPLEMENTATIONS.OvercomeFeeCosts(context, 1, ''), true);
  });

  test('want a distance from the entry price, up or down', () => {
    const { context, hold } = scriptedContext();
    hold();
    const { AbsolutePriceChange, PercentagePriceChange } = INSURANCE_IMPLEMENTATIONS;
    const prices = [95.1, 95, 104.9, 105];
    const expected = [false, true, false, true];
    assert.deepEqual(
      prices.map((price) => AbsolutePriceChange(context, 5, price, '')),
      expected,
    );
    assert.deepEqual(
      prices.map((price) => PercentagePriceChange(context, 5, price, '')),
      expected,
    );
  });

  test('let a position be left without a loss, or with an accepted one', () => {
    const { context, hold, price } = scriptedContext(FUTURES_FACTS);
    hold();
    hold({ positionId: 'short', direction: 'short' });
    const { NeverExitWithLoss } = INSURANCE_IMPLEMENTATIONS;
    price({ bid: 99, ask: 101 });
    assert.equal(NeverExitWithLoss(context, 0, undefined, ''), false);
    assert.equal(NeverExitWithLoss(context, 0, undefined, 'short'), false);
    assert.equal(NeverExitWithLoss(context, 1, undefined, ''), true);
    assert.equal(NeverExitWithLoss(context, 0, 100, ''), true);
  });

  const inverse: MarketFacts = {
    ...FUTURES_FACTS,
    contractType: 'inverse',
    contractValue: 100,
    profitCurrency: 'BTC',
  };
  for (const [facts, direction, once, twice] of [
    [FUTURES_FACTS, 'long', 100.5, 100.9],
    [FUTURES_FACTS, 'short', 99.5, 99.1],
    [inverse, 'long', 100.5, 100.9],
    [inverse, 'short', 99.5, 99.1],
  ] as const) {
    test(`want fees paid, ${direction} on a ${facts.contractType} contract`, () => {
      // 0.2 percent on each side is 0.4 percent of the price, twice 0.8 percent.
      const { context, hold } = scriptedContext(facts);
      hold({ direction });
      const { OvercomeDoubleFeeCosts, OvercomeFeeCosts } = INSURANCE_IMPLEMENTATIONS;
      assert.equal(OvercomeFeeCosts(context, 100 + (once - 100) / 2, ''), false);
      assert.equal(OvercomeFeeCosts(context, once, ''), true);
      assert.equal(OvercomeDoubleFeeCosts(context, once, ''), false);
      assert.equal(OvercomeDoubleFeeCosts(context, twice, ''), true);
    });
  }

  test('let spot be bought again no dearer than it was sold', () => {
    const { context, hold } = scriptedContext();
    const { NeverEnterWithALoss } = INSURANCE_IMPLEMENTATIONS;
    assert.equal(NeverEnterWithALoss(context, 0, 500), true);
    hold();
    assert.equal(NeverEnterWithALoss(context, 0, 500), true);
    context.positions.close(null, 110);
    assert.equal(NeverEnterWithALoss(context, 0, 111), false);
    assert.equal(NeverEnterWithALoss(context, 0, 110), true);
    assert.equal(NeverEnterWithALoss(context, 1, 111), true);
    assert.equal(NeverEnterWithALoss(context, 0, undefined), true);
  });
});

suite('insurances of time', () => {
  test('one trade and one order for each candle', () => {
    const scene = scriptedContext();
    const { OrderOncePerBar, TradeOncePerBar } = INSURANCE_IMPLEMENTATIONS;
    const both = () => [
      OrderOncePerBar(scene.context, 5, ''),
      TradeOncePerBar(scene.context, 5, ''),
    ];
    assert.deepEqual(both(), [true, true]);
    scene.advance();
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    assert.deepEqual(both(), [false, true]);
    scene.advance();
    scene.fill(scene.lastOrder().orderId);
    assert.deepEqual(both(), [false, false]);
    assert.equal(OrderOncePerBar(scene.context, 0, ''), true);
    scene.advance(3);
    assert.deepEqual(both(), [true, true]);
  });

  test('waiting after an order and after a trade', () => {
    const scene = scriptedContext();
    const { WaitAfterOrder, WaitAfterTrade } = INSURANCE_IMPLEMENTATIONS;
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    assert.equal(WaitAfterOrder(scene.context, 1, ''), false);
    assert.equal(WaitAfterOrder(scene.context, 1, 'other'), true);
    scene.advance(20);
    scene.fill(scene.lastOrder().orderId);
    scene.advance(10);
    assert.equal(WaitAfterOrder(scene.context, 30, ''), true);
    assert.equal(WaitAfterTrade(scene.context, 30, ''), false);
    scene.advance(20);
    assert.equal(WaitAfterTrade(scene.context, 30, ''), true);
  });

  test('cooling down after an exit that a safety caused, not after others', () => {
    for (const { price, isAllowed } of [
      { price: 97, isAllowed: false },
      { price: 99, isAllowed: true },
    ]) {
      const scene = scriptedContext();
      scene.hold();
      scene.advance();
      scene.price(price);
      SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, '', undefined);
      TRADE_ACTION_IMPLEMENTATIONS.DoExitPosition(scene.context, '');
      scene.advance(29);
      assert.equal(INSURANCE_IMPLEMENTATIONS.StopLossCooldown(scene.context, 30, ''), isAllowed);
      scene.advance();
      assert.equal(INSURANCE_IMPLEMENTATIONS.StopLossCooldown(scene.context, 30, ''), true);
    }
  });
});

suite('insurances of the run and the market', () => {
  test('losses count once there are enough trades', () => {
    const { context, harness } = scriptedContext();
    const { DisableOnLosses } = INSURANCE_IMPLEMENTATIONS;
    harness.figures = { ...EMPTY_REPORT, closedPositions: 4, roiPercent: -3 };
    assert.equal(DisableOnLosses(context, 5, 0, undefined), true);
    harness.figures = { ...harness.figures, closedPositions: 5 };
    assert.equal(DisableOnLosses(context, 5, 0, undefined), false);
    assert.equal(DisableOnLosses(context, 5, 3, undefined), true);
  });

  test('a trend is distinguished from a sideways market by its strength', () => {
    const { context, harness } = scriptedContext();
    const { TradeOnlySideways, TradeOnlyTrending } = INSURANCE_IMPLEMENTATIONS;
    for (const { strength, expected } of [
      { strength: 24.9, expected: [true, false] },
      { strength: 25, expected: [false, true] },
      { strength: Number.NaN, expected: [false, false] },
    ]) {
      harness.indicators.set('ADX', [[strength]]);
      const results = [TradeOnlySideways, TradeOnlyTrending].map((body) =>
        body(context, 25, 0, false, undefined),
      );
      assert.deepEqual(results, expected);
    }
  });
});
