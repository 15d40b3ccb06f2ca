// Choices in a sentence instead of building it anew: another action of a rule, other candles of
// all its prices.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { setGiven } from '#domain/visual-rules/change-block.ts';
import { addCondition, addRule, exchangeCommand } from '#domain/visual-rules/edit-rules.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { phraseText } from '#domain/visual-rules/phrase.ts';
import type { Rule } from '#domain/visual-rules/read-rules.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { sentenceCandles, setSentenceCandles } from '#domain/visual-rules/sentence-candles.ts';
import { CONDITION_STARTERS } from '#domain/visual-rules/starters.ts';

function ruleOf(model: VisualModel): Rule {
  const [rule] = readRules(model, VISUAL_PALETTE).rules;
  assert.ok(rule !== undefined);
  return rule;
}

function ruleWith(label: string, action = 'DoShort'): VisualModel {
  const starter = CONDITION_STARTERS.find((each) => each.label === label);
  assert.ok(starter !== undefined, label);
  const made = addRule(EMPTY_MODEL, { action: { command: action } }, VISUAL_PALETTE);
  return addCondition(made, ruleOf(made), starter.spec, VISUAL_PALETTE);
}

function luaOf(model: VisualModel): string {
  const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
  assert.deepEqual(problems, []);
  return lua ?? '';
}

suite('another action of a rule', () => {
  test('is chosen in its sentence, and the conditions stay', () => {
    const model = ruleWith('RSI is above 70');
    const [action] = ruleOf(model).actions;
    const choices = action?.phrase.parts.flatMap((part) =>
      part.kind === 'choice' ? part.choices.map(([, words]) => words) : [],
    );
    assert.deepEqual(choices, ['buy', 'sell (goes short on futures)', 'close the position']);
    const now = exchangeCommand(model, action?.block ?? '', 'DoExitPosition', VISUAL_PALETTE);
    const rule = ruleOf(now);
    assert.deepEqual(
      rule.actions.map(({ phrase }) => phraseText(phrase)),
      ['close the position'],
    );
    assert.equal(rule.when?.members.length, 1);
    assert.match(luaOf(now), /rsi > 70[^]*DoExitPosition\(\)/);
  });

  test('has of its inputs what it takes, and no others', () => {
    const model = ruleWith('RSI is above 70', 'DoExitPosition');
    const id = ruleOf(model).actions[0]?.block ?? '';
    const given = { kind: 'value', input: null } as const;
    const noted = setGiven(
      model,
      { block: id, port: 'note' },
      { ...given, value: 'out' },
      VISUAL_PALETTE,
    );
    const hasty = setGiven(
      noted,
      { block: id, port: 'immediately' },
      { ...given, value: true },
      VISUAL_PALETTE,
    );
    const now = exchangeCommand(hasty, id, 'DoLong', VISUAL_PALETTE);
    assert.match(luaOf(now), /DoLong\('out'\)/);
  });
});

suite('candles of a sentence', () => {
  const phraseIn = (model: VisualModel) => {
    const [member] = ruleOf(model).when?.members ?? [];
    assert.ok(member !== undefined && member.group === null);
    return member.phrase;
  };

  test('are chosen for all of its prices at once', () => {
    const model = ruleWith('The stochastic crosses above its average');
    assert.deepEqual(sentenceCandles(phraseIn(model)), [60]);
    const now = setSentenceCandles(model, phraseIn(model), 15, VISUAL_PALETTE);
    assert.deepEqual(sentenceCandles(phraseIn(now)), [15]);
    const lua = luaOf(now);
    assert.equal(lua.match(/Prices\(15\)/g)?.length, 6);
    assert.doesNotMatch(lua, /60/);
  });

  test('are several where its prices differ', () => {
    const model = ruleWith('The price is above an average');
    const [first] = model.blocks.filter(({ command }) => command === 'ClosePrices');
    const place = { block: first?.id ?? '', port: 'interval' };
    const day = { kind: 'value', value: 1_440, input: null } as const;
    const mixed = setGiven(model, place, day, VISUAL_PALETTE);
    assert.deepEqual(
      sentenceCandles(phraseIn(mixed))?.toSorted((left, right) => Number(left) - Number(right)),
      [60, 1_440],
    );
  });

  test('have no choice of their own where one price says them', () => {
    assert.equal(sentenceCandles(phraseIn(ruleWith('RSI is below 30'))), null);
  });
});
