// The palette, searched by everyday words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS } from '#commands/visual/visual-palette.ts';
import { searchBlocks } from '#domain/visual-rules/block-search.ts';

const first = (query: string): readonly string[] =>
  searchBlocks(BLOCK_KINDS, query)
    .slice(0, 8)
    .map(({ command }) => command);

test('an average is found by its everyday word', () => {
  assert.ok(first('average').includes('SMA'), first('average').join());
});

test('a command is found by its own name, before all others', () => {
  assert.equal(first('rsi')[0], 'RSI');
});

test('words that nothing has find nothing', () => {
  assert.deepEqual(first('xyzzy'), []);
});
