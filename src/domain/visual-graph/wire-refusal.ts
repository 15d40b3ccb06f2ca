// Wires that are possible: what one drags from an output to an input, and why it cannot be dropped
// there. A wire that this allows never makes a problem of kinds, of number or of order.

import type { BlockPalette, InputPort, OutputPort } from '#domain/visual/block-palette.ts';
import { converts } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { Block, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { VISUAL_WIRES_MAX } from '#domain/visual/visual-model.ts';
import { blockOf, wiresAt, wiresInto } from '#domain/visual-rules/change-block.ts';
import type { BlockWords } from '#domain/visual/words/block-words.ts';
import { ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';

/**
 * An input of a block; `port` null: its gate.
 * @public The console's editor.
 */
export type WireEnd = { readonly block: string; readonly port: string | null };

/**
 * The name of a block on the canvas.
 * @public The console's editor.
 */
export function blockWords(
  { title, command }: Pick<Block, 'title' | 'command'>,
  words: BlockWords = ENGLISH_WORDS,
): string {
  return title === '' ? words.command(command) : title;
}

/** Blocks that wait for a block, through any number of wires, and itself. */
export function waitingFor({ blocks }: VisualModel, id: string): ReadonlySet<string> {
  const readers = new Map<string, string[]>();
  for (const block of blocks) {
    for (const wire of wiresInto(block)) {
      const known = readers.get(wire.block) ?? [];
      readers.set(wire.block, known);
      known.push(block.id);
    }
  }
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(readers.get(next) ?? []));
  }
  return found;
}

/** Null: the kinds fit. */
function kindRefusal(
  from: OutputPort,
  to: InputPort | null,
  giver: string,
  words: BlockWords,
): string | null {
  const { joints } = words;
  if (from.kind === 'nothing') return joints.givesNoValue(giver);
  const isFit = to === null ? from.kind === 'boolean' || from.kind === 'any' : converts(from, to);
  if (isFit) return null;
  const wanted = to === null ? joints.yesOrNo : words.kind(to);
  return joints.doesNotFit(giver, words.kind(from), wanted);
}

type End = { readonly block: Block; readonly port: InputPort | null };

/** Null: there is no such input. */
function endOf(
  model: VisualModel,
  { block: id, port }: WireEnd,
  palette: BlockPalette,
): End | null {
  const block = blockOf(model, id);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (block === null || kind === null) return null;
  if (port === null) return { block, port: null };
  const known = inputPort(kind, port);
  return known === null ? null : { block, port: known };
}

/**
 * Why a wire cannot lead to an input, in a sentence; null: it can.
 * @public The console's editor.
 */
export function wireRefusal(
  model: VisualModel,
  wire: Wire,
  to: WireEnd,
  palette: BlockPalette,
  words: BlockWords = ENGLISH_WORDS,
): string | null {
  const { joints } = words;
  const giver = blockOf(model, wire.block);
  const kind = giver === null ? null : kindOfBlock(giver, palette);
  const output = kind === null ? null : outputPort(kind, wire.port);
  if (giver === null || output === null) return joints.noSuchOutput;
  const end = endOf(model, to, palette);
  if (end === null) return joints.noSuchInput;
  const name = blockWords(giver, words);
  const refused = kindRefusal(output, end.port, name, words);
  if (refused !== null) return refused;
  const wires = wiresAt(model, to.block, to.port);
  if (wires.some(({ block, port }) => block === wire.block && port === wire.port)) {
    return joints.connectedAlready;
  }
  const isMany = end.port === null || end.port.isMany;
  if (isMany && wires.length >= VISUAL_WIRES_MAX) {
    return joints.tooManyWires(VISUAL_WIRES_MAX);
  }
  if (!waitingFor(model, to.block).has(wire.block)) return null;
  if (wire.block === to.block) return joints.waitsForItself;
  return joints.waitsInCircle(name, blockWords(end.block, words));
}

/**
 * Inputs that an output may be connected to, in the order of the blocks.
 * @public The console's editor.
 */
export function possibleEnds(
  model: VisualModel,
  wire: Wire,
  palette: BlockPalette,
): readonly WireEnd[] {
  return endsOf(model, palette).filter((to) => wireRefusal(model, wire, to, palette) === null);
}

/**
 * Outputs that may be connected to an input, in the order of the blocks.
 * @public The console's editor.
 */
export function possibleWires(
  model: VisualModel,
  to: WireEnd,
  palette: BlockPalette,
): readonly Wire[] {
  const wires = model.blocks.flatMap((block) =>
    (kindOfBlock(block, palette)?.outputs ?? []).map(({ name }) => ({
      block: block.id,
      port: name,
    })),
  );
  return wires.filter((wire) => wireRefusal(model, wire, to, palette) === null);
}

function endsOf({ blocks }: VisualModel, palette: BlockPalette): readonly WireEnd[] {
  return blocks.flatMap((block) => {
    const kind = kindOfBlock(block, palette);
    if (kind === null || kind.isConstant) return [];
    const inputs = kind.inputs.map(({ name }) => ({ block: block.id, port: name }));
    return [{ block: block.id, port: null }, ...inputs];
  });
}
