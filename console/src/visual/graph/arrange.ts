// Automatic layout: inputs to the left of what uses them, groups together. Blocks without a place
// get one, and the others stay where they are.

import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre';
import { Graph, layout } from '@dagrejs/dagre';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { Block, VisualModel } from '#domain/visual/visual-model.ts';
import { wiresInto } from '#domain/visual-rules/change-block.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { BLOCK_WIDTH, NOTE_HEIGHT, shapeOf } from './block-shape.ts';

export type Rect = Point & { readonly width: number; readonly height: number };

const GAP_X = 90;
const GAP_Y = 28;
const GRID = 10;

const onGrid = (value: number): number => Math.round(value / GRID) * GRID;

export function heightOf(block: Block, palette: BlockPalette, showsUnused: boolean): number {
  if (block.command === 'Comment') return NOTE_HEIGHT;
  const kind = kindOfBlock(block, palette);
  return shapeOf({ block, kind, showsUnused, problemCount: 0, read: new Set() }).height;
}

/** Places of some blocks beside one another, from 0, 0. */
export function arrange(
  blocks: readonly Block[],
  heights: ReadonlyMap<string, number>,
): ReadonlyMap<string, Point> {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ compound: true });
  graph.setGraph({ rankdir: 'LR', nodesep: GAP_Y, ranksep: GAP_X, edgesep: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = new Set(blocks.map(({ id }) => id));
  for (const { id, group } of blocks) {
    graph.setNode(id, { width: BLOCK_WIDTH, height: heights.get(id) ?? 0 });
    if (group === '') continue;
    const frame = `group ${group}`;
    if (!graph.hasNode(frame)) graph.setNode(frame, { width: 0, height: 0 });
    graph.setParent(id, frame);
  }
  for (const block of blocks) {
    for (const wire of wiresInto(block)) {
      if (ids.has(wire.block)) graph.setEdge(wire.block, block.id, {});
    }
  }
  layout(graph);
  const placed = blocks.map(({ id }): readonly [string, Point] => {
    const { x = 0, y = 0 } = graph.node(id);
    const height = heights.get(id) ?? 0;
    return [id, { x: x - BLOCK_WIDTH / 2, y: y - height / 2 }];
  });
  const left = Math.min(...placed.map(([, { x }]) => x));
  const top = Math.min(...placed.map(([, { y }]) => y));
  return new Map(placed.map(([id, { x, y }]) => [id, { x: onGrid(x - left), y: onGrid(y - top) }]));
}

function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

function overlap(left: Rect, right: Rect): boolean {
  return (
    left.x < right.x + right.width + GAP_Y &&
    right.x < left.x + left.width + GAP_Y &&
    left.y < right.y + right.height + GAP_Y &&
    right.y < left.y + left.height + GAP_Y
  );
}

/** As far below `wanted` as nothing is in the way. */
function freeSpot(wanted: Rect, taken: readonly Rect[]): Rect {
  let spot = wanted;
  for (let tries = 0; tries < 200; tries += 1) {
    const hit = taken.find((rect) => overlap(rect, spot));
    if (hit === undefined) return spot;
    spot = { ...spot, y: onGrid(hit.y + hit.height + GAP_Y + GRID) };
  }
  return spot;
}

/** Where new blocks go: before the block that they are for, or at a point. */
export type Wish = { readonly before: string } | { readonly at: Point };

/** Places of new blocks beside those that have one. */
export function placeNew(
  blocks: readonly Block[],
  wish: Wish | null,
  taken: ReadonlyMap<string, Rect>,
  heights: ReadonlyMap<string, number>,
): ReadonlyMap<string, Point> {
  const points = arrange(blocks, heights);
  if (points.size === 0) return points;
  const rects = [...points].map(([id, point]) => {
    return { ...point, width: BLOCK_WIDTH, height: heights.get(id) ?? 0 };
  });
  const box = boundsOf(rects);
  const others = [...taken.values()];
  const corner = cornerOf(box, wish, taken);
  const spot = freeSpot({ ...box, x: onGrid(corner.x), y: onGrid(corner.y) }, others);
  return new Map([...points].map(([id, { x, y }]) => [id, { x: x + spot.x, y: y + spot.y }]));
}

function cornerOf(box: Rect, wish: Wish | null, taken: ReadonlyMap<string, Rect>): Point {
  if (wish !== null && 'at' in wish) return wish.at;
  const target = wish === null ? undefined : taken.get(wish.before);
  if (target !== undefined) return { x: target.x - GAP_X - box.width, y: target.y };
  if (taken.size === 0) return { x: 0, y: 0 };
  const all = boundsOf([...taken.values()]);
  return { x: all.x, y: all.y + all.height + GAP_X };
}

/** Places of all blocks, most of them from the model. */
export function completePlaces(
  { blocks, layout: places }: VisualModel,
  palette: BlockPalette,
  derived: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const known = new Map(places.map((place) => [place.block, place]));
  const points = new Map<string, Point>();
  const missing: Block[] = [];
  const heights = new Map<string, number>();
  for (const block of blocks) {
    const place = known.get(block.id);
    const point = place ?? derived.get(block.id);
    heights.set(block.id, heightOf(block, palette, place?.showsUnused ?? false));
    if (point === undefined) missing.push(block);
    else points.set(block.id, { x: point.x, y: point.y });
  }
  if (missing.length === 0) return points;
  const taken = new Map(
    [...points].map(([id, point]) => [
      id,
      { ...point, width: BLOCK_WIDTH, height: heights.get(id) ?? 0 },
    ]),
  );
  return new Map([...points, ...placeNew(missing, wishOf(missing, blocks), taken, heights)]);
}

/** Before what uses one of them. */
function wishOf(missing: readonly Block[], blocks: readonly Block[]): Wish | null {
  const ids = new Set(missing.map(({ id }) => id));
  const user = blocks.find(
    (block) => !ids.has(block.id) && wiresInto(block).some((wire) => ids.has(wire.block)),
  );
  return user === undefined ? null : { before: user.id };
}
