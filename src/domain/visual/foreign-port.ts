// The ports of a document of HaasScript: which outputs each input is connected to. A connection is
// listed at both of its ends; one that only one end lists is a connection too.

import type { BlockKind } from '#domain/visual/block-palette.ts';
import type { DocumentReader } from '#domain/visual/document-value.ts';
import { report } from '#domain/visual/document-value.ts';
import type { Block, BlockPlace, VisualProblem, Wire } from '#domain/visual/visual-model.ts';
import { VISUAL_WIRES_MAX, warningAt } from '#domain/visual/visual-model.ts';

export type ForeignPort = {
  readonly guid: string;
  readonly name: string;
  /** What is typed in; empty: nothing. */
  readonly storage: string;
  /** What is given in our own form; undefined: what is typed in. */
  readonly given: unknown;
  /** Ids of the ports at the other ends. */
  readonly connections: readonly string[];
};

export type ForeignBlock = {
  /** Without its inputs and its gate. */
  readonly block: Block;
  readonly kind: BlockKind | null;
  readonly place: BlockPlace;
  readonly inputs: readonly ForeignPort[];
  readonly output: ForeignPort | null;
  readonly subOutputs: readonly ForeignPort[];
  readonly connector: ForeignPort | null;
};

/** A part's name here: the same name, whatever its case; else the part in its place. */
function partName({ kind, block }: ForeignBlock, name: string, at: number): string {
  const names = kind?.outputs.slice(1).map((port) => port.name) ?? block.outputs;
  const same = names.find((each) => each.toLowerCase() === name.toLowerCase());
  return same ?? names[at] ?? name;
}

type Ends = {
  /** Outputs by the ids of their ports. */
  readonly outputs: Map<string, Wire>;
  /** Ids of the ports of inputs and gates. */
  readonly inputs: Set<string>;
};

function endsOf(reader: DocumentReader, blocks: readonly ForeignBlock[]): Ends {
  const outputs = new Map<string, Wire>();
  const inputs = new Set<string>();
  for (const each of blocks) {
    reader.block = each.block.id;
    const claim = (guid: string, isNew: boolean): boolean => {
      if (guid !== '' && !isNew) report(reader, null, `two ports have the id "${guid}"`);
      return guid !== '';
    };
    const isFree = (guid: string): boolean => !inputs.has(guid) && !outputs.has(guid);
    const taken = [...each.inputs, ...(each.connector === null ? [] : [each.connector])];
    for (const { guid } of taken) if (claim(guid, isFree(guid))) inputs.add(guid);
    const id = each.block.id;
    if (each.output !== null && claim(each.output.guid, isFree(each.output.guid))) {
      outputs.set(each.output.guid, { block: id, port: '' });
    }
    for (const [at, { guid, name }] of each.subOutputs.entries()) {
      if (!claim(guid, isFree(guid))) continue;
      outputs.set(guid, { block: id, port: partName(each, name, at) });
    }
  }
  reader.block = null;
  return { outputs, inputs };
}

export type ForeignWires = {
  /** What the input or gate with this port's id is connected to. */
  readonly at: (guid: string) => readonly Wire[];
  readonly warnings: readonly VisualProblem[];
};

/** An end that does not exist stays in the model as a wire from no block. */
export function wireForeignPorts(
  reader: DocumentReader,
  blocks: readonly ForeignBlock[],
): ForeignWires {
  const { outputs, inputs } = endsOf(reader, blocks);
  const warnings: VisualProblem[] = [];
  const wires = new Map<string, Map<string, Wire>>();
  const connect = (input: string, output: string, wire: Wire): void => {
    const known = wires.get(input) ?? new Map<string, Wire>();
    wires.set(input, known.set(output, wire));
    if (known.size > VISUAL_WIRES_MAX) report(reader, null, 'too many wires lead to one port');
  };
  for (const { block, inputs: ports, connector } of blocks) {
    reader.block = block.id;
    for (const { guid, name, connections } of [...ports, ...(connector ? [connector] : [])]) {
      if (connections.length > 0 && guid === '') report(reader, name, 'the port has no id');
      for (const other of connections) {
        const isOutput = !inputs.has(other);
        if (!isOutput) report(reader, name, 'a wire leads from an input to an input');
        else connect(guid, other, outputs.get(other) ?? { block: '', port: other });
      }
    }
  }
  for (const { block, output, subOutputs } of blocks) {
    reader.block = block.id;
    for (const { guid, name, connections } of [...(output ? [output] : []), ...subOutputs]) {
      for (const other of connections) {
        const wire = outputs.get(guid);
        if (inputs.has(other) && wire !== undefined) connect(other, guid, wire);
        else if (outputs.has(other)) report(reader, name, 'a wire leads to an output');
        else
          warnings.push(
            warningAt(block.id, name, `a wire leads to no port ("${other.slice(0, 80)}")`),
          );
      }
    }
  }
  reader.block = null;
  return { at: (guid) => [...(wires.get(guid)?.values() ?? [])], warnings };
}
