// Meaning of documents: the Lua that they become.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#commands/check/check-script.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { ForeignSpec } from './foreign-document.ts';
import { foreignDocument } from './foreign-document.ts';

function compiled(specs: readonly ForeignSpec[]) {
  const { model, problems } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
  assert.deepEqual(problems, []);
  assert.ok(model !== null);
  return { model, ...compileVisual(model, VISUAL_PALETTE) };
}

/** The Lua without its head; the script is valid, and its document survives both formats. */
function luaOf(specs: readonly ForeignSpec[]): string[] {
  const { lua, model, problems, lineBlocks } = compiled(specs);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(lua !== null);
  assert.deepEqual(checkScript(lua, []).errors, [], lua);
  assert.equal(lua.split('\n').length, lineBlocks.length + 1);
  for (const text of [visualText(model), foreignText(model, VISUAL_PALETTE)]) {
    const again = readVisualText(text, VISUAL_PALETTE);
    assert.deepEqual(again, { model, problems: [] });
  }
  return lua.trimEnd().split('\n').slice(1);
}

function problemsOf(specs: readonly ForeignSpec[]): string[] {
  return compiled(specs).problems.map(
    ({ severity, block, port, message }) => `${severity} ${block}/${port}: ${message}`,
  );
}

const RSI: readonly ForeignSpec[] = [
  { id: 'close', command: 'ClosePrices' },
  { id: 'rsi', command: 'RSI', inputs: { prices: ['close'], period: '14' } },
];

suite('blocks', () => {
  test('become calls in the order of what they need, whatever their places', () => {
    const specs: ForeignSpec[] = [
      { id: 'do', command: 'DoSignal', y: -500, inputs: { signal: ['level'] } },
      {
        id: 'level',
        command: 'GetBuySellLevelSignal',
        y: -400,
        inputs: { value: ['rsi'], buyLevel: '30', sellLevel: '70,5' },
      },
      ...RSI,
    ];
    assert.deepEqual(luaOf(specs), [
      'local closePrices = ClosePrices()',
      'local rsi = RSI(closePrices, 14)',
      'local buySellLevelSignal = GetBuySellLevelSignal(rsi, 30, 70.5)',
      'DoSignal(buySellLevelSignal)',
    ]);
  });

  test('that are disabled are as if they were not there', () => {
    const specs: ForeignSpec[] = [
      { id: 'text', command: 'Text', inputs: { value: 'wired' }, disabled: true },
      { id: 'log', command: 'Log', inputs: { message: ['text'] }, stale: { message: 'typed' } },
      { id: 'no', command: 'DoLong', disabled: true },
    ];
    assert.deepEqual(luaOf(specs), ["Log('typed')"]);
  });

  test('higher on the canvas come first where dependency leaves a choice', () => {
    const specs: ForeignSpec[] = [
      { id: 'c', command: 'Log', x: 5, y: 20, inputs: { message: 'third' } },
      { id: 'b', command: 'Log', x: 9, y: 10, inputs: { message: 'second' } },
      { id: 'a', command: 'Log', x: 1, y: 10, inputs: { message: 'first' } },
    ];
    assert.deepEqual(luaOf(specs), ["Log('first')", "Log('second')", "Log('third')"]);
  });

  test('that nothing uses do not run, and are named', () => {
    const specs: ForeignSpec[] = [...RSI, { id: 'log', command: 'Log', inputs: { message: 'a' } }];
    assert.deepEqual(luaOf(specs), ["Log('a')"]);
    assert.deepEqual(problemsOf(specs), [
      'warning close/null: nothing uses what this block gives, so it does not run',
      'warning rsi/null: nothing uses what this block gives, so it does not run',
    ]);
  });
});

suite('gates', () => {
  const BRANCHED: readonly ForeignSpec[] = [
    ...RSI,
    { id: 'low', command: 'IsSmallerThan', inputs: { input1: ['rsi'], input2: '30' } },
    { id: 'branch', command: 'Branch', inputs: { input: ['low'] } },
  ];

  test('are conditions around what they gate, and a merge joins the paths', () => {
    const specs: ForeignSpec[] = [
      ...BRANCHED,
      { id: 'long', command: 'SignalLong', gate: ['branch.isTrue'] },
      { id: 'short', command: 'SignalShort', gate: ['branch.isFalse'] },
      { id: 'merge', command: 'Merge', inputs: { 'values[]': ['long', 'short'] } },
      { id: 'do', command: 'DoSignal', inputs: { signal: ['merge'] } },
    ];
    assert.deepEqual(luaOf(specs).slice(3), [
      'local branch = isSmallerThan',
      'local signalLong',
      'if branch then',
      '  signalLong = SignalLong',
      'end',
      'local signalShort',
      'if not branch then',
      '  signalShort = SignalShort',
      'end',
      'local merge = Merge(signalLong, signalShort)',
      'if merge ~= nil then',
      '  DoSignal(merge)',
      'end',
    ]);
  });

  test('hold back what needs what they hold back; conditions count it as false', () => {
    const specs: ForeignSpec[] = [
      ...BRANCHED,
      {
        id: 'high',
        command: 'IsBiggerThan',
        gate: ['branch.isTrue'],
        inputs: { input1: ['rsi'], input2: '20' },
      },
      { id: 'and', command: 'And', inputs: { 'values[]': ['low', 'high'] } },
      { id: 'not', command: 'Branch', inputs: { input: ['high'] } },
      { id: 'buy', command: 'DoLong', gate: ['and', 'not.isFalse'] },
    ];
    assert.deepEqual(luaOf(specs).slice(4), [
      'local isBiggerThan',
      'if branch then',
      '  isBiggerThan = rsi > 20',
      'end',
      'local isTrue = And(isSmallerThan, isBiggerThan)',
      'local branch2IsFalse',
      'if isBiggerThan ~= nil then',
      '  local branch2 = isBiggerThan',
      '  branch2IsFalse = not branch2',
      'end',
      'if isTrue or branch2IsFalse then',
      '  DoLong()',
      'end',
    ]);
  });

  test('hold back arithmetic, though its inputs are optional, and a branch of a branch', () => {
    const specs: ForeignSpec[] = [
      ...BRANCHED,
      { id: 'number', command: 'Number', gate: ['branch.isTrue'], inputs: { value: '2' } },
      { id: 'sum', command: 'Add', inputs: { input1: ['number'], input2: '1' } },
      { id: 'log', command: 'Log', inputs: { message: ['sum'] } },
      { id: 'inner', command: 'Branch', gate: ['branch.isTrue'], inputs: { input: ['low'] } },
      { id: 'last', command: 'Branch', inputs: { input: ['inner.isFalse'] } },
      { id: 'buy', command: 'DoLong', gate: ['last.isTrue'] },
    ];
    const lua = luaOf(specs).join('\n');
    assert.match(lua, /if number ~= nil then\n {2}add = number \+ 1\nend/);
    assert.match(lua, /if branch2IsFalse ~= nil then\n {2}branch3 = branch2IsFalse\nend/);
  });

  test('that never open count as false among many conditions', () => {
    const specs: ForeignSpec[] = [
      ...BRANCHED,
      {
        id: 'never',
        command: 'IsRising',
        needsGate: true,
        inputs: { array: ['rsi'], lookback: '3' },
      },
      { id: 'none', command: 'IsFalse', inputs: { 'values[]': ['never'] } },
      { id: 'buy', command: 'DoLong', gate: ['none'] },
    ];
    assert.ok(luaOf(specs).includes('local isFalse = IsFalse(false)'));
  });

  test('that are wanted and not connected keep a block from running', () => {
    const specs: ForeignSpec[] = [
      { id: 'buy', command: 'DoLong', needsGate: true },
      { id: 'log', command: 'Log', inputs: { message: 'a' } },
    ];
    assert.deepEqual(luaOf(specs), ["Log('a')"]);
    assert.match(problemsOf(specs)[0] ?? '', /^warning buy\/null: nothing says when this runs/);
  });
});

suite('names', () => {
  test('stand for inputs, for keys of the session and for nothing else', () => {
    const specs: ForeignSpec[] = [
      { id: 'input', command: 'Input', y: 900, inputs: { label: 'Buy Level', defaultValue: '30' } },
      ...RSI,
      { id: 'low', command: 'IsSmallerThan', inputs: { input1: ['rsi'], input2: '#Buy Level' } },
      { id: 'get', command: 'SessionGet', y: -5, inputs: { key: '#low' } },
      { id: 'set', command: 'SessionSet', inputs: { key: 'low', value: ['low'] } },
      { id: 'buy', command: 'DoLong', gate: ['get'] },
    ];
    assert.deepEqual(luaOf(specs), [
      'local closePrices = ClosePrices()',
      'local rsi = RSI(closePrices, 14)',
      "local buyLevel = Input('Buy Level', 30)",
      'local isSmallerThan = rsi < buyLevel',
      "SessionSet('low', isSmallerThan)",
      'local low = isSmallerThan',
      'if low then',
      '  DoLong()',
      'end',
    ]);
    const wrong = problemsOf([{ id: 'log', command: 'Log', inputs: { message: '#Nobody' } }]);
    assert.deepEqual(wrong, ['error log/message: nothing is called "#Nobody"']);
  });

  test('of what is retained read what stood there before', () => {
    const specs: ForeignSpec[] = [
      { id: 'save', command: 'Save', y: 0, inputs: { key: 'count', value: ['sum'] } },
      { id: 'other', command: 'Save', y: 1, inputs: { key: 'free', value: '1' } },
      { id: 'sum', command: 'Add', y: 2, inputs: { input1: ['load'], input2: '1' } },
      { id: 'load', command: 'Load', y: 3, inputs: { key: 'count', defaultValue: '0' } },
      { id: 'late', command: 'Load', y: 4, inputs: { key: 'free', defaultValue: '0' } },
      { id: 'log', command: 'Log', y: 5, inputs: { message: ['late'] } },
    ];
    const lua = luaOf(specs);
    assert.ok(
      lua.indexOf("Save('free', 1)") > lua.findIndex((line) => line.includes("Load('free'")),
    );
  });
});

suite('problems', () => {
  test('are named with the block and the port', () => {
    const specs: ForeignSpec[] = [
      { id: 'rsi', command: 'RSI', inputs: { prices: '', period: 'soon' } },
      { id: 'what', command: 'DoLonk' },
      { id: 'buy', command: 'DoLong', gate: ['rsi'] },
      { id: 'tell', command: 'DoSignal', inputs: { signal: 'SignalLonk' } },
    ];
    assert.deepEqual(problemsOf(specs), [
      'error what/null: there is no command "DoLonk"; did you mean "DoLong"?',
      'error rsi/prices: "RSI" needs this input',
      'error rsi/period: expected a number, found "soon"',
      'error buy/null: expected yes or no, and the wire from "RSI" carries a list of numbers',
      'error tell/signal: expected one of "Signal", found "SignalLonk"; did you mean "SignalLong"?',
    ]);
  });

  test('include circles by wire and by name', () => {
    const byWire = problemsOf([
      { id: 'a', command: 'Add', inputs: { input1: ['b'], input2: '1' } },
      { id: 'b', command: 'Abs', inputs: { input: ['a'] } },
    ]);
    assert.deepEqual(byWire.slice(2), [
      'error a/input1: the blocks wait for one another in a circle, through this input',
      'error b/input: the blocks wait for one another in a circle, through this input',
    ]);
    const byName = problemsOf([
      { id: 'get', command: 'SessionGet', inputs: { key: 'n' } },
      { id: 'sum', command: 'Add', inputs: { input1: ['get'], input2: '1' } },
      { id: 'set', command: 'SessionSet', inputs: { key: 'n', value: ['sum'] } },
    ]);
    assert.deepEqual(
      byName.map((problem) => problem.slice(0, 16)),
      ['error get/key: t', 'error set/value:', 'error sum/input1'],
    );
  });

  test('include two that write one key: an error where both always do', () => {
    const [first] = problemsOf([
      { id: 'a', command: 'SessionSet', inputs: { key: 'n', value: '1' } },
      { id: 'b', command: 'SessionSet', inputs: { key: '#n', value: '2' } },
    ]);
    assert.equal(first, 'error a/key: 2 blocks write the key "n"');
  });
});

test('the same Lua follows from any order of the list', () => {
  const specs: readonly ForeignSpec[] = [
    ...RSI,
    { id: 'ema', command: 'EMA', inputs: { prices: ['close'], period: '9' } },
    { id: 'plot', command: 'Plot', inputs: { chartId: '1', lineName: 'a', value: ['rsi'] } },
    { id: 'plot2', command: 'Plot', inputs: { chartId: '1', lineName: 'b', value: ['ema'] } },
  ];
  const placed = specs.map((spec, at) => ({ ...spec, x: 0, y: at }));
  const lua = luaOf(placed);
  assert.deepEqual(luaOf(placed.toReversed()), lua);
  assert.deepEqual(luaOf([...placed.slice(2), ...placed.slice(0, 2)]), lua);
});
