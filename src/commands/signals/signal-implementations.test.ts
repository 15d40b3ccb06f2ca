// Signals: made, changed, weighed against one another.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FOLLOWS_NOTHING } from '#engine/run-api/run-api.ts';
import { benchOf, evaluate, testExpressions } from '#commands/binding/script-bench.fixture.ts';

/** Cases of which each is true. */
function testTruths(expressions: readonly string[]): void {
  testExpressions(expressions.map((expression) => [expression, true] as const));
}

suite('signals of values', () => {
  testTruths([
    'BoolToSignal(true) == SignalLong',
    'BoolToSignal(false, true) == SignalShort',
    'BoolToSignal(false, false, true) == SignalExitPosition',
    'BoolToSignal() == SignalNone',
    'GetAboveBelowSignal(2, 1) == SignalLong',
    'GetAboveBelowSignal(1, 2) == SignalShort',
    'GetAboveBelowSignal(HNC(2, 1), 1) == SignalNone',
    'GetBuySellLevelSignal(20, 30, 70) == SignalLong',
    'GetBuySellLevelSignal(80, 30, 70) == SignalShort',
    'GetBuySellLevelSignal(50, 30, 70) == SignalNone',
    'GetThresholdSignal(49, 50) == SignalLong',
    'GetThresholdSignal(49, 50, 2) == SignalNone',
    'GetThresholdSignal(53, 50, 2) == SignalShort',
    'GetCrossOverUnderSignal({2, 1}, {1, 2}) == SignalLong',
    'GetCrossOverUnderSignal({1, 2}, 1.5) == SignalShort',
    'GetCrossOverUnderSignal({2, 2}, 1) == SignalNone',
  ]);
});

suite('GetSuperSignal', () => {
  testTruths([
    'GetSuperSignal({2, 1}, {1, 2}, IndicatorSignalCrossType) == SignalLong',
    'GetSuperSignal({1, -1}, {0, 0}, IndicatorCenterCrossType) == SignalLong',
    'GetSuperSignal({0, 0}, {-1, 1}, SignalCenterCrossType) == SignalShort',
    'GetSuperSignal({1, 1}, {1, -1}, BothCenterCrossType) == SignalLong',
    'GetSuperSignal({1, 1}, {1, 1}, BothCenterCrossType) == SignalNone',
    'GetSuperSignal({20, 0}, {50, 0}, IndicatorThresholdType) == SignalLong',
    'GetSuperSignal({20, 0}, {50, 0}, BothThresholdType) == SignalNone',
    'GetSuperSignal({20, 0}, {80, 0}, SignalThresholdType) == SignalShort',
    'GetSuperSignal({20, 0}, {20, 0}, BothThresholdType, 0, 25, 75) == SignalLong',
  ]);
});

suite('changing a signal', () => {
  testTruths([
    'ReverseSignal(SignalLong) == SignalShort',
    'ReverseSignal(SignalExitLong) == SignalExitShort',
    'ReverseSignal(SignalNone) == SignalNone',
    'MapSignal(SignalLong, SignalLong, SignalExitPosition) == SignalExitPosition',
    'ConvertSignal(SignalShort, SignalLong, SignalExitPosition) == SignalShort',
    'SignalMapper(SignalLong, true) == SignalShort',
    'SignalMapper(SignalLong, {mapLongTo = SignalNone}) == SignalNone',
    'SignalMapper(SignalExitLong) == SignalExitLong',
    'SignalMapper(SignalExitLong, {mapExitTo = SignalShort}) == SignalShort',
    'SignalToBool(SignalExitLong).isExit',
    'SignalToBool(SignalNone).isNone',
    'PositionToBool(PositionLong).isLong',
    'PositionToBool(NoPosition).isNone',
  ]);
});

suite('merging signals', () => {
  testTruths([
    'GetUnanimousSignal(SignalLong, SignalLong) == SignalLong',
    'GetUnanimousSignal(SignalLong, SignalNone) == SignalNone',
    'GetUnanimousSignal() == SignalNone',
    'GetUnanimousSignal({SignalShort, SignalShort}) == SignalShort',
    'GetConsensusSignal(SignalLong, SignalLong, SignalShort) == SignalLong',
    'GetConsensusSignal(SignalLong, SignalShort) == SignalNone',
    'GetConsensusSignal(SignalLong, SignalNone, SignalNone) == SignalNone',
    'GetWeightedConsensusSignal(3, 3, 1, SignalWeight(SignalLong, 3), SignalShort) == SignalLong',
    'GetWeightedConsensusSignal(1, 1, 1, SignalLong, SignalShort) == SignalNone',
    'GetWeightedConsensusSignal(2, 2, 1, SignalExitLong) == SignalExitPosition',
  ]);

  test('counts a signal only for the sides that it is meant for', () => {
    assert.deepEqual(
      evaluate(`
        GetUnanimousSignal(SignalLong, SignalProperties(SignalShort, false)) == SignalLong,
        GetUnanimousSignal(SignalLong, IgnoreSignalIf(SignalShort, SignalShort)) == SignalLong,
        GetUnanimousSignal(SignalLong, UseSignalIf(SignalNone, SignalLong)) == SignalLong,
        GetUnanimousSignal(IgnoreSignalIf(SignalLong, SignalLong)) == SignalNone`),
      [true, true, true, true],
    );
  });
});

suite('a signal with properties', () => {
  testTruths([
    'SignalWeight(SignalLong, 2) == SignalLong',
    'SignalWeight(SignalLong, 2) ~= SignalShort',
    'SignalLong == SignalWeight(SignalLong, 2)',
    '(SignalWeight(SignalLong, 2) .. "") == (SignalLong .. "")',
    'GetType(SignalWeight(SignalLong, 2)) == NumberDataType',
    'SignalToBool(SignalWeight(SignalShort, 2)).isShort',
  ]);

  test('is retained as its plain signal', () => {
    assert.deepEqual(
      benchOf(`Save('s', SignalWeight(SignalLong, 5)) return Load('s') == SignalLong`).run(),
      [true],
    );
  });
});

suite('DelaySignal', () => {
  test('gives the signal of some minutes ago, each place its own', () => {
    const bench = benchOf(`n = (n or 0) + 1
      local now = n < 3 and SignalLong or SignalShort
      return DelaySignal(now, 2), DelaySignal(SignalExitPosition, 1), SignalProperties(now, {delay = 1})`);
    const names = (): unknown[] =>
      bench.run().map((value) => (typeof value === 'number' ? value : 'other'));
    const [none, long, short, exit] = evaluate(
      'SignalNone, SignalLong, SignalShort, SignalExitPosition',
    ) as number[];
    assert.deepEqual(names().slice(0, 2), [none, none]);
    assert.deepEqual(names().slice(0, 2), [none, exit]);
    assert.deepEqual(names().slice(0, 2), [long, exit]);
    assert.deepEqual(names().slice(0, 2), [long, exit]);
    assert.deepEqual(names().slice(0, 2), [short, exit]);
  });
});

suite('signals of others', () => {
  const signals = {
    remoteSignal: (id: string) => ({ a: 'SignalShort', b: 'Exit Long', c: 'junk' })[id] ?? null,
    webHook: () => null,
    saveRemoteSignal: () => undefined,
    ...FOLLOWS_NOTHING,
  };
  test('are read by the names of constants and by words', () => {
    assert.deepEqual(
      evaluate(
        `GetRemoteSignal('a') == SignalShort, GetRemoteSignal('b') == SignalExitLong,
         GetRemoteSignal('c') == SignalNone, GetRemoteSignal('d') == SignalNone`,
        { signals },
      ),
      [true, true, true, true],
    );
  });

  test('are stored under the name of their constant', () => {
    const stored: unknown[] = [];
    const saveRemoteSignal = (...args: unknown[]) => void stored.push(args);
    benchOf(`SaveRemoteSignal('id', 'secret', SignalBuy)`, {
      signals: { ...signals, saveRemoteSignal },
    }).run();
    assert.deepEqual(stored, [['id', 'secret', 'SignalLong']]);
  });
});

test('HindSightSignal sees no later candle', () => {
  assert.equal(evaluate('HindSightSignal(20) == SignalNone'), true);
});
