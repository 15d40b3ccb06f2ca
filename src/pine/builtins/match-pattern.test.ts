import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { matchPattern } from '#pine/builtins/match-pattern.ts';
import { readPattern } from '#pine/builtins/text-pattern.ts';
import { fillMeter, meter, STEPS } from '#lua/runtime/meter.ts';

const ROWS: readonly (readonly [pattern: string, text: string, expected: string | null])[] = [
  // Of the public manual.
  ['[\\w]+:[\\w]+', "It's time to sell some NASDAQ:AAPL!", 'NASDAQ:AAPL'],
  ['^(?:BATS|NASDAQ|NYSE|AMEX):', 'NYSE:IBM', 'NYSE:'],
  ['^(?:BATS|NASDAQ|NYSE|AMEX):', 'LONDON:BTCUSDT', null],
  ['(?<=:).+', 'NASDAQ:AAPL', 'AAPL'],
  ['USDT|BTC|ETH|WETH', 'LONDON:ETHUSDT', 'ETH'],
  ['(\\w)\\1', 'hello', 'll'],
  ['(?i)aapl', 'NASDAQ:AAPL', 'AAPL'],
  ['\\bend\\b$', 'the end\n', 'end'],
  ['(?<year>\\d{4})-\\d{2}', 'on 2026-11-29', '2026-11'],
  ['"[^"]*+"', 'a "b" c', '"b"'],
  ['(?>a+)b', 'aaab', 'aaab'],
  ['(?>a+)ab', 'aaab', null],
  ['[[:upper:]]+[.-]?', 'btc BTC.P', 'BTC.'],
  ['\\x41\\u0042', 'xABx', 'AB'],
  ['a{,2}', 'a{,2}', 'a{,2}'],
  ['', 'abc', ''],
];

suite('Patterns', () => {
  for (const [pattern, text, expected] of ROWS)
    test(`/${pattern}/ in "${text}"`, () => {
      fillMeter();
      assert.equal(matchPattern(readPattern(pattern), text), expected);
    });

  test('a long text needs no deep stack', () => {
    fillMeter();
    const text = `${'a'.repeat(40_000)}b`;
    assert.equal(matchPattern(readPattern('a*b'), text)?.length, 40_001);
    assert.throws(() => matchPattern(readPattern('(ab?)*c'), text), /repeated too often/);
  });

  for (const pattern of ['(a+)+$', '(a|a)*$', '(a*)*b', '(.*)(.*)(.*)(.*)(.*)x'])
    test(`/${pattern}/ ends with the budget`, () => {
      fillMeter();
      meter[STEPS] = 200_000;
      const text = `${'a'.repeat(60)}!`;
      assert.throws(() => matchPattern(readPattern(pattern), text), /budget exceeded/);
      fillMeter();
    });
});
