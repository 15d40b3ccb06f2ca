// Commands that read orders and cancel them, against a scripted bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ORDER_IMPLEMENTATIONS } from '#commands/orders/order-implementations.ts';
import { limitBuy } from '#engine/run-api/limit-buy.fixture.ts';
import { changeOrder } from '#commands/scripted/scripted-trading.fixture.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { ScriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import { all } from '#lua/runtime/value.ts';
import type { HostValue, LuaResult } from '#lua/runtime/value.ts';

function place(scene: ScriptedContext, changes: Partial<OrderRequest> = {}): string {
  return scene.context.orders.place(limitBuy(changes));
}

function fieldsOf(result: LuaResult): readonly LuaResult[] {
  return (all(result)[0] as LuaTable).list.map((item) => (item as HostValue).index('orderId'));
}

suite('states of an order', () => {
  const states = [
    { what: 'an open order', IsOrderOpen: true, IsOrderFilled: false, act: () => undefined },
    {
      what: 'a filled order',
      IsOrderOpen: false,
      IsOrderFilled: true,
      act: (scene: ScriptedContext, id: string) => scene.fill(id),
    },
    {
      what: 'a cancelled order with a fill',
      IsOrderOpen: false,
      IsOrderFilled: false,
      act: (scene: ScriptedContext, id: string) => {
        scene.fill(id, { amount: 1 });
        scene.end(id, 'cancelled');
      },
    },
  ];
  for (const { what, act, ...expected } of states) {
    test(what, () => {
      const scene = scriptedContext();
      const id = place(scene);
      act(scene, id);
      const { IsOrderOpen, IsOrderFilled, IsAnyOrderOpen } = ORDER_IMPLEMENTATIONS;
      assert.equal(IsOrderOpen(scene.context, id), expected.IsOrderOpen);
      assert.equal(IsOrderFilled(scene.context, id), expected.IsOrderFilled);
      assert.equal(IsAnyOrderOpen(scene.context, ''), expected.IsOrderOpen);
    });
  }

  test('an order that is not known is nothing, and its figures are zero', () => {
    const { context } = scriptedContext();
    const { IsOrderOpen, IsOrderFilled, IsBuyOrder, IsSellOrder } = ORDER_IMPLEMENTATIONS;
    for (const body of [IsOrderOpen, IsOrderFilled, IsBuyOrder, IsSellOrder]) {
      assert.equal(body(context, 'none'), false);
    }
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderFilledAmount(context, 'none', false), 0);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderCancelledAmount(context, 'none'), 0);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderOpenTime(context, 'none', false), 0);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderProfit(context, 'none'), 0);
    assert.equal(ORDER_IMPLEMENTATIONS.GetFailedOrderMessage(context, 'none'), '');
    assert.equal(ORDER_IMPLEMENTATIONS.OrderContainer(context, 'none').index('isExitOrder'), false);
  });

  test('orders are of a side', () => {
    const scene = scriptedContext();
    const [buy, sell] = [place(scene), place(scene, { action: 'exit_long' })];
    assert.equal(ORDER_IMPLEMENTATIONS.IsBuyOrder(scene.context, buy), true);
    assert.equal(ORDER_IMPLEMENTATIONS.IsSellOrder(scene.context, buy), false);
    assert.equal(ORDER_IMPLEMENTATIONS.IsSellOrder(scene.context, sell), true);
  });

  test('an end is described in the update after which it happened', () => {
    const scene = scriptedContext();
    const id = place(scene, { positionId: 'a' });
    assert.equal(ORDER_IMPLEMENTATIONS.IsAnyOrderFinished(scene.context, undefined), false);
    scene.advance();
    scene.fill(id);
    assert.equal(ORDER_IMPLEMENTATIONS.IsAnyOrderFinished(scene.context, undefined), true);
    assert.equal(ORDER_IMPLEMENTATIONS.IsAnyOrderFinished(scene.context, 'b'), false);
  });
});

suite('cancelling', () => {
  test('of one order, of one position, of all', () => {
    const scene = scriptedContext();
    const [first, second] = [place(scene, { positionId: 'a' }), place(scene, { positionId: 'b' })];
    ORDER_IMPLEMENTATIONS.CancelOrder(scene.context, first);
    ORDER_IMPLEMENTATIONS.CancelAllOrders(scene.context, 'b');
    ORDER_IMPLEMENTATIONS.CancelAllOrders(scene.context, undefined);
    const requested = [first, second, first, second].map((id) => `cancel ${id}`);
    assert.deepEqual(scene.harness.acts, requested);
  });
});

suite('what came of an order', () => {
  test('amounts and times', () => {
    const scene = scriptedContext();
    const id = place(scene);
    scene.advance(3);
    scene.fill(id, { amount: 0.5 });
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderCancelledAmount(scene.context, id), 0);
    scene.end(id, 'cancelled');
    scene.advance(10);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderFilledAmount(scene.context, id, false), 0.5);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderCancelledAmount(scene.context, id), 1.5);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderOpenTime(scene.context, id, false), 3);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderOpenTime(scene.context, id, true), 180);
  });

  test('an open order grows older', () => {
    const scene = scriptedContext();
    const id = place(scene);
    scene.advance(7);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderOpenTime(scene.context, id, false), 7);
  });

  test('fees in base are taken off where that is requested', () => {
    const scene = scriptedContext();
    const id = place(scene);
    scene.fill(id);
    changeOrder(scene.harness, id, { fees: 0.004, feeCurrency: 'BTC' });
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderFilledAmount(scene.context, id, true), 1.996);
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderFilledAmount(scene.context, id, false), 2);
  });

  test('profit is before fees', () => {
    const scene = scriptedContext();
    scene.hold({ amount: 2, enterPrice: 90 });
    const id = place(scene, { action: 'sell' });
    scene.fill(id);
    changeOrder(scene.harness, id, { fees: 0.4, profit: 19.6 });
    assert.equal(ORDER_IMPLEMENTATIONS.GetOrderProfit(scene.context, id), 20);
  });

  test('why it failed', () => {
    const scene = scriptedContext();
    const id = place(scene);
    scene.end(id, 'failed', 'no funds');
    assert.equal(ORDER_IMPLEMENTATIONS.GetFailedOrderMessage(scene.context, id), 'no funds');
  });

  test('lists name the newest fill first, and open orders oldest first', () => {
    const scene = scriptedContext();
    const ids = [place(scene), place(scene), place(scene), place(scene)];
    scene.fill(ids[0] ?? '');
    scene.fill(ids[1] ?? '');
    const { GetAllFilledOrders, GetAllOpenOrders } = ORDER_IMPLEMENTATIONS;
    assert.deepEqual(fieldsOf(GetAllFilledOrders(scene.context, '')), [ids[1], ids[0]]);
    assert.deepEqual(fieldsOf(GetAllOpenOrders(scene.context, '')), [ids[2], ids[3]]);
  });

  test('a container holds all of it', () => {
    const scene = scriptedContext();
    const placedAt = scene.harness.nowMs / 1_000;
    const id = place(scene, { positionId: 'a', triggerPrice: 101 });
    scene.advance(2);
    scene.fill(id, { amount: 1, price: 99 });
    const order = ORDER_IMPLEMENTATIONS.OrderContainer(scene.context, id);
    assert.equal(
      order.toText(),
      '{price=99, executedAmount=2, filledAmount=1, isOpen=true, isFilled=false, ' +
        'isCancelled=false, feeCosts=0, feeCurrency=USDT, openTime=2, positionId=a, ' +
        `orderId=${id}, isEnterOrder=true, isExitOrder=false, triggerPrice=101, ` +
        'isBuyOrder=true, isSellOrder=false, averageFillPrice=99, ' +
        `placedTime=${placedAt}, filledTime=${placedAt + 120}, endedTime=0}`,
    );
    assert.equal(order.index(11), id);
    scene.advance();
    scene.fill(id, { amount: 1, price: 101 });
    const ended = ORDER_IMPLEMENTATIONS.OrderContainer(scene.context, id);
    const facts = ['averageFillPrice', 'placedTime', 'filledTime', 'endedTime'].map((field) =>
      ended.index(field),
    );
    assert.deepEqual(facts, [100, placedAt, placedAt + 180, placedAt + 180]);
  });
});
