// Constants where a command takes those of another group, or plain numbers.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#commands/check/check-script.ts';

function mistakesOf(source: string): string[] {
  return checkScript(source, []).errors.map(
    ({ line, column, message }) => `${line}:${column}: ${message}`,
  );
}

const ORDER = "takes a constant of 'Order Types' (such as LimitOrderType) as 'type'";
const SIGNAL = "takes a constant of 'Signal' (such as SignalLong)";

suite('a constant of another group is refused', () => {
  const cases: [string, string][] = [
    [
      'PlaceBuyOrder(1, 1, {type = SignalLong})',
      `1:29: 'PlaceBuyOrder' ${ORDER}, not SignalLong, a constant of 'Signal'`,
    ],
    [
      'PlaceBuyOrder(1, 1, PriceMarket(), PositionLong)',
      `1:36: 'PlaceBuyOrder' ${ORDER}, not PositionLong, a constant of 'Position'`,
    ],
    [
      'GetUnanimousSignal(SignalLong, 5)',
      `1:32: 'GetUnanimousSignal' ${SIGNAL} as 'signals', not the number 5`,
    ],
    [
      'local kind = SmaType\nGetUnanimousSignal(kind)',
      `2:20: 'GetUnanimousSignal' ${SIGNAL} as 'signals', not SmaType, a constant of 'Moving Averages'`,
    ],
    [
      'local up = true DoSignal(up and SignalLong or PositionShort)',
      `1:44: 'DoSignal' ${SIGNAL} as 'signal', not PositionShort, a constant of 'Position'`,
    ],
  ];
  for (const [source, message] of cases) {
    test(source, () => assert.deepEqual(mistakesOf(source), [message]));
  }
});

suite('what is no mistake', () => {
  const cases = [
    'PlaceBuyOrder(1, 1, {type = MarketOrderType, note = "a"})',
    'local t = true and MarketOrderType or LimitOrderType PlaceBuyOrder(1, 1, {type = t})',
    "local t = InputOrderType('t', MarketOrderType) PlaceBuyOrder(1, 1, {type = t})",
    'local s = SignalNone s = SignalLong DoSignal(s)',
    'if SignalLong == 1 or PositionLong == SignalLong then Log(SignalShort + 1) end',
    "local p = DefineParameter(1, 'p', '', false, 0)",
    'local function GetUnanimousSignal(x) return x end GetUnanimousSignal(5)',
    'local SignalLong = MarketOrderType PlaceBuyOrder(1, 1, {type = SignalLong})',
    "Plot(0, 'a', 1, Red) Plot(0, 'b', 1, {color = Red})",
    "local ma = MA(ClosePrices(), 5, 'sma')",
    'local ma = MA(ClosePrices(), 5, 1)',
    'local s = GetUnanimousSignal({SignalLong, SignalLong})',
  ];
  for (const source of cases) {
    test(source, () => assert.deepEqual(mistakesOf(source), []));
  }
});
