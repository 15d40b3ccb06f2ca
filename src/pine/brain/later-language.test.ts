// Additions of the language in 2025 and 2026, and what version 5 still takes of version 4, by the
// words of the public manual and its release notes.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { logged, reportOf, shown } from '#pine/brain/logged-values.fixture.ts';
import { compilePine } from '#pine/program/compile-pine.ts';

/** The text of the expression, which has no line break of a log. */
function textOf(expression: string, before = ''): string {
  const [line = ''] = logged(`${before}\nlog.info(str.replace_all(${expression}, "\\n", "|"))`);
  return line;
}

function warningsOf(source: string): readonly string[] {
  const compiled = compilePine(source);
  assert(compiled.ok, compiled.ok ? '' : compiled.rejection.map(({ message }) => message).join());
  return compiled.value.warnings.map(({ message }) => message);
}

function mistakeOf(source: string): string {
  const compiled = compilePine(source);
  assert(!compiled.ok, 'it compiles');
  return compiled.rejection.map(({ line, message }) => `${line}: ${message}`).join('; ');
}

suite('Texts of several lines', () => {
  const ROWS: readonly (readonly [text: string, expected: string])[] = [
    ['"""Hello\nworld!"""', 'Hello|world!'],
    ['"""\n0 spaces\n 1 space\n    4 spaces\n"""', '|0 spaces| 1 space|    4 spaces|'],
    ['""" "Some quoted text" """', ' "Some quoted text" '],
    [`'''It's a "quote"\n  and 'more'''`, `It's a "quote"|  and 'more`],
    ['"""a\\\\b \\"c\\" d"""', 'a\\b "c" d'],
    ['"""say ""hi"" \\""""', 'say ""hi"" "'],
    ['"""ab\ncd""" + "ef"', 'ab|cdef'],
    ['"Hello\n     world"', 'Hello world'],
  ];
  for (const [text, expected] of ROWS)
    test(JSON.stringify(text), () => assert.equal(textOf('t', `t = ${text}`), expected));

  test('the empty one, and what stands behind one in its line', () => {
    assert.equal(textOf('t', 't = """""" + "x"'), 'x');
    assert.equal(textOf('t', 'f(a) =>\n    """b\n""" + a\nt = f("c")'), 'b|c');
  });

  test('one that never ends is named where it begins; lines behind are counted on', () => {
    const head = '//@version=6\nindicator("x")\n';
    assert.match(
      mistakeOf(`${head}t = """abc\nx = close\n`),
      /^3: .*never closed; end it with """/,
    );
    assert.match(mistakeOf(`${head}t = "abc\nx = close\n`), /^3: .*never closed.*in its line/);
    assert.match(mistakeOf(`${head}t = """a\nb\nc"""\ny = nothing\n`), /^6: .*nothing/);
  });
});

suite('once', () => {
  test('its block runs on the first bar that its condition holds, and never again', () => {
    assert.equal(shown('n', 'var n = 0\nonce close > 102\n    n := bar_index'), '0 1 1 1 1 1');
  });

  test('without a condition it runs on the first passage', () => {
    assert.equal(shown('n', 'var n = 0\nonce\n    n += 1'), '1 1 1 1 1 1');
  });

  test('each place, and each call of a function, has a state of its own', () => {
    const source = 'f(c) =>\n    var n = -1\n    once c\n        n := bar_index\n    n\n';
    assert.equal(shown('f(close > 102) * 100 + f(close > 105)', source), '-101 99 99 103 103 103');
  });

  test('inside an if, in a loop, and with a call in brackets as its condition', () => {
    const source =
      'var n = 0\nif bar_index > 1\n    for i = 1 to 3\n        once (i == 2)\n            n += i';
    assert.equal(shown('n', source), '0 0 2 2 2 2');
  });

  test('a variable and a function may be called so', () => {
    assert.equal(shown('once', 'var once = 0\nif close > 102\n    once := 1'), '0 1 1 1 1 1');
    assert.equal(shown('once(2)', 'once(x) =>\n    x + 1'), '3 3 3 3 3 3');
  });

  test('it has no value', () => {
    const source = '//@version=6\nindicator("x")\nx = once close > 1\n    2\n';
    assert.match(mistakeOf(source), /3: 'once' has no value; assign variables in its block/);
  });
});

suite('Collections of objects', () => {
  const POINTS =
    'type P\n    float price\n    int t\n    string note\n' +
    'a = array.from(P.new(2.0, 7, "b"), P.new(1.0, 9, "c"), P.new(3.0, 8, "a"))\n';
  const order = 'str.format("{0}{1}{2}", a.get(0).price, a.get(1).price, a.get(2).price)';

  const SORTS: readonly (readonly [call: string, expected: string])[] = [
    ['a.sort()', '123'],
    ['a.sort(order.descending)', '321'],
    ['a.sort(sort_field = "t")', '231'],
    ['a.sort(sort_field = 1)', '231'],
    ['array.sort(a, order.descending, "note")', '123'],
  ];
  for (const [call, expected] of SORTS)
    test(call, () => assert.equal(textOf(order, `${POINTS}${call}`), expected));

  test('places in order, binary searches, rows of a matrix', () => {
    assert.equal(textOf('str.tostring(a.sort_indices(sort_field = "note"))', POINTS), '[2, 0, 1]');
    const sorted = `${POINTS}a.sort(sort_field = "t")\n`;
    const searched =
      'str.tostring(a.binary_search(8, "t")) + str.tostring(a.binary_search(5, 1)) + ' +
      'str.tostring(a.binary_search_leftmost(10, "t")) + ' +
      'str.tostring(a.binary_search_rightmost(6, "t"))';
    assert.equal(textOf(searched, sorted), '1-120');
    const matrix = `${POINTS}m = matrix.new<P>()\nm.add_row(0, array.from(P.new(5, 1, "")))\nm.add_row(1, array.from(P.new(4, 2, "")))\nm.sort(0, order.ascending, "price")\n`;
    assert.equal(textOf('str.tostring(m.get(0, 0).price)', matrix), '4');
  });

  test('a field that is not there ends the run', () => {
    assert.throws(() => reportOf(`${POINTS}a.sort(sort_field = "x")`), /no field "x"/);
  });
});

suite('What there is no data of', () => {
  test('a footprint is na, with a warning', () => {
    const source =
      '//@version=6\nindicator("x")\nfootprint f = request.footprint(10, 70)\n' +
      'if not na(f)\n    volume_row r = f.poc()\n    log.info(str.tostring(r.up_price() + f.delta()))\n';
    assert.match(warningsOf(source).join(), /request.footprint.*na/);
    assert.deepEqual(logged('log.info(str.tostring(na(request.footprint(10))))').slice(0, 1), [
      'true',
    ]);
  });

  test('recommendations, targets and the ISIN', () => {
    assert.equal(shown('syminfo.recommendations_buy_strong'), 'NaN NaN NaN NaN NaN NaN');
    assert.equal(shown('na(syminfo.target_price_date)').slice(0, 4), 'true');
    assert.equal(textOf('"<" + syminfo.isin + ">"'), '<>');
  });
});

suite('Version 5', () => {
  const head = '//@version=5\nindicator("x")\n';
  test("'transp' is read over with a warning, and is unknown in version 6", () => {
    const plots =
      'p = plot(close, transp=10)\nplotshape(close > 1, transp=0)\nfill(p, p, transp=90)\n';
    assert.equal(warningsOf(head + plots).length, 3);
    assert.match(mistakeOf(head.replace('5', '6') + plots), /no parameter 'transp'/);
  });

  test('a number stands for a bool where one is expected, and not where a number fits', () => {
    assert.deepEqual(warningsOf(`${head}plot(close, editable=0)\n`), []);
    assert.equal(shown('f(close > 102 ? 1 : 0)', 'f(bool b) => b ? 1 : 2', 5), '2 1 2 1 1 1');
    assert.equal(shown('nz(ta.change(close), 7) - 1', '', 5), '6 2 -3 4 -3 4');
    assert.match(mistakeOf(`${head.replace('5', '6')}plot(close, editable=0)\n`), /'editable'/);
  });

  test("'na' beside an int leaves an int", () => {
    assert.equal(shown('s', 'var int s = na\ns := nz(s[1], na)', 5), 'NaN NaN NaN NaN NaN NaN');
  });
});

test('a variable of a block names the symbol of bars of another length', () => {
  const source =
    'float v = na\nif close > 0\n    string id = ticker.modify(syminfo.tickerid)\n' +
    '    v := request.security(id, timeframe.period, close)';
  assert.equal(shown('v', source), shown('close'));
});

test('a strategy that asks for each tick of history has a warning: bars are closed', () => {
  const source = '//@version=6\nstrategy("x", calc_on_every_history_tick = true)\n';
  assert.equal(warningsOf(source).length, 1);
  assert.deepEqual(warningsOf(source.replace('true', 'false')), []);
});
