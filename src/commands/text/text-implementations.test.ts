// Texts: searching, cutting, joining, reading; and texts that mean harm.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  benchOf,
  evaluate,
  messageOf,
  testExpressions,
} from '#commands/binding/script-bench.fixture.ts';

suite('searching and cutting', () => {
  testExpressions([
    ['StringContains("Hello", "ell")', true],
    ['StringContains("Hello", "ELL")', false],
    ['StringContains("Hello", "ELL", true)', true],
    ['StringIndexOf("Hello", "l")', 2],
    ['StringIndexOf("Hello", "x")', -1],
    ['StringIndexOf("Hello", "")', 0],
    ['SubString("Hello", 1, 3)', 'ell'],
    ['SubString("Hello", 3, 99)', 'lo'],
    ['SubString("Hello", -5, 2)', 'He'],
    ['SubString("Hello", 1, -1)', ''],
    ['StringExplode("a,b,,c", ",")', ['a', 'b', '', 'c']],
    ['StringSplit("a--b", "--")', ['a', 'b']],
    ['StringSplit("abc", "")', ['abc']],
    ['StringJoin("a", 5, "-")', 'a-5'],
    ['StringJoin("a", "b")', 'ab'],
    ['StringJoin(nil, true)', 'niltrue'],
    ['StringContains(12.5, 2)', true],
  ]);
});

suite('Parse', () => {
  testExpressions([
    ['Parse("12.5", NumberType)', 12.5],
    ['Parse("0x10", NumberType)', 16],
    ['Parse("abc", NumberType)', undefined],
    ['Parse(5, StringType)', '5'],
    ['Parse("true", BooleanType)', true],
    ['Parse(0, BooleanType)', false],
    ['Parse("perhaps", BooleanType)', undefined],
    ['Parse("SignalLong", EnumType) == SignalLong', true],
    ['Parse("1, 2;3", ListNumberType)', [1, 2, 3]],
    ['Parse("1, x", ListNumberType)', undefined],
    ['Parse("a,b", ListDynamicType)', ['a', 'b']],
    ['Parse(nil, StringType)', undefined],
    ['Parse(7, DynamicType)', 7],
  ]);
});

suite('ParseCsv', () => {
  testExpressions([
    [
      'ParseCsv("a;b\\n1;2")',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'ParseCsv("a;b\\r\\n1;2\\r\\n")',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'ParseCsv("x,y\\n1,2", true, ",")',
      [
        [
          ['x', '1'],
          ['y', '2'],
        ],
      ],
    ],
    ['ParseCsv("\\"a;\\"\\"b\\";c")', [['a;"b', 'c']]],
    ['ParseCsv("a;")', [['a', '']]],
    ['ParseCsv("")', []],
    ['ParseCsv("a|b/c", false, "|", "/")', [['a', 'b'], ['c']]],
    ['ParseCsv("a\\nb", false, ";", "")', [['a\nb']]],
  ]);
});

suite('ParseJson', () => {
  testExpressions([
    ['ParseJson("[1, 2, {\\"a\\": true}]")', [1, 2, [['a', true]]]],
    ['ParseJson("\\"text\\"")', 'text'],
    ['ParseJson("null")', undefined],
    ['ParseJson("{broken")', undefined],
    ['ParseJson("")', undefined],
    ['#ParseJson("[1, null]")', 1],
  ]);

  test('reads keys with names of JavaScript as ordinary ones', () => {
    const json = '{"__proto__": {"polluted": 1}, "constructor": 2, "toString": 3}';
    const source = `local t = ParseJson('${json}')
      return t.__proto__.polluted, t.constructor, t['toString'], ({}).polluted, t.valueOf`;
    assert.deepEqual(benchOf(source).run(), [1, 2, 3, undefined, undefined]);
  });

  test('gives nil for what is too deep, and does not fall over it', () => {
    assert.equal(
      evaluate('ParseJson(string.rep("[", 100000) .. string.rep("]", 100000))'),
      undefined,
    );
    assert.deepEqual(evaluate('ParseJson("[[[[1]]]]")'), [[[[1]]]]);
  });

  test('charges the run for what it reads', () => {
    const bench = benchOf(
      'local s = "[" .. string.rep("1,", 8000000) .. "1]" while true do ParseJson(s) end',
    );
    assert.match(
      bench.fail().message,
      /not enough memory|instruction budget exceeded|table overflow/,
    );
  });
});

suite('StringFromQuery', () => {
  testExpressions([
    [
      'StringFromQuery("a=1&b=x%20y&c&d=%zz")',
      [
        ['a', '1'],
        ['b', 'x y'],
        ['c', ''],
        ['d', '%zz'],
      ],
    ],
    ['StringFromQuery("?q=a+b")', [['q', 'a b']]],
    ['StringFromQuery("")', []],
    ['StringFromQuery("__proto__=1").__proto__', '1'],
  ]);
});

suite('huge texts', () => {
  test('cannot be made beyond the bound of texts', () => {
    const source = 'local s = string.rep("x", 10000000) return StringJoin(s, s)';
    assert.match(messageOf(source), /string length overflow/);
  });
});

test('NewGuid gives a new id at each call', () => {
  assert.equal(evaluate('NewGuid() ~= NewGuid()'), true);
  assert.match(
    String(evaluate('NewGuid()')),
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
  );
});
