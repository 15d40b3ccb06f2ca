// The canvas: blocks that are moved, wires that are drawn where they fit, keys, and a small map.

import { Background, ConnectionLineType, Controls, MiniMap, ReactFlow } from '@xyflow/react';
import { useReactFlow } from '@xyflow/react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import { BlockNodeView } from './block-node.tsx';
import { DRAGGED_BLOCK } from './block-picker.tsx';
import { Refusal, useDrawing } from './drawing.tsx';
import type { WireEdge } from './flow-elements.ts';
import type { FlowNode } from './flow-groups.ts';
import { isBlockNode } from './flow-groups.ts';
import { FarWatch } from './far.tsx';
import { useCell, useGraph } from './graph-state.ts';
import { FoldedNodeView, FrameNodeView } from './group-node.tsx';
import { NoteNodeView } from './note-node.tsx';
import type { Flow } from './use-flow.ts';
import { useCanvasFlow } from './use-flow.ts';
import { useStable } from './use-stable.ts';
import { WireView } from './wire-view.tsx';
import { VISUAL } from '../../words/visual.ts';

const NODE_TYPES = {
  block: BlockNodeView,
  note: NoteNodeView,
  frame: FrameNodeView,
  folded: FoldedNodeView,
};
const EDGE_TYPES = { wire: WireView };
/** Above it what is out of sight is not drawn, and not reached by keys but in the list. */
const DRAWN_MAX = 120;
/** Fewer are seen at once. */
const MAPPED_MIN = 12;
const MAP_SIZE = { width: 160, height: 110 };
const GRID: [number, number] = [10, 10];
const FIT = { maxZoom: 1, padding: 0.1 };
const DELETE_KEYS = ['Backspace', 'Delete'];

type Props = {
  readonly flow: Flow;
  readonly onDropItem: (key: string, at: Point) => void;
  readonly onConnectDialog: (block: string) => void;
};

export function GraphCanvas({ flow, onDropItem, onConnectDialog }: Props) {
  const { isReadOnly } = useGraph();
  const drawing = useDrawing();
  const { nodes, edges, onNodesChange, onEdgesChange } = useCanvasFlow(flow);
  const remove = useRemoval();
  const { screenToFlowPosition } = useReactFlow();
  const drop = (event: DragEvent): void => {
    const key = event.dataTransfer.getData(DRAGGED_BLOCK);
    if (key === '') return;
    event.preventDefault();
    onDropItem(key, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  const act = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node')) return;
    const { id } = target.dataset;
    if (key === 'c' && !event.ctrlKey && !event.metaKey && id !== undefined) onConnectDialog(id);
  };
  return (
    <div className="graph-canvas" {...drawing.marks}>
      <ReactFlow<FlowNode, WireEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        {...drawing.handlers}
        onDelete={remove}
        onKeyDown={act}
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
        connectionLineType={ConnectionLineType.Bezier}
        connectionRadius={24}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        deleteKeyCode={isReadOnly ? null : DELETE_KEYS}
        onlyRenderVisibleElements={nodes.length > DRAWN_MAX}
        snapToGrid
        snapGrid={GRID}
        minZoom={0.08}
        maxZoom={2}
        fitView
        fitViewOptions={FIT}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
        <FarWatch />
        {nodes.length < MAPPED_MIN ? null : <GraphMap />}
        <Refusal reason={drawing.reason} />
      </ReactFlow>
    </div>
  );
}

/** From afar all is seen without it. */
function GraphMap() {
  const { far } = useGraph();
  const isFar = useCell(far, (is) => is);
  if (isFar) return null;
  return (
    <MiniMap
      pannable
      zoomable
      ariaLabel={VISUAL.mapOfTheGraph}
      nodeClassName={mapClass}
      style={MAP_SIZE}
    />
  );
}

function mapClass(node: FlowNode): string {
  if (!isBlockNode(node)) return `map-${node.type ?? ''}`;
  return node.data.problems.some(({ severity }) => severity === 'error') ? 'map-wrong' : '';
}

function useRemoval() {
  const { change } = useGraph();
  return useStable(({ nodes, edges }: { nodes: FlowNode[]; edges: WireEdge[] }) => {
    const gone = new Set(nodes.map(({ id }) => id));
    const wires = edges.flatMap(({ data: joint }) => (joint === undefined ? [] : [joint]));
    change((model) => removeFromGraph(model, gone, wires));
  });
}
