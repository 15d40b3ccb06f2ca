// Values that are called by a name instead of by a wire: inputs of the script by their labels,
// parameters of a custom command, and what is stored under a key of the session.

import type { BlockKind } from '#domain/visual/block-palette.ts';
import type { Source } from '#domain/visual/resolve-model.ts';
import type { Block, VisualProblem } from '#domain/visual/visual-model.ts';
import { errorAt, givenAt, warningAt } from '#domain/visual/visual-model.ts';

export type NamedSources = {
  /** Null: nothing is called so. */
  readonly find: (name: string) => Source | null;
  /** What `SessionGet` of a key means: a key that nothing sets is nothing. */
  readonly read: (key: string) => Source;
  readonly known: () => readonly string[];
};

/** Without the `#` that a key may carry. */
export function keyOfName(text: string): string {
  return text.startsWith('#') ? text.slice(1) : text;
}

/** The text that is typed in at a port; null when there is none. */
export function literalText(block: Block, port: string): string | null {
  const given = givenAt(block, port);
  if (given?.kind === 'name') return given.name;
  return given?.kind === 'value' ? String(given.value) : null;
}

/** The port whose text is the name of a block's result; null: its result has none. */
function namingPort({ command, category }: BlockKind): string | null {
  if (command === 'DefineParameter') return 'name';
  return category === 'Input Fields' ? 'label' : null;
}

/** Sources by name; of twins the first counts, and each further one is a problem. */
export function namedSources(
  blocks: readonly Block[],
  kinds: readonly BlockKind[],
  problems: VisualProblem[],
): NamedSources {
  const results = new Map<string, Source>();
  const writers = new Map<string, number[]>();
  const name = (text: string, source: Source): void => {
    if (!results.has(text)) results.set(text, source);
  };
  for (const [node, block] of blocks.entries()) {
    const kind = kinds[node];
    if (kind === undefined) continue;
    const port = namingPort(kind);
    const label = port === null ? null : literalText(block, port);
    if (label !== null) name(label, { kind: 'output', node, port: '' });
    if (kind.command === 'DefineEasyIndicatorParameters') {
      for (const output of kind.outputs.slice(1)) {
        name(output.name, { kind: 'output', node, port: output.name });
      }
    }
    if (kind.command !== 'SessionSet') continue;
    const key = literalText(block, 'key');
    if (key === null) continue;
    const own = keyOfName(key);
    writers.set(own, [...(writers.get(own) ?? []), node]);
  }
  reportWriters(blocks, writers, problems);
  for (const block of blocks) nameTickedValues(block, name);
  const read = (key: string): Source => {
    const found = results.get(key);
    const own = writers.get(key) ?? [];
    if (own.length === 0 && found !== undefined) return found;
    return { kind: 'session', key, writers: own };
  };
  return {
    find: (text) =>
      results.has(text) || writers.has(text) ? (results.get(text) ?? read(text)) : null,
    read,
    known: () => [...results.keys(), ...writers.keys()],
  };
}

/** Values that were made inputs are called by their labels too. */
function nameTickedValues({ inputs }: Block, name: (text: string, source: Source) => void): void {
  for (const { given } of inputs) {
    if (given.kind !== 'value' || given.input === null) continue;
    name(given.input, { kind: 'value', value: given.value, input: given.input });
  }
}

/** Two that always write leave only what the later one wrote. */
function reportWriters(
  blocks: readonly Block[],
  writers: ReadonlyMap<string, readonly number[]>,
  problems: VisualProblem[],
): void {
  for (const [key, nodes] of writers) {
    if (nodes.length < 2) continue;
    const own = nodes.flatMap((node) => blocks[node] ?? []);
    const always = own.filter(({ gate }) => gate.length === 0);
    const report = always.length > 1 ? errorAt : warningAt;
    for (const { id } of own) {
      problems.push(report(id, 'key', `${own.length} blocks write the key "${key}"`));
    }
  }
}
