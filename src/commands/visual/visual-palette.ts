// The kinds of blocks that visual scripts have: one for each command and each constant of the
// catalogue, so that a new command is a block too.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import type {
  CommandDefinition,
  ConstantDefinition,
  ParameterDefinition,
  ResultDefinition,
} from '#commands/definition/command.ts';
import { CONSTANT_GROUPS } from '#commands/definition/command.ts';
import type {
  BlockKind,
  BlockPalette,
  InputPort,
  OutputPort,
  PortKind,
} from '#domain/visual/block-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';

const KINDS: Readonly<Record<ParameterDefinition['kind'], PortKind>> = {
  number: 'number',
  boolean: 'boolean',
  string: 'text',
  series: 'list',
  numberOrSeries: 'numberOrList',
  table: 'table',
  function: 'nothing',
  any: 'any',
  enum: 'constant',
};

type KindAndGroup = Pick<ParameterDefinition, 'kind'> & { readonly group?: string };

function groupOf(kinded: KindAndGroup): string | null {
  if (kinded.kind !== 'enum' || kinded.group === undefined || kinded.group === 'any') return null;
  return CONSTANT_GROUPS[kinded.group as keyof typeof CONSTANT_GROUPS];
}

function inputOf(parameter: ParameterDefinition): InputPort {
  return {
    name: parameter.name,
    kind: KINDS[parameter.kind],
    group: groupOf(parameter),
    unit: parameter.unit ?? null,
    meaning: parameter.meaning,
    isRequired: parameter.isRequired,
    isMany: parameter.isVariadic === true,
    standIn: parameter.defaultExpression ?? null,
  };
}

function outputsOf(result: ResultDefinition): readonly OutputPort[] {
  const main = (kind: PortKind, group: string | null): OutputPort => ({ name: '', kind, group });
  if (result.kind === 'container') {
    const parts = result.fields.map((field) => {
      return { name: field.name, kind: KINDS[field.kind], group: groupOf(field) };
    });
    return [main('table', null), ...parts];
  }
  if (result.kind === 'list') return [main('table', null)];
  if (result.kind === 'nothing') return [main('nothing', null)];
  return [main(KINDS[result.kind], groupOf(result))];
}

/** Results of any kind that there always are. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['Input', 'Offset', 'Grab']);
/** Fields of the form and parts of a custom command are there whether or not they are used. */
const DECLARING: ReadonlySet<string> = new Set(['Custom Commands Helpers', 'Input Fields']);

function kindOf(command: CommandDefinition): BlockKind {
  const { name, category, result } = command;
  return {
    command: name,
    aliases: command.aliases ?? [],
    category,
    meaning: command.meaning,
    inputs: command.parameters.map(inputOf),
    outputs: outputsOf(result),
    isRoot: command.acts.length > 0 || result.kind === 'nothing' || DECLARING.has(category),
    isConstant: false,
    mayBeNothing: result.kind === 'any' && !ALWAYS_THERE.has(name),
  };
}

/** Colours are called with these. */
function partOfColor(name: string, unit: string | null, meaning: string): InputPort {
  const plain = { kind: 'number', group: null, isRequired: false, isMany: false } as const;
  return { ...plain, name, unit, meaning, standIn: null };
}

const OPACITY = partOfColor('opacity', 'percent', 'Opacity from 0 to 100.');
const COLOR_PARTS = ['red', 'green', 'blue', 'alpha'].map((name) =>
  partOfColor(name, null, `Part of ${name}, from 0 to 255.`),
);

function inputsOfConstant({ name, group }: ConstantDefinition): readonly InputPort[] {
  if (group !== 'color') return [];
  return name === 'Color' ? COLOR_PARTS : [OPACITY];
}

function kindOfConstant(constant: ConstantDefinition): BlockKind {
  const group = CONSTANT_GROUPS[constant.group];
  const isText = typeof constant.value === 'string';
  return {
    command: constant.name,
    aliases: constant.aliases ?? [],
    category: group,
    meaning: constant.meaning,
    inputs: inputsOfConstant(constant),
    outputs: [{ name: '', kind: isText ? 'text' : 'constant', group: isText ? null : group }],
    isRoot: false,
    isConstant: true,
    mayBeNothing: false,
  };
}

/** Takes or gives a function, which no wire carries. */
function takesFunctions({ parameters, result }: CommandDefinition): boolean {
  return result.kind === 'function' || parameters.some(({ kind }) => kind === 'function');
}

/** In the order of the catalogue, commands first. */
export const BLOCK_KINDS: readonly BlockKind[] = [
  ...COMMAND_CATALOGUE.filter((command) => !takesFunctions(command)).map(kindOf),
  ...CONSTANT_CATALOGUE.map(kindOfConstant),
];

export const VISUAL_PALETTE: BlockPalette = paletteOf(BLOCK_KINDS);
