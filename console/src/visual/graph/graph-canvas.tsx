// The canvas: blocks that are moved, wires that are drawn where they fit, keys, and a small map.

import { Background, ConnectionLineType, Controls, MiniMap, ReactFlow } from '@xyflow/react';
import { useReactFlow } from '@xyflow/react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import { BlockNodeView } from './block-node.tsx';
import { DRAGGED_BLOCK } from './block-picker.tsx';
import { Refusal, useDrawing } from './drawing.tsx';
import type { BlockNode, WireEdge } from './flow-elements.ts';
import { useGraph } from './graph-state.ts';
import { NoteNodeView } from './note-node.tsx';
import type { Flow } from './use-flow.ts';
import { WireView } from './wire-view.tsx';

const NODE_TYPES = { block: BlockNodeView, note: NoteNodeView };
const EDGE_TYPES = { wire: WireView };
/** Above it what is out of sight is not drawn, and not reached by keys but in the list. */
const DRAWN_MAX = 120;
const GRID: [number, number] = [10, 10];
const DELETE_KEYS = ['Backspace', 'Delete'];

type Props = {
  readonly flow: Flow;
  readonly onDropItem: (key: string, at: Point) => void;
  readonly onConnectDialog: (block: string) => void;
};

export function GraphCanvas({ flow, onDropItem, onConnectDialog }: Props) {
  const { isReadOnly } = useGraph();
  const drawing = useDrawing();
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
      <ReactFlow<BlockNode, WireEdge>
        nodes={flow.nodes}
        edges={flow.edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={flow.onNodesChange}
        onEdgesChange={flow.onEdgesChange}
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
        onlyRenderVisibleElements={flow.nodes.length > DRAWN_MAX}
        snapToGrid
        snapGrid={GRID}
        minZoom={0.08}
        maxZoom={2}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
        <MiniMap pannable zoomable ariaLabel="Map of the graph" nodeClassName={mapClass} />
        <Refusal reason={drawing.reason} />
      </ReactFlow>
    </div>
  );
}

function mapClass({ data }: BlockNode): string {
  return data.problems.some(({ severity }) => severity === 'error') ? 'map-wrong' : '';
}

function useRemoval() {
  const { change } = useGraph();
  return ({ nodes, edges }: { nodes: readonly BlockNode[]; edges: readonly WireEdge[] }): void => {
    const gone = new Set(nodes.map(({ id }) => id));
    const wires = edges.flatMap(({ data: joint }) => (joint === undefined ? [] : [joint]));
    change((model) => removeFromGraph(model, gone, wires));
  };
}
