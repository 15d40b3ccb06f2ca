// Inputs: what they declare, what they result.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { benchOf, evaluate, messageOf } from '#commands/binding/script-bench.fixture.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';

function declared(source: string): readonly InputDeclaration[] {
  const bench = benchOf(source);
  bench.run();
  return bench.inputs();
}

function kinds(source: string): string[] {
  return declared(source).map(({ kind, group, label, defaultValue }) =>
    [kind, group, label, String(defaultValue)].join(' | '),
  );
}

suite('an input', () => {
  test('has the kind of its default, and returns it', () => {
    const source = `return Input('n', 14), Input('t', 'a'), Input('b', false), Input('e')`;
    assert.deepEqual(benchOf(source).run(), [14, 'a', false, '']);
    assert.deepEqual(kinds(source), [
      'number |  | n | 14',
      'text |  | t | a',
      'boolean |  | b | false',
      'text |  | e | ',
    ]);
  });

  test('takes tooltip and group by place and by name', () => {
    const [first, second] = declared(`Input('a', 1, 'why', 'G') Input('b', 1, {group = 'H'})`);
    assert.deepEqual([first?.tooltip, first?.group, second?.group], ['why', 'G', 'H']);
  });

  test('belongs to the group that was opened last, unless it names one', () => {
    const source = `InputGroupHeader('A') Input('x', 1) Input('y', 1, '', 'B')
      InputGroupHeader('C') Input('x', 1)`;
    assert.deepEqual(kinds(source), [
      'number | A | x | 1',
      'number | B | y | 1',
      'number | C | x | 1',
    ]);
  });

  test('is declared in each group when one place declares it in several', () => {
    const source = `local function size(group) InputGroupHeader(group) return Input('size', 1) end
      size('A') size('B')`;
    assert.deepEqual(kinds(source), ['number | A | size | 1', 'number | B | size | 1']);
  });

  test('is declared once, however often it is called', () => {
    assert.equal(declared(`for i = 1, 3 do Input('x', i) end`).length, 1);
  });

  test('returns what was chosen, and refuses another kind', () => {
    const chosen = (value: number | string) => ({
      inputs: { value: () => value, openGroup: () => undefined },
    });
    assert.equal(evaluate(`Input('n', 14)`, chosen(20)), 20);
    assert.match(messageOf(`Input('n', 14)`, chosen('x')), /must be a number/);
  });

  test('may be called like anything in JavaScript', () => {
    const source = `Input('__proto__', 1) Input('constructor', 2) return Input('__proto__', 1)`;
    assert.deepEqual(kinds(source), ['number |  | __proto__ | 1', 'number |  | constructor | 2']);
  });

  const refused: [string, RegExp][] = [
    [`Input('', 1)`, /needs a label/],
    [`Input('x', {1})`, /must be a number, a text or a condition/],
    [`Input()`, /string expected, got nil/],
    [`InputSlider('x', 5, 1)`, /above its greatest/],
    [`for i = 1, 2000 do Input('x' .. i, 1) end`, /too many inputs/],
  ];
  for (const [source, message] of refused) {
    test(`refuses ${source}`, () => assert.match(messageOf(source), message));
  }
});

suite('inputs with choices', () => {
  test('of texts offer them, the default among them', () => {
    const [options, added] = declared(
      `InputOptions('a', 'slow', {'slow', 'fast'}) InputOptions('b', 'x', 'y, z')`,
    );
    assert.deepEqual(
      options?.options.map(({ value }) => value),
      ['slow', 'fast'],
    );
    assert.deepEqual(
      added?.options.map(({ value }) => value),
      ['x', 'y', 'z'],
    );
  });

  test('of constants offer those of the group by name', () => {
    const [average] = declared(`return InputMaTypes('average', EmaType)`);
    assert.ok(average?.options.some(({ label }) => label === 'EmaType'));
    assert.equal(evaluate(`InputMaTypes('average', EmaType) == EmaType`), true);
  });

  test('of intervals start with that of the bot', () => {
    assert.deepEqual(kinds(`InputInterval('every')`), ['interval |  | every | 1']);
  });

  test('of a slider keep within bounds', () => {
    const [slider] = declared(`InputSlider('s', 10, 20, 5)`);
    assert.deepEqual(
      [slider?.defaultValue, slider?.least, slider?.most, slider?.step],
      [10, 10, 20, 2],
    );
  });

  test('of accounts and markets return their ids', () => {
    assert.deepEqual(evaluate(`InputAccount('a'), InputMarket('m') == PriceMarket()`), [
      'check',
      true,
    ]);
  });

  test('of how a signal is taken return the signal', () => {
    assert.equal(evaluate(`InputSignalManagement('s', SignalLong) == SignalLong`), true);
    assert.equal(declared(`InputSignalManagement('s', SignalLong)`).length, 5);
  });
});

suite('an input table', () => {
  test('returns rows of cells', () => {
    assert.deepEqual(
      evaluate(`InputTable('T', InputTableColumn('Price', 1, 2), InputTableColumn('Name', 'a'))`),
      [
        [1, 'a'],
        [2, ''],
      ],
    );
  });

  test('says its columns, its rows and their bounds', () => {
    const [table] = declared(
      `InputTable(InputTableOptions('T', 2, 5, 'G'), 'A', InputTableColumnDropdown('B', {'x'}, 'x'))`,
    );
    assert.deepEqual(
      [table?.label, table?.group, table?.least, table?.most, table?.defaultValue],
      ['T', 'G', 2, 5, '[["","x"],["",""]]'],
    );
    assert.deepEqual(
      table?.options.map(({ label }) => label),
      ['A', 'B'],
    );
  });
});
