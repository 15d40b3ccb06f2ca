// Texts that users may choose as names.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PRINTABLE } from '#api/http/responses/printable.ts';

const pattern = new RegExp(PRINTABLE, 'u');

suite('a name is taken', () => {
  for (const name of [
    '',
    'Grid 1',
    '策略 🚀 Ünïcode',
    '한국어',
    'مرحبا',
    'שלום',
    'نمودار ۱',
    '👩‍💻',
    '👨‍👩‍👧‍👦 family',
    '❤️‍🔥',
    '🏳️‍🌈',
    '👩🏽‍🚀',
    'नमस्ते',
    '〰 – — …',
  ])
    test(JSON.stringify(name), () => assert.ok(pattern.test(name)));
});

suite('a name that turns or hides text is refused', () => {
  for (const [from, to] of [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfeff, 0xfeff],
  ] as const)
    test(`U+${from.toString(16)} to U+${to.toString(16)}`, () => {
      for (let code = from; code <= to; code += 1)
        for (const text of [`a${String.fromCodePoint(code)}b`, String.fromCodePoint(code)])
          assert.ok(!pattern.test(text), code.toString(16));
    });

  test('a joiner that joins no two pictures', () => {
    for (const text of [
      'a\u200db',
      '👩\u200d',
      '\u200d💻',
      '👩\u200d\u200d💻',
      '👩\u200da',
      'a\u200d💻',
    ])
      assert.ok(!pattern.test(text), JSON.stringify(text));
  });

  test('long ones in no more steps than letters', () => {
    assert.ok(!pattern.test(`${'👩\u200d'.repeat(50_000)}a`));
  });
});
