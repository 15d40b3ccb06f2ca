// Groups of blocks on the canvas: a frame around their blocks, or, folded, one block that has the
// wires of all of them that lead outside.

import type { Node, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import type { Block, VisualModel } from '#domain/visual/visual-model.ts';
import { blockWords, partWords, portWords } from '../block-words.ts';
import { BLOCK_WIDTH, FOOT_HEIGHT, HEAD_HEIGHT, ROW_HEIGHT } from './block-shape.ts';
import type { BlockNode, WireEdge } from './flow-elements.ts';
import { VISUAL } from '../../words/visual.ts';

const FRAME = VISUAL.group2;
const PAD = 18;
const FRAME_HEAD = 34;
const HANDLE = 12;

export type GroupRow = { readonly id: string; readonly words: string; readonly kind: string };

export type GroupData = {
  readonly group: string;
  readonly count: number;
  /** Of what is wrong in it. */
  readonly problems: number;
  /** Of a folded one: its wires from and to the outside. */
  readonly inputs: readonly GroupRow[];
  readonly outputs: readonly GroupRow[];
};

export type GroupNode = Node<GroupData, 'frame' | 'folded'>;
export type FlowNode = BlockNode | GroupNode;

/** Type guard for blocks, as opposed to folded groups. */
export function isBlockNode(node: FlowNode): node is BlockNode {
  return groupOfNode(node.id) === null;
}

export const frameId = (group: string): string => `${FRAME}${group}`;

/** Null: it is the node of a block. */
export function groupOfNode(id: string): string | null {
  return id.startsWith(FRAME) ? id.slice(FRAME.length) : null;
}

/** Ids of the blocks of a group, in the order of the model. */
export function membersOf({ blocks }: VisualModel, group: string): readonly string[] {
  return blocks.filter((block) => block.group === group).map(({ id }) => id);
}

/** Names of the groups that are shown folded. */
export function foldedGroups({ blocks, layout }: VisualModel): ReadonlySet<string> {
  const folded = new Set(layout.filter(({ isFolded }) => isFolded).map(({ block }) => block));
  return new Set(
    blocks.filter(({ id, group }) => group !== '' && folded.has(id)).map(({ group }) => group),
  );
}

type Corner = {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
};

function cornersOf(nodes: readonly BlockNode[]): Corner {
  const right = nodes.map(({ position, width = 0 }) => position.x + width);
  const bottom = nodes.map(({ position, height = 0 }) => position.y + height);
  return {
    x: Math.min(...nodes.map(({ position }) => position.x)),
    y: Math.min(...nodes.map(({ position }) => position.y)),
    right: Math.max(...right),
    bottom: Math.max(...bottom),
  };
}

function frameNode(group: string, members: readonly BlockNode[]): GroupNode {
  const { x, y, right, bottom } = cornersOf(members);
  const size = {
    width: right - x + 2 * PAD,
    height: bottom - y + 2 * PAD + FRAME_HEAD,
  };
  return {
    id: frameId(group),
    type: 'frame',
    position: { x: x - PAD, y: y - PAD - FRAME_HEAD },
    data: groupData(group, members),
    ...size,
    measured: size,
    zIndex: -1,
    dragHandle: '.group-head',
    selectable: false,
    focusable: false,
    deletable: false,
    ariaLabel: VISUAL.groupBlocks(group, members.length),
  };
}

function groupData(group: string, members: readonly BlockNode[]): GroupData {
  const problems = members.reduce((sum, { data }) => sum + data.problems.length, 0);
  return { group, count: members.length, problems, inputs: [], outputs: [] };
}

type Outside = { readonly inputs: Map<string, GroupRow>; readonly outputs: Map<string, GroupRow> };

function foldedNode(group: string, members: readonly BlockNode[], rows: Outside): GroupNode {
  const { x, y } = cornersOf(members);
  const data = {
    ...groupData(group, members),
    inputs: [...rows.inputs.values()],
    outputs: [...rows.outputs.values()],
  };
  const count = Math.max(data.inputs.length, data.outputs.length);
  const size = {
    width: BLOCK_WIDTH,
    height: HEAD_HEIGHT + Math.max(count, 1) * ROW_HEIGHT + FOOT_HEIGHT,
  };
  return {
    id: frameId(group),
    type: 'folded',
    position: { x, y },
    data,
    ...size,
    measured: size,
    handles: [...handles('target', data.inputs), ...handles('source', data.outputs)],
    selectable: false,
    deletable: false,
    ariaLabel: VISUAL.groupFoldedBlocks(group, members.length),
  };
}

/** Middle of a row of ports below the top of a block. */
export function rowY(at: number): number {
  return HEAD_HEIGHT + (at + 0.5) * ROW_HEIGHT;
}

function handles(type: 'source' | 'target', rows: readonly GroupRow[]): NodeHandle[] {
  const isSource = type === 'source';
  return rows.map(({ id }, at) => ({
    id,
    type,
    position: isSource ? Position.Right : Position.Left,
    x: (isSource ? BLOCK_WIDTH : 0) - HANDLE / 2,
    y: rowY(at) - HANDLE / 2,
    width: HANDLE,
    height: HANDLE,
  }));
}

/** Wires of folded groups end at the groups; those inside are not drawn. */
function outerEdges(
  edges: readonly WireEdge[],
  groupOf: ReadonlyMap<string, string>,
  blocks: ReadonlyMap<string, Block>,
  outside: ReadonlyMap<string, Outside>,
): WireEdge[] {
  return edges.flatMap((edge) => {
    const [from, to] = [groupOf.get(edge.source), groupOf.get(edge.target)];
    if (from === undefined && to === undefined) return [edge];
    if (from !== undefined && from === to) return [];
    const kind = edge.data?.kind ?? 'any';
    const port = (edge.sourceHandle ?? '').replace(/^out:/, '');
    const named = (id: string, wordsOf: (command: string) => string) => {
      const block = blocks.get(id);
      if (block === undefined) return '';
      const part = wordsOf(block.command);
      return part === '' ? blockWords(block) : `${blockWords(block)}, ${part}`;
    };
    let outer: WireEdge = edge;
    if (from !== undefined) {
      const id = `out ${edge.source} ${port}`;
      const words = named(edge.source, (command) => partWords(command, port));
      outside.get(from)?.outputs.set(id, { id, words, kind });
      outer = { ...outer, source: frameId(from), sourceHandle: id };
    }
    if (to !== undefined) {
      const end = edge.data?.to.port ?? null;
      const id = `in ${edge.target} ${edge.targetHandle ?? ''}`;
      const words = named(edge.target, (command) =>
        end === null ? VISUAL.when : portWords(command, end),
      );
      outside.get(to)?.inputs.set(id, { id, words, kind });
      outer = { ...outer, target: frameId(to), targetHandle: id };
    }
    return [outer];
  });
}

export type Drawing = { readonly nodes: FlowNode[]; readonly edges: WireEdge[] };

/** What is drawn of blocks and wires where some of them are in groups. */
export function withGroups(model: VisualModel, nodes: BlockNode[], edges: WireEdge[]): Drawing {
  const groups = Map.groupBy(nodes, ({ data }) => data.block.group);
  groups.delete('');
  if (groups.size === 0) return { nodes, edges };
  const folded = foldedGroups(model);
  if (folded.size === 0) {
    const frames = [...groups].map(([group, members]) => frameNode(group, members));
    return { nodes: [...frames, ...nodes], edges };
  }
  const groupOf = new Map(
    nodes
      .filter(({ data }) => folded.has(data.block.group))
      .map(({ id, data }) => [id, data.block.group]),
  );
  const blocks = new Map(nodes.map(({ id, data }) => [id, data.block]));
  const outside = new Map<string, Outside>(
    [...folded].map((group) => [group, { inputs: new Map(), outputs: new Map() }]),
  );
  const outer = outerEdges(edges, groupOf, blocks, outside);
  const frames = [...groups].map(([group, members]) => {
    const rows = outside.get(group);
    return rows === undefined ? frameNode(group, members) : foldedNode(group, members, rows);
  });
  const shown = nodes.filter(({ id }) => !groupOf.has(id));
  return { nodes: [...frames, ...shown], edges: outer };
}
