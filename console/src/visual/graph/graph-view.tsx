// The second face of a visual script: its blocks and wires on a canvas. It is loaded when it is
// first shown. On phones, and for those who listen, the same blocks are a list.

import '../../styles/graph.css';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addBlock, openEnd } from '#domain/visual-graph/add-block.ts';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { connect, placeBlocks } from '#domain/visual-graph/graph-edits.ts';
import { possibleEnds } from '#domain/visual-graph/wire-refusal.ts';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { idsOf } from '#domain/visual-rules/change-block.ts';
import { addProtection } from '#domain/visual-rules/edit-rules.ts';
import type { Edit, ShownBlock } from '../editing.ts';
import { useEditing } from '../editing.ts';
import { BLOCK_WIDTH } from './block-shape.ts';
import type { Rect, Wish } from './arrange.ts';
import { heightOf, placeNew } from './arrange.ts';
import { BlockPicker } from './block-picker.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphList } from './graph-list.tsx';
import type { GraphShared, LooseEnd } from './graph-state.ts';
import { GraphContext, makeCell, useGraph } from './graph-state.ts';
import { GraphTools } from './graph-tools.tsx';
import type { PaletteItem } from './palette-items.ts';
import { paletteItems } from './palette-items.ts';
import type { Flow } from './use-flow.ts';
import { useFlow } from './use-flow.ts';

type Props = {
  /** Block to be shown first; null: all of them. */
  readonly at: ShownBlock | null;
};

export function GraphView({ at }: Props) {
  const editing = useEditing();
  const flow = useFlow(editing);
  const shared = useShared(flow);
  return (
    <GraphContext value={shared}>
      <ReactFlowProvider>
        <Graph flow={flow} at={at} />
      </ReactFlowProvider>
    </GraphContext>
  );
}

/** The same object for as long as the editor stays, so that blocks are not drawn for nothing. */
function useShared({ placed }: Flow): GraphShared {
  const { known, isReadOnly, isTicking, lit, onLight, onShow, change } = useEditing();
  const [cells] = useState(() => ({
    lit: makeCell<string | null>(null),
    wanted: makeCell<LooseEnd | null>(null),
  }));
  const latest = useRef({ placed, change, onLight, onShow });
  useEffect(() => {
    latest.current = { placed, change, onLight, onShow };
    cells.lit.set(lit);
  });
  return useMemo(
    () => ({
      ...cells,
      known,
      isReadOnly,
      isTicking,
      onLight: (block) => latest.current.onLight(block),
      onShow: (block) => latest.current.onShow(block),
      change: (edit: Edit) => latest.current.change(latest.current.placed(edit)),
    }),
    [cells, known, isReadOnly, isTicking],
  );
}

type GraphProps = Props & { readonly flow: Flow };

function Graph({ flow, at }: GraphProps) {
  const { isReadOnly, model } = useEditing();
  const search = useRef<HTMLInputElement>(null);
  const [isList, setIsList] = useState(() => matchMedia('(max-width: 700px)').matches);
  const [connecting, setConnecting] = useState<string | null>(null);
  const add = useAddition(flow);
  useShownBlock(at, flow);
  return (
    <div className="graph">
      <GraphTools flow={flow} isList={isList} onList={setIsList} onConnect={setConnecting} />
      {isList ? (
        <GraphList onConnect={setConnecting} />
      ) : (
        <div className={isReadOnly ? 'graph-stage graph-stage-read' : 'graph-stage'}>
          {isReadOnly ? null : <BlockPicker search={search} onPick={(item) => add(item, null)} />}
          <GraphCanvas flow={flow} onDropItem={add} onConnectDialog={setConnecting} />
        </div>
      )}
      {connecting === null || !model.blocks.some(({ id }) => id === connecting) ? null : (
        <ConnectDialog block={connecting} onClose={() => setConnecting(null)} />
      )}
    </div>
  );
}

/** Brings a block into sight, and lights it. */
function useShownBlock(at: ShownBlock | null, { points, select }: Flow): void {
  const { onLight } = useEditing();
  const { setCenter } = useReactFlow();
  const place = useRef({ points, select, onLight });
  useEffect(() => {
    place.current = { points, select, onLight };
  });
  useEffect(() => {
    const point = at === null ? undefined : place.current.points.get(at.block);
    if (at === null || point === undefined) return;
    place.current.select(new Set([at.block]));
    place.current.onLight(at.block);
    const timer = setTimeout(() => {
      void setCenter(point.x + BLOCK_WIDTH / 2, point.y + 80, { zoom: 0.9 });
    }, 60);
    return () => clearTimeout(timer);
  }, [at, setCenter]);
}

type Addition = { readonly model: VisualModel; readonly block: string };

/** The model with what was picked, joined to what it was picked for. */
function added(
  model: VisualModel,
  item: Pick<PaletteItem, 'spec' | 'isProtection'>,
  wanted: LooseEnd | null,
  palette: BlockPalette,
): Addition {
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
function useAddition(flow: Flow) {
  const { model, known } = useEditing();
  const { palette } = known;
  const shared = useGraph();
  const { screenToFlowPosition, setCenter, getViewport } = useReactFlow();
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
    const canvas = document.querySelector('.graph-canvas')?.getBoundingClientRect();
    const middle = screenToFlowPosition({
      x: (canvas?.left ?? 0) + (canvas?.width ?? 0) / 2 - 80,
      y: (canvas?.top ?? 0) + (canvas?.height ?? 0) / 3,
    });
    const wish: Wish = wanted?.kind === 'to' ? { before: wanted.to.block } : { at: at ?? middle };
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
