// Wires that are being drawn: they end where they fit, and say why where they do not.

import type { Connection, Edge, FinalConnectionState } from '@xyflow/react';
import { useConnection } from '@xyflow/react';
import { useState } from 'react';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { openEnd } from '#domain/visual-graph/add-block.ts';
import type { Connection as Joint } from '#domain/visual-graph/graph-edits.ts';
import { connect } from '#domain/visual-graph/graph-edits.ts';
import { possibleEnds, possibleWires } from '#domain/visual-graph/wire-refusal.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { wireRefusal } from '../block-words.ts';
import { useEditing } from '../editing.ts';
import type { LooseEnd } from './graph-state.ts';
import { useGraph } from './graph-state.ts';
import { ACCEPTED, connectionOf } from './ports.ts';
import { useStable } from './use-stable.ts';
import { VISUAL } from '../../words/visual.ts';

/** Kinds that the other end may have, for the style sheet to dim the others. */
function marksOf(model: VisualModel, wanted: LooseEnd | null, palette: BlockPalette) {
  if (wanted === null) return {};
  const id = wanted.kind === 'from' ? wanted.wire.block : wanted.to.block;
  const block = blockOf(model, id);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (kind === null) return {};
  if (wanted.kind === 'from') {
    return { 'data-carries': outputPort(kind, wanted.wire.port)?.kind ?? 'any' };
  }
  const port = kind.inputs.find(({ name }) => name === wanted.to.port);
  return { 'data-wants': ACCEPTED[port?.kind ?? 'boolean'] };
}

type Start = {
  readonly nodeId: string | null;
  readonly handleId: string | null;
  readonly handleType: string | null;
};

/** The end at which a wire begins. */
function startOf({ nodeId, handleId, handleType }: Start): LooseEnd | null {
  const isFrom = handleType === 'source';
  const ends = isFrom
    ? { source: nodeId, sourceHandle: handleId, target: '', targetHandle: 'gate' }
    : { source: '', sourceHandle: 'out:', target: nodeId, targetHandle: handleId };
  const joint = connectionOf(ends);
  if (joint === null) return null;
  return isFrom ? { kind: 'from', wire: joint.wire } : { kind: 'to', to: joint.to };
}

/** The first way in which an end fits to a block; null: there is none. */
function jointOf(
  wanted: LooseEnd,
  model: VisualModel,
  id: string,
  palette: BlockPalette,
): Joint | null {
  if (wanted.kind === 'to') {
    const wire = possibleWires(model, wanted.to, palette).find(({ block }) => block === id);
    return wire === undefined ? null : { wire, to: wanted.to };
  }
  const open = openEnd(model, id, palette);
  const ends = possibleEnds(model, wanted.wire, palette).filter(({ block }) => block === id);
  const to = ends.find(({ port }) => open !== null && port === open.port) ?? ends[0];
  return to === undefined ? null : { wire: wanted.wire, to };
}

/** State of a wire that is being drawn, and the handlers of the canvas for it. */
export function useDrawing() {
  const { model, known } = useEditing();
  const { change, wanted } = useGraph();
  const [start, setStart] = useState<LooseEnd | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const join = (joint: Joint): void => {
    wanted.set(null);
    change((of, palette) => connect(of, joint, palette));
  };
  const refusal = (ends: Edge | Connection): string | null => {
    const joint = connectionOf(ends);
    if (joint === null) return VISUAL.wiresLeadFromOutputs;
    return wireRefusal(model, joint.wire, joint.to, known.palette);
  };
  const begin = (_: unknown, from: Start): void => {
    setStart(startOf(from));
    setReason(null);
  };
  const end = (_: unknown, state: FinalConnectionState): void => {
    setStart(null);
    const { isValid, toNode, toHandle } = state;
    if (isValid === true || start === null || toHandle !== null) return;
    if (toNode === null) {
      wanted.set(start);
      return;
    }
    const joint = jointOf(start, model, toNode.id, known.palette);
    if (joint === null) setReason(VISUAL.nothingOfThisBlock);
    else join(joint);
  };
  return {
    reason,
    marks: marksOf(model, start, known.palette),
    handlers: {
      isValidConnection: useStable((ends: Edge | Connection) => refusal(ends) === null),
      onConnectStart: useStable(begin),
      onConnectEnd: useStable(end),
      // A port that is pressed is what the palette offers blocks for.
      onClickConnectStart: useStable((_: unknown, from: Start) => {
        begin(_, from);
        wanted.set(startOf(from));
      }),
      onClickConnectEnd: useStable(() => setStart(null)),
      onConnect: useStable((ends: Connection) => {
        const joint = connectionOf(ends);
        if (joint !== null) join(joint);
      }),
    },
  };
}

/** Why the wire that is drawn cannot end where it is. */
export function Refusal({ reason }: { readonly reason: string | null }) {
  const { model, known } = useEditing();
  const { inProgress, isValid, fromHandle, toHandle } = useConnection();
  let shown = reason;
  if (inProgress && isValid === false && fromHandle !== null && toHandle !== null) {
    const [source, target] =
      fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
    const joint = connectionOf({
      source: source.nodeId,
      sourceHandle: source.id,
      target: target.nodeId,
      targetHandle: target.id,
    });
    shown =
      joint === null
        ? VISUAL.wiresLeadFromOutputs
        : wireRefusal(model, joint.wire, joint.to, known.palette);
  }
  return (
    <p className="graph-reason" role="status">
      {shown}
    </p>
  );
}
