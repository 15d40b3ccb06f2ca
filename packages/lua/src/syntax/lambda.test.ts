// MoonSharp's short functions: `|a, b| expression`, beside the bitwise operator of the same stroke.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { createInstance, runScript } from '#lua/run-script.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

function compile(source: string) {
  return compileScript(source, COMPILE_DEFAULTS);
}

function valuesOf(source: string): LuaValue[] {
  const compiled = compile(source);
  assert.ok(compiled.ok, JSON.stringify(compiled));
  const result = runScript(createInstance(loadScript(compiled.value), {}, 1));
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

function mistakeOf(source: string): string {
  const compiled = compile(source);
  assert.ok(!compiled.ok);
  const [first] = compiled.rejection;
  return `${first?.line}:${first?.column}: ${first?.message}`;
}

suite('a lambda', () => {
  const cases: readonly (readonly [string, readonly LuaValue[]])[] = [
    ['local f = |a, b| a + b return f(2, 3)', [5]],
    ['local f = || 7 return f()', [7]],
    ['local f = | | 7 return f()', [7]],
    ['local f = |x| x > 1 and "y" or "n" return f(2), f(1)', ['y', 'n']],
    ['local f = |...| select("#", ...) return f(1, nil, 3)', [3]],
    ['local f = |a, ...| (...) return f(1, 2)', [2]],
    ['local f = |...| ... return f(1, 2)', [1, 2]],
    ['local t = {7, 8} return (|| table.unpack(t))()', [7, 8]],
    ['local t = {3, 1, 2} table.sort(t, |a, b| a > b) return t[1], t[2], t[3]', [3, 2, 1]],
    ['local t = {f = |x| x * 2, |x| x} return t.f(4), t[1](5)', [8, 5]],
    ['local add = |a| |b| a + b return add(1)(2)', [3]],
    ['local n = 1 local f = || n n = 2 return f()', [2]],
    ['local f = |x| {v = x} return f(9).v', [9]],
    ['local f = |x|\n\tx + 1\nreturn f(1)', [2]],
    ['return (|x| x)("a"), pcall(|| error("m", 0))', ['a', false, 'm']],
  ];
  for (const [source, expected] of cases) {
    test(JSON.stringify(source), () => assert.deepEqual(valuesOf(source), expected));
  }

  test('reaches as far as an expression does', () => {
    assert.deepEqual(valuesOf('local f = |a| a | 1, 5 return f(4)'), [5]);
    assert.deepEqual(valuesOf('local f, g = |a| a, |a| -a return f(4), g(4)'), [4, -4]);
  });
});

suite('a stroke between operands', () => {
  const cases: readonly (readonly [string, readonly LuaValue[]])[] = [
    ['return 1 | 2, 1|2|4, (1) | (2)', [3, 7, 3]],
    ['local a, b = 4, 3 return a|b, a | b & 1 | 8', [7, 13]],
    ['local f = |a| a|8 return f(1) | 2, 2 | f(1)', [11, 11]],
    ['return 1 | (|| 6)()', [7]],
  ];
  for (const [source, expected] of cases) {
    test(JSON.stringify(source), () => assert.deepEqual(valuesOf(source), expected));
  }
});

suite('mistakes', () => {
  const cases = [
    ['local f = |a', "1:13: '|' expected near <eof>"],
    ['local f = |1| 2', "1:12: <name> or '...' expected near '1'"],
    ['local f = |a| return a', "1:15: unexpected symbol near 'return'"],
    ['local f = |a|', '1:14: unexpected symbol near <eof>'],
    ['local f = || ...', "1:14: cannot use '...' outside a vararg function near '...'"],
    ['return 1 |', '1:11: unexpected symbol near <eof>'],
  ] as const;
  for (const [source, expected] of cases) {
    test(source, () => assert.equal(mistakeOf(source), expected));
  }
});
