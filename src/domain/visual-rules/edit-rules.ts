// Edits of rules, each an edit of the model: rules are a reading of it and keep nothing apart.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { sortedInputs } from '#domain/visual/read-own-form.ts';
import type { PortContent, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import type { WirePlace } from '#domain/visual-rules/change-block.ts';
import {
  blockOf,
  changeBlock,
  idsOf,
  removeBlocks,
  removeWire,
  setGate,
  setWires,
  standBefore,
  withGiven,
  wiresAt,
  wiresInto,
  withoutOrphans,
} from '#domain/visual-rules/change-block.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { plantBlock } from '#domain/visual-rules/new-block.ts';
import type { ConditionMember, GroupMode, Rule } from '#domain/visual-rules/read-rules.ts';
import {
  isHeldBack,
  MEMBERS_PORT,
  MODE_COMMANDS,
  modeOf,
  readRules,
} from '#domain/visual-rules/read-rules.ts';
import { FAMILIES } from '#domain/visual/words/sentences.ts';

/** Joins wires by a new block; its members are the wires. */
function joined(
  model: VisualModel,
  mode: GroupMode,
  wires: readonly Wire[],
  palette: BlockPalette,
): { readonly model: VisualModel; readonly wire: Wire } {
  const planted = plantBlock(model, { command: MODE_COMMANDS[mode] }, palette);
  const given = { kind: 'wires', wires } as const;
  const change = changeBlock(planted.model, planted.wire.block, (block) =>
    withGiven(block, MEMBERS_PORT, given),
  );
  return { model: change, wire: planted.wire };
}

/** What all actions of a rule wait for. A rule that waits for nothing does not run. */
function setRoot(
  model: VisualModel,
  rule: Rule,
  root: readonly Wire[],
  palette: BlockPalette,
): VisualModel {
  if (rule.branch !== null) {
    const [only] = root;
    const gathered =
      only !== undefined && root.length > 1 ? joined(model, 'any', root, palette) : null;
    const wires = gathered === null ? root : [gathered.wire];
    return setWires(
      gathered?.model ?? model,
      { block: rule.branch, port: 'input' },
      wires,
      palette,
    );
  }
  let edited = model;
  for (const { block } of rule.actions) {
    edited = changeBlock(edited, block, (of) => ({ ...of, gate: root, needsGate: true }));
  }
  return withoutOrphans(model, edited, palette);
}

/** The rule after edits that left its actions. */
function again(model: VisualModel, { id }: Rule, palette: BlockPalette): Rule | null {
  const { rules } = readRules(model, palette);
  const isOf = ({ actions, otherwise }: Rule): boolean =>
    [...actions, ...otherwise].some(({ block }) => block === id);
  return rules.find(isOf) ?? null;
}

/** A group at the top of a rule that has one member, or none, is no group. */
function collapsed(model: VisualModel, rule: Rule, palette: BlockPalette): VisualModel {
  let edited = model;
  for (;;) {
    const now = again(edited, rule, palette);
    const [only] = now?.root ?? [];
    const block = only === undefined ? null : blockOf(edited, only.block);
    const mode = block === null ? null : modeOf({ palette }, block);
    if (now === null || block === null || isHeldBack(block)) return edited;
    if (mode !== 'all' && mode !== 'any') return edited;
    const members = wiresAt(edited, block.id, MEMBERS_PORT);
    if (now.root.length > 1 || members.length > 1) return edited;
    edited = setRoot(edited, now, members, palette);
  }
}

/** The rule has its turn among the others as before, whatever it waits for. */
function inTurn(before: VisualModel, after: VisualModel, rule: Rule): VisualModel {
  const actions = [...rule.actions, ...rule.otherwise].map(({ block }) => block);
  const waiting = new Set(rule.branch === null ? actions : [...actions, rule.branch]);
  return standBefore(before, after, waiting);
}

/**
 * One more condition of a rule, in a group or beside those that it has.
 * @public The console's editor.
 */
export function addCondition(
  model: VisualModel,
  rule: Rule,
  spec: BlockSpec,
  palette: BlockPalette,
  group: string | null = rule.when?.block ?? null,
): VisualModel {
  return inTurn(model, withCondition(model, rule, spec, palette, group), rule);
}

function withCondition(
  model: VisualModel,
  rule: Rule,
  spec: BlockSpec,
  palette: BlockPalette,
  group: string | null,
): VisualModel {
  const { model: planted, wire } = plantBlock(model, spec, palette);
  if (group !== null) {
    const members = [...wiresAt(planted, group, MEMBERS_PORT), wire];
    return setWires(planted, { block: group, port: MEMBERS_PORT }, members, palette);
  }
  if (rule.root.length === 0) return setRoot(planted, rule, [wire], palette);
  const mode = rule.root.length > 1 ? 'any' : 'all';
  const both = joined(planted, mode, [...rule.root, wire], palette);
  return setRoot(both.model, rule, [both.wire], palette);
}

/**
 * A group of one condition inside the conditions of a rule.
 * @public The console's editor.
 */
export function addGroup(
  model: VisualModel,
  rule: Rule,
  mode: GroupMode,
  spec: BlockSpec,
  palette: BlockPalette,
): VisualModel {
  const inner: BlockSpec = { command: MODE_COMMANDS[mode], inputs: { [MEMBERS_PORT]: [spec] } };
  return addCondition(model, rule, inner, palette);
}

/**
 * Something that holds a rule back though its conditions hold.
 * @public The console's editor.
 */
export function addFilter(
  model: VisualModel,
  rule: Rule,
  spec: BlockSpec,
  palette: BlockPalette,
): VisualModel {
  return inTurn(model, withFilter(model, rule, spec, palette), rule);
}

function withFilter(
  model: VisualModel,
  rule: Rule,
  spec: BlockSpec,
  palette: BlockPalette,
): VisualModel {
  if (rule.root.length === 0) return addCondition(model, rule, spec, palette, null);
  const { model: planted, wire } = plantBlock(model, spec, palette);
  const [only] = rule.root;
  const top = only === undefined ? null : blockOf(planted, only.block);
  const isAll = top !== null && rule.root.length === 1 && modeOf({ palette }, top) === 'all';
  const isInsurance = palette.get(spec.command)?.category === 'Easy Insurances';
  const isApart = rule.filters.length > 0 && rule.when?.block !== top?.id;
  if (top !== null && isAll && (isInsurance || isApart)) {
    const members = [...wiresAt(planted, top.id, MEMBERS_PORT), wire];
    return setWires(planted, { block: top.id, port: MEMBERS_PORT }, members, palette);
  }
  const isGroup = top !== null && rule.root.length === 1 && modeOf({ palette }, top) !== null;
  // Conditions stand in a group of their own, by which they are distinguished from filters.
  const inner =
    isGroup || (isInsurance && rule.root.length === 1)
      ? { model: planted, wire: only ?? wire }
      : joined(planted, rule.root.length > 1 ? 'any' : 'all', rule.root, palette);
  const both = joined(inner.model, 'all', [inner.wire, wire], palette);
  return setRoot(both.model, rule, [both.wire], palette);
}

/** @public The console's editor. */
export function removeCondition(
  model: VisualModel,
  rule: Rule,
  { place, wire }: Pick<ConditionMember, 'place' | 'wire'>,
  palette: BlockPalette,
): VisualModel {
  if (place === null) {
    const rest = rule.root.filter(({ block, port }) => block !== wire.block || port !== wire.port);
    return collapsed(setRoot(model, rule, rest, palette), rule, palette);
  }
  const edited = removeWire(model, place, palette);
  const isEmpty = wiresAt(edited, place.block, MEMBERS_PORT).length === 0;
  if (!isEmpty || rule.root.some(({ block }) => block === place.block)) {
    return collapsed(edited, rule, palette);
  }
  return collapsed(removeBlocks(edited, new Set([place.block]), palette), rule, palette);
}

/**
 * All, any or none of the conditions of a group.
 * @public The console's editor.
 */
export function setMode(
  model: VisualModel,
  rule: Rule,
  group: string | null,
  mode: GroupMode,
  palette: BlockPalette,
): VisualModel {
  if (group !== null) {
    return changeBlock(model, group, (block) => ({ ...block, command: MODE_COMMANDS[mode] }));
  }
  if (rule.root.length === 0) return model;
  const wrapped = joined(model, mode, rule.root, palette);
  return inTurn(model, setRoot(wrapped.model, rule, [wrapped.wire], palette), rule);
}

/**
 * Another command of the same family, with what stood at the inputs.
 * @public The console's editor.
 */
export function exchangeCommand(
  model: VisualModel,
  id: string,
  command: string,
  palette: BlockPalette,
): VisualModel {
  return changeBlock(model, id, (block) => {
    const now = palette.get(block.command)?.command ?? block.command;
    const family = FAMILIES.find((each) => now in each && command in each);
    const [from, to] = [family?.[now], family?.[command]];
    const ports = palette.get(command)?.inputs.map(({ name }) => name) ?? [];
    if (from === undefined || to === undefined) return block;
    const inputs = block.inputs
      .map(({ port, given }) => ({ port: to[from.indexOf(port)] ?? port, given }))
      .filter(({ port }) => ports.includes(port));
    return { ...block, command, inputs: sortedInputs(inputs) };
  });
}

/** What a new rule does. */
type NewRule = { readonly action: BlockSpec };

/**
 * A rule that does not run until it has a condition.
 * @public The console's editor.
 */
export function addRule(
  model: VisualModel,
  { action }: NewRule,
  palette: BlockPalette,
): VisualModel {
  const { model: planted, wire } = plantBlock(model, action, palette);
  return changeBlock(planted, wire.block, (block) => ({ ...block, needsGate: true }));
}

/**
 * One more action of a rule, where its conditions hold or where they do not.
 * @public The console's editor.
 */
export function addAction(
  model: VisualModel,
  rule: Rule,
  { spec, isOtherwise }: { readonly spec: BlockSpec; readonly isOtherwise: boolean },
  palette: BlockPalette,
): VisualModel {
  if (isOtherwise && rule.root.length === 0) return model;
  const branched =
    isOtherwise && rule.branch === null
      ? withBranch(model, rule, palette)
      : { model, branch: rule.branch };
  const { model: planted, wire } = plantBlock(branched.model, spec, palette);
  const side = isOtherwise ? 'isFalse' : 'isTrue';
  const gate = branched.branch === null ? rule.root : [{ block: branched.branch, port: side }];
  return changeBlock(planted, wire.block, (block) => ({ ...block, gate, needsGate: true }));
}

function withBranch(
  model: VisualModel,
  rule: Rule,
  palette: BlockPalette,
): { readonly model: VisualModel; readonly branch: string } {
  const single = rule.root.length > 1 ? joined(model, 'any', rule.root, palette) : null;
  const root = single === null ? rule.root : [single.wire];
  const planted = plantBlock(single?.model ?? model, { command: 'Branch' }, palette);
  const branch = planted.wire.block;
  const given = { kind: 'wires', wires: root } as const;
  let edited = changeBlock(planted.model, branch, (block) => withGiven(block, 'input', given));
  for (const { block } of rule.actions) {
    edited = changeBlock(edited, block, (of) => {
      return { ...of, gate: [{ block: branch, port: 'isTrue' }], needsGate: true };
    });
  }
  return { model: edited, branch };
}

/**
 * Without an action; a rule without actions is gone.
 * @public The console's editor.
 */
export function removeAction(model: VisualModel, id: string, palette: BlockPalette): VisualModel {
  return removeBlocks(model, new Set([id]), palette);
}

/** @public The console's editor. */
export function removeRule(model: VisualModel, rule: Rule, palette: BlockPalette): VisualModel {
  const gone = [...rule.actions, ...rule.otherwise].map(({ block }) => block);
  return removeBlocks(model, new Set(gone), palette);
}

/** Before everything else, so that a stop comes before what enters. */
function atFront(before: VisualModel, after: VisualModel): VisualModel {
  const known = new Set(before.blocks.map(({ id }) => id));
  const added = after.blocks.filter(({ id }) => !known.has(id));
  return { ...after, blocks: [...added, ...after.blocks.filter(({ id }) => known.has(id))] };
}

/**
 * A stop or a target.
 * @public The console's editor.
 */
export function addProtection(
  model: VisualModel,
  spec: BlockSpec,
  palette: BlockPalette,
): VisualModel {
  const { model: planted, wire } = plantBlock(model, spec, palette);
  const [known] = readRules(model, palette).protections;
  if (known !== undefined) {
    const exit = known.place.block;
    const gate = [...wiresAt(planted, exit, null), wire];
    return setGate(atFront(model, planted), exit, gate, palette);
  }
  const exit = plantBlock(planted, { command: 'DoExitPosition' }, palette);
  const gated = changeBlock(exit.model, exit.wire.block, (block) => {
    return { ...block, gate: [wire], needsGate: true };
  });
  return atFront(model, gated);
}

/**
 * Without a stop or a target; with the last one goes the exit.
 * @public The console's editor.
 */
export function removeProtection(
  model: VisualModel,
  place: WirePlace,
  palette: BlockPalette,
): VisualModel {
  const edited = removeWire(model, place, palette);
  const isLast = wiresAt(edited, place.block, null).length === 0;
  return isLast ? removeBlocks(edited, new Set([place.block]), palette) : edited;
}

/** Commands that reckon with two values, and the second one that changes nothing. */
const RECKONING: ReadonlyMap<string, number> = new Map([
  ['Add', 0],
  ['Sub', 0],
  ['Mul', 1],
  ['Div', 1],
]);

/** What stands at a place: one wire, or what is typed in; null: nothing. */
function contentAt(model: VisualModel, { block, port, index }: WirePlace): PortContent | null {
  const wire = wiresAt(model, block, port)[index];
  if (wire !== undefined) return { kind: 'wires', wires: [wire] };
  const of = port === null ? null : blockOf(model, block);
  return of === null ? null : givenAt(of, port ?? '');
}

/** Minutes of the candles that the rest of a sentence is about; null: it says none. */
function candlesAround(model: VisualModel, { block }: WirePlace): number | null {
  const seen = new Set<string>();
  const open = [block];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const of = seen.has(id) ? null : blockOf(model, id);
    seen.add(id);
    if (of === null) continue;
    const given = givenAt(of, 'interval');
    if (given?.kind === 'value' && typeof given.value === 'number') return given.value;
    open.push(...wiresInto(of).map((wire) => wire.block));
  }
  return null;
}

/** What is new is about the same candles, where it does not say which. */
function onSameCandles(
  model: VisualModel,
  planted: VisualModel,
  place: WirePlace,
  palette: BlockPalette,
): VisualModel {
  const minutes = candlesAround(model, place);
  if (minutes === null) return planted;
  const known = idsOf(model);
  const given = { kind: 'value', value: minutes, input: null } as const;
  const blocks = planted.blocks.map((block) => {
    const inputs = palette.get(block.command)?.inputs ?? [];
    const takes = inputs.some(({ name, isRequired }) => name === 'interval' && !isRequired);
    const isOpen = !known.has(block.id) && takes && givenAt(block, 'interval') === null;
    return isOpen ? withGiven(block, 'interval', given) : block;
  });
  return { ...planted, blocks };
}

/** With what stood at the place as its first value. */
function plantedAt(
  model: VisualModel,
  place: WirePlace,
  spec: BlockSpec,
  palette: BlockPalette,
): ReturnType<typeof plantBlock> {
  const neutral = spec.inputs === undefined ? RECKONING.get(spec.command) : undefined;
  const content = neutral === undefined ? null : contentAt(model, place);
  if (neutral === undefined || content === null) {
    const { model: planted, wire } = plantBlock(model, spec, palette);
    return { model: onSameCandles(model, planted, place, palette), wire };
  }
  const inputs = { input1: neutral, input2: neutral };
  const { model: planted, wire } = plantBlock(model, { ...spec, inputs }, palette);
  const joined = changeBlock(planted, wire.block, (of) => withGiven(of, 'input1', content));
  return { model: joined, wire };
}

/**
 * Another block in the place of what a wire brings; one that reckons with two values takes what
 * stood there as its first.
 * @public The console's editor.
 */
export function replaceOperand(
  model: VisualModel,
  place: WirePlace,
  spec: BlockSpec,
  palette: BlockPalette,
): VisualModel {
  const { model: planted, wire } = plantedAt(model, place, spec, palette);
  const wires = wiresAt(planted, place.block, place.port);
  const next =
    wires.length === 0 ? [wire] : wires.map((each, at) => (at === place.index ? wire : each));
  const edited = withoutOrphans(
    planted,
    setWires(planted, { block: place.block, port: place.port }, next, palette),
    palette,
  );
  return standBefore(model, edited, new Set([place.block]));
}
