// Frames of blocks made commands of one's own: a strategy that calls the command trades as the one
// that had its blocks, in random documents and in templates.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { commandFromBlocks } from '#domain/visual-graph/group-command.ts';
import { someOf } from '../support/share-of-cases.ts';
import { drawn, drawnInput, makeDocument } from './drawn-document.ts';
import { foreignDocument } from './foreign-document.ts';

const NAMED = { name: 'Mine', description: 'Values of mine.' };

function modelOf(text: string): VisualModel {
  const { model } = readVisualText(text, VISUAL_PALETTE);
  assert.ok(model !== null);
  return model;
}

/** Null: it does not run. */
function runOf(model: VisualModel, library: VisualModel | null): BacktestReport | null {
  const { lua } = compileVisual(model, VISUAL_PALETTE);
  if (lua === null) return null;
  const own = library === null ? null : compileVisual(library, VISUAL_PALETTE).lua;
  const libraries = own === null ? [] : [{ name: 'Mine', source: own }];
  const ran = runBacktest(
    { ...drawnInput(), script: { name: 'drawn', source: lua }, libraries },
    () => true,
  );
  return ran.ok ? ran.value : null;
}

/** What it does, whatever it is called. */
function deedsOf({ orders, logs }: BacktestReport): unknown {
  return { orders, logs: logs.map(({ message }) => message) };
}

/** Some of the blocks that only work out values. */
function someBlocks(model: VisualModel, seed: number): ReadonlySet<string> {
  const chance = drawn(seed * 7 + 1);
  const values = model.blocks.filter((block) => {
    const kind = kindOfBlock(block, VISUAL_PALETTE);
    return kind !== null && !kind.isRoot && kind.category !== 'Memory Helpers';
  });
  return new Set(values.filter(() => chance() < 0.4).map(({ id }) => id));
}

suite('a command made of blocks', () => {
  test('of random documents does what the blocks did', () => {
    const count = { made: 0, traded: 0, refused: 0 };
    for (let seed = 1; seed <= someOf(2_000); seed += 1) {
      const model = modelOf(foreignDocument(makeDocument(drawn(seed), true)));
      const made = commandFromBlocks(model, someBlocks(model, seed), NAMED, VISUAL_PALETTE);
      if (made.refused !== null) {
        count.refused += 1;
        continue;
      }
      const before = runOf(model, null);
      if (before === null) continue;
      count.made += 1;
      const after = runOf(made.model, made.command);
      assert.ok(after !== null, `seed ${seed} runs`);
      assert.deepEqual(deedsOf(after), deedsOf(before), `seed ${seed}`);
      if (before.orders.length > 0) count.traded += 1;
    }
    assert.ok(count.traded > 0, JSON.stringify(count));
  });

  const STRATEGY = {
    format: 'tidemill-visual',
    version: 1,
    blocks: [
      { id: 'close', command: 'ClosePrices' },
      {
        id: 'rsi',
        command: 'RSI',
        inputs: { prices: { wires: ['close'] }, period: { value: 3, input: 'Length' } },
      },
      { id: 'low', command: 'IsSmallerThan', inputs: { input1: { wires: ['rsi'] }, input2: 60 } },
      { id: 'high', command: 'IsBiggerThan', inputs: { input1: { wires: ['rsi'] }, input2: 60 } },
      { id: 'buy', command: 'DoLong', gate: ['low'] },
      { id: 'sell', command: 'DoExitPosition', gate: ['high'] },
    ],
    layout: [
      { block: 'close', x: 0, y: 0 },
      { block: 'rsi', x: 300, y: 40 },
      { block: 'low', x: 600, y: 20 },
      { block: 'high', x: 600, y: 220 },
    ],
  };
  const strategy = (): VisualModel => modelOf(JSON.stringify(STRATEGY));
  const made = (...ids: readonly string[]) =>
    commandFromBlocks(strategy(), new Set(ids), NAMED, VISUAL_PALETTE);

  test('has what came from outside as parameters, and several results by name', () => {
    const found = made('rsi', 'low', 'high');
    assert.ok(found.refused === null);
    const call = found.model.blocks.find(({ id }) => id === found.block);
    assert.deepEqual(
      [call?.command, call?.parameters, call?.outputs],
      ['CC_Mine', ['length', 'close_prices'], ['is_below', 'is_above']],
    );
    assert.deepEqual(call?.inputs, [
      { port: 'close_prices', given: { kind: 'wires', wires: [{ block: 'close', port: '' }] } },
      { port: 'length', given: { kind: 'value', value: 3, input: 'Length' } },
    ]);
    assert.deepEqual(
      found.model.layout.find(({ block }) => block === found.block),
      { ...strategy().layout[1], block: found.block, x: 300, y: 20 },
    );
    const [before, after] = [runOf(strategy(), null), runOf(found.model, found.command)];
    assert.ok(before !== null && after !== null && before.orders.length > 0);
    assert.deepEqual(deedsOf(after), deedsOf(before));
  });

  test('and its caller are written and read as any document, also the foreign form', () => {
    const found = made('rsi', 'low', 'high');
    assert.ok(found.refused === null);
    for (const model of [found.command, found.model]) {
      assert.deepEqual(modelOf(visualText(model)), model);
      const again = modelOf(foreignText(model, VISUAL_PALETTE));
      assert.equal(
        compileVisual(again, VISUAL_PALETTE).lua,
        compileVisual(model, VISUAL_PALETTE).lua,
      );
    }
  });

  const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['of what trades', ['low', 'buy'], /^“Buy \(go long\)” acts or declares/],
    ['of what nothing uses', ['low', 'high', 'rsi', 'close', 'buy', 'sell'], /acts or declares/],
    ['of nothing', [], /^Choose the blocks/],
    ['around a block that stays outside', ['close', 'low', 'high'], /^A block outside stands/],
  ];
  for (const [title, ids, reason] of refusals) {
    test(`is refused ${title}`, () => {
      assert.match(made(...ids).refused ?? '', reason);
    });
  }

  test('has a name that Lua can call', () => {
    for (const name of ['', '1st', 'a b', 'é', 'x'.repeat(61)]) {
      const ids = new Set(['rsi']);
      const wrong = commandFromBlocks(strategy(), ids, { ...NAMED, name }, VISUAL_PALETTE);
      assert.match(wrong.refused ?? '', /^A name has letters/, name);
    }
  });
});
