// A model compiled to Lua: what the author drew becomes a script like any other, with the block
// that each line comes from.

import type { Presence } from '#domain/visual/absent-values.ts';
import { absentValues, leastPresence } from '#domain/visual/absent-values.ts';
import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { LuaLine } from '#domain/visual/lua-lines.ts';
import { withKnownKinds } from '#domain/visual/known-kinds.ts';
import { literalText } from '#domain/visual/named-sources.ts';
import { orderNodes } from '#domain/visual/order-nodes.ts';
import type { VisualNode } from '#domain/visual/resolve-model.ts';
import { NOTE_COMMAND, resolveModel } from '#domain/visual/resolve-model.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import { tracedNode } from '#domain/visual/traced-visual.ts';
import type { VisualModel, VisualProblem } from '#domain/visual/visual-model.ts';
import { errorAt, hasErrors } from '#domain/visual/visual-model.ts';
import { isWritten, writeLua } from '#domain/visual/write-lua.ts';

export type CompiledVisual = {
  /** Null where there are errors. */
  readonly lua: string | null;
  /** The block of each line, from the first; null: of none. */
  readonly lineBlocks: readonly (string | null)[];
  readonly problems: readonly VisualProblem[];
};

const COMMENT_LINES_MAX = 200;

function commentLines({ blocks }: VisualModel): readonly LuaLine[] {
  const notes = blocks.filter(({ command, isEnabled }) => command === NOTE_COMMAND && isEnabled);
  return notes.flatMap((block) => {
    const text = literalText(block, 'value') ?? '';
    const lines = text.split(/[\r\n\u2028\u2029]+/).slice(0, COMMENT_LINES_MAX);
    return lines.map((line) => {
      const shown = line.replaceAll(/\p{Cc}/gu, ' ');
      return { text: `-- ${shown}`.trimEnd(), block: block.id };
    });
  });
}

/** Values of one label must be one value: the script has one input of a name. */
function labelProblems(nodes: readonly VisualNode[]): readonly VisualProblem[] {
  const known = new Map<string, unknown>();
  return nodes.flatMap(({ block, arguments: given }) =>
    given.flatMap(({ port, sources }) =>
      sources.flatMap((source) => {
        if (source.kind !== 'value' || source.input === null) return [];
        const before = known.get(source.input) ?? source.value;
        known.set(source.input, before);
        if (before === source.value) return [];
        const message = `two inputs are called "${source.input}" and have different values`;
        return [errorAt(block.id, port.name, message)];
      }),
    ),
  );
}

const HEAD = '-- Made from a visual script, which is where to change it.';

type Compilation = CompiledVisual & {
  readonly nodes: readonly VisualNode[];
  /** Numbers of those that run. */
  readonly order: readonly number[];
};

function compile(model: VisualModel, palette: BlockPalette, isTraced: boolean): Compilation {
  const { nodes: resolved, problems: found } = resolveModel(model, palette);
  const { order, problems: disorder } = orderNodes(resolved);
  const nodes = withKnownKinds(resolved, order);
  const absent = absentValues(nodes, order);
  const problems = [...found, ...disorder, ...absent.problems, ...labelProblems(nodes)];
  if (hasErrors(problems)) return { lua: null, lineBlocks: [], problems, nodes, order };
  const lines = [
    { text: HEAD, block: null },
    ...commentLines(model),
    ...writeLua(nodes, order, absent, palette, isTraced),
  ];
  const lua = `${lines.map(({ text }) => text).join('\n')}\n`.toWellFormed();
  return { lua, lineBlocks: lines.map(({ block }) => block), problems, nodes, order };
}

/**
 * Whether what stands at an input is there in each update; port null: each wire of the gate.
 * Nothing stands there: it is.
 * @public Edits of graphs.
 */
export function inputPresence(
  model: VisualModel,
  palette: BlockPalette,
): (block: string, port: string | null) => Presence {
  const { nodes: resolved } = resolveModel(model, palette);
  const { order } = orderNodes(resolved);
  const nodes = withKnownKinds(resolved, order);
  const absent = absentValues(nodes, order);
  const byBlock = new Map(nodes.map((node) => [node.block.id, node]));
  return (block, port) => {
    const node = byBlock.get(block);
    const found = node?.arguments.find((argument) => argument.port.name === port)?.sources;
    const sources = port === null ? node?.gate : found;
    return leastPresence((sources ?? []).map((source) => absent.source(source)));
  };
}

/** Compiled script with its problems; the source is empty where a mistake forbids compiling. */
export function compileVisual(model: VisualModel, palette: BlockPalette): CompiledVisual {
  const { nodes: _, order: __, ...compiled } = compile(model, palette, false);
  return compiled;
}

/**
 * The same program, line by line, which also tells what each block gives; null where there are
 * errors.
 */
export function traceVisual(model: VisualModel, palette: BlockPalette): TracedVisual | null {
  const { lua, nodes, order } = compile(model, palette, true);
  if (lua === null) return null;
  const runs = new Set(order);
  return { lua, nodes: nodes.map((node, at) => tracedNode(node, runs.has(at) && isWritten(node))) };
}
