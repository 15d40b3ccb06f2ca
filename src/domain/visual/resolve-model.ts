// The graph that a model means: for each block that takes part, where each of its inputs comes from
// by wire, by name or as a value; and all that is wrong with single blocks and ports.

import type { BlockKind, BlockPalette, InputPort } from '#domain/visual/block-palette.ts';
import { constantsOf, converts, kindWords } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { NamedSources } from '#domain/visual/named-sources.ts';
import { keyOfName, literalText, namedSources } from '#domain/visual/named-sources.ts';
import { valueMistake } from '#domain/visual/value-mistake.ts';
import type {
  Block,
  PortContent,
  TypedValue,
  VisualModel,
  VisualProblem,
  Wire,
} from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX, errorAt, warningAt } from '#domain/visual/visual-model.ts';
import { commandWords } from '#domain/visual/words/block-words.ts';
import { closestName } from '#lib/closest-name.ts';

/** Where a value comes from; `node` counts the nodes of the graph. */
export type Source =
  | { readonly kind: 'output'; readonly node: number; readonly port: string }
  /** What is stored under a key of the session; it waits for those that write it. */
  | { readonly kind: 'session'; readonly key: string; readonly writers: readonly number[] }
  | { readonly kind: 'value'; readonly value: TypedValue; readonly input: string | null };

export type Argument = { readonly port: InputPort; readonly sources: readonly Source[] };

/** A block that takes part. */
export type VisualNode = {
  readonly block: Block;
  readonly kind: BlockKind;
  /** It is connected to something that could open it; empty: no gate. */
  readonly gate: readonly Source[];
  /** In the order of the command's parameters; an input that is not given has no source. */
  readonly arguments: readonly Argument[];
  /** Of a block that reads a key of the session: what it means. */
  readonly read: Source | null;
};

export type VisualGraph = {
  /** In the order of the model. */
  readonly nodes: readonly VisualNode[];
  readonly problems: readonly VisualProblem[];
};

type Scope = {
  readonly palette: BlockPalette;
  readonly constants: ReadonlyMap<string, ReadonlySet<string>>;
  readonly blocks: ReadonlyMap<string, Block>;
  readonly nodeOf: ReadonlyMap<string, number>;
  readonly kinds: readonly BlockKind[];
  readonly names: NamedSources;
  readonly problems: VisualProblem[];
};

/** Drawn, and never run. */
export const NOTE_COMMAND = 'Comment';

/** Looking for the closest of many names takes a millisecond. */
const HINTS_MAX = 25;

function hintFor(
  name: string,
  names: Iterable<string>,
  found: readonly VisualProblem[],
): string | null {
  return found.length < HINTS_MAX ? closestName(name, names) : null;
}

function unknownCommand(
  block: Block,
  palette: BlockPalette,
  found: readonly VisualProblem[],
): VisualProblem {
  const closest = hintFor(block.command, palette.keys(), found);
  const hint = closest === null ? '' : `; did you mean "${closest}"?`;
  return errorAt(block.id, null, `there is no command "${block.command.slice(0, 80)}"${hint}`);
}

/** What a custom command declares of its parameters does not bind its callers. */
function unfit({ command }: Block): typeof errorAt {
  return command.startsWith(CUSTOM_PREFIX) ? warningAt : errorAt;
}

function wireSource(scope: Scope, at: Block, to: InputPort | null, wire: Wire): Source | null {
  const port = to?.name ?? null;
  const from = scope.blocks.get(wire.block);
  if (from === undefined) {
    const lost = wire.block === '' ? wire.port : wire.block;
    scope.problems.push(errorAt(at.id, port, `a wire leads here from nowhere ("${lost}")`));
    return null;
  }
  const node = scope.nodeOf.get(wire.block);
  const kind = node === undefined ? undefined : scope.kinds[node];
  if (node === undefined || kind === undefined) return null;
  const output = outputPort(kind, wire.port);
  if (output === null) {
    const giver = commandWords(kind.command);
    const message = `a wire comes from the output "${wire.port}", which "${giver}" does not have`;
    scope.problems.push(errorAt(at.id, port, message));
    return null;
  }
  const isGate = to === null;
  const isFit = isGate ? output.kind === 'boolean' || output.kind === 'any' : converts(output, to);
  if (output.kind === 'nothing') {
    const message = `"${commandWords(kind.command)}" gives no value, so nothing comes over this wire`;
    scope.problems.push(warningAt(at.id, port, message));
  } else if (!isFit) {
    const wanted = isGate ? 'yes or no' : kindWords(to);
    const giver = commandWords(kind.command);
    const message = `expected ${wanted}, and the wire from "${giver}" carries ${kindWords(output)}`;
    scope.problems.push(unfit(at)(at.id, port, message));
  }
  return { kind: 'output', node, port: wire.port };
}

function nameSource(scope: Scope, at: Block, port: InputPort, name: string): Source | null {
  const found = scope.names.find(name);
  if (found !== null) return found;
  const closest = hintFor(name, scope.names.known(), scope.problems);
  const hint = closest === null ? '' : `; did you mean "#${closest}"?`;
  const message = `nothing is called "#${name.slice(0, 80)}"`;
  if (port.kind === 'text') {
    scope.problems.push(warningAt(at.id, port.name, `${message}, so this is a text${hint}`));
    return { kind: 'value', value: `#${name}`, input: null };
  }
  scope.problems.push(errorAt(at.id, port.name, message + hint));
  return null;
}

function sourcesOf(
  scope: Scope,
  at: Block,
  port: InputPort,
  given: PortContent,
): readonly Source[] {
  switch (given.kind) {
    case 'wires': {
      const sources = given.wires.flatMap((wire) => wireSource(scope, at, port, wire) ?? []);
      if (sources.length > 1 && !port.isMany) {
        scope.problems.push(errorAt(at.id, port.name, 'only one wire may lead to this input'));
      }
      return sources;
    }
    case 'name': {
      const source = nameSource(scope, at, port, given.name);
      return source === null ? [] : [source];
    }
    case 'value': {
      const mistake = valueMistake(given.value, port, scope.constants);
      if (mistake !== null) scope.problems.push(unfit(at)(at.id, port.name, mistake));
      const { value, input } = given;
      return [{ kind: 'value', value, input }];
    }
  }
}

/** Conditions that count only where they are connected. */
const ONLY_WIRED: ReadonlySet<string> = new Set(['BoolToSignal']);

function argumentsOf(scope: Scope, block: Block, kind: BlockKind): readonly Argument[] {
  for (const { port } of block.inputs) {
    if (inputPort(kind, port) !== null) continue;
    const message = `"${commandWords(kind.command)}" has no input "${port}"`;
    scope.problems.push(errorAt(block.id, port, message));
  }
  const given = new Map(block.inputs.map((each) => [each.port, each.given]));
  return kind.inputs.map((port) => {
    const stands = keyGiven(block, kind, port, given.get(port.name) ?? null);
    const isIdle = stands?.kind === 'value' && ONLY_WIRED.has(kind.command);
    const before = scope.problems.length;
    const sources = stands === null || isIdle ? [] : sourcesOf(scope, block, port, stands);
    // What could not be read has its own problem; a wire from a disabled block has none.
    const isRefused = scope.problems.length > before;
    const isMissing = sources.length === 0 && port.isRequired && !isRefused;
    if (isMissing) {
      scope.problems.push(
        errorAt(block.id, port.name, `"${commandWords(kind.command)}" needs this input`),
      );
    }
    return { port, sources };
  });
}

/** A key is a name itself: `#Length` there is the text `Length`. */
function keyGiven(
  block: Block,
  kind: BlockKind,
  port: InputPort,
  given: PortContent | null,
): PortContent | null {
  if (given?.kind !== 'name' || !/^Session[GS]et$/.test(kind.command)) return given;
  if (port.name !== 'key') return given;
  return { kind: 'value', value: keyOfName(literalText(block, 'key') ?? given.name), input: null };
}

function nodeFrom(scope: Scope, block: Block, kind: BlockKind): VisualNode {
  const gate = block.gate.flatMap((wire) => wireSource(scope, block, null, wire) ?? []);
  const given = argumentsOf(scope, block, kind);
  const key = kind.command === 'SessionGet' ? literalText(block, 'key') : null;
  const read = key === null ? null : scope.names.read(keyOfName(key));
  return { block, kind, gate, arguments: given, read };
}

/**
 * Graph of the blocks that take part: neither switched off nor notes. Its problems are those of
 * single blocks and ports.
 */
export function resolveModel({ blocks }: VisualModel, palette: BlockPalette): VisualGraph {
  const problems: VisualProblem[] = [];
  const parts: Block[] = [];
  const kinds: BlockKind[] = [];
  for (const block of blocks) {
    if (!block.isEnabled || block.command === NOTE_COMMAND) continue;
    const kind = kindOfBlock(block, palette);
    if (kind === null) problems.push(unknownCommand(block, palette, problems));
    else {
      parts.push(block);
      kinds.push(kind);
    }
  }
  const scope: Scope = {
    palette,
    constants: constantsOf(palette),
    blocks: new Map(blocks.map((block) => [block.id, block])),
    nodeOf: new Map(parts.map(({ id }, at) => [id, at])),
    kinds,
    names: namedSources(parts, kinds, problems),
    problems,
  };
  const nodes = parts.map((block, at) => nodeFrom(scope, block, kinds[at] ?? unreached()));
  return { nodes, problems };
}

function unreached(): never {
  throw new Error('each part has its kind');
}
