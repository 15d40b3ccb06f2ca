// A model read as rules: when conditions hold and filters allow it, then actions, otherwise others.
// Stops and targets are a card of their own. What only a graph can say is one card each.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { Block, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import type { WirePlace } from '#domain/visual-rules/change-block.ts';
import { blockOf, usedBlocks, wiresAt, wiresInto } from '#domain/visual-rules/change-block.ts';
import type { Phrase } from '#domain/visual-rules/phrase.ts';
import { phraseBlocks, phraseOf } from '#domain/visual-rules/phrase.ts';
import type { BlockWords } from '#domain/visual/words/block-words.ts';
import { ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';

/** @public The console's editor. */
export type GroupMode = 'all' | 'any' | 'none';

/** @public The console's editor. */
export type ConditionGroup = {
  /** The block that joins them; null: there is none, as of a single condition. */
  readonly block: string | null;
  readonly mode: GroupMode;
  readonly members: readonly ConditionMember[];
};

/** @public The console's editor. */
export type ConditionMember = {
  /** Null: it is all that the rule waits for. */
  readonly place: WirePlace | null;
  readonly wire: Wire;
  /** Null: a single condition. */
  readonly group: ConditionGroup | null;
  readonly phrase: Phrase;
};

/** @public The console's editor. */
export type RuleAction = { readonly block: string; readonly phrase: Phrase };

/** @public The console's editor. */
export type Rule = {
  /** The first of its actions. */
  readonly id: string;
  /** What its actions wait for; empty: nothing. */
  readonly root: readonly Wire[];
  /** The block that parts it from its otherwise; null: there is none. */
  readonly branch: string | null;
  /** It waits for conditions that nobody has given yet. */
  readonly isOpen: boolean;
  readonly when: ConditionGroup | null;
  readonly filters: readonly ConditionMember[];
  readonly actions: readonly RuleAction[];
  readonly otherwise: readonly RuleAction[];
};

/**
 * A stop or a target that closes the position.
 * @public The console's editor.
 */
export type Protection = {
  readonly place: WirePlace;
  readonly wire: Wire;
  readonly phrase: Phrase;
};

/** @public The console's editor. */
export type RuleSet = {
  readonly rules: readonly Rule[];
  readonly protections: readonly Protection[];
  /** Runs without a condition and is no trade: plots, inputs, and what only a graph can say. */
  readonly others: readonly RuleAction[];
  /** Blocks that nothing uses. */
  readonly unused: readonly RuleAction[];
  /** Notes of the author. */
  readonly notes: readonly Block[];
};

export const MODE_COMMANDS: Readonly<Record<GroupMode, string>> = {
  all: 'IsTrue',
  any: 'Or',
  none: 'IsFalse',
};
export const MEMBERS_PORT = 'values[]';
const MODES: ReadonlyMap<string, GroupMode> = new Map([
  ['IsTrue', 'all'],
  ['Or', 'any'],
  ['IsFalse', 'none'],
]);

type Reading = {
  readonly model: VisualModel;
  readonly palette: BlockPalette;
  readonly words: BlockWords;
  /** Conditions within groups that may still be read. */
  readonly room: { left: number };
};

function categoryOf({ palette }: Reading, { command }: Block): string {
  return palette.get(command)?.category ?? '';
}

/** Logic that a block combines conditions by; null for a block that combines none. */
export function modeOf({ palette }: Pick<Reading, 'palette'>, block: Block): GroupMode | null {
  return MODES.get(palette.get(block.command)?.command ?? '') ?? null;
}

/** It runs only where something else allows it: as a group it would lose that. */
export function isHeldBack({ gate, needsGate }: Block): boolean {
  return gate.length > 0 || needsGate;
}

const GROUPS_DEPTH_MAX = 16;
/** A condition that many groups share is read for each of them. */
const GROUPED_MAX = 2_000;

function memberOf(
  reading: Reading,
  wire: Wire,
  place: WirePlace | null,
  depth: number,
): ConditionMember {
  const phrase = phraseOf(reading.model, wire, reading.palette, reading.words);
  reading.room.left -= 1;
  return { place, wire, group: groupOf(reading, wire, depth), phrase };
}

function groupOf(reading: Reading, wire: Wire, depth: number): ConditionGroup | null {
  const block = blockOf(reading.model, wire.block);
  const mode = block === null ? null : modeOf(reading, block);
  if (block === null || mode === null || wire.port !== '' || isHeldBack(block)) return null;
  if (depth > GROUPS_DEPTH_MAX || reading.room.left <= 0) return null;
  const members = wiresAt(reading.model, block.id, MEMBERS_PORT).map((each, index) =>
    memberOf(reading, each, { block: block.id, port: MEMBERS_PORT, index }, depth + 1),
  );
  return { block: block.id, mode, members };
}

/** Commands that hold back an order rather than ask for one. */
function isFilter(reading: Reading, { wire }: ConditionMember): boolean {
  const block = blockOf(reading.model, wire.block);
  return block !== null && categoryOf(reading, block) === 'Easy Insurances';
}

type Conditions = Pick<Rule, 'when' | 'filters'>;

function conditionsOf(reading: Reading, root: readonly Wire[]): Conditions {
  if (root.length === 0) return { when: null, filters: [] };
  const [only] = root;
  if (only === undefined || root.length > 1) {
    const members = root.map((wire) => memberOf(reading, wire, null, 0));
    return { when: { block: null, mode: 'any', members }, filters: [] };
  }
  const group = groupOf(reading, only, 0);
  if (group === null) {
    const member = memberOf(reading, only, null, 0);
    return { when: { block: null, mode: 'all', members: [member] }, filters: [] };
  }
  const [first, ...rest] = group.members;
  if (group.mode !== 'all' || first === undefined) return { when: group, filters: [] };
  if (first.group !== null && rest.length > 0 && rest.every(({ group: inner }) => inner === null)) {
    return { when: first.group, filters: rest };
  }
  const filters = group.members.filter((member) => isFilter(reading, member));
  const members = group.members.filter((member) => !isFilter(reading, member));
  return { when: { ...group, members }, filters };
}

const TRADES: ReadonlySet<string> = new Set([
  'DoLong',
  'DoShort',
  'DoExitPosition',
  'DoFlipPosition',
  'DoSignal',
]);

function isTrade({ palette }: Reading, { command }: Block): boolean {
  return TRADES.has(palette.get(command)?.command ?? '');
}

function isRoot({ palette }: Reading, block: Block): boolean {
  return kindOfBlock(block, palette)?.isRoot ?? true;
}

/** An exit whose gate is nothing but stops and targets. */
function isProtection(reading: Reading, block: Block): boolean {
  const { model, palette } = reading;
  if (palette.get(block.command)?.command !== 'DoExitPosition' || block.gate.length === 0) {
    return false;
  }
  return block.gate.every((wire) => {
    const from = blockOf(model, wire.block);
    return from !== null && categoryOf(reading, from) === 'Easy Safeties';
  });
}

type Draft = { root: readonly Wire[]; branch: string | null; actions: Block[]; otherwise: Block[] };

/** The branch through which a gate opens, and by which of its sides; null: none. */
function branchOf(
  { model, palette }: Reading,
  gate: readonly Wire[],
): { readonly block: Block; readonly isTrue: boolean } | null {
  const [wire] = gate;
  if (wire === undefined || gate.length > 1) return null;
  const block = blockOf(model, wire.block);
  if (block === null || palette.get(block.command)?.command !== 'Branch') return null;
  if (wire.port !== 'isTrue' && wire.port !== 'isFalse') return null;
  return { block, isTrue: wire.port === 'isTrue' };
}

/** Actions that wait for the same, in the order in which the first of each stands. */
function draftsOf(reading: Reading, actions: readonly Block[]): readonly Draft[] {
  const drafts = new Map<string, Draft>();
  for (const block of actions) {
    const branch = branchOf(reading, block.gate);
    const key =
      branch !== null
        ? `branch ${branch.block.id}`
        : block.gate.length === 0
          ? `alone ${block.id}`
          : block.gate.map((wire) => `${wire.block}:${wire.port}`).join(' ');
    const root = branch === null ? block.gate : wiresAt(reading.model, branch.block.id, 'input');
    const draft = drafts.get(key) ?? {
      root,
      branch: branch?.block.id ?? null,
      actions: [],
      otherwise: [],
    };
    drafts.set(key, draft);
    (branch === null || branch.isTrue ? draft.actions : draft.otherwise).push(block);
  }
  return [...drafts.values()];
}

function actionOf({ model, palette, words }: Reading, { id }: Block): RuleAction {
  return { block: id, phrase: phraseOf(model, { block: id, port: '' }, palette, words) };
}

function ruleOf(reading: Reading, { root, branch, actions, otherwise }: Draft): Rule {
  const all = [...actions, ...otherwise];
  return {
    id: all[0]?.id ?? '',
    root,
    branch,
    isOpen: root.length === 0 && all.some(({ needsGate }) => needsGate),
    ...conditionsOf(reading, root),
    actions: actions.map((block) => actionOf(reading, block)),
    otherwise: otherwise.map((block) => actionOf(reading, block)),
  };
}

/** @public The console's editor. */
export function readRules(
  model: VisualModel,
  palette: BlockPalette,
  words: BlockWords = ENGLISH_WORDS,
): RuleSet {
  const reading: Reading = { model, palette, words, room: { left: GROUPED_MAX } };
  const used = usedBlocks(model);
  const isNote = ({ command }: Block): boolean => command === 'Comment';
  const roots = model.blocks.filter((block) => isRoot(reading, block) && !isNote(block));
  const free = roots.filter(({ id }) => !used.has(id));
  const exits = free.filter((block) => isProtection(reading, block));
  const actions = free.filter((block) => {
    const isGated = block.gate.length > 0 || block.needsGate;
    return (isGated || isTrade(reading, block)) && !exits.includes(block);
  });
  const isShownElsewhere = new Set([...exits, ...actions]);
  return {
    rules: draftsOf(reading, actions).map((draft) => ruleOf(reading, draft)),
    protections: exits.flatMap(({ id, gate }) =>
      gate.map((wire, index) => ({
        place: { block: id, port: null, index },
        wire,
        phrase: phraseOf(model, wire, palette, words),
      })),
    ),
    others: free
      .filter((block) => !isShownElsewhere.has(block))
      .map((block) => actionOf(reading, block)),
    unused: model.blocks
      .filter((block) => !isRoot(reading, block) && !used.has(block.id))
      .map((block) => actionOf(reading, block)),
    notes: model.blocks.filter(isNote),
  };
}

/**
 * Ids of the blocks of a rule, so that what is wrong with one stands at its rule.
 * @public The console's editor.
 */
export function ruleBlocks(model: VisualModel, rule: Rule): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [
    ...(rule.branch === null ? [] : [rule.branch]),
    ...rule.root.map(({ block }) => block),
    ...[...rule.actions, ...rule.otherwise].flatMap(({ phrase }) => phraseBlocks(phrase)),
  ];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const block = blockOf(model, id);
    if (block !== null) open.push(...wiresInto(block).map((wire) => wire.block));
  }
  return found;
}
