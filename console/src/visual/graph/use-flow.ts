// The canvas over the model: places while blocks are dragged, what is selected, and edits by what
// one does on it. A drag is one edit, when it ends.

import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { placeBlocks } from '#domain/visual-graph/graph-edits.ts';
import type { Edit, Editing } from '../editing.ts';
import { completePlaces } from './arrange.ts';
import type { BlockNode, WireEdge } from './flow-elements.ts';
import { makeEdges, makeNodes } from './flow-elements.ts';

export type Flow = {
  readonly nodes: BlockNode[];
  readonly edges: WireEdge[];
  readonly points: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  readonly selectedWires: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly onNodesChange: (changes: readonly NodeChange<BlockNode>[]) => void;
  readonly onEdgesChange: (changes: readonly EdgeChange<WireEdge>[]) => void;
  /** An edit with all blocks at the places where they are seen. */
  readonly placed: (edit: Edit) => Edit;
};

const NOTHING: ReadonlySet<string> = new Set();
const STILL: ReadonlyMap<string, Point> = new Map();

type Selecting = { readonly id: string; readonly selected: boolean };

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

export function useFlow(editing: Editing): Flow {
  const { model, known, problems, change } = editing;
  const [makers] = useState(() => ({
    places: makePlaces(),
    nodes: makeNodes(),
    edges: makeEdges(),
  }));
  const [selected, setSelected] = useState(NOTHING);
  const [selectedWires, setSelectedWires] = useState(NOTHING);
  const [dragged, setDragged] = useState(STILL);
  const { palette } = known;
  const points = useMemo(() => makers.places({ model, known }), [makers, model, known]);
  const shown = dragged.size === 0 ? points : new Map([...points, ...dragged]);
  const nodes = makers.nodes({ model, palette, points: shown, selected, problems });
  const edges = useMemo(
    () => makers.edges(model, palette, selectedWires),
    [makers, model, palette, selectedWires],
  );
  const placed =
    (edit: Edit): Edit =>
    (of, kinds) => {
      const fixed = placeBlocks(of, points);
      const next = edit(fixed, kinds);
      return next === fixed ? of : next;
    };
  const moveTo = (moved: ReadonlyMap<string, Point>): void => {
    setDragged(STILL);
    change(placed((of) => placeBlocks(of, moved)));
  };
  return {
    nodes,
    edges,
    points: shown,
    selected,
    selectedWires,
    select: setSelected,
    placed,
    onNodesChange(changes) {
      setSelected((before) => selectedAfter(before, changes.filter(isSelecting)));
      const moved = new Map(dragged);
      let isOver = false;
      for (const each of changes) {
        if (each.type !== 'position' || each.position === undefined) continue;
        moved.set(each.id, each.position);
        isOver ||= each.dragging !== true;
      }
      if (isOver) moveTo(moved);
      else if (moved.size > 0) setDragged(moved);
    },
    onEdgesChange(changes) {
      setSelectedWires((before) => selectedAfter(before, changes.filter(isSelecting)));
    },
  };
}
