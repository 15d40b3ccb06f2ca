// Random models whole: as a text, as a document of HaasScript, as a graph whose blocks are moved
// and wired anew, as rules that are changed and changed back, and as Lua throughout.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE as PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { Block, VisualModel } from '#domain/visual/visual-model.ts';
import type { Connection } from '#domain/visual-graph/graph-edits.ts';
import { connect, disconnect, placeBlocks } from '#domain/visual-graph/graph-edits.ts';
import { blockOf, wiresInto } from '#domain/visual-rules/change-block.ts';
import {
  addCondition,
  addRule,
  removeCondition,
  removeRule,
} from '#domain/visual-rules/edit-rules.ts';
import { phraseBlocks, phraseText } from '#domain/visual-rules/phrase.ts';
import type {
  ConditionGroup,
  ConditionMember,
  Rule,
  RuleSet,
} from '#domain/visual-rules/read-rules.ts';
import { readRules, ruleBlocks } from '#domain/visual-rules/read-rules.ts';
import { ACTION_STARTERS, CONDITION_STARTERS } from '#domain/visual-rules/starters.ts';
import { someOf } from '../support/share-of-cases.ts';
import { drawn, drawnInput, makeDocument } from './drawn-document.ts';
import { foreignDocument } from './foreign-document.ts';

type Draw = () => number;

const pick = <T>(draw: Draw, list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;

function modelOf(text: string, name: string): VisualModel {
  const { model, problems } = readVisualText(text, PALETTE);
  assert.ok(model !== null, `${name}: ${JSON.stringify(problems)}`);
  return model;
}

const luaOf = (model: VisualModel): string | null => compileVisual(model, PALETTE).lua;

/** Wires that stand alone where they lead: one taken away and drawn again is where it was. */
function aloneIn({ blocks }: VisualModel): readonly Connection[] {
  return blocks.flatMap((block) => [
    ...(block.gate.length === 1
      ? block.gate.map((wire) => ({ wire, to: { block: block.id, port: null } }))
      : []),
    ...block.inputs.flatMap(({ port, given }) =>
      given.kind === 'wires' && given.wires.length === 1
        ? given.wires.map((wire) => ({ wire, to: { block: block.id, port } }))
        : [],
    ),
  ]);
}

/** Every block that the rules say something of, or of what uses it. */
function saidBy(model: VisualModel, set: RuleSet): ReadonlySet<string> {
  const { rules, protections, others, unused, notes } = set;
  const open = [
    ...rules.flatMap((rule) => [...ruleBlocks(model, rule)]),
    ...protections.flatMap(({ place, phrase }) => [place.block, ...phraseBlocks(phrase)]),
    ...[...others, ...unused].flatMap(({ block, phrase }) => [block, ...phraseBlocks(phrase)]),
    ...notes.map(({ id }) => id),
  ];
  const said = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (said.has(id)) continue;
    said.add(id);
    const block = blockOf(model, id);
    open.push(...(block === null ? [] : wiresInto(block).map((wire) => wire.block)));
  }
  return said;
}

/** In a circle of wires each block is used, and none is the last: rules have no place for them. */
function isInCircle(model: VisualModel, { id }: Block): boolean {
  const open = [id];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const block = blockOf(model, next);
    for (const wire of block === null ? [] : wiresInto(block)) {
      if (wire.block === id) return true;
      if (seen.has(wire.block)) continue;
      seen.add(wire.block);
      open.push(wire.block);
    }
  }
  return false;
}

function judgeTexts(model: VisualModel, name: string): void {
  const text = visualText(model);
  assert.deepEqual(readVisualText(text, PALETTE), { model, problems: [] }, name);
  // A block that has no place is given one by the export.
  const { blocks } = modelOf(foreignText(model, PALETTE), name);
  assert.deepEqual(blocks, model.blocks, name);
}

function judgeGraph(model: VisualModel, lua: string | null, draw: Draw, name: string): void {
  const points = new Map(
    model.blocks.map(({ id }) => [id, { x: draw() * 4_000 - 2_000, y: draw() * 4_000 - 2_000 }]),
  );
  assert.equal(luaOf(placeBlocks(model, points)), lua, name);
  const alone = aloneIn(model);
  if (alone.length === 0) return;
  const joint = pick(draw, alone);
  const again = connect(disconnect(model, joint), joint, PALETTE);
  const isNeeded = blockOf(model, joint.to.block)?.needsGate ?? false;
  const blocks = again.blocks.map((block) =>
    block.id === joint.to.block ? { ...block, needsGate: isNeeded } : block,
  );
  assert.deepEqual({ ...again, blocks }, model, name);
}

/** Orders and lines of a run; or why it ended. */
function doneBy(lua: string | null): unknown {
  const source = lua ?? '';
  const ran = runBacktest({ ...drawnInput(), script: { name: 'drawn', source } }, () => true);
  if (!ran.ok) return ran.rejection.message.replace(/^\d+:\d+: /, '');
  return [ran.value.orders, ran.value.logs.map(({ message }) => message)];
}

function ruleAt(model: VisualModel, { id }: Rule): Rule | undefined {
  return readRules(model, PALETTE).rules.find((rule) => rule.id === id);
}

function within(member: ConditionMember): readonly ConditionMember[] {
  return [member, ...(member.group?.members ?? []).flatMap(within)];
}

function isThinWithin({ when, filters }: Rule): boolean {
  const groups = [when?.block === null ? null : when, ...filters.map(({ group }) => group)];
  return groups.some((group) => group !== null && isThin(group));
}

function isThin({ members }: ConditionGroup): boolean {
  return members.length < 2 || members.some(({ group }) => group !== null && isThin(group));
}

/** All of it is said by rules, and one of them is changed and changed back. */
function judgeRules(model: VisualModel, lua: string | null, draw: Draw, name: string): boolean {
  const set = readRules(model, PALETTE);
  const said = saidBy(model, set);
  for (const block of model.blocks) {
    assert.ok(said.has(block.id) || isInCircle(model, block), `${name}: ${block.id} is unsaid`);
  }
  for (const { phrase } of set.others) phraseText(phrase);
  const action = pick(draw, ACTION_STARTERS).spec;
  const added = addRule(model, { action }, PALETTE);
  const made = readRules(added, PALETTE).rules.find(({ id }) => blockOf(model, id) === null);
  assert.ok(made !== undefined, name);
  assert.equal(luaOf(removeRule(added, made, PALETTE)), lua, name);
  if (set.rules.length === 0) return false;
  return judgeCondition({ model, lua, draw, name }, pick(draw, set.rules));
}

type Case = {
  readonly model: VisualModel;
  readonly lua: string | null;
  readonly draw: Draw;
  readonly name: string;
};

/** Whether a rule got a condition that was taken from it again. */
function judgeCondition({ model, lua, draw, name }: Case, rule: Rule): boolean {
  const spec = pick(draw, CONDITION_STARTERS).spec;
  const more = addCondition(model, rule, spec, PALETTE);
  if (lua !== null) assert.notEqual(luaOf(more), null, name);
  judgeTexts(more, name);
  const grown = ruleAt(more, rule);
  // An exit at a gain or a loss, and at nothing else, is a stop or a target.
  if (grown === undefined) {
    const { protections } = readRules(more, PALETTE);
    assert.ok(
      protections.some(({ place }) => place.block === rule.id),
      name,
    );
    return false;
  }
  const before = new Set(model.blocks.map(({ id }) => id));
  const members = [...(grown.when?.members ?? []), ...grown.filters].flatMap(within);
  const member = members.find(({ wire, group }) => group === null && !before.has(wire.block));
  assert.ok(member !== undefined, name);
  // Without its last condition a rule waits for another one, also where an empty group stood, or
  // a block that is as if it were not there; and a group of one, which is none, had its own turn.
  const isOff = rule.root.some(({ block }) => blockOf(model, block)?.isEnabled !== true);
  if (rule.root.length === 0 || isOff || isThinWithin(rule)) return false;
  const back = luaOf(removeCondition(more, grown, member, PALETTE));
  if (back !== lua) assert.deepEqual(doneBy(back), doneBy(lua), `${name}\n${lua}\n${back}`);
  return true;
}

test('random models are the same as text, graph, rules and Lua', (t) => {
  const seen = { models: 0, compiled: 0, blocks: 0, rules: 0 };
  for (let seed = 1; seed <= someOf(10_000); seed += 1) {
    const name = `seed ${seed}`;
    const draw = drawn(seed);
    const model = modelOf(foreignDocument(makeDocument(draw, true)), name);
    const lua = luaOf(model);
    judgeTexts(model, name);
    judgeGraph(model, lua, draw, name);
    if (judgeRules(model, lua, draw, name)) seen.rules += 1;
    seen.models += 1;
    seen.blocks += model.blocks.length;
    if (lua !== null) seen.compiled += 1;
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.compiled > seen.models / 4 && seen.rules > seen.models / 4, JSON.stringify(seen));
});
