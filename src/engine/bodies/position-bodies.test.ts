// Commands that read positions and book them, against a scripted bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { POSITION_BODIES } from '#engine/bodies/position-bodies.ts';
import { limitBuy } from '#engine/desks/limit-buy.sample.ts';
import { scriptedContext } from '#engine/desks/scripted-context.sample.ts';
import type { ScriptedContext } from '#engine/desks/scripted-context.sample.ts';
import {
  FUTURES_FACTS,
  SCRIPTED_START_MS,
  SPOT_FACTS,
} from '#engine/desks/scripted-world.sample.ts';
import type { OrderAction } from '#engine/desks/order-desk.ts';
import { constantNumber } from '#engine/trading/constant-number.ts';
import { LuaError } from '#script/runtime/script-fault.ts';

const START_SECONDS = SCRIPTED_START_MS / 1_000;

function trade(scene: ScriptedContext, action: OrderAction, price: number, amount = 1): void {
  const id = scene.context.orders.place(limitBuy({ action, price, amount }));
  scene.fill(id);
}

suite('an open position', () => {
  test('is read by its id, or as the one of the market', () => {
    const { context, hold } = scriptedContext(FUTURES_FACTS);
    hold({ amount: 2 });
    hold({ positionId: 'b', direction: 'short', amount: 3, enterPrice: 120 });
    const { GetPositionAmount, GetPositionDirection, GetPositionEnterPrice } = POSITION_BODIES;
    assert.deepEqual(
      ['', 'b', 'none'].map((id) => GetPositionAmount(context, id)),
      [2, 3, 0],
    );
    assert.deepEqual(
      ['', 'b', 'none'].map((id) => GetPositionDirection(context, id)),
      [
        constantNumber('PositionLong'),
        constantNumber('PositionShort'),
        constantNumber('NoPosition'),
      ],
    );
    assert.equal(GetPositionEnterPrice(context, 'b', true), 120);
    assert.equal(POSITION_BODIES.LongAmount(context, undefined), 2);
    assert.equal(POSITION_BODIES.ShortAmount(context, FUTURES_FACTS.marketTag), 3);
    assert.equal(POSITION_BODIES.LongAmount(context, SPOT_FACTS.marketTag), 0);
    assert.equal(POSITION_BODIES.GetAllOpenPositions(context).list.length, 2);
  });

  test('is worth what the other side of the book pays, or what is asked about', () => {
    const { context, hold, price } = scriptedContext(FUTURES_FACTS);
    hold({ amount: 2, leverage: 4 });
    hold({ positionId: 'b', direction: 'short', amount: 1 });
    price({ ask: 111, bid: 110 });
    const { GetPositionProfit, GetPositionROI } = POSITION_BODIES;
    assert.equal(GetPositionProfit(context, '', undefined), 20);
    assert.equal(GetPositionROI(context, '', undefined), 40);
    assert.equal(GetPositionProfit(context, '', 95), -10);
    assert.equal(GetPositionProfit(context, 'b', undefined), -11);
    assert.equal(GetPositionProfit(context, 'none', undefined), 0);
  });

  test('is shown whole in a container', () => {
    const { advance, context, hold, price } = scriptedContext();
    hold({ positionId: 'a', amount: 2 });
    advance();
    price(110);
    assert.equal(
      POSITION_BODIES.PositionContainer(context, 'a', true).toText(),
      '{positionId=a, market=SIM_BTC_USDT, isLong=true, isShort=false, enterPrice=100, amount=2, ' +
        `profit=20, roi=10, openTime=${START_SECONDS}, updatedTime=${START_SECONDS}, closeTime=0}`,
    );
  });

  test('names its account, market and leverage in one text', () => {
    const { context, hold } = scriptedContext(FUTURES_FACTS);
    hold({ leverage: 5 });
    assert.equal(POSITION_BODIES.GetPositionMarket(context, ''), 'account-1|SIM_BTC_USDT_PERP|5');
  });
});

suite('a closed position', () => {
  test('is no position, but is read by its id', () => {
    const { advance, context, hold, price } = scriptedContext();
    hold({ positionId: 'a' });
    advance();
    price(130);
    POSITION_BODIES.CloseVPosition(context, 120, 'a');
    assert.equal(POSITION_BODIES.IsPositionClosed(context, 'a'), true);
    assert.equal(POSITION_BODIES.GetPositionAmount(context, 'a'), 0);
    assert.equal(POSITION_BODIES.GetPositionDirection(context, 'a'), constantNumber('NoPosition'));
    assert.equal(POSITION_BODIES.GetPositionEnterPrice(context, 'a', true), 100);
    assert.equal(POSITION_BODIES.GetPositionEnterPrice(context, 'a', false), 0);
    assert.equal(POSITION_BODIES.AverageExitPrice(context, 'a'), 120);
    assert.equal(POSITION_BODIES.GetPositionProfit(context, 'a', undefined), 20);
    const container = POSITION_BODIES.PositionContainer(context, 'a', true);
    assert.deepEqual([container.index('profit'), container.index(11)], [20, START_SECONDS + 60]);
  });

  test('of the market is not taken for an open one', () => {
    const { context, hold } = scriptedContext();
    hold();
    POSITION_BODIES.CloseVPosition(context, 120, '');
    assert.equal(POSITION_BODIES.GetPositionEnterPrice(context, undefined, true), 0);
    assert.equal(POSITION_BODIES.PositionContainer(context, undefined, true).index('amount'), 0);
  });
});

suite('booking', () => {
  test('makes a position, changes it, and ends it', () => {
    const { context } = scriptedContext(FUTURES_FACTS);
    const { AdjustVPosition, CreatePosition, GetPositionAmount, GetPositionEnterPrice } =
      POSITION_BODIES;
    const short = constantNumber('PositionShort');
    const id = CreatePosition(context, short, 100, 1, '', -1, '');
    AdjustVPosition(context, 110, 1, id);
    assert.equal(GetPositionEnterPrice(context, id, true), 105);
    AdjustVPosition(context, 100, -0.5, id);
    assert.equal(GetPositionAmount(context, id), 1.5);
    assert.equal(CreatePosition(context, short, 100, 1, '', 3, 'mine'), 'mine');
    assert.equal(context.positions.find('mine')?.leverage, 3);
  });

  test('needs a side', () => {
    const { context } = scriptedContext();
    const none = constantNumber('NoPosition');
    assert.throws(() => POSITION_BODIES.CreatePosition(context, none, 1, 1, '', -1, ''), LuaError);
  });
});

suite('last prices', () => {
  const { LastExitLongPrice, LastExitPositionPrice, LastExitShortPrice } = POSITION_BODIES;
  const { LastLongPrice, LastShortPrice } = POSITION_BODIES;

  test('are zero before the first trade', () => {
    const { context } = scriptedContext();
    for (const body of [LastLongPrice, LastShortPrice, LastExitLongPrice, LastExitPositionPrice]) {
      assert.equal(body(context), 0);
    }
  });

  test('on futures are those of entries and exits of their side', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    trade(scene, 'go_long', 100);
    trade(scene, 'exit_long', 110);
    trade(scene, 'go_short', 120);
    trade(scene, 'exit_short', 115);
    const { context } = scene;
    assert.deepEqual([LastLongPrice(context), LastExitLongPrice(context)], [100, 110]);
    assert.deepEqual([LastShortPrice(context), LastExitShortPrice(context)], [120, 115]);
    assert.equal(LastExitPositionPrice(context), 115);
    assert.equal(POSITION_BODIES.LastLongROI(context, ''), 10);
    assert.equal(POSITION_BODIES.LastShortROI(context, ''), (5 / 120) * 100);
    assert.equal(POSITION_BODIES.LastShortROI(context, 'other'), 0);
  });

  test('on spot count a sale as going short', () => {
    const scene = scriptedContext();
    trade(scene, 'buy', 100);
    trade(scene, 'sell', 110);
    assert.deepEqual([LastLongPrice(scene.context), LastShortPrice(scene.context)], [100, 110]);
  });

  test('come from positions that no order made', () => {
    const { context, hold } = scriptedContext();
    hold({ enterPrice: 90 });
    POSITION_BODIES.CloseVPosition(context, 99, '');
    assert.deepEqual([LastLongPrice(context), LastExitLongPrice(context)], [90, 99]);
    assert.equal(POSITION_BODIES.LastLongProfit(context, ''), 9);
    assert.equal(POSITION_BODIES.LastShortProfit(context, ''), 0);
  });
});

test('selling on spot without holding books a short, as the published example has it', () => {
  const scene = scriptedContext();
  trade(scene, 'buy', 1_000, 1);
  trade(scene, 'sell', 2_000, 2);
  trade(scene, 'buy', 1_000, 2);
  const closed = scene.context.positions.closed(null, null);
  assert.equal(
    closed.reduce((sum, { realizedProfit }) => sum + realizedProfit, 0),
    2_000,
  );
});
