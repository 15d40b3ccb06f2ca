// Custom commands: scripts that other scripts of the same user call.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { benchOf } from '#commands/binding/script-bench.fixture.ts';
import type { Bench } from '#commands/binding/script-bench.fixture.ts';
import { checkScript } from '#commands/check/check-script.ts';

function benchWith(source: string, ...libraries: string[]): Bench {
  return benchOf(
    source,
    {},
    libraries.map((text) => ({ name: 'library', source: text })),
  );
}

const ADD = `DefineCommand('Add2', 'adds')
  local a = DefineParameter(NumberType, 'a', 'first', true, 0)
  local b = DefineParameter(NumberType, 'b', 'second', false, 2)
  DefineOutput(NumberType, a + b, 'sum')`;

const COUNT = `DefineCommand('Count', 'counts its runs')
  local n = Load('n', 0) + 1
  Save('n', n)
  DefineOutput(NumberType, n)`;

suite('a custom command', () => {
  test('is called with its arguments, by place and by name, and has defaults', () => {
    const source = 'return CC_Add2(1), CC_Add2(1, 5), CC_Add2(1, {b = 7}), CC_Add2({a = 2})';
    assert.deepEqual(benchWith(source, ADD).run(), [3, 6, 8, 4]);
  });

  test('is called by Library and GetCommand too', () => {
    const source = `return Library('Add2', 1), Library('CC_Add2', 1, 1), GetCommand('CC_Add2')(4)`;
    assert.deepEqual(benchWith(source, ADD).run(), [3, 2, 6]);
  });

  test('refuses a call without what it needs', () => {
    const { message, line } = benchWith('\nreturn CC_Add2()', ADD).fail();
    assert.equal(message, "CC_Add2:2: 'CC_Add2' needs the parameter 'a'");
    assert.equal(line, 2);
  });

  test('is named, with its own line, where it uses up what the caller may use', () => {
    const loop = "DefineCommand('Loop', '')\n\nwhile true do end";
    const { kind, message, line } = benchWith('\nreturn CC_Loop()', loop).fail();
    assert.deepEqual([kind, message], ['steps', 'CC_Loop:3: instruction budget exceeded']);
    assert.equal(line, 2);
  });

  test('has a memory of its own at each place of a call', () => {
    const bench = benchWith(
      `Save('n', 100)
       local a, b = CC_Count(), 0
       for i = 1, 2 do b = CC_Count() end
       CC_Count()
       return a, b, CC_Count(), Load('n')`,
      COUNT,
    );
    assert.deepEqual(bench.run(), [1, 1, 1, 100]);
    assert.deepEqual(bench.run(), [2, 2, 2, 100]);
  });

  test('gives a container when its outputs are named', () => {
    const bands = `DefineCommand('Bands', '')
      DefineOutput(ListDynamicType, {3, 2, 1})
      DefineOutputIndex(1, NumberType, 'upper', '')
      DefineOutputIndex(2, NumberType, 'middle', '')
      DefineOutputIndex(3, NumberType, 'lower', '')`;
    const source = 'local b = CC_Bands() return b.upper, b[2], b.lower, b.none';
    assert.deepEqual(benchWith(source, bands).run(), [3, 2, 1, undefined]);
  });

  test('gives its signal as an easy indicator', () => {
    const easy = `DefineCommand('Mine', '')
      local p = DefineEasyIndicatorParameters(3)
      Log(p.chartIndex .. ' ' .. p.interval)
      DefineEasyIndicatorOutput(SignalLong)`;
    const bench = benchWith('return CC_Mine(5, 60) == SignalLong, CC_Mine() == SignalLong', easy);
    assert.deepEqual(bench.run(), [true, true]);
    assert.deepEqual(
      bench.lines.map(({ message }) => message),
      ['5 60', '3 0'],
    );
  });

  test('keeps its result until a candle closes, when it says so', () => {
    const retained = `${COUNT}\nDefineIntervalOptimization(2)`;
    const bench = benchWith('return CC_Count()', retained);
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(() => bench.run()[0]),
      [1, 1, 2, 2, 3],
    );
  });

  test('may end itself alone', () => {
    const early = `DefineCommand('Early', '') DefineOutput(NumberType, 1) Return() error('late')`;
    assert.deepEqual(benchWith('local n = CC_Early() return n + 1', early).run(), [2]);
  });

  test('may call others, but not without end', () => {
    const twice = `DefineCommand('Twice', '')
      DefineOutput(NumberType, CC_Add2(DefineParameter(NumberType, 'a', '', true, 0), 0) * 2)`;
    assert.deepEqual(benchWith('return CC_Twice(4)', ADD, twice).run(), [8]);
    const endless = `DefineCommand('Endless', '') DefineOutput(NumberType, CC_Endless())`;
    assert.match(benchWith('return CC_Endless()', endless).fail().message, /too deeply/);
  });

  test('uses up the budget of its caller', () => {
    const loop = `DefineCommand('Loop', '') while true do end`;
    assert.equal(benchWith('pcall(CC_Loop) return 1', loop).fail().kind, 'steps');
  });

  test('runs what it gave to Finalize with its own memory, at the end of the run', () => {
    const report = `DefineCommand('Report', '')
      local n = Load('n', 0) + 1
      Save('n', n)
      Finalize(function() Log('n=' .. Load('n', 0) .. ' ' .. ClosePrices()[1].Value) end)`;
    const source = `Save('n', 100) CC_Report()`;
    const libraries = [{ name: 'library', source: report }];
    assert.deepEqual(checkScript(source, libraries).errors, []);
    const failing = report.replace("Load('n', 0) ..", 'n.x ..');
    const { errors } = checkScript(source, [{ name: 'library', source: failing }]);
    assert.match(errors[0]?.message ?? '', /index/);
  });

  test('may give functions, which see its own memory and commands', () => {
    const maker = `DefineCommand('Counter', '')
      local step = DefineParameter(NumberType, 'step', '', true, 1)
      local t = {name = 'counter'}
      function t.next() local n = Load('n', 0) + step Save('n', n) return n, CurrentPrice().close end
      t.inner = {self = t, read = function() return Load('n', 0) end}
      return t`;
    const bench = benchWith(
      `local a, b = CC_Counter(1), CC_Counter(10)
       local x, price = a.next()
       b.next()
       return x, price, b.next(), a.inner.read(), b.inner.self.inner.read(), Load('n')`,
      maker,
    );
    assert.deepEqual(bench.run(), [1, 100, 20, 100, 1, 20, undefined].toSpliced(3, 1));
    assert.deepEqual(bench.run(), [2, 100, 40, 2, 40, undefined]);
  });

  test('fails as a script where a part of it that is bound to nothing is used', () => {
    const late = `DefineCommand('Late', '')
      return setmetatable({}, {__index = function(_, k) return Load(k, 0) end})`;
    assert.match(benchWith('return CC_Late().x', late).fail().message, /does not run/);
  });

  test('that cannot be compiled says so where it is called', () => {
    const broken = `DefineCommand('Broken', '')\nlocal x = Nothing()`;
    assert.equal(
      benchWith('return CC_Broken()', broken).fail().message,
      "'CC_Broken' cannot run: script 'library', line 2: unknown reference 'Nothing'",
    );
  });

  test('fails as a call that can be caught', () => {
    const bad = `DefineCommand('Bad', '') error('inside')`;
    const source = 'local ok, message = pcall(CC_Bad) local x = 1 return ok, message, x';
    assert.deepEqual(benchWith(source, bad).run(), [false, 'CC_Bad:1: inside', 1]);
  });
});

suite('a check', () => {
  test('of a custom command names it', () => {
    const checked = checkScript(ADD, []);
    assert.deepEqual(checked.errors, []);
    assert.equal(checked.commandName, 'Add2');
    assert.equal(checkScript('return 1', []).commandName, null);
  });

  test('knows the custom commands of the user', () => {
    const libraries = [{ name: 'x', source: ADD }];
    assert.equal(checkScript('return CC_Add2(1)', libraries).isValid, true);
    assert.equal(checkScript('return CC_Other(1)', libraries).isValid, false);
  });

  test('refuses globals of a custom command', () => {
    const { errors } = checkScript(`${ADD}\ntotal = a`, []);
    assert.match(errors[0]?.message ?? '', /make 'total' local/);
  });

  test('refuses a name that is none', () => {
    assert.match(checkScript(`DefineCommand('a b', '')`, []).errors[0]?.message ?? '', /letters/);
  });
});
