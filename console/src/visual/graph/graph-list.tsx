// The graph as a list: each block with its inputs, where they come from, and what it gives. It is
// for those who listen, for keys alone, and for phones.

import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { InputPort } from '#domain/visual/block-palette.ts';
import type { Block, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { disconnect, removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import { blockWords, commandWords, kindWords, portWords } from '../block-words.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/states.tsx';
import { useEditing } from '../editing.ts';
import { ProblemsOf } from '../rule-card.tsx';
import { ValueField } from '../value-field.tsx';
import { sourceWords } from './connect-dialog.tsx';
import { useGraph } from './graph-state.ts';
import { usePortValue } from './ports.ts';
import { VISUAL } from '../../words/visual.ts';

type Props = { readonly onConnect: (block: string) => void };

export function GraphList({ onConnect }: Props) {
  const { model } = useEditing();
  if (model.blocks.length === 0)
    return <Empty title={VISUAL.noBlocksYet}>{VISUAL.addOneFromThe}</Empty>;
  return (
    <ol className="graph-list" aria-label={VISUAL.blocksOfTheScript}>
      {model.blocks.map((block) => (
        <BlockItem key={block.id} block={block} onConnect={onConnect} />
      ))}
    </ol>
  );
}

function BlockItem({ block, onConnect }: Props & { readonly block: Block }) {
  const { known, isReadOnly, lit } = useEditing();
  const { change } = useGraph();
  const kind = kindOfBlock(block, known.palette);
  const shown = (kind?.inputs ?? []).filter(
    (port) => port.isRequired || port.isMany || givenAt(block, port.name) !== null,
  );
  const words = blockWords(block);
  return (
    <li className={lit === block.id ? 'list-block list-block-lit' : 'list-block'}>
      <div className="list-block-head">
        <h2>{words}</h2>
        {block.title === '' ? null : <span className="faint">{commandWords(block.command)}</span>}
        {block.isEnabled ? null : <span className="tag">{VISUAL.off}</span>}
        <Values block={block} />
      </div>
      <dl className="list-ports">
        {block.gate.length > 0 || block.needsGate ? (
          <PortItem name="when" block={block} port={null} wires={block.gate} />
        ) : null}
        {shown.map((port) => {
          const given = givenAt(block, port.name);
          const wires = given?.kind === 'wires' ? given.wires : [];
          return (
            <PortItem
              key={port.name}
              name={portWords(block.command, port.name)}
              block={block}
              port={port}
              wires={wires}
            />
          );
        })}
      </dl>
      <ProblemsOf blocks={[block.id]} />
      {isReadOnly ? null : (
        <div className="list-acts">
          <Button isSmall onPress={() => onConnect(block.id)}>
            {VISUAL.connectTitle}
            <span className="unseen"> {words}</span>
          </Button>
          <Button
            isSmall
            look="plain"
            onPress={() => change((of) => removeFromGraph(of, new Set([block.id]), []))}
          >
            {VISUAL.remove}
            <span className="unseen"> {words}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

/** What its outputs are at the bar. */
function Values({ block }: { readonly block: Block }) {
  const value = usePortValue({ block: block.id, port: '' });
  return value === null ? null : <span className="number soft">{value}</span>;
}

type PortProps = {
  readonly name: string;
  readonly block: Block;
  /** Null: the gate. */
  readonly port: InputPort | null;
  readonly wires: readonly Wire[];
};

function PortItem({ name, block, port, wires }: PortProps) {
  const given = port === null ? null : givenAt(block, port.name);
  const isTyped = port !== null && wires.length === 0 && !port.isMany && port.kind !== 'table';
  return (
    <div className="list-port">
      <dt>
        {name}
        <span className="faint"> {port === null ? VISUAL.yesOrNo : kindWords(port)}</span>
      </dt>
      <dd>
        {isTyped ? <ValueField block={block.id} port={port} given={given} /> : null}
        {wires.map((wire) => (
          <WireItem key={`${wire.block}:${wire.port}`} wire={wire} block={block} port={port} />
        ))}
        {!isTyped && wires.length === 0 ? <span className="faint">{VISUAL.nothingYet}</span> : null}
      </dd>
    </div>
  );
}

type WireProps = Pick<PortProps, 'block' | 'port'> & { readonly wire: Wire };

function WireItem({ wire, block, port }: WireProps) {
  const { model, isReadOnly } = useEditing();
  const { change } = useGraph();
  const value = usePortValue(wire);
  const words = sourceWords(model, wire);
  const to = { block: block.id, port: port?.name ?? null };
  return (
    <span className="list-wire">
      {VISUAL.from(words)}
      {value === null ? null : <span className="number soft">{value}</span>}
      {isReadOnly ? null : (
        <button
          type="button"
          className="exchange"
          aria-label={VISUAL.removeTheWireFrom(words, blockWords(block))}
          title={VISUAL.removeTheWire}
          onClick={() => change((of) => disconnect(of, { wire, to }))}
        >
          ×
        </button>
      )}
    </span>
  );
}
