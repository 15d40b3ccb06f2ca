import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows, runScript } from '#lua/run-script.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import { SERIES_HOST_NAMES, makeSeriesHost } from './series-host.ts';
import type { SeriesHost } from './series-host.ts';

type StartedScript = { readonly instance: ScriptInstance; readonly host: SeriesHost };

function started(source: string): StartedScript {
  const result = compileScript(source, { ...COMPILE_DEFAULTS, host: SERIES_HOST_NAMES });
  assert(result.ok, result.ok ? '' : JSON.stringify(result.rejection));
  const host = makeSeriesHost();
  return { instance: createInstance(loadScript(result.value), host, 7), host };
}

/** What a script prints over rows, update by update in one call. */
function printedOver(source: string, toRow: number): readonly string[] {
  const { instance, host } = started(source);
  const end = runRows(instance, DEFAULT_LIMITS, 0, toRow);
  assert.deepEqual(end, { row: toRow, failure: null });
  return host.printed;
}

/** What reached the host over rows 0 to 3. */
function requestedOver(source: string): readonly string[] {
  const { instance, host } = started(source);
  assert.equal(runRows(instance, DEFAULT_LIMITS, 0, 4).failure, null);
  return host.requested;
}

suite('rows', () => {
  test('the chunk runs once for each row; its return ends one update', () => {
    const source = 'n = (n or 0) + 1 if Row() == 1 then return n end print(Row(), n)';
    assert.deepEqual(printedOver(source, 4), ['0 1', '2 3', '3 4']);
  });

  test('locals are fresh in each update, and closures keep those of their own', () => {
    const source = `retained = retained or {}
local x = Row()
retained[#retained + 1] = function() x = x + 10 return x end
if Row() == 2 then print(retained[1](), retained[1](), retained[2](), retained[3]()) end`;
    assert.deepEqual(printedOver(source, 3), ['10 20 11 12']);
  });

  test('each update has the whole budget', () => {
    const { instance } = started('for i = 1, 100 do local a = i * 2 end');
    const limits = { ...DEFAULT_LIMITS, steps: 1_000 };
    assert.deepEqual(runRows(instance, limits, 0, 50), { row: 50, failure: null });
  });

  test('a failure names its row, and the next row can run', () => {
    const source = 'n = (n or 0) + 1\nif Row() == 2 then error("stop") end';
    const { instance, host } = started(source);
    const failure = { kind: 'error', message: 'script:2: stop', line: 2, column: 20, hint: null };
    assert.deepEqual(runRows(instance, DEFAULT_LIMITS, 0, 5), { row: 2, failure });
    assert.equal(host.row, 2);
    assert.deepEqual(runRows(instance, DEFAULT_LIMITS, 3, 5), { row: 5, failure: null });
    assert.equal(instance.globals.hash['n'], 5);
  });

  test('a used-up budget ends the update that used it up', () => {
    const source = 'n = (n or 0) + 1 while Row() == 3 do end';
    const { instance } = started(source);
    const { row, failure } = runRows(instance, { ...DEFAULT_LIMITS, steps: 1_000 }, 0, 9);
    assert.deepEqual([row, failure?.kind], [3, 'steps']);
  });

  test('a host with requests is asked before the next row', () => {
    const { instance, host } = started('if Row() == 2 then Stir() end print(Row())');
    assert.deepEqual(runRows(instance, DEFAULT_LIMITS, 0, 5), { row: 3, failure: null });
    host.hasRequests = false;
    assert.deepEqual(runRows(instance, DEFAULT_LIMITS, 3, 5), { row: 5, failure: null });
    assert.deepEqual(host.printed, ['0', '1', '2', '3', '4']);
  });

  test('no rows, no update', () => {
    const { instance, host } = started('print("ran")');
    assert.deepEqual(runRows(instance, DEFAULT_LIMITS, 3, 3), { row: 3, failure: null });
    assert.deepEqual(host.printed, []);
  });

  test('runScript runs one update at the row where the host is', () => {
    const { instance, host } = started('return Row(), Prices() == Prices()[1]');
    host.row = 5;
    assert.deepEqual(runScript(instance), { ok: true, value: [5, true] });
    assert.equal(host.row, 5);
  });

  test('an instance run by a command of another one of the same script does not disturb it', () => {
    const { instance: inner } = started('depth = (depth or 0) + 1 return depth');
    const outerHost = makeSeriesHost();
    const outer = createInstance(inner.loaded, outerHost, 1);
    const nested = started('Row() n = 1 Row() return n');
    Object.assign(nested.host, {
      Row: () => {
        const other = createInstance(
          nested.instance.loaded,
          { ...makeSeriesHost(), Row: () => 0 },
          1,
        );
        assert.equal(runScript(other).ok, true);
        return 0;
      },
    });
    assert.deepEqual(runScript(nested.instance), { ok: true, value: [1] });
    assert.deepEqual(runScript(outer), { ok: true, value: [1] });
  });
});

suite('what is asked once', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['a call with constants', 'local a = Average(Prices(), 2)', ['Prices', 'Average 2']],
    [
      'a call with locals of that kind',
      'local p, n = Prices(), Input("n", 2) local a = Average(p, n + 1)',
      ['Prices', 'Input n', 'Average 3'],
    ],
    [
      'a call with a global of the chunk',
      'n = Input("n", 2) p = Prices() a = Average(p, n)',
      ['Input n', 'Prices', 'Average 2'],
    ],
    [
      'a call in a function, with captured locals',
      'local p = Prices() local function f() return Average(p, 2) end f() f()',
      ['Prices', 'Average 2'],
    ],
    ['a sub-series', 'local a = Prices()[2]', ['Prices', '[2]']],
    [
      'a field of a container',
      'local a = Box(Prices()).high > 5',
      ['Prices', 'Average 2', 'Average 4'],
    ],
    [
      'a derived series',
      'local a = Average(Prices() * 2 - Prices(), 2)',
      ['Prices', 'Prices', 'Average other 2'],
    ],
    [
      'what stands behind a condition, when it is reached',
      'if Row() == 2 then local a = Average(Prices(), 2) end',
      ['Prices', 'Average 2'],
    ],
  ];
  for (const [name, source, expected] of cases) {
    test(name, () => {
      const requested = requestedOver(source).filter((text) => !text.startsWith('Box'));
      assert.deepEqual(requested, expected);
    });
  }
});

suite('what is asked again', () => {
  test('nil and errors are not retained', () => {
    assert.deepEqual(requestedOver('local a = Missing()'), Array<string>(4).fill('Missing'));
    assert.deepEqual(
      requestedOver('local ok = pcall(function() return Refused() end) assert(not ok)'),
      Array<string>(4).fill('Refused'),
    );
  });

  test('a condition that was false leaves nothing behind', () => {
    const source = 'local a = Row() == 3 and Average(Prices(), 2) or 0 print(a == 0)';
    assert.deepEqual(printedOver(source, 5), ['true', 'true', 'true', 'false', 'true']);
  });

  test('a global that is not yet set is read as nil, then as what it is', () => {
    const source = 'local a = Echo(x or 1) if Row() == 1 then x = 4 end print(a)';
    assert.deepEqual(printedOver(source, 4), ['1', '1', '0.25', '0.25']);
  });

  test('a global that a function before its assignment reads', () => {
    const source = 'function f() return Echo(x or 1) end print(f()) x = 4 print(f())';
    assert.deepEqual(printedOver(source, 2), ['1', '0.25', '0.25', '0.25']);
  });

  test('a global whose assignment a goto can skip', () => {
    const source = 'if Row() == 0 then goto over end x = 4 ::over:: print(Echo(x or 1))';
    assert.deepEqual(printedOver(source, 2), ['1', '0.25']);
  });

  test('a variable that changes', () => {
    const source = 'local n = 1 for i = 1, 3 do n = n * 2 print(Echo(n), Echo(i)) end';
    assert.deepEqual(printedOver(source, 1), ['0.5 1', '0.25 0.5', '0.125 0.33333333333333']);
  });

  test('a parameter', () => {
    const source = 'local function f(n) return Echo(n) end print(f(1), f(2), f(4), f(4))';
    assert.deepEqual(printedOver(source, 1), ['1 0.5 0.25 0.25']);
  });
});

suite('results remembered with their arguments', () => {
  const source = (values: string) =>
    `local list = { ${values} } for i = 1, ${values.split(',').length} do print(Echo(list[i])) end`;

  test('the same argument is requested once, another one again', () => {
    const { instance, host } = started(source('2, 2, 4, 4, 2'));
    runRows(instance, DEFAULT_LIMITS, 0, 1);
    assert.deepEqual(host.requested, ['Echo 2', 'Echo 4', 'Echo 2']);
    assert.deepEqual(host.printed, ['0.5', '0.5', '0.25', '0.25', '0.5']);
  });

  test('zero is not minus zero, and not-a-number is itself', () => {
    const { instance, host } = started(source('0, -0.0, 0, 0 / 0, 0 / 0'));
    runRows(instance, DEFAULT_LIMITS, 0, 1);
    assert.deepEqual(host.printed, ['inf', '-inf', 'inf', 'nan', 'nan']);
    assert.deepEqual(host.requested, ['Echo 0', 'Echo -0', 'Echo 0', 'Echo nan']);
  });

  test('nil is not "nil", and 1 is not "1"', () => {
    assert.deepEqual(printedOver(source('"nil", nil, "nil", 1, "1", true, "true"'), 1), [
      'nil',
      'nil',
      'nil',
      '1',
      '1',
      'true',
      'true',
    ]);
    const { instance, host } = started(source('1, "1", 1'));
    runRows(instance, DEFAULT_LIMITS, 0, 1);
    assert.equal(host.requested.length, 3);
  });

  test('tables and functions are never remembered', () => {
    const text =
      'local t = {} for i = 1, 2 do Echo(t) Echo(print) end local n = 1 for i = 1, 2 do Echo(n, t) n = 1 end';
    const { instance, host } = started(text);
    runRows(instance, DEFAULT_LIMITS, 0, 1);
    assert.equal(host.requested.length, 6);
  });

  test('an error is not remembered', () => {
    const { instance, host } = started(
      'for i = 0, 2 do print((pcall(function() return Average(Prices(), i % 2) end))) end',
    );
    assert.equal(runRows(instance, DEFAULT_LIMITS, 0, 1).failure, null);
    assert.deepEqual(host.printed, ['false', 'true', 'false']);
  });
});

suite('series', () => {
  const assertPrints = (source: string, rows: number, expected: readonly string[]) => {
    assert.deepEqual(printedOver(source, rows), expected);
  };

  test('are compared by their newest value, known or not known to be series', () => {
    const operators = ['<', '<=', '>', '>=', '==', '~='];
    const pairs = ['p, 100', '100, p', 'p, p[2]', 'p[2], p', 'p, p', 'p[0], p[0]', 'Moment(), 3'];
    for (const operator of operators) {
      for (const pair of pairs) {
        const [left = '', right = ''] = pair.split(', ');
        const source = `local p = Prices()
local function hidden(v) return ({ v })[1] end
local a, b = hidden(${left}), hidden(${right})
print(${left} ${operator} ${right}, a ${operator} b)`;
        for (const line of printedOver(source, 12)) {
          const [known, unknown] = line.split(' ');
          assert.equal(known, unknown, `${left} ${operator} ${right}`);
        }
      }
    }
  });

  test('without a value nothing is true of them but that they differ', () => {
    const source =
      'local p = Prices() print(p < 1, p <= 1, p > 1, p >= 1, p == 1, p ~= 1, p == p, p ~= p)';
    assertPrints(source, 1, ['false false false false false true false true']);
  });

  test('show the value of the update in their fields, however these are named', () => {
    const forms = [
      'p.Value',
      'p["Value"]',
      'p[key]',
      'Prices().Value',
      'p[1].Value',
      'p.Values[1]',
      'Average(p, 1)["Val" .. "ue"]',
    ];
    for (const form of forms) {
      const source = `local p, key = Prices(), "Value"
if Row() > 0 then print(${form} == p, p == ${form}, ${form}) end`;
      const expected = [99, 103, 96, 100].map((price) => `true true ${price}`);
      assert.deepEqual(printedOver(source, 5), expected, form);
    }
    const held =
      'local box = Box(Prices()) if Row() > 1 then print(box.high.Value == box.high) end';
    assert.deepEqual(printedOver(held, 6), Array<string>(4).fill('true'));
  });

  test('have a length and a text of the update, which are no series', () => {
    const source = `local p = Prices() if Row() == 0 then return end
print(#p == 64, #p > 63, #p + 1, (p .. 1) == ("series " .. p.Value .. 1), p .. 1 .. 2)
print((pcall(function() return (p & 1) > 2 end)))`;
    assertPrints(source, 3, [
      'true true 65 true series 9912',
      'false',
      'true true 65 true series 10312',
      'false',
    ]);
  });

  test('are never nil, false or another type', () => {
    const source =
      'local p = Prices() print(p == nil, p == "x", not p, p and 1, type(p), p ~= false)';
    assertPrints(source, 1, ['false false false 1 userdata true']);
  });

  test('arithmetic gives series', () => {
    const source =
      'local p = Prices() local d = -((p + p) / 2 - 1) print(-d == p - 1, d[2] == -(p[2] - 1))';
    assertPrints(source, 4, ['false false', 'true false', 'true true', 'true true']);
  });

  test('transient ones have their own value', () => {
    assertPrints('retained = retained or Moment() print(retained == Row(), Moment() == Row())', 3, [
      'true true',
      'false true',
      'false true',
    ]);
  });
});

suite('containers', () => {
  test('give fields by name and by index', () => {
    const source =
      'local b = Box(Prices()) print(b.high == b[1], b["low"] == b[2], b.high == b.low)';
    assert.deepEqual(printedOver(source, 5).at(-1), 'true true false');
  });

  test('have no other fields, whatever JavaScript calls them', () => {
    const names = [
      'constructor',
      '__proto__',
      'toString',
      'index',
      'hash',
      'list',
      'valueOf',
      'kind',
    ];
    for (const name of names) {
      const source = `local b = Box(Prices()) local k = "${name}" local u = ({ b })[1]
print(b.${name}, b["${name}"], b[k], u.${name}, u[k])`;
      assert.deepEqual(printedOver(source, 2), Array<string>(2).fill('nil nil nil nil nil'));
    }
    assert.deepEqual(printedOver('local b = Box(Prices()) print(b[0], b[3], b[-1], b[1.5])', 1), [
      'nil nil nil nil',
    ]);
  });

  test('cannot be written to', () => {
    for (const target of ['b.high', 'b[1]', 'b.constructor', 'b["__proto__"]', 'Prices()[1]']) {
      const { instance } = started(`local b = Box(Prices()) ${target} = 1`);
      const { failure } = runRows(instance, DEFAULT_LIMITS, 0, 1);
      assert.match(failure?.message ?? '', /attempt to index/);
    }
  });
});
