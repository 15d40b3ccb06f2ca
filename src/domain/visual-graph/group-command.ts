// A frame of blocks made a command of one's own: the blocks become a script that defines it, and
// one block that calls it stands where they stood. The strategy does the same as before, so what a
// command cannot say is refused with the reason.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { CompiledVisual } from '#domain/visual/compile-visual.ts';
import { compileVisual, inputPresence } from '#domain/visual/compile-visual.ts';
import { sortedInputs } from '#domain/visual/read-own-form.ts';
import type {
  Block,
  BlockInput,
  PortContent,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';
import { CUSTOM_PREFIX, givenAt } from '#domain/visual/visual-model.ts';
import { NOTE_COMMAND } from '#domain/visual/resolve-model.ts';
import { freshId, idsOf, wiresInto } from '#domain/visual-rules/change-block.ts';
import type { Crossing } from '#domain/visual-graph/command-document.ts';
import { commandDocument, identifierOf } from '#domain/visual-graph/command-document.ts';
import { blockWords, waitingFor } from '#domain/visual-graph/wire-refusal.ts';
import { partWords } from '#domain/visual/words/block-words.ts';

/** @public The console's editor. */
export type GroupCommand =
  | {
      /** The script that defines the command. */
      readonly command: VisualModel;
      /** The script with one block in place of the others. */
      readonly model: VisualModel;
      /** Id of that block. */
      readonly block: string;
      readonly refused: null;
    }
  | { readonly refused: string };

const NAME = /^[A-Za-z_]\w{0,59}$/;
const MEMORY = 'Memory Helpers';

/** Why a block cannot be part of a command; null: it can. */
function blockRefusal(block: Block, palette: BlockPalette): string | null {
  const words = `“${blockWords(block)}”`;
  if (!block.isEnabled) return `${words} takes no part: remove it, or let it take part.`;
  const kind = kindOfBlock(block, palette);
  if (block.command === NOTE_COMMAND || block.command.startsWith(CUSTOM_PREFIX)) return null;
  if (kind === null) return `${words} is no command.`;
  if (kind.category === MEMORY) return `${words} remembers; a command has a memory of its own.`;
  return kind.isRoot ? `${words} acts or declares; a command only works out values.` : null;
}

type Outside = {
  readonly members: ReadonlyMap<string, Block>;
  readonly model: VisualModel;
  readonly palette: BlockPalette;
};

/** Name and kind of what a wire brings into the command. */
function passedOfWire({ model, palette }: Outside, wire: Wire): Crossing | null {
  const giver = model.blocks.find(({ id }) => id === wire.block);
  const kind = giver === undefined ? null : kindOfBlock(giver, palette);
  const output = kind === null ? null : outputPort(kind, wire.port);
  if (giver === undefined || output === null) return null;
  const part = partWords(giver.command, wire.port);
  const words = part === '' ? blockWords(giver) : `${blockWords(giver)} ${part}`;
  const given: PortContent = { kind: 'wires', wires: [wire] };
  return { key: `wire ${wire.block}:${wire.port}`, words, output, given };
}

const VALUE_KINDS = { number: 'number', boolean: 'boolean', string: 'text' } as const;

/** A name, or a number that labs search: both stay outside. Null: it is a plain value. */
function passedOfValue(given: PortContent): Crossing | null {
  const any = { name: '', kind: 'any', group: null } as const;
  if (given.kind === 'name') {
    return { key: `name ${given.name}`, words: given.name, output: any, given };
  }
  if (given.kind !== 'value' || given.input === null) return null;
  const kind = VALUE_KINDS[typeof given.value as keyof typeof VALUE_KINDS];
  const key = `input ${given.input}`;
  return { key, words: given.input, output: { name: '', kind, group: null }, given };
}

/** All that the members take from outside, each once. */
function passedInto(outside: Outside): readonly Crossing[] {
  const found = new Map<string, Crossing>();
  const note = (passed: Crossing | null): void => {
    if (passed !== null && !found.has(passed.key)) found.set(passed.key, passed);
  };
  for (const block of outside.members.values()) {
    for (const { given } of block.inputs) note(passedOfValue(given));
    for (const wire of wiresInto(block)) {
      if (!outside.members.has(wire.block)) note(passedOfWire(outside, wire));
    }
  }
  return [...found.values()];
}

/** Outputs of members that blocks outside read, in the order of the members. */
function takenOut({ members, model, palette }: Outside): readonly Crossing[] {
  const read = new Set(
    model.blocks
      .filter(({ id }) => !members.has(id))
      .flatMap((block) => wiresInto(block).map((wire) => `${wire.block}:${wire.port}`)),
  );
  return [...members.values()].flatMap((block) =>
    (kindOfBlock(block, palette)?.outputs ?? [])
      .filter(({ name }) => read.has(`${block.id}:${name}`))
      .flatMap(({ name }) => {
        const wire = { block: block.id, port: name };
        return passedOfWire({ members, model, palette }, wire) ?? [];
      }),
  );
}

function wireOf({ given }: Crossing): Wire | null {
  return given.kind === 'wires' ? (given.wires[0] ?? null) : null;
}

/** Why the members together cannot be a command; null: they can. */
function groupRefusal(
  outside: Outside,
  given: readonly Crossing[],
  taken: readonly Crossing[],
): string | null {
  const { members, model, palette } = outside;
  const [first] = [...members.values()].flatMap((block) => blockRefusal(block, palette) ?? []);
  if (first !== undefined) return first;
  if (taken.length === 0) return 'Nothing outside uses what these blocks give.';
  const off = model.blocks.find(
    ({ id, isEnabled }) => !isEnabled && given.some((passed) => wireOf(passed)?.block === id),
  );
  if (off !== undefined) return `“${blockWords(off)}” takes no part: remove it first.`;
  const presence = inputPresence(model, palette);
  for (const block of members.values()) {
    for (const port of [null, ...block.inputs.map((input) => input.port)]) {
      const stands = port === null ? null : givenAt(block, port);
      const wires = port === null ? block.gate : stands?.kind === 'wires' ? stands.wires : [];
      const isInner = wires.length > 0 && wires.every((wire) => members.has(wire.block));
      if (isInner || presence(block.id, port) === 'always') continue;
      const words = `What “${blockWords(block)}” gets from outside`;
      return `${words} is not always there: take its gate into the command too.`;
    }
  }
  return isCircle(outside, given)
    ? 'A block outside stands between these blocks: take it into the command too.'
    : null;
}

/** Whether something that the members give comes back to them. */
function isCircle({ model, members }: Outside, given: readonly Crossing[]): boolean {
  const after = new Set([...members.keys()].flatMap((id) => [...waitingFor(model, id)]));
  return given.some((passed) => after.has(wireOf(passed)?.block ?? ''));
}

function withNames(passed: readonly Crossing[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    passed.map(({ key, words }) => {
      const name = identifierOf(words, taken);
      taken.add(name);
      return [key, name];
    }),
  );
}

/** The caller: one block in place of the members, and wires from it. */
function withCall(
  { model, members }: Outside,
  call: Block,
  outputs: ReadonlyMap<string, string>,
  at: number,
): VisualModel {
  const to = (wire: Wire): Wire => {
    const port = outputs.get(`${wire.block}:${wire.port}`);
    return port === undefined ? wire : { block: call.id, port };
  };
  const outer = model.blocks.flatMap((block): Block[] => {
    if (members.has(block.id)) return [];
    const inputs = block.inputs.map(({ port, given }): BlockInput => {
      return given.kind === 'wires'
        ? { port, given: { ...given, wires: given.wires.map(to) } }
        : { port, given };
    });
    return [{ ...block, gate: block.gate.map(to), inputs }];
  });
  const before = model.blocks.slice(0, at).filter(({ id }) => !members.has(id)).length;
  const blocks = outer.toSpliced(before, 0, call);
  const places = model.layout.filter(({ block }) => members.has(block));
  const [place] = places;
  const order = new Map(blocks.map(({ id }, at) => [id, at]));
  const others = model.layout.filter(({ block }) => !members.has(block));
  const x = Math.min(...places.map((each) => each.x));
  const y = Math.min(...places.map((each) => each.y));
  const own = { width: 0, height: 0, isFolded: false, showsUnused: false };
  const layout =
    place === undefined ? others : [...others, { ...place, ...own, block: call.id, x, y }];
  const rank = (id: string): number => order.get(id) ?? 0;
  return { blocks, layout: layout.toSorted((a, b) => rank(a.block) - rank(b.block)) };
}

/** Null: it compiles. */
function firstError({ problems }: CompiledVisual): string | null {
  return problems.find(({ severity }) => severity === 'error')?.message ?? null;
}

/** Blocks outside that act, in the order in which they do. */
function actsOf(
  { lineBlocks }: CompiledVisual,
  { model, members, palette }: Outside,
): readonly string[] {
  const acting = new Set(
    model.blocks
      .filter((block) => kindOfBlock(block, palette)?.isRoot === true && !members.has(block.id))
      .map(({ id }) => id),
  );
  return [...new Set(lineBlocks)].flatMap((id) => (id !== null && acting.has(id) ? [id] : []));
}

/** The caller with the call where all that acts keeps its order; else why there is none. */
function caller(
  outside: Outside,
  call: Block,
  outputs: ReadonlyMap<string, string>,
): { readonly model: VisualModel } | { readonly refused: string } {
  const { model, members, palette } = outside;
  const before = compileVisual(model, palette);
  const acts = actsOf(before, outside).join();
  const places = model.blocks.flatMap(({ id }, at) => (members.has(id) ? [at] : []));
  const tried = [...new Set([places.at(-1) ?? 0, places[0] ?? 0, 0, model.blocks.length])];
  for (const at of tried) {
    const edited = withCall(outside, call, outputs, at);
    const after = compileVisual(edited, palette);
    const wrong = firstError(after);
    if (wrong !== null && firstError(before) === null) return { refused: wrong };
    if (actsOf(after, outside).join() === acts) return { model: edited };
  }
  return { refused: 'It would change the order in which other blocks act.' };
}

/**
 * The blocks as a command, and the model with one block that calls it.
 * @public The console's editor.
 */
export function commandFromBlocks(
  model: VisualModel,
  ids: ReadonlySet<string>,
  { name, description }: { readonly name: string; readonly description: string },
  palette: BlockPalette,
): GroupCommand {
  if (!NAME.test(name)) {
    return { refused: 'A name has letters, digits and underscores, and begins with no digit.' };
  }
  const parts = model.blocks.filter(({ id }) => ids.has(id));
  if (parts.every(({ command }) => command === NOTE_COMMAND)) {
    return { refused: 'Choose the blocks that are to be a command.' };
  }
  const outside = { model, palette, members: new Map(parts.map((block) => [block.id, block])) };
  const [given, taken] = [passedInto(outside), takenOut(outside)];
  const refused = groupRefusal(outside, given, taken);
  if (refused !== null) return { refused };
  const [parameters, results] = [withNames(given), withNames(taken)];
  const isOne = taken.length === 1;
  const block = freshId(idsOf(model), name.charAt(0).toLowerCase() + name.slice(1));
  const call: Block = {
    id: block,
    command: CUSTOM_PREFIX + name,
    title: '',
    isEnabled: true,
    gate: [],
    needsGate: false,
    inputs: sortedInputs(
      given.map((passed) => ({ port: parameters.get(passed.key) ?? '', given: passed.given })),
    ),
    parameters: [...parameters.values()],
    outputs: isOne ? [] : [...results.values()],
    group: '',
  };
  const outputs = new Map(
    taken.map((passed) => {
      const wire = wireOf(passed);
      return [
        `${wire?.block ?? ''}:${wire?.port ?? ''}`,
        isOne ? '' : (results.get(passed.key) ?? ''),
      ];
    }),
  );
  const layout = model.layout.filter((place) => ids.has(place.block));
  const document = { name, description, parts, layout, given, parameters, taken, results };
  const command = commandDocument(document);
  const wrong = firstError(compileVisual(command, palette));
  if (wrong !== null) return { refused: wrong };
  const edited = caller(outside, call, outputs);
  if ('refused' in edited) return edited;
  return { command, model: edited.model, block, refused: null };
}
