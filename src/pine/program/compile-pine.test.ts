import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BUILTINS, IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import { compilePine } from '#pine/program/compile-pine.ts';

function mistakeOf(text: string, version = 6): string {
  const compiled = compilePine(`//@version=${version}\nindicator("x")\n${text}\n`);
  if (compiled.ok) return 'none';
  const [first] = compiled.rejection;
  return first === undefined ? '' : `${first.line}:${first.column} ${first.message}`;
}

suite('Mistakes of types', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['a = clos', "3:5 unknown name 'clos'; did you mean 'close'?"],
    ['a = ta.smaa(close, 5)', "3:5 unknown function 'ta.smaa'; did you mean 'ta.sma'?"],
    ['a = na', "3:1 the type of 'a' is not known; write it: 'float a = na'"],
    ['int a = 1.5', "3:1 'a' is 'int', found 'float'; write 'int(...)'"],
    ['a = 1\na := 1.5', "4:1 'a' is 'int', found 'float'; declare it as float"],
    ['a := 1', "3:1 'a' is not declared; write 'a = ...'"],
    ['close := 1', "3:1 'close' is built in and cannot be changed"],
    ['a = 1\na = 2', "4:1 'a' is declared in this block already; to change it, write ':='"],
    ['a = "x" - 1', "3:9 '-' does not take 'string' and 'int'"],
    ['if close\n    1', "3:4 a bool expected, found 'float'; compare it, as in 'x != 0'"],
    ['a = close[-1]', '3:11 the future is not known: an offset is not below zero'],
    [
      'a = ta.ema(close, bar_index)',
      "3:5 argument 'length' is known before the bars ('simple'), found a 'series' value; ta.ema(float source, simple int length) => series float",
    ],
    [
      'a = ta.sma(close)',
      "3:5 argument 'length' is missing; ta.sma(float source, int length) => series float",
    ],
    [
      'a = ta.sma(close, len = 5)',
      "3:5 'ta.sma' has no parameter 'len'; ta.sma(float source, int length) => series float",
    ],
    ['f(x) => f(x)\na = f(1)', "3:9 function 'f' calls itself"],
    ['break', "3:1 'break' stands in no loop"],
    [
      'var a = array.new<float>()\na.pushh(1.0)',
      "4:2 'array<float>' has no method 'pushh'; did you mean 'push'?",
    ],
    ['type P\n    float x\np = P.new(1)\na = p.y', "6:6 'P' has no field 'y'"],
    ['enum E\n    up\na = E.upp', "5:6 enum 'E' has no 'upp'"],
    [
      'a = close > open ? 1 : "x"',
      "3:18 both values of '?:' have one type, found 'int' and 'string'",
    ],
    [
      '[a, b] = ta.macd(close, 1, 2, 3)',
      "3:1 a tuple of 2 values expected, found '[float,float,float]'",
    ],
    [
      'g = 1\nf() =>\n    g := 2\n    g\na = f()',
      "5:5 a function does not change 'g', a variable of the script",
    ],
    [
      'a = array.from(array.from(1))',
      '3:5 a collection has no collections in it; put them into a type of yours',
    ],
    ['import a/b/1', "3:1 library 'a/b' is not among the scripts here; save it under the name 'b'"],
    ['strategy("again")', "3:1 a script is declared once, found 'strategy' again"],
    ['a = input.int(bar_index)', "3:15 argument 'defval' of an input is a constant"],
  ];
  for (const [source, expected] of ROWS) {
    test(source.split('\n').join(' | '), () => {
      assert.equal(mistakeOf(source), expected);
    });
  }

  test('a script declares itself', () => {
    const compiled = compilePine('//@version=6\na = 1\n');
    assert(!compiled.ok);
    assert.match(compiled.rejection[0]?.message ?? '', /a script declares itself/);
  });
});

suite('Versions', () => {
  test('version 5 takes a number for a condition, version 6 does not', () => {
    assert.equal(mistakeOf('if bar_index\n    1', 5), 'none');
    assert.match(mistakeOf('if bar_index\n    1'), /a bool expected/);
  });

  test('version 5 divides constant integers without a remainder', () => {
    assert.equal(mistakeOf('int a = 5 / 2', 5), 'none');
    assert.match(mistakeOf('int a = 5 / 2'), /'a' is 'int', found 'float'/);
  });
});

suite('What other bars cannot have is said before the run', () => {
  const ROWS: readonly (readonly [string, RegExp | null])[] = [
    ['syminfo.tickerid, "60"', null],
    ['"", "3D"', null],
    ['"CHART:ETHUSDT", "60"', /ETHUSDT" is read from the exchange of the run; na where/],
    ['"", "30S"', /no candles are shorter than a minute/],
    ['"", "1h"', /timeframe "1h" is not known/],
  ];
  for (const [given, expected] of ROWS)
    test(given, () => {
      const source = `//@version=6\nindicator("x")\nplot(request.security(${given}, close))`;
      const compiled = compilePine(source);
      assert(compiled.ok);
      const [first] = compiled.value.warnings;
      if (expected === null) assert.equal(first, undefined);
      else assert.match(first?.message ?? '', expected);
    });
});

suite('A currency whose rate is not known is said before the run', () => {
  for (const [currency, isSaid] of [
    ['EUR', true],
    ['USDT', false],
    ['USD', false],
    ['NONE', false],
  ] as const)
    test(currency, () => {
      const compiled = compilePine(
        `//@version=6\nstrategy("x", currency = currency.${currency})\nplot(close)`,
      );
      assert(compiled.ok);
      const said = compiled.value.warnings.some(({ message }) => /no rate of EUR/.test(message));
      assert.equal(said, isSaid);
    });
});

// Pine reference, strategy(): calc_on_every_tick "does not affect strategy calculation on
// historical data".
suite('A setting that would run the script within a bar is said before the run', () => {
  for (const [name, said] of [
    ['calc_on_order_fills', 'counts in backtests by the rules'],
    ['calc_on_every_tick', 'has no effect here'],
    ['calc_on_every_history_tick', 'has no effect here'],
  ] as const)
    test(name, () => {
      const warningsWith = (value: boolean): readonly string[] => {
        const compiled = compilePine(
          `//@version=6\nstrategy("x", ${name} = ${String(value)})\nplot(close)`,
        );
        assert(compiled.ok);
        return compiled.value.warnings.map(({ message }) => message);
      };
      assert.match(warningsWith(true)[0] ?? '', new RegExp(`'${name}' ${said}`));
      assert.deepEqual(warningsWith(false), []);
    });
});

suite('What the language offers', () => {
  test('each signature has an implementation', () => {
    const without = [...BUILTINS.functions.keys()].filter(
      (name) => !Object.hasOwn(IMPLEMENTATIONS, name),
    );
    assert.deepEqual(without, []);
    assert(BUILTINS.functions.size > 300);
  });

  test('no parameter of a signature is without a type', () => {
    for (const signatures of BUILTINS.functions.values())
      for (const { parameters, result, text } of signatures) {
        assert(result !== '', text);
        for (const { name, type } of parameters) assert(name !== '' && type !== '', text);
      }
  });
});

suite('A size that nothing says is said before the run', () => {
  const ROWS: readonly (readonly [declared: string, body: string, isSaid: boolean])[] = [
    ['', 'strategy.entry("L", strategy.long)', true],
    ['', 'strategy.entry("L", strategy.long, 2)', false],
    ['', 'strategy.order("L", strategy.long, limit = 1)', true],
    [', default_qty_value = 1', 'strategy.entry("L", strategy.long)', false],
    [', default_qty_type = strategy.fixed', 'strategy.entry("L", strategy.long)', false],
    ['', 'strategy.close("L")', false],
  ];
  const warningsOf = (version: number, declared: string, body: string): readonly string[] => {
    const compiled = compilePine(
      `//@version=${version}\nstrategy("x"${declared})\n${body}\n${body}`,
    );
    assert(compiled.ok);
    return compiled.value.warnings.map(({ line, message }) => `${line} ${message.slice(0, 20)}`);
  };
  for (const [declared, body, isSaid] of ROWS)
    test(`strategy("x"${declared}), ${body}`, () => {
      const expected = isSaid ? ["2 orders without 'qty' "] : [];
      assert.deepEqual(
        warningsOf(6, declared, body),
        expected.map((line) => line.slice(0, 22)),
      );
      assert.deepEqual(warningsOf(5, declared, body), []);
    });
});
