// Edits of a model as a graph. Unlike edits of rules they take nothing away that one did not point
// at: a block that loses its last wire stays where it is.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock } from '#domain/visual/block-ports.ts';
import type { Block, BlockPlace, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { changeBlock, withGiven, withoutBlocks } from '#domain/visual-rules/change-block.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';

/**
 * A wire and where it leads.
 * @public The console's editor.
 */
export type Connection = { readonly wire: Wire; readonly to: WireEnd };

function isSame(left: Wire, right: Wire): boolean {
  return left.block === right.block && left.port === right.port;
}

/**
 * One more wire where many may lead; elsewhere it takes the place of what was there.
 * @public The console's editor.
 */
export function connect(
  model: VisualModel,
  { wire, to }: Connection,
  palette: BlockPalette,
): VisualModel {
  return changeBlock(model, to.block, (block) => {
    const { port } = to;
    if (port === null) return { ...block, gate: [...block.gate, wire] };
    const kind = kindOfBlock(block, palette);
    const isMany = kind !== null && inputPort(kind, port)?.isMany === true;
    const given = block.inputs.find((input) => input.port === port)?.given;
    const before = isMany && given?.kind === 'wires' ? given.wires : [];
    return withGiven(block, port, { kind: 'wires', wires: [...before, wire] });
  });
}

/**
 * Without one wire. A block that loses its last gate waits for another: it does not begin to run at
 * every update because a line was removed.
 * @public The console's editor.
 */
export function disconnect(model: VisualModel, { wire, to }: Connection): VisualModel {
  return changeBlock(model, to.block, (block) => {
    const { port } = to;
    if (port === null) {
      const gate = block.gate.filter((each) => !isSame(each, wire));
      const needsGate = block.needsGate || (gate.length === 0 && block.gate.length > 0);
      return { ...block, gate, needsGate };
    }
    const given = block.inputs.find((input) => input.port === port)?.given;
    if (given?.kind !== 'wires') return block;
    const wires = given.wires.filter((each) => !isSame(each, wire));
    return withGiven(block, port, wires.length === 0 ? null : { kind: 'wires', wires });
  });
}

/**
 * Without blocks, wires from and to them, and other wires.
 * @public The console's editor.
 */
export function removeFromGraph(
  model: VisualModel,
  gone: ReadonlySet<string>,
  wires: readonly Connection[],
): VisualModel {
  const cut = wires.reduce((edited, each) => disconnect(edited, each), model);
  return gone.size === 0 ? cut : withoutBlocks(cut, gone);
}

const NO_PLACE: Omit<BlockPlace, 'block' | 'x' | 'y'> = {
  width: 0,
  height: 0,
  isReversed: false,
  isMirrored: false,
  showsUnused: false,
  isFolded: false,
};

/** @public The console's editor. */
export type Point = { readonly x: number; readonly y: number };

/**
 * Blocks at other places; the others stay where they are.
 * @public The console's editor.
 */
export function placeBlocks(model: VisualModel, points: ReadonlyMap<string, Point>): VisualModel {
  return changePlaces(model, (place, id) => {
    const point = points.get(id);
    if (point === undefined) return place;
    const [x, y] = [Math.round(point.x), Math.round(point.y)];
    if (place !== null && place.x === x && place.y === y) return place;
    return { ...NO_PLACE, ...place, block: id, x, y };
  });
}

/**
 * Whether a block shows inputs that nothing stands at.
 * @public The console's editor.
 */
export function showUnused(model: VisualModel, id: string, showsUnused: boolean): VisualModel {
  return changePlaces(model, (place, block) =>
    block !== id || place === null ? place : { ...place, showsUnused },
  );
}

/**
 * A group drawn as one block, or as its blocks again.
 * @public The console's editor.
 */
export function foldGroup(model: VisualModel, group: string, isFolded: boolean): VisualModel {
  const members = new Set(model.blocks.filter((of) => of.group === group).map(({ id }) => id));
  return changePlaces(model, (place, id) =>
    place === null || !members.has(id) || place.isFolded === isFolded
      ? place
      : { ...place, isFolded },
  );
}

/** The same model where nothing moved. */
function changePlaces(
  model: VisualModel,
  change: (place: BlockPlace | null, block: string) => BlockPlace | null,
): VisualModel {
  const known = new Map(model.layout.map((place) => [place.block, place]));
  const layout = model.blocks.flatMap(({ id }) => change(known.get(id) ?? null, id) ?? []);
  const isSameLayout =
    layout.length === model.layout.length &&
    layout.every((place, at) => place === model.layout[at]);
  return isSameLayout ? model : { ...model, layout };
}

/**
 * What a block is called, whether it takes part, and when it runs.
 * @public The console's editor.
 */
export function describeBlocks(
  model: VisualModel,
  ids: ReadonlySet<string>,
  words: Partial<Pick<Block, 'title' | 'isEnabled' | 'needsGate' | 'group'>>,
): VisualModel {
  const blocks = model.blocks.map((block) => (ids.has(block.id) ? { ...block, ...words } : block));
  return { ...model, blocks };
}
