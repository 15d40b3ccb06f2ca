// The ports of a block: those of its command, or, of a custom command, those that the block says.

import type {
  BlockKind,
  BlockPalette,
  InputPort,
  OutputPort,
} from '#domain/visual/block-palette.ts';
import type { Block } from '#domain/visual/visual-model.ts';

const ANYTHING = { kind: 'any', group: null } as const;

function customInput(name: string): InputPort {
  const words = { meaning: 'Parameter of the custom command.', unit: null, standIn: null };
  return { name, ...ANYTHING, ...words, isRequired: false, isMany: false };
}

/** Null: there is no such command. */
export function kindOfBlock(block: Block, palette: BlockPalette): BlockKind | null {
  const known = palette.get(block.command);
  if (known !== undefined) return known;
  if (!/^CC_\w+$/.test(block.command)) return null;
  const outputs: readonly OutputPort[] = ['', ...block.outputs].map((name) => {
    return { name, ...ANYTHING };
  });
  return {
    command: block.command,
    aliases: [],
    category: 'Custom Commands',
    meaning: 'A custom command.',
    inputs: block.parameters.map(customInput),
    outputs,
    isRoot: true,
    isConstant: false,
    mayBeNothing: true,
  };
}

export function inputPort(kind: BlockKind, name: string): InputPort | null {
  return kind.inputs.find((port) => port.name === name) ?? null;
}

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
