// Pine scripts as runs: what they compute bar by bar, how they fail, and that a snapshot between
// any two bars leaves no trace.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { columnsOf } from '#backtesting/feed.fixture.ts';
import { runBacktest, runBrain } from '#backtesting/run-backtest.ts';
import { buildReport } from '#backtesting/build-report.ts';
import type { MakeBrain } from '#engine/run/run-brain.ts';
import { readPlain, writePlain } from '#engine/snapshot/run-state.ts';
import { bars, CLOSES, inputOf, logged, shown } from '#pine/brain/logged-values.fixture.ts';
import { pineBrain } from '#pine/brain/pine-brain.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import { loadPine } from '#pine/program/load-pine.ts';

function loggedBy(rules: 'tradingview' | 'realistic', body: string): readonly string[] {
  const input = inputOf(body);
  const done = runBacktest({ ...input, settings: { ...input.settings, rules } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.logs.map(({ message }) => message);
}

suite('Values bar by bar', () => {
  const ROWS: readonly (readonly [string, string, string])[] = [
    ['close', '', '100 103 101 106 104 109'],
    ['close[1]', '', 'NaN 100 103 101 106 104'],
    ['close[bar_index]', '', '100 100 100 100 100 100'],
    ['nz(close[2], -1)', '', '-1 -1 100 103 101 106'],
    ['bar_index', '', '0 1 2 3 4 5'],
    ['ta.sma(close, 3)', '', 'NaN NaN 101.3333333333 103.3333333333 103.6666666667 106.3333333333'],
    ['ta.ema(close, 3)', '', 'NaN NaN 101.3333333333 103.6666666667 103.8333333333 106.4166666667'],
    ['ta.highest(3)', '', 'NaN NaN 104 107 107 110'],
    ['ta.sma(close, bar_index < 3 ? 1 : 4)', '', '100 103 101 102.5 103.5 105'],
    ['ta.change(close)', '', 'NaN 3 -2 5 -2 5'],
    ['ta.crossover(close, 102)', '', 'false true false true false false'],
    ['ta.barssince(close > 105)', '', 'NaN NaN NaN 0 1 0'],
    ['ta.valuewhen(close > 102, close, 0)', '', 'NaN 103 103 106 104 109'],
    ['ta.cum(1)', '', '1 2 3 4 5 6'],
    ['ta.pivothigh(close, 1, 1)', '', 'NaN NaN 103 NaN 106 NaN'],
    ['x', 'var x = 0\nx += 1', '1 2 3 4 5 6'],
    ['x[1]', 'x = close * 2', 'NaN 200 206 202 212 208'],
    ['f(close)', 'f(x) => nz(x[1]) + x', '100 203 204 207 210 213'],
    ['f() + f()', 'f() =>\n    var n = 0\n    n += 1\n    n', '2 4 6 8 10 12'],
    ['s', 's = 0\nfor i = 1 to 3\n    s += i', '6 6 6 6 6 6'],
    ['s', 's = 0\nfor i = 3 to 1\n    s := s * 10 + i', '321 321 321 321 321 321'],
    [
      's',
      's = 0\nfor i = 0 to 9\n    if i == 2\n        continue\n    if i > 3\n        break\n    s += i',
      '4 4 4 4 4 4',
    ],
    ['s', 'n = 0\ns = while n < 4\n    n += 1\n    n', '4 4 4 4 4 4'],
    ['k', 'k = switch\n    close > 105 => "a"\n    close > 102 => "b"\n    => "c"', 'c b c a b a'],
    ['k', 'k = switch bar_index\n    1 => "one"\n    2 => "two"', 'NaN one two NaN NaN NaN'],
    ['x', 'x = if close > 102\n    1\nelse\n    0', '0 1 0 1 1 1'],
    [
      'a.size()',
      'var a = array.new<float>()\na.push(close)\nif a.size() > 3\n    a.shift()',
      '1 2 3 3 3 3',
    ],
    ['s', 'a = array.from(1, 2, 3)\ns = 0\nfor [i, v] in a\n    s += i * v', '8 8 8 8 8 8'],
    ['m.get("n")', 'var m = map.new<string, int>()\nm.put("n", nz(m.get("n")) + 1)', '1 2 3 4 5 6'],
    [
      'p.x + p.n',
      'type P\n    float x = 1.5\n    int n\np = P.new(n = 2)\np.x += 1',
      '4.5 4.5 4.5 4.5 4.5 4.5',
    ],
    ['c.n', 'type P\n    int n = 0\nvar p = P.new()\nc = p.copy()\np.n += 1', '0 1 2 3 4 5'],
    ['twice(3)', 'method twice(int x) => x * 2', '6 6 6 6 6 6'],
    ['l.get_price(1)', 'l = line.new(0, 10, 2, 20)', '15 15 15 15 15 15'],
    ['array.size(line.all)', 'line.new(bar_index, low, bar_index, high)', '1 2 3 4 5 6'],
    ['q', '[p, q] = [1, "b"]', 'b b b b b b'],
    ['math.round(2.5)', '', '3 3 3 3 3 3'],
    ['close[1] != 7', '', 'false true true true true true'],
    ['0.1 + 0.2 == 0.3', '', 'true true true true true true'],
    ['0.3 < 0.1 + 0.2', '', 'false false false false false false'],
    ['na(1 / bar_index)', '', 'true false false false false false'],
    ['ta.sma(close, (bar_index + 5) / 2)', '', 'NaN NaN 101.3333333333 102.5 103.5 104.6'],
    ['half', 'int half = bar_index / 2', '0 0.5 1 1.5 2 2.5'],
    ['ta.wma(bar_index == 2 ? na : close, 2)', '', 'NaN 102 NaN 105 104.6666666667 107.3333333333'],
    ['ta.highestbars(math.min(close, 104), 3)', '', 'NaN NaN -1 0 -1 -2'],
    ['ta.rising(close + bar_index * 3, 2)', '', 'false false true true true true'],
    ['s', 'string size = "x"\ns = size + size.tiny', 'xtiny xtiny xtiny xtiny xtiny xtiny'],
    ['d', 'int d = display.all - display.pane', '30 30 30 30 30 30'],
    ['p', '[p, q] = close > 102 ? [close, 1] : [na, na]', 'NaN 103 NaN 106 104 109'],
    ['str.format("{0} {1,number,#.#}", "a", 1.25)', '', 'a 1.2 a 1.2 a 1.2 a 1.2 a 1.2 a 1.2'],
    ['dayofweek(1709510400000)', '', '2 2 2 2 2 2'],
  ];
  for (const [expression, before, expected] of ROWS) {
    test(before === '' ? expression : `${before.split('\n').join(' | ')} | ${expression}`, () => {
      assert.equal(shown(expression, before), expected);
    });
  }

  test('in version 5 a flag may be na, in version 6 it is false', () => {
    assert.match(shown('na(up[1])', 'up = close > 0', 5), /^true false/);
    assert.match(shown('up[1]', 'up = close > 0'), /^false true/);
  });
});

suite('Other markets', () => {
  const OTHER = bars(CLOSES.map((close) => close * 2));

  function withOther(body: string): readonly string[] {
    const input = inputOf(body);
    const [trade] = input.markets;
    assert(trade !== undefined);
    const market = { ...trade.market, marketTag: 'TEST_ETH_USDT', base: 'ETH' };
    const markets = [trade, { ...trade, market, candles: columnsOf(OTHER) }];
    const done = runBacktest({ ...input, markets }, () => true);
    assert(done.ok, done.ok ? '' : done.rejection.message);
    return done.value.logs.map(({ message }) => message);
  }

  const ROWS: readonly (readonly [string, string])[] = [
    ['request.security("ETHUSDT.P", "1", close)', '200 206 202 212 208 218'],
    ['request.security("ETHUSDT", "", close[1])', 'NaN 200 206 202 212 208'],
    ['request.security("CHART:ETHUSDTPERP", "3", high)', 'NaN NaN 207 207 207 219'],
    ['request.security("TEST_ETH_USDT", "1", close - open)', '0 6 -4 10 -4 10'],
    ['request.security(ticker.new(syminfo.prefix, "ETHUSDT"), "1", bar_index)', '0 1 2 3 4 5'],
    [
      'request.security("ETHUSDT", "1", str.format("{0} {1}", syminfo.ticker, syminfo.basecurrency))',
      Array.from({ length: 6 }, () => 'ETHUSDT.P ETH').join(' '),
    ],
    [
      'request.security("ETHUSDT", "3", high, lookahead = barmerge.lookahead_on)',
      '207 207 207 219 219 219',
    ],
    ['request.security_lower_tf("ETHUSDT", "1", close).last()', '200 206 202 212 208 218'],
    ['request.security("NASDAQ:AAPL", "1", close)', 'NaN NaN NaN NaN NaN NaN'],
  ];
  for (const [expression, expected] of ROWS) {
    test(expression, () => {
      const found = withOther(`x = ${expression}\nlog.info("=" + str.tostring(x))`);
      const values = found.filter((each) => each.startsWith('='));
      assert.equal(
        values
          .map((each) => each.slice(1))
          .slice(0, 6)
          .join(' '),
        expected,
      );
    });
  }

  test('what is not there is said once, and so is where prices come from', () => {
    const found = withOther(
      'a = request.security("NASDAQ:AAPL", "1", close)\n' +
        'b = request.security("CHART:ETHUSDT", "1", close)',
    );
    assert.deepEqual(found, [
      'request.security: "NASDAQ:AAPL" is na: the exchange has no such market, or no candles of it here',
      'request.security: "CHART:ETHUSDT" is read from TEST_ETH_USDT',
    ]);
  });
});

suite('Other bar lengths', () => {
  test('of lengths that no candles have: they begin anew with each day', () => {
    const body = 'x = request.security("", "7", close)\nlog.info(str.tostring(x))';
    assert.equal(
      logged(body).join(' '),
      [...Array(6).fill('NaN'), ...Array(7).fill('107'), 108, 108, 108].join(' '),
    );
  });

  const ROWS: readonly (readonly [string, string])[] = [
    ['request.security(syminfo.tickerid, "3", close)', 'NaN NaN 101 101 101 109 109 109 95'],
    ['request.security("", "3", ta.sma(close, 2))', 'NaN NaN NaN NaN NaN 105 105 105 102'],
    [
      'request.security("", "3", close, gaps = barmerge.gaps_on)',
      'NaN NaN 101 NaN NaN 109 NaN NaN 95',
    ],
    [
      'request.security("", "3", close[1], lookahead = barmerge.lookahead_on)',
      'NaN NaN NaN 101 101 101 109 109 109',
    ],
    ['request.security("", "1", close)', '100 103 101 106 104 109 107 112 95'],
    ['request.security("", "3", bar_index)', 'NaN NaN 0 0 0 1 1 1 2'],
  ];
  for (const [expression, expected] of ROWS) {
    test(expression, () => {
      const found = logged(`x = ${expression}\nlog.info(str.tostring(x))`);
      assert.equal(found.slice(0, 9).join(' '), expected);
    });
  }

  test('what stands above the call belongs to its program', () => {
    const body =
      'f(x) => nz(x[1]) + x\ny = f(close)\nvar n = 0\nn += 1\n[a, b] = request.security("", "3", [y, n])\nlog.info(str.tostring(a) + " " + str.tostring(b))';
    assert.equal(logged(body)[5], '210 2');
  });

  const AHEAD =
    '[o, h, c, d] = request.security("", "3", [open, high, close, close[1]], ' +
    'lookahead = barmerge.lookahead_on)\n' +
    'log.info(str.format("{0} {1} {2} {3}", o, h, c, d))';

  test('with lookahead_on the bar that has not closed is known as far as it has come', () => {
    const own =
      'var float o = na\nvar float h = na\nvar float last = na\n' +
      'if bar_index % 3 == 0\n    last := close[1]\n    o := open\n    h := high\n' +
      'h := math.max(h, high)\nlog.info(str.format("{0} {1} {2} {3}", o, h, close, last))';
    assert.deepEqual(loggedBy('realistic', AHEAD), loggedBy('realistic', own));
  });

  // Pine manual, "Other timeframes and data", `lookahead`: on historical bars lookahead_on has the
  // values of the bar before it has closed.
  test('with lookahead_on by the rules of TradingView it is known from its open', () => {
    const bar = ['100 104 101 NaN', '101 110 109 101', '109 113 95 109', '95 103 98 95'];
    const each = [...bar, '98 112 111 98'].flatMap((text) => [text, text, text]);
    // The last bar of the history has not closed.
    assert.deepEqual(logged(AHEAD), [...each.slice(0, 15), '111 112 90 111']);
  });

  test('the audit finds a decision by a value that is still to come', () => {
    const body =
      'c = request.security("", "3", close, lookahead = barmerge.lookahead_on)\n' +
      'if c > close\n    strategy.entry("Up", strategy.long)\nelse\n    strategy.close("Up")';
    const audit = (rules: 'tradingview' | 'realistic') => {
      const input = inputOf(body);
      const settings = { ...input.settings, rules, isAudited: true };
      const done = runBacktest({ ...input, settings }, () => true);
      return done.ok ? 'none' : done.rejection.kind;
    };
    assert.deepEqual([audit('tradingview'), audit('realistic')], ['look_ahead', 'none']);
  });

  const INSIDE: readonly (readonly [string, string, string])[] = [
    ['f("3", close)', 'f(tf, src) => request.security("", tf, src)', 'close'],
    ['f("3", ta.sma(close, 2))', 'f(tf, src) => request.security("", tf, src)', 'ta.sma(close, 2)'],
    ['f(2)', 'f(n) =>\n    m = close * n\n    request.security("", "3", m)', 'close * 2'],
    ['g(1) + g(2)', 'f(n) => request.security("", "3", close * n)\ng(n) => f(n)', 'close * 3'],
    ['x', 'x = 0.0\nif true\n    y = high\n    x := request.security("", "3", y)', 'high'],
  ];
  for (const [expression, before, plain] of INSIDE) {
    test(`inside of functions and blocks: ${before.split('\n').join(' | ')} | ${expression}`, () => {
      const found = logged(`${before}\nlog.info(str.tostring(${expression}))`);
      const expected = logged(`log.info(str.tostring(request.security("", "3", ${plain})))`);
      assert.deepEqual(found, expected);
    });
  }

  test('bars inside of one are an array of values, of a tuple several', () => {
    const body =
      '[a, b] = request.security_lower_tf("", "1", [close, volume])\n' +
      'c = request.security_lower_tf("", "1", close)\n' +
      'log.info(str.tostring(a.size()) + " " + str.tostring(a.last() == close) + " " + str.tostring(c))';
    assert.equal(logged(body)[0], '1 true [100]');
  });
});

suite('Failures', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    [
      'a = array.new<float>()\nb = a.get(3)',
      'script:4:5: array.get: index 3 is out of bounds; the size is 0',
    ],
    ['while true\n    1', 'script:3:1: instruction budget exceeded'],
    ['runtime.error("mine")', 'script:3:1: mine'],
    [
      'type P\n    int n\nP p = na\np.n := 1',
      "script:6:2: a field of 'na' is read or changed; test the object with na() first",
    ],
    ['a = ta.sma(close, 0)', 'script:3:1: ta.sma: a length of 1 to 100000 expected, found 0'],
    ['s = "x"\nwhile true\n    s += s', 'script:5:5: a text has at most 40960 characters'],
    [
      'var a = array.new<float>()\nwhile true\n    a.push(1)',
      'script:5:5: an array has at most 100000 elements',
    ],
  ];
  for (const [body, expected] of ROWS) {
    test(body.split('\n').join(' | '), () => {
      const done = runBacktest(inputOf(body), () => true);
      assert(!done.ok);
      assert.equal(
        done.rejection.message.replace(/:\d+: /, ': '),
        expected.replace(/:\d+: /, ': '),
      );
      assert.equal(done.rejection.line, Number(expected.split(':')[1]));
    });
  }
});

/** The brain made anew from its saved state before each bar. */
function swapped(makeBrain: MakeBrain): MakeBrain {
  return (makeContext, seed) => {
    let brain = makeBrain(makeContext, seed);
    let isFirst = true;
    return {
      ...brain,
      objects: () => brain.objects?.() ?? [],
      runRows(fromRow, toRow) {
        if (!isFirst) {
          const saved = readPlain(writePlain(brain.state.save())) as object;
          brain = makeBrain(makeContext, seed);
          brain.state.restore(saved);
        }
        isFirst = false;
        return brain.runRows(fromRow, toRow);
      },
    };
  };
}

const STATEFUL = `
type Level
    float price
    int bar
var levels = array.new<Level>()
var map<string, float> seen = map.new<string, float>()
f(x) =>
    var float acc = 0
    acc += nz(x - x[1])
    [acc, ta.ema(acc, 3)]
[total, smooth] = f(close)
r = ta.rsi(close, 3) + nz(request.security(syminfo.tickerid, '2', ta.ema(close, 2)))
[line, direction] = ta.supertrend(2, 3)
levels.push(Level.new(high, bar_index))
if levels.size() > 4
    levels.shift()
seen.put(str.tostring(bar_index % 3), close)
label.new(bar_index, high, "x")
if ta.crossover(close, ta.sma(close, 3))
    strategy.entry("L" + str.tostring(bar_index), strategy.long)
    strategy.exit("x", stop = close - 4, limit = close + 5)
if bar_index % 6 == 5
    strategy.close_all()
log.info(str.tostring(total) + " " + str.tostring(smooth) + " " + str.tostring(r) + " " +
  str.tostring(line) + " " + str.tostring(levels.first().price) + " " + str.tostring(math.random()) +
  " " + str.tostring(seen.size()) + " " + str.tostring(strategy.position_size) + " " +
  str.tostring(strategy.closedtrades) + " " + str.tostring(array.size(label.all)))
`;

test('a library is checked, and does not run', () => {
  const source = '//@version=6\nlibrary("L")\nexport f(float x) => x * 2\n';
  assert(compilePine(source).ok);
  const done = runBacktest({ ...inputOf(''), script: { name: 'script', source } }, () => true);
  assert(!done.ok);
  assert.match(done.rejection.message, /a library does not run by itself/);
});

suite('What a strategy declares', () => {
  const capitalOf = (declared: string, hasUsualWallet: boolean): string | undefined => {
    const input = inputOf('');
    const source = `//@version=6\nstrategy("x"${declared})\nlog.info(str.tostring(strategy.initial_capital))\n`;
    const done = runBacktest(
      {
        ...input,
        script: { name: 'script', source },
        ...(hasUsualWallet ? { hasUsualWallet: true as const } : {}),
      },
      () => true,
    );
    assert(done.ok, done.ok ? '' : done.rejection.message);
    return done.value.logs[0]?.message;
  };

  test('a share of the equity pays its commission too', () => {
    const input = inputOf('');
    const sizeWith = (commission: string): number => {
      const declared = `default_qty_type = strategy.percent_of_equity, default_qty_value = 50${commission}`;
      const source = `//@version=6\nstrategy("x", ${declared})\nlog.info(str.tostring(strategy.equity / (strategy.default_entry_qty(close) * close)))\n`;
      const done = runBacktest({ ...input, script: { name: 'script', source } }, () => true);
      assert(done.ok, done.ok ? '' : done.rejection.message);
      return Number(done.value.logs[0]?.message);
    };
    assert.equal(sizeWith(''), 2);
    assert.equal(sizeWith(', commission_value = 1'), 2.02);
    const each = 'commission_type = strategy.commission.cash_per_contract';
    assert.equal(sizeWith(`, ${each}, commission_value = 10`), 2.2);
  });

  test('its capital is the wallet that nobody chose', () => {
    assert.equal(capitalOf(', initial_capital = 5000', true), '5000');
    assert.equal(capitalOf('', true), '1000000');
    assert.notEqual(capitalOf(', initial_capital = 5000', false), '5000');
  });
});

test('a snapshot between any two bars leaves no trace', () => {
  const input = inputOf(STATEFUL);
  const compiled = compilePine(input.script.source);
  assert(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
  const loaded = loadPine(compiled.value, 'script');
  const run = (makeBrain: MakeBrain): BacktestReport => {
    const done = runBrain(
      input,
      makeBrain,
      () => true,
      (feed, seed) => buildReport(input, feed, seed),
    );
    assert(done.ok, done.ok ? '' : done.rejection.message);
    return done.value;
  };
  const straight = run(pineBrain(loaded));
  assert.deepEqual(run(swapped(pineBrain(loaded))), straight);
  assert.deepEqual(run(pineBrain(loaded)), straight);
  assert(straight.orders.length > 4);
  assert(straight.logs.length > CLOSES.length);
});

test('bars before the run are read without orders', () => {
  const body = 'strategy.entry("L", strategy.long)\nlog.info(str.tostring(bar_index))';
  const { startMs, ...input } = inputOf(body);
  const done = runBacktest({ ...input, startMs: startMs + 5 * 60_000 }, () => true);
  assert(done.ok);
  const messages = done.value.logs.map(({ message }) => message);
  assert.deepEqual(messages.filter((message) => /^\d+$/.test(message)).slice(0, 2), ['5', '6']);
  assert.equal(done.value.orders.length, 2);
});

suite('An entry of the usual size that the equity does not cover', () => {
  const warningsOf = (body: string, rules: 'tradingview' | 'realistic'): string[] => {
    const input = inputOf('');
    const source = `//@version=6\nstrategy("x", default_qty_value = 1000000)\n${body}\n`;
    const settings = { ...input.settings, rules };
    const done = runBacktest({ ...input, settings, script: { name: 'x', source } }, () => true);
    assert(done.ok, done.ok ? '' : done.rejection.message);
    return done.value.logs
      .filter(({ severity }) => severity === 'warning')
      .map((line) => line.message);
  };

  test('is said once, and what would mend it', () => {
    for (const rules of ['tradingview', 'realistic'] as const) {
      const found = warningsOf('strategy.entry("L", strategy.long)', rules);
      assert.equal(found.length, 1, rules);
      assert.match(found[0] ?? '', /the usual size of 1000000 BTC.*'default_qty_value'/);
    }
  });

  test("is the script's own matter where it gives the size", () => {
    assert.deepEqual(warningsOf('strategy.entry("L", strategy.long, 1000000)', 'tradingview'), []);
  });
});
