// Additions to the graph: what is picked from the palette stands near what it is for, is connected
// to it, and says what it is open for itself.

import { useReactFlow } from '@xyflow/react';
import { addBlock, openEnd } from '#domain/visual-graph/add-block.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { connect, placeBlocks } from '#domain/visual-graph/graph-edits.ts';
import { possibleEnds } from '#domain/visual-graph/wire-refusal.ts';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { idsOf } from '#domain/visual-rules/change-block.ts';
import { addProtection } from '#domain/visual-rules/edit-rules.ts';
import { useEditing } from '../editing.ts';
import type { Rect, Wish } from './arrange.ts';
import { heightOf, placeNew } from './arrange.ts';
import { BLOCK_WIDTH } from './block-shape.ts';
import type { LooseEnd } from './graph-state.ts';
import { useGraph } from './graph-state.ts';
import type { PaletteItem } from './palette-items.ts';
import { paletteItems } from './palette-items.ts';
import type { Flow } from './use-flow.ts';
import { useMiddle } from './use-middle.ts';

type NewBlock = { readonly model: VisualModel; readonly block: string };

/** The model with what was picked, joined to what it was picked for. */
function added(
  model: VisualModel,
  item: Pick<PaletteItem, 'spec' | 'isProtection'>,
  wanted: LooseEnd | null,
  palette: BlockPalette,
): NewBlock {
  const { spec, isProtection } = item;
  if (isProtection) {
    const before = idsOf(model);
    const next = addProtection(model, spec, palette);
    return { model: next, block: next.blocks.find(({ id }) => !before.has(id))?.id ?? '' };
  }
  const into = wanted?.kind === 'to' ? wanted.to : null;
  const made = addBlock(model, spec, into, palette);
  const block = made.wire.block;
  if (wanted?.kind !== 'from') return { model: made.model, block };
  const ends = possibleEnds(made.model, wanted.wire, palette).filter((end) => end.block === block);
  const open = openEnd(made.model, block, palette);
  const to = ends.find(({ port }) => open !== null && port === open.port) ?? ends.at(-1);
  if (to === undefined) return { model: made.model, block };
  return { model: connect(made.model, { wire: wanted.wire, to }, palette), block };
}

/** Adds what is picked from the palette, near what it is for, and says what it is open for. */
export function useAddition(flow: Flow): (picked: PaletteItem | string, at: Point | null) => void {
  const { model, known } = useEditing();
  const { palette } = known;
  const shared = useGraph();
  const { setCenter, getViewport } = useReactFlow();
  const middle = useMiddle();
  return (picked: PaletteItem | string, at: Point | null): void => {
    const wanted = at === null ? shared.wanted.get() : null;
    const item =
      typeof picked === 'string'
        ? paletteItems(model, known.kinds, palette, { wanted: null, query: '' }).find(
            ({ key }) => key === picked,
          )
        : picked;
    if (item === undefined) return;
    const { model: next, block } = added(model, item, wanted, palette);
    const wish: Wish = wanted?.kind === 'to' ? { before: wanted.to.block } : { at: at ?? middle() };
    const points = pointsOfNew(model, next, wish, flow.points, palette);
    shared.change(() => placeBlocks(next, new Map([...flow.points, ...points])));
    flow.select(new Set([block]));
    const open = openEnd(next, block, palette);
    const rest = wanted?.kind === 'to' ? openEnd(next, wanted.to.block, palette) : null;
    const then = open ?? rest;
    shared.wanted.set(then === null ? null : { kind: 'to', to: then });
    const shown = points.get(block);
    if (shown !== undefined && at === null) {
      const { zoom } = getViewport();
      void setCenter(shown.x + BLOCK_WIDTH / 2, shown.y + 60, { zoom: Math.max(zoom, 0.6) });
    }
  };
}

function pointsOfNew(
  before: VisualModel,
  after: VisualModel,
  wish: Wish,
  points: ReadonlyMap<string, Point>,
  palette: BlockPalette,
): ReadonlyMap<string, Point> {
  const known = idsOf(before);
  const heights = new Map(after.blocks.map((of) => [of.id, heightOf(of, palette, false)]));
  const taken = new Map<string, Rect>(
    [...points].map(([id, { x, y }]) => [
      id,
      { x, y, width: BLOCK_WIDTH, height: heights.get(id) ?? 0 },
    ]),
  );
  const blocks = after.blocks.filter(({ id }) => !known.has(id));
  return placeNew(blocks, wish, taken, heights);
}
