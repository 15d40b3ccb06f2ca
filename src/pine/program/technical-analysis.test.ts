// The library TradingView/ta, which scripts import without having saved it: its values beside what
// the language has built in, or the formula written out.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { compilePine } from '#pine/program/compile-pine.ts';

const BARS = Array.from({ length: 60 }, (_, at): Bar => {
  const open = 1_000 + Math.round(80 * Math.sin(at / 5)) + ((at * 37) % 23);
  const close = 1_000 + Math.round(80 * Math.sin((at + 1) / 5)) + ((at * 53) % 19);
  return [open, Math.max(open, close) + (at % 7), Math.min(open, close) - (at % 5), close];
});

function logged(body: string, imported = 'import TradingView/ta/7 as lib'): readonly string[] {
  const source = `//@version=6\nindicator("x")\n${imported}\n${body}\n`;
  const input = planInput(BARS, { market: VANILLA, settings: { startsCold: true } });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.logs.map(({ message }) => message);
}

/** Line and message of the first mistake of a script that plots a value. */
function mistakeOf(imported: string, value: string): readonly unknown[] {
  const source = `//@version=6\nindicator("x")\n${imported}\nplot(${value})\n`;
  const compiled = compilePine(source, []);
  assert(!compiled.ok);
  const [first] = compiled.rejection;
  return [first?.line, first?.message];
}

/** What the library gives, and the same in the language without it. */
const EQUALS: readonly (readonly [name: string, before: string, library: string, plain: string])[] =
  [
    ['dema', '', 'lib.dema(close, 4)', '2 * ta.ema(close, 4) - ta.ema(ta.ema(close, 4), 4)'],
    ['donchian', '', 'lib.donchian(5)', '(ta.highest(high, 5) + ta.lowest(low, 5)) / 2'],
    ['ao', '', 'lib.ao()', 'ta.sma(hl2, 5) - ta.sma(hl2, 34)'],
    ['rms', '', 'lib.rms(close, 3)', 'math.sqrt(math.sum(close * close, 3) / 3)'],
    ['trima', '', 'lib.trima(close, 5)', 'ta.sma(ta.sma(close, 3), 3)'],
    ['changePercent', '', 'lib.changePercent(close, open)', '100 * (close - open) / open'],
    [
      'stochFull',
      '[k, d] = lib.stochFull(5, 3, 2)',
      'k',
      'ta.sma(ta.stoch(close, high, low, 5), 3)',
    ],
    [
      'coppock',
      '',
      'lib.coppock(close, 5, 3, 4)',
      'ta.wma(ta.roc(close, 5) + ta.roc(close, 3), 4)',
    ],
    [
      'pzo',
      '',
      'lib.pzo(4)',
      '100 * ta.ema(math.sign(ta.change(close)) * close, 4) / ta.ema(close, 4)',
    ],
    ['supertrend', '[a, b] = lib.supertrend(1.5, 4)\n[c, d] = ta.supertrend(1.5, 4)', 'a', 'c'],
    ['its side', '[a, b] = lib.supertrend(1.5, 4)\n[c, d] = ta.supertrend(1.5, 4)', 'b', 'd'],
    ['aroon', '[up, down] = lib.aroon(5)', 'up', '100.0 * (ta.highestbars(high, 6) + 5) / 5'],
    ['allTimeHigh', 'var top = high\ntop := math.max(top, high)', 'lib.allTimeHigh()', 'top'],
    ['ema2 of a length', '', 'lib.ema2(close, 1)', 'close'],
    ['vi', '[p, m] = lib.vi(3)', 'p', 'math.sum(math.abs(high - low[1]), 3) / math.sum(ta.tr, 3)'],
  ];

suite('TradingView/ta', () => {
  for (const [name, before, library, plain] of EQUALS)
    test(`${name} is its formula`, () => {
      const shown = `log.info("{0} {1}", na(x) == na(y), na(x) ? 0 : math.abs(x - y) < 1e-9 ? 0 : x)`;
      const body = `${before}\nfloat x = ${library}\nfloat y = ${plain}\n${shown}`;
      const lines = logged(body);
      assert.equal(lines.length, BARS.length);
      assert.deepEqual([...new Set(lines)], ['true 0']);
      const values = logged(`${before}\nfloat x = ${library}\nlog.info(str.tostring(x))`);
      assert.ok(new Set(values).size > 1, 'the value moves');
    });

  test('without an alias it adds to what is built in', () => {
    const lines = logged(
      'log.info(str.tostring(ta.dema(close, 1) + ta.sma(close, 1) - close * 2))',
      'import TradingView/ta/7',
    );
    assert.deepEqual([...new Set(lines)], ['0']);
  });

  test('what it lacks is named with its place, and no similar name is proposed', () => {
    assert.deepEqual(mistakeOf('import TradingView/ta/7 as lib', 'lib.frama(close, 9)'), [
      4,
      "unknown function 'lib.frama': the library imported as 'lib' has none of that name here",
    ]);
  });

  test('beside what is built in, a name that is spelt wrongly is still proposed', () => {
    assert.deepEqual(mistakeOf('import TradingView/ta/7', 'ta.smaa(close, 9)'), [
      4,
      "unknown function 'ta.smaa'; did you mean 'ta.sma'?",
    ]);
  });

  test('a script of the account that has its name stands before it', () => {
    const own = {
      name: 'ta',
      source: '//@version=6\nlibrary("ta")\nexport dema(float x) => 7.0\n',
    };
    const source = '//@version=6\nindicator("x")\nimport me/ta/1 as lib\nplot(lib.dema(close))\n';
    assert.ok(compilePine(source, [own]).ok);
    assert.ok(!compilePine(source, []).ok);
  });
});
