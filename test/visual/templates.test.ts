// Templates and starters of visual scripts: each compiles without a problem, and each template
// trades through a month on spot and on futures.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { EMPTY_MODEL, plantBlock } from '#domain/visual-rules/new-block.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { adviceOn } from '#domain/visual-rules/rule-advice.ts';
import {
  ACTION_STARTERS,
  CONDITION_STARTERS,
  FILTER_STARTERS,
  PROTECTION_STARTERS,
} from '#domain/visual-rules/starters.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';

const MONTH_MINUTES = 43_200;
const WARM_UP_MINUTES = 14_400;

/** Swings of days and of hours, and hours in which much is traded. */
const BARS: readonly Bar[] = Array.from(
  { length: WARM_UP_MINUTES + MONTH_MINUTES },
  (_, at): Bar => {
    const price = (minute: number): number =>
      Math.round(
        20_000 +
          1_500 * Math.sin(minute / 2_600) +
          450 * Math.sin(minute / 330) +
          120 * Math.sin(minute / 41),
      );
    const [open, close] = [price(at - 1), price(at)];
    const volume = Math.round(1_000 + 900 * Math.sin(minute(at)));
    return [open, Math.max(open, close) + 5, Math.min(open, close) - 5, close, volume];
  },
);

function minute(at: number): number {
  return at / 410;
}

function luaOf(model: VisualModel): string {
  const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
  assert.deepEqual(problems, []);
  assert.ok(lua !== null);
  return lua;
}

suite('templates of visual scripts', () => {
  test('there are ten, each called otherwise', () => {
    assert.equal(VISUAL_TEMPLATES.length, 10);
    assert.equal(new Set(VISUAL_TEMPLATES.map(({ name }) => name)).size, 10);
    assert.equal(new Set(VISUAL_TEMPLATES.map(({ id }) => id)).size, 10);
  });

  for (const template of VISUAL_TEMPLATES) {
    test(`"${template.name}" compiles, has a stop and an exit, and trades for a month`, () => {
      const model = modelOfTemplate(template, VISUAL_PALETTE);
      assert.deepEqual(adviceOn(model, VISUAL_PALETTE), []);
      const rules = readRules(model, VISUAL_PALETTE);
      assert.equal(rules.rules.length, template.rules.length);
      assert.equal(rules.protections.length, template.protections.length);
      assert.deepEqual([rules.others, rules.unused], [[], []]);
      assert.deepEqual(
        rules.rules.map(({ filters }) => filters.length),
        template.rules.map(({ filters = [] }) => filters.length),
      );
      assert.deepEqual(
        rules.rules.map(({ when }) => when?.members.length),
        template.rules.map(({ when }) => when.length),
      );
      const source = luaOf(model);
      for (const market of [undefined, VANILLA]) {
        const setup = {
          warmUpRows: WARM_UP_MINUTES,
          intervalMinutes: 60,
          ...(market ? { market } : {}),
        };
        const input = { ...planInput(BARS, setup), script: { name: 'drawn', source } };
        const ran = runBacktest(input, () => true);
        assert.ok(ran.ok, ran.ok ? '' : `${ran.rejection.message}\n${source}`);
        const { logs } = ran.value;
        assert.deepEqual(
          logs.filter(({ severity }) => severity === 'error'),
          [],
        );
        assert.ok(ran.value.positions.length > 0, `it trades: ${source}`);
      }
    });
  }

  test('a template reads back from its text as it was', () => {
    for (const template of VISUAL_TEMPLATES) {
      const model = modelOfTemplate(template, VISUAL_PALETTE);
      assert.deepEqual(readVisualText(visualText(model), VISUAL_PALETTE), { model, problems: [] });
    }
  });
});

suite('starters of sentences', () => {
  const all = [
    ...CONDITION_STARTERS.map((starter) => ({ starter, gate: true })),
    ...FILTER_STARTERS.map((starter) => ({ starter, gate: true })),
    ...PROTECTION_STARTERS.map((starter) => ({ starter, gate: true })),
    ...ACTION_STARTERS.map((starter) => ({ starter, gate: false })),
  ];
  for (const { starter, gate } of all) {
    test(`"${starter.label}" compiles`, () => {
      const { model, wire } = plantBlock(EMPTY_MODEL, starter.spec, VISUAL_PALETTE);
      if (!gate) return assert.notEqual(luaOf(model), '');
      const buy = plantBlock(model, { command: 'DoLong' }, VISUAL_PALETTE);
      const blocks = buy.model.blocks.map((block) =>
        block.id === buy.wire.block ? { ...block, gate: [wire] } : block,
      );
      assert.match(luaOf({ ...buy.model, blocks }), /DoLong\(\)/);
    });
  }

  test('every indicator that is planted compiles with what is usual at its inputs', () => {
    const kinds = BLOCK_KINDS.filter(({ category }) => category === 'Technical Analysis');
    assert.ok(kinds.length > 90);
    const wrong = kinds.flatMap(({ command, outputs }) => {
      const part = outputs[1]?.name ?? '';
      const operand = { command, part };
      const spec = { command: 'IsBiggerThan', inputs: { input1: operand, input2: 0 } };
      const { model, wire } = plantBlock(EMPTY_MODEL, spec, VISUAL_PALETTE);
      const buy = plantBlock(model, { command: 'DoLong' }, VISUAL_PALETTE);
      const blocks = buy.model.blocks.map((block) =>
        block.id === buy.wire.block ? { ...block, gate: [wire] } : block,
      );
      const { problems } = compileVisual({ ...buy.model, blocks }, VISUAL_PALETTE);
      return problems.map(({ message }) => `${command}: ${message}`);
    });
    assert.deepEqual(wrong, []);
  });
});
