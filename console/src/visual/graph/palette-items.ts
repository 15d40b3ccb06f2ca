// Items of the palette of the canvas: beginnings of sentences, and all kinds of blocks, searched
// by everyday words; of what is wanted at an open end, only what fits there.

import type { BlockKind, BlockPalette, InputPort } from '#domain/visual/block-palette.ts';
import { converts } from '#domain/visual/block-palette.ts';
import { inputPort, kindOfBlock, outputPort } from '#domain/visual/block-ports.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { familyRank } from '#domain/visual/words/block-words.ts';
import type { Starter } from '#domain/visual-rules/starters.ts';
import {
  ACTION_STARTERS,
  CONDITION_STARTERS,
  FILTER_STARTERS,
  PROTECTION_STARTERS,
} from '#domain/visual-rules/starters.ts';
import {
  blockWords,
  commandWords,
  familyWords,
  partWords,
  portWords,
  searchBlocks,
} from '../block-words.ts';
import type { LooseEnd } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';
import { served } from '../../words/served.ts';

export type PaletteItem = {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly family: string;
  readonly spec: BlockSpec;
  /** It closes the position, and comes with the exit that does. */
  readonly isProtection: boolean;
};

const CONDITIONS = VISUAL.conditions;
const ACTIONS = VISUAL.actions;
const PROTECTIONS = VISUAL.stopsAndTargets;
const FILTERS = VISUAL.filters;

type StarterItem = { readonly item: PaletteItem; readonly words: string };

function itemsOfStarters(
  starters: readonly Starter[],
  family: string,
  isProtection = false,
): readonly StarterItem[] {
  return starters.map(({ label: english, words: others, spec }) => {
    const key = `${family} ${english}`;
    const words = `${english} ${others}`;
    const item = { key, label: served(english), hint: words, family, spec, isProtection };
    return { item, words };
  });
}

const STARTERS: readonly StarterItem[] = [
  ...itemsOfStarters(ACTION_STARTERS, ACTIONS),
  ...itemsOfStarters(CONDITION_STARTERS, CONDITIONS),
  ...itemsOfStarters(PROTECTION_STARTERS, PROTECTIONS, true),
  ...itemsOfStarters(FILTER_STARTERS, FILTERS),
];

/** Families that are conditions: they give yes or no. */
const GIVE_BOOLEAN: ReadonlySet<string> = new Set([CONDITIONS, PROTECTIONS, FILTERS]);

function startersFor(filter: Filter, query: string): readonly PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return STARTERS.filter(({ item, words: others }) => {
    const text = `${item.label} ${others}`.toLowerCase();
    return filter.takesStarter(item) && words.every((word) => text.includes(word));
  })
    .map(({ item }) => ({ ...item, hint: '', isProtection: item.isProtection && !filter.isWanted }))
    .toSorted((left, right) => rankOf(left, query) - rankOf(right, query));
}

/** It has the words, and is not called so. */
const OTHER_RANK = 2;
/** Of what is found, before sentences that only speak of it. */
const BLOCKS_FIRST = 5;

function rankOf({ label }: PaletteItem, query: string): number {
  const [own, asked] = [label.toLowerCase(), query.trim().toLowerCase()];
  if (asked === '') return 0;
  if (own === asked) return 0;
  return own.startsWith(asked) ? 1 : OTHER_RANK;
}

function itemOf(kind: BlockKind, part: string): PaletteItem {
  const words = partWords(kind.command, part);
  const label = commandWords(kind.command);
  return {
    key: `${kind.command}:${part}`,
    label: words === '' ? label : `${label}, ${words}`,
    hint: kind.meaning,
    family: familyWords(kind.category),
    spec: { command: kind.command, part },
    isProtection: false,
  };
}

type Filter = {
  readonly isWanted: boolean;
  readonly takesStarter: (item: PaletteItem) => boolean;
  /** Items of a kind of block. */
  readonly itemsOf: (kind: BlockKind) => readonly PaletteItem[];
};

const ALL: Filter = {
  isWanted: false,
  takesStarter: () => true,
  itemsOf: (kind) => [itemOf(kind, '')],
};

const GATE: InputPort = {
  name: 'when',
  kind: 'boolean',
  group: null,
  unit: null,
  meaning: VISUAL.whenItRunsTitle,
  isRequired: false,
  isMany: true,
  standIn: null,
};

/** The port that an end is; null: there is none. */
function portAt(model: VisualModel, end: LooseEnd & { kind: 'to' }, palette: BlockPalette) {
  const block = blockOf(model, end.to.block);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (kind === null) return null;
  return end.to.port === null ? GATE : inputPort(kind, end.to.port);
}

function filterTo(port: InputPort): Filter {
  return {
    isWanted: true,
    takesStarter: ({ family }) => port.kind === 'boolean' && GIVE_BOOLEAN.has(family),
    itemsOf: (kind) =>
      kind.outputs
        .filter((output) => {
          const isValue = output.kind !== 'nothing' && output.kind !== 'any';
          const isWhole = output.name === '' && kind.outputs.length > 1 && port.kind !== 'table';
          return isValue && !isWhole && converts(output, port);
        })
        .map(({ name }) => itemOf(kind, name)),
  };
}

function filterFrom(
  model: VisualModel,
  wanted: LooseEnd & { kind: 'from' },
  palette: BlockPalette,
) {
  const block = blockOf(model, wanted.wire.block);
  const kind = block === null ? null : kindOfBlock(block, palette);
  const output = kind === null ? null : outputPort(kind, wanted.wire.port);
  if (output === null) return ALL;
  const isGate = output.kind === 'boolean';
  const takes = (of: BlockKind): boolean =>
    of.inputs.some((port) => converts(output, port)) || (isGate && of.isRoot);
  return {
    isWanted: true,
    takesStarter: ({ family }: PaletteItem) => isGate && family === ACTIONS,
    itemsOf: (of: BlockKind) => (takes(of) ? [itemOf(of, '')] : []),
  };
}

function filterOf(model: VisualModel, wanted: LooseEnd | null, palette: BlockPalette): Filter {
  if (wanted === null) return ALL;
  if (wanted.kind === 'from') return filterFrom(model, wanted, palette);
  const port = portAt(model, wanted, palette);
  return port === null ? ALL : filterTo(port);
}

/** The best first; families in their order where nothing is asked. */
export function paletteItems(
  model: VisualModel,
  kinds: readonly BlockKind[],
  palette: BlockPalette,
  { wanted, query }: { readonly wanted: LooseEnd | null; readonly query: string },
): readonly PaletteItem[] {
  const filter = filterOf(model, wanted, palette);
  const hasQuery = query.trim() !== '';
  // A choice is picked at the port; as a block it is found by its name.
  const offered = hasQuery ? kinds : kinds.filter(({ isConstant }) => !isConstant);
  const found = searchBlocks(offered, query);
  const sorted = hasQuery
    ? found
    : found.toSorted((left, right) => familyRank(left.category) - familyRank(right.category));
  const blocks = sorted.flatMap((kind) => filter.itemsOf(kind));
  const starters = startersFor(filter, query);
  if (!hasQuery) return [...starters, ...blocks];
  const meant = starters.filter((item) => rankOf(item, query) < OTHER_RANK);
  const others = starters.filter((item) => rankOf(item, query) === OTHER_RANK);
  return [...meant, ...blocks.slice(0, BLOCKS_FIRST), ...others, ...blocks.slice(BLOCKS_FIRST)];
}

/** What an open end is called. */
export function wantedWords(model: VisualModel, wanted: LooseEnd): string {
  const id = wanted.kind === 'to' ? wanted.to.block : wanted.wire.block;
  const block = blockOf(model, id);
  const words = block === null ? '' : blockWords(block);
  if (wanted.kind === 'from') return VISUAL.from(words);
  const { port: to } = wanted.to;
  const port = to === null ? VISUAL.when : portWords(block?.command ?? '', to);
  return `${words}: ${port}`;
}
