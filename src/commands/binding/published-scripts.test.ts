// Idioms of published scripts, compiled and run update by update against a scripted bot.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { benchOf } from '#commands/binding/script-bench.fixture.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { ScriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';

/** One more update of the script; the bot's time goes on before it. */
function stepper(scene: ScriptedContext, source: string): () => void {
  const { calls: _, ...api } = scene.context;
  const bench = benchOf(source, api);
  return () => {
    scene.advance();
    bench.run();
  };
}

function requested({ harness }: ScriptedContext): readonly string[] {
  return harness.requests.map(({ action, amount, price }) => `${action} ${amount} @ ${price}`);
}

suite('published scripts', () => {
  test('keep one resting order across updates, and place the next when it is filled', () => {
    const scene = scriptedContext();
    const step = stepper(
      scene,
      `
      local id = Load('id', '')
      if id == '' then id = PlaceBuyOrder(CurrentPrice().close, TradeAmount())
      elseif not IsOrderOpen(id) then
        if IsOrderFilled(id) then Log('filled ' .. GetOrderFilledAmount(id)) end
        id = ''
      end
      Save('id', id)
      `,
    );
    step();
    step();
    assert.deepEqual(requested(scene), ['buy 1 @ 100']);
    scene.fill(scene.lastOrder().orderId);
    step();
    assert.equal(scene.harness.log.at(-1)?.message, 'filled 1');
    step();
    assert.equal(scene.harness.requests.length, 2);
  });

  test('hold two positions on one market with different targets', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    const step = stepper(
      scene,
      `
      local a, b = Load('a', NewGuid()), Load('b', NewGuid())
      for _, id in ipairs({a, b}) do
        if GetPositionAmount(id) == 0 and not IsAnyOrderOpen(id) then
          PlaceGoLongOrder(CurrentPrice().bid, TradeAmount(), {positionId = id, timeout = -1})
        end
      end
      if TakeProfit(10, a) then PlaceExitPositionOrder(a, {type = MarketOrderType}) end
      if StopLoss(2, b) then PlaceExitPositionOrder(b, {type = MarketOrderType}) end
      Save('a', a) Save('b', b)
      `,
    );
    step();
    assert.deepEqual(
      scene.harness.requests.map(({ timeoutMs }) => timeoutMs),
      [null, null],
    );
    for (const { orderId } of scene.context.orders.open(null)) scene.fill(orderId);
    scene.price(97);
    step();
    scene.fill(scene.lastOrder().orderId);
    scene.price(111);
    step();
    assert.deepEqual(requested(scene), [
      'go_long 1 @ 100',
      'go_long 1 @ 100',
      'exit_long 1 @ 97',
      'go_long 1 @ 111',
      'exit_long 1 @ 111',
    ]);
    const [left, , taken] = scene.harness.requests.slice(2);
    assert.deepEqual([left?.type, taken?.type], ['market', 'market']);
    assert.notEqual(left?.positionId, taken?.positionId);
  });

  test('never sell below the last purchase, and stop at a return', () => {
    const scene = scriptedContext();
    const step = stepper(
      scene,
      `
      local now = CurrentPrice().close
      if GetCurrentROI() < -5 then DoSell()
      elseif now > 104 and now > LastLongPrice() then DoSell()
      elseif now <= 100 then DoBuy() end
      `,
    );
    step();
    scene.fill(scene.lastOrder().orderId);
    scene.price(96);
    step();
    assert.equal(scene.harness.requests.length, 1);
    scene.price(94);
    step();
    assert.deepEqual(requested(scene), ['buy 1 @ 100', 'sell 1 @ 94']);
  });

  test('stop at a loss limit once flat, and cancel what is open', () => {
    const scene = scriptedContext();
    const step = stepper(
      scene,
      `
      EnableHighSpeedUpdates(true) HideOrderSettings() HideTradeAmountSettings()
      local limit = 10
      if GetPositionAmount() == 0 and GetBotProfit() < -limit then
        DeactivateBot('loss limit', true)
      end
      `,
    );
    step();
    assert.deepEqual(scene.harness.acts, []);
    scene.harness.figures = { ...scene.harness.figures, realizedProfit: -11 };
    step();
    assert.deepEqual(scene.harness.acts, ['deactivate loss limit and cancel']);
  });

  test('give notes in other alphabets to orders as they are written', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    const step = stepper(scene, "PlaceGoLongOrder(99, 0.5, {note = 'é ✓ 売り'})");
    step();
    assert.equal(scene.lastRequest().note, 'é ✓ 売り');
  });

  test('take arguments by name, positions by a market text, constants by name', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    const step = stepper(
      scene,
      `
      local market = GetPositionMarket()
      local id = PlaceGoShortOrder(99, 0.5, {market = market, type = NoTimeOutOrderType, note = 'n'})
      assert(OrderContainer(id).isSellOrder and OrderContainer(id)[12])
      assert(GetPositionDirection() == NoPosition)
      `,
    );
    step();
    const { marketTag, note, timeoutMs, type } = scene.lastRequest();
    assert.deepEqual(
      [marketTag, note, timeoutMs, type],
      [FUTURES_FACTS.marketTag, 'n', null, 'no_timeout'],
    );
  });
});
