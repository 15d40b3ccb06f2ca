// Scripts of versions 2 to 4 beside the same in version 5, by TradingView's migration guides: both
// compile to the same code.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { reportOf } from '#pine/brain/logged-values.fixture.ts';
import type { CompiledPine } from '#pine/program/compile-pine.ts';
import { compilePine } from '#pine/program/compile-pine.ts';

function compiledOf(source: string): CompiledPine {
  const compiled = compilePine(source);
  assert(
    compiled.ok,
    compiled.ok ? '' : compiled.rejection.map(({ line, message }) => `${line}: ${message}`).join(),
  );
  return compiled.value;
}

type Row = readonly [version: 2 | 3 | 4, before: string, after: string];

const ROWS: readonly Row[] = [
  [
    4,
    'x = sma(close, 10) + stdev(close, 5) + max(high, low)',
    'x = ta.sma(close, 10) + ta.stdev(close, 5) + math.max(high, low)',
  ],
  [
    4,
    'iff(x, y, z) => x\nplot(iff(close, sma(close, 2), 0))',
    'iff(x, y, z) => x\nplot(iff(close, ta.sma(close, 2), 0))',
  ],
  [
    4,
    'x = rsi(x = close, y = 14) + cos(x = close)\nplot(x)',
    'x = ta.rsi(source = close, length = 14) + math.cos(angle = close)\nplot(x)',
  ],
  [4, 'plot(close, style = 5)', 'plot(close, style = plot.style_columns)'],
  [4, 'plot(time("D", "0900-1700"))', 'plot(time("D", "0900-1700:23456"))'],
  [
    4,
    'plot(time("D", "0900-1700:1234567") + time("D", "24x7"))',
    'plot(time("D", "0900-1700:1234567") + time("D", "24x7"))',
  ],
  [
    4,
    's = input("0900-1700", type = input.session)\nplot(time("D", s))',
    's = input.session("0900-1700")\n' +
      'plot(time("D", str.contains(s, ":") ? s : str.contains(s, "-") ? s + ":23456" : s))',
  ],
  [
    4,
    'plot(security(syminfo.tickerid, "D", close, false, true))',
    'plot(request.security(syminfo.tickerid, "D", close, barmerge.gaps_off, barmerge.lookahead_on))',
  ],
  [4, 'x = input(0.5, minval = 0.0)\nplot(x)', 'x = input.float(0.5, minval = 0.0)\nplot(x)'],
  [
    4,
    'x = input(3, minval = 0.0, step = 0.1)\nplot(x)',
    'x = input.int(3, minval = 0, step = 1)\nplot(x)',
  ],
  [
    3,
    'x = na\nx := close > open ? green : close < open ? red : x[1]\nplot(close, color = x)',
    'color x = na\nx := close > open ? color.green : close < open ? color.red : x[1]\nplot(close, color = x)',
  ],
  [3, 'x = 0 + n\nx := x / 2\nplot(x)', 'float x = 0 + bar_index\nx := x / 2\nplot(x)'],
  [4, 'rsi = rsi(close, 14)\nplot(rsi)', 'rsi = ta.rsi(close, 14)\nplot(rsi)'],
  [4, 'sma(x) => x * 2\nplot(sma(close))', 'sma(x) => x * 2\nplot(sma(close))'],
  [4, 'plot(tr + tr(true) + vwap)', 'plot(ta.tr + ta.tr(true) + ta.vwap)'],
  [4, 'x = iff(close > open, 1, 2) + offset(close, 3)', 'x = (close > open ? 1 : 2) + close[3]'],
  [
    4,
    'x = iff(close > open, sma(close, 3), iff(close == open, 0, sma(open, 3)))\nplot(x)',
    'iff(condition, yes, no) => condition ? yes : no\n' +
      'x = iff(close > open, ta.sma(close, 3), iff(close == open, 0, ta.sma(open, 3)))\nplot(x)',
  ],
  [
    4,
    'x = security(syminfo.tickerid, resolution = "D", expression = close)',
    'x = request.security(syminfo.tickerid, timeframe = "D", expression = close)',
  ],
  [
    4,
    'n = input(14, "Length", input.integer, 1, 50)',
    'n = input.int(14, "Length", minval = 1, maxval = 50)',
  ],
  [
    4,
    'n = input(defval = 1.5, title = "F", step = 0.1)',
    'n = input.float(defval = 1.5, title = "F", step = 0.1)',
  ],
  [
    4,
    's = input(close, type = input.source)\nb = input(true)\nr = input("D", type = ' +
      'input.resolution)',
    's = input.source(close)\nb = input.bool(true)\nr = input.timeframe("D")',
  ],
  [
    4,
    'plot(close, color = color.red, transp = 40)',
    'plot(close, color = color.new(color.red, 40))',
  ],
  [4, 'bgcolor(color.red, 80)', 'bgcolor(color = color.new(color.red, 80))'],
  [
    4,
    'plot(close, "c", color.red, 1, plot.style_line, false, 30, 0.0, 1)',
    'plot(close, "c", color.new(color.red, 30), 1, plot.style_line, false, 0.0, 1)',
  ],
  [
    4,
    'x = tostring(close) + tostring(x = open, y = "#")',
    'x = str.tostring(close) + str.tostring(value = open, format = "#")',
  ],
  [
    4,
    'label.new(bar_index, high, style = label.style_labelup)',
    'label.new(bar_index, high, style = label.style_label_up)',
  ],
  [
    4,
    'switch = close > open\nplot(switch ? 1 : 0)',
    'switch_ = close > open\nplot(switch_ ? 1 : 0)',
  ],
  [
    3,
    'plot(n, color = red, style = histogram)\nhline(3, linestyle = dotted)',
    'plot(bar_index, color = color.red, style = plot.style_histogram)\nhline(3, ' +
      'linestyle = hline.style_dotted)',
  ],
  [
    3,
    'l = input(2.0, type = integer)\nx = isdaily ? security(tickerid, period, close) : close',
    'l = input.int(2)\nx = timeframe.isdaily ? request.security(syminfo.tickerid, ' +
      'timeframe.period, close) : close',
  ],
  [
    3,
    'up = na\nup := close > open ? high : up[1]\ntrend = 0\ntrend := nz(trend[1]) + close',
    'float up = na\nup := close > open ? high : up[1]\nfloat trend = 0\ntrend := ' +
      'nz(trend[1]) + close',
  ],
  [
    3,
    'b = na\nb := true\nb := close > open\nplot(b ? 1 : 0)',
    'bool b = na\nb := true\nb := close > open\nplot(b ? 1 : 0)',
  ],
  [3, 'n = 3\nplot(sma(close, n))', 'n = 3\nplot(ta.sma(close, n))'],
  [
    3,
    'plot(security(tickerid, "D", close, false, true))',
    'plot(request.security(syminfo.tickerid, "D", close, barmerge.gaps_off, barmerge.lookahead_on))',
  ],
  [
    2,
    'plot(security(tickerid, "D", close))',
    'plot(request.security(syminfo.tickerid, "D", close, lookahead = barmerge.lookahead_on))',
  ],
  [
    2,
    'plot(security(tickerid, "D", close, lookahead = false))',
    'plot(request.security(syminfo.tickerid, "D", close, lookahead = barmerge.lookahead_off))',
  ],
  [2, 's = close + open[1]\nplot(s)', 's = close + open[1]\nplot(s)'],
  [2, 's = nz(s[1]) + close\nplot(s)', 'float s = na\ns := nz(s[1]) + close\nplot(s)'],
];

suite('a script of an earlier version is that of version 5', () => {
  for (const [version, before, after] of ROWS)
    test(`${version}: ${before.split('\n')[0]}`, () => {
      const old = compiledOf(`//@version=${version}\nstudy("x", overlay = true)\n${before}\n`);
      const own = compiledOf(`//@version=5\nindicator("x", overlay = true)\n${after}\n`);
      assert.equal(old.code, own.code);
      assert.deepEqual(
        old.inputs.map(({ kind, label, arguments: given }) => ({ kind, label, given })),
        own.inputs.map(({ kind, label, arguments: given }) => ({ kind, label, given })),
      );
    });
});

const ORDERS = `strategy.entry("L", true, 1, when = bar_index == 1)
strategy.close("L", bar_index == 4)
strategy.order("S", strategy.short, 2, 0, when = false)
`;

test('orders of version 4 have their parameters in its order', () => {
  const own = `strategy.entry("L", strategy.long, 1, when = bar_index == 1)
strategy.close("L", when = bar_index == 4)
strategy.order("S", strategy.short, 2, 0, when = false)
`;
  const head = 'strategy("x")\n';
  assert.equal(
    compiledOf(`//@version=4\n${head}${ORDERS}`).code,
    compiledOf(`//@version=5\n${head}${own}`).code,
  );
  const { orders } = reportOf(ORDERS, undefined, 4);
  assert.deepEqual(
    orders.map(({ side, state }) => `${side} ${state}`),
    ['buy filled', 'sell filled'],
  );
});

test('the check says that a script was converted, and in which lines', () => {
  const source =
    '//@version=4\nstudy("x")\ny = close\nplot(sma(y, 3))\nplot(offset(y, 1))\nplot(y, "y")\n';
  const [warning] = compiledOf(source).warnings;
  assert.equal(warning?.line, 1);
  assert.match(warning.message, /^version 4 is read as version 5 .* changed: line 2, 4, 5$/);
});

test('a script without a version is of version 1, which version 2 reads', () => {
  const source = 'study("x")\ns = sma(close, 10)\nplot(s, color = red)\n';
  const [first, second] = ['// a script', '//@version=2'].map((line) => `${line}\n${source}`);
  assert.equal(compiledOf(first ?? '').code, compiledOf(second ?? '').code);
  const later = compilePine('indicator("x")\nplot(ta.sma(close, 10))\n');
  assert(!later.ok);
  assert.match(later.rejection[0]?.message ?? '', /no version/);
});

test('closings and exits of version 4 may say nothing', () => {
  const source = `//@version=4
strategy("x")
strategy.close("L", strategy.long)
strategy.exit("x", "L")
`;
  assert.ok(compiledOf(source).code.length > 0);
});

test('versions that nobody converts are refused by their number', () => {
  for (const version of [1, 7]) {
    const compiled = compilePine(`//@version=${version}\nstudy("x")\nplot(close)\n`);
    assert(!compiled.ok);
    assert.match(compiled.rejection[0]?.message ?? '', new RegExp(`version "${version}"`));
  }
});

test('what no guide names is a mistake at its place', () => {
  const compiled = compilePine('//@version=4\nstudy("x")\nplot(nothing(close))\n');
  assert(!compiled.ok);
  assert.equal(compiled.rejection[0]?.line, 3);
});
