// Settings against a scripted bot: what is reported, what is changed, and what is called when.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SETTING_IMPLEMENTATIONS } from '#commands/settings/setting-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS, SPOT_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';
import { constantNumber } from '#commands/trading/constant-number.ts';
import { NOTHING } from '#lua/runtime/value.ts';

const CROSS = constantNumber('CrossMarginMode');
const ISOLATED = constantNumber('IsolatedMarginMode');
const HEDGE = constantNumber('HedgePositionMode');
const ONE_WAY = constantNumber('OneWayPositionMode');

suite('settings of the bot', () => {
  test('are returned', () => {
    const { context, harness } = scriptedContext();
    Object.assign(harness.settings, { intervalMinutes: 15, tradeAmount: 0.5, leverage: 3 });
    assert.equal(SETTING_IMPLEMENTATIONS.AccountGuid(context), 'account-1');
    assert.equal(SETTING_IMPLEMENTATIONS.PriceMarket(context), SPOT_FACTS.marketTag);
    assert.equal(SETTING_IMPLEMENTATIONS.CurrentInterval(context), 15);
    assert.equal(SETTING_IMPLEMENTATIONS.TradeAmount(context), 0.5);
    assert.equal(SETTING_IMPLEMENTATIONS.Leverage(context), 3);
    assert.equal(SETTING_IMPLEMENTATIONS.Fee(context, undefined), 0.2);
  });

  test('a series tells its own interval', () => {
    const { context } = scriptedContext();
    const series = Object.assign(context.series.fromNumbers([1]), { intervalMinutes: 60 });
    assert.equal(SETTING_IMPLEMENTATIONS.CurrentInterval(context, series), 60);
    assert.equal(SETTING_IMPLEMENTATIONS.CurrentInterval(context, 5), 1);
  });

  test('flags are raised', () => {
    const { context, harness } = scriptedContext();
    SETTING_IMPLEMENTATIONS.HideOrderSettings(context);
    SETTING_IMPLEMENTATIONS.HideTradeAmountSettings(context);
    SETTING_IMPLEMENTATIONS.EnableOrderPersistence(context);
    SETTING_IMPLEMENTATIONS.DisableIndicatorContainerLogs(context);
    SETTING_IMPLEMENTATIONS.EnableHighSpeedUpdates(context, false, false);
    assert.deepEqual([...harness.flags].sort(), [
      'hides_container_logs',
      'hides_order_settings',
      'hides_trade_amount',
      'high_speed',
      'persists_orders',
    ]);
    SETTING_IMPLEMENTATIONS.EnableHighSpeedUpdates(context, true, true);
    assert.ok(
      harness.flags.has('update_on_filled_orders') && harness.flags.has('guarantees_interval'),
    );
  });

  test('the order type of managed trading', () => {
    const { context } = scriptedContext();
    const market = constantNumber('MarketOrderType');
    SETTING_IMPLEMENTATIONS.SetOrderType(context, market);
    assert.equal(SETTING_IMPLEMENTATIONS.GetOrderType(context), market);
  });

  test('the pause is a mark', () => {
    const { context } = scriptedContext();
    SETTING_IMPLEMENTATIONS.PauseBot(context);
    assert.equal(SETTING_IMPLEMENTATIONS.IsBotPaused(context), true);
    SETTING_IMPLEMENTATIONS.ResumeBot(context);
    assert.equal(SETTING_IMPLEMENTATIONS.IsBotPaused(context), false);
  });

  test('the bot can be stopped, with its orders or without', () => {
    const { context, harness } = scriptedContext();
    SETTING_IMPLEMENTATIONS.DeactivateBot(context, 'loss limit', true);
    SETTING_IMPLEMENTATIONS.DeactivateBot(context, '', false);
    assert.deepEqual(harness.acts, ['deactivate loss limit and cancel', 'deactivate ']);
  });
});

suite('settings of the account', () => {
  test('are read and set', () => {
    const { context } = scriptedContext(FUTURES_FACTS);
    assert.equal(
      SETTING_IMPLEMENTATIONS.SetLeverage(context, 10, FUTURES_FACTS.marketTag, ''),
      true,
    );
    assert.equal(SETTING_IMPLEMENTATIONS.GetLeverage(context, undefined, undefined), 10);
    assert.equal(SETTING_IMPLEMENTATIONS.SetLeverage(context, 1_000, '', ''), false);
    assert.equal(SETTING_IMPLEMENTATIONS.GetMaxLeverage(context, ''), 50);
    assert.equal(SETTING_IMPLEMENTATIONS.GetMarginMode(context), CROSS);
    assert.equal(SETTING_IMPLEMENTATIONS.SetMarginMode(context, ISOLATED, '', ''), true);
    assert.equal(SETTING_IMPLEMENTATIONS.GetMarginMode(context), ISOLATED);
    assert.equal(SETTING_IMPLEMENTATIONS.GetPositionMode(context), ONE_WAY);
    assert.equal(SETTING_IMPLEMENTATIONS.SetPositionMode(context, HEDGE, '', ''), true);
    assert.equal(SETTING_IMPLEMENTATIONS.GetPositionMode(context), HEDGE);
  });

  test('of another market or account are unknown and stay, with one warning', () => {
    const { context, harness } = scriptedContext(FUTURES_FACTS);
    const { GetLeverage, SetLeverage, SetPositionMode } = SETTING_IMPLEMENTATIONS;
    assert.equal(GetLeverage(context, SPOT_FACTS.marketTag, ''), -1);
    assert.equal(GetLeverage(context, '', 'account-2'), -1);
    assert.equal(SetLeverage(context, 5, SPOT_FACTS.marketTag, ''), false);
    assert.equal(SetPositionMode(context, HEDGE, 'account-2', ''), false);
    assert.equal(harness.log.length, 1);
    assert.equal(harness.settings.leverage, 1);
  });

  test('spot has neither margin nor hedging', () => {
    const [spot, futures] = [scriptedContext(), scriptedContext(FUTURES_FACTS)];
    const { IsMarginModeSupported, IsPositionModeSupported } = SETTING_IMPLEMENTATIONS;
    for (const [{ context }, expected] of [
      [spot, false],
      [futures, true],
    ] as const) {
      assert.equal(IsMarginModeSupported(context), expected);
      assert.equal(IsPositionModeSupported(context, HEDGE), expected);
      assert.equal(IsPositionModeSupported(context, ONE_WAY), true);
    }
  });
});

suite('calling back', () => {
  test('Finalize waits for the last update and for its end', () => {
    const { context, harness } = scriptedContext();
    let calls = 0;
    const callback = () => {
      calls += 1;
      return NOTHING;
    };
    assert.equal(SETTING_IMPLEMENTATIONS.Finalize(context, callback), false);
    harness.isFinal = true;
    assert.equal(SETTING_IMPLEMENTATIONS.Finalize(context, callback), true);
    assert.equal(SETTING_IMPLEMENTATIONS.Finalize(context, undefined), true);
    assert.equal(calls, 0);
    for (const atEnd of harness.atEnd) atEnd();
    assert.equal(calls, 1);
  });

  test('OptimizedForInterval calls once for each candle, at each of its places', () => {
    const scene = scriptedContext();
    const { OptimizedForInterval } = SETTING_IMPLEMENTATIONS;
    const results = Array.from({ length: 8 }, (_, minute) => {
      const five = OptimizedForInterval(scene.context, 5, () => [minute, -minute]);
      const own = OptimizedForInterval(scene.context, 0, () => minute);
      scene.advance();
      return [...(Array.isArray(five) ? five : []), own];
    });
    assert.deepEqual(results, [
      [0, -0, 0],
      ...[1, 2, 3, 4].map((minute) => [0, -0, minute]),
      ...[5, 6, 7].map((minute) => [5, -5, minute]),
    ]);
  });
});
