// Trading commands against a scripted bot: what is requested, at which price, for how long.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TRADE_ACTION_IMPLEMENTATIONS } from '#commands/trade-actions/trade-action-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import type { ScriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import type { TradingConstant } from '#commands/trading/constant-number.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { LuaTable } from '#lua/runtime/table.ts';

const LIMIT = constantNumber('LimitOrderType');
const LONG = constantNumber('SignalLong');
const SHORT = constantNumber('SignalShort');
const NONE = constantNumber('SignalNone');
const TEN_MINUTES_MS = 600_000;

function requested({ harness }: ScriptedContext): readonly string[] {
  return harness.requests.map(({ action, amount, price }) => `${action} ${amount} @ ${price}`);
}

/** A command that places an order, with what is seldom given left out. */
function place(
  scene: ScriptedContext,
  command: 'PlaceBuyOrder' | 'PlaceSellOrder' | 'PlaceGoLongOrder' | 'PlaceExitLongOrder',
  {
    type = LIMIT,
    price = 99,
    amount = 2,
    positionId = '',
    timeout = undefined as number | undefined,
  } = {},
): string {
  const body = TRADE_ACTION_IMPLEMENTATIONS[command];
  const tail = [timeout, undefined, false, false] as const;
  return body(
    scene.context,
    price,
    amount,
    scene.harness.settings.marketTag,
    type,
    '',
    positionId,
    ...tail,
  );
}

suite('managed commands', () => {
  test('buy at the ask and sell at the bid, for ten minutes', () => {
    const scene = scriptedContext();
    scene.price({ ask: 101, bid: 99 });
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, 'why');
    scene.fill(scene.lastOrder().orderId);
    TRADE_ACTION_IMPLEMENTATIONS.DoShort(scene.context, '');
    assert.deepEqual(requested(scene), ['buy 1 @ 101', 'sell 1 @ 99']);
    const { note, isManaged, type, timeoutMs } = scene.harness.requests[0] ?? scene.lastRequest();
    assert.deepEqual([note, isManaged, type, timeoutMs], ['why', true, 'limit', TEN_MINUTES_MS]);
  });

  test('may be called again and again', () => {
    const scene = scriptedContext();
    for (const minutes of [0, 1, 1]) {
      scene.advance(minutes);
      TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
      TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    }
    assert.equal(scene.harness.requests.length, 1);
  });

  test('buy the rest of a part that was filled, or sell the part', () => {
    for (const { command, expected } of [
      { command: 'DoLong', expected: 'buy 0.75 @ 100' },
      { command: 'DoShort', expected: 'sell 0.25 @ 100' },
    ] as const) {
      const scene = scriptedContext();
      TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
      const { orderId } = scene.lastOrder();
      scene.fill(orderId, { amount: 0.25 });
      scene.end(orderId, 'cancelled');
      scene.advance();
      TRADE_ACTION_IMPLEMENTATIONS[command](scene.context, '');
      assert.equal(requested(scene)[1], expected);
    }
  });

  test('keep to the size that a position began with, though the trade amount moves', () => {
    const scene = scriptedContext();
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    const { orderId } = scene.lastOrder();
    scene.fill(orderId, { amount: 0.25 });
    scene.end(orderId, 'cancelled');
    scene.harness.settings.tradeAmount = 1.5;
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    scene.fill(scene.lastOrder().orderId);
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    assert.deepEqual(requested(scene), ['buy 1 @ 100', 'buy 0.75 @ 100']);
  });

  test('use the order type of the settings', () => {
    const scene = scriptedContext();
    scene.harness.settings.orderType = 'market';
    TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
    assert.deepEqual([scene.lastRequest().type, scene.lastRequest().timeoutMs], ['market', null]);
  });

  const signals: readonly (readonly [TradingConstant, readonly string[]])[] = [
    ['SignalLong', []],
    ['SignalShort', ['exit_long 1 @ 100', 'go_short 1 @ 100']],
    ['SignalExitPosition', ['exit_long 1 @ 100']],
    ['SignalExitLong', ['exit_long 1 @ 100']],
    ['SignalExitShort', []],
    ['SignalNone', []],
    ['SignalError', []],
    ['SignalReservedA', []],
  ];
  for (const [name, expected] of signals) {
    test(`a long position on ${name}: ${expected.join(', ') || 'nothing'}`, () => {
      const scene = scriptedContext(FUTURES_FACTS);
      scene.hold();
      TRADE_ACTION_IMPLEMENTATIONS.DoSignal(scene.context, constantNumber(name), '');
      assert.deepEqual(requested(scene), expected);
    });
  }
});

suite('unmanaged commands', () => {
  test('place what they are given and return its id', () => {
    const scene = scriptedContext();
    const id = place(scene, 'PlaceBuyOrder', { positionId: 'a' });
    assert.equal(id, scene.lastOrder().orderId);
    const { positionId, isManaged, type } = scene.lastRequest();
    assert.deepEqual(
      [requested(scene), positionId, isManaged, type],
      [['buy 2 @ 99'], 'a', false, 'limit'],
    );
  });

  test('check nothing: several orders may be open', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    place(scene, 'PlaceGoLongOrder', { positionId: 'a' });
    place(scene, 'PlaceGoLongOrder', { positionId: 'b' });
    place(scene, 'PlaceExitLongOrder', { positionId: 'b' });
    assert.equal(scene.context.orders.open(null).length, 3);
  });

  const timeouts: readonly (readonly [TradingConstant, number | undefined, number | null])[] = [
    ['LimitOrderType', undefined, TEN_MINUTES_MS],
    ['MakerOrCancelOrderType', undefined, TEN_MINUTES_MS],
    ['LimitOrderType', 30, 30_000],
    ['LimitOrderType', -1, null],
    ['NoTimeOutOrderType', 30, null],
    ['MarketOrderType', 30, null],
    ['StopMarketOrderType', undefined, null],
    ['StopMarketOrderType', 30, 30_000],
  ];
  for (const [name, timeout, expected] of timeouts) {
    test(`${name} with a timeout of ${timeout}: ${expected} ms`, () => {
      const scene = scriptedContext();
      place(scene, 'PlaceBuyOrder', {
        type: constantNumber(name),
        ...(timeout === undefined ? {} : { timeout }),
      });
      assert.equal(scene.lastRequest().timeoutMs, expected);
    });
  }

  test('an order that waits for a trigger takes its price for one', () => {
    const scene = scriptedContext();
    place(scene, 'PlaceSellOrder', { type: constantNumber('StopMarketOrderType'), price: 95 });
    assert.equal(scene.lastRequest().triggerPrice, 95);
  });

  test('an empty text stands for an order that could not be placed', () => {
    const scene = scriptedContext();
    scene.harness.refusal = 'below the minimum';
    assert.equal(place(scene, 'PlaceBuyOrder'), '');
    scene.harness.refusal = null;
    assert.equal(place(scene, 'PlaceBuyOrder', { amount: 0 }), '');
    assert.equal(place(scene, 'PlaceBuyOrder', { price: Number.NaN }), '');
    assert.equal(place(scene, 'PlaceGoLongOrder'), '');
    assert.deepEqual(
      scene.harness.log.map(({ message }) => message),
      [
        'below the minimum',
        'An order of amount 0 at price 99 was not placed: both must be above zero',
        'An order of amount 2 at price NaN was not placed: both must be above zero',
        'SIM_BTC_USDT is a spot market: it takes buy and sell orders',
      ],
    );
  });

  test('a market order needs no price', () => {
    const scene = scriptedContext();
    const type = constantNumber('MarketOrderType');
    assert.notEqual(place(scene, 'PlaceBuyOrder', { type, price: 0 }), '');
  });

  test('an order type that is none, and a market that is none, are mistakes', () => {
    const scene = scriptedContext();
    assert.throws(() => place(scene, 'PlaceBuyOrder', { type: 77 }), LuaError);
    scene.harness.settings.marketTag = 'NO_SUCH';
    assert.throws(() => place(scene, 'PlaceBuyOrder'), LuaError);
  });
});

suite('leaving a position by its id', () => {
  test('sells exactly what is open, at the bid', () => {
    const scene = scriptedContext(FUTURES_FACTS);
    scene.price({ ask: 101, bid: 99 });
    scene.hold({ positionId: 'a', amount: 0.7 });
    scene.hold({ positionId: 'b', amount: 0.2, direction: 'short' });
    const { PlaceExitPositionOrder } = TRADE_ACTION_IMPLEMENTATIONS;
    PlaceExitPositionOrder(scene.context, 'a', undefined, LIMIT, '', undefined);
    PlaceExitPositionOrder(scene.context, 'b', 90, LIMIT, '', -1);
    assert.deepEqual(requested(scene), ['exit_long 0.7 @ 99', 'exit_short 0.2 @ 90']);
    const { isReduceOnly, timeoutMs, positionId } = scene.lastRequest();
    assert.deepEqual([isReduceOnly, timeoutMs, positionId], [true, null, 'b']);
  });

  test('on spot leaves out what fees took of it, and nothing more', () => {
    const scene = scriptedContext();
    scene.hold();
    const { PlaceExitPositionOrder } = TRADE_ACTION_IMPLEMENTATIONS;
    scene.harness.maxAmounts = { exit_long: 0.998 };
    PlaceExitPositionOrder(scene.context, '', undefined, LIMIT, '', undefined);
    scene.harness.maxAmounts = { exit_long: 0.5 };
    PlaceExitPositionOrder(scene.context, '', undefined, LIMIT, '', undefined);
    assert.deepEqual(requested(scene), ['sell 0.998 @ 100', 'sell 1 @ 100']);
  });

  test('without one returns an empty text', () => {
    const { context, harness } = scriptedContext();
    const { PlaceExitPositionOrder } = TRADE_ACTION_IMPLEMENTATIONS;
    assert.equal(PlaceExitPositionOrder(context, '', undefined, LIMIT, '', undefined), '');
    assert.equal(harness.log[0]?.message, 'There is no open position to leave');
  });
});

suite('placing a cancelled order again', () => {
  test('asks for what was not filled, as the same order', () => {
    const scene = scriptedContext();
    const id = place(scene, 'PlaceBuyOrder', { positionId: 'a' });
    assert.equal(
      TRADE_ACTION_IMPLEMENTATIONS.PlaceCancelledOrder(scene.context, id, undefined),
      '',
    );
    scene.fill(id, { amount: 0.5 });
    scene.end(id, 'cancelled');
    scene.price({ ask: 102 });
    TRADE_ACTION_IMPLEMENTATIONS.PlaceCancelledOrder(scene.context, id, undefined);
    TRADE_ACTION_IMPLEMENTATIONS.PlaceCancelledOrder(scene.context, id, 97);
    assert.deepEqual(requested(scene).slice(1), ['buy 1.5 @ 102', 'buy 1.5 @ 97']);
    assert.equal(scene.lastRequest().positionId, 'a');
  });

  test('asks for nothing when nothing is left or known', () => {
    const scene = scriptedContext();
    const id = place(scene, 'PlaceBuyOrder');
    scene.fill(id);
    const { PlaceCancelledOrder } = TRADE_ACTION_IMPLEMENTATIONS;
    assert.equal(PlaceCancelledOrder(scene.context, id, undefined), '');
    assert.equal(PlaceCancelledOrder(scene.context, 'none', undefined), '');
  });
});

test('mixing managed and unmanaged trading is warned of once', () => {
  const scene = scriptedContext();
  TRADE_ACTION_IMPLEMENTATIONS.DoLong(scene.context, '');
  place(scene, 'PlaceSellOrder');
  place(scene, 'PlaceSellOrder');
  const warnings = scene.harness.log.filter(({ severity }) => severity === 'warning');
  assert.equal(warnings.length, 1);
});

suite('the bot of containers', () => {
  const { IndicatorContainer, InsuranceContainer, SafetyContainer, TradeBotContainer } =
    TRADE_ACTION_IMPLEMENTATIONS;

  const cases = [
    { what: 'a safety goes before all', args: [true, LONG, true], expected: ['sell 1 @ 100'] },
    {
      what: 'insured signals are carried out',
      args: [false, SHORT, true],
      expected: ['sell 1 @ 100'],
    },
    { what: 'others are not', args: [false, SHORT, false], expected: [] },
    { what: 'no signal, no order', args: [false, NONE, true], expected: [] },
  ] as const;
  for (const { what, args, expected } of cases) {
    test(what, () => {
      const scene = scriptedContext();
      scene.hold();
      const [isUnsafe, signal, isInsured] = args;
      TradeBotContainer(scene.context, isUnsafe, signal, isInsured);
      assert.deepEqual(requested(scene), expected);
    });
  }

  test('merges signals', () => {
    const { context } = scriptedContext();
    const all = IndicatorContainer(context, LONG, LONG);
    assert.deepEqual([all.index('unanimousSignal'), all.index(3)], [LONG, LONG]);
    const most = IndicatorContainer(context, LONG, SHORT, LONG);
    assert.deepEqual([most.index(2), most.index('consensusSignal')], [NONE, LONG]);
    const half = IndicatorContainer(context, LONG, SHORT);
    assert.deepEqual([half.index(2), half.index(3)], [NONE, NONE]);
    const list = most.index('signals');
    assert.ok(list instanceof LuaTable);
    assert.deepEqual(list.list, [LONG, SHORT, LONG]);
    assert.equal(IndicatorContainer(context).index(2), NONE);
  });

  test('writes what indicators agree on when it changes, unless configured not to', () => {
    const scene = scriptedContext();
    for (const signal of [LONG, LONG, SHORT]) {
      IndicatorContainer(scene.context, signal);
      IndicatorContainer(scene.context, NONE);
      scene.advance();
    }
    const lines = scene.harness.log.map(({ message }) =>
      message.replace('Indicators agree on: ', ''),
    );
    assert.deepEqual(lines, ['long', 'none', 'short']);
    scene.harness.flags.add('hides_container_logs');
    IndicatorContainer(scene.context, LONG);
    assert.equal(scene.harness.log.length, 3);
  });

  test('joins safeties by or and insurances by and', () => {
    const { context } = scriptedContext();
    assert.equal(SafetyContainer(context, false, true), true);
    assert.equal(SafetyContainer(context), false);
    assert.equal(InsuranceContainer(context, true, false), false);
    assert.equal(InsuranceContainer(context), true);
  });
});
