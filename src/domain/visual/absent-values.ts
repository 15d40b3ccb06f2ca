// Values that may be nothing. A block that its gate held back gives nothing, and a block that needs
// such a value does not run either; conditions joined by `And` or `Or` count it as false.

import type { BlockKind, InputPort } from '#domain/visual/block-palette.ts';
import { CUSTOM_CATEGORY } from '#domain/visual/block-ports.ts';
import type { Argument, Source, VisualNode } from '#domain/visual/resolve-model.ts';
import type { VisualProblem } from '#domain/visual/visual-model.ts';
import { warningAt } from '#domain/visual/visual-model.ts';

/** Whether there is a value: in each update, in some, in none. */
export type Presence = 'always' | 'sometimes' | 'never';

export type NodePresence = {
  /** Whether the block runs. */
  readonly runs: Presence;
  /** Sources that must be something for the block to run. */
  readonly required: readonly Source[];
};

/** Inputs that may be nothing though the command wants them: a choice uses one of its values. */
const MAY_BE_NOTHING: Readonly<Record<string, readonly string[]>> = {
  IfElse: ['value1', 'value2'],
  IfElseIf: ['value1', 'value2', 'value3'],
};
/** Commands whose purpose is to ask whether there is a value. */
const ASK_FOR_NOTHING: ReadonlySet<string> = new Set(['IfNull', 'ConvertNull']);

/** Optional, and without anything that stands in for it. */
function needsNumber({ kind, standIn }: InputPort): boolean {
  return standIn === null && (kind === 'number' || kind === 'list' || kind === 'numberOrList');
}

/** Whether an input that is nothing holds the block back. */
function holdsBack({ command, category }: BlockKind, { port }: Argument): boolean {
  // Their optional parameters have defaults, which only the script that defines them knows.
  if (category === CUSTOM_CATEGORY) return port.isRequired;
  if (ASK_FOR_NOTHING.has(command)) return false;
  if (MAY_BE_NOTHING[command]?.includes(port.name) === true) return false;
  if (!port.isMany) return port.isRequired || needsNumber(port);
  return port.kind !== 'boolean' && port.kind !== 'constant' && port.kind !== 'any';
}

export type AbsentValues = {
  readonly of: (node: number) => NodePresence;
  readonly source: (source: Source) => Presence;
};

/** The one that holds of all of them. */
export function leastPresence(presences: readonly Presence[]): Presence {
  if (presences.includes('never')) return 'never';
  return presences.includes('sometimes') ? 'sometimes' : 'always';
}

function outputPresence({ kind }: VisualNode, port: string): Presence {
  const output = kind.outputs.find(({ name }) => name === port);
  if (output === undefined || output.kind === 'nothing') return 'never';
  return kind.mayBeNothing || (port !== '' && output.kind === 'any') ? 'sometimes' : 'always';
}

/** Over the nodes in the order in which they run. */
export function absentValues(
  nodes: readonly VisualNode[],
  order: readonly number[],
): AbsentValues & { readonly problems: readonly VisualProblem[] } {
  const known = new Map<number, NodePresence>();
  const source = (each: Source): Presence => {
    if (each.kind === 'value') return 'always';
    if (each.kind === 'session') {
      const isAlwaysSet = each.writers.some((writer) => known.get(writer)?.runs === 'always');
      return isAlwaysSet ? 'always' : 'sometimes';
    }
    const node = nodes[each.node];
    if (node === undefined) return 'never';
    return leastPresence([known.get(each.node)?.runs ?? 'never', outputPresence(node, each.port)]);
  };
  const problems: VisualProblem[] = [];
  for (const at of order) {
    const node = nodes[at];
    if (node === undefined) continue;
    const found = presenceOf(node, source);
    known.set(at, found);
    if (found.runs === 'never') problems.push(neverRuns(node));
  }
  return { of: (at) => known.get(at) ?? { runs: 'never', required: [] }, source, problems };
}

function presenceOf(node: VisualNode, source: (each: Source) => Presence): NodePresence {
  const { block, kind, gate } = node;
  const required: Source[] = [];
  const runs: Presence[] = ['always'];
  if (gate.length === 0 && block.needsGate) runs.push('never');
  if (gate.length > 0) {
    runs.push(gate.every((each) => source(each) === 'never') ? 'never' : 'sometimes');
  }
  for (const argument of node.arguments) {
    const { sources } = argument;
    if (sources.length === 0) continue;
    const presences = sources.map(source);
    const isGone = presences.every((presence) => presence === 'never');
    const isNeeded = holdsBack(kind, argument);
    if (isGone && isNeeded) runs.push('never');
    if (!isNeeded) continue;
    runs.push(leastPresence(presences));
    required.push(...sources.filter((_, at) => presences[at] === 'sometimes'));
  }
  return { runs: leastPresence(runs), required };
}

function neverRuns({ block, gate }: VisualNode): VisualProblem {
  const message =
    block.needsGate && gate.length === 0
      ? 'nothing says when this runs: a condition is missing'
      : 'this never runs: what it needs never has a value';
  return warningAt(block.id, null, message);
}
