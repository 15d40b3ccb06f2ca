// Changes between versions in the words of rules.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { describeChanges } from '#domain/visual-rules/describe-changes.ts';

type Forms = readonly Readonly<Record<string, unknown>>[];

function modelOf(blocks: Forms): VisualModel {
  const text = JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
  const { model } = readVisualText(text, VISUAL_PALETTE);
  assert.ok(model !== null);
  return model;
}

const CLOSE = { id: 'close', command: 'ClosePrices', inputs: { interval: 60 } };
const RSI = { id: 'rsi', command: 'RSI', inputs: { prices: { wires: ['close'] }, period: 14 } };
const LOW = {
  id: 'low',
  command: 'IsSmallerThan',
  inputs: { input1: { wires: ['rsi'] }, input2: 30 },
};
const BUY = { id: 'buy', command: 'DoLong', gate: ['low'] };
const BASE: Forms = [CLOSE, RSI, LOW, BUY];

function changed(after: Forms, before: Forms = BASE): readonly string[] {
  return describeChanges(modelOf(before), modelOf(after), VISUAL_PALETTE).map((change) => {
    const { kind, sentence, fields } = change;
    const words = fields.map((of) => `${of.label}: ${of.before} -> ${of.after}`);
    return [`${kind} ${sentence}`, ...words].join('; ');
  });
}

suite('a change', () => {
  test('of a number is given with both of its values, at its sentence alone', () => {
    const longer = { ...RSI, inputs: { ...RSI.inputs, period: 21 } };
    assert.deepEqual(changed([CLOSE, longer, LOW, BUY]), [
      'changed RSI of 21 on 1 hour closes; period: 14 -> 21',
    ]);
  });

  test('of a wire is given by what it brings', () => {
    const opens = { id: 'open', command: 'OpenPrices' };
    const other = { ...RSI, inputs: { ...RSI.inputs, prices: { wires: ['open'] } } };
    assert.deepEqual(changed([opens, CLOSE, other, LOW, BUY]), [
      'added chosen opens',
      'changed RSI of 14 on chosen opens; prices: 1 hour closes -> chosen opens',
    ]);
  });

  test('of when something runs is given by the conditions', () => {
    assert.deepEqual(changed([CLOSE, RSI, LOW, { ...BUY, gate: [] }]), [
      'changed buy; runs when: RSI of 14 on 1 hour closes is below 30 -> always',
    ]);
    assert.deepEqual(changed([CLOSE, RSI, LOW, { ...BUY, disabled: true }]), [
      'changed buy; is: on -> off',
    ]);
  });

  test('that removes a block is given by what it was', () => {
    assert.deepEqual(changed([CLOSE, RSI], BASE), [
      'removed RSI of 14 on 1 hour closes is below 30',
      'removed buy',
    ]);
  });

  test('of a value that becomes an input is given with its label', () => {
    const ticked = { ...RSI, inputs: { ...RSI.inputs, period: { value: 14, input: 'Length' } } };
    assert.deepEqual(changed([CLOSE, ticked, LOW, BUY]), [
      'changed RSI of 14 on 1 hour closes; period: 14 -> 14 (input Length)',
    ]);
  });

  test('there is none between a version and itself', () => {
    assert.deepEqual(changed(BASE), []);
  });
});
