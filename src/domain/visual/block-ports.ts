// The ports of a block: those of its command, or, of a custom command, those that the block says.

import type {
  BlockKind,
  BlockPalette,
  InputPort,
  OutputPort,
} from '#domain/visual/block-palette.ts';
import type { Block } from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX } from '#domain/visual/visual-model.ts';

/** Of commands that users define. */
export const CUSTOM_CATEGORY = 'Custom Commands';

const ANYTHING = { kind: 'any', group: null } as const;

function customInput(name: string): InputPort {
  const words = { meaning: 'Parameter of the custom command.', unit: null, standIn: null };
  return { name, ...ANYTHING, ...words, isRequired: false, isMany: false };
}

/** Null: there is no such command. */
export function kindOfBlock(block: Block, palette: BlockPalette): BlockKind | null {
  const known = palette.get(block.command);
  if (!block.command.startsWith(CUSTOM_PREFIX)) return known ?? null;
  if (!/^CC_\w+$/.test(block.command)) return null;
  const outputs: readonly OutputPort[] = ['', ...block.outputs].map((name) => {
    return known?.outputs.find((port) => port.name === name) ?? { name, ...ANYTHING };
  });
  const inputs = block.parameters.map((name) => {
    return known?.inputs.find((port) => port.name === name) ?? customInput(name);
  });
  return {
    command: block.command,
    aliases: [],
    category: CUSTOM_CATEGORY,
    meaning: known?.meaning ?? 'A custom command.',
    inputs,
    outputs,
    isRoot: true,
    isConstant: false,
    mayBeNothing: true,
  };
}

/** Input of this name; null when the kind has none. */
export function inputPort(kind: BlockKind, name: string): InputPort | null {
  return kind.inputs.find((port) => port.name === name) ?? null;
}

/** Output of this name; null when the kind has none. */
export function outputPort(kind: BlockKind, name: string): OutputPort | null {
  return kind.outputs.find((port) => port.name === name) ?? null;
}

/** The port of an argument of the block's call, counted from 1; null: there is none. */
export function inputPortOfArgument(
  block: Block,
  argument: number,
  palette: BlockPalette,
): string | null {
  const inputs = kindOfBlock(block, palette)?.inputs ?? [];
  const last = inputs.at(-1);
  return inputs[argument - 1]?.name ?? (last?.isMany === true ? last.name : null);
}
