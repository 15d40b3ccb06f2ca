// The scripted double keeps the promises of the API that its users rely on.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limitBuy } from '#engine/run-api/limit-buy.fixture.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';

suite('a scripted context', () => {
  test('keeps an order open until the test fills it, and the position follows', () => {
    const { context, fill, lastOrder } = scriptedContext();
    const id = context.orders.place(limitBuy());
    assert.deepEqual([context.orders.open(null).length, lastOrder().isEnter], [1, true]);
    fill(id, { amount: 0.5, price: 90 });
    fill(id);
    assert.equal(context.orders.find(id)?.state, 'filled');
    const position = context.positions.find(null);
    assert.deepEqual([position?.amount, position?.enterPrice], [2, 97.5]);
  });

  test('closes a position by an exit and counts its profit', () => {
    const { context, fill, hold } = scriptedContext();
    hold({ amount: 2, enterPrice: 100 });
    fill(context.orders.place(limitBuy({ action: 'sell', price: 110 })));
    assert.equal(context.positions.find(null), null);
    assert.equal(context.positions.findWithClosed(null)?.realizedProfit, 20);
    assert.equal(context.positions.closedCount(), 1);
  });

  test('sells what it does not hold as a short of its own', () => {
    const { context, fill } = scriptedContext();
    fill(context.orders.place(limitBuy({ action: 'sell' })));
    assert.equal(context.positions.find(null)?.direction, 'short');
  });

  test('tells what ended since the last update', () => {
    const { context, advance, end } = scriptedContext();
    const id = context.orders.place(limitBuy());
    advance();
    end(id, 'cancelled');
    assert.equal(context.orders.hasFinished(null), true);
    advance();
    assert.equal(context.orders.hasFinished(null), false);
  });

  test('refuses orders while it is asked to', () => {
    const { context, harness } = scriptedContext();
    harness.refusal = 'too small';
    assert.equal(context.orders.place(limitBuy()), '');
    assert.equal(harness.log[0]?.message, 'too small');
  });
});
