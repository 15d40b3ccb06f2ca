// The graph over the model: places of its blocks, what is selected, and edits of it. What is being
// dragged is known to the canvas alone: a drag is one edit, when it ends.

import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { placeBlocks } from '#domain/visual-graph/graph-edits.ts';
import type { Edit, Editing } from '../editing.ts';
import { useEditing } from '../editing.ts';
import { completePlaces } from './arrange.ts';
import type { WireEdge } from './flow-elements.ts';
import { makeEdges, makeNodes } from './flow-elements.ts';
import type { FlowNode } from './flow-groups.ts';
import { groupOfNode, membersOf, withGroups } from './flow-groups.ts';
import { useGraph } from './graph-state.ts';
import { useStable } from './use-stable.ts';

export type Flow = {
  readonly points: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly change: (changes: readonly Selecting[]) => void;
  /** An edit with all blocks at the places where they are seen. */
  readonly placed: (edit: Edit) => Edit;
};

export type CanvasFlow = {
  readonly nodes: FlowNode[];
  readonly edges: WireEdge[];
  readonly onNodesChange: (changes: readonly NodeChange<FlowNode>[]) => void;
  readonly onEdgesChange: (changes: readonly EdgeChange<WireEdge>[]) => void;
};

const NOTHING: ReadonlySet<string> = new Set();
const STILL: ReadonlyMap<string, Point> = new Map();

export type Selecting = { readonly id: string; readonly selected: boolean };

function isSelecting<Change extends { readonly type: string }>(
  change: Change,
): change is Change & Selecting & { readonly type: 'select' } {
  return change.type === 'select';
}

function selectedAfter(
  before: ReadonlySet<string>,
  changes: readonly Selecting[],
): ReadonlySet<string> {
  if (changes.length === 0) return before;
  const after = new Set(before);
  for (const { id, selected } of changes) {
    if (selected) after.add(id);
    else after.delete(id);
  }
  return after;
}

/** Places that the layout does not have stay as they were first found. */
function makePlaces() {
  let derived: ReadonlyMap<string, Point> = new Map();
  return ({ model, known: { palette } }: Pick<Editing, 'model' | 'known'>) => {
    derived = completePlaces(model, palette, derived);
    return derived;
  };
}

/** A block, or all blocks of a group. */
function movedBlocks(
  model: VisualModel,
  nodes: readonly FlowNode[],
  points: ReadonlyMap<string, Point>,
  id: string,
  to: Point,
): readonly (readonly [string, Point])[] {
  const group = groupOfNode(id);
  if (group === null) return [[id, to]];
  const from = nodes.find((node) => node.id === id)?.position ?? to;
  return membersOf(model, group).flatMap((member) => {
    const point = points.get(member);
    if (point === undefined) return [];
    return [[member, { x: point.x + to.x - from.x, y: point.y + to.y - from.y }] as const];
  });
}

/** Graph of the editor's model. */
export function useFlow({ model, known }: Editing): Flow {
  const [places] = useState(makePlaces);
  const [selected, setSelected] = useState(NOTHING);
  const points = useMemo(() => places({ model, known }), [places, model, known]);
  return {
    points,
    selected,
    select: setSelected,
    change: (changes) => setSelected((before) => selectedAfter(before, changes)),
    placed: (edit) => (of, kinds) => {
      const fixed = placeBlocks(of, points);
      const next = edit(fixed, kinds);
      return next === fixed ? of : next;
    },
  };
}

/** Nodes and wires as they are drawn now. */
export function useCanvasFlow({ points, selected, change: select }: Flow): CanvasFlow {
  const { model, known, problems } = useEditing();
  const { change } = useGraph();
  const [makers] = useState(() => ({ nodes: makeNodes(), edges: makeEdges() }));
  const [selectedWires, setSelectedWires] = useState(NOTHING);
  const [dragged, setDragged] = useState(STILL);
  const { palette } = known;
  const shown = useMemo(
    () => (dragged.size === 0 ? points : new Map([...points, ...dragged])),
    [points, dragged],
  );
  const wires = useMemo(
    () => makers.edges(model, palette, selectedWires),
    [makers, model, palette, selectedWires],
  );
  const blocks = makers.nodes({ model, palette, points: shown, selected, problems });
  const { nodes, edges } = withGroups(model, blocks, wires);
  const onNodesChange = useStable((changes: readonly NodeChange<FlowNode>[]) => {
    const selecting = changes.filter(isSelecting);
    if (selecting.length > 0) select(selecting);
    const moved = new Map(dragged);
    let isOver = false;
    for (const each of changes) {
      if (each.type !== 'position' || each.position === undefined) continue;
      for (const [id, point] of movedBlocks(model, nodes, shown, each.id, each.position)) {
        moved.set(id, point);
      }
      isOver ||= each.dragging !== true;
    }
    if (isOver) {
      setDragged(STILL);
      change((of) => placeBlocks(of, moved));
    } else if (moved.size > 0) setDragged(moved);
  });
  const onEdgesChange = useStable((changes: readonly EdgeChange<WireEdge>[]) => {
    setSelectedWires((before) => selectedAfter(before, changes.filter(isSelecting)));
  });
  return { nodes, edges, onNodesChange, onEdgesChange };
}
