// Edits of a model, each giving a new one. A block that nothing uses after an edit and that does
// nothing by itself goes with what used it, so that no rests are left behind a sentence.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import { sortedInputs } from '#domain/visual/read-own-form.ts';
import type {
  Block,
  BlockInput,
  PortContent,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';
import { VISUAL_ID } from '#domain/visual/visual-model.ts';

/**
 * One wire: to an input of a block, or, where `port` is null, to its gate.
 * @public The console's editor.
 */
export type WirePlace = {
  readonly block: string;
  readonly port: string | null;
  /** Among the wires of the place. */
  readonly index: number;
};

/** Block of this id; null when the model has none. */
export function blockOf(model: VisualModel, id: string): Block | null {
  return model.blocks.find((block) => block.id === id) ?? null;
}

/** An id that no block has: the hint, or the hint and a number. */
export function freshId(taken: ReadonlySet<string>, hint: string): string {
  const base = hint.replaceAll(/[^\w-]/g, '').slice(0, 48) || 'block';
  const word = VISUAL_ID.test(base) ? base : 'block';
  if (!taken.has(word)) return word;
  let number = 2;
  while (taken.has(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}

/** Ids of all blocks, as a set that the caller may extend. */
export function idsOf({ blocks }: VisualModel): Set<string> {
  return new Set(blocks.map(({ id }) => id));
}

/** Every wire that leads into a block. */
export function wiresInto({ gate, inputs }: Block): readonly Wire[] {
  return [...gate, ...inputs.flatMap(({ given }) => (given.kind === 'wires' ? given.wires : []))];
}

/** Blocks that something reads. */
export function usedBlocks({ blocks }: VisualModel): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => wiresInto(block).map((wire) => wire.block)));
}

/** New model with one block changed; a model without the block stays the same. */
/**
 * New blocks stand before the first of those that wait for them. Behind all others they would run
 * later, and what waits for them would lose its turn.
 */
export function standBefore(
  before: VisualModel,
  after: VisualModel,
  waiting: ReadonlySet<string>,
): VisualModel {
  const known = idsOf(before);
  const fresh = after.blocks.filter(({ id }) => !known.has(id));
  const rest = after.blocks.filter(({ id }) => known.has(id));
  const at = rest.findIndex(({ id }) => waiting.has(id));
  if (fresh.length === 0 || at < 0) return after;
  return { ...after, blocks: [...rest.slice(0, at), ...fresh, ...rest.slice(at)] };
}

/** The model with one block of it changed. */
export function changeBlock(
  model: VisualModel,
  id: string,
  change: (block: Block) => Block,
): VisualModel {
  const blocks = model.blocks.map((block) => (block.id === id ? change(block) : block));
  return { ...model, blocks };
}

/** In the order of the text; null: the port is not given any more. */
export function withGiven(block: Block, port: string, given: PortContent | null): Block {
  const isKnown = block.inputs.some((input) => input.port === port);
  if (given === null) {
    return { ...block, inputs: block.inputs.filter((input) => input.port !== port) };
  }
  const inputs = isKnown
    ? block.inputs.map((input) => (input.port === port ? { port, given } : input))
    : [...block.inputs, { port, given }];
  return { ...block, inputs: sortedInputs(inputs) };
}

/** Without blocks that something used before the edit, nothing uses now, and that do nothing. */
export function withoutOrphans(
  before: VisualModel,
  after: VisualModel,
  palette: BlockPalette,
): VisualModel {
  const wasUsed = usedBlocks(before);
  let model = after;
  for (;;) {
    const used = usedBlocks(model);
    const staying = model.blocks.filter((block) => {
      const isRoot = kindOfBlock(block, palette)?.isRoot ?? true;
      return used.has(block.id) || !wasUsed.has(block.id) || isRoot;
    });
    if (staying.length === model.blocks.length) return withLayoutOf(model);
    model = { ...model, blocks: staying };
  }
}

function withLayoutOf(model: VisualModel): VisualModel {
  const ids = idsOf(model);
  return { ...model, layout: model.layout.filter(({ block }) => ids.has(block)) };
}

/**
 * What stands at an input; null: nothing.
 * @public The console's editor.
 */
export function setGiven(
  model: VisualModel,
  { block, port }: Pick<WirePlace, 'block'> & { readonly port: string },
  given: PortContent | null,
  palette: BlockPalette,
): VisualModel {
  const after = changeBlock(model, block, (of) => withGiven(of, port, given));
  return withoutOrphans(model, after, palette);
}

/** Replaces the gate of a block and removes blocks that nothing uses any more. */
export function setGate(
  model: VisualModel,
  id: string,
  gate: readonly Wire[],
  palette: BlockPalette,
): VisualModel {
  const after = changeBlock(model, id, (of) => ({ ...of, gate }));
  return withoutOrphans(model, after, palette);
}

/** The wires of a place that stand at it now. */
export function wiresAt(model: VisualModel, id: string, port: string | null): readonly Wire[] {
  const block = blockOf(model, id);
  if (block === null) return [];
  if (port === null) return block.gate;
  const given = block.inputs.find((input) => input.port === port)?.given;
  return given?.kind === 'wires' ? given.wires : [];
}

/** Other wires at a place; none: the place is empty. */
export function setWires(
  model: VisualModel,
  { block, port }: Omit<WirePlace, 'index'>,
  wires: readonly Wire[],
  palette: BlockPalette,
): VisualModel {
  if (port === null) return setGate(model, block, wires, palette);
  const given = wires.length === 0 ? null : ({ kind: 'wires', wires } as const);
  return setGiven(model, { block, port }, given, palette);
}

/** Removes one wire of a port and the blocks that nothing uses without it. */
export function removeWire(
  model: VisualModel,
  place: WirePlace,
  palette: BlockPalette,
): VisualModel {
  const wires = wiresAt(model, place.block, place.port);
  return setWires(
    model,
    place,
    wires.filter((_, at) => at !== place.index),
    palette,
  );
}

/** Without blocks, their places, and wires from them. */
export function withoutBlocks(model: VisualModel, gone: ReadonlySet<string>): VisualModel {
  const stays = (wire: Wire): boolean => !gone.has(wire.block);
  const blocks = model.blocks
    .filter(({ id }) => !gone.has(id))
    .map((block) => ({
      ...block,
      gate: block.gate.filter(stays),
      // A block that its author put behind a gate does not begin to run because the gate is gone.
      needsGate: block.needsGate || (block.gate.length > 0 && !block.gate.some(stays)),
      inputs: block.inputs.flatMap(({ port, given }): readonly BlockInput[] => {
        if (given.kind !== 'wires') return [{ port, given }];
        const wires = given.wires.filter(stays);
        return wires.length === 0 ? [] : [{ port, given: { ...given, wires } }];
      }),
    }));
  return withLayoutOf({ ...model, blocks });
}

/** The same, and without what only they used. */
export function removeBlocks(
  model: VisualModel,
  gone: ReadonlySet<string>,
  palette: BlockPalette,
): VisualModel {
  return withoutOrphans(model, withoutBlocks(model, gone), palette);
}
