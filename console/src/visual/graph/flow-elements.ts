// Blocks and wires of a model as the canvas draws them. What did not change is the same object, so
// that it is not drawn again: an edit of one block among hundreds draws one block.

import type { Edge, Node, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import type { BlockKind, BlockPalette, PortKind } from '#domain/visual/block-palette.ts';
import { kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { Block, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import { blockWords, portWords } from '../block-words.ts';
import type { BlockProblem } from '../editing.ts';
import type { BlockShape } from './block-shape.ts';
import { BLOCK_WIDTH, HEAD_HEIGHT, NOTE_HEIGHT, shapeOf } from './block-shape.ts';
import { sourceHandle, targetHandle } from './ports.ts';
import { VISUAL } from '../../words/visual.ts';

export type BlockData = {
  readonly block: Block;
  /** Null: there is no such command. */
  readonly kind: BlockKind | null;
  readonly shape: BlockShape;
  readonly showsUnused: boolean;
  readonly problems: readonly BlockProblem[];
};

export type BlockNode = Node<BlockData, 'block' | 'note'>;

export type WireData = {
  readonly wire: Wire;
  readonly to: WireEnd;
  readonly kind: PortKind;
};

export type WireEdge = Edge<WireData, 'wire'>;

const HANDLE = 12;

function handleAt(type: 'source' | 'target', id: string, y: number): NodeHandle {
  const isSource = type === 'source';
  return {
    id,
    type,
    position: isSource ? Position.Right : Position.Left,
    x: (isSource ? BLOCK_WIDTH : 0) - HANDLE / 2,
    y: y - HANDLE / 2,
    width: HANDLE,
    height: HANDLE,
  };
}

function handlesOf({ inputs, outputs }: BlockShape): NodeHandle[] {
  return [
    handleAt('target', targetHandle(null), HEAD_HEIGHT / 2),
    ...inputs.map(({ port, y }) => handleAt('target', targetHandle(port.name), y)),
    ...outputs.map(({ port, y }) => handleAt('source', sourceHandle(port.name), y)),
  ];
}

type Wish = {
  readonly block: Block;
  readonly point: Point;
  readonly isSelected: boolean;
  readonly showsUnused: boolean;
  readonly problems: readonly BlockProblem[];
  readonly read: string;
};

function isSameWish(left: Wish, right: Wish): boolean {
  return (
    left.block === right.block &&
    left.point.x === right.point.x &&
    left.point.y === right.point.y &&
    left.isSelected === right.isSelected &&
    left.showsUnused === right.showsUnused &&
    left.read === right.read &&
    isSameProblems(left.problems, right.problems)
  );
}

function isSameProblems(left: readonly BlockProblem[], right: readonly BlockProblem[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ message, port, severity }, at) => {
      const other = right[at];
      return other?.message === message && other.port === port && other.severity === severity;
    })
  );
}

const READ_SEPARATOR = '\n';

function nodeFrom(wish: Wish, palette: BlockPalette, before: BlockNode | null): BlockNode {
  const { block, point, isSelected, showsUnused, problems, read } = wish;
  const isNote = block.command === 'Comment';
  const kind = kindOfBlock(block, palette);
  const shape = shapeOf({
    block,
    kind,
    showsUnused,
    problemCount: problems.length,
    read: new Set(read === '' ? [] : read.split(READ_SEPARATOR).map((name) => name.slice(1))),
  });
  const size = { width: BLOCK_WIDTH, height: isNote ? NOTE_HEIGHT : shape.height };
  const isSameData =
    before?.data.block === block &&
    before.data.showsUnused === showsUnused &&
    before.height === size.height &&
    isSameProblems(before.data.problems, problems) &&
    before.data.shape.outputs.length === shape.outputs.length;
  return {
    id: block.id,
    type: isNote ? 'note' : 'block',
    position: { x: point.x, y: point.y },
    data: isSameData ? before.data : { block, kind, shape, showsUnused, problems },
    ...size,
    measured: size,
    handles: isNote ? [] : handlesOf(shape),
    selected: isSelected,
    ariaLabel: labelOf(block, problems),
  };
}

function labelOf(block: Block, problems: readonly BlockProblem[]): string {
  const words = blockWords(block);
  return problems.length === 0
    ? words
    : `${words}, ${problems.map((each) => each.message).join('; ')}`;
}

export type FlowState = {
  readonly model: VisualModel;
  readonly palette: BlockPalette;
  readonly points: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  readonly problems: readonly BlockProblem[];
};

/** By block, the names of outputs that something reads. */
function readOutputs({ blocks }: VisualModel): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  const note = ({ block, port }: Wire): void => {
    const known = read.get(block) ?? new Set();
    read.set(block, known.add(port));
  };
  for (const { gate, inputs } of blocks) {
    for (const wire of gate) note(wire);
    for (const { given } of inputs) {
      if (given.kind === 'wires') for (const wire of given.wires) note(wire);
    }
  }
  return read;
}

const NONE: readonly never[] = [];
const NOWHERE: Point = { x: 0, y: 0 };

/** Makes nodes, and the same ones again where nothing about them changed. */
export function makeNodes(): (state: FlowState) => BlockNode[] {
  let known = new Map<string, { readonly wish: Wish; readonly node: BlockNode }>();
  return ({ model, palette, points, selected, problems }) => {
    const read = readOutputs(model);
    const byBlock = Map.groupBy(problems, ({ block }) => block);
    const places = new Map(model.layout.map((place) => [place.block, place]));
    const next: typeof known = new Map();
    const nodes = model.blocks.map((block) => {
      const { id } = block;
      const wish: Wish = {
        block,
        point: points.get(id) ?? NOWHERE,
        isSelected: selected.has(id),
        showsUnused: places.get(id)?.showsUnused ?? false,
        problems: byBlock.get(id) ?? NONE,
        // Each with a letter before it, because the name of the main one is empty.
        read: [...(read.get(id) ?? NONE)].map((name) => `:${name}`).join(READ_SEPARATOR),
      };
      const former = known.get(id);
      const isSame = former !== undefined && isSameWish(former.wish, wish);
      const node = isSame ? former.node : nodeFrom(wish, palette, former?.node ?? null);
      next.set(id, { wish, node });
      return node;
    });
    known = next;
    return nodes;
  };
}

type Between = { readonly wire: Wire; readonly to: WireEnd; readonly kind: PortKind };

function wiresOf(model: VisualModel, palette: BlockPalette): readonly Between[] {
  const kinds = new Map(model.blocks.map((block) => [block.id, kindOfBlock(block, palette)]));
  const kindAt = ({ block, port }: Wire): PortKind => {
    const kind = kinds.get(block) ?? null;
    return (kind === null ? null : outputPort(kind, port))?.kind ?? 'any';
  };
  return model.blocks.flatMap(({ id, gate, inputs }) => [
    ...gate.map((wire) => ({ wire, to: { block: id, port: null }, kind: kindAt(wire) })),
    ...inputs.flatMap(({ port, given }) =>
      given.kind === 'wires'
        ? given.wires.map((wire) => ({ wire, to: { block: id, port }, kind: kindAt(wire) }))
        : [],
    ),
  ]);
}

/** Id of a wire on the canvas, made of its two ends. */
export function wireId(wire: Wire, to: WireEnd): string {
  return `${wire.block} ${sourceHandle(wire.port)} ${to.block} ${targetHandle(to.port)}`;
}

/** The same of wires. Those from nowhere are problems, and are not drawn. */
export function makeEdges(): (
  model: VisualModel,
  palette: BlockPalette,
  selected: ReadonlySet<string>,
) => WireEdge[] {
  let known = new Map<string, WireEdge>();
  return (model, palette, selected) => {
    const blocks = new Map(model.blocks.map((block) => [block.id, block]));
    const next: typeof known = new Map();
    const edges = wiresOf(model, palette)
      .filter(({ wire }) => blocks.has(wire.block))
      .map(({ wire, to, kind }) => {
        const id = wireId(wire, to);
        const isSelected = selected.has(id);
        const former = known.get(id);
        const isSame = former?.data?.kind === kind && (former.selected ?? false) === isSelected;
        const edge: WireEdge = isSame ? former : edgeOf({ wire, to, kind }, isSelected, blocks);
        next.set(id, edge);
        return edge;
      });
    known = next;
    return edges;
  };
}

function edgeOf(
  { wire, to, kind }: Between,
  isSelected: boolean,
  blocks: ReadonlyMap<string, Block>,
): WireEdge {
  const [giver, taker] = [blocks.get(wire.block), blocks.get(to.block)];
  const from = giver === undefined ? '' : blockWords(giver);
  const port =
    to.port === null ? VISUAL.whenItRunsWithin : portWords(taker?.command ?? '', to.port);
  const into = `${taker === undefined ? '' : blockWords(taker)}, ${port}`;
  return {
    id: wireId(wire, to),
    type: 'wire',
    source: wire.block,
    sourceHandle: sourceHandle(wire.port),
    target: to.block,
    targetHandle: targetHandle(to.port),
    className: `wire wire-${kind}`,
    selected: isSelected,
    ariaLabel: VISUAL.fromTo(from, into),
    data: { wire, to, kind },
  };
}
