// Kinds of blocks for the custom commands of a user: their ports are what the scripts that define
// them declare.

import type { DeclaredParameter } from '#commands/binding/declared-names.ts';
import { declaredCommand } from '#commands/binding/declared-names.ts';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import type {
  BlockKind,
  BlockPalette,
  OutputPort,
  PortKind,
} from '#domain/visual/block-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';
import { CUSTOM_CATEGORY } from '#domain/visual/block-ports.ts';
import type { Block, VisualModel, VisualProblem } from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX, errorAt, givenAt, warningAt } from '#domain/visual/visual-model.ts';

type Library = { readonly source: string };

const KINDS: Readonly<Record<string, PortKind>> = {
  NumberType: 'number',
  ListNumberType: 'list',
  BooleanType: 'boolean',
  StringType: 'text',
  EnumType: 'constant',
};

function outputOf({ name, type }: Pick<DeclaredParameter, 'name' | 'type'>): OutputPort {
  return { name, kind: KINDS[type] ?? 'any', group: null };
}

/** Null: it defines no command. */
function kindOf({ source }: Library): BlockKind | null {
  const declared = declaredCommand(source);
  if (declared === null) return null;
  const { name, description, parameters, type, parts } = declared;
  return {
    command: CUSTOM_PREFIX + name,
    aliases: [],
    category: CUSTOM_CATEGORY,
    meaning: description === '' ? 'A command of yours.' : description,
    inputs: parameters.map((parameter) => ({
      ...outputOf(parameter),
      unit: null,
      meaning: parameter.description === '' ? 'Parameter of it.' : parameter.description,
      isRequired: parameter.isRequired,
      isMany: false,
      standIn: null,
    })),
    outputs: [outputOf({ name: '', type }), ...parts.map(outputOf)],
    isRoot: true,
    isConstant: false,
    mayBeNothing: true,
  };
}

/** One of each name, the first that defines it, as calls find it. */
export function customBlockKinds(libraries: readonly Library[]): readonly BlockKind[] {
  const kinds = new Map<string, BlockKind>();
  for (const library of libraries) {
    const kind = kindOf(library);
    if (kind !== null && !kinds.has(kind.command)) kinds.set(kind.command, kind);
  }
  return [...kinds.values()];
}

function callsIn({ blocks }: VisualModel): readonly Block[] {
  return blocks.filter(({ command, isEnabled }) => isEnabled && command.startsWith(CUSTOM_PREFIX));
}

/** The palette against which a model is compiled: with the custom commands where it calls some. */
export function paletteFor(model: VisualModel, libraries: readonly Library[]): BlockPalette {
  if (callsIn(model).length === 0) return VISUAL_PALETTE;
  const own = customBlockKinds(libraries);
  return own.length === 0 ? VISUAL_PALETTE : paletteOf([...BLOCK_KINDS, ...own]);
}

/**
 * Calls of commands that take other parameters by now. Values are passed by their places: a block
 * that knows others passes them wrongly, and one that lacks a required one cannot run.
 */
export function outdatedCalls(
  model: VisualModel,
  libraries: readonly Library[],
): readonly VisualProblem[] {
  const calls = callsIn(model);
  if (calls.length === 0) return [];
  const kinds = new Map(customBlockKinds(libraries).map((kind) => [kind.command, kind]));
  return calls.flatMap((call) => {
    const kind = kinds.get(call.command);
    return kind === undefined ? [] : [...renamedParameters(call, kind), ...unpassed(call, kind)];
  });
}

function renamedParameters(
  { id, command, parameters }: Block,
  { inputs }: BlockKind,
): readonly VisualProblem[] {
  const now = inputs.map(({ name }) => name);
  if (parameters.every((name, at) => name === now[at])) return [];
  const words = `"${command}" takes ${now.join(', ') || 'nothing'} by now`;
  return [warningAt(id, null, `${words}, and this block passes ${parameters.join(', ')}`)];
}

/** Required parameters that the block knows under another name, or not at all. */
function unpassed(call: Block, { inputs }: BlockKind): readonly VisualProblem[] {
  return inputs.flatMap(({ name, isRequired }, at) => {
    const known = call.parameters[at];
    if (!isRequired || known === name) return [];
    const isPassed = known !== undefined && givenAt(call, known) !== null;
    // An input that is required under the name that the block knows has its own problem.
    if (isPassed || inputs.some((port) => port.name === known && port.isRequired)) return [];
    const message = `"${call.command}" needs "${name}" by now, and this block does not pass it`;
    return [errorAt(call.id, known ?? null, message)];
  });
}
