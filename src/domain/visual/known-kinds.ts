// Kinds of outputs as far as the inputs of their blocks settle them: an element of a list of
// numbers is a number that is always there, a sum of numbers a number, where the command alone
// promises anything.

import type { BlockKind, PortKind } from '#domain/visual/block-palette.ts';
import type { Source, VisualNode } from '#domain/visual/resolve-model.ts';

/** A list of numbers is one that moves with the run; a table is none. */
export type KnownKind = 'number' | 'list' | 'numberOrList' | 'boolean';

const KNOWN: Readonly<Partial<Record<PortKind, KnownKind>>> = {
  number: 'number',
  list: 'list',
  numberOrList: 'numberOrList',
  boolean: 'boolean',
};

/** Containers whose parts are yes or no, and always there. */
const CONDITIONAL_PARTS: ReadonlySet<string> = new Set(['Branch', 'Compare', 'SignalToBool']);

/** The source that stands at an input; null: none, or many. */
export function sourceAt(node: VisualNode, port: string): Source | null {
  const sources = node.arguments.find((argument) => argument.port.name === port)?.sources ?? [];
  return sources.length === 1 ? (sources[0] ?? null) : null;
}

/** A whole number that is typed in; null: none is. */
export function typedWhole(source: Source | null): number | null {
  const isTyped = source?.kind === 'value' && source.input === null;
  const value = isTyped ? source.value : null;
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

/** Null: it may be anything, nothing included. */
export function knownKind(nodes: readonly VisualNode[], source: Source | null): KnownKind | null {
  if (source === null || source.kind === 'session') return null;
  if (source.kind === 'value') {
    if (typeof source.value === 'boolean') return 'boolean';
    return typeof source.value === 'number' ? 'number' : null;
  }
  const kind = nodes[source.node]?.kind;
  const output = kind?.outputs.find(({ name }) => name === source.port);
  if (kind === undefined || output === undefined || kind.mayBeNothing) return null;
  const known = KNOWN[output.kind] ?? null;
  // Other parts of a container may be missing.
  if (output.name === '' || known === 'list') return known;
  return CONDITIONAL_PARTS.has(kind.command) ? known : null;
}

const ARITHMETIC: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mul', 'Div']);

function settledKind(nodes: readonly VisualNode[], node: VisualNode): KnownKind | null {
  const at = (port: string): KnownKind | null => knownKind(nodes, sourceAt(node, port));
  const { command } = node.kind;
  if (command === 'ArrayIndex') return at('input') === 'list' ? 'number' : null;
  if (command === 'Offset') return at('input') === 'list' ? 'list' : null;
  if (command === 'Input') return at('defaultValue');
  if (!ARITHMETIC.has(command)) return null;
  const operands = [at('input1'), at('input2')];
  if (operands.includes(null) || operands.includes('boolean')) return null;
  if (operands.includes('list')) return 'list';
  return operands.includes('numberOrList') ? 'numberOrList' : 'number';
}

function settled(kind: BlockKind, known: KnownKind): BlockKind {
  const [, ...parts] = kind.outputs;
  return {
    ...kind,
    outputs: [{ name: '', kind: known, group: null }, ...parts],
    mayBeNothing: false,
  };
}

/** The same nodes; their kinds as their inputs settle them, in the order in which they run. */
export function withKnownKinds(
  nodes: readonly VisualNode[],
  order: readonly number[],
): readonly VisualNode[] {
  const found = [...nodes];
  for (const at of order) {
    const node = nodes[at];
    const known = node === undefined ? null : settledKind(found, node);
    if (node !== undefined && known !== null) {
      found[at] = { ...node, kind: settled(node.kind, known) };
    }
  }
  return found;
}
