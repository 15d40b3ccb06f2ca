// Blocks of which a check still says what is wrong, while the next one is awaited.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { unchangedSince } from '#domain/visual-graph/unchanged-blocks.ts';

function textOf(period: number, hasBuy: boolean): string {
  const blocks = [
    { id: 'close', command: 'ClosePrices' },
    { id: 'rsi', command: 'RSI', inputs: { prices: { wires: ['close'] }, period } },
    ...(hasBuy ? [{ id: 'buy', command: 'DoLong' }] : []),
  ];
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

test('a block that was changed or removed since the check is not spoken of', () => {
  const isUnchanged = unchangedSince(textOf(14, true), textOf(21, false), VISUAL_PALETTE);
  assert.deepEqual(['close', 'rsi', 'buy'].map(isUnchanged), [true, false, false]);
});

test('all are, where nothing changed or the document could not be read', () => {
  const text = textOf(14, true);
  for (const checked of [text, null]) {
    const isUnchanged = unchangedSince(checked, text, VISUAL_PALETTE);
    assert.deepEqual(['close', 'rsi', 'none'].map(isUnchanged), [true, true, true]);
  }
});
