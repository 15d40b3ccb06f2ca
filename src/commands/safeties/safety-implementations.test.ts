// Safeties against a scripted bot: at which prices they are met, and when they stop the bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SAFETY_IMPLEMENTATIONS } from '#commands/safeties/safety-implementations.ts';
import { limitBuy } from '#engine/run-api/limit-buy.fixture.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { ScriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import { EMPTY_REPORT } from '#engine/run-api/report-api.ts';
import type { OrderAction } from '#engine/run-api/order-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';

type Percent = 'StopLoss' | 'StopLossROI' | 'TakeProfit' | 'TakeProfitROI' | 'TrailingStopLoss';

/** Whether the safety is met at each of these prices in turn, of a position entered at 100. */
function evaluate(
  scene: ScriptedContext,
  prices: readonly number[],
  ask: (scene: ScriptedContext) => boolean,
): readonly boolean[] {
  return prices.map((price) => {
    scene.advance();
    scene.price(price);
    return ask(scene);
  });
}

function placed(scene: ScriptedContext, action: OrderAction): string {
  return scene.context.orders.place(limitBuy({ action, amount: 1 }));
}

suite('safeties of a percentage', () => {
  const cases: readonly (readonly [
    command: Percent,
    percent: number,
    direction: 'long' | 'short',
    below: number,
    at: number,
  ])[] = [
    ['StopLoss', 2, 'long', 98.01, 98],
    ['StopLoss', 2, 'short', 101.99, 102],
    ['TakeProfit', 5, 'long', 104.99, 105],
    ['TakeProfit', 5, 'short', 95.01, 95],
    ['StopLossROI', 10, 'long', 99.01, 99],
    ['StopLossROI', 10, 'short', 100.99, 101],
    ['TakeProfitROI', 20, 'long', 101.99, 102],
    ['TakeProfitROI', 20, 'short', 98.01, 98],
    ['TrailingStopLoss', 2, 'long', 98.01, 98],
    ['TrailingStopLoss', 2, 'short', 101.99, 102],
  ];
  for (const [command, percent, direction, below, at] of cases) {
    test(`${command}(${percent}) of a ${direction} position is met at ${at}, not at ${below}`, () => {
      const scene = scriptedContext(FUTURES_FACTS);
      scene.hold({ direction, leverage: 10 });
      const met = evaluate(scene, [below, at], ({ context }) =>
        SAFETY_IMPLEMENTATIONS[command](context, percent, '', undefined),
      );
      assert.deepEqual(met, [false, true]);
    });
  }

  test('judge by what the other side of the book pays', () => {
    const scene = scriptedContext();
    scene.hold();
    scene.price({ bid: 97, ask: 103 });
    assert.equal(SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, '', undefined), true);
    assert.equal(SAFETY_IMPLEMENTATIONS.TakeProfit(scene.context, 2, '', undefined), false);
  });

  test('are not met without a position, or for the other side', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    scene.price(50);
    assert.equal(SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, '', undefined), false);
    scene.hold({ enterPrice: 100 });
    const side = constantNumber('PositionShort');
    assert.equal(SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, '', side), false);
    const long = constantNumber('PositionLong');
    assert.equal(SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, 'market-position', long), true);
  });

  test('read the position that is named: two of one market have different targets', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    scene.hold({ positionId: 'a' });
    scene.hold({ positionId: 'b', enterPrice: 120 });
    scene.price(111);
    assert.equal(SAFETY_IMPLEMENTATIONS.TakeProfit(scene.context, 10, 'a', undefined), true);
    assert.equal(SAFETY_IMPLEMENTATIONS.TakeProfit(scene.context, 10, 'b', undefined), false);
    assert.equal(SAFETY_IMPLEMENTATIONS.StopLoss(scene.context, 2, 'b', undefined), true);
  });
});

suite('trailing stops', () => {
  test('follow the best price since entry', () => {
    const scene = scriptedContext();
    scene.hold();
    const met = evaluate(scene, [110, 107, 104.6, 104.5], ({ context }) =>
      SAFETY_IMPLEMENTATIONS.TrailingStopLoss(context, 5, '', undefined),
    );
    assert.deepEqual(met, [false, false, false, true]);
  });

  test('begin anew with a new position under the same id', () => {
    const scene = scriptedContext();
    const ask = ({ context }: ScriptedContext) =>
      SAFETY_IMPLEMENTATIONS.TrailingStopLoss(context, 5, '', undefined);
    scene.hold();
    evaluate(scene, [200], ask);
    scene.context.positions.close(null, 200);
    scene.advance();
    scene.hold({ enterPrice: 100 });
    assert.deepEqual(evaluate(scene, [99, 95], ask), [false, true]);
    const best = scene.harness.notes.get('best prices');
    assert.ok(Array.isArray(best) && best.length === 1, 'the closed position is forgotten');
  });

  test('armed ones wait for their profit', () => {
    const scene = scriptedContext();
    scene.hold();
    const met = evaluate(scene, [97, 102.9, 97, 103, 101, 100.94], ({ context }) =>
      SAFETY_IMPLEMENTATIONS.TrailingArmStopLoss(context, 2, 3, '', undefined),
    );
    assert.deepEqual(met, [false, false, false, false, false, true]);
  });

  test('a growing one leaves more room, a shrinking one less', () => {
    for (const { command, level } of [
      { command: 'GrowingTrailingStopLoss', level: 120 * 0.93 },
      { command: 'ShrinkingTrailingStopLoss', level: 120 * 0.97 },
    ] as const) {
      const scene = scriptedContext();
      scene.hold();
      // At a gain of 20 percent the distance of 5 percent is 5 + 20 * 0.1 or 5 - 20 * 0.1 percent.
      const met = evaluate(scene, [120, level + 0.01, level - 0.01], ({ context }) =>
        SAFETY_IMPLEMENTATIONS[command](context, 5, 0.1, '', undefined),
      );
      assert.deepEqual(met, [false, false, true], command);
    }
  });
});

suite('stops that follow candles', () => {
  test('the chandelier hangs three mean ranges below the highest high', () => {
    const scene = scriptedContext();
    scene.hold();
    scene.harness.series.set('high', [101, 110, 104]).set('low', [99]).set('close', [100]);
    scene.harness.indicators.set('ATR', [[2]]);
    const met = evaluate(scene, [104.01, 104], ({ context }) =>
      SAFETY_IMPLEMENTATIONS.ChandelierStopLoss(context, 20, 3, '', undefined),
    );
    assert.deepEqual(met, [false, true]);
    assert.equal(scene.harness.acts[0], 'indicator ATR 20');
  });

  test('the chandelier of a short stands above the lowest low', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    scene.hold({ direction: 'short' });
    scene.harness.series.set('high', [101]).set('low', [99, 90, 95]).set('close', [100]);
    scene.harness.indicators.set('ATR', [[2]]);
    const met = evaluate(scene, [95.99, 96], ({ context }) =>
      SAFETY_IMPLEMENTATIONS.ChandelierStopLoss(context, 20, 3, '', undefined),
    );
    assert.deepEqual(met, [false, true]);
  });

  test('a dynamic stop falls back from the best candle since entry, not from one before', () => {
    const scene = scriptedContext();
    scene.hold();
    scene.harness.series.set('high', [104, 103, 150]);
    scene.advance();
    const ask = ({ context }: ScriptedContext) =>
      SAFETY_IMPLEMENTATIONS.DynamicStopLoss(context, 2, 30, '', undefined);
    assert.deepEqual(evaluate(scene, [101.93, 101.92], ask), [false, true]);
  });

  test('a dynamic goal rises from the worst candle since entry, and is never a loss', () => {
    const scene = scriptedContext();
    scene.hold();
    scene.harness.series.set('low', [95, 96, 50]);
    const ask = ({ context }: ScriptedContext) =>
      SAFETY_IMPLEMENTATIONS.DynamicTakeProfit(context, 5, 30, '', undefined);
    assert.deepEqual(evaluate(scene, [99.9, 100], ask), [false, true]);
  });
});

suite('stopping the bot', () => {
  test('after a time', () => {
    const scene = scriptedContext();
    scene.advance(59);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateAfterXActiveMinutes(scene.context, 60), false);
    scene.advance();
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateAfterXActiveMinutes(scene.context, 60), true);
    assert.deepEqual(scene.harness.acts, ['deactivate it has run for 60 minutes']);
  });

  test('after a time without a filled order, counted from the first', () => {
    const scene = scriptedContext();
    scene.advance(500);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateAfterXIdleMinutes(scene.context, 60), false);
    scene.fill(placed(scene, 'buy'));
    scene.advance(60);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateAfterXIdleMinutes(scene.context, 60), true);
  });

  test('after orders and positions', () => {
    const scene = scriptedContext();
    const { context } = scene;
    const all = () => [
      SAFETY_IMPLEMENTATIONS.DeactivateAfterEnterOrder(context, 1),
      SAFETY_IMPLEMENTATIONS.DeactivateAfterExitOrder(context, 1),
      SAFETY_IMPLEMENTATIONS.DeactivateAfterXOrders(context, 2),
      SAFETY_IMPLEMENTATIONS.DeactivateAfterXPositions(context, 1),
    ];
    assert.deepEqual(all(), [false, false, false, false]);
    const enter = placed(scene, 'buy');
    scene.fill(enter, { amount: 0.5 });
    assert.deepEqual(all(), [false, false, false, false]);
    scene.fill(enter);
    assert.deepEqual(all(), [true, false, false, false]);
    scene.fill(placed(scene, 'sell'));
    assert.deepEqual(all(), [true, true, true, true]);
  });

  test('at a loss or a profit, once nothing is open', () => {
    const scene = scriptedContext();
    scene.hold();
    scene.harness.figures = { ...EMPTY_REPORT, roiPercent: -12 };
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateOnLoss(scene.context, 10), false);
    scene.context.positions.close(null, 80);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateOnLoss(scene.context, 15), false);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateOnProfit(scene.context, 10), false);
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateOnLoss(scene.context, 10), true);
    scene.harness.figures = { ...EMPTY_REPORT, roiPercent: 10 };
    assert.equal(SAFETY_IMPLEMENTATIONS.DeactivateOnProfit(scene.context, 10), true);
  });
});
