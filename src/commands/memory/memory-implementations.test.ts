// Values that a script retains, logs and exports.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createFlatContext } from '#commands/check/flat-context.ts';
import {
  benchOf,
  evaluate,
  messageOf,
  testExpressions,
} from '#commands/binding/script-bench.fixture.ts';

suite('memory', () => {
  test('is seen by the next Load of the same update, and by later updates', () => {
    const bench = benchOf(`
      local n = Load('n', 0)
      Save('n', n + 1)
      return n, Load('n')`);
    assert.deepEqual(bench.run(), [0, 1]);
    assert.deepEqual(bench.run(), [1, 2]);
  });

  test('forgets what is deleted', () => {
    assert.deepEqual(evaluate('Save("k", 1), Delete("k"), Load("k", "gone")'), [
      undefined,
      undefined,
      'gone',
    ]);
  });

  test('keeps copies of tables', () => {
    const source = `local t = {1, {2}} Save('t', t) t[2][1] = 9
      local u = Load('t') u[1] = 8
      return Load('t')[2][1], Load('t')[1]`;
    assert.deepEqual(benchOf(source).run(), [2, 1]);
  });

  test('of the session is another', () => {
    assert.deepEqual(evaluate('SessionSet("k", 1), Load("k"), SessionGet("k")'), [
      undefined,
      undefined,
      1,
    ]);
  });

  test('keeps the newest value of a series, also inside a table', () => {
    const source = `local s = HNC(3, 7) + 3
      Save('s', s) Save('t', {price = s, list = {s}}) SessionSet('u', s)
      local t = Load('t')
      return Load('s'), GetType(Load('s')) == NumberDataType, t.price, t.list[1], SessionGet('u')`;
    assert.deepEqual(benchOf(source).run(), [10, true, 10, 10, 10]);
  });

  test('keeps NaN of a series that has no value yet', () => {
    const source = `Save('s', HNC(0, 0)) local s = Load('s') return s ~= s, s < 5, s > 5`;
    assert.deepEqual(benchOf(source).run(), [true, false, false]);
  });

  test('takes keys with names of JavaScript as ordinary ones', () => {
    const source = `for _, key in ipairs({'__proto__', 'constructor', 'hasOwnProperty'}) do
        if Load(key) ~= nil then return key end
        Save(key, {[key] = 1})
      end
      return Load('__proto__').__proto__, Load('constructor').constructor`;
    assert.deepEqual(benchOf(source).run(), [1, 1]);
  });

  const refused: [string, RegExp][] = [
    ["Save('k', nil)", /nil cannot be saved/],
    ["Save('k', tostring)", /cannot save a function/],
    ["Save('k', {[HNC(2, 1)] = 1})", /cannot save a series/],
    ["Save('k', Compare(1, 2))", /cannot save a container/],
    ["local t = {} t[1] = t Save('k', t)", /contains itself/],
    ["local t = {} for i = 1, 100 do t = {t} end Save('k', t)", /so deep/],
    ["local t = {} for i = 1, 200000 do t[i] = i end Save('k', t)", /so large/],
  ];
  for (const [source, message] of refused) {
    test(`refuses ${source}`, () => assert.match(messageOf(source), message));
  }
});

suite('the log', () => {
  test('holds lines with their severity', () => {
    const bench = benchOf(
      `Log('a') Log(5, Red, '<', '>') LogWarning(true) LogError({}) LogWalletError('w')`,
    );
    bench.run();
    assert.deepEqual(
      bench.lines.map(({ severity, message }) => `${severity} ${message}`.replace(/0x\w+/, '0x')),
      ['info a', 'custom <5>', 'warning true', 'error table: 0x', 'warning w'],
    );
  });

  test('cuts lines that are too long', () => {
    const bench = benchOf('Log(string.rep("x", 6000))');
    bench.run();
    assert.match(bench.lines[0]?.message ?? '', /^x{5000} \(cut after 5000 bytes\)$/);
  });
});

suite('exports', () => {
  test('have headings, and rows of numbers and texts', () => {
    const rows: unknown[] = [];
    const report = {
      ...createFlatContext().context.report,
      openExport: (name: string, headers: readonly string[]) => rows.push([name, ...headers]),
      addExportRow: (name: string, values: readonly unknown[]) => rows.push([name, ...values]),
    };
    const source = `InitExportData('f', 'a', 'b')
      WriteExportData('f', 1, 'x', HNC(2, 3), nil, true)`;
    benchOf(source, { report }).run();
    assert.deepEqual(rows, [
      ['f', 'a', 'b'],
      ['f', 1, 'x', 3, 'nil', 'true'],
    ]);
  });
});

suite('conversions', () => {
  testExpressions([
    ['GetType(nil) == NilDataType, GetType(1) == NumberDataType', [true, true]],
    ['GetType("") == TextDataType, GetType(true) == BoolDataType', [true, true]],
    ['GetType({}) == ArrayDataType, GetType(HNC()) == HncDataType', [true, true]],
    ['GetType(Compare(1, 1)) == TupleDataType', true],
    ['GetType(GetType) == CommandDataType, GetType(pcall) == FunctionDataType', [true, true]],
    ['ConvertNull(nil), ConvertNull(nil, 7), ConvertNull(3)', [0, 7, 3]],
    ['Number(5), Text("a")', [5, 'a']],
    ['HNC(2, 4)', [4, 4]],
    ['GetCommand("IfElse")(true, 1, 2)', 1],
  ]);

  test('refuse a command that there is not', () => {
    assert.match(messageOf('return GetCommand("constructor")'), /there is no command/);
  });
});

suite('Return', () => {
  test('ends the update, also from within a protected call', () => {
    const bench = benchOf(`n = (n or 0) + 1
      if n == 1 then pcall(function() Return() end) end
      n = n + 10
      return n`);
    assert.deepEqual(bench.run(), []);
    assert.deepEqual(bench.run(), [12]);
  });
});

suite('services of others', () => {
  test('are notified, or accepted and noted once', () => {
    const bench =
      benchOf(`BroadcastToDiscord('a') BroadcastToTwitter('b') SendNotification('t', 'm')
      BroadcastToTwitter('c')
      return IsAbnormal({1, 2}, 2), Count(SimpleForecastBySsa({1, 2}, 1, 2, 3))`);
    assert.deepEqual(bench.run(), [false, 0]);
    const texts = bench.lines.filter(({ severity }) => severity === 'info');
    assert.deepEqual(
      texts.map(({ message }) => message),
      ['a', 'b', 't: m', 'c'],
    );
    assert.equal(bench.lines.filter(({ severity }) => severity === 'warning').length, 3);
  });
});
