import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BlockKind, InputPort } from '#domain/visual/block-palette.ts';
import { paletteOf } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import {
  addAction,
  addCondition,
  addFilter,
  addGroup,
  addProtection,
  addRule,
  exchangeCommand,
  removeAction,
  removeCondition,
  removeProtection,
  removeRule,
  replaceOperand,
  setMode,
} from '#domain/visual-rules/edit-rules.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { phraseText } from '#domain/visual-rules/phrase.ts';
import type { ConditionGroup, Rule } from '#domain/visual-rules/read-rules.ts';
import { readRules, ruleBlocks } from '#domain/visual-rules/read-rules.ts';
import { adviceOn } from '#domain/visual-rules/rule-advice.ts';
import { searchBlocks } from '#domain/visual-rules/block-search.ts';

function port(name: string, kind: InputPort['kind'], isRequired = true): InputPort {
  const isMany = name.endsWith('[]');
  return { name, kind, group: null, unit: null, meaning: '', isRequired, isMany, standIn: null };
}

function kind(
  command: string,
  output: InputPort['kind'],
  inputs: readonly InputPort[],
  more: Partial<BlockKind> = {},
): BlockKind {
  const outputs = [{ name: '', kind: output, group: null }];
  const plain = { aliases: [], category: 'Technical Analysis', meaning: '', isConstant: false };
  const own = { command, inputs, outputs, isRoot: output === 'nothing', mayBeNothing: false };
  return { ...plain, ...own, ...more };
}

const COMPARED = [port('input1', 'numberOrList', false), port('input2', 'numberOrList')];
const CROSSED = [port('value1', 'numberOrList', false), port('value2', 'numberOrList', false)];
const PARTS = [
  { name: '', kind: 'table', group: null },
  { name: 'isTrue', kind: 'boolean', group: null },
  { name: 'isFalse', kind: 'boolean', group: null },
] as const;
const KINDS: readonly BlockKind[] = [
  kind('ClosePrices', 'list', []),
  kind('RSI', 'list', [port('prices', 'list'), port('period', 'number')]),
  kind('SMA', 'list', [port('prices', 'list'), port('period', 'number')]),
  kind('IsBiggerThan', 'boolean', COMPARED),
  kind('IsSmallerThan', 'boolean', COMPARED),
  kind('CrossOver', 'boolean', CROSSED),
  kind('IsTrue', 'boolean', [port('values[]', 'boolean')], { aliases: ['And'] }),
  kind('Or', 'boolean', [port('values[]', 'boolean')]),
  kind('IsFalse', 'boolean', [port('values[]', 'boolean')]),
  kind('Branch', 'table', [port('input', 'boolean')], { outputs: PARTS }),
  kind('StopLoss', 'boolean', [port('percentage', 'number')], { category: 'Easy Safeties' }),
  kind('WaitAfterTrade', 'boolean', [port('timeout', 'number')], { category: 'Easy Insurances' }),
  kind('DoLong', 'nothing', []),
  kind('DoShort', 'nothing', []),
  kind('DoExitPosition', 'nothing', []),
];
const PALETTE = paletteOf(KINDS);
const LOW = { command: 'IsSmallerThan', inputs: { input1: { command: 'RSI' }, input2: 30 } };
const HIGH = { command: 'IsBiggerThan', inputs: { input1: { command: 'RSI' }, input2: 70 } };
const TREND = { command: 'IsBiggerThan', inputs: { input2: { command: 'SMA' } } };
const WAIT = { command: 'WaitAfterTrade' };

function only(model: VisualModel): Rule {
  const [rule, ...others] = readRules(model, PALETTE).rules;
  assert.ok(rule !== undefined && others.length === 0, 'there is one rule');
  return rule;
}

const words = (group: ConditionGroup | null): readonly string[] =>
  (group?.members ?? []).map(({ phrase, group: inner }) =>
    inner === null ? phraseText(phrase) : `${inner.mode}(${words(inner).join(', ')})`,
  );

const buying = (): VisualModel => addRule(EMPTY_MODEL, { action: { command: 'DoLong' } }, PALETTE);
const whenLow = (): VisualModel => addCondition(buying(), only(buying()), LOW, PALETTE);

suite('edits of rules', () => {
  test('a new rule waits for a condition, and says so', () => {
    const rule = only(buying());
    assert.deepEqual([rule.isOpen, rule.when, rule.root], [true, null, []]);
  });

  test('a condition is a sentence with what is usual at its inputs', () => {
    const rule = only(whenLow());
    assert.equal(rule.isOpen, false);
    assert.deepEqual(words(rule.when), ['RSI of 14 on … closes is below 30'].map(withoutInterval));
    assert.equal(ruleBlocks(whenLow(), rule).size, 4);
  });

  test('conditions join, change how they are joined, and part again without rests', () => {
    const model = whenLow();
    const both = addCondition(model, only(model), TREND, PALETTE);
    assert.equal(only(both).when?.mode, 'all');
    assert.equal(only(both).when?.members.length, 2);
    const group = only(both).when?.block ?? null;
    const any = setMode(both, only(both), group, 'any', PALETTE);
    assert.equal(only(any).when?.mode, 'any');
    const [, second] = only(any).when?.members ?? [];
    assert.ok(second !== undefined);
    assert.deepEqual(removeCondition(any, only(any), second, PALETTE), model);
  });

  test('the last condition that goes leaves a rule that does not run', () => {
    const [member] = only(whenLow()).when?.members ?? [];
    assert.ok(member !== undefined);
    const rest = removeCondition(whenLow(), only(whenLow()), member, PALETTE);
    assert.deepEqual(rest, buying());
  });

  test('a group inside a rule holds its own conditions', () => {
    const model = addGroup(whenLow(), only(whenLow()), 'any', HIGH, PALETTE);
    const inner = only(model).when?.members[1]?.group ?? null;
    const grown = addCondition(model, only(model), TREND, PALETTE, inner?.block);
    assert.equal(only(grown).when?.members[1]?.group?.members.length, 2);
    assert.deepEqual(only(grown).filters, []);
  });

  test('filters are parted from conditions, those that hold orders back and others', () => {
    for (const filter of [WAIT, TREND]) {
      const model = addFilter(whenLow(), only(whenLow()), filter, PALETTE);
      assert.equal(only(model).filters.length, 1);
      assert.equal(only(model).when?.members.length, 1);
      const more = addFilter(model, only(model), WAIT, PALETTE);
      assert.equal(only(more).filters.length, 2);
      assert.equal(only(more).when?.members.length, 1);
      const condition = addCondition(more, only(more), HIGH, PALETTE);
      assert.equal(only(condition).when?.members.length, 2);
      assert.equal(only(condition).filters.length, 2);
    }
  });

  test('otherwise is the other side of one branch, and conditions change before it', () => {
    const spec = { command: 'DoShort' };
    const model = addAction(whenLow(), only(whenLow()), { spec, isOtherwise: true }, PALETTE);
    const rule = only(model);
    assert.deepEqual([rule.actions.length, rule.otherwise.length], [1, 1]);
    const both = addCondition(model, rule, HIGH, PALETTE);
    assert.equal(only(both).when?.members.length, 2);
    assert.equal(only(both).otherwise.length, 1);
    const [action] = only(both).otherwise;
    assert.equal(only(removeAction(both, action?.block ?? '', PALETTE)).otherwise.length, 0);
  });

  test('two actions of a rule wait for the same', () => {
    const spec = { command: 'DoExitPosition' };
    const model = addAction(whenLow(), only(whenLow()), { spec, isOtherwise: false }, PALETTE);
    assert.equal(only(model).actions.length, 2);
    const more = addCondition(model, only(model), HIGH, PALETTE);
    assert.equal(only(more).actions.length, 2);
    assert.deepEqual(removeRule(more, only(more), PALETTE), EMPTY_MODEL);
  });

  test('stops share one exit, which stands first and goes with the last', () => {
    const one = addProtection(whenLow(), { command: 'StopLoss' }, PALETTE);
    assert.equal(one.blocks[0]?.command, 'StopLoss');
    const two = addProtection(one, { command: 'StopLoss' }, PALETTE);
    const { protections, rules } = readRules(two, PALETTE);
    assert.deepEqual([protections.length, rules.length], [2, 1]);
    assert.equal(new Set(protections.map(({ place }) => place.block)).size, 1);
    const left = removeProtection(two, protections[1]?.place ?? absent(), PALETTE);
    const [last] = readRules(left, PALETTE).protections;
    assert.deepEqual(removeProtection(left, last?.place ?? absent(), PALETTE), whenLow());
  });

  test('a word of a family is exchanged with what stood beside it', () => {
    const [member] = only(whenLow()).when?.members ?? [];
    const id = member?.wire.block ?? '';
    const crossed = exchangeCommand(whenLow(), id, 'CrossOver', PALETTE);
    assert.match(words(only(crossed).when)[0] ?? '', /crosses above 30$/);
    assert.deepEqual(exchangeCommand(crossed, id, 'IsSmallerThan', PALETTE), whenLow());
  });

  test('another indicator takes the place of one, and nothing is left of that', () => {
    const [member] = only(whenLow()).when?.members ?? [];
    const place = { block: member?.wire.block ?? '', port: 'input1', index: 0 };
    const model = replaceOperand(whenLow(), place, { command: 'SMA' }, PALETTE);
    assert.ok(!model.blocks.some(({ command }) => command === 'RSI'));
    assert.equal(model.blocks.length, whenLow().blocks.length);
  });

  test('advice names what is missing, until it is there', () => {
    assert.deepEqual(adviceOn(EMPTY_MODEL, PALETTE), ['no_trade']);
    assert.deepEqual(adviceOn(whenLow(), PALETTE), ['no_exit', 'no_stop']);
    const stopped = addProtection(whenLow(), { command: 'StopLoss' }, PALETTE);
    assert.deepEqual(adviceOn(stopped, PALETTE), []);
  });

  test('everyday words find commands', () => {
    assert.equal(searchBlocks(KINDS, 'average')[0]?.command, 'SMA');
    assert.equal(searchBlocks(KINDS, 'buy')[0]?.command, 'DoLong');
    assert.deepEqual(searchBlocks(KINDS, 'no such thing'), []);
  });
});

/** The palette of this test has no interval. */
function withoutInterval(sentence: string): string {
  return sentence.replace('… ', '');
}

function absent(): never {
  throw new Error('there is one');
}
