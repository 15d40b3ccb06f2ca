// Commands that read positions and book them, against a scripted bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { POSITION_IMPLEMENTATIONS } from '#commands/positions/position-implementations.ts';
import { limitBuy } from '#engine/run-api/limit-buy.fixture.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { ScriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import {
  FUTURES_FACTS,
  SCRIPTED_START_MS,
  SPOT_FACTS,
} from '#commands/scripted/scripted-harness.fixture.ts';
import type { OrderAction } from '#engine/run-api/order-api.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';

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
    const { GetPositionAmount, GetPositionDirection, GetPositionEnterPrice } =
      POSITION_IMPLEMENTATIONS;
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
    assert.equal(POSITION_IMPLEMENTATIONS.LongAmount(context, undefined), 2);
    assert.equal(POSITION_IMPLEMENTATIONS.ShortAmount(context, FUTURES_FACTS.marketTag), 3);
    assert.equal(POSITION_IMPLEMENTATIONS.LongAmount(context, SPOT_FACTS.marketTag), 0);
    assert.equal(POSITION_IMPLEMENTATIONS.GetAllOpenPositions(context).list.length, 2);
  });

  test('is worth what the other side of the book pays, or what is asked about', () => {
    const { context, hold, price } = scriptedContext(FUTURES_FACTS);
    hold({ amount: 2, leverage: 4 });
    hold({ positionId: 'b', direction: 'short', amount: 1 });
    price({ ask: 111, bid: 110 });
    const { GetPositionProfit, GetPositionROI } = POSITION_IMPLEMENTATIONS;
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
      POSITION_IMPLEMENTATIONS.PositionContainer(context, 'a', true).toText(),
      '{positionId=a, market=SIM_BTC_USDT, isLong=true, isShort=false, enterPrice=100, amount=2, ' +
        `profit=20, roi=10, openTime=${START_SECONDS}, updatedTime=${START_SECONDS}, closeTime=0}`,
    );
  });

  test('names its account, market and leverage in one text', () => {
    const { context, hold } = scriptedContext(FUTURES_FACTS);
    hold({ leverage: 5 });
    assert.equal(
      POSITION_IMPLEMENTATIONS.GetPositionMarket(context, ''),
      'account-1|SIM_BTC_USDT_PERP|5',
    );
  });
});

suite('a closed position', () => {
  test('is no position, but is read by its id', () => {
    const { advance, context, hold, price } = scriptedContext();
    hold({ positionId: 'a' });
    advance();
    price(130);
    POSITION_IMPLEMENTATIONS.CloseVPosition(context, 120, 'a');
    assert.equal(POSITION_IMPLEMENTATIONS.IsPositionClosed(context, 'a'), true);
    assert.equal(POSITION_IMPLEMENTATIONS.GetPositionAmount(context, 'a'), 0);
    assert.equal(
      POSITION_IMPLEMENTATIONS.GetPositionDirection(context, 'a'),
      constantNumber('NoPosition'),
    );
    assert.equal(POSITION_IMPLEMENTATIONS.GetPositionEnterPrice(context, 'a', true), 100);
    assert.equal(POSITION_IMPLEMENTATIONS.GetPositionEnterPrice(context, 'a', false), 0);
    assert.equal(POSITION_IMPLEMENTATIONS.AverageExitPrice(context, 'a'), 120);
    assert.equal(POSITION_IMPLEMENTATIONS.GetPositionProfit(context, 'a', undefined), 20);
    const container = POSITION_IMPLEMENTATIONS.PositionContainer(context, 'a', true);
    assert.deepEqual([container.index('profit'), container.index(11)], [20, START_SECONDS + 60]);
  });

  test('of the market is not taken for an open one', () => {
    const { context, hold } = scriptedContext();
    hold();
    POSITION_IMPLEMENTATIONS.CloseVPosition(context, 120, '');
    assert.equal(POSITION_IMPLEMENTATIONS.GetPositionEnterPrice(context, undefined, true), 0);
    assert.equal(
      POSITION_IMPLEMENTATIONS.PositionContainer(context, undefined, true).index('amount'),
      0,
    );
  });
});

suite('booking', () => {
  test('makes a position, changes it, and ends it', () => {
    const { context } = scriptedContext(FUTURES_FACTS);
    const { AdjustVPosition, CreatePosition, GetPositionAmount, GetPositionEnterPrice } =
      POSITION_IMPLEMENTATIONS;
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
    assert.throws(
      () => POSITION_IMPLEMENTATIONS.CreatePosition(context, none, 1, 1, '', -1, ''),
      LuaError,
    );
  });
});

suite('last prices', () => {
  const { LastExitLongPrice, LastExitPositionPrice, LastExitShortPrice } = POSITION_IMPLEMENTATIONS;
  const { LastLongPrice, LastShortPrice } = POSITION_IMPLEMENTATIONS;

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
    assert.equal(POSITION_IMPLEMENTATIONS.LastLongROI(context, ''), 10);
    assert.equal(POSITION_IMPLEMENTATIONS.LastShortROI(context, ''), (5 / 120) * 100);
    assert.equal(POSITION_IMPLEMENTATIONS.LastShortROI(context, 'other'), 0);
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
    POSITION_IMPLEMENTATIONS.CloseVPosition(context, 99, '');
    assert.deepEqual([LastLongPrice(context), LastExitLongPrice(context)], [90, 99]);
    assert.equal(POSITION_IMPLEMENTATIONS.LastLongProfit(context, ''), 9);
    assert.equal(POSITION_IMPLEMENTATIONS.LastShortProfit(context, ''), 0);
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
