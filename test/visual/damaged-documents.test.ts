// Damaged and hostile documents: problems with their block and port, never a crash, in bounded
// time.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { VISUAL_BLOCKS_MAX, VISUAL_DOCUMENT_MAX } from '#domain/visual/visual-model.ts';
import type { ConditionGroup } from '#domain/visual-rules/read-rules.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { someOf } from '../support/share-of-cases.ts';
import { damage, drawn } from './damage-document.ts';
import type { ForeignSpec } from './foreign-document.ts';
import { foreignBlocks, foreignDocument } from './foreign-document.ts';

function refusal(text: string): string {
  const { model, problems } = readVisualText(text, VISUAL_PALETTE);
  assert.equal(model, null);
  assert.ok(problems.length > 0);
  return problems.map(({ block, message }) => `${block}: ${message}`).join('\n');
}

const SAMPLE: readonly ForeignSpec[] = [
  { id: 'level', command: 'Input', inputs: { label: 'Level', defaultValue: '30' } },
  { id: 'close', command: 'ClosePrices', inputs: { interval: '0', fullCandles: 'True' } },
  { id: 'rsi', command: 'RSI', inputs: { prices: ['close'], period: '14' } },
  { id: 'compare', command: 'Compare', inputs: { input1: ['rsi'], input2: '#Level' } },
  { id: 'long', command: 'SignalLong', gate: ['compare.isBelow'] },
  { id: 'merge', command: 'Merge', inputs: { 'values[]': ['long', 'none'] } },
  { id: 'none', command: 'SignalNone' },
  { id: 'save', command: 'Save', inputs: { key: 'last', value: ['rsi'] } },
  { id: 'do', command: 'DoSignal', inputs: { signal: ['merge'], note: '0' } },
  { id: 'mine', command: 'CC_Mine', inputs: { lookback: '5' }, parts: ['upper'] },
  { id: 'log', command: 'Log', inputs: { message: ['mine.upper'] } },
];

suite('a document that cannot be read', () => {
  test('is no JSON, or JSON of something else', () => {
    assert.match(refusal('DoLong()'), /no JSON/);
    assert.match(refusal(''), /no JSON/);
    assert.match(refusal('{"blocks": []}'), /expected .*tidemill-visual/);
    assert.match(refusal('7'), /found 7/);
  });

  test('is too long, or has too many blocks', () => {
    assert.match(refusal(' '.repeat(VISUAL_DOCUMENT_MAX + 1)), /at most/);
    assert.match(refusal('['.repeat(10_000_000)), /at most/);
    const many = Array.from({ length: 5_000 }, (_, at) => ({ id: `b${at}`, command: 'DoLong' }));
    assert.match(refusal(foreignDocument(many)), /at most 1000 blocks; this one has 5000/);
    const own = { format: 'tidemill-visual', version: 1, blocks: many };
    assert.match(refusal(JSON.stringify(own)), /at most 1000 blocks/);
  });

  test('has two blocks or two ports of one id', () => {
    const [first, ...others] = foreignBlocks(SAMPLE);
    assert.match(
      refusal(JSON.stringify([first, first, ...others])),
      /two blocks have the id "level"/,
    );
    const text = foreignDocument(SAMPLE).replaceAll(
      'rsi_in_periodxxxxxxxx',
      'rsi_in_pricesxxxxxxxx',
    );
    assert.match(refusal(text), /rsi: two ports have the id/);
  });

  test('of our own form has a field that nothing reads', () => {
    const own = {
      format: 'tidemill-visual',
      version: 1,
      blocks: [{ id: 'a', command: 'DoLong', gates: [] }],
    };
    assert.match(refusal(JSON.stringify(own)), /a: there is no field "gates"/);
    assert.match(refusal(JSON.stringify({ ...own, version: 2 })), /expected version 1, found 2/);
  });
});

test('a wire to a port that does not exist stays, and is named', () => {
  const text = foreignDocument(SAMPLE).replaceAll('rsi_out_xxxxxxxxxxxxx"', 'elsewhere"');
  const half = foreignDocument(SAMPLE).replace(
    '"Guid":"rsi_out_xxxxxxxxxxxxx","Connections"',
    '"Guid":"q","Connections"',
  );
  for (const [document, count] of [
    [text, 0],
    [half, 2],
  ] as const) {
    const { model } = readVisualText(document, VISUAL_PALETTE);
    assert.ok(model !== null);
    const { problems } = compileVisual(model, VISUAL_PALETTE);
    const lost = problems.filter(({ message }) =>
      message.startsWith('a wire leads here from nowhere'),
    );
    assert.equal(lost.length, count);
    assert.deepEqual(readVisualText(visualText(model), VISUAL_PALETTE).model, model);
  }
});

test('a thousand blocks in a chain are compiled, and so are a thousand in a circle refused', () => {
  const chain = Array.from({ length: VISUAL_BLOCKS_MAX - 1 }, (_, at): ForeignSpec => {
    return { id: `b${at}`, command: 'Abs', inputs: { input: at === 0 ? '1' : [`b${at - 1}`] } };
  });
  const end: ForeignSpec = {
    id: 'log',
    command: 'Log',
    inputs: { message: [`b${chain.length - 1}`] },
  };
  const { model } = readVisualText(foreignDocument([...chain.toReversed(), end]), VISUAL_PALETTE);
  assert.ok(model !== null);
  const { lua } = compileVisual(model, VISUAL_PALETTE);
  assert.equal(lua?.split('\n').length, VISUAL_BLOCKS_MAX + 2);
  assert.equal(
    readVisualText(foreignText(model, VISUAL_PALETTE), VISUAL_PALETTE).model?.blocks.length,
    VISUAL_BLOCKS_MAX,
  );
  const [first, ...rest] = chain;
  assert.ok(first !== undefined);
  const circle = [{ ...first, inputs: { input: [`b${chain.length - 1}`] } }, ...rest, end];
  const closed = readVisualText(foreignDocument(circle), VISUAL_PALETTE);
  assert.ok(closed.model !== null);
  assert.equal(compileVisual(closed.model, VISUAL_PALETTE).lua, null);
});

test('wires between all blocks are read as rules and exported within bounds', () => {
  const joined = Array.from({ length: 400 }, (_, at): ForeignSpec => {
    const from = Array.from({ length: Math.min(at, 40) }, (__, back) => `b${at - 1 - back}`);
    if (at === 0)
      return { id: 'b0', command: 'IsBiggerThan', inputs: { input1: '1', input2: '2' } };
    return { id: `b${at}`, command: 'And', inputs: { 'values[]': from } };
  });
  const buy: ForeignSpec = { id: 'buy', command: 'DoLong', gate: ['b399'] };
  const { model } = readVisualText(foreignDocument([...joined, buy]), VISUAL_PALETTE);
  assert.ok(model !== null);
  assert.notEqual(compileVisual(model, VISUAL_PALETTE).lua, null);
  const { rules } = readRules(model, VISUAL_PALETTE);
  const count = ({ members }: ConditionGroup): number =>
    members.reduce((sum, { group }) => sum + 1 + (group === null ? 0 : count(group)), 0);
  const [rule] = rules;
  assert.ok(rule?.when);
  assert.ok(count(rule.when) < 3_000, `${count(rule.when)} conditions`);
  const exported = readVisualText(foreignText(model, VISUAL_PALETTE), VISUAL_PALETTE);
  assert.deepEqual(exported.model, model);
});

test('damage is a problem or another script, and never a crash', () => {
  const foreign = foreignDocument(SAMPLE);
  const whole = readVisualText(foreign, VISUAL_PALETTE);
  assert.ok(whole.model !== null);
  const own = visualText(whole.model);
  const seen = { unreadable: 0, refused: 0, compiled: 0 };
  for (let seed = 0; seed < someOf(10_000); seed += 1) {
    const draw = drawn(seed);
    const document: unknown = JSON.parse(seed % 2 === 0 ? foreign : own);
    for (let times = Math.floor(draw() * 3); times >= 0; times -= 1) damage(document, draw);
    const text = JSON.stringify(document);
    const cut = draw() < 0.05 ? text.slice(0, Math.floor(draw() * text.length)) : text;
    const { model, problems } = readVisualText(cut, VISUAL_PALETTE);
    if (model === null) {
      assert.ok(
        problems.some(({ severity }) => severity === 'error'),
        `seed ${seed}`,
      );
      seen.unreadable += 1;
      continue;
    }
    const { lua, problems: found } = compileVisual(model, VISUAL_PALETTE);
    assert.equal(
      lua === null,
      found.some(({ severity }) => severity === 'error'),
      `seed ${seed}`,
    );
    seen[lua === null ? 'refused' : 'compiled'] += 1;
    assert.deepEqual(
      readVisualText(visualText(model), VISUAL_PALETTE).model,
      model,
      `seed ${seed}`,
    );
    const again = readVisualText(foreignText(model, VISUAL_PALETTE), VISUAL_PALETTE);
    // An output of a custom command that nothing names is named by the export.
    const isNamed = again.model !== null && lua === null;
    const exported = again.model === null ? null : compileVisual(again.model, VISUAL_PALETTE).lua;
    if (!isNamed) assert.equal(exported, lua, `seed ${seed}`);
  }
  assert.ok(seen.unreadable > 0 && seen.refused > 0 && seen.compiled > 0, JSON.stringify(seen));
});
