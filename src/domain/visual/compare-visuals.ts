// The difference of two versions of a visual script, block by block. Where a block is drawn is no
// difference of what the script does, and is said apart.

import { wireText } from '#domain/visual/own-form.ts';
import type { Block, BlockPlace, PortContent, VisualModel } from '#domain/visual/visual-model.ts';

export type BlockChange = {
  readonly block: string;
  readonly command: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** What is otherwise about a changed block, in the order of its ports. */
  readonly fields: readonly FieldChange[];
};

export type FieldChange = {
  /** Name of a port, or `command`, `title`, `group`, `enabled`, `gate`, `order`. */
  readonly field: string;
  readonly isPort: boolean;
  /** Null: there was none. */
  readonly before: string | null;
  readonly after: string | null;
};

function givenText(given: PortContent): string {
  switch (given.kind) {
    case 'wires':
      return given.wires.map(wireText).join(', ');
    case 'name':
      return `#${given.name}`;
    case 'value': {
      const text = String(given.value);
      return given.input === null ? text : `${text} (input "${given.input}")`;
    }
  }
}

type Texts = ReadonlyMap<string, string>;

function wordsOf(block: Block): Texts {
  const gate = block.gate.map(wireText).join(', ') || (block.needsGate ? 'none, and needed' : '');
  return new Map(
    [
      ['command', block.command],
      ['title', block.title],
      ['group', block.group],
      ['enabled', block.isEnabled ? '' : 'no'],
      ['gate', gate],
      ['parameters', block.parameters.join(', ')],
      ['outputs', block.outputs.join(', ')],
    ].filter(([, text]) => text !== '') as [string, string][],
  );
}

function portsOf({ inputs }: Block): Texts {
  return new Map(inputs.map(({ port, given }) => [port, givenText(given)]));
}

function fieldChanges(before: Texts, after: Texts, isPort: boolean): readonly FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const change = { before: before.get(field) ?? null, after: after.get(field) ?? null };
    return change.before === change.after ? [] : [{ field, isPort, ...change }];
  });
}

function changeOf(before: Block, after: Block): readonly FieldChange[] {
  return [
    ...fieldChanges(wordsOf(before), wordsOf(after), false),
    ...fieldChanges(portsOf(before), portsOf(after), true),
  ];
}

/** Blocks that stand behind another one than before, among those of both versions. */
function reordered(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((id, at) => [id, at]));
  const unmoved = new Set<string>();
  let last = -1;
  for (const id of after) {
    const at = places.get(id) ?? -1;
    if (at < last) continue;
    unmoved.add(id);
    last = at;
  }
  return new Set(after.filter((id) => !unmoved.has(id)));
}

function placesOf({ layout }: VisualModel): ReadonlyMap<string, BlockPlace> {
  return new Map(layout.map((place) => [place.block, place]));
}

/** In the order of the later version; what was removed stands at the end. */
export function compareVisuals(before: VisualModel, after: VisualModel): readonly BlockChange[] {
  const known = new Map(before.blocks.map((block) => [block.id, block]));
  const now = new Set(after.blocks.map(({ id }) => id));
  const both = after.blocks.flatMap(({ id }) => (known.has(id) ? [id] : []));
  const removed = before.blocks.filter(({ id }) => !now.has(id));
  const stayed = before.blocks.flatMap(({ id }) => (now.has(id) ? [id] : []));
  const moved = reordered(stayed, both);
  const [places, newPlaces] = [placesOf(before), placesOf(after)];
  const changes = after.blocks.flatMap((block): readonly BlockChange[] => {
    const { id, command } = block;
    const old = known.get(id);
    if (old === undefined) return [{ block: id, command, kind: 'added', fields: [] }];
    const order = { field: 'order', isPort: false, before: 'later', after: 'earlier' };
    const fields = [...changeOf(old, block), ...(moved.has(id) ? [order] : [])];
    if (fields.length > 0) return [{ block: id, command, kind: 'changed', fields }];
    const isSame = JSON.stringify(places.get(id)) === JSON.stringify(newPlaces.get(id));
    return isSame ? [] : [{ block: id, command, kind: 'moved', fields: [] }];
  });
  const gone = removed.map(({ id, command }): BlockChange => {
    return { block: id, command, kind: 'removed', fields: [] };
  });
  return [...changes, ...gone];
}
