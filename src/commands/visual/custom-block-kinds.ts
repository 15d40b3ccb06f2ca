// Kinds of blocks for the custom commands of a user: their ports are what the scripts that define
// them declare.

import type { DeclaredParameter } from '#commands/binding/declared-names.ts';
import { declaredCommand } from '#commands/binding/declared-names.ts';
import type { BlockKind, OutputPort, PortKind } from '#domain/visual/block-palette.ts';
import { CUSTOM_CATEGORY } from '#domain/visual/block-ports.ts';
import type { VisualModel, VisualProblem } from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX, warningAt } from '#domain/visual/visual-model.ts';

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

/** Values are passed by their places: a block that knows other parameters passes them wrongly. */
export function outdatedCalls(
  { blocks }: VisualModel,
  libraries: readonly Library[],
): readonly VisualProblem[] {
  const calls = blocks.filter(({ command, isEnabled }) => {
    return isEnabled && command.startsWith(CUSTOM_PREFIX);
  });
  if (calls.length === 0) return [];
  const kinds = new Map(customBlockKinds(libraries).map((kind) => [kind.command, kind]));
  return calls.flatMap(({ id, command, parameters }) => {
    const now = kinds.get(command)?.inputs.map(({ name }) => name);
    if (now === undefined || parameters.every((name, at) => name === now[at])) return [];
    const words = `"${command}" takes ${now.join(', ') || 'nothing'} by now`;
    return [warningAt(id, null, `${words}, and this block passes ${parameters.join(', ')}`)];
  });
}
