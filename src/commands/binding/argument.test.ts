// What commands take besides the plain form of an argument.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluate, messageOf, testExpressions } from '#commands/binding/script-bench.fixture.ts';

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
