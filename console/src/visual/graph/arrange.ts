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
import { VISUAL } from '../../words/visual.ts';

export type Rect = Point & { readonly width: number; readonly height: number };

const GAP_X = 90;
const GAP_Y = 28;
const GRID = 10;

const onGrid = (value: number): number => Math.round(value / GRID) * GRID;

/** Height of a block on the canvas, in its own units. */
export function heightOf(block: Block, palette: BlockPalette, showsUnused: boolean): number {
  if (block.command === 'Comment') return NOTE_HEIGHT;
  const kind = kindOfBlock(block, palette);
  return shapeOf({ block, kind, showsUnused, problemCount: 0, read: new Set() }).height;
}

type Box = { readonly id: string; readonly width: number; readonly height: number };
type Lines = readonly (readonly [from: string, to: string])[];

/** Boxes from left to right by the lines between them; their left upper corners. */
function layered(boxes: readonly Box[], lines: Lines): ReadonlyMap<string, Point> {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP_Y, ranksep: GAP_X, edgesep: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const [from, to] of lines) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);
  return new Map(
    boxes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}

/** Wider than high, because screens are. */
const SHAPE = 1.6;

/** Boxes in rows, in the order of their places, where in layers they would be a high column. */
function packed(
  boxes: readonly Box[],
  points: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const rects = boxes.map((box) => ({ ...box, ...(points.get(box.id) ?? { x: 0, y: 0 }) }));
  const { width, height } = boundsOf(rects);
  if (boxes.length < 4 || height < width * SHAPE) return points;
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP_X) * (box.height + GAP_Y), 0);
  const rowWidth = Math.sqrt(area * SHAPE);
  const placed = new Map<string, Point>();
  let [x, y, rowHeight] = [0, 0, 0];
  for (const box of rects.toSorted((left, right) => left.x - right.x || left.y - right.y)) {
    if (x > 0 && x + box.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + GAP_X, 0];
    placed.set(box.id, { x, y });
    x += box.width + GAP_X;
    rowHeight = Math.max(rowHeight, box.height);
  }
  return placed;
}

/** Room around the blocks of a group, for its frame. */
const FRAME_ROOM = 60;

type Part = { readonly id: string; readonly blocks: readonly Block[] };

/** A group, or a block that is in none. */
function partsOf(blocks: readonly Block[]): readonly Part[] {
  const parts = Map.groupBy(blocks, ({ id, group }) =>
    group === '' ? id : VISUAL.groupWithin(group),
  );
  return [...parts].map(([id, each]) => ({ id, blocks: each }));
}

function linesOf(blocks: readonly Block[], partOf: ReadonlyMap<string, string>): Lines {
  return blocks.flatMap((block) =>
    wiresInto(block).flatMap((wire) => {
      const [from, to] = [partOf.get(wire.block), partOf.get(block.id)];
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    }),
  );
}

/** Places of some blocks beside one another, from 0, 0: groups first, then what is between them. */
export function arrange(
  blocks: readonly Block[],
  heights: ReadonlyMap<string, number>,
): ReadonlyMap<string, Point> {
  const inside = new Map<string, Point>();
  const boxes = partsOf(blocks).map(({ id, blocks: members }): Box => {
    const sizes = members.map((member) => {
      return { id: member.id, width: BLOCK_WIDTH, height: heights.get(member.id) ?? 0 };
    });
    const own = new Map(members.map((member) => [member.id, member.id]));
    const points =
      members.length > 1 ? layered(sizes, linesOf(members, own)) : new Map<string, Point>();
    const rects = sizes.map((size) => ({ ...size, ...(points.get(size.id) ?? { x: 0, y: 0 }) }));
    const box = boundsOf(rects);
    const room = id.startsWith('group ') ? FRAME_ROOM : 0;
    for (const { id: member, x, y } of rects) {
      inside.set(member, { x: x - box.x + room / 2, y: y - box.y + room });
    }
    return { id, width: box.width + room, height: box.height + room * 1.5 };
  });
  const partOf = new Map(
    partsOf(blocks).flatMap(({ id, blocks: members }) => members.map((each) => [each.id, id])),
  );
  const points = packed(boxes, layered(boxes, linesOf(blocks, partOf)));
  const placed = blocks.map(({ id }): readonly [string, Point] => {
    const [outer, inner] = [points.get(partOf.get(id) ?? ''), inside.get(id)];
    return [id, { x: (outer?.x ?? 0) + (inner?.x ?? 0), y: (outer?.y ?? 0) + (inner?.y ?? 0) }];
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
