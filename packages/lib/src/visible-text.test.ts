import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleText } from '#lib/visible-text.ts';

for (const [text, shown] of [
  ['1.5', '1.5'],
  ['Größe 大', 'Größe 大'],
  ['\u001b[2Jx', '\\u{1b}[2Jx'],
  ['a\rb\tc\u0000', 'a\\u{d}b\\u{9}c\\u{0}'],
  ['\u202egnp.exe', '\\u{202e}gnp.exe'],
  ['\u009b31m', '\\u{9b}31m'],
  ['\ud800', '\\u{d800}'],
] as const) {
  test(`${JSON.stringify(text)} is shown as ${shown}`, () => {
    assert.equal(visibleText(text), shown);
  });
}
