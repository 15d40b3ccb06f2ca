// Commands that become operators of Lua, and where they stay calls.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { ForeignSpec } from './foreign-document.ts';
import { foreignDocument } from './foreign-document.ts';

const SERIES: readonly ForeignSpec[] = [
  { id: 'c', command: 'ClosePrices' },
  { id: 'rsi', command: 'RSI', inputs: { prices: ['c'], period: '14' } },
  { id: 'sma', command: 'SMA', inputs: { prices: ['c'], period: '20' } },
  { id: 'load', command: 'Load', inputs: { key: 'k' } },
];

/** Lines behind those of the series, and of what saves the results. */
function linesOf(specs: readonly ForeignSpec[]): readonly string[] {
  const used = specs.map(({ id }) => id);
  const saves = used.map((id): ForeignSpec => {
    return { id: `save${id}`, command: 'Save', inputs: { key: id, value: [id] } };
  });
  const document = foreignDocument([...SERIES, ...specs, ...saves]);
  const { model, problems: unread } = readVisualText(document, VISUAL_PALETTE);
  assert.ok(model !== null, JSON.stringify(unread));
  const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
  assert.ok(lua !== null, JSON.stringify(problems));
  const known =
    /^(?:--|local (?:closePrices|rsi|sma|k) |\s*Save\(|end$|local \w+$|if \w+ ~= nil then$|$)/;
  return lua.split('\n').filter((line) => !known.test(line));
}

function lineOf(command: string, inputs: NonNullable<ForeignSpec['inputs']>): string {
  const lines = linesOf([{ id: 'it', command, inputs }]);
  assert.equal(lines.length, 1, lines.join('\n'));
  return lines[0]?.replace(/^\s*(?:local )?\w+ = /, '') ?? '';
}

suite('an operator', () => {
  const cases: readonly (readonly [string, NonNullable<ForeignSpec['inputs']>, string])[] = [
    ['IsBiggerThan', { input1: ['rsi'], input2: '70' }, 'rsi > 70'],
    ['IsSmallerThan', { input1: '-3', input2: ['sma'] }, '-3 < sma'],
    [
      'IsBiggerAndSmallerThan',
      { value: ['rsi'], lowValue: '30', highValue: '70' },
      'rsi > 30 and rsi < 70',
    ],
    [
      'IsBiggerOrSmallerThan',
      { value: ['rsi'], highValue: '70', lowValue: '30' },
      'rsi > 70 or rsi < 30',
    ],
    ['Add', { input1: ['c'], input2: '-1' }, 'closePrices + -1'],
    ['Sub', { input1: ['c'], input2: ['sma'] }, 'closePrices - sma'],
    ['Mult', { input1: ['sma'], input2: '0,98' }, 'sma * 0.98'],
    ['Div', { input1: '1', input2: ['sma'] }, '1 / sma'],
    ['Offset', { input: ['c'], offset: '2' }, 'closePrices[3]'],
  ];
  for (const [command, inputs, expected] of cases) {
    test(`stands for ${command} of ${JSON.stringify(Object.values(inputs))}`, () => {
      assert.equal(lineOf(command, inputs), expected);
    });
  }

  test('joins conditions that are always there', () => {
    const low: ForeignSpec = {
      id: 'low',
      command: 'IsSmallerThan',
      inputs: { input1: ['rsi'], input2: '30' },
    };
    const rising: ForeignSpec = {
      id: 'up',
      command: 'IsRising',
      inputs: { array: ['c'], lookback: '3' },
    };
    const both = (command: string): readonly string[] =>
      linesOf([low, rising, { id: 'it', command, inputs: { 'values[]': ['low', 'up'] } }]).slice(2);
    assert.deepEqual(both('And'), ['local isTrue = isSmallerThan and isRising']);
    assert.deepEqual(both('Or'), ['local or2 = isSmallerThan or isRising']);
    assert.deepEqual(both('IsFalse'), ['local isFalse = not isSmallerThan and not isRising']);
  });

  test('stands for each part of a comparison that something uses', () => {
    const compare: ForeignSpec = {
      id: 'x',
      command: 'Compare',
      inputs: { input1: ['rsi'], input2: '50' },
    };
    const buy: ForeignSpec = { id: 'buy', command: 'DoLong', gate: ['x.isAbove'] };
    const sell: ForeignSpec = { id: 'sell', command: 'DoShort', gate: ['x.isBelow', 'x.isEqual'] };
    const document = foreignDocument([...SERIES, compare, buy, sell]);
    const { model } = readVisualText(document, VISUAL_PALETTE);
    assert.ok(model !== null);
    const { lua, lineBlocks } = compileVisual(model, VISUAL_PALETTE);
    const lines = lua?.split('\n').slice(3) ?? [];
    assert.deepEqual(lines, [
      'local compareIsAbove = rsi > 50',
      'local compareIsEqual = rsi == 50',
      'local compareIsBelow = rsi < 50',
      'if compareIsAbove then',
      '  DoLong()',
      'end',
      'if compareIsBelow or compareIsEqual then',
      '  DoShort()',
      'end',
      '',
    ]);
    assert.deepEqual(lineBlocks.slice(3, 6), ['x', 'x', 'x']);
  });

  test('stands for two parts of a comparison that are joined', () => {
    const specs: readonly ForeignSpec[] = [
      { id: 'x', command: 'Compare', inputs: { input1: ['rsi'], input2: '50' } },
      { id: 'it', command: 'Or', inputs: { 'values[]': ['x.isEqual', 'x.isBelow'] } },
    ];
    const buy: ForeignSpec = { id: 'buy', command: 'DoLong', gate: ['it', 'x.isAbove'] };
    const { model } = readVisualText(foreignDocument([...SERIES, ...specs, buy]), VISUAL_PALETTE);
    assert.ok(model !== null);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    assert.deepEqual(lua?.split('\n').slice(3, 6), [
      'local compareIsAbove = rsi > 50',
      'local or2 = rsi <= 50',
      'if or2 or compareIsAbove then',
    ]);
  });

  test('takes an element for the list from there on where it is only compared', () => {
    const before: ForeignSpec = {
      id: 'before',
      command: 'ArrayGet',
      inputs: { input: ['sma'], index: '2' },
    };
    const rising: ForeignSpec = {
      id: 'it',
      command: 'IsBiggerThan',
      inputs: { input1: ['sma'], input2: ['before'] },
    };
    const buy: ForeignSpec = { id: 'buy', command: 'DoLong', gate: ['it'] };
    const { model } = readVisualText(
      foreignDocument([...SERIES, before, rising, buy]),
      VISUAL_PALETTE,
    );
    assert.ok(model !== null);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    assert.match(lua ?? '', /local arrayIndex = sma\[2\]\nlocal isBiggerThan = sma > arrayIndex\n/);
    assert.deepEqual(linesOf([before]), ['local arrayIndex = ArrayGet(sma, 2)']);
  });
});

suite('a call stays', () => {
  test('where a side may be something else, or nothing', () => {
    assert.equal(lineOf('IsBiggerThan', { input1: ['load'], input2: '70' }), 'IsBiggerThan(k, 70)');
    assert.equal(lineOf('Add', { input1: ['c'] }), 'Add(closePrices)');
    assert.equal(lineOf('Offset', { input: ['load'], offset: '1' }), 'Offset(k, 1)');
    assert.equal(lineOf('Offset', { input: ['c'], offset: '1,5' }), 'Offset(closePrices, 1.5)');
    assert.equal(lineOf('ArrayGet', { input: ['c'], index: '-1' }), 'ArrayGet(closePrices, -1)');
  });

  test('where a condition may be missing', () => {
    const gated: ForeignSpec = {
      id: 'x',
      command: 'IsBiggerThan',
      gate: ['g'],
      inputs: { input1: ['rsi'], input2: '70' },
    };
    const gate: ForeignSpec = {
      id: 'g',
      command: 'IsSmallerThan',
      inputs: { input1: ['sma'], input2: ['c'] },
    };
    const lines = linesOf([
      gate,
      gated,
      { id: 'it', command: 'And', inputs: { 'values[]': ['x'] } },
    ]);
    assert.equal(lines.at(-1), 'local isTrue = And(isBiggerThan)');
  });

  test('where the whole of a comparison is read', () => {
    const compare: ForeignSpec = {
      id: 'x',
      command: 'Compare',
      inputs: { input1: ['rsi'], input2: '50' },
    };
    assert.deepEqual(linesOf([compare]), ['local compare = Compare(rsi, 50)']);
  });
});
