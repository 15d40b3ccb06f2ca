// Commands that Lua has operators for. An operator costs a fraction of a call and means the same
// where both sides are known to be numbers, lists of numbers or conditions that are there: a list
// stands for its newest element in a comparison, and is combined element by element.

import type { AbsentValues } from '#domain/visual/absent-values.ts';
import type { KnownKind } from '#domain/visual/known-kinds.ts';
import { knownKind, sourceAt, typedWhole } from '#domain/visual/known-kinds.ts';
import type { Source, VisualNode } from '#domain/visual/resolve-model.ts';

type Pair = readonly [left: string, operator: string, right: string];

/** By the names of inputs; pairs are joined by the word. */
type Comparison = { readonly pairs: readonly Pair[]; readonly joint: string };

function single(...pair: Pair): Comparison {
  return { pairs: [pair], joint: '' };
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  IsBiggerThan: single('input1', '>', 'input2'),
  IsSmallerThan: single('input1', '<', 'input2'),
  IsBiggerAndSmallerThan: {
    pairs: [
      ['value', '>', 'lowValue'],
      ['value', '<', 'highValue'],
    ],
    joint: ' and ',
  },
  IsBiggerOrSmallerThan: {
    pairs: [
      ['value', '>', 'highValue'],
      ['value', '<', 'lowValue'],
    ],
    joint: ' or ',
  },
};

const PART_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['isAbove', '>'],
  ['isEqual', '=='],
  ['isBelow', '<'],
]);

/** Parts of a comparison, in the order in which a traced script tells them. */
export const PARTS_RECORDED: readonly string[] = [...PART_OPERATORS.keys()];

const ARITHMETIC: Readonly<Record<string, string>> = { Add: '+', Sub: '-', Mul: '*', Div: '/' };
const JOINTS: Readonly<Record<string, string>> = { IsTrue: 'and', Or: 'or', IsFalse: 'and' };

/** Of a block that becomes operators: how it is written, given the texts of its sources. */
export type OperatorForm =
  | {
      readonly kind: 'whole';
      readonly write: (text: (source: Source) => string) => string;
      /** Read instead of what stands at its inputs; absent: these. */
      readonly reads?: readonly Source[];
      /** The node whose parts it makes needless. */
      readonly standsFor?: number;
    }
  /** Its parts are written alone, without the container. */
  | {
      readonly kind: 'parts';
      readonly write: (part: string, text: (source: Source) => string) => string;
    };

export type OperatorForms = ReadonlyMap<number, OperatorForm>;

type Scope = {
  readonly nodes: readonly VisualNode[];
  readonly absent: AbsentValues;
  /** Outputs that something reads, as `node:port`. */
  readonly used: ReadonlySet<string>;
};

function isNumeric(kind: KnownKind | null): boolean {
  return kind !== null && kind !== 'boolean';
}

/** The sources at two inputs that are both numbers or lists of numbers; null: they are not. */
function operands(
  { nodes }: Scope,
  node: VisualNode,
  left: string,
  right: string,
): readonly [Source, Source] | null {
  const [a, b] = [sourceAt(node, left), sourceAt(node, right)];
  if (a === null || b === null) return null;
  return isNumeric(knownKind(nodes, a)) && isNumeric(knownKind(nodes, b)) ? [a, b] : null;
}

function comparisonForm(scope: Scope, node: VisualNode, found: Comparison): OperatorForm | null {
  const pairs = found.pairs.flatMap(([left, operator, right]) => {
    const sides = operands(scope, node, left, right);
    return sides === null ? [] : [{ sides, operator }];
  });
  if (pairs.length < found.pairs.length) return null;
  const write = (text: (source: Source) => string): string =>
    pairs
      .map(({ sides: [a, b], operator }) => `${text(a)} ${operator} ${text(b)}`)
      .join(found.joint);
  return { kind: 'whole', write };
}

function partsForm(scope: Scope, at: number, node: VisualNode): OperatorForm | null {
  if (node.kind.command !== 'Compare') return null;
  const sides = operands(scope, node, 'input1', 'input2');
  if (sides === null || scope.used.has(`${at}:`)) return null;
  const [a, b] = sides;
  const write = (part: string, text: (source: Source) => string): string =>
    `${text(a)} ${PART_OPERATORS.get(part) ?? '=='} ${text(b)}`;
  return { kind: 'parts', write };
}

function arithmeticForm(scope: Scope, node: VisualNode, operator: string): OperatorForm | null {
  const sides = operands(scope, node, 'input1', 'input2');
  if (sides === null) return null;
  const [a, b] = sides;
  return { kind: 'whole', write: (text) => `${text(a)} ${operator} ${text(b)}` };
}

/** Two parts of one comparison, as one operator. */
const MERGED_PARTS: ReadonlyMap<string, string> = new Map([
  ['isBelow isEqual', '<='],
  ['isAbove isEqual', '>='],
]);

function mergedForm(scope: Scope, sources: readonly Source[]): OperatorForm | null {
  const outputs = sources.flatMap((source) => (source.kind === 'output' ? [source] : []));
  const [at, ...others] = new Set(outputs.map(({ node }) => node));
  const parts = outputs.map(({ port }) => port).toSorted();
  const operator = MERGED_PARTS.get(parts.join(' '));
  const compared = at === undefined ? undefined : scope.nodes[at];
  if (operator === undefined || others.length > 0 || at === undefined) return null;
  if (compared === undefined || partsForm(scope, at, compared) === null) return null;
  const sides = operands(scope, compared, 'input1', 'input2');
  if (sides === null) return null;
  const [a, b] = sides;
  return {
    kind: 'whole',
    write: (text) => `${text(a)} ${operator} ${text(b)}`,
    reads: sides,
    standsFor: at,
  };
}

/** Joined conditions, each of which is there in each update. */
function jointForm(scope: Scope, node: VisualNode, joint: string): OperatorForm | null {
  const { nodes, absent } = scope;
  const sources = node.arguments.flatMap(({ sources: all }) => all);
  const isPlain = (source: Source): boolean =>
    absent.source(source) === 'always' && knownKind(nodes, source) === 'boolean';
  if (sources.length === 0 || !sources.every(isPlain)) return null;
  const merged = joint === 'or' ? mergedForm(scope, sources) : null;
  if (merged !== null) return merged;
  const before = node.kind.command === 'IsFalse' ? 'not ' : '';
  return {
    kind: 'whole',
    write: (text) => sources.map((source) => before + text(source)).join(` ${joint} `),
  };
}

/** The list from a place on; of an element only where nothing wants more than to compare it. */
function indexForm(scope: Scope, node: VisualNode, first: number): OperatorForm | null {
  const list = sourceAt(node, 'input');
  const place = typedWhole(sourceAt(node, first === 0 ? 'index' : 'offset'));
  if (list === null || place === null || place < 1 - first) return null;
  if (knownKind(scope.nodes, list) !== 'list') return null;
  return { kind: 'whole', write: (text) => `${text(list)}[${place + first}]` };
}

function formOf(scope: Scope, at: number, node: VisualNode): OperatorForm | null {
  const { command } = node.kind;
  if (node.read !== null) return null;
  const comparison = COMPARISONS[command];
  if (comparison !== undefined) return comparisonForm(scope, node, comparison);
  const operator = ARITHMETIC[command];
  if (operator !== undefined) return arithmeticForm(scope, node, operator);
  const joint = JOINTS[command];
  if (joint !== undefined) return jointForm(scope, node, joint);
  if (command === 'Offset') return indexForm(scope, node, 1);
  return command === 'ArrayIndex' ? indexForm(scope, node, 0) : partsForm(scope, at, node);
}

function isComparison({ kind }: VisualNode): boolean {
  return kind.command in COMPARISONS || kind.command === 'Compare';
}

/** Numbers of the nodes whose results are read other than by comparisons that are operators. */
function readAsValues(
  nodes: readonly VisualNode[],
  order: readonly number[],
  forms: OperatorForms,
): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (source: Source | null): void => {
    if (source?.kind === 'output') found.add(source.node);
    // What a key of the session holds may be read in place of it.
    if (source?.kind === 'session') for (const at of source.writers) found.add(at);
  };
  for (const at of order) {
    const node = nodes[at];
    if (node === undefined) continue;
    for (const source of node.gate) add(source);
    add(node.read);
    if (isComparison(node) && forms.has(at)) continue;
    for (const { sources } of node.arguments) for (const source of sources) add(source);
  }
  return found;
}

/** Nodes that become operators, with their forms; all others are called as commands. */
export function operatorForms(scope: Scope, order: readonly number[]): OperatorForms {
  const forms = new Map<number, OperatorForm>();
  for (const at of order) {
    const node = scope.nodes[at];
    const form = node === undefined ? null : formOf(scope, at, node);
    if (form !== null) forms.set(at, form);
  }
  const values = readAsValues(scope.nodes, order, forms);
  for (const at of values) if (scope.nodes[at]?.kind.command === 'ArrayIndex') forms.delete(at);
  return forms;
}
