import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storableText } from '#lib/storable-text.ts';

const CASES: readonly (readonly [text: string, stored: string])[] = [
  ['', ''],
  ['plain', 'plain'],
  ['a\0b\0', 'a\uFFFDb\uFFFD'],
  ['\uD83D alone', '\uFFFD alone'],
  ['alone \uDE00', 'alone \uFFFD'],
  ['a pair \u{1F600}', 'a pair \u{1F600}'],
  ['both \0\uDFFF', 'both \uFFFD\uFFFD'],
];

test('text becomes what a database retains', () => {
  for (const [text, stored] of CASES) assert.equal(storableText(text), stored);
});
