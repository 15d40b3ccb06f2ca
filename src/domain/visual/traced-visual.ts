// A compiled visual script that also tells what its blocks give, and which blocks may have led to
// an act: plain data, which crosses threads with the run that records by it.

import type { PortKind } from '#domain/visual/block-palette.ts';
import type { Source, VisualNode } from '#domain/visual/resolve-model.ts';

export type TracedPort = {
  /** Empty: the main output. */
  readonly name: string;
  readonly kind: PortKind;
  /** Of a constant: the group that it is one of. */
  readonly group: string | null;
  /** Place in the list that a custom command returns, from 1; 0: it is read by its name. */
  readonly place: number;
};

/** An output of a node. */
export type TracedSource = { readonly node: number; readonly port: string };

export type TracedNode = {
  readonly block: string;
  /** None of a block that is not recorded: a constant, or one that does not take part. */
  readonly ports: readonly TracedPort[];
  /** It ran where one of them was true; empty: no gate. */
  readonly gate: readonly TracedSource[];
  readonly inputs: readonly TracedSource[];
  /** What is false may make it true. */
  readonly isTurned: boolean;
};

export type TracedVisual = {
  /** Calls the recording function with the number of a node and what it gave. */
  readonly lua: string;
  readonly nodes: readonly TracedNode[];
};

/** Commands of which a result comes of what is false. */
const TURNING: ReadonlySet<string> = new Set(['IsFalse', 'Branch', 'IfElse', 'IfElseIf', 'Equals']);

function sourcesOf(sources: readonly Source[]): readonly TracedSource[] {
  return sources.flatMap((source): readonly TracedSource[] => {
    if (source.kind === 'output') return [{ node: source.node, port: source.port }];
    return source.kind === 'session' ? source.writers.map((node) => ({ node, port: '' })) : [];
  });
}

/**
 * Node of a trace; ports are empty unless its values are recorded. Places of outputs count from 1.
 */
export function tracedNode(node: VisualNode, isRecorded: boolean): TracedNode {
  const { block, kind, gate, arguments: given, read } = node;
  const isContainer = kind.outputs.length > 1 && kind.outputs[0]?.kind === 'table';
  const shown = isContainer ? kind.outputs.slice(1) : kind.outputs;
  const outputs = isRecorded ? shown : [];
  return {
    block: block.id,
    ports: outputs.map(({ name, kind: carried, group }) => {
      return { name, kind: carried, group, place: block.outputs.indexOf(name) + 1 };
    }),
    gate: sourcesOf(gate),
    inputs: sourcesOf([
      ...given.flatMap(({ sources }) => sources),
      ...(read === null ? [] : [read]),
    ]),
    isTurned: TURNING.has(kind.command),
  };
}
