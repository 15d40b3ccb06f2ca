// The second face of a visual script: its blocks and wires on a canvas. It is loaded when it is
// first shown. On phones, and for those who listen, the same blocks are a list.

import '../../styles/graph.css';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import type { RefObject } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { foldGroup } from '#domain/visual-graph/graph-edits.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import type { Edit, ShownBlock } from '../editing.ts';
import { useEditing } from '../editing.ts';
import { AboutBlocks } from './about-block.tsx';
import { BLOCK_WIDTH } from './block-shape.ts';
import { BlockPicker } from './block-picker.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { foldedGroups } from './flow-groups.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphList } from './graph-list.tsx';
import type { GraphShared, LooseEnd } from './graph-state.ts';
import { GraphContext, makeCell, useGraph } from './graph-state.ts';
import { GraphTools } from './graph-tools.tsx';
import { LuaBeside } from './lua-beside.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { useAddition } from './use-addition.ts';
import { useClipboard, usePaste } from './use-clipboard.ts';
import type { Flow } from './use-flow.ts';
import { useFlow } from './use-flow.ts';
import { useMiddle } from './use-middle.ts';

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
  const { known, isReadOnly, isTicking, lit, onShow, change } = useEditing();
  const [cells] = useState(() => ({
    far: makeCell(false),
    lit: makeCell<string | null>(null),
    wanted: makeCell<LooseEnd | null>(null),
  }));
  const latest = useRef({ placed, change, onShow });
  useEffect(() => {
    latest.current = { placed, change, onShow };
  });
  useEffect(() => cells.lit.set(lit), [cells, lit]);
  return useMemo(
    () => ({
      ...cells,
      known,
      isReadOnly,
      isTicking,
      onLight: cells.lit.set,
      onShow: (block) => latest.current.onShow(block),
      change: (edit: Edit) => latest.current.change(latest.current.placed(edit)),
    }),
    [cells, known, isReadOnly, isTicking],
  );
}

type GraphProps = Props & { readonly flow: Flow };

type OpenDialog =
  | { readonly kind: 'connect'; readonly block: string }
  | { readonly kind: 'paste' }
  | { readonly kind: 'command'; readonly blocks: ReadonlySet<string> }
  | null;

/** The selected blocks; of one that is in a group, its whole group. */
function whole({ blocks }: VisualModel, selected: ReadonlySet<string>): ReadonlySet<string> {
  const [only] = blocks.filter(({ id }) => selected.has(id));
  if (selected.size !== 1 || only === undefined || only.group === '') return selected;
  return new Set(blocks.filter(({ group }) => group === only.group).map(({ id }) => id));
}

function Graph({ flow, at }: GraphProps) {
  const editing = useEditing();
  const search = useRef<HTMLInputElement>(null);
  const [isList, setIsList] = useState(() => matchMedia('(max-width: 700px)').matches);
  const [hasLua, setHasLua] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const paste = usePaste(flow);
  const middle = useMiddle();
  const pasteHere = (text: string): string | null => paste(text, middle());
  useShownBlock(at, flow);
  useClipboard(flow, { isOn: !isList, onText: (text) => setRefusal(pasteHere(text)) });
  const openConnect = (block: string): void => setDialog({ kind: 'connect', block });
  return (
    <div className="graph">
      <GraphTools
        flow={flow}
        isList={isList}
        onList={setIsList}
        hasLua={hasLua}
        onLua={setHasLua}
        onConnect={openConnect}
        onPaste={() => setDialog({ kind: 'paste' })}
        onCommand={() =>
          setDialog({ kind: 'command', blocks: whole(editing.model, flow.selected) })
        }
      />
      {isList ? (
        <GraphList onConnect={openConnect} />
      ) : (
        <Stage flow={flow} search={search} hasLua={hasLua} onConnect={openConnect} />
      )}
      {refusal === null ? null : (
        <p className="notice notice-warn" role="alert">
          {refusal}
        </p>
      )}
      <AboutBlocks selected={flow.selected} />
      <OpenedDialog dialog={dialog} onPaste={pasteHere} onClose={() => setDialog(null)} />
    </div>
  );
}

type StageProps = {
  readonly flow: Flow;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly hasLua: boolean;
  readonly onConnect: (block: string) => void;
};

/** The palette, the canvas, and the text. */
function Stage({ flow, search, hasLua, onConnect }: StageProps) {
  const { isReadOnly } = useEditing();
  const add = useAddition(flow);
  useFitBeside(hasLua);
  const names = ['graph-stage', !isReadOnly && 'graph-stage-edit', hasLua && 'graph-stage-lua'];
  return (
    <div className={names.filter(Boolean).join(' ')}>
      {isReadOnly ? null : <BlockPicker search={search} onPick={(item) => add(item, null)} />}
      <GraphCanvas flow={flow} onDropItem={add} onConnectDialog={onConnect} />
      {hasLua ? <LuaBeside /> : null}
    </div>
  );
}

/** With the text beside it the canvas has another width: all blocks are brought into sight. */
function useFitBeside(hasLua: boolean): void {
  const { fitView } = useReactFlow();
  const before = useRef(hasLua);
  useEffect(() => {
    if (before.current === hasLua) return undefined;
    before.current = hasLua;
    const timer = setTimeout(() => void fitView({ maxZoom: 1, padding: 0.1 }), 60);
    return () => clearTimeout(timer);
  }, [hasLua, fitView]);
}

type DialogProps = {
  readonly dialog: OpenDialog;
  readonly onPaste: (text: string) => string | null;
  readonly onClose: () => void;
};

function OpenedDialog({ dialog, onPaste, onClose }: DialogProps) {
  const { model } = useEditing();
  if (dialog === null) return null;
  if (dialog.kind === 'command') {
    return <CommandDialog blocks={dialog.blocks} onClose={onClose} />;
  }
  if (dialog.kind === 'paste') return <PasteDialog onPaste={onPaste} onClose={onClose} />;
  const isThere = model.blocks.some(({ id }) => id === dialog.block);
  return isThere ? <ConnectDialog block={dialog.block} onClose={onClose} /> : null;
}

/** Brings a block into sight, and lights it. */
function useShownBlock(at: ShownBlock | null, { points, select }: Flow): void {
  const { model } = useEditing();
  const { onLight, change } = useGraph();
  const { setCenter } = useReactFlow();
  const place = useRef({ points, select, model });
  useEffect(() => {
    place.current = { points, select, model };
  });
  useEffect(() => {
    const point = at === null ? undefined : place.current.points.get(at.block);
    if (at === null || point === undefined) return;
    place.current.select(new Set([at.block]));
    onLight(at.block);
    const group = blockOf(place.current.model, at.block)?.group ?? '';
    if (foldedGroups(place.current.model).has(group)) {
      change((of) => foldGroup(of, group, false));
    }
    const timer = setTimeout(() => {
      void setCenter(point.x + BLOCK_WIDTH / 2, point.y + 80, { zoom: 0.9 });
    }, 60);
    return () => clearTimeout(timer);
  }, [at, change, onLight, setCenter]);
}
