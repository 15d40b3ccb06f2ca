// Blocks as a text, and a text as blocks: copies keep the wires among them, and those to blocks
// that the model has. What is pasted may come from another script or from another program.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type {
  Block,
  BlockInput,
  VisualModel,
  VisualProblem,
  Wire,
} from '#domain/visual/visual-model.ts';
import { VISUAL_BLOCKS_MAX, errorAt } from '#domain/visual/visual-model.ts';
import { tooManyBlocks } from '#domain/visual/read-own-form.ts';
import { freshId, idsOf } from '#domain/visual-rules/change-block.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';

/**
 * Some blocks of a model as a document.
 * @public The console's editor.
 */
export function copyBlocks({ blocks, layout }: VisualModel, ids: ReadonlySet<string>): string {
  return visualText({
    blocks: blocks.filter(({ id }) => ids.has(id)),
    layout: layout.filter(({ block }) => ids.has(block)),
  });
}

/** @public The console's editor. */
export type Pasting =
  | { readonly model: VisualModel; readonly blocks: readonly string[]; readonly problems: null }
  | { readonly model: null; readonly problems: readonly VisualProblem[] };

/** The copies, under ids that are free; `ids` says by which each is known. */
function renamed(
  block: Block,
  ids: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): Block {
  const to = (wire: Wire): readonly Wire[] => {
    const copy = ids.get(wire.block);
    if (copy !== undefined) return [{ ...wire, block: copy }];
    return known.has(wire.block) ? [wire] : [];
  };
  const gate = block.gate.flatMap(to);
  return {
    ...block,
    id: ids.get(block.id) ?? block.id,
    gate,
    needsGate: block.needsGate || (gate.length === 0 && block.gate.length > 0),
    inputs: block.inputs.flatMap(({ port, given }): readonly BlockInput[] => {
      if (given.kind !== 'wires') return [{ port, given }];
      const wires = given.wires.flatMap(to);
      return wires.length === 0 ? [] : [{ port, given: { ...given, wires } }];
    }),
  };
}

/**
 * The blocks of a text beside those of a model; the left upper one of them stands at `at`.
 * @public The console's editor.
 */
export function pasteBlocks(
  model: VisualModel,
  text: string,
  at: Point,
  palette: BlockPalette,
): Pasting {
  const { model: read, problems } = readVisualText(text, palette);
  if (read === null) return { model: null, problems };
  const count = model.blocks.length + read.blocks.length;
  if (count > VISUAL_BLOCKS_MAX) {
    return { model: null, problems: [errorAt(null, null, tooManyBlocks(count))] };
  }
  const known = idsOf(model);
  const taken = new Set(known);
  const ids = new Map<string, string>();
  for (const { id } of read.blocks) {
    const free = freshId(taken, id.replace(/(?<=\D)\d{1,6}$/, ''));
    taken.add(free);
    ids.set(id, free);
  }
  const left = Math.min(...read.layout.map(({ x }) => x));
  const top = Math.min(...read.layout.map(({ y }) => y));
  const layout = read.layout.map((place) => ({
    ...place,
    block: ids.get(place.block) ?? place.block,
    x: Math.round(place.x - left + at.x),
    y: Math.round(place.y - top + at.y),
  }));
  const blocks = read.blocks.map((block) => renamed(block, ids, known));
  return {
    model: { blocks: [...model.blocks, ...blocks], layout: [...model.layout, ...layout] },
    blocks: [...ids.values()],
    problems: null,
  };
}
