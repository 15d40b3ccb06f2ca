// The script that defines a command of one's own: its parameters, the blocks that work out its
// values, and what it returns.

import type { OutputPort, PortKind } from '#domain/visual/block-palette.ts';
import { sortedInputs } from '#domain/visual/read-own-form.ts';
import type {
  Block,
  BlockInput,
  BlockPlace,
  PortContent,
  TypedValue,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';
import { freshId } from '#domain/visual-rules/change-block.ts';

/** Something that crosses the border of a command. */
export type Crossing = {
  /** The same for what is the same outside. */
  readonly key: string;
  readonly words: string;
  readonly output: OutputPort;
  /** What stands for it outside. */
  readonly given: PortContent;
};

export type CommandParts = {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly Block[];
  readonly layout: readonly BlockPlace[];
  readonly given: readonly Crossing[];
  readonly parameters: ReadonlyMap<string, string>;
  readonly taken: readonly Crossing[];
  readonly results: ReadonlyMap<string, string>;
};

const NAME_MAX = 40;

/** "Close prices" as `close_prices`; the first of that name that is free. */
export function identifierOf(words: string, taken: ReadonlySet<string>): string {
  const word = words
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, NAME_MAX);
  const name = /^[a-z]/.test(word) ? word : `value_${word}`.replace(/_$/, '');
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

const TYPES: Readonly<Partial<Record<PortKind, string>>> = {
  list: 'ListNumberType',
  number: 'NumberType',
  boolean: 'BooleanType',
  text: 'StringType',
  constant: 'EnumType',
};

const typeOf = ({ output }: Crossing): string => TYPES[output.kind] ?? 'DynamicType';

/** Where the script runs by itself, as in a check. */
function standInOf({ output, given }: Crossing): TypedValue {
  if (given.kind === 'value') return given.value;
  return output.kind === 'boolean' ? false : output.kind === 'text' ? '' : 0;
}

const value = (port: string, of: TypedValue): BlockInput => {
  return { port, given: { kind: 'value', value: of, input: null } };
};
const wires = (port: string, ...of: readonly Wire[]): BlockInput => {
  return { port, given: { kind: 'wires', wires: of } };
};

function blockFor(id: string, command: string, inputs: readonly BlockInput[], title = ''): Block {
  const plain = { isEnabled: true, gate: [], needsGate: false, parameters: [], outputs: [] };
  return { ...plain, id, command, title, inputs, group: '' };
}

function parameterBlock(id: string, passed: Crossing, name: string): Block {
  const inputs = [
    value('type', typeOf(passed)),
    value('name', name),
    value('description', passed.words),
    value('isRequired', true),
    value('defaultValue', standInOf(passed)),
  ];
  return blockFor(id, 'DefineParameter', inputs, passed.words);
}

/** A member, with parameters where something of outside stood. */
function inner(block: Block, idOf: (key: string) => string | null): Block {
  const to = (wire: Wire): Wire => {
    const id = idOf(`wire ${wire.block}:${wire.port}`);
    return id === null ? wire : { block: id, port: '' };
  };
  const inputs = block.inputs.map(({ port, given }): BlockInput => {
    if (given.kind === 'wires') return wires(port, ...given.wires.map(to));
    const key = given.kind === 'name' ? `name ${given.name}` : `input ${given.input ?? ''}`;
    const isPassed = given.kind === 'name' || given.input !== null;
    const id = isPassed ? idOf(key) : null;
    return id === null ? { port, given } : wires(port, { block: id, port: '' });
  });
  return { ...block, group: '', gate: block.gate.map(to), inputs };
}

function wireOf({ given }: Crossing): readonly Wire[] {
  return given.kind === 'wires' ? given.wires : [];
}

function resultBlocks(
  { taken, results }: CommandParts,
  fresh: (hint: string) => string,
): readonly Block[] {
  const [only] = taken;
  if (only !== undefined && taken.length === 1) {
    const inputs = [value('type', typeOf(only)), wires('value', ...wireOf(only))];
    return [blockFor(fresh('result'), 'DefineOutput', inputs)];
  }
  const list = fresh('results');
  const inputs = [value('type', 'ListDynamicType'), wires('value', { block: list, port: '' })];
  const places = taken.map((passed, at) => {
    return blockFor(fresh('part'), 'DefineOutputIndex', [
      value('index', at + 1),
      value('type', typeOf(passed)),
      value('name', results.get(passed.key) ?? ''),
      value('description', passed.words),
    ]);
  });
  return [
    blockFor(list, 'NewArray', [wires('elements[]', ...taken.flatMap(wireOf))]),
    ...places,
    blockFor(fresh('result'), 'DefineOutput', inputs),
  ];
}

const COLUMN = 340;
const ROW = 200;

function placed(blocks: readonly Block[], x: number, y: number): readonly BlockPlace[] {
  const usual = { width: 0, height: 0, isReversed: false, isMirrored: false, showsUnused: false };
  return blocks.map(({ id }, at) => ({ ...usual, block: id, x, y: y + at * ROW, isFolded: false }));
}

/** The document that defines it. */
export function commandDocument(of: CommandParts): VisualModel {
  const { name, description, parts, layout, given, parameters } = of;
  const taken = new Set(parts.map(({ id }) => id));
  const fresh = (hint: string): string => {
    const id = freshId(taken, hint);
    taken.add(id);
    return id;
  };
  const define = blockFor(fresh('define'), 'DefineCommand', [
    value('name', name),
    value('description', description),
  ]);
  const ids = new Map(given.map(({ key }) => [key, fresh(parameters.get(key) ?? '')]));
  const declared = given.map((passed) =>
    parameterBlock(ids.get(passed.key) ?? '', passed, parameters.get(passed.key) ?? ''),
  );
  const members = parts.map((block) => inner(block, (key) => ids.get(key) ?? null));
  const results = resultBlocks(of, fresh);
  const xs = layout.map(({ x }) => x);
  const top = Math.min(0, ...layout.map(({ y }) => y));
  const [left, right] = [Math.min(0, ...xs), Math.max(0, ...xs)];
  return {
    blocks: [define, ...declared, ...members, ...results].map((block) => {
      return { ...block, inputs: sortedInputs(block.inputs) };
    }),
    layout: [
      ...placed([define, ...declared], left - COLUMN, top),
      ...layout.map((place) => ({ ...place, isFolded: false })),
      ...placed(results, right + COLUMN, top),
    ],
  };
}
