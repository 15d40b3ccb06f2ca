// Mathematics of scripts, on numbers and on series.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { scriptOn } from '#commands/binding/script-window.fixture.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';

/** Closes of 1, 2, 4, 3; so newest first they are 3, 4, 2, 1. */
const WINDOW = walkWindow(1, 4, { missing: 0 });
for (const name of ['open', 'high', 'low', 'close'] as const) {
  WINDOW.candles[name].set([100, 200, 400, 300]);
}

function valueOf(expression: string): unknown {
  return scriptOn(WINDOW, `local c = ClosePrices()\nreturn ${expression}`).at(3)[0];
}

const NUMBERS: readonly (readonly [expression: string, value: number])[] = [
  ['Abs(-2)', 2],
  ['Add(2, 3)', 5],
  ['AddPercentage(200, 10)', 220.00000000000003],
  ['SubPercentage(200, 10)', 180],
  ['Average(2, 5)', 3.5],
  ['Ceil(1.2)', 2],
  ['Clamp(7, 1, 5)', 5],
  ['Clamp(-7, 1, 5)', 1],
  ['Delta(50, 60)', 20],
  ['PercentageChange(50, 40)', -20],
  ['Div(6, 4)', 1.5],
  ['Floor(-1.2)', -2],
  ['Ln(1)', 0],
  ['Ln(8, 2)', 3],
  ['Log10(1000)', 3],
  ['Max(1, 5, 3)', 5],
  ['Min(4, 2, 3)', 2],
  ['Mul(3, 4)', 12],
  ['Pow(2, 10)', 1_024],
  ['Round(2.345, 1)', 2.3],
  ['Round(-2.5, 0)', -3],
  ['Round(1234, -2)', 1_200],
  ['Truncate(2.789, 2)', 2.78],
  ['Truncate(-2.789, 1)', -2.7],
  ['Sign(-3)', -1],
  ['Sqrt(16)', 4],
  ['Sub(5, 7)', -2],
  ['Atan2(0, 1)', 0],
  ['NumberMax()', 2_147_483_647],
  ['NumberMin()', -2_147_483_648],
  ['NumberMax', 2_147_483_647],
  ['Max(NumberMin, 3)', 3],
  ['PI * 2 == PI() * 2 and PI', Math.PI],
  ['Epsilon + Satoshi', 2e-8],
  ["GetCommand('PI')()", Math.PI],
  ['(function() local t = {PI} return t[1] end)()', Math.PI],
  ['PI()', Math.PI],
  ['Satoshi()', 1e-8],
];

suite('of numbers', () => {
  for (const [expression, value] of NUMBERS) {
    test(`${expression} is ${value}`, () => {
      assert.equal(valueOf(expression), value);
    });
  }

  test('chance lies between its limits', () => {
    const value = valueOf('Random(5, 6)') as number;
    assert.ok(value >= 5 && value < 6);
  });
});

const SERIES: readonly (readonly [expression: string, text: string])[] = [
  ['Abs(c * -1)', '3, 4, 2, 1'],
  ['Add(c, 1)', '4, 5, 3, 2'],
  ['Add(c)', '10'],
  ['Mul(c, c)', '9, 16, 4, 1'],
  ['Sub(c, c[2])', '-1, 2, 1'],
  ['Change(c)', '-1, 2, 1'],
  ['Delta(c)', '-25, 100, 100'],
  ['Clamp(c, 2, 3)', '3, 3, 2, 2'],
  ['Round(c / 3, 1)', '1, 1.3, 0.7, 0.3'],
  ['Max(c, 2)', '3, 4, 2, 2'],
  ['Min(c, c[2])', '3, 2, 1'],
  ['Average(c, 1)', '2, 2.5, 1.5, 1'],
  ['Compress(c)', '3.5, 1.5'],
  ['FilterAbove(c, 2)', '2, 1'],
  ['FilterBelow(c, 3)', '3, 4'],
  ['ReplaceAbove(c, 2, 0)', '0, 0, 2, 1'],
  ['ReplaceBelow(c, 2, 9)', '3, 4, 2, 9'],
  ['GetHighs(c, 2)', '4, 4, 2'],
  ['GetLows(c, 2)', '3, 2, 1'],
  ['HNC(3, 7)', '7, 7, 7'],
  ['HNC()', ''],
  ['Sqrt({16, 9})', '4, 3'],
];

suite('of series', () => {
  for (const [expression, text] of SERIES) {
    test(`${expression} is ${text}`, () => {
      assert.equal(valueOf(`'' .. ${expression}`), text);
    });
  }
});

const FIGURES: readonly (readonly [expression: string, value: number])[] = [
  ['Max(c)', 4],
  ['Min(c)', 1],
  ['Average(c)', 2.5],
  ['Average2(c, 2)', 3.5],
  ['Average2(c)', 2.5],
  ['Sd(HNC(4, 2))', 0],
  ['Sd({2, 4})', 1],
  ['GetHigh(c, 2)', 4],
  ['GetHigh(c, 2, 2)', 2],
  ['GetLow(c, 3)', 2],
  ['GetLow(c, 99)', 1],
  ['GetHigh(c, 0)', Number.NaN],
  ['GetHigh(c, 0 / 0)', Number.NaN],
  ['GetHigh(c, 2, 9)', Number.NaN],
  ['GetHigh(c, 1, 0 / 0)', 3],
];

suite('figures of series', () => {
  for (const [expression, value] of FIGURES) {
    test(`${expression} is ${value}`, () => {
      assert.equal(valueOf(expression), value);
    });
  }

  test('follow the run', () => {
    const script = scriptOn(
      WINDOW,
      'local c = ClosePrices()\nreturn Max(c), Add(c), GetHigh(c, 2)',
    );
    assert.deepEqual(script.at(0), [1, 1, 1]);
    assert.deepEqual(script.at(2), [4, 7, 4]);
    assert.deepEqual(script.at(3), [4, 10, 4]);
  });
});

test('what cannot be is the script’s mistake', () => {
  const failure = (expression: string): string =>
    scriptOn(WINDOW, `return ${expression}`).failureAt(3);
  assert.match(failure('HNC(1e9, 0)'), /HNC: size must be from 0 to/);
  assert.match(failure('GetHighs(ClosePrices(), 0)'), /GetHighs: depth must be 1 or more/);
});
