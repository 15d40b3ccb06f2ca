// Arguments of commands besides their plain form.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { argumentReader } from '#commands/binding/argument.ts';
import type { HostState } from '#commands/binding/host-state.ts';
import { evaluate, messageOf, testExpressions } from '#commands/binding/script-bench.fixture.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';

suite('the kind of an average', () => {
  testExpressions([
    ["InputMaTypes('x', 'sma') == SmaType", true],
    ["InputMaTypes('x', 'Ema') == EmaType", true],
    ["InputMaTypes('x', ' EmaType ') == EmaType", true],
  ]);

  for (const name of ['sma', 'ema', 'dema', 'tema', 'trima', 't3', 'mama', 'kama', 'wma']) {
    test(`may be the text '${name}'`, () => {
      const constant = `${name.charAt(0).toUpperCase()}${name.slice(1)}Type`;
      for (const text of [name, name.toUpperCase(), constant]) {
        const source = `ArrayGet(MA(ClosePrices(), 5, '${text}'), 1) ==
          ArrayGet(MA(ClosePrices(), 5, ${constant}), 1)`;
        assert.equal(evaluate(source), true, text);
      }
    });
  }

  test('is the simple one when it is left out', () => {
    assert.equal(evaluate('MA(ClosePrices(), 12) == SMA(ClosePrices(), 12)'), true);
  });

  test('is refused where no average is named so', () => {
    assert.match(
      messageOf("return MA(ClosePrices(), 5, 'hull')"),
      /one of 'dema', 'ema', .* expected, got 'hull'/,
    );
  });
});

suite('a market', () => {
  testExpressions([
    ['UsedMargin(AccountGuid(), 100, 1, 0) == UsedMargin(PriceMarket(), 100, 1, 0)', true],
    ['PriceStep(AccountGuid()) == PriceStep()', true],
    ['ClosePrices(0, false, AccountGuid()) == ClosePrices()', true],
    ['MakersFee(AccountGuid()) == MakersFee()', true],
  ]);
});

suite('a text that is not required', () => {
  const optional = COMMAND_CATALOGUE.flatMap(({ name, parameters }) =>
    parameters.flatMap((parameter, position) =>
      parameter.kind === 'string' && !parameter.isRequired ? { name, parameter, position } : [],
    ),
  );
  // Every command that a default calls gives its own name.
  const state = new Proxy(
    { context: { settings: { accountId: 'none' } } } as unknown as HostState,
    {
      get: (target, key): unknown => Reflect.get(target, key) ?? (() => String(key)),
    },
  );

  test('may be false or nil, of every command', () => {
    assert(optional.length > 300);
    for (const { name, parameter, position } of optional) {
      const read = argumentReader(parameter, name, position);
      const what = `${name}, ${parameter.name}`;
      assert.deepEqual(read(false, state), read(undefined, state), what);
      assert.throws(() => read(true, state), /string expected, got boolean/, what);
    }
  });

  testExpressions([
    ['GetPositionAmount(false)', 0],
    ['GetPositionAmount(nil)', 0],
    ['GetPositionAmount(Load("none", false))', 0],
    ['ClosePrices(0, false, false) == ClosePrices()', true],
    ['StopLoss(2, false)', false],
    ['#PlaceBuyOrder(100, 1, {positionId = false, note = false}) > 0', true],
  ]);

  test('is still refused as true, and where it is required', () => {
    assert.match(messageOf('return GetPositionAmount(true)'), /string expected, got boolean/);
    assert.match(messageOf('return IsOrderOpen(false)'), /string expected, got boolean/);
  });
});
