// The kinds of blocks as the pure model knows them, read once.

import type { VisualBlockKind } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { BlockKind, BlockPalette, PortKind } from '#domain/visual/block-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';
import { api } from '../api/api.ts';

export type KnownBlocks = {
  readonly kinds: readonly BlockKind[];
  readonly palette: BlockPalette;
  /** The constants of each group. */
  readonly constants: ReadonlyMap<string, readonly string[]>;
};

type WireKind = VisualBlockKind['inputs'][number]['kind'];

const portKind = (kind: WireKind): PortKind => (kind === 'number_or_list' ? 'numberOrList' : kind);

function kindFromWire(of: VisualBlockKind): BlockKind {
  return {
    command: of.command,
    aliases: of.aliases,
    category: of.category,
    meaning: of.meaning,
    inputs: of.inputs.map((port) => ({
      name: port.name,
      kind: portKind(port.kind),
      group: port.group,
      unit: port.unit,
      meaning: port.meaning,
      isRequired: port.is_required,
      isMany: port.takes_many,
      standIn: port.default,
    })),
    outputs: of.outputs.map(({ name, kind, group }) => ({ name, kind: portKind(kind), group })),
    isRoot: of.is_root,
    isConstant: of.is_constant,
    mayBeNothing: of.may_be_nothing,
  };
}

function knownBlocks(kinds: readonly BlockKind[]): KnownBlocks {
  const constants = new Map<string, string[]>();
  for (const { command, isConstant, outputs } of kinds) {
    const group = outputs[0]?.group ?? null;
    if (!isConstant || group === null) continue;
    constants.set(group, [...(constants.get(group) ?? []), command]);
  }
  return { kinds, palette: paletteOf(kinds), constants };
}

export const visualPaletteQuery = queryOptions({
  queryKey: ['visual-blocks'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listVisualBlockKinds({}, { signal });
    return knownBlocks(data.map(kindFromWire));
  },
  staleTime: Infinity,
});

/** What a check of a document found, without saving it. */
export const documentCheckQuery = (scriptId: string, document: string) =>
  queryOptions({
    queryKey: ['visual-check', scriptId, document],
    queryFn: ({ signal }) =>
      api.checkVisualScript({ body: { document, script_id: scriptId } }, { signal, triesMax: 1 }),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

/** After a script that defines a command was made, changed or deleted. */
export async function refreshCommands(client: QueryClient, ...sources: string[]): Promise<void> {
  if (!sources.some((source) => source.includes('DefineCommand'))) return;
  await Promise.all([
    client.invalidateQueries({ queryKey: visualPaletteQuery.queryKey }),
    client.invalidateQueries({ queryKey: ['visual-check'] }),
  ]);
}
