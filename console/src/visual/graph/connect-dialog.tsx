// Connecting without drawing: all that a block can be connected to, in a list that is searched.

import { connect } from '#domain/visual-graph/graph-edits.ts';
import type { Connection } from '#domain/visual-graph/graph-edits.ts';
import { possibleEnds, possibleWires } from '#domain/visual-graph/wire-refusal.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { blockWords, partWords, portWords } from '../block-words.ts';
import { useEditing } from '../editing.ts';
import type { PickItem } from '../pick-dialog.tsx';
import { PickDialog } from '../pick-dialog.tsx';
import { useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

type ConnectItem = PickItem & { readonly connection: Connection };

/** Words for where a wire comes from. */
export function sourceWords(model: VisualModel, wire: Wire): string {
  const block = blockOf(model, wire.block);
  if (block === null) return 'nothing';
  const part = partWords(block.command, wire.port);
  return part === '' ? blockWords(block) : `${blockWords(block)}, ${part}`;
}

/** Words for where a wire leads. */
export function endWords(model: VisualModel, { block: id, port }: WireEnd): string {
  const block = blockOf(model, id);
  const words = block === null ? VISUAL.nothing : blockWords(block);
  return `${words}: ${port === null ? VISUAL.when : portWords(block?.command ?? '', port)}`;
}

function itemsOf(model: VisualModel, id: string, palette: BlockPalette): readonly ConnectItem[] {
  const block = blockOf(model, id);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (kind === null) return [];
  const item = (connection: Connection): ConnectItem => {
    const { wire, to } = connection;
    const label = `${sourceWords(model, wire)} → ${endWords(model, to)}`;
    return { key: `${wire.block}:${wire.port} ${to.block}:${to.port ?? ''}`, label, connection };
  };
  const given = [null, ...kind.inputs.map(({ name }) => name)].flatMap((port) => {
    const to = { block: id, port };
    return possibleWires(model, to, palette).map((wire) => item({ wire, to }));
  });
  const taken = kind.outputs.flatMap(({ name }) => {
    const wire = { block: id, port: name };
    return possibleEnds(model, wire, palette).map((to) => item({ wire, to }));
  });
  return [...given, ...taken];
}

type Props = { readonly block: string; readonly onClose: () => void };

export function ConnectDialog({ block, onClose }: Props) {
  const { model, known } = useEditing();
  const { change } = useGraph();
  const of = blockOf(model, block);
  return (
    <PickDialog
      title={VISUAL.connect(of === null ? '' : blockWords(of))}
      items={itemsOf(model, block, known.palette)}
      onPick={({ connection }) => {
        onClose();
        change((model, palette) => connect(model, connection, palette));
      }}
      onClose={onClose}
    />
  );
}
