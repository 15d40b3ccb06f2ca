import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { CompileOptions, CompiledScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import {
  DEFAULT_LIMITS,
  callScript,
  createInstance,
  runScript,
  runWithin,
} from '#lua/run-script.ts';
import type { ScriptFailure, ScriptInstance } from '#lua/run-script.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import type { HostValue, LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, NUMBER, OTHER } from '#lua/semantics/kind.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';

function compiled(source: string, options: Partial<CompileOptions> = {}): CompiledScript {
  const result = compileScript(source, { ...COMPILE_DEFAULTS, ...options });
  assert(result.ok, result.ok ? '' : JSON.stringify(result.rejection));
  return result.value;
}

function prepared(
  source: string,
  host: HostObject = {},
  names: ReadonlyMap<string, NameOffer> = new Map(),
): ScriptInstance {
  return createInstance(loadScript(compiled(source, { host: names })), host, 7);
}

function values(instance: ScriptInstance): LuaValue[] {
  const result = runScript(instance);
  assert(result.ok, result.ok ? '' : result.rejection.message);
  return result.value;
}

function failure(source: string, limits = DEFAULT_LIMITS): ScriptFailure {
  const result = runScript(prepared(source), limits);
  assert(!result.ok);
  return result.rejection;
}

suite('compiling', () => {
  test('unknown names are reported once each, with the line of their first use', () => {
    const source = 'local a = ClosePrice()\nb = a + Missing\nprint(ClosePrice, b)';
    const result = compileScript(source);
    assert(!result.ok);
    assert.deepEqual(
      result.rejection.map(({ kind, line, message }) => [kind, line, message]),
      [
        ['reference', 1, "unknown reference 'ClosePrice'"],
        ['reference', 2, "unknown reference 'Missing'"],
        ['reference', 3, "unknown reference 'print'"],
      ],
    );
  });

  test('syntax, scope and reference mistakes come together, from the top', () => {
    const source = 'x = = 1\ngoto nowhere\nlocal c <const> = 1\nc = 2\nbreak\nprint(1)';
    const result = compileScript(source);
    assert(!result.ok);
    assert.deepEqual(
      result.rejection.map(({ line, message }) => `${line}: ${message}`),
      [
        "1: unexpected symbol near '='",
        "2: no visible label 'nowhere' for <goto> at line 2",
        "4: attempt to assign to const variable 'c'",
        '5: <break> at line 5 not inside a loop',
        "6: unknown reference 'print'",
      ],
    );
  });

  test('rules of labels', () => {
    const cases = [
      ['::a:: ::a::', "label 'a' already defined on line 1"],
      ['goto l local x = 1 ::l:: x = 2', "<goto l> at line 1 jumps into the scope of local 'x'"],
      ['repeat goto l local x = 1 ::l:: until x', "jumps into the scope of local 'x'"],
      ['do ::l:: end goto l', "no visible label 'l' for <goto> at line 1"],
      ['local f = function() goto l end ::l::', "no visible label 'l' for <goto> at line 1"],
    ] as const;
    for (const [source, message] of cases) {
      const result = compileScript(source);
      assert(!result.ok, source);
      assert(result.rejection[0]?.message.includes(message), source);
    }
  });

  test('a compiled script is plain data', () => {
    const script = compiled('local t = { a = 1 } return t.a + 1');
    const copy = createInstance(loadScript(structuredClone(script)), {}, 1);
    assert.deepEqual(values(copy), [2]);
  });
});

suite('running again', () => {
  test('globals stay, locals are fresh', () => {
    const instance = prepared(
      'count = (count or 0) + 1\nlocal l\nlocal was = l\nl = 1\nreturn count, was',
    );
    assert.deepEqual(values(instance), [1, undefined]);
    assert.deepEqual(values(instance), [2, undefined]);
  });

  test('instances of one loaded script share nothing', () => {
    const loaded = loadScript(compiled('n = (n or 0) + 1 return n, math.random(1000000)'));
    const first = createInstance(loaded, {}, 1);
    const second = createInstance(loaded, {}, 2);
    const [a, chanceA] = values(first);
    values(first);
    const [b, chanceB] = values(second);
    assert.deepEqual([a, b], [1, 1]);
    assert.notEqual(chanceA, chanceB);
  });

  test('chance is determined by the seed', () => {
    const source =
      'local t = {} for i = 1, 5 do t[i] = math.random(100) end return table.concat(t, " ")';
    assert.deepEqual(values(prepared(source)), values(prepared(source)));
    const seeded =
      'math.randomseed(3) local a = math.random() math.randomseed(3) return a == math.random()';
    assert.deepEqual(values(prepared(seeded)), [true]);
  });

  test('a function that the host was given can be called later', () => {
    const retained: LuaFunction[] = [];
    const host = {
      Finalize(callback: LuaValue): LuaResult {
        assert(typeof callback === 'function');
        retained.push(callback);
        return undefined;
      },
    };
    const names = new Map<string, NameOffer>([
      ['Finalize', { type: 'function', result: ANY, isSingle: true }],
    ]);
    const instance = prepared(
      'local n = 5 Finalize(function(x) n = n + x return n, x end)',
      host,
      names,
    );
    values(instance);
    const [callback] = retained;
    assert(callback !== undefined);
    const result = callScript(instance, callback, [2], DEFAULT_LIMITS);
    assert.deepEqual(result, { ok: true, value: [7, 2] });
  });
});

suite('limits', () => {
  test('the budget of steps is the same on every run', () => {
    const source = 'n = 0 while true do n = n + 1 end';
    const counts = [1, 2].map(() => {
      const instance = prepared(source);
      const result = runScript(instance, { ...DEFAULT_LIMITS, steps: 12_345 });
      assert(!result.ok && result.rejection.kind === 'steps');
      return instance.globals.hash['n'];
    });
    assert.equal(counts[0], counts[1]);
  });

  test('a failure says its kind, message and place', () => {
    const small = { ...DEFAULT_LIMITS, steps: 10_000, bytes: 100_000 };
    const cases = [
      ['\nerror("stop")', 'error', 'script:2: stop', 2, 1],
      ['\n\nerror({})', 'error', '(error object is a table value)', 3, 1],
      ['local x\nreturn x.y', 'error', "script:2: attempt to index local 'x' (a nil value)", 2, 8],
      ['\nwhile true do end', 'steps', 'script:2: instruction budget exceeded', 2, 1],
      [
        'local t = {}\nfor i = 1, 900 do\nt[i] = { i, i } end',
        'memory',
        'script:3: not enough memory',
        3,
        1,
      ],
    ] as const;
    for (const [source, kind, message, line, column] of cases) {
      const expected = { kind, message, line, column, hint: null };
      assert.deepEqual(failure(source, small), expected, source);
    }
  });

  test('a counter that stands still ends with the budget', () => {
    const bounds = ['1, 1, 0', '10, 1, 0', '2^53, 2^53 + 10', '2^53 - 3, 2^53', '-2^53, 9'];
    for (const each of [...bounds, '-2^53, -2^54, -1', '1/0, 1/0', '-1/0, 0', '1e300, 1e300']) {
      assert.equal(failure(`for i = ${each} do end`).kind, 'steps', each);
    }
    const counted = (each: string) =>
      values(prepared(`local n = 0 for i = ${each} do n = n + 1 end return n`));
    assert.deepEqual(counted('1, 10, 0'), [0]);
    assert.deepEqual(counted('2^53, 2^53 + 10, 2'), [6]);
    assert.deepEqual(counted('1, 0/0'), [0]);
    assert.deepEqual(counted('2^60, 2^60 - 1024, -256'), [5]);
  });

  test('places that 1 does not change are gone through once', () => {
    const high = values(prepared('return select("#", unpack({}, 2^53, 2^53 + 2))'));
    assert.deepEqual(high, [3]);
    const joined = prepared(
      "return table.concat({ [2^53] = 'a', [2^53 + 2] = 'b' }, '', 2^53 + 2, 2^53 + 2)",
    );
    assert.deepEqual(values(joined), ['b']);
    const { message } = failure("return table.concat({ [1/0] = '' }, '', 1/0, 1/0)");
    assert.match(message, /invalid value \(nil\) at index Infinity/);
  });

  test('a script within a script spends from the same budget', () => {
    const source = 'n = (n or 0) + 1 for i = 1, 100 do local t = { i } end return n';
    const inner = prepared(source);
    const host = { Nested: (): LuaResult => runWithin(inner)[0] };
    const names = new Map<string, NameOffer>([
      ['Nested', { type: 'function', result: NUMBER, isSingle: true }],
    ]);
    const outer = prepared('while true do calls = Nested() end', host, names);
    for (const limits of [
      { ...DEFAULT_LIMITS, steps: 20_000 },
      { ...DEFAULT_LIMITS, bytes: 200_000 },
    ]) {
      const end = runScript(outer, limits);
      assert(!end.ok);
      assert(Number(inner.globals.hash['n']) < 100);
    }
  });

  test('a run leaves the meter of the run around it as it was', () => {
    const inner = prepared('local n = 0 for i = 1, 100 do n = n + #("x"):rep(i) end return n');
    const host = {
      Nested(): LuaResult {
        return values(inner)[0];
      },
    };
    const names = new Map<string, NameOffer>([
      ['Nested', { type: 'function', result: NUMBER, isSingle: true }],
    ]);
    const outer = prepared('local a = Nested() return a, pcall(error, "e")', host, names);
    const limits = { ...DEFAULT_LIMITS, steps: 5_000 };
    assert.deepEqual(runScript(outer, limits), { ok: true, value: [5050, false, 'e'] });
  });
});

/** A series of numbers, newest first, as a host may offer. */
function series(items: readonly number[]): HostValue {
  const at = (value: LuaValue, index: number) =>
    typeof value === 'number'
      ? value
      : ((value as HostValue & { items: number[] }).items[index] ?? NaN);
  return {
    kind: 'series',
    items,
    arith: (operator: string, left: LuaValue, right: LuaValue): LuaValue => {
      if (operator === '..') return undefined;
      return series(items.map((_, index) => at(left, index) + at(right, index)));
    },
    compare: (operator: string, left: LuaValue, right: LuaValue) => {
      const [a, b] = [at(left, 0), at(right, 0)];
      if (operator === '==') return a === b;
      return operator === '<' ? a < b : a <= b;
    },
    index: (key: LuaValue): LuaValue =>
      typeof key === 'number' ? series(items.slice(key - 1)) : undefined,
    call: (args: LuaValue[]): LuaResult => [args.length, items.length],
    length: () => items.length,
    toText: () => items.join(' '),
    toNumber: () => items[0],
  } as HostValue;
}

test('host values bring their own operators', () => {
  const names = new Map<string, NameOffer>([
    ['Close', { type: 'function', result: OTHER, isSingle: true }],
    ['Zero', { type: 'constant', kinds: NUMBER, value: 0 }],
    ['Base', { type: 'constant', kinds: OTHER }],
  ]);
  const host = { Close: () => series([3, 2, 1]), Base: series([10]) };
  const cases: readonly (readonly [string, LuaValue[]])[] = [
    [
      'local c = Close() return c > 2, c < 2, c >= 3, 2 < c, c == 3, c ~= 3, c == nil',
      [true, false, true, true, true, false, false],
    ],
    ['return tostring(Close() + 1), #Close(), Close()(1, 2)', ['4 3 2', 3, 2, 3]],
    [
      'local c = Close() return tostring(c[2]), c.nothing, type(c), math.floor(c)',
      ['2 1', undefined, 'userdata', 3],
    ],
    [
      'return Zero + 1, tostring(Base), pcall(function() return Base.x.y end)',
      [1, '10', false, "script:1: attempt to index field 'x' (a nil value)"],
    ],
    [
      'local ok, e = pcall(function() return Close() .. "x" end) return e',
      ['script:1: attempt to concatenate a series value'],
    ],
    ['local f = Close return tostring(f()), f == Close', ['3 2 1', true]],
    ['Close = 5 return Close', [5]],
    ['Base = Base or 5 local sum = Base + 1 return tostring(sum * 2)', ['13']],
    ['return tostring(_G.Close()), _G.Zero', ['3 2 1', 0]],
  ];
  for (const [source, expected] of cases) {
    assert.deepEqual(values(prepared(source, host, names)), expected, source);
  }
});
