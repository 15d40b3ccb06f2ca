// The palette of visual scripts beside the catalogue: each command and each constant is a kind of
// block that compiles and is called, but for those that take or give a function.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { prepareScript } from '#backtesting/prepare-script.ts';
import type { BlockKind, InputPort } from '#domain/visual/block-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';

/** Commands that no block calls, with the reason; `docs/visual.md` says the same. */
const WITHOUT_BLOCK: Readonly<Record<string, string>> = {
  Finalize: 'its input is a function',
  OptimizedForInterval: 'its input is a function',
  InputButton: 'its input is a function',
  GetCommand: 'its result is a function',
};

test('each command and each constant is a block, but for those of functions', () => {
  const names = [...COMMAND_CATALOGUE, ...CONSTANT_CATALOGUE].map(({ name }) => name);
  const missing = names.filter((name) => !VISUAL_PALETTE.has(name));
  assert.deepEqual(missing.toSorted(), Object.keys(WITHOUT_BLOCK).toSorted());
  const withFunctions = COMMAND_CATALOGUE.filter(
    ({ parameters, result }) =>
      result.kind === 'function' || parameters.some(({ kind }) => kind === 'function'),
  );
  assert.deepEqual(
    withFunctions.map(({ name }) => name).toSorted(),
    Object.keys(WITHOUT_BLOCK).toSorted(),
  );
});

test('a block says what the catalogue says of its command, and of each parameter', () => {
  for (const { name, meaning, parameters } of COMMAND_CATALOGUE) {
    const kind = VISUAL_PALETTE.get(name);
    if (kind === undefined) continue;
    assert.equal(kind.meaning, meaning, name);
    assert.deepEqual(
      kind.inputs.map((port) => [port.name, port.meaning]),
      parameters.map((parameter) => [parameter.name, parameter.meaning]),
      name,
    );
  }
});

const wire = (block: string) => ({ wires: [block] });

/** Something that the input takes. */
function given({ kind, group, name }: InputPort): unknown {
  switch (kind) {
    case 'number':
      return 2;
    case 'text':
      return name === 'name' || name === 'key' ? 'x' : 'text';
    case 'boolean':
      return wire('flag');
    case 'list':
    case 'numberOrList':
      return wire('close');
    case 'table':
      return wire('table');
    case 'constant':
      return constantIn(group);
    case 'any':
    case 'nothing':
      return wire('close');
  }
}

function constantIn(group: string | null): string {
  const found = BLOCK_KINDS.find(
    ({ isConstant, outputs }) => isConstant && (group === null || outputs[0]?.group === group),
  );
  assert.ok(found !== undefined, `a constant of "${group}"`);
  return found.command;
}

const listed = VISUAL_PALETTE.get('NewArray')?.inputs[0]?.name ?? '';

const SOURCES = [
  { id: 'close', command: 'ClosePrices' },
  { id: 'flag', command: 'IsBiggerThan', inputs: { input1: wire('close'), input2: 1 } },
  { id: 'table', command: 'NewArray', inputs: { [listed]: wire('close') } },
];

function documentOf({ command, inputs, isRoot, outputs }: BlockKind): string {
  const needed = inputs.filter(({ isRequired }) => isRequired);
  const own = Object.fromEntries(needed.map((port) => [port.name, given(port)]));
  const used = isRoot || outputs[0]?.kind === 'nothing';
  const log = { id: 'log', command: 'Log', inputs: { message: wire('own') } };
  const blocks = [...SOURCES, { id: 'own', command, inputs: own }, ...(used ? [] : [log])];
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

test('each block with what it requires compiles to Lua that the compiler takes', () => {
  const wrong: string[] = [];
  for (const kind of BLOCK_KINDS) {
    const { model, problems } = readVisualText(documentOf(kind), VISUAL_PALETTE);
    const compiled = model === null ? null : compileVisual(model, VISUAL_PALETTE);
    const source = compiled?.lua ?? null;
    const prepared = source === null ? null : prepareScript({ name: 'block', source }, []);
    if (prepared?.ok === true) continue;
    const found = [...problems, ...(compiled?.problems ?? [])].map(({ message }) => message);
    wrong.push(`${kind.command}: ${prepared?.rejection.message ?? found.join('; ')}`);
  }
  assert.deepEqual(wrong, []);
});
