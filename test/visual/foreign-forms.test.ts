// The forms in which documents of HaasScript are stored: all ports of a command, most of them never
// set; each odd way of typing a value; and what a document asks for that is not there.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { customBlockKinds } from '#commands/visual/custom-block-kinds.ts';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { FOREIGN_NUMBERS } from '#domain/visual/foreign-numbers.ts';
import { isVisualText, readVisualText } from '#domain/visual/read-visual-text.ts';
import type { ForeignBlockJson, ForeignSpec } from './foreign-document.ts';
import { foreignBlocks, foreignDocument } from './foreign-document.ts';
import { FOREIGN_DOCUMENTS } from './foreign-documents.ts';

function luaOf(text: string): string {
  const { model, problems: unread } = readVisualText(text, VISUAL_PALETTE);
  assert.ok(model !== null, JSON.stringify(unread));
  const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
  assert.ok(lua !== null, JSON.stringify(problems));
  return lua;
}

/** What the documents have at ports that were never set, by what those carry. */
const NEVER_SET: Readonly<Record<string, readonly (string | null)[]>> = {
  text: ['0', '', null],
  constant: ['0', '', null],
};

type PortJson = ForeignBlockJson['Inputs'][number];

/** With all ports of its command, in its order. */
function completed(block: ForeignBlockJson, number: number): ForeignBlockJson {
  const kind = VISUAL_PALETTE.get(block.CommandName);
  if (kind === undefined) return block;
  const Inputs = kind.inputs.map(({ name, kind: carries, isRequired, meaning }, at): PortJson => {
    const known = block.Inputs.find(({ Parameter }) => Parameter.Name === name);
    const unset = isRequired ? [null] : (NEVER_SET[carries] ?? ['', null]);
    const flags = { IsRequired: isRequired, IsHidden: at > 2, IsField: true, AllowNull: true };
    const Parameter = { Name: name, Type: 4, ...flags, Description: meaning, Suggestion: null };
    if (known !== undefined) return { ...known, Parameter };
    const Guid = `${block.Guid}.${at}`.padEnd(21, '-');
    const Storage = unset[(number + at) % unset.length] ?? null;
    return { Guid, Connections: [], Parameter, Storage };
  });
  const Command = { CommandName: block.CommandName, Parameters: [], Category: 3, Index: 0 };
  return { ...block, Inputs, Command, Type: FOREIGN_NUMBERS.get(kind.command) ?? block.Type };
}

suite('a document with all ports of its commands', () => {
  for (const [title, specs] of Object.entries(FOREIGN_DOCUMENTS)) {
    test(title, () => {
      const full = foreignBlocks(specs).map(completed);
      assert.equal(luaOf(JSON.stringify(full)), luaOf(foreignDocument(specs)));
      const shuffled = `\uFEFF${JSON.stringify(full.toReversed())}`;
      assert.equal(luaOf(shuffled), luaOf(foreignDocument(specs)));
    });
  }
});

test('a custom command has the ports that the document says, whatever its script declares', () => {
  const source = "DefineCommand('Mine', '') DefineParameter(NumberType, 'now', '', true, 0)";
  const specs: readonly ForeignSpec[] = [
    { id: 'mine', command: 'CC_Mine', inputs: { before: '2' } },
    { id: 'log', command: 'Log', inputs: { message: ['mine'] } },
  ];
  const text = foreignDocument(specs);
  const own = paletteOf([...BLOCK_KINDS, ...customBlockKinds([{ source }])]);
  assert.deepEqual(readVisualText(text, own), readVisualText(text, VISUAL_PALETTE));
});

test('a document differs from Lua in its first character', () => {
  const documents = [' \uFEFF[]', '{"version": 1, "format": "tidemill-visual"}', '[1]', '\n{'];
  for (const text of documents) assert.equal(isVisualText(text), true, text);
  for (const text of ['', 'Log(1)', '--[[ x ]] Log({})', '#!lua', '"x"']) {
    assert.equal(isVisualText(text), false, text);
  }
});

test('each command that documents were seen with stands in one of the table', () => {
  const used = new Set(
    Object.values(FOREIGN_DOCUMENTS).flatMap((all) => all.map((a) => a.command)),
  );
  const aliases = ['ArrayGet', 'And', 'Mult', 'Sum', 'CC_Bands', 'Red'];
  const wanted = [...FOREIGN_NUMBERS.keys(), ...aliases];
  assert.deepEqual(
    wanted.filter((command) => !used.has(command)),
    [],
  );
});

const CLOSE: ForeignSpec = { id: 'close', command: 'ClosePrices' };
const INPUT: ForeignSpec = {
  id: 'input',
  command: 'Input',
  inputs: { label: 'Buy Level ', defaultValue: '1' },
};

/** A text at a port beside the argument that it becomes; null: none. */
const TYPED: readonly (readonly [string, string, string | null, string | null])[] = [
  ['StopLoss', 'percentage', '0,1', '0.1'],
  ['StopLoss', 'percentage', '-,5', '-0.5'],
  ['StopLoss', 'percentage', ' 2 ', '2'],
  ['StopLoss', 'percentage', '1e2', '100'],
  ['StopLoss', 'percentage', '#Buy Level ', 'buyLevel'],
  ['StopLoss', 'positionId', '0', null],
  ['StopLoss', 'positionId', null, null],
  ['StopLoss', 'direction', '0', null],
  ['StopLoss', 'direction', 'PositionLong', 'PositionLong'],
  ['ClosePrices', 'market', '0', null],
  ['ClosePrices', 'market', '', null],
  ['ClosePrices', 'fullCandles', 'True', 'true'],
  ['ClosePrices', 'fullCandles', 'true', 'true'],
  ['ClosePrices', 'fullCandles', '1', 'true'],
  ['ClosePrices', 'fullCandles', 'False', 'false'],
  ['ClosePrices', 'fullCandles', 'false', 'false'],
  ['ClosePrices', 'fullCandles', '0', 'false'],
  ['ClosePrices', 'interval', '0', '0'],
  ['Input', 'tooltip', '0', null],
  ['Input', 'group', '0', null],
  ['Input', 'group', ' Stops ', "' Stops '"],
  ['Input', 'defaultValue', '0', '0'],
  ['Input', 'defaultValue', '0,25', '0.25'],
  ['Input', 'defaultValue', 'False', 'false'],
  ['Input', 'defaultValue', 'an hour', "'an hour'"],
  ['DoSignal', 'note', '0', null],
  ['DoSignal', 'note', '#2 in', "'#2 in'"],
  ['DoSignal', 'note', '#Buy Level ', 'buyLevel'],
  ['DoSignal', 'signal', '2603', 'SignalShort'],
  ['DoSignal', 'signal', '#Buy Level ', 'buyLevel'],
  ['Plot', 'color/options', '0', null],
  ['Plot', 'color/options', '#ff8800', "'#ff8800'"],
  ['Plot', 'color/options', 'Red', 'Red'],
  ['Plot', 'lineName', '', "''"],
  ['PlotShape', 'text', '0', null],
  ['Red', 'opacity', '50', '50'],
  ['Red', 'opacity', '12,5', '12.5'],
  ['Red', 'opacity', '0', null],
  ['Red', 'opacity', null, null],
  ['Color', 'green', '128', '128'],
  ['SessionSet', 'key', '#Length', "'Length'"],
];

const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  StopLoss: { percentage: '5' },
  Input: { label: 'L' },
  DoSignal: { signal: 'SignalLong' },
  Plot: { chartId: '1', lineName: 'n', value: '1' },
  SessionSet: { key: 'k', value: '3' },
  Color: { red: '1', green: '2', blue: '3' },
};

function argumentOf(lua: string, command: string, port: string): string | null {
  const place = VISUAL_PALETTE.get(command)?.inputs.findIndex(({ name }) => name === port) ?? -1;
  const call = [...lua.matchAll(new RegExp(`${command}\\(([^()]*)\\)`, 'g'))].at(-1);
  const given = call?.[1]?.split(', ')[place] ?? 'nil';
  return given === 'nil' ? null : given;
}

test('what is typed in means what such documents mean by it', () => {
  for (const [command, port, text, expected] of TYPED) {
    const it: ForeignSpec = { id: 'it', command, inputs: { ...NEEDED[command], [port]: text } };
    const log: ForeignSpec = { id: 'log', command: 'Save', inputs: { key: 'v', value: ['it'] } };
    const lua = luaOf(foreignDocument([INPUT, it, ...(/^(?:Do|Se)/.test(command) ? [] : [log])]));
    assert.equal(argumentOf(lua, command, port), expected, `${command}.${port} ${text}\n${lua}`);
  }
});

suite('what a document asks for and is not there', () => {
  const problemsOf = (specs: readonly ForeignSpec[]): readonly string[] => {
    const { model, problems: read } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
    assert.ok(model !== null, JSON.stringify(read));
    const { problems } = compileVisual(model, VISUAL_PALETTE);
    return [...read, ...problems].map(
      ({ severity, block, port, message }) => `${severity} ${block}.${port}: ${message}`,
    );
  };

  test('a command is named with its block, and the closest that there is', () => {
    const specs = [CLOSE, { id: 'x', command: 'IsBigerThan', inputs: { input1: ['close'] } }];
    assert.deepEqual(problemsOf(specs).slice(0, 1), [
      'error x.null: there is no command "IsBigerThan"; did you mean "IsBiggerThan"?',
    ]);
  });

  test('a name is named with its block and port, where it cannot be a text', () => {
    const sma = { id: 'x', command: 'SMA', inputs: { prices: ['close'], period: '#lenght' } };
    const end = { id: 'end', command: 'Save', inputs: { key: 'v', value: ['x'] } };
    const input = { id: 'in', command: 'Input', inputs: { label: 'length', defaultValue: '5' } };
    assert.deepEqual(problemsOf([CLOSE, sma, end, input]), [
      'error x.period: nothing is called "#lenght"; did you mean "#length"?',
    ]);
  });

  test('a number of another command is worth a warning, and the name decides', () => {
    const low = {
      id: 'x',
      command: 'IsSmallerThan',
      type: 3205,
      inputs: { input1: ['close'], input2: '30' },
    };
    const buy = { id: 'buy', command: 'DoLong', gate: ['x'] };
    assert.deepEqual(problemsOf([CLOSE, low, buy]), [
      'warning x.null: its number is that of "IsBiggerThan"; its name "IsSmallerThan" decides',
    ]);
    assert.match(luaOf(foreignDocument([CLOSE, low, buy])), /closePrices < 30/);
  });
});
