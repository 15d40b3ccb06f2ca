// A block on the canvas: its name, its inputs with what stands at them, its outputs with their
// values, and what is wrong. From afar only its name and its ports are drawn.

import type { NodeProps } from '@xyflow/react';
import { Handle, Position } from '@xyflow/react';
import { memo, useMemo } from 'react';
import type { InputPort, OutputPort } from '#domain/visual/block-palette.ts';
import type { Block } from '#domain/visual/visual-model.ts';
import { showUnused } from '#domain/visual-graph/graph-edits.ts';
import {
  blockWords,
  commandWords,
  kindWords,
  partWords,
  portWords,
  unitWords,
  problemText,
} from '../block-words.ts';
import { INTERVALS } from '../../chart/intervals.ts';
import type { Editing } from '../editing.ts';
import { EditingContext } from '../editing.ts';
import { ValueField } from '../value-field.tsx';
import { useWatching } from '../watching.ts';
import type { InputRow } from './block-shape.ts';
import { HEAD_HEIGHT } from './block-shape.ts';
import type { BlockData, BlockNode } from './flow-elements.ts';
import { useCell, useGraph } from './graph-state.ts';
import { ACCEPTED, sourceHandle, targetHandle, usePortValue } from './ports.ts';
import { VISUAL } from '../../words/visual.ts';

export const BlockNodeView = memo(function BlockNodeView({ data, selected }: NodeProps<BlockNode>) {
  const { block } = data;
  const { far, lit, onLight } = useGraph();
  const isLit = useCell(lit, (id) => id === block.id);
  const isOnPath = useWatching().path.has(block.id);
  const isFar = useCell(far, (is) => is);
  const isWrong = data.problems.some(({ severity }) => severity === 'error');
  const names = [
    'block',
    isLit && 'block-lit',
    isOnPath && 'block-path',
    selected && 'block-selected',
    isWrong && 'block-wrong',
    !block.isEnabled && 'block-off',
    isFar && 'block-far',
  ];
  return (
    <div
      className={names.filter(Boolean).join(' ')}
      onPointerEnter={() => onLight(block.id)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(block.id)}
    >
      {isFar ? <Far {...data} /> : <Near {...data} />}
    </div>
  );
});

/** The editor as a block needs it: it knows of itself alone. */
function useOwnEditing({ block, problems }: BlockData): Editing {
  const { known, isReadOnly, isTicking, onLight, onShow, change } = useGraph();
  return useMemo(
    () => ({
      model: { blocks: [block], layout: [] },
      known,
      isReadOnly,
      isTicking,
      problems,
      lit: null,
      onLight,
      onShow,
      change,
    }),
    [block, problems, known, isReadOnly, isTicking, onLight, onShow, change],
  );
}

/** Numbers and choices that tell it from others of its kind. */
function typedWords({ inputs }: Block): string {
  return inputs
    .flatMap(({ port, given }) => {
      if (given.kind !== 'value' || given.value === '') return [];
      const interval = INTERVALS.find(([minutes]) => minutes === given.value);
      return port === 'interval' && interval !== undefined ? [interval[1]] : [given.value];
    })
    .slice(0, 3)
    .join(' · ')
    .slice(0, 24);
}

function Far({ block, shape }: BlockData) {
  const typed = typedWords(block);
  return (
    <>
      <FarEnd id={targetHandle(null)} y={HEAD_HEIGHT / 2} side="left" />
      {shape.inputs.map(({ port, y }) => (
        <FarEnd key={port.name} id={targetHandle(port.name)} y={y} side="left" />
      ))}
      {shape.outputs.map(({ port, y }) => (
        <FarEnd key={port.name} id={sourceHandle(port.name)} y={y} side="right" />
      ))}
      <span className="block-far-words">
        <strong>{blockWords(block)}</strong>
        {typed === '' ? null : <span>{typed}</span>}
      </span>
    </>
  );
}

type FarEndProps = { readonly id: string; readonly y: number; readonly side: 'left' | 'right' };

/** Where a wire ends: the canvas looks for it in the page. From afar none is begun or ended. */
function FarEnd({ id, y, side }: FarEndProps) {
  return (
    <i
      className={`far-end far-end-${side} ${side === 'left' ? 'target' : 'source'}`}
      data-handleid={id}
      data-handlepos={side}
      style={{ top: y }}
    />
  );
}

function Near(data: BlockData) {
  const { block, shape, problems } = data;
  const editing = useOwnEditing(data);
  const main = shape.outputs.find(({ port }) => port.name === '');
  const parts = shape.outputs.filter(({ port }) => port.name !== '');
  return (
    <EditingContext value={editing}>
      <Head {...data} />
      {main === undefined ? null : <Out block={block} port={main.port} y={HEAD_HEIGHT / 2} />}
      {shape.inputs.map((row) => (
        <InputView key={row.port.name} data={data} row={row} />
      ))}
      {parts.map(({ port, y }) => (
        <div key={port.name} className="block-row block-row-out">
          <span className="port-name">{partWords(block.command, port.name)}</span>
          <Out block={block} port={port} y={y} />
        </div>
      ))}
      <MoreInputs {...data} />
      {problems.slice(0, shape.problems).map(({ message, port, severity }, index) => (
        <p
          key={index}
          className={severity === 'error' ? 'block-problem wrong' : 'block-problem warn-text'}
          title={problemText(message)}
        >
          {port === null ? '' : `${portWords(block.command, port)}: `}
          {problemText(message)}
        </p>
      ))}
    </EditingContext>
  );
}

function Head({ block, kind, problems }: BlockData) {
  const words = blockWords(block);
  const isMissing = block.needsGate && block.gate.length === 0;
  const isWrong = problems.some(({ port, severity }) => port === null && severity === 'error');
  const isIdle = !block.needsGate && block.gate.length === 0;
  return (
    <div className="block-head" title={kind?.meaning ?? VISUAL.thereIsNoSuch}>
      <In
        block={block}
        port={null}
        y={HEAD_HEIGHT / 2}
        look={isMissing ? 'missing' : isWrong && !isIdle ? 'wrong' : isIdle ? 'idle' : 'plain'}
      />
      <strong className="block-name">{words}</strong>
      {block.title === '' ? null : <span className="faint">{commandWords(block.command)}</span>}
      {block.gate.length > 0 || block.needsGate ? (
        <span className={isMissing ? 'block-when warn-text' : 'block-when'}>{VISUAL.when}</span>
      ) : null}
      {block.isEnabled ? null : <span className="tag">{VISUAL.off}</span>}
    </div>
  );
}

type RowProps = { readonly data: BlockData; readonly row: InputRow };

function InputView({ data: { block, problems }, row }: RowProps) {
  const { port, given, isMissing, y } = row;
  const isWrong = problems.some((problem) => problem.port === port.name);
  const look = isWrong ? 'wrong' : isMissing ? 'missing' : 'plain';
  const unit = unitWords(port);
  const isTyped = given?.kind !== 'wires' && !port.isMany && port.kind !== 'table';
  return (
    <div className={`block-row block-row-${look}`} title={port.meaning}>
      <In block={block} port={port} y={y} look={look} />
      <span className="port-name">
        {portWords(block.command, port.name)}
        {port.isRequired ? <span className="port-required">*</span> : null}
      </span>
      {isTyped ? (
        <span className="port-value nodrag">
          <ValueField block={block.id} port={port} given={given} />
          {unit === '' ? null : <span className="port-unit faint">{unit}</span>}
        </span>
      ) : (
        <Wired given={given} isMissing={isMissing} />
      )}
    </div>
  );
}

function Wired({ given, isMissing }: Pick<InputRow, 'given' | 'isMissing'>) {
  const count = given?.kind === 'wires' ? given.wires.length : 0;
  if (count === 1) return null;
  if (count > 1) return <span className="port-count">{VISUAL.wires(count)}</span>;
  return (
    <span className={isMissing ? 'port-count warn-text' : 'port-count faint'}>
      {VISUAL.nothingYet}
    </span>
  );
}

type InProps = {
  readonly block: Block;
  /** Null: the gate. */
  readonly port: InputPort | null;
  readonly y: number;
  readonly look: 'plain' | 'missing' | 'wrong' | 'idle';
};

function In({ block: { id: block, command }, port, y, look }: InProps) {
  const { wanted, isReadOnly } = useGraph();
  const name = port?.name ?? null;
  const isNext = useCell(
    wanted,
    (end) => end?.kind === 'to' && end.to.block === block && end.to.port === name,
  );
  const kind = port?.kind ?? 'boolean';
  const words = port === null ? VISUAL.yesOrNo : kindWords(port);
  return (
    <Handle
      type="target"
      position={Position.Left}
      id={targetHandle(name)}
      className={`port port-${kind} port-${look} ${isNext ? 'port-next' : ''}`}
      style={{ top: y }}
      isConnectableStart={!isReadOnly}
      isConnectableEnd={!isReadOnly}
      title={`${name === null ? VISUAL.whenItRuns : portWords(command, name)}: ${words}`}
      data-accepts={ACCEPTED[kind]}
      onDoubleClick={() => wanted.set({ kind: 'to', to: { block, port: name } })}
    />
  );
}

type OutProps = { readonly block: Block; readonly port: OutputPort; readonly y: number };

function Out({ block: { id: block, command }, port, y }: OutProps) {
  const { isReadOnly } = useGraph();
  return (
    <>
      <PortValue block={block} port={port.name} />
      <Handle
        type="source"
        position={Position.Right}
        id={sourceHandle(port.name)}
        className={`port port-${port.kind}`}
        style={{ top: y }}
        isConnectableStart={!isReadOnly}
        isConnectableEnd={!isReadOnly}
        title={`${partWords(command, port.name) || VISUAL.result}: ${kindWords(port)}`}
      />
    </>
  );
}

function PortValue(wire: { readonly block: string; readonly port: string }) {
  const value = usePortValue(wire);
  return value === null ? null : <output className="port-now number">{value}</output>;
}

function MoreInputs({ block, shape, showsUnused }: BlockData) {
  const { change } = useGraph();
  if (!shape.canHide) return null;
  return (
    <button
      type="button"
      className="block-more nodrag"
      onClick={() => change((model) => showUnused(model, block.id, !showsUnused))}
    >
      {showsUnused ? VISUAL.fewerInputs : VISUAL.moreInputs(shape.hidden)}
    </button>
  );
}
